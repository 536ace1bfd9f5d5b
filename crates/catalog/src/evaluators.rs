//! Evaluators by spec.

mod learned;
mod reversi;
mod staged;

use std::sync::Arc;

use agon_core::spec::{Args, Spec};
use agon_core::{Evaluator, ReadError};

use crate::playable::Playable;
pub(crate) use learned::{influence, learned, shipped_network};
pub(crate) use reversi::own as own_of_reversi;
pub(crate) use staged::{models_come_with_agon, shipped_models, staged, staged_evaluator};

/// An evaluator, or why its spec names none.
type Built<G> = Result<Arc<dyn Evaluator<G>>, ReadError>;

/// An evaluator that only some games have, and how it is made from the arguments of its spec.
pub struct OwnEvaluator<G> {
    /// The name in specs.
    pub name: &'static str,
    /// Makes it.
    pub build: fn(&G, &mut Args<'_>) -> Built<G>,
}

/// The evaluator that a spec names.
pub(crate) fn evaluator<G: Playable>(game: &G, spec: &Spec) -> Built<G> {
    let mut args = Args::of(spec);
    let own = game.own_evaluators();
    let evaluator = match (spec.name.text.as_str(), own.iter().find(|own| own.name == spec.name.text)) {
        ("material", _) => game.material(),
        (_, Some(own)) => (own.build)(game, &mut args)?,
        (_, None) => {
            let names: Vec<_> = std::iter::once("material").chain(own.iter().map(|own| own.name)).collect();
            return Err(spec.name.unknown("evaluator", &names));
        }
    };
    args.finish()?;
    Ok(evaluator)
}
