//! What a learned evaluator looks at. Original design: games say what can be seen, learners stay generic over the game.

use std::sync::Arc;

use agon_core::{Explanation, Game, Place, Player};

/// Numbers that describe a position: the inputs of an evaluator that learns.
///
/// ```
/// use agon_abilities::Features;
/// use agon_core::{Game, Player};
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

    /// What the numbers rest on, where it can be shown: a map of the board that they sum over.
    fn explain(&self, _: &G) -> Explanation {
        Explanation::default()
    }
}

impl<G: Game, F: Features<G> + ?Sized> Features<G> for &F {
    fn names(&self) -> Vec<String> {
        (**self).names()
    }

    #[inline]
    fn write(&self, game: &G, pos: &G::Position, pov: Player, out: &mut [f64]) {
        (**self).write(game, pos, pov, out);
    }

    fn explain(&self, game: &G) -> Explanation {
        (**self).explain(game)
    }
}

/// Features of a game of two that fills a board stone by stone, for models that differ from stage to stage of it.
///
/// What one player sees is the negation of what the other does: all numbers are differences.
pub trait BoardFeatures<G: Game>: Features<G> {
    /// How many stones lie on a full board.
    fn cells(&self) -> u32;

    /// How many stones lie on the board: each move adds one, a pass none.
    fn stones(&self, game: &G, pos: &G::Position) -> u32 {
        self.cells().saturating_sub(game.plies_left(pos))
    }

    /// By feature: the first of those that symmetries of the board exchange with it. The default is for features that
    /// are the same on symmetric positions.
    fn classes(&self) -> Vec<usize> {
        (0..self.count()).collect()
    }

    /// The weights whose sum is the mean of what the given ones make of a position and all positions symmetric to it:
    /// with these, symmetric positions weigh the same.
    fn symmetric(&self, weights: &[f64]) -> Vec<f64> {
        let classes = self.classes();
        let mean = |class: &usize| {
            let same = classes.iter().zip(weights).filter(|(other, _)| *other == class);
            let (sum, count) = same.fold((0.0, 0u32), |(sum, count), (_, weight)| (sum + weight, count + 1));
            sum / f64::from(count)
        };
        classes.iter().take(weights.len()).map(mean).collect()
    }

    /// By feature: the cells that it counts, where it counts cells. A map of them shows what each is worth.
    fn counted_cells(&self, _: &G) -> Vec<Vec<Place>> {
        vec![Vec::new(); self.count()]
    }

    /// Weights, prepared so that a position can be weighed quickly. A speed hook: the default writes the numbers out.
    fn weighing(self: Arc<Self>, weights: &[i32]) -> Box<dyn Weighing<G>>
    where
        Self: 'static,
    {
        Box::new(WrittenOut { features: self, weights: weights.to_vec() })
    }
}

/// The weighted sum of a position's features.
///
/// Weights are whole numbers: the sum is the same in whatever order it is found.
pub trait Weighing<G: Game>: Send + Sync {
    /// The sum as the second player sees the position.
    fn weigh(&self, game: &G, pos: &G::Position) -> i64;
}

/// No game has more board features.
pub const MOST_BOARD_FEATURES: usize = 200;

struct WrittenOut<F: ?Sized> {
    features: Arc<F>,
    weights: Vec<i32>,
}

impl<G: Game, F: BoardFeatures<G> + ?Sized> Weighing<G> for WrittenOut<F> {
    fn weigh(&self, game: &G, pos: &G::Position) -> i64 {
        let mut numbers = [0.0; MOST_BOARD_FEATURES];
        let numbers = &mut numbers[..self.weights.len()];
        self.features.write(game, pos, Player::SECOND, numbers);
        numbers.iter().zip(&self.weights).map(|(&number, &weight)| number as i64 * i64::from(weight)).sum()
    }
}
