//! How much likelier a score makes one mean than another when games have several outcomes: the generalised
//! likelihood ratio of [VanDenBergh2020].
//!
//! For each hypothesis the outcome probabilities that fit the counts best are found among those that meet it; the
//! answer is the logarithm of the ratio of the two likelihoods. Outcomes that never came count as a thousandth,
//! the custom of the chess world, so that early tests do not divide by nothing.

use super::elo::{NORMALIZED_ELO, expected_score};
use super::sprt::Scale;

/// What the outcomes of one game are worth: loss, draw, win.
pub const TRINOMIAL: [f64; 3] = [0.0, 0.5, 1.0];
/// What the outcomes of a pair of games are worth, as a mean for each game.
pub const PENTANOMIAL: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What an outcome that never came counts as.
const NEVER: f64 = 1e-3;

/// The logarithm of the likelihood of `elo1` over that of `elo0`, both on `scale`.
///
/// `counts` says how often each of `values` came; one sample is `games` games long (2 for pairs).
#[must_use]
pub fn log_likelihood_ratio(
    counts: &[u64],
    values: &[f64],
    games: u32,
    scale: Scale,
    elo0: f64,
    elo1: f64,
) -> f64 {
    let counts: Vec<f64> = counts.iter().map(|&count| (count as f64).max(NEVER)).collect();
    let total: f64 = counts.iter().sum();
    let observed: Vec<f64> = counts.iter().map(|count| count / total).collect();
    let fit = |elo: f64| match scale {
        Scale::Logistic => with_mean(&observed, values, expected_score(elo)),
        Scale::Normalized => with_t_value(&observed, values, elo / NORMALIZED_ELO * f64::from(games).sqrt()),
    };
    let (fit0, fit1) = (fit(elo0), fit(elo1));
    let terms = counts.iter().zip(fit0.iter().zip(&fit1));
    terms.map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
}

/// The most likely probabilities whose mean is `mean`.
fn with_mean(observed: &[f64], values: &[f64], mean: f64) -> Vec<f64> {
    let distances: Vec<f64> = values.iter().map(|value| value - mean).collect();
    with_zero_mean(observed, &distances)
}

/// The most likely probabilities under which `distances` are zero in the mean.
///
/// They are `p / (1 + x d)`, where `x` is the root of `sum of p d / (1 + x d)`, a falling function between the poles
/// at `-1/max` and `-1/min`. Newton's method finds it; where a step would leave the bracket, the bracket is halved.
fn with_zero_mean(observed: &[f64], distances: &[f64]) -> Vec<f64> {
    let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
    let most = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return observed.to_vec();
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..100 {
        let terms = observed.iter().zip(distances).map(|(p, d)| (p, d / (1.0 + x * d)));
        let (value, slope) =
            terms.fold((0.0, 0.0), |(value, slope), (p, d)| (value + p * d, slope - p * d * d));
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if low < newton && newton < high { newton } else { 0.5 * (low + high) };
        let settled = (next - x).abs() <= 1e-12 * (high - low).max(x.abs());
        x = next;
        if settled {
            break;
        }
    }
    observed.iter().zip(distances).map(|(p, d)| p / (1.0 + x * d)).collect()
}

