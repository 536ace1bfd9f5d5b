//! Score ratios as rating differences. The logistic scale is that of [Elo1978], the normalised one that of
//! [VanDenBergh2020]: the advantage measured in standard deviations of one game, so that it says how many games it
//! takes to see it, whatever the share of draws.

/// Normalised Elo for each standard deviation of a game's score: the slope of the logistic scale at equality.
pub const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference that a mean score stands for; infinite at 0 and 1.
#[must_use]
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The Elo difference to `agents - 1` opponents that are all equally strong: zero for a fair share of the wins, and
/// the usual one for two agents.
#[must_use]
pub fn elo_among(score: f64, agents: usize) -> f64 {
    elo(score) + 400.0 * ((agents.max(2) - 1) as f64).log10()
}

/// The mean score that an Elo difference stands for: the inverse of [`elo`].
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The normalised Elo of a mean score where `fair` is that of equals, given the variance of the score of a single game;
/// zero without any spread.
#[must_use]
pub fn normalized_elo(score: f64, fair: f64, game_variance: f64) -> f64 {
    if game_variance > 0.0 { (score - fair) / game_variance.sqrt() * NORMALIZED_ELO } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_of_known_scores() {
        assert_eq!(elo(0.5), 0.0);
        assert!((elo(0.76) - 200.24).abs() < 0.01);
        assert!((elo(0.909_090_909) - 400.0).abs() < 0.001);
        assert_eq!(elo(1.0), f64::INFINITY);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
        assert_eq!(elo_among(0.76, 2), elo(0.76));
        assert!(elo_among(0.25, 4).abs() < 1e-9, "one of four with a quarter of the wins");
        for difference in [-350.0, 0.0, 12.5, 400.0] {
            assert!((elo(expected_score(difference)) - difference).abs() < 1e-9);
        }
    }

    #[test]
    fn normalised_elo_by_hand() {
        // Without draws the standard deviation is one half at equality, so the two scales agree to first order.
        assert!((normalized_elo(0.51, 0.5, 0.2499) - elo(0.51)).abs() < 0.01);
        assert_eq!(normalized_elo(0.25, 0.25, 0.19), 0.0, "one of four with a fair share");
        assert_eq!(normalized_elo(0.5, 0.5, 0.0), 0.0);
    }
}
