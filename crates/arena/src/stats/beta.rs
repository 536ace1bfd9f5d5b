//! The beta distribution: its cumulative function and the inverse.
//!
//! The cumulative function is the continued fraction of [Abramowitz1964] 26.5.8, the gamma function in it Stirling's
//! series (6.1.41), the quantile bisection. Far from both ends of the range (both parameters above ten thousand) the
//! normal distribution takes their place: it is right to five decimals there and costs the same for any parameters.

use super::normal::{normal_cdf, normal_quantile};

/// A beta distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Beta {
    pub(super) a: f64,
    pub(super) b: f64,
}

/// Parameters from which the distribution counts as normal.
const NORMAL: f64 = 10_000.0;

impl Beta {
    /// The one with this mean, between 0 and 1, and this variance; with more variance than a coin that shows 0 or 1
    /// can have, it is nearly that coin.
    pub(super) fn with_moments(mean: f64, variance: f64) -> Self {
        let total = (mean * (1.0 - mean) / variance - 1.0).max(1e-3);
        Self { a: mean * total, b: (1.0 - mean) * total }
    }

    /// The distribution seen from the other end.
    pub(super) fn mirrored(&self) -> Self {
        Self { a: self.b, b: self.a }
    }

    /// The chance to be above `x`.
    pub(super) fn above(&self, x: f64) -> f64 {
        self.mirrored().below(1.0 - x)
    }

    /// The chance to be at most `x`.
    pub(super) fn below(&self, x: f64) -> f64 {
        let Self { a, b } = *self;
        if x <= 0.0 || x >= 1.0 {
            return if x <= 0.0 { 0.0 } else { 1.0 };
        }
        if a.min(b) > NORMAL {
            let (mean, deviation) = self.moments();
            return normal_cdf((x - mean) / deviation);
        }
        let scale = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln();
        if x < (a + 1.0) / (a + b + 2.0) {
            scale.exp() / (a * fraction(a, b, x))
        } else {
            1.0 - scale.exp() / (b * fraction(b, a, 1.0 - x))
        }
    }

    /// The value below which it lies with chance `p`.
    pub(super) fn quantile(&self, p: f64) -> f64 {
        if self.a.min(self.b) > NORMAL {
            let (mean, deviation) = self.moments();
            return mean + deviation * normal_quantile(p);
        }
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if self.below(middle) < p { low = middle } else { high = middle }
        }
        0.5 * (low + high)
    }

    /// Mean and standard deviation.
    fn moments(&self) -> (f64, f64) {
        let total = self.a + self.b;
        (self.a / total, (self.a * self.b / (total + 1.0)).sqrt() / total)
    }
}

/// `1 + d1/(1 + d2/(1 + ...))` of 26.5.8, by Lentz's method.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let term = |n: u32| {
        let m = f64::from(n / 2);
        if n.is_multiple_of(2) {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        }
    };
    let off_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut value, mut above, mut below) = (1.0, 1.0, 0.0);
    for n in 1..10_000 {
        below = 1.0 / off_zero(1.0 + term(n) * below);
        above = off_zero(1.0 + term(n) / above);
        value *= above * below;
        if (above * below - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

/// The logarithm of the gamma function of a positive number.
fn ln_gamma(x: f64) -> f64 {
    // The series is good to 1e-14 from twenty on; smaller numbers go there by gamma(x + 1) = x gamma(x).
    let (mut x, mut product) = (x, 1.0);
    while x < 20.0 {
        product *= x;
        x += 1.0;
    }
    let square = x * x;
    let series =
        (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - product.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert!((ln_gamma(0.5) - std::f64::consts::PI.sqrt().ln()).abs() < 1e-12);
        assert!((ln_gamma(11.0) - 3_628_800f64.ln()).abs() < 1e-12);
        for x in [0.01, 0.3, 0.5, 0.9] {
            // Closed forms: x^a, the arcsine law, and 1 - (1 - x)^b.
            assert!((Beta { a: 3.0, b: 1.0 }.below(x) - x.powi(3)).abs() < 1e-12, "{x}");
            assert!((Beta { a: 1.0, b: 0.2 }.below(x) - 1.0 + (1.0 - x).powf(0.2)).abs() < 1e-12, "{x}");
            let arcsine = 2.0 / std::f64::consts::PI * x.sqrt().asin();
            assert!((Beta { a: 0.5, b: 0.5 }.below(x) - arcsine).abs() < 1e-12, "{x}");
            let both = Beta { a: 2.5, b: 7.0 };
            assert!((both.below(x) + both.above(x) - 1.0).abs() < 1e-12, "{x}");
        }
    }

    #[test]
    fn the_quantile_is_the_inverse() {
        for (a, b) in [(0.3, 0.4), (1.0, 1.0), (5.5, 0.5), (40.0, 900.0), (2e4, 3e4)] {
            let beta = Beta { a, b };
            for p in [0.025, 0.5, 0.975] {
                assert!((beta.below(beta.quantile(p)) - p).abs() < 1e-9, "{beta:?} {p}");
            }
        }
    }

    /// Where the normal distribution takes over, nothing is seen of it.
    #[test]
    fn both_branches_meet() {
        let (small, large) =
            (Beta { a: NORMAL, b: 3.0 * NORMAL }, Beta { a: NORMAL + 0.1, b: 3.0 * NORMAL + 0.3 });
        for p in [0.025, 0.5, 0.975] {
            assert!((small.quantile(p) - large.quantile(p)).abs() < 2e-5, "{p}");
        }
    }

    /// The fraction does not get to its end there.
    #[test]
    fn huge_ones_are_normal() {
        let huge = Beta { a: 1e14, b: 1e14 };
        assert!((huge.below(0.5) - 0.5).abs() < 1e-9, "{}", huge.below(0.5));
        let (mean, deviation) = huge.moments();
        assert!((huge.below(mean + deviation) - 0.841_344_746).abs() < 1e-6);
    }

    #[test]
    fn moments_are_kept() {
        let beta = Beta::with_moments(0.7, 0.01);
        let (mean, deviation) = beta.moments();
        assert!((mean - 0.7).abs() < 1e-12 && (deviation - 0.1).abs() < 1e-12);
        let coin = Beta::with_moments(0.7, 0.5);
        assert!((coin.above(0.5) - 0.7).abs() < 1e-3, "{coin:?}");
    }
}
