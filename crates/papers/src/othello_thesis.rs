//! "An Intelligent Othello Player Combining Machine Learning and Game Specific Heuristics" [Cherry2011].
//!
//! * [`appendix`]: the published games.
//! * [`fitness`]: how well a game went (section 4.2.1.2).
//! * [`settings`]: what the thesis says about its genetic algorithms, and what was chosen where it is silent.
//! * [`experiments`]: chapter 5.
//! * [`influence`] and [`network`]: the recipes that learn the influence map and the network.
//! * [`cross_validation`]: networks trained without one of the training agents (section 6.2.1).
//! * [`network_td`]: the same network by temporal differences (section 6.2.4).

pub mod appendix;
pub mod cross_validation;
pub mod experiments;
pub mod fitness;
pub mod influence;
pub mod network;
pub mod network_td;
pub mod settings;
mod training_games;

pub use training_games::TrainingAgent;

use crate::Recipe;

pub use experiments::PAPER;

/// The trainings of the thesis.
pub const RECIPES: &[Recipe] = &[
    influence::RECIPE,
    network::FOUR,
    network::EIGHT,
    network::LARGE,
    network_td::RECIPE,
    cross_validation::WITHOUT_INFLUENCE,
    cross_validation::WITHOUT_GREEDY,
    cross_validation::WITHOUT_GREEDY_INFLUENCE,
];
