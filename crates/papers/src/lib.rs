//! One module for each paper: its settings, its recipes for training, and its published figures. The methods are in
//! the crates below.

mod curve;
mod data;
pub mod minimax_training;
mod notebook;
pub mod othello_thesis;
mod paper;
mod recipe;
mod report;
pub mod reversi_report;

pub use curve::Curve;
pub use data::Data;
pub use notebook::{MatchSummary, Notebook};
pub use paper::{Experiment, ExperimentError, Lab, PAPERS, Paper, Step, paper};
pub use recipe::{
    Generations, Recipe, TrainError, Trained, TrainingObserver, TrainingProgress, TrainingRequest,
    TrainingResult, TrainingStep, recipe, recipes,
};
pub use report::{ComparedFigure, ExperimentReport, Figure, ReportTable, Row};
