//! A number for a position. Original design.

use crate::{Explanation, Game, PerPlayer, Player, Score, Unit};

/// Says how good a position is, without searching.
///
/// Whoever looks at one position after the other may go by what has changed between them: see
/// [`CarriedState`](crate::CarriedState).
///
/// ```
/// use agon_core::{Evaluator, Game, Player, Score};
///
/// /// Every position is as good as any other.
/// struct Level;
/// impl<G: Game> Evaluator<G> for Level {
///     fn value(&self, _: &G, _: &G::Position, _: Player) -> Score { Score::ZERO }
/// }
/// ```
pub trait Evaluator<G: Game>: Send + Sync {
    /// The value of an unfinished position for `pov`: the viewpoint is an argument, not a convention.
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score;

    /// The values of an unfinished position for all players, each the same as [`value`](Self::value) says: for evaluators
    /// that compare players, and would find out the same for each.
    fn values(&self, game: &G, pos: &G::Position) -> PerPlayer<Score> {
        PerPlayer::new(game.players(), |player| self.value(game, pos, player))
    }

    /// What a difference of one is worth in the numbers that the evaluator itself works with: a point, unless it
    /// turns its numbers into points. Only searches that compare values with a constant ask.
    fn unit(&self) -> Score {
        Score::points(1)
    }

    /// What its values count: no more than a rating, unless the evaluator foretells the points of the game.
    fn counts(&self, _: &G) -> Unit {
        Unit::Rating
    }

    /// What the value of an unfinished position is made of, as far as the evaluator can say.
    fn explain(&self, _: &G, _: &G::Position, _: Player) -> Explanation {
        Explanation::default()
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for &E {
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score {
        (**self).value(game, pos, pov)
    }

    fn values(&self, game: &G, pos: &G::Position) -> PerPlayer<Score> {
        (**self).values(game, pos)
    }

    fn unit(&self) -> Score {
        (**self).unit()
    }

    fn counts(&self, game: &G) -> Unit {
        (**self).counts(game)
    }

    fn explain(&self, game: &G, pos: &G::Position, pov: Player) -> Explanation {
        (**self).explain(game, pos, pov)
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score {
        (**self).value(game, pos, pov)
    }

    fn values(&self, game: &G, pos: &G::Position) -> PerPlayer<Score> {
        (**self).values(game, pos)
    }

    fn unit(&self) -> Score {
        (**self).unit()
    }

    fn counts(&self, game: &G) -> Unit {
        (**self).counts(game)
    }

    fn explain(&self, game: &G, pos: &G::Position, pov: Player) -> Explanation {
        (**self).explain(game, pos, pov)
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for std::sync::Arc<E> {
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score {
        (**self).value(game, pos, pov)
    }

    fn values(&self, game: &G, pos: &G::Position) -> PerPlayer<Score> {
        (**self).values(game, pos)
    }

    fn unit(&self) -> Score {
        (**self).unit()
    }

    fn counts(&self, game: &G) -> Unit {
        (**self).counts(game)
    }

    fn explain(&self, game: &G, pos: &G::Position, pov: Player) -> Explanation {
        (**self).explain(game, pos, pov)
    }
}
