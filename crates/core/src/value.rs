//! Values as people read them: never without their unit. Original design.

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

use crate::{Score, Session, Unit};

/// A value with all that is needed to say what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// For the player whose value it is.
    pub score: Score,
    /// What it counts.
    pub unit: Unit,
    /// When a decided game ends, the fewest and the most plies from now.
    pub plies: Option<RangeInclusive<u32>>,
}

impl Value {
    /// The value for the side to move of a session.
    #[must_use]
    pub fn of(session: &dyn Session, score: Score, unit: Unit) -> Self {
        let plies = if unit == Unit::Distance { session.plies_to(score) } else { None };
        Self { score, unit, plies }
    }

    /// The number of plies, where there is but one.
    #[must_use]
    pub fn single_ply(&self) -> Option<u32> {
        self.plies.as_ref().filter(|plies| plies.start() == plies.end()).map(|plies| *plies.start())
    }

    /// The same value as the other one of two players sees it.
    #[must_use]
    pub fn for_opponent(self) -> Self {
        let score = if self.unit == Unit::Chance { Score::points(1) - self.score } else { -self.score };
        Self { score, ..self }
    }
}

impl fmt::Display for Value {
    /// `+4 points`, `49.8 % to win`, `wins in 7 plies`, `rating +0.3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { score, unit, plies } = self;
        match unit {
            Unit::Points if score.0.abs() == Score::POINT => write!(f, "{score} point"),
            Unit::Points => write!(f, "{} points", rounded(*score, 100)),
            Unit::Chance => write!(f, "{:.1} % to win", score.to_f64() * 100.0),
            Unit::Rating => write!(f, "rating {}", rounded(*score, 10)),
            Unit::Distance => {
                f.write_str(match score.cmp(&Score::ZERO) {
                    Ordering::Equal => return f.write_str("draw"),
                    Ordering::Greater => "wins",
                    Ordering::Less => "loses",
                })?;
                match plies.as_ref().map(|plies| (*plies.start(), *plies.end())) {
                    None => Ok(()),
                    Some((1, 1)) => f.write_str(" in 1 ply"),
                    Some((fewest, most)) if fewest == most => write!(f, " in {most} plies"),
                    Some((fewest, most)) => write!(f, " in {fewest} or {most} plies"),
                }
            }
        }
    }
}

/// The nearest multiple of some thousandths: more digits would only look precise.
fn rounded(score: Score, thousandths: i32) -> Score {
    Score((f64::from(score.0) / f64::from(thousandths)).round() as i32 * thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_rounded_to_the_nearest_step() {
        assert_eq!(rounded(Score(2349), 100), Score(2300));
        assert_eq!(rounded(Score(-2351), 100), Score(-2400));
        assert_eq!(rounded(Score(7), 10), Score(10));
    }
}
