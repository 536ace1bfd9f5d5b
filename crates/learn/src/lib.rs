//! Evaluators that learn: models, and the ways to train them. Generic over the game.
//!
//! * [`ga`] is a genetic algorithm, written once; [`evolution`] runs it through stages, with [`checkpoint`]s.
//! * [`td`] is temporal-difference learning by self-play, written once too.
//! * [`models`] are what is trained: so far the small network of [Cherry2011].
//! * [`duel`] plays the quick games that training needs.
//!
//! Everything follows from a seed, at any number of threads, and goes on from a checkpoint to the same bits.

pub mod checkpoint;
pub mod duel;
pub mod evolution;
pub mod ga;
pub mod models;
pub mod td;
