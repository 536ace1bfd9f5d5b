//! One model for everything that a match says of a score: its interval, the Elo of both ends, the likelihood of
//! superiority. Original design, after the beta intervals that [KornGraubard1998] give for clustered samples.
//!
//! Games of a round share their opening and their agents, so only rounds are independent. Of `n` rounds with the mean
//! shares `x` (an unfinished round counts as the part of a round that was played):
//!
//! - the mean is that of the rounds and of one more that is as likely won as a fair share says, which is Jeffreys's
//!   choice for coins [BrownCaiDasGupta2001];
//! - the variance of a round is that around this mean, of the rounds and of two more of that kind. Sweeps and rounds
//!   that are all alike keep a width this way, and a lone unfinished round weighs little;
//! - the variance of the mean is that divided by `n + 1`.
//!
//! The score has the beta distribution with this mean and variance. The interval cuts off 2.5 percent of it on each
//! side, or nothing where all or none of the points were won; the likelihood of superiority is what lies above a fair
//! share. So it is above 97.5 percent exactly when the interval lies above a fair share, and two agents always see
//! mirror images.
//!
//! Coverage, found by exact enumeration up to 10 games and by simulation beyond (`tests`), for true scores of 0.5, 0.7 and
//! 0.95, up to 60 percent draws, pairs from all alike to all opposite, and with and without an advantage of the first
//! move: in the mean 95 percent or more, and in the worst of these 90 cases at least
//!
//! | games | 1 | 2 | 3 | 4 | 5 | 6 | 10 | 101 | 1,000 |
//! |---|---|---|---|---|---|---|---|---|---|
//! | coverage in percent | 100 | 100 | 99 | 98 | 98 | 97 | 96.5 | 94 | 93.5 |
//!
//! For four agents at one table, with true scores of 0.1, 0.25 and 0.6, up to 20 percent shared wins and rounds from
//! independent games to four alike, at least 99 percent with 2 and 4 games, 97.5 with 10, 92 with 40, 90 with 101 and
//! 93.5 with 400. (The worst are 25 rounds of four games that always end alike: a coin with a chance of 0.1.)
//!
//! Rounds in which nothing is random (two agents that always play the same game) are one round, however often they are
//! played; no model can see that.

use super::beta::Beta;
use super::interval::Interval;

/// Rounds that pull the mean towards a fair share.
const MEAN_PRIOR: f64 = 1.0;
/// Rounds, won as often as a fair share says, that keep the spread from vanishing.
const SPREAD_PRIOR: f64 = 2.0;

/// The rounds of one agent added up: whole numbers, so that the order does not matter. Shares are in twelfths of a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RoundSums {
    games: u64,
    shares: u64,
    squared_games: u64,
    squared_shares: u64,
    games_by_shares: u64,
}

impl RoundSums {
    /// Adds a round of so many games, which brought so many twelfths.
    pub fn add(&mut self, games: u64, twelfths: u64) {
        self.games += games;
        self.shares += twelfths;
        self.squared_games += games * games;
        self.squared_shares += twelfths * twelfths;
        self.games_by_shares += games * twelfths;
    }

    /// Adds the rounds of another.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.shares += other.shares;
        self.squared_games += other.squared_games;
        self.squared_shares += other.squared_shares;
        self.games_by_shares += other.games_by_shares;
    }

    /// All shares, in twelfths.
    #[must_use]
    pub fn twelfths(&self) -> u64 {
        self.shares
    }

    /// What they say of the score of one among `agents` agents, where a full round has a game for each.
    #[must_use]
    pub fn estimate(&self, agents: usize) -> ScoreEstimate {
        let full = agents.max(1) as f64;
        ScoreEstimate::new(&Sums {
            rounds: self.games as f64 / full,
            won: self.shares as f64 / (12.0 * full),
            squared_rounds: self.squared_games as f64 / (full * full),
            squared_won: self.squared_shares as f64 / (144.0 * full * full),
            rounds_by_won: self.games_by_shares as f64 / (12.0 * full * full),
            fair: 1.0 / full,
        })
    }
}

/// Sums over rounds, each counted as the part of a round that it is.
struct Sums {
    rounds: f64,
    won: f64,
    squared_rounds: f64,
    squared_won: f64,
    rounds_by_won: f64,
    fair: f64,
}

/// What is known of a score: a distribution for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreEstimate {
    value: f64,
    fair: f64,
    round_variance: f64,
    /// Nothing where nothing is open: a single agent has every win.
    posterior: Option<Beta>,
    any: bool,
}

impl ScoreEstimate {
    /// The score in `count` independent samples from [0, 1], given the means of them and of their squares.
    #[must_use]
    pub fn of_samples(count: u64, mean: f64, mean_square: f64) -> Self {
        let rounds = count as f64;
        let won = mean * rounds;
        Self::new(&Sums {
            rounds,
            won,
            squared_rounds: rounds,
            squared_won: mean_square * rounds,
            rounds_by_won: won,
            fair: 0.5,
        })
    }

    fn new(sums: &Sums) -> Self {
        let &Sums { rounds, won, fair, .. } = sums;
        let mean = (MEAN_PRIOR * fair + won) / (MEAN_PRIOR + rounds);
        let spread = sums.squared_won - 2.0 * mean * sums.rounds_by_won + mean * mean * sums.squared_rounds;
        let prior_spread = fair * (1.0 - mean) * (1.0 - mean) + (1.0 - fair) * mean * mean;
        let round_variance = (spread.max(0.0) + SPREAD_PRIOR * prior_spread) / (rounds + SPREAD_PRIOR);
        let open = fair < 1.0;
        Self {
            value: if rounds > 0.0 { won / rounds } else { fair },
            fair,
            round_variance,
            posterior: open.then(|| Beta::with_moments(mean, round_variance / (rounds + 1.0))),
            any: rounds > 0.0,
        }
    }

    /// The mean share of the games as they were; a fair share without any.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The score with its 95 percent interval.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let value = self.value;
        let Some(posterior) = self.posterior else { return Interval { value, low: value, high: value } };
        // Where every point was won nothing speaks against winning always.
        let low = if self.any && value > 0.0 { posterior.quantile(0.025).min(value) } else { 0.0 };
        let upper = || (1.0 - posterior.mirrored().quantile(0.025)).max(value);
        let high = if self.any && value < 1.0 { upper() } else { 1.0 };
        Interval { value, low, high }
    }

    /// The likelihood of superiority: the chance that the agent deserves more than a fair share.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        match self.posterior {
            Some(posterior) if self.any => posterior.above(self.fair),
            _ => 0.5,
        }
    }

    /// The variance of the mean share of a round.
    #[must_use]
    pub fn round_variance(&self) -> f64 {
        self.round_variance
    }
}

#[cfg(test)]
mod tests;
