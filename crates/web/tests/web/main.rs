//! The web app from outside: by its API, and in a browser as people use it.
#![allow(clippy::unwrap_used, clippy::print_stderr, clippy::needless_pass_by_value)]

mod accessible;
mod api;
mod browser;
mod explain;
mod front_end;
mod http;
mod jobs;
mod kill;
mod malformed;
mod pages;
mod play;
mod running;
