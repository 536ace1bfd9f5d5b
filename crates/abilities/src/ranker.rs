//! A number for a move, found without looking at what follows it. Original design.
//!
//! An [`Evaluator`](agon_core::Evaluator) values positions. Some players value the move itself: where it is placed, or
//! how much it captures. The test agents of [Cherry2011] section 5.2.1 are all of that kind.

use agon_core::static_value::static_value;
use agon_core::{Evaluator, Explanation, Game, Score, first_best};

/// What ranks of moves say to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankMeaning {
    /// The rank of a move is its value.
    Value,
    /// Ranks compare the moves of one position, but they are not values.
    Comparison,
    /// All ranks are equal: the first candidate is played.
    Nothing,
}

/// Says how good a move is.
///
/// ```
/// use agon_abilities::MoveRanker;
/// use agon_core::{Game, Score};
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
    /// The rank of a legal move for the player to move; among equal ones the first [candidate](Self::candidates) is
    /// played.
    fn rank(&self, game: &G, pos: &G::Position, mv: G::Move) -> Score;

    /// Appends the ranks of some legal moves of a position, in their order. A speed hook: what all moves of a position share
    /// can be found once.
    fn rank_all(&self, game: &G, pos: &G::Position, moves: &[G::Move], out: &mut Vec<Score>) {
        out.extend(moves.iter().map(|&mv| self.rank(game, pos, mv)));
    }

    /// Appends all legal moves, those first that are preferred among equals: in the game's order, unless the ranker has
    /// one of its own.
    #[inline]
    fn candidates(&self, game: &G, pos: &G::Position, out: &mut Vec<G::Move>) {
        game.moves(pos, out);
    }

    /// What the ranks of the moves of a position rest on, as far as the ranker can say.
    fn explain(&self, _: &G, _: &G::Position) -> Explanation {
        Explanation::default()
    }

    /// What ranks say to people.
    fn meaning(&self) -> RankMeaning {
        RankMeaning::Value
    }

    /// The move of the highest rank; `None` when the game is over. `scratch` is a buffer the caller keeps.
    #[inline]
    fn best(&self, game: &G, pos: &G::Position, scratch: &mut Vec<G::Move>) -> Option<G::Move> {
        scratch.clear();
        self.candidates(game, pos, scratch);
        first_best(scratch.iter().copied(), |&mv| self.rank(game, pos, mv))
    }
}

impl<G: Game, R: MoveRanker<G> + ?Sized> MoveRanker<G> for std::sync::Arc<R> {
    #[inline]
    fn rank(&self, game: &G, pos: &G::Position, mv: G::Move) -> Score {
        (**self).rank(game, pos, mv)
    }

    fn explain(&self, game: &G, pos: &G::Position) -> Explanation {
        (**self).explain(game, pos)
    }

    fn rank_all(&self, game: &G, pos: &G::Position, moves: &[G::Move], out: &mut Vec<Score>) {
        (**self).rank_all(game, pos, moves, out);
    }

    #[inline]
    fn candidates(&self, game: &G, pos: &G::Position, out: &mut Vec<G::Move>) {
        (**self).candidates(game, pos, out);
    }

    fn meaning(&self) -> RankMeaning {
        (**self).meaning()
    }

    #[inline]
    fn best(&self, game: &G, pos: &G::Position, scratch: &mut Vec<G::Move>) -> Option<G::Move> {
        (**self).best(game, pos, scratch)
    }
}

/// Ranks a move by the value of the position after it: minimax of depth one ([Cherry2011] section 4.2.2.3). So every
/// evaluator is a ranker.
///
/// Differs from the source, where only the network speaks: a move that ends the game counts as its result.
#[derive(Clone, Copy, Debug)]
pub struct OneAhead<E>(pub E);

impl<G: Game, E: Evaluator<G>> MoveRanker<G> for OneAhead<E> {
    #[inline]
    fn rank(&self, game: &G, pos: &G::Position, mv: G::Move) -> Score {
        let Some(me) = game.status(pos).to_move() else { return Score::ZERO };
        static_value(game, &self.0, &game.after(pos, mv), me)
    }

    fn explain(&self, game: &G, pos: &G::Position) -> Explanation {
        let player = game.status(pos).to_move();
        player.map(|player| self.0.explain(game, pos, player)).unwrap_or_default()
    }
}
