//! `agon train minimax-backwards`: a model set for any game with board features.
//!
//! The checkpoint is the set itself, as far as it is trained; its first line names the whole training.

use agon_catalog::artefacts::model_set;
use agon_core::ReadError;
use agon_core::spec::{SpecOption, Word};
use agon_files::Fingerprint;
use agon_learn::backwards::{Backwards, BoardSource, Boards, Done, Drift, possible_stones, usual_depth};
use agon_learn::models::{ModelSet, StageModel};

use super::SETTINGS;
use crate::curve::Curve;
use crate::recipe::{
    Recipe, Spread, TrainError, Trained, TrainingObserver, TrainingProgress, TrainingRequest, TrainingResult,
    TrainingStep,
};

/// `agon train minimax-backwards`.
pub(super) const BACKWARDS: Recipe = Recipe {
    name: "minimax-backwards",
    summary: "models by stage of the game, trained backwards from the endgame",
    seed: 1,
    settings: &[GAME.or("reversi:88"), MODEL, LAST, GAP, DEPTH, BOARDS, PLAY, DRIFT],
    curve: Curve {
        columns: "stones,sigma,right",
        along: "stones",
        shows: "sigma: how far predictions are off, in points",
        drawn: &["sigma"],
    },
    result: "result.txt",
    usual_game: "reversi:88",
    player: "models(set=FILE, depth=3)",
    drawn: None,
    named_settings: false,
    spreads: Spread::Parts,
    describe,
    start,
};

