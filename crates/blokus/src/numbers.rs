//! Moves as numbers: every orientation of every piece has a board of anchor cells of its own.

use agon_abilities::NumberedMoves;

use crate::board::Blokus;
use crate::moves::Move;

impl NumberedMoves for Blokus {
    fn move_numbers(&self) -> u32 {
        self.orientations.len() as u32 * self.cell_count()
    }

    #[inline]
    fn number_of(&self, mv: Move) -> u32 {
        mv.orientation() as u32 * self.cell_count() + mv.anchor() as u32
    }

    fn numbered(&self, number: u32) -> Option<Move> {
        let (orientation, anchor) = (number / self.cell_count(), number % self.cell_count());
        let exists = (orientation as usize) < self.orientations.len();
        let mv = exists.then(|| Move::new(orientation as u16, anchor as u16))?;
        self.is_placement(mv).then_some(mv)
    }
}

impl Blokus {
    fn cell_count(&self) -> u32 {
        self.rules.side() * self.rules.side()
    }
}
