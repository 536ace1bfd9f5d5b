//! Evaluators by spec.

use std::sync::Arc;

use agon_core::spec::{Args, Spec};
use agon_core::{Evaluator, ReadError};

use crate::playable::Playable;

/// The evaluator that a spec names.
pub(crate) fn evaluator<G: Playable>(game: &G, spec: &Spec) -> Result<Arc<dyn Evaluator<G>>, ReadError> {
    match spec.name.text.as_str() {
        "material" => Args::of(spec).finish().map(|()| game.material()),
        _ => Err(spec.name.unknown("evaluator", &["material"])),
    }
}
