//! "Learning a Reversi Board Evaluator with Minimax" [Engel2015]: its settings and its training.
//!
//! * [`SETTINGS`]: what the source says about its model sets (sections V and VI).
//! * [`RECIPES`]: `agon train minimax-backwards` and `agon train game-data`.
//! * [`PAPER`]: its tables and figures.

mod experiments;
mod game_data;
mod recipe;

pub use experiments::PAPER;

use crate::Recipe;

use agon_learn::models::ModelKind;

/// The trainings of the paper.
pub const RECIPES: &[Recipe] = &[recipe::BACKWARDS, game_data::GAME_DATA];

/// The settings that the source settles on for the board of 88 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Its spec.
    pub game: &'static str,
    /// The kind of model that came out best (table II).
    pub kind: ModelKind,
    /// The stones that the largest model leaves to be placed.
    pub empties: u32,
    /// How many stones more each model has than the one before.
    pub gap: u32,
    /// The boards that each model is fitted to (section VI.A).
    pub boards: u64,
    /// The stones of the openings of its matches; played boards are random up to there.
    pub opening: u32,
}

/// Sections V and VI.A.
pub const SETTINGS: Settings =
    Settings { game: "reversi:88", kind: ModelKind::Svm, empties: 10, gap: 4, boards: 2000, opening: 16 };
