//! What counts say: means with intervals, and Elo differences. The logistic scale is that of [Elo1978].

/// A value with its 95 percent confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// The interval seen through a growing function.
    #[must_use]
    pub fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Self { value: function(self.value), low: function(self.low), high: function(self.high) }
    }
}

/// The 97.5 percent point of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// The mean of `count` samples from [0, 1] with its interval, given the mean of their squares.
///
/// The interval comes from the spread of the samples. Where they do not differ at all the spread says nothing, and
/// the interval of [Wilson1927] for so many equal samples takes its place; with no samples it is everything.
#[must_use]
pub fn mean_interval(count: u64, mean: f64, mean_square: f64) -> Interval {
    if count == 0 {
        return Interval { value: 0.5, low: 0.0, high: 1.0 };
    }
    let n = count as f64;
    let variance = (mean_square - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
    let (centre, half) = if variance > 1e-12 && count > 1 {
        (mean, Z95 * (variance / n).sqrt())
    } else {
        let shrink = 1.0 + Z95 * Z95 / n;
        let spread = mean * (1.0 - mean) / n + Z95 * Z95 / (4.0 * n * n);
        ((mean + Z95 * Z95 / (2.0 * n)) / shrink, Z95 * spread.sqrt() / shrink)
    };
    Interval {
        value: mean,
        low: (centre - half).clamp(0.0, 1.0).min(mean),
        high: (centre + half).clamp(0.0, 1.0).max(mean),
    }
}

/// The Elo difference that a mean score stands for; infinite at 0 and 1.
#[must_use]
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
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
    }

    #[test]
    fn intervals_by_hand() {
        // 60 ones among 100 samples: standard error sqrt(0.24 / 99).
        let interval = mean_interval(100, 0.6, 0.6);
        assert!((interval.high - 0.6 - 1.95996 * (0.24f64 / 99.0).sqrt()).abs() < 1e-5);
        // 10 of 10: Wilson's lower end is 1 / (1 + z^2 / 10).
        let interval = mean_interval(10, 1.0, 1.0);
        assert_eq!((interval.value, interval.high), (1.0, 1.0));
        assert!((interval.low - 1.0 / 1.384_146).abs() < 1e-5, "{interval:?}");
        assert_eq!(mean_interval(0, 0.0, 0.0), Interval { value: 0.5, low: 0.0, high: 1.0 });
    }
}
