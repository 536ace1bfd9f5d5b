//! What a training has learned on the way: the ends of all games so far.

use agon_core::ReadError;

use crate::evolution::Experience;
use crate::models::forest::EndOfGame;

/// The ends of games, and how many of them the trees of the latest generation have learned from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownEnds {
    /// In the order in which they were played.
    pub ends: Vec<EndOfGame>,
    /// The games before those of the latest generation.
    pub learned: usize,
}

impl KnownEnds {
    /// What was known before the games of the latest generation.
    #[must_use]
    pub fn learned(&self) -> &[EndOfGame] {
        &self.ends[..self.learned.min(self.ends.len())]
    }

    /// The games of the latest generation.
    #[must_use]
    pub fn latest(&self) -> &[EndOfGame] {
        &self.ends[self.learned.min(self.ends.len())..]
    }
}

impl Experience for KnownEnds {
    fn lines(&self) -> Vec<String> {
        let learned = format!("from {}", self.learned);
        std::iter::once(learned).chain(self.ends.iter().map(ToString::to_string)).collect()
    }

    fn from_lines(lines: &[&str]) -> Result<Self, ReadError> {
        let (first, ends) = lines.split_first().ok_or_else(|| ReadError::new("`learned from` is missing"))?;
        let learned = first.strip_prefix("from ").and_then(|count| count.parse().ok());
        let learned =
            learned.ok_or_else(|| ReadError::new(format!("`{first}` is not `from` and a number")))?;
        let ends: Vec<EndOfGame> = ends.iter().map(|line| line.parse()).collect::<Result<_, _>>()?;
        if learned > ends.len() || ends.iter().any(|end| end.cells.len() != ends[0].cells.len()) {
            return Err(ReadError::new("the ends of games that were learned do not fit each other"));
        }
        Ok(Self { ends, learned })
    }
}
