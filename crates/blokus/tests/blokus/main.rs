//! Blokus from outside, in one program: rules and recorded games.
#![allow(clippy::unwrap_used)]

mod naive;
mod recorded_games;
mod rules;
