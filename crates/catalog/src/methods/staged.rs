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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game;
    use agon_core::{Game, Player, Seed, Symmetric};
    use agon_reversi::{BoardWord, Reversi, Rules};

    /// The start is worth what it should be, to within two points, and symmetric positions are worth the same.
    fn level_and_symmetric<W: BoardWord + 'static>(spec: &str, start_for_black: f64) {
        let rules = Rules::from_spec(&spec.parse().unwrap()).unwrap();
        let game: Reversi<W> = Reversi::new(rules).unwrap();
        let models = shipped_models(&game).unwrap();
        let start = models.value(&game, &game.start(), Player::FIRST).to_f64();
        assert!((start - start_for_black).abs() <= 2.0, "{spec}: {start}");
        let mut rng = Seed(1).stream(spec, 0);
        for _ in 0..20 {
            let mut pos = game.start();
            while let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
                game.play_unchecked(&mut pos, mv);
                let value = models.value(&game, &pos, Player::FIRST);
                for index in 0..game.symmetries() {
                    let image = game.map_position(index, &pos);
                    assert_eq!(models.value(&game, &image, Player::FIRST), value, "{spec} {index}");
                }
            }
        }
    }

    /// The start of 8x8 was worth 17.5 points for black, and symmetric positions differed by 0.4.
    #[test]
    fn what_comes_with_agon_is_level_and_symmetric() {
        level_and_symmetric::<u64>("reversi", 0.0);
        level_and_symmetric::<u128>("reversi:88", 0.0);
        // Proven: the second player wins by four.
        level_and_symmetric::<u64>("reversi:6x6", -4.0);
        assert_eq!(MODEL_SETS.len(), 3, "every set is looked at");
    }

    #[test]
    fn what_comes_with_agon_fits_its_board() {
        for spec in ["reversi", "reversi:discs", "reversi:6x6", "reversi:88", "reversi:88,discs"] {
            let game = game(spec).unwrap();
            game.check("models(depth=2)").unwrap();
            game.check("alphabeta(depth=2, eval=models(between=larger))").unwrap();
        }
        game("reversi").unwrap().check("models(set=reversi)").unwrap();
    }

    #[test]
    fn what_comes_with_agon_can_be_named() {
        for board in ["reversi", "reversi:6x6", "reversi:88"] {
            game(board).unwrap().check(&format!("models(set={board})")).unwrap();
        }
    }

    #[test]
    fn wrong_sets_are_explained() {
        let wrong = |spec: &str, agent: &str| game(spec).unwrap().check(agent).unwrap_err();
        let error = wrong("reversi", "models(set=reversi:88)");
        assert!(error.message.contains("made for `reversi:88`"), "{error}");
        assert!(error.span.is_some(), "{error}");
        assert!(wrong("reversi:10x10", "models").message.contains("set= names a file"));
        assert!(wrong("connect4", "models").message.contains("no models for connect4"));
        assert!(wrong("reversi", "models(between=smaller)").message.contains("between models"));
        assert!(wrong("reversi", "models(set=no-such-file)").message.contains("no-such-file"));
    }
}
