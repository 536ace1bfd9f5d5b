//! One module for each paper: its settings, its recipes for training, and its published figures. The methods are in
//! the crates below.

pub mod othello_thesis;
mod recipe;
pub mod reversi_report;

pub use agon_learn::checkpoint::write_atomically;
pub use recipe::{Generations, Order, Progress, RECIPES, Recipe, TrainError, Trained, Watch, recipe};
