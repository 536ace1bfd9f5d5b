//! A course report on Reversi with four heuristics [OReilly2016].
//!
//! * [`experiments`]: its figures 1 and 2.

pub mod experiments;

pub use experiments::PAPER;
