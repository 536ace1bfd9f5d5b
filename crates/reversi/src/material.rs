//! Disc difference: the simplest value of a position. One step ahead it is the greedy player of [Cherry2011]
//! section 5.2, who takes the move that flips most.

use agon_core::{Evaluator, Player, Score, Unit};

use crate::{BoardWord, Position, Reversi};

/// Own discs minus the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiscDifference;

impl<W: BoardWord> Evaluator<Reversi<W>> for DiscDifference {
    #[inline]
    fn value(&self, _: &Reversi<W>, pos: &Position<W>, pov: Player) -> Score {
        let discs = |player| pos.discs(player).count() as i32;
        Score::points(discs(pov) - discs(pov.other()))
    }

    fn counts(&self, _: &Reversi<W>) -> Unit {
        Unit::Points
    }
}
