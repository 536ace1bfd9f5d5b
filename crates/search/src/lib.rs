//! Ways to choose a move, one readable file each, for every game that meets their needs.
//!
//! No algorithm knows a game. All take their limits and their randomness from [`agon_core::Think`].

mod flat_mc;
mod greedy;
mod mcts;
mod narrowing;
mod random;
mod rollout;
mod simulation;

pub use flat_mc::FlatMc;
pub use greedy::Greedy;
pub use mcts::{Mcts, MctsParams};
pub use narrowing::Narrowing;
pub use random::Random;
pub use rollout::{Heuristic, Rollout, Uniform};
pub use simulation::DEFAULT_SIMULATIONS;
