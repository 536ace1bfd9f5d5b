//! Tables of papers. Their folder is that of `agon paper run`.

use std::path::{Path, PathBuf};

use agon_core::ReadError;
use agon_core::spec::Spec;
use agon_files::RunFolder;
use agon_papers::run::{Means, PaperRun};
use agon_papers::{Data, ExperimentError, FinishedTable, Notebook, PAPERS, paper};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::call::{Call, Reporter, attended};
use crate::cluster::Place;
use crate::errors::{file_told, settings as read, told};
use crate::numbers::{SeedNumber, Simulations, Threads, Until};
use crate::training::stopped;

/// The game that move lists in a folder of data are of.
const GAME_OF_DATA: &str = "reversi";

/// The papers and their tables.
#[pyfunction]
pub(crate) fn papers(py: Python<'_>) -> PyResult<Vec<Py<PyDict>>> {
    let about = |paper: &agon_papers::Paper| {
        let about = PyDict::new(py);
        about.set_item("key", paper.key)?;
        about.set_item("title", paper.title)?;
        let tables = PyDict::new(py);
        for experiment in paper.experiments {
            tables.set_item(experiment.name, experiment.summary)?;
        }
        about.set_item("tables", tables)?;
        Ok(about.unbind())
    };
    PAPERS.iter().map(about).collect()
}

/// What a table can be told, by the names of the command's options.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Settings {
    seed: SeedNumber,
    quick: bool,
    threads: Threads,
    cluster: Option<String>,
    simulations: Option<Simulations>,
    engine: Option<String>,
    data: Option<PathBuf>,
    until: Option<Until>,
    out: Option<PathBuf>,
    resume: bool,
}

/// Makes a table, or takes it from its folder; gives its JSON, its text and its folder.
#[pyfunction]
pub(crate) fn paper_table(
    py: Python<'_>,
    key: &str,
    table: &str,
    settings: &Bound<'_, PyDict>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<(String, String, String)> {
    let settings: Settings = read(settings)?;
    let size = if settings.quick { "-quick" } else { "" };
    let usual = || Path::new("papers").join(format!("{key}-{}{size}", settings.seed.0));
    let folder = settings.out.clone().unwrap_or_else(usual);
    let place = Place::read(py, settings.threads, settings.cluster.as_deref())?;
    let made =
        attended(py, Vec::new(), |call| make(call, (key, table), &settings, place, &folder, on_progress))?;
    let finished = made.map_err(|error| match error {
        ExperimentError::File(_) | ExperimentError::Io(_) => file_told(error),
        ExperimentError::Stopped => told(stopped(None, &folder)),
        error => told(error),
    })?;
    let json = serde_json::to_string(&finished).map_err(told)?;
    Ok((json, finished.report.text(), folder.display().to_string()))
}

fn make(
    call: &Call,
    (key, table): (&str, &str),
    settings: &Settings,
    place: Place,
    folder: &Path,
    on_progress: Option<Py<PyAny>>,
) -> Result<FinishedTable, ExperimentError> {
    let run = PaperRun {
        paper: paper(key)?,
        seed: settings.seed.0,
        quick: settings.quick,
        simulations: settings.simulations.map(|Simulations(count)| count),
        engine: settings.engine.clone(),
    };
    let experiment = run.paper.experiment(table)?;
    let (data, until) = (settings.data.as_ref(), settings.until.map(|Until(year)| year));
    let data = data.map(|folder| Data::check(std::slice::from_ref(folder), GAME_OF_DATA, until));
    let data = data.transpose()?;
    let of = experiment.fingerprint(data.as_ref())?;
    // A table that is there is taken, and another table of the same run needs no `resume`.
    let begun = settings.resume || RunFolder::holds(folder, &run.fingerprint())?;
    let mut notebook = Notebook::open(folder, &run.fingerprint(), begun)?;
    if let Some(finished) = run.finished_before(&mut notebook, experiment, &of)? {
        return Ok(finished);
    }
    let engine =
        settings.engine.as_deref().map(str::parse::<Spec>).transpose().map_err(|error: ReadError| {
            ReadError::new(format!(
                "engine is the spec of an agent, as in external(gtp, \"pentobi-gtp\"): {error}"
            ))
        })?;
    let (stop, workplace) = (call.stop.clone(), place.open(call)?);
    let means = Means { executor: workplace.executor, data, engine, stop, commit: None };
    let mut reporter = Reporter::new(call, on_progress);
    let made = run.make(&mut notebook, experiment, &of, means, &mut |step| {
        reporter
            .tell(step.done as f64 + step.part, step.of as f64, || workplace.with_workers(step.what.clone()));
    });
    made.map_err(|error| match (error, workplace.failure()) {
        (ExperimentError::Stopped, why @ Some(_)) => ReadError::new(stopped(why, folder)).into(),
        (error, _) => error,
    })
}
