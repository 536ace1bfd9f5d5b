//! The plain form of a forest: every tree is walked through at every place ([KInARow2012] section 3.4). The other forms are
//! checked against it.

use agon_abilities::Stones;
use agon_core::{Evaluator, Player, Score};

use super::{Counts, PlacedForest};
use crate::ternary_places::Standing;

/// Values positions by walking through trees.
#[derive(Clone, Debug)]
pub struct WalkingForest(pub PlacedForest);

impl WalkingForest {
    /// How many places are predicted how; those whose cells are all empty say nothing.
    #[must_use]
    pub fn counts<G: Stones>(&self, game: &G, pos: &G::Position, pov: Player) -> Counts {
        let digits = Standing::of(game, pos, pov).digits();
        let mut counts = Counts::default();
        for woods in &self.0.woods {
            for place in woods.places() {
                let cell = |at: usize| digits[usize::from(place[at])];
                if (0..place.len()).any(|at| cell(at) != 0) {
                    counts.add(woods.tree.predict(cell), woods.weight);
                }
            }
        }
        counts
    }
}

impl<G: Stones> Evaluator<G> for WalkingForest {
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score {
        self.0.weights.score(self.counts(game, pos, pov))
    }
}
