//! Reversi as a board of three-valued cells, for the forests of [KInARow2012].

use agon_abilities::{CellBits, Coordinates, Stones};
use agon_core::Player;

use crate::game::{Move, Reversi};
use crate::geometry::BoardWord;
use crate::position::Position;

impl<W: BoardWord> Stones for Reversi<W> {
    fn extent(&self) -> (u32, u32) {
        (self.rules.shape.width(), self.rules.shape.height())
    }

    fn cell_bit(&self, (column, row): Coordinates) -> Option<u32> {
        Some(self.rules.shape.cell(column, row)?.index())
    }

    #[inline]
    fn stones(&self, pos: &Position<W>, player: Player) -> CellBits {
        pos.discs(player).words()
    }

    fn placed_on(&self, _: &Position<W>, mv: Move) -> Option<Coordinates> {
        match mv {
            Move::Place(cell) => Some(self.rules.shape.place(cell)),
            Move::Pass => None,
        }
    }

    fn map_place(&self, index: usize, place: Coordinates) -> Coordinates {
        let shape = &self.rules.shape;
        shape.cell(place.0, place.1).map_or(place, |cell| shape.place(self.map_cell(index, cell)))
    }
}
