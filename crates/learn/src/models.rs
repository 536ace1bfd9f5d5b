//! What is trained.
//!
//! * [`Mlp`] and [`NetworkEvaluator`]: the small network of [Cherry2011].
//! * [`LinearModel`], fitted to [`Examples`] as one of three [`ModelKind`]s, and [`ModelSet`], one for each stage of the
//!   game: the evaluator of [Engel2015].
//! * [`forest`]: random forests over boards, of [KInARow2012].

mod examples;
pub mod forest;
mod linear;
mod logistic;
mod mlp;
mod model_set;
mod network_evaluator;
mod normal_equations;
mod sigmoid;
mod staged_evaluator;
mod svm;

pub use examples::Examples;
pub use linear::{Accuracy, LinearModel, ModelKind};
pub use mlp::{MOST_HIDDEN, MOST_INPUTS, Mlp, MlpShape};
pub use model_set::{Between, ModelSet, StageModel};
pub use network_evaluator::NetworkEvaluator;
pub use staged_evaluator::{ReadyModel, StagedEvaluator};
pub use svm::{SvmSolution, svm};
