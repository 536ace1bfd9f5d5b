//! What one Monte Carlo simulation gives: a share of the win for every player, after [Hoang2021] section 3.2.1.
//!
//! Differs from the source, which records scores: a win by one point counts like a win by fifty. Shares are
//! whole twelfths ([`WHOLE_WIN`]). A player alone always wins, and all moves are then equal.

use agon_core::{Budget, Score, WHOLE_WIN};

/// How many simulations are made for a move when the budget limits neither nodes nor time.
pub const DEFAULT_SIMULATIONS: u64 = 1000;

/// The mean share of a win, as a search value between nothing and one point.
pub(crate) fn mean(twelfths: u64, games: u64) -> Score {
    Score::from_f64(twelfths as f64 / (WHOLE_WIN * games.max(1)) as f64)
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

    #[test]
    fn the_mean_lies_between_nothing_and_a_point() {
        assert_eq!(mean(0, 0), Score::ZERO);
        assert_eq!(mean(18, 2), Score(750));
        assert_eq!(mean(12 * 9, 9), Score::points(1));
    }
}
