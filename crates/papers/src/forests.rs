//! Random forests evolved for k-in-a-row games ([KInARow2012]): settings, published figures, and its tables made again.
//!
//! What the study leaves open is a setting too, marked as ours where it stands: how deep its Gomoku trainings searched, how
//! their games began, how many games were played first.

mod experiments;
mod pictures;
mod recipe;
pub mod settings;

pub use experiments::PAPER;
pub use pictures::{ForestSummary, ShownForest};
pub use recipe::RECIPES;
