//! Keys and symmetries of positions.
//!
//! A symmetry must leave every start cell where it is, or the colours would change places: the transposition for
//! two players in opposite corners, none but the identity for four.

use agon_core::{Keyed, Symmetric, keys, least_key};
use agon_grid::{Cell, Shape, Symmetry};

use crate::board::Blokus;
use crate::cells::Cells;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

/// The symmetries of the board that leave the start cells where they are, the identity first.
pub(crate) fn of(rules: &Rules, shape: &Shape) -> Vec<Symmetry> {
    let size = (shape.width(), shape.height());
    let keeps = |symmetry: &Symmetry| rules.starts().iter().all(|&cell| symmetry.apply(size, cell) == cell);
    shape.symmetries().into_iter().filter(keeps).collect()
}

impl Symmetric for Blokus {
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    fn map_position(&self, index: usize, pos: &Position) -> Position {
        let map = |own: Cells| {
            own.iter().fold(Cells::EMPTY, |mut mapped, (column, row)| {
                let (column, row) = self.shape.place(self.map_cell(index, self.cell(column, row)));
                mapped.insert(column, row);
                mapped
            })
        };
        Position { own: pos.own.map(map), witnesses: Default::default(), ..*pos }
    }

    fn map_move(&self, index: usize, mv: Move) -> Move {
        let cells: Vec<_> = self.cells_of(mv).map(|cell| self.map_cell(index, cell)).collect();
        self.placement(&cells).unwrap_or(mv)
    }
}

impl Blokus {
    fn map_cell(&self, index: usize, cell: Cell) -> Cell {
        self.shape.mapped(self.symmetries[index], cell).unwrap_or(cell)
    }
}

impl Keyed for Blokus {
    /// Cells and turn say everything but how a finished colour ended.
    fn key(&self, pos: &Position) -> u64 {
        let turn = u64::from(pos.to_move.0) << 8 | u64::from(pos.single_last);
        let pair = |rows: &[u32]| u64::from(rows[0]) << 32 | u64::from(rows[1]);
        let own = &pos.own[..self.rules.colors().len()];
        let rows = own.iter().flat_map(|own| own.0.chunks_exact(2).map(pair));
        // The turn is a word of its own: next to the pieces, it would look like a cell of theirs.
        keys::finish(keys::fold(0, std::iter::once(turn).chain(rows)))
    }

    fn canonical_key(&self, pos: &Position) -> u64 {
        least_key(self, pos)
    }
}
