//! Intervals by resampling [Efron1979]: the spread of an estimate is seen by drawing the samples again, with
//! replacement, and estimating anew. For whatever has no formula; seeded, so that it repeats.

use agon_core::Seed;

use super::interval::Interval;

/// The percentile interval of `estimate`, which is given a list of sample numbers below `samples`.
///
/// The value is the estimate from all samples as they are; the ends cut off 2.5 percent of the `repeats` on each side.
pub fn bootstrap(
    samples: usize,
    repeats: u32,
    seed: Seed,
    mut estimate: impl FnMut(&[usize]) -> f64,
) -> Interval {
    let value = estimate(&(0..samples).collect::<Vec<_>>());
    if samples == 0 || repeats == 0 {
        return Interval { value, low: value, high: value };
    }
    let mut again = |repeat: u32| {
        let mut rng = seed.stream("bootstrap", u64::from(repeat));
        let drawn: Vec<usize> = (0..samples).map(|_| rng.below(samples as u32) as usize).collect();
        estimate(&drawn)
    };
    let mut estimates: Vec<f64> = (0..repeats).map(&mut again).collect();
    estimates.sort_by(f64::total_cmp);
    let at = |part: f64| estimates[(part * f64::from(repeats - 1)).round() as usize];
    Interval { value, low: at(0.025), high: at(0.975) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_agrees_with_the_standard_error_of_a_mean() {
        // 120 ones and 80 zeros.
        let sample = |index: usize| if index < 120 { 1.0 } else { 0.0 };
        let mean = |drawn: &[usize]| drawn.iter().map(|&i| sample(i)).sum::<f64>() / drawn.len() as f64;
        let drawn = bootstrap(200, 4000, Seed(1), mean);
        let formula = Interval::from_standard_error(0.6, (0.24f64 / 199.0).sqrt());
        assert_eq!(drawn.value, 0.6);
        assert!((drawn.low - formula.low).abs() < 0.006, "{drawn:?} {formula:?}");
        assert!((drawn.high - formula.high).abs() < 0.006, "{drawn:?} {formula:?}");
    }

    #[test]
    fn it_repeats_and_takes_no_samples() {
        let first = |drawn: &[usize]| drawn.first().copied().unwrap_or(0) as f64;
        assert_eq!(bootstrap(50, 100, Seed(1), first), bootstrap(50, 100, Seed(1), first));
        assert_eq!(bootstrap(0, 100, Seed(1), first), Interval { value: 0.0, low: 0.0, high: 0.0 });
    }
}
