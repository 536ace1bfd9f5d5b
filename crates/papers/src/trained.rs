//! What a training gave, and what it reached. Original design.

use agon_learn::models::Accuracy;
use agon_learn::pattern_tables::Fitted;
use serde::{Serialize, Serializer};

/// What a training gave.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The learned thing as the text of its file.
    pub artefact: String,
    /// How good it is, and what it took.
    pub result: TrainingResult,
}

/// What programs are told of a training, as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct TrainingReport<'r> {
    /// The name of the recipe.
    pub recipe: &'r str,
    /// Everything random followed from it.
    pub seed: u64,
    /// What was reached.
    #[serde(flatten)]
    pub reached: TrainingResult,
    /// How long it took, this time.
    pub seconds: f64,
    /// The file of what was learned.
    pub result: String,
}

/// What a training reached.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum TrainingResult {
    /// By evolution.
    Evolved {
        /// How many generations were evaluated.
        generations: u64,
        /// How many games were played for them.
        games: u64,
        /// The best fitness of each stage.
        fitness: Vec<f64>,
    },
    /// By fitting models.
    Fitted {
        /// The boards that each was fitted to.
        boards: u64,
        /// The stones of each model and how well it predicts what it was fitted to.
        #[serde(serialize_with = "write_models")]
        models: Vec<(u32, Accuracy)>,
    },
    /// By fitting tables of patterns.
    Tabled {
        /// The games that positions came from.
        games: u64,
        /// Positions of each number of stones at most.
        positions: u64,
        /// How well positions are predicted that nothing was fitted to.
        #[serde(serialize_with = "write_errors")]
        errors: Vec<Fitted>,
    },
}

/// The rows of a report: learners know nothing of JSON.
fn write_models<S: Serializer>(models: &[(u32, Accuracy)], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Row {
        stones: u32,
        sigma: f64,
        right: f64,
    }
    to.collect_seq(models.iter().map(|&(stones, Accuracy { sigma, right })| Row { stones, sigma, right }))
}

fn write_errors<S: Serializer>(errors: &[Fitted], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Row {
        stones: u32,
        empties: u32,
        error: f64,
    }
    to.collect_seq(errors.iter().map(|&Fitted { stones, empties, error }| Row { stones, empties, error }))
}
