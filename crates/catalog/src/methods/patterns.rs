//! `patterns(file=FILE)`: tables of patterns by phase of the game ([Buro1998]). Without `file=`, those that come with Agon
//! for the board; `file=reversi` names them too.

use std::sync::{Arc, LazyLock};

use agon_core::spec::{Options, SpecOption};
use agon_core::{Evaluator, ReadError};
use agon_learn::pattern_tables::PatternTables;

use crate::artefacts::{PATTERN_TABLES, pattern_tables};
use crate::evaluator_method::{BuiltEvaluator, EvaluatorKind, EvaluatorMethod};
use crate::playable::Playable;

const OPTIONS: &[SpecOption] = &[SpecOption::file(
    "file",
    "tables that agon train pattern-tables wrote, or the game whose tables come with Agon",
)
.or_else("those that come with Agon")];

/// The evaluator, for games whose cells have three values.
pub(crate) fn evaluator<G: Playable>() -> EvaluatorMethod<G> {
    let kind =
        EvaluatorKind::new("patterns", "tables of patterns by phase, fitted by agon train pattern-tables");
    EvaluatorMethod::new(kind.takes(OPTIONS), build)
}

fn build<G: Playable>(game: &G, options: &Options<'_>) -> BuiltEvaluator<G> {
    let ability = game
        .patterns()
        .ok_or_else(|| ReadError::new(format!("{} has no board for tables of patterns", game.spec())))?;
    match options.given("file") {
        Some(spec) => {
            let tables = Arc::new(pattern_tables(&spec.name)?);
            ability.evaluator(game, tables).map_err(|error| spec.name.error(error.message))
        }
        None => shipped_patterns(game).ok_or_else(|| {
            ReadError::new(format!(
                "no patterns for {} come with Agon; file= names tables of them",
                game.spec()
            ))
        }),
    }
}

/// The tables that come with Agon and fit the board, ready to use.
pub(crate) fn shipped_patterns<G: Playable>(game: &G) -> Option<Arc<dyn Evaluator<G>>> {
    static READ: LazyLock<Vec<Arc<PatternTables>>> = LazyLock::new(|| {
        PATTERN_TABLES.iter().filter_map(|(_, text)| Some(Arc::new(text.parse().ok()?))).collect()
    });
    let ability = game.patterns()?;
    READ.iter().find_map(|tables| ability.evaluator(game, tables.clone()).ok())
}
