//! Models for the stages of a game ([Engel2015] section IV), and their file.
//!
//! ```text
//! # agon train minimax-backwards ...      where it comes from
//! agon model set 2
//! game reversi:88
//! kind svm
//! stones 6 10 14                          one column for each model from here on
//! sigma 4.2 5.1 5.9                       how well it predicts the boards it was fitted to
//! right 0.81 0.8 0.84
//! offset 0.1 0.25 -0.3
//! feature parity 0.5 1.25 0.7             weights in points
//! feature mobility 0.2 0.3 0.4
//! end                                     a file without it was cut short
//! ```
//!
//! Sets of the first version, which had no `end`, are read too.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use agon_abilities::{BoardFeatures, MOST_BOARD_FEATURES};
use agon_core::{Game, ReadError, whole_lines};

use super::linear::{Accuracy, LinearModel, ModelKind};

const HEADER: &str = "agon model set 2";
/// Written until sets had an `end`.
const FIRST_HEADER: &str = "agon model set 1";
const END: &str = "end";
/// Boards are not larger.
const MOST_STONES: u32 = 10_000;

/// Models by the number of stones on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelSet {
    /// Where the set comes from: the command that made it. One line.
    pub origin: String,
    /// The spec of the game it was made for.
    pub game: String,
    /// How the models were fitted.
    pub kind: ModelKind,
    /// Their names, in the order of the weights.
    pub features: Vec<String>,
    /// The models, those of fewer stones first.
    pub models: Vec<StageModel>,
}

/// The model of one stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageModel {
    /// For boards with so many stones.
    pub stones: u32,
    /// The model; its scores are for the second player.
    pub model: LinearModel,
    /// How well it predicts what it was fitted to.
    pub accuracy: Accuracy,
}

/// How boards are scored whose number of stones lies between two models ([Engel2015] section VI.C).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Between {
    /// By weights between those of the two, in proportion.
    #[default]
    Interpolate,
    /// By the model of more stones.
    Larger,
}

impl ModelSet {
    /// The set that gives symmetric positions the same value: the mean of what this one gives them.
    #[must_use]
    pub fn symmetric<G: Game>(&self, features: &dyn BoardFeatures<G>) -> Self {
        let mut set = self.clone();
        for stage in &mut set.models {
            stage.model.weights = features.symmetric(&stage.model.weights);
        }
        set
    }

    /// The model for a number of stones. Outside the range of the set, its first or its last model.
    #[must_use]
    pub fn model_for(&self, stones: u32, between: Between) -> Option<LinearModel> {
        let above = self.models.iter().position(|model| model.stones >= stones);
        let Some(above) = above else { return self.models.last().map(|last| last.model.clone()) };
        let larger = &self.models[above];
        let smaller = above.checked_sub(1).map(|index| &self.models[index]);
        match (smaller, between) {
            (Some(smaller), Between::Interpolate) => {
                let part = f64::from(stones - smaller.stones) / f64::from(larger.stones - smaller.stones);
                Some(smaller.model.towards(&larger.model, part))
            }
            _ => Some(larger.model.clone()),
        }
    }
}

impl fmt::Display for ModelSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.origin.is_empty() {
            writeln!(f, "# {}", self.origin)?;
        }
        writeln!(f, "{HEADER}\ngame {}\nkind {}", self.game, self.kind)?;
        let mut row = |name: &str, number: &dyn Fn(&StageModel) -> f64| {
            write!(f, "{name}")?;
            self.models.iter().try_for_each(|model| write!(f, " {}", number(model)))?;
            writeln!(f)
        };
        row("stones", &|model| f64::from(model.stones))?;
        row("sigma", &|model| model.accuracy.sigma)?;
        row("right", &|model| model.accuracy.right)?;
        row("offset", &|model| model.model.offset)?;
        for (index, name) in self.features.iter().enumerate() {
            row(&format!("feature {name}"), &|model| model.model.weights[index])?;
        }
        writeln!(f, "{END}")
    }
}

