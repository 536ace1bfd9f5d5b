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

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Game, Seed};
    use std::collections::BTreeSet;

    #[test]
    fn a_move_puts_its_piece_on_a_free_cell() {
        let rules = crate::Rules::from_spec(&"connect4:7x5".parse().unwrap()).unwrap();
        let game: Line<u64> = Line::new(rules).unwrap();
        let (columns, rows) = game.extent();
        assert_eq!((columns, rows), (7, 5));
        let places = || (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let bits: BTreeSet<_> = places().filter_map(|place| game.cell_bit(place)).collect();
        assert_eq!(bits.len(), 35, "every cell has a bit of its own");
        assert_eq!((game.cell_bit((columns, 0)), game.cell_bit((0, rows))), (None, None));
        let has = |pos: &Position<u64>, player, bit: u32| {
            game.stones(pos, player)[bit as usize / 64] >> (bit % 64) & 1 == 1
        };
        let (mut pos, mut rng) = (game.start(), Seed(1).stream("stones", 0));
        while let Some(player) = game.status(&pos).to_move() {
            let mv = game.random_move(&pos, &mut rng, &mut Vec::new()).unwrap();
            let after = game.after(&pos, mv);
            if let Some(place) = game.placed_on(&pos, mv) {
                let bit = game.cell_bit(place).unwrap();
                assert!(!has(&pos, player, bit) && !has(&pos, player.other(), bit), "{place:?}");
                assert!(has(&after, player, bit), "{place:?}");
            }
            pos = after;
        }
    }
}
