//! An engine for Reversi on 8x8: exact endgames, and a selective search over pattern tables.
//!
//! * [`EngineAgent`] plays; [`Engine`] searches a [`Board`] to a [`Goal`] and gives a [`Report`].
//! * [`Evaluation`] is the fast form of the pattern tables of `agon_learn`.
//! * A [`Machine`] is a kind of processor: the whole search is compiled once for each, and the best is chosen when the
//!   program runs.

mod agent;
mod board;
mod engine;
mod evaluation;
mod few_empties;
mod in_progress;
mod large_pages;
mod machine;
mod node;
mod null_endgame;
mod null_window;
mod pace;
mod principal;
mod probcut;
mod root;
mod stability;
mod table;
mod worker;
#[cfg(all(target_arch = "x86_64", not(agon_portable)))]
mod x86;

pub use agent::EngineAgent;
pub use board::Board;
pub use engine::{Engine, EngineParams, Form, Goal, Report};
pub use evaluation::Evaluation;
pub use machine::{Machine, Portable};
pub use node::Node;
pub use probcut::{Selectivity, deviation_terms};
pub use root::RootMove;
pub use table::Table;
pub use worker::Worker;
#[cfg(all(target_arch = "x86_64", not(agon_portable)))]
pub use x86::{Avx2, Avx512};
