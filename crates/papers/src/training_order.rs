//! A training whose jobs are done by workers: all that they must know of it, as text. Original design.
//!
//! A worker begins the same training; where its first jobs would run, it asks what the driver wants instead.

use std::path::Path;

use agon_catalog::{BOARDS, GAMES, PackedFiles, Registry};
use agon_core::spec::Spec;
use agon_core::{Desk, Executor, ReadError, Seed};
use serde::{Deserialize, Serialize};

use crate::recipe::{Recipe, TrainError, TrainingRequest, recipe};

/// What workers know trainings by.
pub(crate) const TRAINING: &str = "training";

/// The settings of such work.
#[derive(Debug, Serialize, Deserialize)]
struct TrainingOrder {
    recipe: String,
    seed: u64,
    settings: Vec<(String, String)>,
    files: PackedFiles,
}

/// The order for a training; workers do without the settings `of_driver`.
pub(crate) fn training_order(
    recipe: &Recipe,
    request: &TrainingRequest<'_>,
    of_driver: &[&str],
) -> Result<String, TrainError> {
    let mut files = PackedFiles::default();
    let mut packed = |(name, value): &(String, String)| {
        let packed = match files.pack_path(Path::new(value), false)? {
            Some(file) => file,
            None => match spec_of(value) {
                Some(spec) => files.pack(&spec)?,
                None => value.clone(),
            },
        };
        Ok((name.clone(), packed))
    };
    let settings = request.settings.iter().filter(|(name, _)| !of_driver.contains(&name.as_str()));
    let settings = settings.map(&mut packed).collect::<Result<_, ReadError>>()?;
    let order = TrainingOrder { recipe: recipe.name.to_owned(), seed: request.seed.0, settings, files };
    Ok(serde_json::to_string(&order).map_err(std::io::Error::from)?)
}

/// Does the jobs that a driver elsewhere asks for, of games, of boards or of a training; `kind` and `settings` are what it announced.
///
/// # Errors
/// If there is no such work here.
pub fn serve_work(
    catalog: &Registry,
    kind: &str,
    settings: &str,
    desk: &'static dyn Desk,
) -> Result<(), ReadError> {
    match kind {
        GAMES => catalog.serve_games(settings, desk),
        BOARDS => catalog.serve_boards(settings, desk),
        TRAINING => serve_training(catalog, settings, desk),
        _ => Err(ReadError::new(format!("this program does not know work of the kind `{kind}`"))),
    }
}

/// The spec that a setting is, if it is one that can name files.
fn spec_of(value: &str) -> Option<Spec> {
    value.parse().ok().filter(|spec: &Spec| !spec.args.is_empty())
}

fn serve_training(catalog: &Registry, settings: &str, desk: &'static dyn Desk) -> Result<(), ReadError> {
    let order: TrainingOrder = serde_json::from_str(settings)
        .map_err(|error| ReadError::new(format!("this is not an order for a training: {error}")))?;
    let files = order.files.unpack()?;
    let unpacked = |(name, value): (String, String)| {
        let placed = files.path(&value);
        let placed = match spec_of(&value).filter(|_| placed == value) {
            Some(_) => files.spec(&value)?.to_string(),
            None => placed,
        };
        Ok::<_, ReadError>((name, placed))
    };
    let request = TrainingRequest {
        catalog,
        seed: Seed(order.seed),
        settings: order.settings.into_iter().map(unpacked).collect::<Result<_, _>>()?,
        executor: Executor::at_desk(desk),
        checkpoint: None,
    };
    match recipe(&order.recipe)?.train(&request, &mut |_| Ok(false)) {
        Ok(_) | Err(TrainError::Stopped) => Ok(()),
        Err(error) => Err(ReadError::new(error.to_string())),
    }
}
