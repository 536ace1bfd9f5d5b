//! What counts say: means with intervals, Elo differences, sequential tests, ratings. Nothing here plays games.
//!
//! One idea to a file, each with its source. Everything takes counts or samples and gives numbers, so it can be
//! checked against published values and by simulation.

mod beta;
mod bootstrap;
mod bradley_terry;
mod elo;
mod interval;
mod multinomial;
mod normal;
mod score;
mod sprt;

pub use bootstrap::bootstrap;
pub use bradley_terry::{Encounter, Rating, Ratings, ratings};
pub use elo::{NORMALIZED_ELO, elo, elo_among, expected_score, normalized_elo};
pub use interval::{Interval, Moments, standard_deviation};
pub use multinomial::{PENTANOMIAL, TRINOMIAL, log_likelihood_ratio};
pub use normal::{normal_cdf, normal_quantile};
pub use score::{RoundSums, ScoreEstimate};
pub use sprt::{Scale, Sprt, SprtState, Verdict};
