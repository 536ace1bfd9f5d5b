//! Moves close to what happens: a source of moves for searches, after [KInARow2012] section 4.4. It is not a rule of the game.
//!
//! Differs from the source: the figures there leave open what a radius is; here it counts king's steps, and an empty
//! board offers its centre.

use agon_grid::{Cell, CellSet};

use crate::game::{Line, Move};
use crate::position::Position;

impl<W: CellSet> Line<W> {
    /// Appends the legal moves whose stone comes to rest at most `radius` king's steps from another stone, in the
    /// order of [`moves`](agon_core::Game::moves); on an empty board, those to the one, two or four centre cells,
    /// or columns.
    ///
    /// A radius of zero counts as one, so that there is a move unless the game is over.
    pub fn near(&self, pos: &Position<W>, radius: u32, out: &mut Vec<Move>) {
        let close = if pos.placed == 0 { self.centre() } else { self.grown(pos.occupied(), radius.max(1)) };
        let cells = close & self.open(pos);
        out.extend(cells.indices().map(|index| self.move_to(Cell(index as u16))));
    }

    /// The cells at most `radius` king's steps from the set. Every step passes the edge by one, onto a spare bit.
    fn grown(&self, mut set: W, radius: u32) -> W {
        let (board, right) = (self.geometry.board, self.geometry.stride());
        for _ in 0..radius.min(self.rules.columns.max(self.rules.rows)) {
            let column = set | (set << 1 | set >> 1) & board;
            set = column | (column << right | column >> right) & board;
        }
        set
    }

    fn centre(&self) -> W {
        let (columns, rows) = (self.rules.columns, self.rules.rows);
        let mut centre = W::EMPTY;
        for column in (columns - 1) / 2..=columns / 2 {
            for row in (rows - 1) / 2..=rows / 2 {
                let row = if self.rules.gravity { 0 } else { row };
                centre |= self.cell(column, row).map_or(W::EMPTY, |cell| W::single(cell.index()));
            }
        }
        centre
    }
}
