//! The Go Text Protocol, version 2 [Farneback2002], as it is used for Blokus by Pentobi and for other games by GoGui.
//!
//! Differs from the source: moves that are no vertices of a Go board are written as the game writes them (cells of a
//! piece in Blokus, columns in Connect Four, Othello's own names in Reversi), and colours may be numbers.

mod answers;
mod controller;
mod dialect;
mod engine;
mod told_time;

pub use controller::GtpController;
pub use engine::GtpEngine;
