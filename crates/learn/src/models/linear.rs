//! Linear models of three kinds ([Engel2015] section V): the same weighted sum, fitted by least squares (equation 3), by
//! logistic regression (equation 4) or as a support vector machine (equation 5).
//!
//! The last two only learn who wins. So that their sums can be compared with final scores, which a search mixes with
//! them, each is multiplied by the number that makes its error smallest on the boards it was fitted to, as the source
//! does to compare them (section VI.A). Here this scale is part of the model.
//!
//! Level boards (score zero) are nobody's win: the classifiers leave them out, as the objectives of the source do, where
//! their sign is zero. They count half when right predictions are counted (equation 7).

use std::fmt;
use std::str::FromStr;

use agon_core::ReadError;
use agon_core::spec::Word;

use super::examples::Examples;
use super::logistic::logistic;
use super::normal_equations::Gram;
use super::svm::svm;

/// A weighted sum of features.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearModel {
    /// What is added to the sum.
    pub offset: f64,
    /// One weight for each feature, in points.
    pub weights: Vec<f64>,
}

/// How well a model predicts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// Equation 6: the root of the mean squared error, in points.
    pub sigma: f64,
    /// Equation 7: the part of the boards whose winner is predicted; level ones count half.
    pub right: f64,
}

/// How a linear model is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {
    /// Least squares.
    Linear,
    /// Logistic regression.
    Logistic,
    /// Support vector machine.
    Svm,
}

impl ModelKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Linear, Self::Logistic, Self::Svm];

    /// The name in files and on command lines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Logistic => "logistic",
            Self::Svm => "svm",
        }
    }

    /// The model of this kind that fits the examples best.
    #[must_use]
    pub fn fit(self, examples: &Examples) -> LinearModel {
        match self {
            Self::Linear => least_squares(examples),
            Self::Logistic => logistic(examples).in_points(examples),
            Self::Svm => svm(examples).model.in_points(examples),
        }
    }
}

impl fmt::Display for ModelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ModelKind {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let word = Word::new(text);
            word.unknown("kind of model", &Self::ALL.map(Self::name)).within(text)
        })
    }
}

/// Equation 3.
fn least_squares(examples: &Examples) -> LinearModel {
    let mut gram = Gram::new(examples.features());
    for (row, score) in examples.iter() {
        gram.add(row, 1.0, score);
    }
    LinearModel::from_solution(gram.solve())
}

/// The nearest number of six decimals; zero without a sign.
pub(super) fn six_decimals(number: f64) -> f64 {
    (number * 1e6).round() / 1e6 + 0.0
}

impl LinearModel {
    /// The unknowns of a system, the offset last.
    pub(super) fn from_solution(mut solution: Vec<f64>) -> Self {
        let offset = solution.pop().unwrap_or(0.0);
        Self { offset, weights: solution }
    }

    /// What the model says of a row.
    #[must_use]
    pub fn predict(&self, row: &[f64]) -> f64 {
        row.iter().zip(&self.weights).map(|(number, weight)| number * weight).sum::<f64>() + self.offset
    }

    /// The same model with every weight multiplied.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        let weights = self.weights.iter().map(|weight| weight * factor).collect();
        Self { offset: self.offset * factor, weights }
    }

    /// The model a part of the way from this one to another: 0 is this one, 1 the other.
    #[must_use]
    pub fn towards(&self, other: &Self, part: f64) -> Self {
        let between = |from: f64, to: f64| from + part * (to - from);
        let weights = self.weights.iter().zip(&other.weights).map(|(&from, &to)| between(from, to)).collect();
        Self { offset: between(self.offset, other.offset), weights }
    }

    /// The model with the scale that makes its error on the examples smallest. A model that is right less often than
    /// wrong would get a negative one; it gets zero.
    fn in_points(&self, examples: &Examples) -> Self {
        let (mut products, mut squares) = (0.0, 0.0);
        for (row, score) in examples.iter() {
            let predicted = self.predict(row);
            products += predicted * score;
            squares += predicted * predicted;
        }
        self.scaled(if squares > 0.0 { (products / squares).max(0.0) } else { 0.0 })
    }

    /// The model with weights of six decimals: what is written down is what plays.
    #[must_use]
    pub fn rounded(&self) -> Self {
        Self {
            offset: six_decimals(self.offset),
            weights: self.weights.iter().copied().map(six_decimals).collect(),
        }
    }

    /// How well the model predicts the examples.
    #[must_use]
    pub fn accuracy(&self, examples: &Examples) -> Accuracy {
        let (mut squares, mut right) = (0.0, 0.0);
        for (row, score) in examples.iter() {
            let predicted = self.predict(row);
            squares += (predicted - score).powi(2);
            right += match predicted * score {
                0.0 => 0.5,
                product if product > 0.0 => 1.0,
                _ => 0.0,
            };
        }
        let count = (examples.len() as f64).max(1.0);
        Accuracy { sigma: (squares / count).sqrt(), right: right / count }
    }

    /// The cosine of the angle between the weights of two models, offsets left out: 1 where they want the same.
    #[must_use]
    pub fn similarity(&self, other: &Self) -> f64 {
        let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
        let lengths = dot(&self.weights, &self.weights) * dot(&other.weights, &other.weights);
        if lengths > 0.0 { dot(&self.weights, &other.weights) / lengths.sqrt() } else { 0.0 }
    }
}

#[cfg(test)]
mod tests;
