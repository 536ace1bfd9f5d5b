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

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Game, Seed};
    use std::collections::BTreeSet;

    #[test]
    fn a_move_puts_its_piece_on_a_free_cell() {
        let rules = crate::Rules::from_spec(
            &"reversi:#......#/......../......../......../......../#......#".parse().unwrap(),
        )
        .unwrap();
        let game: Reversi<u64> = Reversi::new(rules).unwrap();
        let (columns, rows) = game.extent();
        assert_eq!((columns, rows), (8, 6));
        let places = || (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let bits: BTreeSet<_> = places().filter_map(|place| game.cell_bit(place)).collect();
        assert_eq!(bits.len(), 44, "every cell has a bit of its own");
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
