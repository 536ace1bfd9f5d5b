//! Placed cells: the simplest value of a position. One step ahead it is the first strategy of [Hoang2021] section
//! 2.1.1, placing the largest piece.

use agon_core::{Evaluator, PerPlayer, Player, Score, Unit};

use crate::{Blokus, Position};

/// Own cells on the board minus those of the best opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlacedCells;

impl Evaluator<Blokus> for PlacedCells {
    fn value(&self, game: &Blokus, pos: &Position, pov: Player) -> Score {
        let rules = game.rules();
        let placed = |player| rules.colors_of(player).map(|color| pos.cells(color).count() as i32).sum();
        let points = PerPlayer::new(rules.players(), placed);
        agon_core::Outcome { points }.score(pov)
    }

    fn counts(&self, _: &Blokus) -> Unit {
        Unit::Points
    }
}