impl FromStr for ModelSet {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut lines = Lines { lines: whole_lines(text)?.lines(), number: 0 };
        let first = lines.expect()?;
        let origin = first.text.strip_prefix("# ");
        let header = if origin.is_some() { lines.expect()? } else { first };
        let has_end = header.text == HEADER;
        if !has_end && header.text != FIRST_HEADER {
            return Err(header.wrong(0..header.text.len(), &format!("`{HEADER}` is expected here")));
        }
        let game = lines.expect()?.after("game")?.text.to_owned();
        let kind = lines.expect()?.after("kind")?;
        let kind =
            kind.text.parse().map_err(|error: ReadError| kind.wrong(0..kind.text.len(), &error.message))?;
        let stones = lines.expect()?.stones()?;
        let mut row = |key: &str| lines.expect()?.after(key)?.numbers(stones.len());
        let (sigma, right, offset) = (row("sigma")?, row("right")?, row("offset")?);
        let accuracies = sigma.into_iter().zip(right).map(|(sigma, right)| Accuracy { sigma, right });
        let model = |((stones, accuracy), offset)| StageModel {
            stones,
            model: LinearModel { offset, weights: Vec::new() },
            accuracy,
        };
        let mut models: Vec<_> = stones.into_iter().zip(accuracies).zip(offset).map(model).collect();
        let mut features = Vec::new();
        while let Some(line) = if has_end { Some(lines.expect()?) } else { lines.take() } {
            if has_end && line.text == END {
                break;
            }
            let rest = line.after("feature")?;
            let (name, numbers) = rest.first_word()?;
            if features.len() == MOST_BOARD_FEATURES {
                return Err(line.wrong(0..7, &format!("there are at most {MOST_BOARD_FEATURES} features")));
            }
            let weights = numbers.numbers(models.len())?;
            for (model, weight) in models.iter_mut().zip(weights) {
                model.model.weights.push(weight);
            }
            features.push(name.to_owned());
        }
        if let Some(line) = lines.take() {
            return Err(line.wrong(0..line.text.len(), "nothing can stand here: the model set has ended"));
        }
        Ok(Self { origin: origin.unwrap_or_default().to_owned(), game, kind, features, models })
    }
}

struct Lines<'t> {
    lines: std::str::Lines<'t>,
    number: usize,
}

impl<'t> Lines<'t> {
    /// The next line, if there is one.
    fn take(&mut self) -> Option<Line<'t>> {
        self.number += 1;
        self.lines.next().map(|whole| Line { number: self.number, whole, text: whole })
    }

    /// The next line, which must be there.
    fn expect(&mut self) -> Result<Line<'t>, ReadError> {
        let number = self.number + 1;
        self.take()
            .ok_or_else(|| ReadError::new(format!("line {number} is missing: the model set ends too soon")))
    }
}

/// A line, or the rest of one.
#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    whole: &'t str,
    text: &'t str,
}

impl<'t> Line<'t> {
    /// An error about a part of the text.
    fn wrong(&self, part: Range<usize>, message: &str) -> ReadError {
        let start = self.whole.len() - self.text.len();
        ReadError::new(format!("line {}: {message}", self.number))
            .within(self.whole)
            .at(start + part.start..start + part.end)
    }

    /// What follows a key.
    fn after(&self, key: &str) -> Result<Self, ReadError> {
        let rest = self.text.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
        match rest.filter(|rest| !rest.is_empty()) {
            Some(text) => Ok(Self { text, ..*self }),
            None => {
                let word = self.text.find(' ').unwrap_or(self.text.len());
                Err(self.wrong(0..word, &format!("`{key}` and what belongs to it are expected here")))
            }
        }
    }

    /// The first word and what follows it.
    fn first_word(&self) -> Result<(&'t str, Self), ReadError> {
        let found = self.text.split_once(' ').filter(|(name, _)| !name.is_empty());
        let (name, text) = found.ok_or_else(|| {
            self.wrong(0..self.text.len(), "a name and one weight for each model are expected here")
        })?;
        Ok((name, Self { text, ..*self }))
    }

    /// The words, each with its place in the text.
    fn words(&self) -> impl Iterator<Item = (Range<usize>, &'t str)> + use<'t> {
        let text = self.text;
        text.split(' ').map(move |word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            (start..start + word.len(), word)
        })
    }

    fn numbers(&self, count: usize) -> Result<Vec<f64>, ReadError> {
        let number = |(place, word): (Range<usize>, &str)| {
            let number = word.parse().ok().filter(|number: &f64| number.is_finite());
            number.ok_or_else(|| self.wrong(place, &format!("`{word}` is not a number")))
        };
        let numbers = self.words().map(number).collect::<Result<Vec<f64>, _>>()?;
        if numbers.len() == count {
            return Ok(numbers);
        }
        let message = format!("{} numbers, but there are {count} models", numbers.len());
        Err(self.wrong(0..self.text.len(), &message))
    }

    fn stones(&self) -> Result<Vec<u32>, ReadError> {
        let rest = self.after("stones")?;
        let mut stones = Vec::new();
        for (place, word) in rest.words() {
            let number = word.parse().ok().filter(|number: &u32| *number <= MOST_STONES);
            let number = number.filter(|number| stones.last().is_none_or(|last| last < number));
            stones.push(number.ok_or_else(|| {
                rest.wrong(
                    place,
                    &format!("`{word}` is not a number of stones, each larger than the one before"),
                )
            })?);
        }
        Ok(stones)
    }
}

#[cfg(test)]
mod tests;
