//! Line games as boards of three-valued cells, for the forests of [KInARow2012].

use agon_abilities::{CellBits, Coordinates, Stones};
use agon_core::Player;
use agon_grid::CellSet;

use crate::game::{Line, Move};
use crate::position::Position;

impl<W: CellSet> Stones for Line<W> {
    fn extent(&self) -> (u32, u32) {
        (self.rules.columns, self.rules.rows)
    }

    fn cell_bit(&self, place: Coordinates) -> Option<u32> {
        Some(self.cell_from_top(place)?.index())
    }

    #[inline]
    fn stones(&self, pos: &Position<W>, player: Player) -> CellBits {
        pos.stones(player).words()
    }

    fn placed_on(&self, pos: &Position<W>, mv: Move) -> Option<Coordinates> {
        let (column, row) = self.place(self.landing(pos, mv));
        Some((column, self.rules.rows - 1 - row))
    }

    fn map_place(&self, index: usize, place: Coordinates) -> Coordinates {
        let Some(cell) = self.cell_from_top(place) else { return place };
        let (column, row) = self.place(self.map_cell(index, cell));
        (column, self.rules.rows - 1 - row)
    }
}
