//! How programs that play talk to each other: GTP, NBoard and Gomocup, both sides of each, and an adapter for programs
//! that know none of them. Original design.
//!
//! Every side is a state machine from lines to lines that knows nothing of processes, threads or clocks: a
//! [`Controller`] asks an engine, an [`EngineSide`] is one. Who runs them feeds the lines and does the waiting.

mod adapter;
mod board_text;
mod controller;
mod desk;
mod engine_side;
pub mod gomocup;
pub mod gtp;
pub mod nboard;
mod told_think;

pub use adapter::{Adapter, AdapterPlan};
pub use controller::{Controller, Heard, PlayedMove, Question, Refusal};
pub use desk::{Desk, GameOpener};
pub use engine_side::{Act, EngineSide, Interrupt, Thought, Wish};
