//! Means with confidence intervals from the standard error, by Student's t ([Abramowitz1964] 26.7.5) where samples are
//! few. Scores of matches have a model of their own (`score`).

use serde::{Deserialize, Serialize};

/// A value with its 95 percent confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate, low <= value <= high.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The 97.5 percent point of the normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The variance of what is lost when a number is rounded to a whole one.
const ROUNDING: f64 = 1.0 / 12.0;

impl Interval {
    /// A value with so many standard errors to each side that 95 percent lie inside.
    #[must_use]
    pub fn from_standard_error(value: f64, error: f64) -> Self {
        Self { value, low: value - Z95 * error, high: value + Z95 * error }
    }

    /// The mean of a few samples that are normally distributed, with its interval by Student's t; nothing to go by with
    /// fewer than two.
    #[must_use]
    pub fn of_few(samples: &[f64]) -> Option<Self> {
        Self::of_rounded(samples, 0.0)
    }

    /// The same for samples that are only known in steps of `unit`: what rounding adds to their variance keeps equal ones
    /// from looking certain.
    #[must_use]
    pub fn of_rounded(samples: &[f64], unit: f64) -> Option<Self> {
        let count = samples.len() as f64;
        let mean = samples.iter().sum::<f64>() / count;
        let variance = standard_deviation(samples).powi(2) + ROUNDING * unit * unit;
        let half = student_t95(count - 1.0) * (variance / count).sqrt();
        (samples.len() > 1).then_some(Self { value: mean, low: mean - half, high: mean + half })
    }

    /// The interval seen through a growing function.
    #[must_use]
    pub fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Self { value: function(self.value), low: function(self.low), high: function(self.high) }
    }
}

/// How far samples lie from their mean, unbiased as a variance; zero with fewer than two.
#[must_use]
pub fn standard_deviation(samples: &[f64]) -> f64 {
    let count = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
    (squares / (count - 1.0).max(1.0)).sqrt()
}

/// The 97.5 percent point of Student's t distribution: tabled for one and two degrees of freedom, else by its expansion in
/// powers of their inverse, which is right to one percent.
fn student_t95(freedom: f64) -> f64 {
    if freedom <= 1.0 {
        return 12.706;
    }
    if freedom <= 2.0 {
        return 4.303;
    }
    let z = Z95;
    let first = z.powi(3) + z;
    let second = 5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z;
    let third = 3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z;
    z + first / (4.0 * freedom) + second / (96.0 * freedom.powi(2)) + third / (384.0 * freedom.powi(3))
}

