//! One module for each paper: its settings, its recipes for training, and its published figures. The methods are in
//! the crates below.

pub mod blokus_study;
mod curve;
mod data;
mod evolution_recipe;
mod finished;
pub mod forests;
pub mod minimax_training;
mod notebook;
pub mod othello_thesis;
mod outcomes;
mod page;
mod paper;
mod pattern_rounds;
mod pattern_tables;
mod provenance;
mod recipe;
mod report;
pub mod reversi_report;
pub mod run;
mod td_recipe;
mod trained;
mod training_files;
mod training_order;
pub mod verdict;

pub use curve::Curve;
pub use data::Data;
pub use finished::FinishedTable;
pub use notebook::{MatchSummary, Notebook};
pub use outcomes::kept_outcome;
pub use page::page;
pub use paper::{Experiment, ExperimentError, Lab, PAPERS, Paper, Step, paper};
pub use provenance::{DataUsed, Provenance};
pub use recipe::{
    Draw, Generations, Recipe, TrainError, TrainingObserver, TrainingProgress, TrainingRequest, TrainingStep,
    recipe, recipes,
};
pub use report::{ComparedFigure, ExperimentReport, Figure, ReportTable, Row};
pub use trained::{Trained, TrainingReport, TrainingResult};
pub use training_files::TrainingFiles;
pub use training_order::serve_work;
