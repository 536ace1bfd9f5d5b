//! Evaluators of Reversi by spec: `four-heuristics(ply=4)` and `positional`.

use std::sync::Arc;

use agon_core::spec::Args;
use agon_core::{Evaluator, ReadError};
use agon_reversi::{FourHeuristics, FourWeights, Positional, Reversi, Word};

use super::OwnEvaluator;

/// The evaluators that only Reversi has.
pub(crate) fn own<W: Word + 'static>() -> Vec<OwnEvaluator<Reversi<W>>> {
    vec![
        OwnEvaluator { name: "four-heuristics", build: four_heuristics },
        OwnEvaluator { name: "positional", build: |game, _| Ok(Arc::new(Positional::default().on(game))) },
    ]
}

/// `ply=` is the depth of the search that asks; `parity=`, `mobility=`, `corners=` and `stability=` are weights.
fn four_heuristics<W: Word>(
    _: &Reversi<W>,
    args: &mut Args<'_>,
) -> Result<Arc<dyn Evaluator<Reversi<W>>>, ReadError> {
    let source = FourHeuristics::default();
    let ply = match args.keyed("ply") {
        Some(spec) => spec.name.value::<std::num::NonZeroU32>("a whole number of plies from 1 on")?.get(),
        None => source.ply,
    };
    let mut weight = |name, default| Ok(args.value(name, "a number")?.unwrap_or(default));
    let weights = FourWeights {
        parity: weight("parity", source.weights.parity)?,
        mobility: weight("mobility", source.weights.mobility)?,
        corners: weight("corners", source.weights.corners)?,
        stability: weight("stability", source.weights.stability)?,
        ..source.weights
    };
    Ok(Arc::new(FourHeuristics { weights, ply }))
}