/// How many samples there were, their sum and the sum of their squares: whole numbers, so that adding them up in any
/// order gives the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Moments {
    /// Number of samples.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Moments {
    /// Adds a sample.
    pub fn add(&mut self, sample: i64) {
        self.count += 1;
        self.sum += sample;
        let square = sample.unsigned_abs().saturating_mul(sample.unsigned_abs());
        self.squares = self.squares.saturating_add(square);
    }

    /// Adds the samples of another.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The mean; zero without samples.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// The variance of the samples around their mean, unbiased; zero with fewer than two.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let n = self.count as f64;
        if self.count < 2 {
            return 0.0;
        }
        ((self.squares as f64 - n * self.mean() * self.mean()) / (n - 1.0)).max(0.0)
    }

    /// The mean with its interval by Student's t; nothing to go by with fewer than two samples. Whole numbers are rounded
    /// ones, so that equal samples keep a width ([`Interval::of_rounded`]).
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let count = self.count as f64;
        let half = student_t95(count - 1.0) * ((self.variance() + ROUNDING) / count).sqrt();
        let value = self.mean();
        (self.count > 1).then_some(Interval { value, low: value - half, high: value + half })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_samples_have_wide_intervals() {
        for (freedom, table) in
            [(1.0, 12.706), (2.0, 4.303), (3.0, 3.182), (5.0, 2.571), (7.0, 2.365), (30.0, 2.042)]
        {
            assert!((student_t95(freedom) / table - 1.0).abs() < 0.01, "{freedom}: {}", student_t95(freedom));
        }
        // What is left out of the expansion falls with the fourth power.
        for (freedom, table) in [(10.0, 2.228_138_9), (20.0, 2.085_963_4), (30.0, 2.042_272_5)] {
            let error: f64 = student_t95(freedom) - table;
            assert!(error.abs() < 2.5 / freedom.powi(4), "{freedom}: {error}");
        }
        let interval = Interval::of_few(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert_eq!(interval.value, 2.5);
        assert!((interval.high - 2.5 - 3.182 * (5.0f64 / 3.0).sqrt() / 2.0).abs() < 0.03, "{interval:?}");
        assert_eq!(Interval::of_few(&[1.0]), None);
    }

    #[test]
    fn moments_by_hand() {
        let mut moments = Moments::default();
        assert_eq!(moments.interval(), None);
        for sample in [2, 4, 4, 4, 5, 5, 7, 9] {
            moments.add(sample);
        }
        assert_eq!(moments.mean(), 5.0);
        assert!((moments.variance() - 32.0 / 7.0).abs() < 1e-12);
        let interval = moments.interval().unwrap();
        let rounded = 4.0f64 / 7.0 + 1.0 / 96.0;
        assert!((interval.high - 5.0 - 2.365 * rounded.sqrt()).abs() < 0.01, "{interval:?}");
    }

    /// Two equal games once had an interval of width zero.
    #[test]
    fn equal_samples_are_not_certain() {
        let mut moments = Moments::default();
        moments.add(-20);
        moments.add(-20);
        let Interval { value, low, high } = moments.interval().unwrap();
        assert!(value == -20.0 && high > -18.0 && low < -22.0, "{low} {high}");
        let equal = Interval::of_rounded(&[0.5; 3], 0.01).unwrap();
        assert!(equal.low < 0.495 && equal.high > 0.505 && equal.high < 0.52, "{equal:?}");
        assert_eq!(Interval::of_few(&[0.5; 3]), Some(Interval { value: 0.5, low: 0.5, high: 0.5 }));
    }

    #[test]
    fn two_samples_have_a_spread_and_parts_add_up() {
        let of = |samples: &[i64]| {
            let mut moments = Moments::default();
            samples.iter().for_each(|&sample| moments.add(sample));
            moments
        };
        assert_eq!((of(&[7]).mean(), of(&[7]).variance(), of(&[7]).interval()), (7.0, 0.0, None));
        assert_eq!((of(&[1, -3]).mean(), of(&[1, -3]).variance()), (-1.0, 8.0));
        let interval = of(&[1, -3]).interval().unwrap();
        let half = 12.706 * (4.0f64 + 1.0 / 24.0).sqrt();
        assert!((interval.high + 1.0 - half).abs() < 1e-9 && interval.value == -1.0, "{interval:?}");
        assert!((interval.low + 1.0 + half).abs() < 1e-9, "{interval:?}");
        let mut parts = of(&[1, -3]);
        parts.merge(&of(&[5, 5, 2]));
        assert_eq!(parts, of(&[1, -3, 5, 5, 2]));
        assert_eq!(of(&[i64::MIN, 1]).squares, u64::MAX, "too large a square stays the largest number");
    }

    #[test]
    fn deviations_by_hand() {
        assert_eq!([&[][..], &[3.0], &[3.0, 3.0]].map(standard_deviation), [0.0; 3]);
        assert_eq!(standard_deviation(&[1.0, 5.0]), 8f64.sqrt());
        let around = Interval::from_standard_error(2.0, 10.0);
        assert!((around.low + 17.599_64).abs() < 1e-5 && (around.high - 21.599_64).abs() < 1e-5);
        let mapped = around.map(|value| value / 2.0);
        assert_eq!((mapped.value, mapped.low, mapped.high), (1.0, around.low / 2.0, around.high / 2.0));
    }
}
