//! What a worker elsewhere is told: which games it is to play, and of which positions it is to find the values.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use agon_core::ReadError;

use crate::sent::{ReadLines, SentLines, counted, disagree};

/// A question of a driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Games(AskedGames),
    Values(AskedValues),
}

impl FromStr for Asked {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut lines = ReadLines(text);
        match lines.next_row::<u64>("games")?.as_deref() {
            Some(&[first, end, random_plies]) if first <= end => {
                let begin = counted(lines.rows("begin")?, end - first, "begin")?;
                let random_plies = u32::try_from(random_plies).map_err(|_| disagree("games"))?;
                Ok(Self::Games(AskedGames { numbers: first..end, begin, random_plies }))
            }
            Some(_) => Err(disagree("games")),
            None => text.parse().map(Self::Values),
        }
    }
}

/// Games by their numbers, and how they begin: only the driver knows openings, and what goes with them by default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AskedGames {
    pub(super) numbers: Range<u64>,
    /// By game: the moves that are given.
    pub(super) begin: Vec<Vec<String>>,
    pub(super) random_plies: u32,
}

impl fmt::Display for AskedGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = [self.numbers.start, self.numbers.end, self.random_plies.into()];
        let lines = SentLines::default().row("games", numbers);
        f.write_str(&self.begin.iter().fold(lines, |lines, moves| lines.row("begin", moves)).0)
    }
}

/// Positions as text, and where minimax ends. Its own text reads back to the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AskedValues {
    pub(super) positions: Vec<String>,
    pub(super) leaves: Option<AskedLeaves>,
}

/// Tables that value the leaves of a search, as in their file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AskedLeaves {
    /// So many plies before a full board.
    pub(super) plies: u32,
    pub(super) tables: String,
}

/// Lines of a key and values; tables stand at the end, as they are in files.
impl fmt::Display for AskedValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = SentLines::default().row("count", [self.positions.len()]);
        let lines = self.positions.iter().fold(lines, |lines, pos| lines.row("position", [pos]));
        f.write_str(&lines.0)?;
        match &self.leaves {
            None => Ok(()),
            Some(AskedLeaves { plies, tables }) => write!(f, "leaves {plies}\n{tables}"),
        }
    }
}

impl FromStr for AskedValues {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut lines = ReadLines(text);
        let count: u64 = lines.value("count")?;
        let words = lines.rows::<String>("position")?;
        let positions: Vec<String> = words.into_iter().map(|words| words.join(" ")).collect();
        let positions = counted(positions, count, "position")?;
        let leaves = match lines.next_row::<u32>("leaves")? {
            None if lines.0.is_empty() => None,
            None => return Err(disagree("leaves")),
            Some(plies) => {
                let &plies = plies.first().ok_or_else(|| disagree("leaves"))?;
                Some(AskedLeaves { plies, tables: lines.0.to_owned() })
            }
        };
        Ok(Self { positions, leaves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_reads_back() {
        let positions = ["--XO-- X", "XXO--- O"].map(str::to_owned).to_vec();
        let tables = "# agon train ...\nagon pattern tables 2\n".to_owned();
        for leaves in [None, Some(AskedLeaves { plies: 12, tables })] {
            let asked = AskedValues { positions: positions.clone(), leaves };
            let text = asked.to_string();
            assert_eq!(text.parse(), Ok(Asked::Values(asked)));
            assert!(text[..20].parse::<AskedValues>().is_err(), "cut short");
        }
        let moves = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let games =
            AskedGames { numbers: 3..5, begin: vec![moves(&["d3", "c5"]), moves(&[])], random_plies: 4 };
        assert_eq!(games.to_string().parse(), Ok(Asked::Games(games)));
        assert!("games 5 3 4\n".parse::<Asked>().is_err());
        assert!("games 3 5 4\nbegin d3\n".parse::<Asked>().is_err(), "a game is missing");
        assert!("games 3\n".parse::<Asked>().is_err());
        assert!("count 0\nleaf 3\n".parse::<AskedValues>().is_err());
    }
}
