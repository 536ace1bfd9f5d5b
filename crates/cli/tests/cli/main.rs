//! The command as a user types it, in one program: each costs a link.
#![allow(clippy::unwrap_used)]

mod analyze;
mod arena;
mod book;
mod cluster;
mod commands;
mod control_characters;
mod engines;
mod examples;
mod formats;
mod keeping;
mod kill;
mod odd_command_lines;
mod own_evaluator;
mod own_game;
mod paper;
#[cfg(unix)]
mod pattern_rounds;
mod picture;
mod play;
mod refusals;
mod running;
mod schemas;
mod serve;
mod store;
mod train;
mod wthor;
