//! Evaluators that learn: models, and the ways to train them. Generic over the game.
//!
//! * [`ga`] is a genetic algorithm, written once; [`evolution`] runs it through stages, with [`checkpoint`]s.
//! * [`td`] is temporal-difference learning by self-play, written once too.
//! * [`backwards`] trains models from the end of the game to its beginning ([Engel2015]).
//! * [`game_data`] trains them from games that were played.
//! * [`forests`] evolves random forests by competitions ([KInARow2012]).
//! * [`pattern_tables`] fits weights of patterns by phase of the game ([Buro1998]).
//! * [`models`] are what is trained: the small network of [Cherry2011], linear models by stage of the game, forests.
//! * [`duel`] plays the quick games that training needs.
//!
//! Everything follows from a seed, at any number of threads, and goes on from a checkpoint to the same bits.

pub mod backwards;
pub mod checkpoint;
pub mod duel;
pub mod evolution;
pub mod forests;
pub mod ga;
pub mod game_data;
pub mod models;
pub mod pattern_tables;
mod sent;
pub mod td;
mod ternary_places;
