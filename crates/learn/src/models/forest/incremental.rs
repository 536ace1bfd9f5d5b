//! The form of a forest that searches use: it keeps count while stones come and go. Original design.
//!
//! What is kept is a tally: the numbers of all [places](crate::ternary_places) for the last position, and what their
//! predictions come to. The positions that a search looks at one after the other differ in a few stones; siblings differ
//! from their parent in one, and for one stone nothing has to be written down: the tally stays that of the parent.

use std::fmt;

use agon_abilities::{Coordinates, Stones};
use agon_core::{CarriedState, CellMap, Evaluator, Explanation, Player, Score, Unit};

use super::{Counts, PlacedForest, PlacedWoods, PredictionWeights};
use crate::ternary_places::{Change, Standing, TernaryPlaces, Touch};

/// What an answer weighs, by its class; the fourth says nothing.
type Weighed = [u32; 4];
const SILENT: u8 = 3;

/// Values positions by what has changed since the last one.
pub struct IncrementalForest {
    weights: PredictionWeights,
    /// What all trees say, one table after the other: the class of the answer, plus four times the weight of the tree.
    answers: Vec<u8>,
    /// By answer.
    weighed: Box<[Weighed; 256]>,
    places: TernaryPlaces,
    /// Where the table of each place begins: its number on an empty board.
    empty: Vec<u32>,
    tallies: CarriedState<Tally>,
}

/// What is known of the last position.
#[derive(Clone, Debug)]
struct Tally {
    standing: Standing,
    numbers: Vec<u32>,
    answers: Vec<u8>,
    sum: Weighed,
}

impl IncrementalForest {
    /// Prepares the tables.
    #[must_use]
    pub fn new(placed: &PlacedForest) -> Self {
        let (mut answers, mut empty) = (Vec::new(), Vec::new());
        for woods in &placed.woods {
            let offset = answers.len() as u32;
            let table = woods.tree.table(woods.attributes);
            answers.extend(table.iter().map(|&answer| answer as u8 | woods.weight << 2));
            answers[offset as usize] = SILENT;
            empty.extend(std::iter::repeat_n(offset, woods.places().len()));
        }
        let places = TernaryPlaces::new(placed.woods.iter().flat_map(PlacedWoods::places));
        let weighed = Box::new(std::array::from_fn(|answer| {
            std::array::from_fn(|class| if class == answer & 3 && class < 3 { answer as u32 >> 2 } else { 0 })
        }));
        let tallies = CarriedState::default();
        Self { weights: placed.weights, answers, weighed, places, empty, tallies }
    }

    /// As [`WalkingForest::counts`](super::WalkingForest::counts).
    #[must_use]
    pub fn counts<G: Stones>(&self, game: &G, pos: &G::Position, pov: Player) -> Counts {
        let now = Standing::of(game, pos, pov);
        let [win, draw, loss, _] = self.tallies.with(pov, || self.nothing(), |tally| self.count(tally, &now));
        Counts([win, draw, loss])
    }

    /// For each cell of the board, row by row: the weight of the predicted wins that cover it, less that of the losses.
    #[must_use]
    pub fn votes<G: Stones>(&self, game: &G, pos: &G::Position, pov: Player) -> Vec<(Coordinates, f64)> {
        let mut tally = self.nothing();
        let (now, mut cell) = (Standing::of(game, pos, pov), 0);
        while let Some(change) = tally.standing.next_change(&now, cell) {
            self.apply(&mut tally, change);
            cell = change.cell + 1;
        }
        let vote = |touch: &Touch| {
            let [win, _, loss, _] = self.weighed[usize::from(tally.answers[touch.place as usize])];
            f64::from(win) - f64::from(loss)
        };
        let (columns, rows) = game.extent();
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let votes = |place| {
            let bit = game.cell_bit(place)?;
            Some((place, self.places.touches(bit as usize).iter().map(vote).sum()))
        };
        places.filter_map(votes).collect()
    }

    /// The tally of an empty board.
    fn nothing(&self) -> Tally {
        Tally {
            standing: Standing::default(),
            numbers: self.empty.clone(),
            answers: vec![SILENT; self.empty.len()],
            sum: Weighed::default(),
        }
    }

    /// What the predictions of a position come to. The tally follows, except for a stone that alone was added.
    fn count(&self, tally: &mut Tally, now: &Standing) -> Weighed {
        let (mut added, mut several) = (None, false);
        let mut cell = 0;
        while let Some(change) = tally.standing.next_change(now, cell) {
            cell = change.cell + 1;
            if change.from != 0 || several {
                self.apply(tally, change);
            } else if let Some(first) = added.replace(change) {
                several = true;
                self.apply(tally, first);
                self.apply(tally, change);
            }
        }
        match added {
            Some(change) if !several => self.tried(tally, change),
            _ => tally.sum,
        }
    }

    /// What the predictions would come to with a change.
    fn tried(&self, tally: &Tally, change: Change) -> Weighed {
        let mut sum = tally.sum;
        for touch in self.places.touches(change.cell) {
            let place = touch.place as usize;
            let number = change.applied(tally.numbers[place], touch);
            let (old, new) = (tally.answers[place], self.answers[number as usize]);
            exchange(&mut sum, &self.weighed[usize::from(old)], &self.weighed[usize::from(new)]);
        }
        sum
    }

    /// Takes a change over into the tally.
    fn apply(&self, tally: &mut Tally, change: Change) {
        for touch in self.places.touches(change.cell) {
            let place = touch.place as usize;
            let number = change.applied(tally.numbers[place], touch);
            tally.numbers[place] = number;
            let new = self.answers[number as usize];
            let old = std::mem::replace(&mut tally.answers[place], new);
            exchange(&mut tally.sum, &self.weighed[usize::from(old)], &self.weighed[usize::from(new)]);
        }
        tally.standing.apply(change);
    }
}

/// One answer is replaced by another one.
#[inline(always)]
fn exchange(sum: &mut Weighed, old: &Weighed, new: &Weighed) {
    for class in 0..sum.len() {
        sum[class] = sum[class].wrapping_add(new[class]).wrapping_sub(old[class]);
    }
}

impl<G: Stones> Evaluator<G> for IncrementalForest {
    #[inline]
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score {
        self.weights.score(self.counts(game, pos, pov))
    }

    fn explain(&self, game: &G, pos: &G::Position, pov: Player) -> Explanation {
        let Counts(counts) = self.counts(game, pos, pov);
        let said = counts.map(f64::from);
        let worth = |class: usize| {
            let only = std::array::from_fn(|other| if other == class { counts[other] } else { 0 });
            let all = counts.iter().sum::<u32>().max(1);
            self.weights.score(Counts(only)).to_f64() * said[class] / f64::from(all)
        };
        let names = ["places taken for won", "places taken for drawn", "places taken for lost"];
        let parts = names.into_iter().enumerate().map(|(class, name)| (name, said[class], worth(class)));
        Explanation::made_of(parts, Unit::Rating).and(Explanation::showing(CellMap {
            name: "votes".to_owned(),
            meaning: "predicted wins that cover a cell, less predicted losses, weighted".to_owned(),
            cells: self.votes(game, pos, pov),
        }))
    }
}

impl fmt::Debug for IncrementalForest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IncrementalForest").field("places", &self.empty.len()).finish_non_exhaustive()
    }
}
