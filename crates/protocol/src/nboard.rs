//! The protocol of the NBoard program [Welty2013], version 2, which most Othello engines speak.
//!
//! The board is always set by a whole game in GGF; a `ping` between that and the question makes sure that an answer
//! belongs to it.

mod controller;
mod engine;

pub use controller::NBoardController;
pub use engine::NBoardEngine;
