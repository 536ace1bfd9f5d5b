//! Trainings by their recipes. Their folder is that of `agon train`, so that either can go on with what the other began.

use std::path::{Path, PathBuf};

use agon_core::{Clock, Seed, SystemClock};
use agon_files::{FileError, RunFolder};
use agon_papers::{TrainError, TrainingFiles, TrainingReport, TrainingRequest, recipe};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::call::{Call, Reporter, attended};
use crate::catalog::CATALOG;
use crate::cluster::Place;
use crate::errors::{file_told, settings as read, told};
use crate::numbers::{SeedNumber, Threads};

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
    Stopped { why: Option<String>, folder: PathBuf },
}

/// What is said of work that was stopped.
pub(crate) fn stopped(why: Option<String>, folder: &Path) -> String {
    let why = why.unwrap_or_else(|| "stopped".to_owned());
    format!("{why}; what was done is kept in {}: resume=True goes on", folder.display())
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
            Failed::File(error) => file_told(error),
            Failed::Training(TrainError::Io(error)) => file_told(error),
            Failed::Training(error) => told(error),
            Failed::Stopped { why, folder } => told(stopped(why, &folder)),
        }
    }
}

/// What a training can be told, by the names of the command's options.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Settings {
    settings: Vec<(String, String)>,
    seed: Option<SeedNumber>,
    threads: Threads,
    cluster: Option<String>,
    out: Option<PathBuf>,
    resume: bool,
}

/// Trains by a recipe; gives what came out as JSON, and the curve.
#[pyfunction]
pub(crate) fn train(
    py: Python<'_>,
    name: &str,
    settings: &Bound<'_, PyDict>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<(String, String)> {
    let settings: Settings = read(settings)?;
    let recipe = recipe(name).map_err(told)?;
    let place = Place::read(py, settings.threads, settings.cluster.as_deref())?;
    Ok(attended(py, Vec::new(), |call| run(call, recipe, settings, place, on_progress))??)
}

fn run(
    call: &Call,
    recipe: &agon_papers::Recipe,
    given: Settings,
    place: Place,
    on_progress: Option<Py<PyAny>>,
) -> Result<(String, String), Failed> {
    let (clock, seed) = (SystemClock::start(), given.seed.map_or(recipe.seed, |SeedNumber(seed)| seed));
    let usual = || Path::new("training").join(format!("{}-{seed}", recipe.name.replace('/', "-")));
    let folder = given.out.unwrap_or_else(usual);
    recipe.check_spread(place.is_cluster()).map_err(TrainError::from)?;
    let workplace = place.open(call).map_err(TrainError::from)?;
    let mut request = TrainingRequest {
        catalog: &CATALOG,
        seed: Seed(seed),
        settings: given.settings,
        executor: workplace.executor,
        checkpoint: None,
    };
    let fingerprint = recipe.fingerprint(&request)?;
    let mut files = TrainingFiles::new(RunFolder::take(&folder, &fingerprint, given.resume)?, recipe, seed)?;
    request.checkpoint = files.checkpoint.take();
    let (mut reporter, mut stopped) = (Reporter::new(call, on_progress), false);
    let trained = recipe.train(&request, &mut |at| {
        reporter.tell(at.done as f64 + at.part, at.of as f64, || workplace.with_workers(at.note.clone()));
        let is_last = at.step.as_ref().is_some_and(|step| step.last);
        stopped = call.stop.is_set() && !is_last;
        files.note(at, stopped)?;
        Ok(!stopped)
    });
    files.draw()?;
    if stopped {
        return Err(Failed::Stopped { why: workplace.failure(), folder });
    }
    let trained = trained?;
    files.folder.write(recipe.result, &trained.artefact)?;
    let report = TrainingReport {
        recipe: recipe.name,
        seed,
        reached: trained.result,
        seconds: clock.now().as_secs_f64(),
        result: files.folder.path(recipe.result).display().to_string(),
    };
    let json = serde_json::to_string(&report).map_err(|error| TrainError::Io(error.into()))?;
    Ok((json, files.curve()?))
}
