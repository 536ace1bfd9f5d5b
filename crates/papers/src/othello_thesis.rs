//! "An Intelligent Othello Player Combining Machine Learning and Game Specific Heuristics" [Cherry2011].
//!
//! * [`fitness`]: how well a game went (section 4.2.1.2).
//! * [`settings`]: what the thesis says about its genetic algorithms, and what was chosen where it is silent.
//! * [`experiments`]: chapter 5.
//! * [`influence`] and [`network`]: the recipes that learn the influence map and the network.

pub mod experiments;
pub mod fitness;
pub mod influence;
pub mod network;
pub mod settings;
mod training_games;

use crate::Recipe;

pub use experiments::PAPER;

/// The trainings of the thesis.
pub const RECIPES: &[Recipe] = &[influence::RECIPE, network::FOUR, network::EIGHT, network::LARGE];
