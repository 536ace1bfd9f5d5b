//! Reversi as a board of three-valued cells, for the forests of [KInARow2012] and tables of patterns [Buro1998].

use agon_abilities::{CellBits, Coordinates, Stones};
use agon_core::Player;

use crate::game::{Move, Reversi};
use crate::geometry::BoardWord;
use crate::position::Position;
use crate::rules::Rules;

/// What tables of patterns look at on 8x8: of the usual shapes, without the lines in the third and fourth row and the diagonals of
/// four and five cells, and instead blocks inside the board. Those say who can move where, long before the edges are filled.
///
/// ```text
///     middle-block        inner-block         side
///     a b c d e f g h     a b c d e f g h     a b c d e f g h
///   1 . . . . . . . .     . . . . . . . .     . . # # # # . .
///   2 . . # # # . . .     . # # # . . . .     . . # # # # . .
///   3 . . # # # . . .     . # # # . . . .     . . . # # . . .
///   4 . . # # # . . .     . # # # . . . .     . . . . . . . .
///   5 . . . . . # . .     . . . . . . . .     . . . . . . . .
/// ```
///
/// Fitted to the same 72,000 games, they miss the value of a search of depth 6 by 5.5 % less than the usual ones with as many
/// instances (held-out positions with 16 to 51 discs: 2.88 instead of 3.05 discs on average). Original design.
const ON_8X8: &[(&str, &[Coordinates])] = &[
    ("corner-2x5", &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1)]),
    ("edge-x", &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (1, 1), (6, 1)]),
    ("middle-block", &[(2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (4, 3), (5, 4)]),
    ("side", &[(2, 0), (3, 0), (4, 0), (5, 0), (2, 1), (3, 1), (4, 1), (5, 1), (3, 2), (4, 2)]),
    ("corner-3x3", &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)]),
    ("inner-block", &[(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3)]),
    ("line-8", &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)]),
    ("diagonal-8", &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)]),
    ("diagonal-7", &[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6)]),
    ("diagonal-6", &[(2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5)]),
];

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

    fn proven_shapes(&self) -> &'static [(&'static str, &'static [Coordinates])] {
        if self.rules.shape == Rules::default().shape { ON_8X8 } else { &[] }
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
        let rules = Rules::from_spec(
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
