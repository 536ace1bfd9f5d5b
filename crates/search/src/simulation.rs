//! What one Monte Carlo simulation gives: a share of the win for every player, after [Hoang2021] section 3.2.1.
//!
//! Differs from the source, which records scores: a win by one point counts like a win by fifty. Shares are
//! whole twelfths, exact for one to four winners, so sums do not depend on the order in which games end. A player
//! alone always wins, and all moves are then equal.

use agon_core::{Budget, Outcome, PerPlayer, Score};

/// How many simulations are made for a move when the budget limits neither nodes nor time.
pub const DEFAULT_SIMULATIONS: u64 = 1000;

/// A whole win.
pub(crate) const WIN: u64 = 12;

/// The share of the win that each player gets, in twelfths.
#[inline]
pub(crate) fn shares(outcome: &Outcome) -> PerPlayer<u64> {
    let points = outcome.points.as_slice();
    let best = points.iter().copied().max().unwrap_or(0);
    let each = WIN / points.iter().filter(|&&own| own == best).count().max(1) as u64;
    PerPlayer::new(points.len(), |player| if points[player.index()] == best { each } else { 0 })
}

/// The mean share of a win, as a search value between nothing and one point.
pub(crate) fn mean(twelfths: u64, games: u64) -> Score {
    Score::from_f64(twelfths as f64 / (WIN * games.max(1)) as f64)
}

/// How many simulations may be made at most; [`agon_core::Think::node`] knows of the limits that the budget has.
pub(crate) fn allowance(budget: Budget) -> u64 {
    match (budget.nodes, budget.time) {
        (None, None) => DEFAULT_SIMULATIONS,
        _ => u64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares_of(points: &[i32]) -> Vec<u64> {
        let outcome = Outcome { points: PerPlayer::new(points.len(), |p| points[p.index()]) };
        shares(&outcome).as_slice().to_vec()
    }

    #[test]
    fn a_win_is_shared_without_rounding() {
        assert_eq!(shares_of(&[-7]), [12]);
        assert_eq!(shares_of(&[1, -1]), [12, 0]);
        assert_eq!(shares_of(&[5, 5, -3]), [6, 6, 0]);
        assert_eq!(shares_of(&[2, 2, 0, 2]), [4, 4, 0, 4]);
        assert_eq!(shares_of(&[0, 0, 0, 0]), [3, 3, 3, 3]);
    }

    #[test]
    fn the_mean_lies_between_nothing_and_a_point() {
        assert_eq!(mean(0, 0), Score::ZERO);
        assert_eq!(mean(18, 2), Score(750));
        assert_eq!(mean(12 * 9, 9), Score::points(1));
    }
}
