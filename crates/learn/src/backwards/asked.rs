//! What a worker elsewhere is told of the boards that it is to draw and score.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use agon_core::{ReadError, Seed};

use super::{Ask, Boards};
use crate::models::LinearModel;
use crate::sent::{ReadLines, SentLines, disagree};

/// Boards of an [`Ask`] by their numbers. Its text reads back to the same.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AskedBoards {
    stones: u32,
    count: u64,
    boards: Boards,
    seed: Seed,
    leaves: Option<(u32, LinearModel)>,
    range: Range<u64>,
}

impl AskedBoards {
    /// Those of a range.
    pub(super) fn of(ask: &Ask<'_>, range: Range<u64>) -> Self {
        let &Ask { stones, count, boards, seed, leaves } = ask;
        let leaves = leaves.map(|(stones, model)| (stones, model.clone()));
        Self { stones, count, boards: boards.clone(), seed, leaves, range }
    }

    /// What was asked, and for which boards.
    pub(super) fn ask(&self) -> (Ask<'_>, Range<u64>) {
        let Self { stones, count, boards, seed, leaves, range } = self;
        let leaves = leaves.as_ref().map(|(stones, model)| (*stones, model));
        (Ask { stones: *stones, count: *count, boards, seed: *seed, leaves }, range.clone())
    }
}

/// Lines of a key and values; a model set that plays stands at the end, as it is in files.
impl fmt::Display for AskedBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stones, count, boards, seed, leaves, range } = self;
        let lines = SentLines::default().row("stones", [stones]).row("count", [count]).row("seed", [seed.0]);
        let mut lines = lines.row("boards", [range.start, range.end]);
        if let Some((stones, LinearModel { offset, weights })) = leaves {
            lines = lines.row("leaves", [stones]).row("model", std::iter::once(offset).chain(weights));
        }
        f.write_str(&lines.0)?;
        match boards {
            Boards::Random => Ok(()),
            Boards::Played { by, random_until } => write!(f, "random-until {random_until}\n{by}"),
        }
    }
}

impl FromStr for AskedBoards {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut lines = ReadLines(text);
        let (stones, count, seed) = (lines.value("stones")?, lines.value("count")?, lines.value("seed")?);
        let &[first, end] = &lines.row::<u64>("boards")?[..] else { return Err(disagree("boards")) };
        let leaves = match lines.next_row::<u32>("leaves")? {
            None => None,
            Some(stones) => {
                let stones = *stones.first().ok_or_else(|| disagree("leaves"))?;
                let values = lines.row::<f64>("model")?;
                let (&offset, weights) = values.split_first().ok_or_else(|| disagree("model"))?;
                Some((stones, LinearModel { offset, weights: weights.to_vec() }))
            }
        };
        let boards = match lines.next_row::<u32>("random-until")? {
            None => Boards::Random,
            Some(stones) => {
                let random_until = *stones.first().ok_or_else(|| disagree("random-until"))?;
                Boards::Played { by: lines.0.parse()?, random_until }
            }
        };
        Ok(Self { stones, count, boards, seed: Seed(seed), leaves, range: first..end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::{Accuracy, ModelKind, ModelSet, StageModel};

    #[test]
    fn what_is_asked_reads_back_to_the_last_bit() {
        let model = LinearModel { offset: 1.0 / 3.0, weights: vec![-0.1, 1e-17] };
        let accuracy = Accuracy { sigma: 1.5, right: 0.75 };
        let rounded = LinearModel { offset: 0.25, weights: vec![-0.1, 2.0] };
        let by = ModelSet {
            origin: "test".to_owned(),
            game: "reversi".to_owned(),
            kind: ModelKind::Svm,
            features: vec!["one".to_owned(), "two".to_owned()],
            models: vec![StageModel { stones: 8, model: rounded, accuracy }],
        };
        let played = Boards::Played { by, random_until: 16 };
        for boards in [&Boards::Random, &played] {
            for leaves in [None, Some((60, &model))] {
                let ask = Ask { stones: 56, count: 9, boards, seed: Seed(7), leaves };
                let asked = AskedBoards::of(&ask, 3..5);
                let text = asked.to_string();
                assert_eq!(text.parse::<AskedBoards>(), Ok(asked.clone()));
                assert!(text[..text.len() / 2].parse::<AskedBoards>().is_err(), "cut short");
            }
        }
    }
}
