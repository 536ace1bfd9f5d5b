//! Reversi from outside, in one program: rules, recorded games, and the example that reads them.
#![allow(clippy::unwrap_used)]

mod naive;
mod recorded_games;
mod rules;
mod wthor_example;
