//! Tables of papers as jobs. A run has one folder for all its tables, as with `agon paper run`: what one table found,
//! another takes from there.

use std::path::Path;

use agon_core::Executor;
use agon_files::RunFolder;
use agon_papers::run::{Means, PaperRun};
use agon_papers::{Data, ExperimentError, Notebook, paper};
use serde_json::json;

use super::plan::TableWish;
use super::{Ended, Progress};
use crate::app::App;
use crate::refusal::Refusal;

/// What recorded games without a game of their own are of.
const GAME_OF_DATA: &str = "reversi";

/// Makes a table, or finds that it was made.
pub(super) fn make(
    app: &App,
    wish: &TableWish,
    _: &Path,
    progress: &mut Progress<'_>,
) -> Result<Ended, Refusal> {
    let failed = |error: ExperimentError| Refusal::failed(error.to_string());
    let run = PaperRun {
        paper: paper(&wish.paper)?,
        seed: wish.seed,
        quick: wish.quick,
        simulations: None,
        engine: None,
    };
    let experiment = run.paper.experiment(&wish.table)?;
    let records = app.data.records().filter(|_| experiment.needs_data);
    let data = records.map(|folder| Data::check(&[folder], GAME_OF_DATA, None)).transpose()?;
    let of = experiment.fingerprint(data.as_ref()).map_err(failed)?;
    let size = if wish.quick { "-quick" } else { "" };
    let folder = app.data.at("papers").join(format!("{}-{}{size}", wish.paper, wish.seed));
    let begun = RunFolder::holds(&folder, &run.fingerprint())?;
    let mut notebook = Notebook::open(&folder, &run.fingerprint(), begun)?;
    if run.finished_before(&mut notebook, experiment, &of).map_err(failed)?.is_some() {
        progress.tell_now(1.0, "was made before", Some(json!({})));
        return Ok(Ended::Done);
    }
    let means =
        Means { executor: Executor::new(0), data, engine: None, stop: progress.stop.clone(), commit: None };
    let made = run.make(&mut notebook, experiment, &of, means, &mut |step| {
        let part = (step.done as f64 + step.part) / step.of.max(1) as f64;
        progress.tell(part, &step.what, || None);
    });
    match made {
        Ok(_) => {
            progress.tell_now(1.0, "made", Some(json!({})));
            Ok(Ended::Done)
        }
        Err(ExperimentError::Stopped) => Ok(Ended::Stopped),
        Err(error) => Err(failed(error)),
    }
}
