//! Evaluators of Reversi by spec: `four-heuristics(tuned, ply=4)`, `mobility` and `positional`.

use std::sync::Arc;

use agon_core::spec::Args;
use agon_core::{Evaluator, ReadError};
use agon_reversi::{FourHeuristics, FourWeights, Mobility, Positional, Reversi, Word};

use super::OwnEvaluator;
use super::learned::read;
use crate::artefacts::REVERSI_REPORT_WEIGHTS;

/// The evaluators that only Reversi has.
pub(crate) fn own<W: Word + 'static>() -> Vec<OwnEvaluator<Reversi<W>>> {
    vec![
        OwnEvaluator { name: "four-heuristics", build: four_heuristics },
        OwnEvaluator { name: "mobility", build: |_, _| Ok(Arc::new(Mobility)) },
        OwnEvaluator { name: "positional", build: |game, _| Ok(Arc::new(Positional::default().on(game))) },
    ]
}

/// `tuned` takes the weights that come with Agon, `file=` those that `agon train` wrote, and without either they are
/// those of the source. `ply=` is the depth of the search that asks; `parity=`, `mobility=`, `corners=` and `stability=` are weights.
fn four_heuristics<W: Word>(
    _: &Reversi<W>,
    args: &mut Args<'_>,
) -> Result<Arc<dyn Evaluator<Reversi<W>>>, ReadError> {
    let source = FourHeuristics::default();
    let weights = match (args.keyed("file"), args.flag("tuned")) {
        (None, false) => source.weights,
        (file, _) => read(file, REVERSI_REPORT_WEIGHTS)?,
    };
    let ply = match args.keyed("ply") {
        Some(spec) => spec.name.value::<std::num::NonZeroU32>("a whole number of plies from 1 on")?.get(),
        None => source.ply,
    };
    let mut weight = |name, default| Ok(args.value(name, "a number")?.unwrap_or(default));
    let weights = FourWeights {
        parity: weight("parity", weights.parity)?,
        mobility: weight("mobility", weights.mobility)?,
        corners: weight("corners", weights.corners)?,
        stability: weight("stability", weights.stability)?,
        ..weights
    };
    Ok(Arc::new(FourHeuristics { weights, ply }))
}
