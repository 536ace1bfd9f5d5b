//! `agon train minimax-backwards`: a model set for any game with board features.
//!
//! The checkpoint is the set itself, as far as it is trained; its first line names the whole training.

use agon_catalog::artefacts::model_set;
use agon_catalog::game;
use agon_core::ReadError;
use agon_core::spec::Word;
use agon_files::Fingerprint;
use agon_learn::backwards::{Backwards, BoardSource, Boards, Done, Drift, usual_depth};
use agon_learn::models::{ModelSet, StageModel};

use super::SETTINGS;
use crate::curve::Curve;
use crate::recipe::{Gain, Order, Progress, Recipe, TrainError, Trained, TrainingStep, Watch};

/// `agon train minimax-backwards`.
pub(super) const BACKWARDS: Recipe = Recipe {
    name: "minimax-backwards",
    summary: "models by stage of the game, trained backwards from the endgame",
    seed: 1,
    settings: &["game", "model", "last", "gap", "depth", "boards", "play", "drift"],
    curve: Curve {
        columns: "stones,sigma,right",
        along: "stones",
        shows: "sigma: how far predictions are off, in points",
        drawn: &["sigma"],
    },
    describe,
    start,
};

fn describe(order: &Order, fingerprint: Fingerprint) -> Result<Fingerprint, TrainError> {
    let spec = order.setting("game", "a game")?.unwrap_or_else(|| SETTINGS.game.to_owned());
    let game = game(&spec)?;
    let source = game.board_source(order.executor)?;
    let settings = settings(order, &*source)?;
    let played_by = match &settings.boards {
        Boards::Random => None,
        Boards::Played { by, .. } => Some(agon_files::digest(by.to_string())),
    };
    let fingerprint = fingerprint.with("depth", settings.depth).with("drift", settings.drift.name());
    Ok(describe_set(&settings, &*source, fingerprint)?.with_some("play", played_by))
}

/// Adds what all model sets are made with.
pub(super) fn describe_set(
    settings: &Backwards,
    source: &dyn BoardSource,
    fingerprint: Fingerprint,
) -> Result<Fingerprint, ReadError> {
    // Settings that make no sense have no stages.
    settings.stages(source)?;
    let Backwards { kind, last, gap, count, .. } = settings;
    let fingerprint = fingerprint.with("game", source.game()).with("model", kind);
    Ok(fingerprint.with("last", last).with("gap", gap).with("boards", count))
}

fn start(recipe: &Recipe, order: &Order, watch: &mut Watch<'_>) -> Result<Trained, TrainError> {
    let spec = order.setting("game", "a game")?.unwrap_or_else(|| SETTINGS.game.to_owned());
    let game = game(&spec)?;
    let source = game.board_source(order.executor)?;
    let settings = settings(order, &*source)?;
    let origin = origin(recipe, order, &settings, &source.game());
    let mut set = match &order.checkpoint {
        Some(text) => resumed(text, &origin)?,
        None => settings.empty_set(&*source, origin),
    };
    let of = settings.stages(&*source)?.len() as u64;
    settings.run(&*source, &mut set, |set, done| {
        Ok::<_, TrainError>(watch(&progress(set, done, of, &|| set.to_string()))?)
    })?;
    if set.models.is_empty() {
        return Err(TrainError::Stopped);
    }
    Ok(trained(&set, settings.count))
}

/// A whole set as the outcome of a training.
pub(super) fn trained(set: &ModelSet, boards: u64) -> Trained {
    let models = set.models.iter().map(|model| (model.stones, model.accuracy)).collect();
    Trained { artefact: set.to_string(), gain: Gain::Fitted { models, boards } }
}

/// What an order says of a training, and what holds otherwise.
pub(super) fn settings(order: &Order, source: &dyn BoardSource) -> Result<Backwards, ReadError> {
    let number = |name: &str, wanted: &str| order.setting::<u32>(name, wanted);
    let gap = number("gap", "a whole number of stones")?.unwrap_or(SETTINGS.gap);
    let usual_last = source.cells().saturating_sub(SETTINGS.empties);
    let played_by: Option<String> = order.setting("play", "a model set")?;
    Ok(Backwards {
        kind: match order.setting::<String>("model", "a kind of model")? {
            Some(name) => name.parse()?,
            None => SETTINGS.kind,
        },
        last: number("last", "a whole number of stones")?.unwrap_or(usual_last),
        gap,
        depth: number("depth", "a whole number of stones")?.unwrap_or(usual_depth(gap)),
        count: order.setting("boards", "a whole number of boards")?.unwrap_or(SETTINGS.boards),
        boards: match played_by {
            Some(text) => {
                let name = Word { span: 0..text.len(), text };
                let by = model_set(&name).map_err(|error| error.within(&name.text))?;
                Boards::Played { by, random_until: SETTINGS.opening }
            }
            None => Boards::Random,
        },
        drift: match order.setting::<String>("drift", "keep or remove")? {
            Some(name) => name.parse()?,
            None => Drift::default(),
        },
        seed: order.seed,
    })
}

/// The command that makes the set, with everything that decides about it.
fn origin(recipe: &Recipe, order: &Order, settings: &Backwards, game: &str) -> String {
    let Backwards { kind, last, gap, depth, count, drift, seed, .. } = settings;
    let play = order.settings.iter().find(|(name, _)| name == "play");
    let play = play.map_or(String::new(), |(_, set)| format!(" --play {set}"));
    let drift = match drift {
        Drift::Keep => String::new(),
        Drift::Remove => format!(" --drift {}", drift.name()),
    };
    format!(
        "agon train {} --game {game} --model {kind} --last {last} --gap {gap} --depth {depth} --boards {count}{play}{drift} --seed {}",
        recipe.name, seed.0
    )
}

fn resumed(text: &str, origin: &str) -> Result<ModelSet, ReadError> {
    let set: ModelSet = text.parse()?;
    if set.origin == origin {
        return Ok(set);
    }
    Err(ReadError::new(format!("the checkpoint belongs to another run: `{}`", set.origin)))
}

fn progress<'p>(set: &ModelSet, just: Done, of: u64, checkpoint: &'p dyn Fn() -> String) -> Progress<'p> {
    let done = set.models.len() as u64;
    let smallest = set.models.first();
    let note = smallest.map_or("first model".to_owned(), |StageModel { stones, accuracy, .. }| {
        format!("{stones} stones, sigma {:.2}, {:.1} % right", accuracy.sigma, 100.0 * accuracy.right)
    });
    let step = smallest.filter(|_| just == Done::Model).map(|model| TrainingStep {
        last: done == of,
        row: vec![f64::from(model.stones), model.accuracy.sigma, model.accuracy.right],
    });
    let part = if let Done::Part(part) = just { part } else { 0.0 };
    Progress { done, part, of, note, step, checkpoint }
}
