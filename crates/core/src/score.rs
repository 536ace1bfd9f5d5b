//! The value a search works with. Original design.
//!
//! Integers, so that a search gives the same answer on every machine; models round once, on leaving.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A value in thousandths of a point, for the player named where it was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// No point at all.
    pub const ZERO: Self = Self(0);
    /// Above every value a game can give; its negation is below every one.
    pub const INFINITE: Self = Self(i32::MAX / 2);
    /// What one point of a game's result is worth.
    pub const POINT: i32 = 1000;

    /// Whole points.
    #[must_use]
    pub const fn points(points: i32) -> Self {
        Self(points * Self::POINT)
    }

    /// A model's output, rounded to the nearest thousandth and kept inside the finite range.
    #[must_use]
    pub fn from_f64(points: f64) -> Self {
        let limit = f64::from(Self::INFINITE.0 - 1);
        Self((points * f64::from(Self::POINT)).round().clamp(-limit, limit) as i32)
    }

    /// The value in points.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / f64::from(Self::POINT)
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Score {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl fmt::Display for Score {
    /// Points with as many decimals as they need: `+4`, `-0.5`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.0 {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        let (whole, rest) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let decimals = format!("{rest:03}");
        let text = match decimals.trim_end_matches('0') {
            "" => format!("{sign}{whole}"),
            digits => format!("{sign}{whole}.{digits}"),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_as_points() {
        assert_eq!(Score::points(4).to_string(), "+4");
        assert_eq!(Score(-500).to_string(), "-0.5");
        assert_eq!(Score(-1030).to_string(), "-1.03");
        assert_eq!(Score::ZERO.to_string(), "0");
    }

    #[test]
    fn models_round_once_and_stay_finite() {
        assert_eq!(Score::from_f64(1.2345), Score(1235));
        assert!(Score::from_f64(f64::MAX) < Score::INFINITE);
        assert_eq!(Score::from_f64(f64::NAN), Score::ZERO);
    }

    #[test]
    fn scores_add_up_and_turn_into_points() {
        assert_eq!(Score(1500) + Score(-250), Score(1250));
        assert_eq!(Score(1500) - Score(-250), Score(1750));
        assert_eq!(-Score(1500), Score(-1500));
        assert_eq!(Score(-1250).to_f64(), -1.25);
        assert_eq!(Score::from_f64(Score(-1250).to_f64()), Score(-1250));
        assert!(Score::from_f64(f64::MIN) > -Score::INFINITE);
        assert_eq!(format!("[{:>6}]", Score(1500)), "[  +1.5]");
    }
}
