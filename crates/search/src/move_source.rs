//! Which moves a search looks at: all of them, or fewer on purpose.
//!
//! Narrowing is a choice of the searcher, not of the rules. [KInARow2012] section 4.4 looks only near existing stones;
//! the games that know nearness offer a source of their own. A beam keeps the moves that an evaluator likes.

use agon_core::static_value::best_first;
use agon_core::{Evaluator, Game};

/// Gives the moves to search.
pub trait MoveSource<G: Game>: Send + Sync {
    /// Appends some legal moves, at least one where there is one, in a fixed order.
    fn moves(&self, game: &G, pos: &G::Position, out: &mut Vec<G::Move>);

    /// Whether these are always all legal moves; only then can a search prove anything.
    fn is_complete(&self) -> bool;
}

/// All legal moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllMoves;

impl<G: Game> MoveSource<G> for AllMoves {
    #[inline]
    fn moves(&self, game: &G, pos: &G::Position, out: &mut Vec<G::Move>) {
        game.moves(pos, out);
    }

    fn is_complete(&self) -> bool {
        true
    }
}

/// The moves of another source that lead to the best values for the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Beam<S, E> {
    /// Where the moves come from.
    pub source: S,
    /// What is liked.
    pub evaluator: E,
    /// How many moves are kept.
    pub width: usize,
}

impl<G: Game, S: MoveSource<G>, E: Evaluator<G>> MoveSource<G> for Beam<S, E> {
    fn moves(&self, game: &G, pos: &G::Position, out: &mut Vec<G::Move>) {
        let first = out.len();
        self.source.moves(game, pos, out);
        if out.len() - first > self.width {
            best_first(game, &self.evaluator, pos, &mut out[first..]);
            out.truncate(first + self.width.max(1));
        }
    }

    fn is_complete(&self) -> bool {
        false
    }
}

impl<G: Game, S: MoveSource<G> + ?Sized> MoveSource<G> for std::sync::Arc<S> {
    #[inline]
    fn moves(&self, game: &G, pos: &G::Position, out: &mut Vec<G::Move>) {
        (**self).moves(game, pos, out);
    }

    fn is_complete(&self) -> bool {
        (**self).is_complete()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Notation;
    use agon_reversi::{DiscDifference, Reversi};

    #[test]
    fn a_beam_keeps_what_the_evaluator_likes() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let mut pos = game.start();
        game.play_moves(&mut pos, "f5d6c3d3c4").unwrap();
        let beam = Beam { source: AllMoves, evaluator: DiscDifference, width: 2 };
        let (mut all, mut kept) = (Vec::new(), Vec::new());
        game.moves(&pos, &mut all);
        beam.moves(&game, &pos, &mut kept);
        assert_eq!(kept.len(), 2);
        let flips = |&mv: &agon_reversi::Move| match mv {
            agon_reversi::Move::Place(cell) => game.flips(&pos, cell).count_ones(),
            agon_reversi::Move::Pass => 0,
        };
        let most = all.iter().map(flips).max();
        assert_eq!(Some(flips(&kept[0])), most);
    }
}
