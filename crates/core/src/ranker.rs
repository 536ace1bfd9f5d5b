//! A number for a move, found without looking at what follows it. Ours.
//!
//! An [`Evaluator`](crate::Evaluator) values positions. Some players value the move itself: where it is placed, or
//! how much it captures. The test agents of [Cherry2011] section 5.2.1 are all of that kind.

use crate::{Game, Score};

/// Says how good a move is.
///
/// ```
/// use agon_core::{Game, MoveRanker, Score};
///
/// /// Later moves in the game's order are better.
/// struct Last;
/// impl<G: Game> MoveRanker<G> for Last {
///     fn rank(&self, game: &G, pos: &G::Position, mv: G::Move) -> Score {
///         let mut moves = Vec::new();
///         game.moves(pos, &mut moves);
///         Score::points(moves.iter().position(|&other| other == mv).map_or(0, |at| at as i32))
///     }
/// }
/// ```
pub trait MoveRanker<G: Game>: Send + Sync {
    /// The rank of a legal move for the player to move; among equal ones the first in the game's order is played.
    fn rank(&self, game: &G, pos: &G::Position, mv: G::Move) -> Score;

    /// The move of the highest rank; `None` when the game is over. `scratch` is a buffer the caller keeps.
    #[inline]
    fn best(&self, game: &G, pos: &G::Position, scratch: &mut Vec<G::Move>) -> Option<G::Move> {
        scratch.clear();
        game.moves(pos, scratch);
        let (&first, rest) = scratch.split_first()?;
        if rest.is_empty() {
            return Some(first);
        }
        let mut best = (self.rank(game, pos, first), first);
        for &mv in rest {
            let rank = self.rank(game, pos, mv);
            if rank > best.0 {
                best = (rank, mv);
            }
        }
        Some(best.1)
    }
}

impl<G: Game, R: MoveRanker<G> + ?Sized> MoveRanker<G> for &R {
    #[inline]
    fn rank(&self, game: &G, pos: &G::Position, mv: G::Move) -> Score {
        (**self).rank(game, pos, mv)
    }
}

impl<G: Game, R: MoveRanker<G> + ?Sized> MoveRanker<G> for std::sync::Arc<R> {
    #[inline]
    fn rank(&self, game: &G, pos: &G::Position, mv: G::Move) -> Score {
        (**self).rank(game, pos, mv)
    }
}