/// The most likely probabilities whose mean is `t` standard deviations above one half.
///
/// The condition `mean - 1/2 = t s` is not linear in the probabilities; near a guess with mean `m` and deviation `s`
/// it reads `sum of p (v - 1/2 - t s (1 + ((v - m)/s)^2) / 2) = 0`, which is. Repeating settles within a few steps.
fn with_t_value(observed: &[f64], values: &[f64], t: f64) -> Vec<f64> {
    let mut fit = observed.to_vec();
    for _ in 0..50 {
        let mean: f64 = fit.iter().zip(values).map(|(p, v)| p * v).sum();
        let variance: f64 = fit.iter().zip(values).map(|(p, v)| p * (v - mean).powi(2)).sum();
        let s = variance.sqrt();
        let distance = |v: &f64| v - 0.5 - 0.5 * t * s * (1.0 + ((v - mean) / s).powi(2));
        let distances: Vec<f64> = values.iter().map(distance).collect();
        let next = with_zero_mean(observed, &distances);
        let change = fit.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        fit = next;
        if change < 1e-10 {
            break;
        }
    }
    fit
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of pairs and the ratio that the Stockfish testing framework published with them, in the messages of
    /// the commits named.
    #[test]
    fn published_normalised_ratios() {
        let published: &[(&str, [u64; 5], f64, f64, f64)] = &[
            ("d077f9a8", [20, 1334, 3810, 1569, 35], 0.0, 2.0, 2.95),
            ("218c74ec", [372, 17511, 39320, 17934, 399], 0.0, 2.0, 2.93),
            ("218c74ec", [39, 11353, 31686, 11822, 33], 0.5, 2.5, 2.96),
            ("c85637b3", [178, 43099, 113_790, 42954, 169], -1.75, 0.25, 2.97),
            ("c5aef2bf", [7, 7001, 27083, 7145, 4], -1.75, 0.25, 2.94),
        ];
        for &(commit, counts, elo0, elo1, ratio) in published {
            let ours = log_likelihood_ratio(&counts, &PENTANOMIAL, 2, Scale::Normalized, elo0, elo1);
            assert!((ours - ratio).abs() < 0.011, "{commit}: {ours} for {ratio}");
        }
    }

    /// The same framework measured in plain Elo until 2021.
    #[test]
    fn published_logistic_ratios() {
        let published: &[(&str, [u64; 5], f64, f64, f64)] = &[
            ("8ec97d16", [230, 4738, 21769, 4745, 242], -1.25, 0.25, 2.95),
            ("8ec97d16", [33, 2186, 28230, 2192, 43], -0.75, 0.25, 2.93),
            ("8985c210", [681, 14097, 68652, 14040, 626], -1.25, 0.25, 2.93),
            ("c57c71bf", [147, 3086, 14341, 3264, 150], -0.25, 1.25, 2.97),
        ];
        for &(commit, counts, elo0, elo1, ratio) in published {
            let ours = log_likelihood_ratio(&counts, &PENTANOMIAL, 2, Scale::Logistic, elo0, elo1);
            assert!((ours - ratio).abs() < 0.011, "{commit}: {ours} for {ratio}");
        }
    }

    /// Two outcomes leave no freedom: the ratio is that of two coins.
    #[test]
    fn without_draws_it_is_a_coin() {
        let (p0, p1) = (expected_score(0.0), expected_score(50.0));
        let by_hand = 60.0 * (p1 / p0).ln() + 40.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        let ours = log_likelihood_ratio(&[40, 60], &[0.0, 1.0], 1, Scale::Logistic, 0.0, 50.0);
        assert!((ours - by_hand).abs() < 1e-9);
    }

    /// For small differences the ratio is that of a normal variable: n (s1 - s0) (mean - (s0 + s1) / 2) / variance.
    #[test]
    fn small_differences_look_normal() {
        let counts = [2000, 5000, 3000];
        let (s0, s1) = (expected_score(30.0), expected_score(36.0));
        let normal = 10_000.0 * (s1 - s0) * (0.55 - 0.5 * (s0 + s1)) / 0.1225;
        let ours = log_likelihood_ratio(&counts, &TRINOMIAL, 1, Scale::Logistic, 30.0, 36.0);
        assert!((ours / normal - 1.0).abs() < 0.02, "{ours} {normal}");
    }

    #[test]
    fn no_counts_give_no_evidence_and_nothing_breaks() {
        for scale in [Scale::Logistic, Scale::Normalized] {
            for counts in [[0, 0, 0], [0, 0, 7], [7, 0, 0], [0, 7, 0]] {
                let ratio = log_likelihood_ratio(&counts, &TRINOMIAL, 1, scale, 0.0, 5.0);
                assert!(ratio.is_finite(), "{scale:?} {counts:?} {ratio}");
            }
        }
    }
}
