//! The form of a forest that searches use: it keeps count while stones come and go. Original design.
//!
//! ```text
//!   place     the number of its cells to the base of three, as in the cached form, kept from position to position
//!   touches   for each cell of the board: the places it belongs to, and what it is worth in their numbers
//!   tally     the numbers of all places for the last position, and what their predictions come to
//! ```
//!
//! A stone changes only the places that its cell belongs to. The positions that a search looks at one after the other
//! differ in a few stones; siblings differ from their parent in one, and for one stone nothing has to be written down:
//! the tally stays that of the parent.
//!
//! Each thread has tallies of its own, one for each point of view. They change the time only: whatever position comes
//! next, the counts are those of the plain form.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_abilities::{CellBits, Coordinates, Stones};
use agon_core::{CellMap, Evaluator, Explanation, Player, Score, Unit};

use super::placed::MOST_CELLS;
use super::{Counts, PlacedForest, PredictionWeights};

/// What an answer weighs, by its class; the fourth says nothing.
type Weighed = [u32; 4];
const SILENT: u8 = 3;

/// A place that a cell belongs to, and what one on this cell adds to its number.
#[derive(Clone, Copy, Debug)]
struct Touch {
    place: u32,
    power: u32,
}

/// Values positions by what has changed since the last one.
pub struct IncrementalForest {
    weights: PredictionWeights,
    /// What all trees say, one table after the other: the class of the answer, plus four times the weight of the tree.
    answers: Vec<u8>,
    /// By answer.
    weighed: Box<[Weighed; 256]>,
    /// By cell: where its touches begin.
    starts: Vec<u32>,
    touches: Vec<Touch>,
    /// Where the table of each place begins: its number on an empty board.
    empty: Vec<u32>,
    /// By thread and point of view.
    tallies: Box<[Mutex<Option<Tally>>]>,
}

/// More threads than this share their tallies.
const THREADS: usize = 64;

/// What is known of the last position.
#[derive(Clone, Debug)]
struct Tally {
    own: CellBits,
    other: CellBits,
    numbers: Vec<u32>,
    answers: Vec<u8>,
    sum: Weighed,
}

/// A cell on which something else stands now.
#[derive(Clone, Copy)]
struct Change {
    cell: usize,
    from: u32,
    to: u32,
}

impl IncrementalForest {
    /// Prepares the tables.
    #[must_use]
    pub fn new(placed: &PlacedForest) -> Self {
        let (mut answers, mut empty) = (Vec::new(), Vec::new());
        let mut by_cell = vec![Vec::new(); MOST_CELLS];
        for woods in &placed.woods {
            let offset = answers.len() as u32;
            let table = woods.tree.table(woods.attributes);
            answers.extend(table.iter().map(|&answer| answer as u8 | woods.weight << 2));
            answers[offset as usize] = SILENT;
            for place in woods.places() {
                let number = empty.len() as u32;
                for (at, &bit) in place.iter().enumerate() {
                    by_cell[usize::from(bit)].push(Touch { place: number, power: 3u32.pow(at as u32) });
                }
                empty.push(offset);
            }
        }
        let mut starts = vec![0];
        starts.extend(by_cell.iter().scan(0, |end, touches| {
            *end += touches.len() as u32;
            Some(*end)
        }));
        let weighed = Box::new(std::array::from_fn(|answer| {
            std::array::from_fn(|class| if class == answer & 3 && class < 3 { answer as u32 >> 2 } else { 0 })
        }));
        let tallies = (0..2 * THREADS).map(|_| Mutex::new(None)).collect();
        let touches = by_cell.concat();
        Self { weights: placed.weights, answers, weighed, starts, touches, empty, tallies }
    }

    /// As [`WalkingForest::counts`](super::WalkingForest::counts).
    #[must_use]
    pub fn counts<G: Stones>(&self, game: &G, pos: &G::Position, pov: Player) -> Counts {
        let (own, other) = (game.stones(pos, pov), game.stones(pos, pov.other()));
        let slot = &self.tallies[2 * (thread_number() % THREADS) + usize::from(pov.0 & 1)];
        let [win, draw, loss, _] = match slot.try_lock() {
            Ok(mut tally) => self.count(tally.get_or_insert_with(|| self.nothing()), own, other),
            Err(_) => self.count(&mut self.nothing(), own, other),
        };
        Counts([win, draw, loss])
    }

