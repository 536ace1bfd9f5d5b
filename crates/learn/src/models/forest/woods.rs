//! Woods and forests ([KInARow2012] section 3.5): a tree with its pattern, and many of them.

use agon_core::ReadError;

use super::{DecisionTree, Pattern, Prediction, PredictionWeights};

/// No tree weighs more.
pub const HEAVIEST: u8 = 63;

/// One tree, to be placed wherever its pattern fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Woods {
    /// The cells it asks about.
    pub pattern: Pattern,
    /// How it answers.
    pub tree: DecisionTree,
    /// How much its predictions count, at most [`HEAVIEST`]; one in the source, which wishes for weights in section 6.
    pub weight: u8,
    /// The share of the examples outside of its bootstrap sample that it predicts wrongly, where it is known.
    pub error: Option<f64>,
}

/// Woods that are asked together.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    /// At least one.
    pub woods: Vec<Woods>,
    /// What predictions are worth.
    pub weights: PredictionWeights,
    /// The spec of the game it was trained for, where that is known: what trees have learned holds on no other board.
    pub game: Option<String>,
}

impl Forest {
    /// Whether it may play a game, given by its spec.
    ///
    /// # Errors
    /// If it was trained for another one.
    pub fn check_game(&self, spec: &str) -> Result<(), ReadError> {
        match &self.game {
            Some(own) if own != spec => Err(ReadError::new(format!(
                "this forest was trained for {own}, not for {spec}; `agon train forests/...` with --set \
                 game={spec} makes one"
            ))),
            _ => Ok(()),
        }
    }

    /// The mean out-of-bag error of the trees.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let errors: Vec<f64> = self.woods.iter().filter_map(|woods| woods.error).collect();
        (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64)
    }

    /// What most of the trees say of the cells of a window, as a random forest is usually asked (section 2.3).
    #[must_use]
    pub fn vote(&self, cell: impl Fn(u16) -> u8) -> Prediction {
        let mut votes = [0; 3];
        for woods in &self.woods {
            let prediction = woods.tree.predict(|at| cell(woods.pattern.cells()[at]));
            votes[prediction as usize] += u32::from(woods.weight);
        }
        Prediction::of_most(votes, 0)
    }
}
