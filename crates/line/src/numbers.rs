//! Moves as numbers: the column where stones fall, else the tile of the cell, rows from the top.

use agon_abilities::NumberedMoves;
use agon_grid::CellSet;

use crate::game::{Line, Move};
use crate::position::Position;

/// Of so many cells or columns the same sets come again and again; of more they hardly ever do.
const FEW: u32 = 16;

impl<W: CellSet> NumberedMoves for Line<W> {
    fn move_numbers(&self) -> u32 {
        if self.rules.gravity { self.rules.columns } else { self.rules.columns * self.rules.rows }
    }

    #[inline]
    fn number_of(&self, mv: Move) -> u32 {
        match mv {
            Move::Drop(column) => column.into(),
            Move::Place(cell) => {
                let (column, row) = self.place(cell);
                (self.rules.rows - 1 - row) * self.rules.columns + column
            }
        }
    }

    /// Moves come column by column: the column is looked for only where another one begins.
    fn numbers_of(&self, moves: &[Move], out: &mut Vec<u32>) {
        let (rows, columns, stride) = (self.rules.rows, self.rules.columns, self.geometry.stride());
        let (mut column, mut first) = (0, 0);
        out.extend(moves.iter().map(|&mv| match mv {
            Move::Drop(column) => column.into(),
            Move::Place(cell) => {
                let index = cell.index();
                if index < first || index - first >= stride {
                    column = index / stride;
                    first = column * stride;
                }
                (rows - 1 - (index - first)) * columns + column
            }
        }));
    }

    /// The free cells, or the uppermost cells of the columns with room.
    #[inline]
    fn moves_word(&self, pos: &Position<W>) -> Option<u64> {
        if W::CAPACITY > u64::BITS || self.move_numbers() > FEW {
            return None;
        }
        let open = match (pos.winner, self.rules.gravity) {
            (Some(_), _) => W::EMPTY,
            (None, true) => self.geometry.bottom << (self.rules.rows - 1) & !pos.occupied(),
            (None, false) => self.open(pos),
        };
        let [word] = open.words();
        Some(word)
    }

    fn numbered(&self, number: u32) -> Option<Move> {
        let (columns, rows) = (self.rules.columns, self.rules.rows);
        if self.rules.gravity {
            return (number < columns).then_some(Move::Drop(number as u8));
        }
        let row = (rows - 1).checked_sub(number / columns)?;
        self.cell(number % columns, row).map(Move::Place)
    }
}
