//! The deterministic test agents of [Cherry2011] section 5.2.1, as ranks of moves.
//!
//! * greedy (5.2.1.1): the number of discs flipped;
//! * influence (5.2.1.2): the influence of the place, whatever lies on the board;
//! * greedy-influence (5.2.1.3): the product of both.
//!
//! The source does not say who wins a tie; here as everywhere the first in board order does. A pass is worth nothing.

use agon_abilities::MoveRanker;
use agon_core::{Explanation, Score};
use agon_grid::Cell;

use crate::{BoardWord, Influence, Move, Position, Reversi};

/// Ranks a move by the discs it flips.
#[derive(Clone, Copy, Debug, Default)]
pub struct MostFlips;

impl<W: BoardWord> MoveRanker<Reversi<W>> for MostFlips {
    #[inline]
    fn rank(&self, game: &Reversi<W>, pos: &Position<W>, mv: Move) -> Score {
        placed(mv, |cell| flips(game, pos, cell))
    }
}

/// Ranks a move by the influence of its place.
#[derive(Clone, Debug)]
pub struct BestPlace<W>(pub Influence<W>);

impl<W: BoardWord> MoveRanker<Reversi<W>> for BestPlace<W> {
    #[inline]
    fn rank(&self, _: &Reversi<W>, _: &Position<W>, mv: Move) -> Score {
        placed(mv, |cell| self.0.at(cell))
    }

    fn explain(&self, game: &Reversi<W>, _: &Position<W>) -> Explanation {
        Explanation::showing(self.0.map(&game.rules().shape))
    }
}

/// Ranks a move by the influence of its place times the discs it flips.
#[derive(Clone, Debug)]
pub struct FlipsTimesPlace<W>(pub Influence<W>);

impl<W: BoardWord> MoveRanker<Reversi<W>> for FlipsTimesPlace<W> {
    #[inline]
    fn rank(&self, game: &Reversi<W>, pos: &Position<W>, mv: Move) -> Score {
        placed(mv, |cell| self.0.at(cell) * flips(game, pos, cell))
    }

    fn explain(&self, game: &Reversi<W>, _: &Position<W>) -> Explanation {
        Explanation::showing(self.0.map(&game.rules().shape))
    }
}

#[inline]
fn placed(mv: Move, value: impl FnOnce(Cell) -> i32) -> Score {
    match mv {
        Move::Place(cell) => Score::points(value(cell)),
        Move::Pass => Score::ZERO,
    }
}

#[inline]
fn flips<W: BoardWord>(game: &Reversi<W>, pos: &Position<W>, cell: Cell) -> i32 {
    game.flips(pos, cell).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InfluenceMap;
    use agon_core::Notation;

    #[test]
    fn ranks_follow_their_definitions() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let influence = InfluenceMap::new([1, 2, 3, 4, 5, 6, 7, 8]).unwrap().on(game.rules()).unwrap();
        let drawn = "-OX----- -------- -OOX---- -------- -OOOOOX- -------- -------- -------- X";
        let pos = game.read_position(drawn).unwrap();
        for (text, flips, place) in [("a1", 1, 10), ("a3", 2, 3), ("a5", 5, 6)] {
            let mv = game.read_move(text).unwrap();
            assert_eq!(MostFlips.rank(&game, &pos, mv), Score::points(flips), "{text}");
            assert_eq!(BestPlace(influence.clone()).rank(&game, &pos, mv), Score::points(place));
            assert_eq!(
                FlipsTimesPlace(influence.clone()).rank(&game, &pos, mv),
                Score::points(flips * place)
            );
        }
        assert_eq!(MostFlips.rank(&game, &pos, Move::Pass), Score::ZERO);
    }
}
