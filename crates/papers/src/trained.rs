//! What a training gave, and what it reached. Original design.

use agon_learn::models::Accuracy;
use agon_learn::pattern_tables::Fitted;

/// What a training gave.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The learned thing as the text of its file.
    pub artefact: String,
    /// How good it is, and what it took.
    pub result: TrainingResult,
}

/// What a training reached.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainingResult {
    /// By evolution.
    Evolved {
        /// The best fitness of each stage.
        fitness: Vec<f64>,
        /// How many generations were evaluated.
        generations: u64,
        /// How many games were played for them.
        games: u64,
    },
    /// By fitting models.
    Fitted {
        /// The stones of each model and how well it predicts what it was fitted to.
        models: Vec<(u32, Accuracy)>,
        /// The boards that each was fitted to.
        boards: u64,
    },
    /// By fitting tables of patterns.
    Tabled {
        /// The games that positions came from.
        games: u64,
        /// Positions of each number of stones at most.
        positions: u64,
        /// How well positions are predicted that nothing was fitted to.
        errors: Vec<Fitted>,
    },
}
