//! Values as people read them: never without their unit.

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

use agon_core::{Score, Session, Unit};

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
    pub fn of(session: &dyn Session, score: Score, unit: Unit) -> Self {
        let plies = if unit == Unit::Distance { session.plies_to(score) } else { None };
        Self { score, unit, plies }
    }

    /// The number of plies, where there is but one.
    pub fn single_ply(&self) -> Option<u32> {
        self.plies.as_ref().filter(|plies| plies.start() == plies.end()).map(|plies| *plies.start())
    }

    /// The same value as the other one of two players sees it.
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
    use agon_catalog::{Origin, game};

    fn shown(game_spec: &str, moves: &str, score: Score, unit: Unit) -> [String; 2] {
        let session = game(game_spec).unwrap().session(&[], &Origin::Moves(moves)).unwrap();
        let value = Value::of(&*session, score, unit);
        [value.to_string(), value.for_opponent().to_string()]
    }

    #[test]
    fn every_value_has_a_unit() {
        assert_eq!(shown("reversi", "", Score::points(4), Unit::Points), ["+4 points", "-4 points"]);
        assert_eq!(shown("reversi", "", Score::points(-1), Unit::Points), ["-1 point", "+1 point"]);
        assert_eq!(shown("reversi", "", Score(16_259), Unit::Points), ["+16.3 points", "-16.3 points"]);
        assert_eq!(shown("blokus:duo", "", Score(498), Unit::Chance), ["49.8 % to win", "50.2 % to win"]);
        assert_eq!(shown("gomoku", "", Score(250), Unit::Rating), ["rating +0.25", "rating -0.25"]);
    }

    #[test]
    fn distances_are_told_in_plies() {
        let plies = |moves: &str, points: i32| {
            shown("connect4", moves, Score::points(points), Unit::Distance)[0].clone()
        };
        // The next stone is the winner's fourth, the seventh of 42: 18 of the own 21 are left with it.
        assert_eq!(plies("415162", 18), "wins in 1 ply");
        assert_eq!(plies("41516", -18), "loses in 2 plies");
        assert_eq!(plies("", 1), "wins in 41 plies");
        assert_eq!(plies("", -1), "loses in 42 plies");
        assert_eq!(plies("", 0), "draw");
        // Of two stones in a turn the score may tell which one is the last, or not.
        let several = shown("line:m=6,n=5,k=4,p=2,gravity", "1", Score::points(13), Unit::Distance);
        assert_eq!(several, ["wins in 5 plies", "loses in 5 plies"]);
        let either = shown("connect6", "j10", Score::points(-179), Unit::Distance);
        assert_eq!(either, ["loses in 3 or 4 plies", "wins in 3 or 4 plies"]);
    }
}
