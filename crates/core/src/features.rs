//! What a learned evaluator looks at. Ours: games say what can be seen, learners stay generic over the game.

use crate::{Game, Player};

/// Numbers that describe a position: the inputs of an evaluator that learns.
///
/// ```
/// use agon_core::{Features, Game, Player};
///
/// /// How many moves there are.
/// struct Mobility;
/// impl<G: Game> Features<G> for Mobility {
///     fn names(&self) -> Vec<String> { vec!["moves".to_owned()] }
///     fn write(&self, game: &G, pos: &G::Position, _: Player, out: &mut [f64]) {
///         out[0] = game.count_moves(pos) as f64;
///     }
/// }
/// ```
pub trait Features<G: Game>: Send + Sync {
    /// What each number says, in the order in which they are written.
    fn names(&self) -> Vec<String>;

    /// How many numbers there are.
    fn count(&self) -> usize {
        self.names().len()
    }

    /// Writes the numbers of a position as `pov` sees it; `out` has exactly [`count`](Self::count) places.
    fn write(&self, game: &G, pos: &G::Position, pov: Player, out: &mut [f64]);
}

impl<G: Game, F: Features<G> + ?Sized> Features<G> for &F {
    fn names(&self) -> Vec<String> {
        (**self).names()
    }

    #[inline]
    fn write(&self, game: &G, pos: &G::Position, pov: Player, out: &mut [f64]) {
        (**self).write(game, pos, pov, out);
    }
}
