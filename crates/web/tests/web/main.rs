//! The web app from outside: by its API, and in a browser as people use it.

mod api;
mod browser;
mod front_end;
mod http;
mod jobs;
mod malformed;
mod pages;
mod play;
mod running;
