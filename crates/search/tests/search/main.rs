//! Searches from outside, in one program: their values, and how much they visit.
#![allow(clippy::unwrap_used)]

mod exactness;
mod visited;
