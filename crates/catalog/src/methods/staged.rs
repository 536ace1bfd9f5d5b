//! `models(set=FILE, between=interpolate)`: models for the stages of a game ([Engel2015]). Without `set=`, those that come
//! with Agon for the board; `set=reversi:88` names them too. Symmetric positions have equal values, the mean of what the
//! models say of them: features tell the diagonals of a square board apart, as their source does.

use std::sync::{Arc, LazyLock};

use agon_core::ReadError;
use agon_core::spec::{Options, SpecOption};
use agon_learn::models::{Between, ModelSet, StagedEvaluator};

use crate::artefacts::{MODEL_SETS, model_set};
use crate::evaluator_method::{BuiltEvaluator, EvaluatorKind, EvaluatorMethod};
use crate::playable::Playable;

/// What models can be told.
pub(super) const OPTIONS: &[SpecOption] = &[
    SpecOption::file(
        "set",
        "a file of models that agon train wrote, or the game whose models come with Agon",
    )
    .or_else("those that come with Agon"),
    SpecOption::one_of(
        "between",
        "way to score between models",
        &["interpolate", "larger"],
        "what counts between the stages that have a model",
    )
    .or("interpolate"),
];

/// The evaluator of games with board features.
pub(crate) fn staged<G: Playable>() -> EvaluatorMethod<G> {
    let kind = EvaluatorKind::new("models", "models for the stages of the game, trained by agon train");
    EvaluatorMethod::new(kind.takes(OPTIONS), staged_evaluator)
}

/// The evaluator that the options name.
pub(super) fn staged_evaluator<G: Playable>(game: &G, options: &Options<'_>) -> BuiltEvaluator<G> {
    let features = game
        .board_features()
        .ok_or_else(|| ReadError::new(format!("{} has no board features for models", game.spec())))?;
    let between = match options.word("between") {
        Some("larger") => Between::Larger,
        _ => Between::Interpolate,
    };
    let spec = options.given("set");
    let set = match spec {
        Some(spec) => model_set(&spec.name)?,
        None => shipped(&features.names()).cloned().ok_or_else(|| {
            ReadError::new(format!("no models for {} come with Agon; set= names a file of them", game.spec()))
        })?,
    };
    let set = set.symmetric(&*features);
    let evaluator = StagedEvaluator::new(features, &set, between);
    let evaluator = evaluator.map_err(|error| match spec {
        Some(spec) => spec.name.error(error.message),
        None => error,
    })?;
    Ok(Arc::new(evaluator))
}

/// The models that come with Agon for this board.
pub(crate) fn shipped_models<G: Playable>(game: &G) -> Option<Arc<dyn agon_core::Evaluator<G>>> {
    let features = game.board_features()?;
    let set = shipped(&features.names())?.symmetric(&*features);
    Some(Arc::new(StagedEvaluator::new(features, &set, Between::default()).ok()?))
}

/// Whether a set for this board comes with Agon.
pub(crate) fn models_come_with_agon<G: Playable>(game: &G) -> bool {
    game.board_features().is_some_and(|features| shipped(&features.names()).is_some())
}

/// The set that comes with Agon and looks at these features.
fn shipped(features: &[String]) -> Option<&'static ModelSet> {
    static READ: LazyLock<Vec<ModelSet>> =
        LazyLock::new(|| MODEL_SETS.iter().filter_map(|(_, text)| text.parse().ok()).collect());
    READ.iter().find(|set| set.features == features)
}
