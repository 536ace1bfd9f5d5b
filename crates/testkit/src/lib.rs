//! What tests of games and searches share. Original design; for tests only.

pub mod commands;
mod example_program;
mod golden;
mod perft_table;
mod rules;
mod schema;
mod toy;

pub use example_program::run_example;
pub use golden::check_golden;
pub use perft_table::check_perft_table;
pub use rules::check_rules;
pub use schema::check_schema;
pub use toy::{HashEvaluator, Toy, ToyPosition};
