//! `agon train game-data`: a model set from recorded games, as section VI.D trains the opponents of its own sets.
//!
//! The source takes 2,000 boards for each stage from tournament games; here they are drawn from all games at random.
//! Games that nobody scored are left out. One pass over the records is all there is to do, so there is nothing to go on
//! from after an interruption: the training starts again and gives the same.

use std::path::PathBuf;

use agon_catalog::game;
use agon_catalog::records::{Wanted, for_each_record};
use agon_core::{Executor, ReadError};
use agon_files::Fingerprint;
use agon_learn::game_data::GameBoards;

use super::recipe::{describe_set, settings, trained};
use crate::curve::Curve;
use crate::data::Data;
use crate::recipe::{Order, Progress, Recipe, TrainError, Trained, TrainingStep, Watch};

/// `agon train game-data`.
pub(super) const GAME_DATA: Recipe = Recipe {
    name: "game-data",
    summary: "models by stage of the game, fitted to recorded games",
    seed: 1,
    settings: &["records", "game", "model", "last", "gap", "boards"],
    curve: Curve { columns: "games", along: "steps", shows: "games", drawn: &[] },
    describe,
    start,
};

fn describe(order: &Order, fingerprint: Fingerprint) -> Result<Fingerprint, TrainError> {
    let spec = order.setting("game", "a game")?.unwrap_or_else(|| USUAL_GAME.to_owned());
    let game = game(&spec)?;
    let source = game.board_source(Executor::new(1))?;
    let files = files(order);
    if files.is_empty() {
        return Err(ReadError::new(
            "game-data learns from recorded games: name files of them with --records",
        )
        .into());
    }
    let data = Data::check(&files, &source.game())?;
    let fingerprint = fingerprint.with("records", data.digest());
    Ok(describe_set(&settings(order, &*source)?, &*source, fingerprint)?)
}

/// The game that most records are of.
const USUAL_GAME: &str = "reversi";

fn start(recipe: &Recipe, order: &Order, watch: &mut Watch<'_>) -> Result<Trained, TrainError> {
    let spec = order.setting("game", "a game")?.unwrap_or_else(|| USUAL_GAME.to_owned());
    let game = game(&spec)?;
    let source = game.board_source(Executor::new(1))?;
    let settings = settings(order, &*source)?;
    let stages = settings.stages(&*source)?;
    let mut boards =
        GameBoards::new(source.features().len(), &stages, settings.count as usize, settings.seed);
    let games = read(order, &source.game(), watch, |record| game.offer_record(record, &mut boards))?;
    let mut set = settings.empty_set(&*source, origin(recipe, order, &settings));
    set.models = boards.fit(settings.kind);
    if set.models.is_empty() {
        return Err(ReadError::new("no recorded game reached a stage; --records names files of games").into());
    }
    watch(&Progress {
        done: 1,
        part: 0.0,
        of: 1,
        note: format!("{games} games"),
        step: Some(TrainingStep { last: true, row: vec![games as f64] }),
        checkpoint: &|| set.to_string(),
    })?;
    Ok(trained(&set, settings.count))
}

/// Offers all records and counts those whose end was known.
fn read(
    order: &Order,
    game: &str,
    watch: &mut Watch<'_>,
    mut offer: impl FnMut(&agon_arena::records::Record) -> Result<bool, ReadError>,
) -> Result<u64, TrainError> {
    let (mut seen, mut games) = (0u64, 0);
    for_each_record(&files(order), &Wanted { event: None, game }, |record| {
        games += u64::from(offer(&record)?);
        seen += 1;
        let progress = || Progress {
            done: 0,
            part: 0.0,
            of: 1,
            note: format!("{games} games"),
            step: None,
            checkpoint: &String::new,
        };
        if seen.is_multiple_of(BETWEEN_LOOKS) && !watch(&progress())? {
            return Err(TrainError::Stopped);
        }
        Ok(true)
    })?;
    Ok(games)
}

/// Records between two looks at who watches.
const BETWEEN_LOOKS: u64 = 1000;

/// The files of records that an order names.
fn files(order: &Order) -> Vec<PathBuf> {
    order.settings.iter().filter(|(name, _)| name == "records").map(|(_, file)| file.into()).collect()
}

/// The command that makes the set. Where the files lie is left out: it says nothing about what is in them.
fn origin(recipe: &Recipe, order: &Order, settings: &agon_learn::backwards::Backwards) -> String {
    let files = files(order);
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
