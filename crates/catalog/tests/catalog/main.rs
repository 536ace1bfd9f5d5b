//! The catalog as its users see it, in one program: each costs a link of every game.
#![allow(clippy::unwrap_used)]

mod agent_specs;
mod boards;
mod foreign_records;
mod forests;
mod levels;
mod methods;
mod models;
mod named_files;
mod numbers;
mod probcut;
mod readers;
mod registry;
mod reversi_evaluators;
mod session;
mod solver;
mod text_agent;
mod values;
