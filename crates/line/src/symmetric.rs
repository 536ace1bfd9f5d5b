//! Boards turned and mirrored: eight ways for squares, four for other rectangles; gravity leaves the mirror of left
//! and right. Original design.

use agon_core::Symmetric;
use agon_grid::{Cell, CellSet, Symmetry};

use crate::game::{Line, Move};
use crate::position::Position;

impl<W: CellSet> Symmetric for Line<W> {
    fn symmetries(&self) -> usize {
        // Of all eight, the mirror of the columns stands second, both mirrors before the turns.
        match self.rules.gravity {
            true => 2,
            false if self.rules.columns == self.rules.rows => 8,
            false => 4,
        }
    }

    fn map_position(&self, index: usize, pos: &Position<W>) -> Position<W> {
        let map = |set: W| {
            set.indices().fold(W::EMPTY, |mapped, cell| {
                mapped | W::single(self.map_cell(index, Cell(cell as u16)).index())
            })
        };
        Position { stones: pos.stones.map(map), ..*pos }
    }

    fn map_move(&self, index: usize, mv: Move) -> Move {
        match mv {
            Move::Place(cell) => Move::Place(self.map_cell(index, cell)),
            Move::Drop(column) => Move::Drop(self.map_place(index, (u32::from(column), 0)).0 as u8),
        }
    }
}

impl<W: CellSet> Line<W> {
    fn map_place(&self, index: usize, place: (u32, u32)) -> (u32, u32) {
        Symmetry::ALL[index].apply((self.rules.columns, self.rules.rows), place)
    }

    pub(crate) fn map_cell(&self, index: usize, cell: Cell) -> Cell {
        let (column, row) = self.map_place(index, self.place(cell));
        self.cell(column, row).unwrap_or(cell)
    }
}
