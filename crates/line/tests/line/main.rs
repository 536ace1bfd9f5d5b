//! Line games from outside, in one program: rules, lines on boards of every size, text, and what searches ask.
#![allow(clippy::unwrap_used)]

mod judgement;
mod naive;
mod rules;
mod sizes;
mod text;
