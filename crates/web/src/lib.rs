//! The web app: a server on this machine, and pages that a browser shows. Original design.
//!
//! The server knows rules, agents and files; a page draws what it is told and never decides what is legal. So a new game
//! needs no new page: its [`View`](agon_core::View), its legal moves and their footprints are all there is to draw.
//!
//! * `table` has the games that are played, `journal` what is kept of them, `thinking` the agents at work;
//! * `policy` says what a spec from a browser may name, and `guard` who may ask at all;
//! * `routes` has one file for each page.

mod analyses;
mod analysis;
mod app;
mod assets;
mod clients;
mod connections;
mod data_folder;
mod explained;
mod guard;
mod jobs;
mod journal;
mod picture;
mod policy;
mod refusal;
mod routes;
mod server;
mod state;
mod table;
mod tables;
mod thinking;

pub use server::{Address, ServeError, Settings, serve};
