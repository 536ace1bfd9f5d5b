//! Trainings by their recipes. Their folder is that of `agon train`, so that either can go on with what the other began.

use std::path::{Path, PathBuf};

use agon_core::{Executor, Seed};
use agon_files::{FileError, RunFolder};
use agon_papers::{TrainError, Trained, TrainingFiles, TrainingRequest, TrainingResult, recipe};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::call::{Call, Reporter, attended};
use crate::catalog::CATALOG;
use crate::errors::told;

/// The recipes and what they can be told.
#[pyfunction]
pub(crate) fn recipes(py: Python<'_>) -> PyResult<Vec<Py<PyDict>>> {
    let about = |recipe: &agon_papers::Recipe| {
        let about = PyDict::new(py);
        about.set_item("name", recipe.name)?;
        about.set_item("summary", recipe.summary)?;
        about.set_item("settings", recipe.settings.iter().map(|option| option.name).collect::<Vec<_>>())?;
        Ok(about.unbind())
    };
    agon_papers::recipes().map(about).collect()
}

/// Why there is no result.
enum Failed {
    File(FileError),
    Training(TrainError),
    Stopped(PathBuf),
}

impl From<FileError> for Failed {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<TrainError> for Failed {
    fn from(error: TrainError) -> Self {
        Self::Training(error)
    }
}

impl From<Failed> for PyErr {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::File(error) => PyOSError::new_err(error.to_string()),
            Failed::Training(TrainError::Io(error)) => PyOSError::new_err(error.to_string()),
            Failed::Training(error) => told(error),
            Failed::Stopped(folder) => {
                told(format!("stopped; what was done is kept in {}: resume=True goes on", folder.display()))
            }
        }
    }
}

/// Trains by a recipe; gives what came out as JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called by name from Python")]
pub(crate) fn train(
    py: Python<'_>,
    name: &str,
    settings: Vec<(String, String)>,
    seed: Option<u64>,
    threads: usize,
    out: Option<PathBuf>,
    resume: bool,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let recipe = recipe(name).map_err(told)?;
    let seed = seed.unwrap_or(recipe.seed);
    let usual = || Path::new("training").join(format!("{}-{seed}", recipe.name.replace('/', "-")));
    let folder = out.unwrap_or_else(usual);
    let request = TrainingRequest {
        catalog: &CATALOG,
        seed: Seed(seed),
        settings,
        executor: Executor::new(threads),
        checkpoint: None,
    };
    let trained = attended(py, Vec::new(), |call| run(call, recipe, request, (folder, resume), on_progress))?;
    Ok(trained?.to_string())
}

fn run(
    call: &Call,
    recipe: &agon_papers::Recipe,
    mut request: TrainingRequest<'_>,
    (folder, resume): (PathBuf, bool),
    on_progress: Option<Py<PyAny>>,
) -> Result<Value, Failed> {
    let fingerprint = recipe.fingerprint(&request)?;
    let taken = RunFolder::take(&folder, &fingerprint, resume)?;
    let mut files = TrainingFiles::new(taken, recipe, request.seed.0)?;
    request.checkpoint = files.checkpoint.take();
    let (mut reporter, mut stopped) = (Reporter::new(call, on_progress), false);
    let trained = recipe.train(&request, &mut |at| {
        reporter.tell(at.done as f64 + at.part, at.of as f64, || at.note.clone());
        let is_last = at.step.as_ref().is_some_and(|step| step.last);
        stopped = call.stop.is_set() && !is_last;
        files.note(at, stopped)?;
        Ok(!stopped)
    });
    files.draw()?;
    if stopped {
        return Err(Failed::Stopped(folder));
    }
    let trained = trained?;
    files.folder.write(recipe.result, &trained.artefact)?;
    let result = files.folder.path(recipe.result).display().to_string();
    let mut report = gained(&trained);
    report["recipe"] = json!(recipe.name);
    report["seed"] = json!(request.seed.0);
    report["result"] = json!(result);
    report["curve"] = json!(files.curve()?);
    Ok(report)
}

fn gained(trained: &Trained) -> Value {
    match &trained.result {
        TrainingResult::Evolved { fitness, generations, games } => {
            json!({ "fitness": fitness, "generations": generations, "games": games })
        }
        TrainingResult::Fitted { models, boards } => {
            let models = models
                .iter()
                .map(|(stones, fit)| json!({ "stones": stones, "sigma": fit.sigma, "right": fit.right }));
            json!({ "models": models.collect::<Vec<_>>(), "boards": boards })
        }
        TrainingResult::Tabled { games, positions, errors } => {
            let errors = errors
                .iter()
                .map(|fit| json!({ "stones": fit.stones, "empties": fit.empties, "error": fit.error }));
            json!({ "games": games, "positions": positions, "errors": errors.collect::<Vec<_>>() })
        }
    }
}