    /// For each cell of the board, row by row: the weight of the predicted wins that cover it, less that of the losses.
    #[must_use]
    pub fn votes<G: Stones>(&self, game: &G, pos: &G::Position, pov: Player) -> Vec<(Coordinates, f64)> {
        let mut tally = self.nothing();
        for (player, to) in [(pov, 1), (pov.other(), 2)] {
            for (word, mut bits) in game.stones(pos, player).into_iter().enumerate() {
                while bits != 0 {
                    let cell = 64 * word + bits.trailing_zeros() as usize;
                    self.apply(&mut tally, Change { cell, from: 0, to });
                    bits &= bits - 1;
                }
            }
        }
        let vote = |touch: &Touch| {
            let [win, _, loss, _] = self.weighed[usize::from(tally.answers[touch.place as usize])];
            f64::from(win) - f64::from(loss)
        };
        let (columns, rows) = game.extent();
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let votes = |place| {
            let bit = game.cell_bit(place)?;
            Some((place, self.touches(bit as usize).iter().map(vote).sum()))
        };
        places.filter_map(votes).collect()
    }

    /// The tally of an empty board.
    fn nothing(&self) -> Tally {
        Tally {
            own: CellBits::default(),
            other: CellBits::default(),
            numbers: self.empty.clone(),
            answers: vec![SILENT; self.empty.len()],
            sum: Weighed::default(),
        }
    }

    /// What the predictions of a position come to. The tally follows, except for a stone that alone was added.
    fn count(&self, tally: &mut Tally, own: CellBits, other: CellBits) -> Weighed {
        let (mut added, mut several) = (None, false);
        for word in 0..own.len() {
            let mut changed = (tally.own[word] ^ own[word]) | (tally.other[word] ^ other[word]);
            while changed != 0 {
                let bit = changed.trailing_zeros();
                changed &= changed - 1;
                let digit = |own: u64, other: u64| (own >> bit & 1) as u32 + 2 * (other >> bit & 1) as u32;
                let from = digit(tally.own[word], tally.other[word]);
                let change =
                    Change { cell: 64 * word + bit as usize, from, to: digit(own[word], other[word]) };
                if from != 0 || several {
                    self.apply(tally, change);
                } else if let Some(first) = added.replace(change) {
                    several = true;
                    self.apply(tally, first);
                    self.apply(tally, change);
                }
            }
        }
        match added {
            Some(change) if !several => self.tried(tally, change),
            _ => tally.sum,
        }
    }

    fn touches(&self, cell: usize) -> &[Touch] {
        &self.touches[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// What the predictions would come to with a change.
    fn tried(&self, tally: &Tally, change: Change) -> Weighed {
        let digits = change.to.wrapping_sub(change.from);
        let mut sum = tally.sum;
        for touch in self.touches(change.cell) {
            let place = touch.place as usize;
            let number = tally.numbers[place].wrapping_add(digits.wrapping_mul(touch.power));
            let (old, new) = (tally.answers[place], self.answers[number as usize]);
            exchange(&mut sum, &self.weighed[usize::from(old)], &self.weighed[usize::from(new)]);
        }
        sum
    }

    /// Takes a change over into the tally.
    fn apply(&self, tally: &mut Tally, change: Change) {
        let digits = change.to.wrapping_sub(change.from);
        for touch in self.touches(change.cell) {
            let place = touch.place as usize;
            let number = tally.numbers[place].wrapping_add(digits.wrapping_mul(touch.power));
            tally.numbers[place] = number;
            let new = self.answers[number as usize];
            let old = std::mem::replace(&mut tally.answers[place], new);
            exchange(&mut tally.sum, &self.weighed[usize::from(old)], &self.weighed[usize::from(new)]);
        }
        let (word, bit) = (change.cell / 64, 1 << (change.cell % 64));
        for (stones, digit) in [(&mut tally.own, 1), (&mut tally.other, 2)] {
            stones[word] &= !bit;
            if change.to == digit {
                stones[word] |= bit;
            }
        }
    }
}

/// One answer is replaced by another one.
#[inline(always)]
fn exchange(sum: &mut Weighed, old: &Weighed, new: &Weighed) {
    for class in 0..sum.len() {
        sum[class] = sum[class].wrapping_add(new[class]).wrapping_sub(old[class]);
    }
}

/// The number of this thread, among all that ever asked.
fn thread_number() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static OWN: usize = NEXT.fetch_add(1, Ordering::Relaxed);
    }
    OWN.with(|own| *own)
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
