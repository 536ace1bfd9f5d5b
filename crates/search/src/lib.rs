//! Ways to choose a move, one readable file each, for every game that meets their needs.
//!
//! No algorithm knows a game. All take their limits and their randomness from [`agon_core::Think`].

mod greedy;
mod random;

pub use greedy::Greedy;
pub use random::Random;
