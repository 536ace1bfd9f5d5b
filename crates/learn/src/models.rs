//! What is trained.

mod mlp;
mod network_evaluator;
mod sigmoid;

pub use mlp::{MOST_HIDDEN, MOST_INPUTS, Mlp, MlpShape};
pub use network_evaluator::NetworkEvaluator;
