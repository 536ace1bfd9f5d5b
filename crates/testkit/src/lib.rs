//! What tests of games and searches share. Ours; for tests only.

pub mod commands;
mod golden;
mod perft_table;
mod rules;
mod schema;
mod toy;

pub use golden::check_golden;
pub use perft_table::check_perft_table;
pub use rules::check_rules;
pub use schema::check_schema;
pub use toy::{HashEvaluator, Toy, ToyPosition};
