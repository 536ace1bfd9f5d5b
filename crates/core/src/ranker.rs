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
