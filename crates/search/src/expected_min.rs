//! Expected-min: minimax against an opponent who errs ([Cherry2011] section 4.2).
//!
//! Plain minimax trusts the opponent to find the best reply. Expected-min gives every reply a chance, the better ones
//! (for the opponent) the greater: the weight of a reply of value v among replies of largest value m is
//!
//! ```text
//!   w = v - (m + 1),   normalised by the sum of all weights
//!
//!   example of the thesis:  values 1 2 3  ->  weights -3 -2 -1  ->  1/2 1/3 1/6  ->  1.667
//! ```
//!
//! The player's own nodes take the maximum as usual. Every reply counts, so nothing can be pruned: that is the exact
//! form. The thesis also ran it with alpha-beta cuts (figure 5.3), where a reply that would refute the player's move
//! under plain minimax ends the node, and the mean is taken over the replies seen until then. That is an
//! approximation, and called so: [`ExpectedMin::pruned`].
//!
//! Differs from the source: everybody but the player at the root is the opponent, so that more than two players and
//! several moves in a row make sense. Finished games count their final score as it is: moved out of the evaluator's
//! reach they would outweigh every mean. The one of m + 1 is the evaluator's own ([`Evaluator::unit`]): for a network whose
//! outputs lie between 0 and 1 the whole range, for all others a point.

use agon_core::{Evaluator, Explanation, Game, Player, Score, Status, Stopped, Think, Unit};

use crate::deepening::{FixedDepth, Found, Root, RootMove};

/// Minimax with expected replies.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedMin<E> {
    /// What an unfinished leaf is worth.
    pub evaluator: E,
    /// Cut with alpha-beta bounds: faster, and an approximation.
    pub pruned: bool,
}

/// The values that still matter under plain minimax.
#[derive(Clone, Copy)]
struct Bounds {
    alpha: Score,
    beta: Score,
}

struct Search<'s, G: Game, E> {
    game: &'s G,
    evaluator: &'s E,
    pruned: bool,
    root: Player,
    unit: Score,
    /// The moves of all plies above, one stack.
    moves: Vec<G::Move>,
    /// The values of replies, likewise.
    values: Vec<Score>,
}