fn describe(request: &TrainingRequest<'_>, fingerprint: Fingerprint) -> Result<Fingerprint, TrainError> {
    let spec = request.setting("game", "a game")?.unwrap_or_else(|| SETTINGS.game.to_owned());
    let game = request.catalog.game(&spec)?;
    let source = game.board_source(request.executor)?;
    let settings = settings(request, &*source)?;
    let played_by = match &settings.boards {
        Boards::Random => None,
        Boards::Played { by, .. } => Some(agon_files::digest(by.to_string())),
    };
    let fingerprint = fingerprint.with("depth", settings.depth).with("drift", settings.drift.name());
    let fingerprint = describe_set(&settings, &*source, fingerprint)?.with_some("play", played_by);
    settings.check_boards(&*source)?;
    Ok(fingerprint)
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

fn start(
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    watch: &mut TrainingObserver<'_>,
) -> Result<Trained, TrainError> {
    let spec = request.setting("game", "a game")?.unwrap_or_else(|| SETTINGS.game.to_owned());
    let game = request.catalog.game(&spec)?;
    let source = game.board_source(request.executor)?;
    let settings = settings(request, &*source)?;
    let origin = origin(recipe, request, &settings, &source.game());
    let mut set = match &request.checkpoint {
        Some(text) => resumed(text, &origin)?,
        None => settings.empty_set(&*source, origin),
    };
    let of = settings.stages(&*source)?.len() as u64;
    settings.run(&*source, &mut set, |set, done| {
        let checkpoint = || set.to_string();
        let best = || (!set.models.is_empty()).then(checkpoint);
        let so_far = progress(set, done, of, &checkpoint);
        Ok::<_, TrainError>(watch(&TrainingProgress { best: &best, ..so_far })?)
    })?;
    if set.models.is_empty() {
        return Err(TrainError::Stopped);
    }
    Ok(trained(&set, settings.count))
}

/// A whole set as the outcome of a training.
pub(super) fn trained(set: &ModelSet, boards: u64) -> Trained {
    let models = set.models.iter().map(|model| (model.stones, model.accuracy)).collect();
    Trained { artefact: set.to_string(), result: TrainingResult::Fitted { models, boards } }
}

const MOST: u64 = u32::MAX as u64;
/// Which game is learned.
pub(super) const GAME: SpecOption = SpecOption::text("game", "the game that is learned");
/// What is fitted.
pub(super) const MODEL: SpecOption =
    SpecOption::one_of("model", "kind of model", &["linear", "logistic", "svm"], "the kind of model")
        .or("svm");
/// Where the models end.
pub(super) const LAST: SpecOption = SpecOption::whole(
    "last",
    "stones",
    0,
    MOST,
    "stones of the largest model, which minimax scores to the end",
)
.or_else("ten fewer than cells");
/// How far models stand apart.
pub(super) const GAP: SpecOption =
    SpecOption::whole("gap", "stones", 0, MOST, "stones between models").or("4");
const DEPTH: SpecOption = SpecOption::whole("depth", "stones", 0, MOST, "stones to search ahead")
    .or_else("the gap, or half of one above 6");
/// How much is drawn.
pub(super) const BOARDS: SpecOption =
    SpecOption::whole("boards", "boards", 0, u64::MAX, "boards for each model").or("2000");
const PLAY: SpecOption = SpecOption::file(
    "play",
    "draw boards from the play of a model set: a file, or the game of one that comes with Agon",
)
.or_else("boards drawn at random");
const DRIFT: SpecOption = SpecOption::one_of(
    "drift",
    "way to treat drift",
    &["keep", "remove"],
    "what becomes of the mean that scores gain from stage to stage",
)
.or("keep");

/// What a request says of a training, and what holds otherwise.
pub(super) fn settings(
    request: &TrainingRequest<'_>,
    source: &dyn BoardSource,
) -> Result<Backwards, ReadError> {
    let number = |name: &str, wanted: &str| request.setting::<u32>(name, wanted);
    let gap = number("gap", "a whole number of stones")?.unwrap_or(SETTINGS.gap);
    let possible = possible_stones(source)?;
    let usual_last =
        source.cells().saturating_sub(SETTINGS.empties).clamp(*possible.start(), *possible.end());
    let played_by: Option<String> = request.setting("play", "a model set")?;
    Ok(Backwards {
        kind: match request.setting::<String>("model", "a kind of model")? {
            Some(name) => name.parse()?,
            None => SETTINGS.kind,
        },
        last: number("last", "a whole number of stones")?.unwrap_or(usual_last),
        gap,
        depth: number("depth", "a whole number of stones")?.unwrap_or(usual_depth(gap)),
        count: request.setting("boards", "a whole number of boards")?.unwrap_or(SETTINGS.boards),
        boards: match played_by {
            Some(text) => {
                let name = Word::new(text);
                let by = model_set(&name).map_err(|error| error.within(&name.text))?;
                Boards::Played { by, random_until: SETTINGS.opening }
            }
            None => Boards::Random,
        },
        drift: match request.setting::<String>("drift", "keep or remove")? {
            Some(name) => name.parse()?,
            None => Drift::default(),
        },
        seed: request.seed,
    })
}

/// The command that makes the set, with everything that decides about it.
fn origin(recipe: &Recipe, request: &TrainingRequest<'_>, settings: &Backwards, game: &str) -> String {
    let Backwards { kind, last, gap, depth, count, drift, seed, .. } = settings;
    let play = request.settings.iter().find(|(name, _)| name == "play");
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

fn progress<'p>(
    set: &ModelSet,
    just: Done,
    of: u64,
    checkpoint: &'p dyn Fn() -> String,
) -> TrainingProgress<'p> {
    let done = set.models.len() as u64;
    let smallest = set.models.first();
    let note = smallest.map_or("first model".to_owned(), |StageModel { stones, accuracy, .. }| {
        format!("{stones} stones, sigma {:.2}, {:.1} % right", accuracy.sigma, 100.0 * accuracy.right)
    });
    let step = smallest.filter(|_| just == Done::Model).map(|model| TrainingStep {
        last: done == of,
        row: vec![f64::from(model.stones), model.accuracy.sigma, model.accuracy.right],
        ..TrainingStep::default()
    });
    let part = if let Done::Part(part) = just { part } else { 0.0 };
    TrainingProgress { done, part, of, note, step, checkpoint, best: &|| None }
}
