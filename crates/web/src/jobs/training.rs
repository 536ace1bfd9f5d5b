//! Trainings as jobs. Their folder is that of `agon train`, so that either can go on with what the other began.

use std::path::Path;

use agon_core::Executor;
use agon_files::RunFolder;
use agon_papers::{TrainError, TrainingFiles, TrainingResult, recipe};
use serde_json::{Value, json};

use super::plan::TrainingWish;
use super::{Ended, Progress};
use crate::app::App;
use crate::refusal::Refusal;

/// The folder of the training inside that of the job, and what it ends with.
const RUN: &str = "run";
/// Points of a curve that are shown; more cannot be told apart.
const MOST_POINTS: usize = 600;

/// Trains until the end, or until somebody stops it.
pub(super) fn train(
    app: &App,
    wish: &TrainingWish,
    folder: &Path,
    progress: &mut Progress<'_>,
) -> Result<Ended, Refusal> {
    let recipe = recipe(&wish.recipe)?;
    let mut request = wish.request(app, Executor::new(0))?;
    let fingerprint = recipe.fingerprint(&request).map_err(|error| Refusal::wrong(error.to_string()))?;
    let run = folder.join(RUN);
    let resume = RunFolder::holds(&run, &fingerprint)?;
    let mut files = TrainingFiles::new(RunFolder::take(&run, &fingerprint, resume)?, recipe, wish.seed()?)?;
    request.checkpoint = files.checkpoint.take();
    let stop = progress.stop.clone();
    let mut stopped = false;
    let (mut part, mut note) = (0.0, String::new());
    let trained = recipe.train(&request, &mut |at| {
        let is_last = at.step.as_ref().is_some_and(|step| step.last);
        let stops = stop.is_set() && !is_last;
        files.note(at, stops)?;
        part = (at.done as f64 + at.part) / at.of.max(1) as f64;
        note = format!("{} of {}: {}", at.done, at.of, at.note);
        progress.tell(part, &note, || curve(recipe, &files, (at.done, at.of), None));
        stopped = stops;
        Ok(!stops)
    });
    let trained = match trained {
        Ok(trained) => trained,
        Err(TrainError::Stopped) => return Ok(Ended::Stopped),
        Err(_) if stopped => {
            progress.tell_now(part, &note, curve(recipe, &files, (0, 0), None));
            return Ok(Ended::Stopped);
        }
        Err(error) => return Err(Refusal::failed(error.to_string())),
    };
    files.draw()?;
    if stopped {
        progress.tell_now(part, &note, curve(recipe, &files, (0, 0), None));
        return Ok(Ended::Stopped);
    }
    files.folder.write("result.txt", &trained.artefact)?;
    progress.tell_now(
        1.0,
        &note,
        curve(recipe, &files, (0, 0), Some(&reached(&trained.result, &trained.artefact))),
    );
    Ok(Ended::Done)
}

/// The curve so far, and what was reached.
fn curve(
    recipe: &agon_papers::Recipe,
    files: &TrainingFiles,
    (done, of): (u64, u64),
    reached: Option<&Value>,
) -> Option<Value> {
    let text = files.curve().ok()?;
    let mut lines = text.lines();
    let columns: Vec<_> = lines.next().unwrap_or_default().split(',').collect();
    let numbers = |line: &str| line.split(',').map(|number| number.parse::<f64>().ok()).collect::<Vec<_>>();
    let rows: Vec<_> = lines.map(numbers).collect();
    let apart = rows.len().div_ceil(MOST_POINTS).max(1);
    let shown = |(index, _): &(usize, &Vec<Option<f64>>)| index % apart == 0 || index + 1 == rows.len();
    let points: Vec<_> = rows.iter().enumerate().filter(shown).map(|(index, row)| (index + 1, row)).collect();
    Some(json!({
        "columns": columns, "points": points, "drawn": recipe.curve.drawn, "along": recipe.curve.along,
        "shows": recipe.curve.shows, "done": done, "of": of, "reached": reached,
    }))
}

/// What came out, in figures; small results as they are, to be drawn.
fn reached(result: &TrainingResult, artefact: &str) -> Value {
    const LARGEST: usize = 20_000;
    let artefact = if artefact.len() <= LARGEST { artefact } else { "" };
    match result {
        TrainingResult::Evolved { fitness, generations, games } => {
            json!({ "fitness": fitness, "generations": generations, "games": games, "artefact": artefact })
        }
        TrainingResult::Fitted { models, boards } => {
            let models: Vec<_> = models
                .iter()
                .map(|(stones, fit)| json!({ "stones": stones, "sigma": fit.sigma, "right": fit.right }))
                .collect();
            json!({ "models": models, "boards": boards, "artefact": "" })
        }
        TrainingResult::Tabled { games, positions, errors } => {
            let errors: Vec<_> = errors
                .iter()
                .map(|fit| json!({ "stones": fit.stones, "empties": fit.empties, "error": fit.error }))
                .collect();
            json!({ "games": games, "positions": positions, "errors": errors, "artefact": "" })
        }
    }
}
