//! A kind of evaluator, and how its specs are read.

use std::fmt;
use std::sync::Arc;

use agon_core::spec::{Options, SpecOption};
use agon_core::{Evaluator, Game, ReadError};

/// A kind of evaluator: what people are told of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EvaluatorKind {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// What it can be told.
    pub options: Vec<SpecOption>,
}

impl EvaluatorKind {
    /// A kind that takes no options.
    #[must_use]
    pub fn new(name: &'static str, summary: &'static str) -> Self {
        Self { name, summary, options: Vec::new() }
    }

    /// That takes these options too.
    #[must_use]
    pub fn takes(mut self, options: &[SpecOption]) -> Self {
        self.options.extend_from_slice(options);
        self
    }
}

/// An evaluator, or why its spec names none.
pub type BuiltEvaluator<G> = Result<Arc<dyn Evaluator<G>>, ReadError>;

type Build<G> = dyn Fn(&G, &Options<'_>) -> BuiltEvaluator<G> + Send + Sync;

/// A kind of evaluator for a type of game.
pub struct EvaluatorMethod<G: Game> {
    pub(crate) kind: EvaluatorKind,
    pub(crate) build: Arc<Build<G>>,
}

impl<G: Game> EvaluatorMethod<G> {
    /// A kind of evaluator that is made by `build`. One evaluator serves all threads.
    pub fn new(
        kind: EvaluatorKind,
        build: impl Fn(&G, &Options<'_>) -> BuiltEvaluator<G> + Send + Sync + 'static,
    ) -> Self {
        Self { kind, build: Arc::new(build) }
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> &EvaluatorKind {
        &self.kind
    }
}

impl<G: Game> Clone for EvaluatorMethod<G> {
    fn clone(&self) -> Self {
        Self { kind: self.kind.clone(), build: self.build.clone() }
    }
}

impl<G: Game> fmt::Debug for EvaluatorMethod<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EvaluatorMethod").field(&self.kind.name).finish()
    }
}
