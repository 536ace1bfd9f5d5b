//! A kind of evaluator, and how its specs are read. What values positions ranks moves too, by the positions that they lead
//! to; some methods rank moves in a way of their own, and some can do nothing else.

use std::fmt;
use std::sync::Arc;

use agon_abilities::MoveRanker;
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

/// A ranker of moves, or why its spec names none.
pub type BuiltRanker<G> = Result<Arc<dyn MoveRanker<G>>, ReadError>;

type Build<G> = dyn Fn(&G, &Options<'_>) -> BuiltEvaluator<G> + Send + Sync;
type BuildRanker<G> = dyn Fn(&G, &Options<'_>) -> BuiltRanker<G> + Send + Sync;

/// A kind of evaluator for a type of game.
pub struct EvaluatorMethod<G: Game> {
    pub(crate) kind: EvaluatorKind,
    /// What values positions; none for what can only rank moves.
    pub(crate) build: Option<Arc<Build<G>>>,
    /// What ranks moves in a way of its own.
    pub(crate) rank: Option<Arc<BuildRanker<G>>>,
}

impl<G: Game> EvaluatorMethod<G> {
    /// A kind of evaluator that is made by `build`. One evaluator serves all threads.
    pub fn new(
        kind: EvaluatorKind,
        build: impl Fn(&G, &Options<'_>) -> BuiltEvaluator<G> + Send + Sync + 'static,
    ) -> Self {
        Self { kind, build: Some(Arc::new(build)), rank: None }
    }

    /// A kind that ranks moves and cannot value positions.
    pub fn only_ranks(
        kind: EvaluatorKind,
        rank: impl Fn(&G, &Options<'_>) -> BuiltRanker<G> + Send + Sync + 'static,
    ) -> Self {
        Self { kind, build: None, rank: Some(Arc::new(rank)) }
    }

    /// That ranks moves in a way of its own, not by the positions that they lead to.
    #[must_use]
    pub fn ranking(self, rank: impl Fn(&G, &Options<'_>) -> BuiltRanker<G> + Send + Sync + 'static) -> Self {
        Self { rank: Some(Arc::new(rank)), ..self }
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> &EvaluatorKind {
        &self.kind
    }
}

impl<G: Game> Clone for EvaluatorMethod<G> {
    fn clone(&self) -> Self {
        Self { kind: self.kind.clone(), build: self.build.clone(), rank: self.rank.clone() }
    }
}

impl<G: Game> fmt::Debug for EvaluatorMethod<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EvaluatorMethod").field(&self.kind.name).finish()
    }
}
