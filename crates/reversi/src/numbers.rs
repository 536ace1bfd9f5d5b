//! Moves as numbers: the tile of the cell, and one past the last tile for a pass.

use agon_abilities::NumberedMoves;

use crate::game::{Move, Reversi};
use crate::geometry::BoardWord;

impl<W: BoardWord> NumberedMoves for Reversi<W> {
    fn move_numbers(&self) -> u32 {
        self.rules.shape.width() * self.rules.shape.height() + 1
    }

    #[inline]
    fn number_of(&self, mv: Move) -> u32 {
        let shape = &self.rules.shape;
        match mv {
            Move::Pass => shape.width() * shape.height(),
            Move::Place(cell) => {
                let (column, row) = shape.place(cell);
                row * shape.width() + column
            }
        }
    }

    fn numbered(&self, number: u32) -> Option<Move> {
        let shape = &self.rules.shape;
        if number == shape.width() * shape.height() {
            return Some(Move::Pass);
        }
        shape.cell(number % shape.width(), number / shape.width()).map(Move::Place)
    }
}
