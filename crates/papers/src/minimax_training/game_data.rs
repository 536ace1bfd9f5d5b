//! `agon train game-data`: a model set from recorded games, as section VI.D trains the opponents of its own sets.
//!
//! The source takes 2,000 boards for each stage from tournament games; here they are drawn from all games at random.
//! Games that nobody scored are left out. One pass over the records is all there is to do, so there is nothing to go on
//! from after an interruption: the training starts again and gives the same.

use std::path::{Path, PathBuf};

use agon_catalog::records::{Wanted, for_each_record, record_files};
use agon_core::spec::SpecOption;
use agon_core::{Executor, ReadError, counted};
use agon_files::Fingerprint;
use agon_learn::game_data::GameBoards;

use super::recipe::{BOARDS, GAME, GAP, LAST, MODEL, describe_set, settings, trained};
use crate::curve::Curve;
use crate::data::Data;
use crate::recipe::{
    Recipe, Spread, TrainError, Trained, TrainingObserver, TrainingProgress, TrainingRequest, TrainingStep,
};

/// `agon train game-data`.
pub(super) const GAME_DATA: Recipe = Recipe {
    name: "game-data",
    summary: "models by stage of the game, fitted to recorded games",
    seed: 1,
    settings: &[
        SpecOption::file("records", "files or folders of recorded games; may be given several times"),
        GAME.or("reversi"),
        MODEL,
        LAST,
        GAP,
        BOARDS,
    ],
    curve: Curve { columns: "games", along: "steps", shows: "games", drawn: &[] },
    result: "result.txt",
    usual_game: "reversi",
    player: "models(set=FILE, depth=3)",
    drawn: None,
    named_settings: false,
    spreads: Spread::Here(
        "it only reads recorded games, some 20,000 a second, and connecting to a cluster takes longer than that",
    ),
    describe,
    start,
};

fn describe(request: &TrainingRequest<'_>, fingerprint: Fingerprint) -> Result<Fingerprint, TrainError> {
    let spec = request.setting("game", "a game")?.unwrap_or_else(|| USUAL_GAME.to_owned());
    let game = request.catalog.game(&spec)?;
    let source = game.board_source(Executor::new(1))?;
    let files = files(request);
    if files.is_empty() {
        return Err(ReadError::new(
            "game-data learns from recorded games: name files of them with --records",
        )
        .into());
    }
    let data = Data::check(&files, &source.game(), None)?;
    let fingerprint = fingerprint.with("records", data.digest());
    Ok(describe_set(&settings(request, &*source)?, &*source, fingerprint)?)
}

/// The game that most records are of.
const USUAL_GAME: &str = "reversi";

fn start(
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    watch: &mut TrainingObserver<'_>,
) -> Result<Trained, TrainError> {
    let spec = request.setting("game", "a game")?.unwrap_or_else(|| USUAL_GAME.to_owned());
    let game = request.catalog.game(&spec)?;
    let source = game.board_source(Executor::new(1))?;
    let settings = settings(request, &*source)?;
    let stages = settings.stages(&*source)?;
    let mut boards =
        GameBoards::new(source.features().len(), &stages, settings.count as usize, settings.seed);
    let games = read(request, &source.game(), watch, |record| game.offer_record(record, &mut boards))?;
    let mut set = settings.empty_set(&*source, origin(recipe, request, &settings));
    set.models = boards.fit(settings.kind);
    if set.models.is_empty() {
        return Err(none_reached(request, games, &stages).into());
    }
    watch(&TrainingProgress {
        done: 1,
        part: 0.0,
        of: 1,
        note: counted(games, "game", "games"),
        step: Some(TrainingStep { last: true, row: vec![games as f64], ..TrainingStep::default() }),
        checkpoint: &|| set.to_string(),
        best: &|| Some(set.to_string()),
    })?;
    Ok(trained(&set, settings.count))
}

/// Why there is no model: games whose end nobody knows, or none that came far enough.
fn none_reached(request: &TrainingRequest<'_>, games: u64, stages: &[u32]) -> ReadError {
    let files: Vec<_> = files(request).iter().map(|file| file.display().to_string()).collect();
    let stages: Vec<_> = stages.iter().rev().map(ToString::to_string).collect();
    let why = match games {
        0 => "no recorded game has a known end to learn from".to_owned(),
        _ => format!(
            "none of {} reached a board of a model ({} stones); --last and --gap set them",
            counted(games, "recorded game", "recorded games"),
            stages.join(", ")
        ),
    };
    ReadError::new(format!("{}: {why}", files.join(", ")))
}

/// Offers all records and counts those whose end was known.
fn read(
    request: &TrainingRequest<'_>,
    game: &str,
    watch: &mut TrainingObserver<'_>,
    mut offer: impl FnMut(&agon_records::Record) -> Result<bool, ReadError>,
) -> Result<u64, TrainError> {
    let (mut seen, mut games) = (0u64, 0);
    for path in files(request) {
        for file in record_files(&path)? {
            let mut number = 0;
            for_each_record(
                std::slice::from_ref(&file),
                &Wanted { game, registry: request.catalog, ..Wanted::default() },
                |record| {
                    number += 1;
                    games += u64::from(offer(&record).map_err(|error| in_record(&file, number, &error))?);
                    seen += 1;
                    if seen.is_multiple_of(BETWEEN_LOOKS) && !watch(&so_far(games))? {
                        return Err(TrainError::Stopped);
                    }
                    Ok(true)
                },
            )?;
        }
    }
    Ok(games)
}

/// What is wrong with a record, and where it stands.
fn in_record(file: &Path, number: u64, error: &ReadError) -> ReadError {
    ReadError::new(format!("{}: game {number}: {}", file.display(), error.message))
}

fn so_far(games: u64) -> TrainingProgress<'static> {
    let note = counted(games, "game", "games");
    TrainingProgress { done: 0, part: 0.0, of: 1, note, step: None, checkpoint: &String::new, best: &|| None }
}

/// Records between two looks at who watches.
const BETWEEN_LOOKS: u64 = 1000;

/// The files of records that a request names.
fn files(request: &TrainingRequest<'_>) -> Vec<PathBuf> {
    request.settings.iter().filter(|(name, _)| name == "records").map(|(_, file)| file.into()).collect()
}

/// The command that makes the set. Where the files lie is left out: it says nothing about what is in them.
fn origin(
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    settings: &agon_learn::backwards::Backwards,
) -> String {
    let files = files(request);
    let names = files
        .iter()
        .map(|file| file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()));
    format!(
        "agon train {} --records {} --model {} --last {} --gap {} --boards {} --seed {}",
        recipe.name,
        names.collect::<Vec<_>>().join(" "),
        settings.kind,
        settings.last,
        settings.gap,
        settings.count,
        settings.seed.0
    )
}
