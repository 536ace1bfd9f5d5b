//! Papers and their tables: what was published, and what came out here.

use std::sync::Arc;

use agon_files::read_text_if_there;
use agon_papers::run::{file_of, read_times};
use agon_papers::{Experiment, FinishedTable, PAPERS, Paper, kept_outcome, paper};
use axum::Json;
use axum::extract::State;
use serde::Serialize;

use super::body::Named;
use crate::app::App;
use crate::data_folder::DataFolder;
use crate::refusal::Refusal;

#[derive(Serialize)]
pub(crate) struct ListedPaper {
    key: &'static str,
    title: &'static str,
    tables: Vec<ListedTable>,
}

#[derive(Serialize)]
struct ListedTable {
    name: &'static str,
    summary: &'static str,
    needs_data: bool,
    /// `full`, `quick` or nothing: what was made here.
    made: Option<&'static str>,
    /// Whether a full run comes with Agon.
    kept: bool,
}

/// All papers with their tables.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<Vec<ListedPaper>> {
    let table = |paper: &Paper, experiment: &Experiment| ListedTable {
        name: experiment.name,
        summary: experiment.summary,
        needs_data: experiment.needs_data,
        made: found(&app.data, paper, experiment).map(|(made, _)| if made.quick { "quick" } else { "full" }),
        kept: kept_outcome(paper, experiment).is_some(),
    };
    let listed = |paper: &Paper| ListedPaper {
        key: paper.key,
        title: paper.title,
        tables: paper.experiments.iter().map(|experiment| table(paper, experiment)).collect(),
    };
    Json(PAPERS.iter().map(listed).collect())
}

#[derive(Serialize)]
pub(crate) struct TablePage {
    paper: &'static str,
    title: &'static str,
    table: &'static str,
    summary: &'static str,
    needs_data: bool,
    /// Where recorded games are to be put, if they are needed and not there.
    missing_data: Option<String>,
    made: Option<FinishedTable>,
    /// Whether it was made here; if not, it is the run that comes with Agon.
    here: bool,
    /// What became of the claims of the source, in words.
    verdict: Option<String>,
    /// The rule that verdicts follow.
    rule: &'static str,
    seconds: Option<f64>,
    /// The command line that makes it again.
    command: String,
}

/// One table.
pub(crate) async fn table(
    State(app): State<Arc<App>>,
    Named((key, name)): Named<(String, String)>,
) -> Result<Json<TablePage>, Refusal> {
    let missing = |error: agon_core::ReadError| Refusal::unknown(error.message);
    let paper = paper(&key).map_err(missing)?;
    let experiment = paper.experiment(&name).map_err(missing)?;
    let (made, seconds) = found(&app.data, paper, experiment).unzip();
    let here = made.is_some();
    let missing_data =
        (experiment.needs_data && app.data.records().is_none()).then(|| app.data.at("records"));
    let made = made.or_else(|| kept_outcome(paper, experiment).cloned());
    let command = match &made {
        Some(made) => made.command(),
        None => format!("agon paper run {key} --table {name}"),
    };
    Ok(Json(TablePage {
        paper: paper.key,
        title: paper.title,
        table: experiment.name,
        summary: experiment.summary,
        needs_data: experiment.needs_data,
        missing_data: missing_data.map(|path| path.display().to_string()),
        verdict: made.as_ref().map(|made| made.verdict.to_string()),
        rule: agon_papers::verdict::RULE,
        made,
        here,
        seconds: seconds.flatten(),
        command,
    }))
}

/// A table that was made here with the usual seed, and how long it took; a full one rather than a quick one.
fn found(data: &DataFolder, paper: &Paper, experiment: &Experiment) -> Option<(FinishedTable, Option<f64>)> {
    ["", "-quick"].into_iter().find_map(|size| {
        let folder = data.at("papers").join(format!("{}-1{size}", paper.key));
        let text = read_text_if_there(&folder.join(file_of(experiment))).ok().flatten()?;
        let table = FinishedTable::from_json(&text).and_then(|table| table.expect(paper, experiment)).ok()?;
        let times = read_times(read_text_if_there(&folder.join("times.json")).ok().flatten());
        Some((table, times.get(experiment.name).copied()))
    })
}