impl<G: Game, E: Evaluator<G>> Search<'_, G, E> {
    /// The value of a position for the player at the root.
    fn value(
        &mut self,
        pos: &G::Position,
        depth: u32,
        bounds: Bounds,
        think: &mut Think<'_>,
    ) -> Result<Score, Stopped> {
        think.node()?;
        let player = match self.game.status(pos) {
            Status::Over(outcome) => return Ok(self.game.final_score(pos, &outcome, self.root)),
            Status::ToMove(player) => player,
        };
        if depth == 0 {
            return Ok(self.evaluator.value(self.game, pos, self.root));
        }
        let first = self.moves.len();
        self.game.moves(pos, &mut self.moves);
        let value = if player == self.root {
            self.best(pos, depth, bounds, first, think)?
        } else {
            self.expected(pos, depth, bounds, first, think)?
        };
        self.moves.truncate(first);
        Ok(value)
    }

    /// The best of the own moves from `first` on.
    fn best(
        &mut self,
        pos: &G::Position,
        depth: u32,
        mut bounds: Bounds,
        first: usize,
        think: &mut Think<'_>,
    ) -> Result<Score, Stopped> {
        let mut best = -Score::INFINITE;
        for index in first..self.moves.len() {
            let child = self.game.after(pos, self.moves[index]);
            best = best.max(self.value(&child, depth - 1, bounds, think)?);
            bounds.alpha = bounds.alpha.max(best);
            if self.pruned && bounds.alpha >= bounds.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The expected value of the replies from `first` on.
    fn expected(
        &mut self,
        pos: &G::Position,
        depth: u32,
        mut bounds: Bounds,
        first: usize,
        think: &mut Think<'_>,
    ) -> Result<Score, Stopped> {
        let first_value = self.values.len();
        for index in first..self.moves.len() {
            let child = self.game.after(pos, self.moves[index]);
            let value = self.value(&child, depth - 1, bounds, think)?;
            self.values.push(value);
            bounds.beta = bounds.beta.min(value);
            if self.pruned && bounds.beta <= bounds.alpha {
                break;
            }
        }
        let expected = expected_value(&self.values[first_value..], self.unit);
        self.values.truncate(first_value);
        Ok(expected)
    }
}

/// The mean of the values, weighted as the module says; zero without any. Rounded once, to the nearest.
fn expected_value(values: &[Score], unit: Score) -> Score {
    let Some(&largest) = values.iter().max() else { return Score::ZERO };
    let above = i128::from(largest.0) + i128::from(unit.0);
    let weights = values.iter().map(|value| above - i128::from(value.0));
    let (sum, total) = weights
        .zip(values)
        .fold((0, 0), |(sum, total), (weight, value)| (sum + weight * i128::from(value.0), total + weight));
    Score((2 * sum + total).div_euclid(2 * total) as i32)
}

impl<G: Game, E: Evaluator<G>> FixedDepth<G> for ExpectedMin<E> {
    fn name(&self) -> &str {
        "expected-min"
    }

    fn counts(&self, game: &G) -> Unit {
        self.evaluator.counts(game)
    }

    fn explain(&self, game: &G, pos: &G::Position, pov: Player) -> Explanation {
        self.evaluator.explain(game, pos, pov)
    }

    fn learns(&self) -> bool {
        false
    }

    fn search(
        &mut self,
        game: &G,
        root: &Root<G>,
        depth: u32,
        think: &mut Think<'_>,
    ) -> Result<Found<G::Move>, Stopped> {
        let mut search = Search {
            game,
            evaluator: &self.evaluator,
            pruned: self.pruned,
            root: root.player,
            unit: self.evaluator.unit(),
            moves: Vec::new(),
            values: Vec::new(),
        };
        let mut bounds = Bounds { alpha: -Score::INFINITE, beta: Score::INFINITE };
        let mut moves = Vec::new();
        for &mv in &root.moves {
            let score = search.value(&game.after(&root.pos, mv), depth - 1, bounds, think)?;
            bounds.alpha = bounds.alpha.max(score);
            moves.push(RootMove::exact(mv, score, Vec::new()));
        }
        // An expectation is never the proven result of perfect play.
        Ok(Found { moves, proven: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected_points(points: &[i32]) -> Score {
        expected_value(
            &points.iter().map(|&points| Score::points(points)).collect::<Vec<_>>(),
            Score::points(1),
        )
    }

    #[test]
    fn the_example_of_the_thesis() {
        assert_eq!(expected_points(&[1, 2, 3]), Score(1667));
        assert_eq!(expected_points(&[3, 1, 2]), Score(1667), "the order does not matter");
    }

    #[test]
    fn a_large_unit_makes_the_replies_nearly_even() {
        // Weights -5 -4 -3: (1 * 5 + 2 * 4 + 3 * 3) / 12.
        let values = [1, 2, 3].map(Score::points);
        assert_eq!(expected_value(&values, Score::points(3)), Score(1833));
    }

    #[test]
    fn a_single_reply_is_certain() {
        assert_eq!(expected_points(&[-7]), Score::points(-7));
        assert_eq!(expected_points(&[4, 4, 4]), Score::points(4));
        assert_eq!(expected_value(&[], Score::points(1)), Score::ZERO);
    }

    #[test]
    fn the_mean_lies_between_the_worst_and_the_plain_mean() {
        let expected = expected_points(&[-10, 0, 40]);
        assert!(expected > Score::points(-10) && expected < Score::points(10), "{expected}");
        // Extreme values do not overflow.
        let _ = expected_value(&[Score::INFINITE, -Score::INFINITE, Score(1)], Score::points(1));
    }
}
