//! The cached form of a forest ([KInARow2012] section 4.3): what a tree says of every combination of its cells is found
//! once; a position is then looked up place by place.

use agon_abilities::Stones;
use agon_core::{Evaluator, Player, Score};

use super::{Counts, PlacedForest, Prediction};
use crate::ternary_places::Standing;

/// Values positions by tables.
#[derive(Clone, Debug)]
pub struct CachedForest {
    placed: PlacedForest,
    /// For each tree.
    tables: Vec<Vec<Prediction>>,
}

impl CachedForest {
    /// Fills the tables.
    #[must_use]
    pub fn new(placed: PlacedForest) -> Self {
        let tables = placed.woods.iter().map(|woods| woods.tree.table(woods.attributes)).collect();
        Self { placed, tables }
    }

    /// As [`WalkingForest::counts`](super::WalkingForest::counts).
    #[must_use]
    pub fn counts<G: Stones>(&self, game: &G, pos: &G::Position, pov: Player) -> Counts {
        let mut counts = Counts::default();
        self.each_prediction(game, pos, pov, |_, prediction, weight| counts.add(prediction, weight));
        counts
    }

    /// Hands over the cells, the prediction and the weight of every place that is not empty.
    pub fn each_prediction<G: Stones>(
        &self,
        game: &G,
        pos: &G::Position,
        pov: Player,
        mut each: impl FnMut(&[u16], Prediction, u8),
    ) {
        let digits = Standing::of(game, pos, pov).digits();
        for (woods, table) in self.placed.woods.iter().zip(&self.tables) {
            for place in woods.places() {
                let digit = |&bit: &u16| usize::from(digits[usize::from(bit)]);
                let number = place.iter().rev().fold(0, |number, bit| 3 * number + digit(bit));
                if number != 0 {
                    each(place, table[number], woods.weight);
                }
            }
        }
    }
}

impl<G: Stones> Evaluator<G> for CachedForest {
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score {
        self.placed.weights.score(self.counts(game, pos, pov))
    }
}
