//! A run of a paper: its tables, made one by one into a folder and taken from there when they are wanted again. Original
//! design.

use std::collections::BTreeMap;

use agon_core::spec::Spec;
use agon_core::{Clock, Executor, ReadError, Seed, Stop, SystemClock};
use agon_files::Fingerprint;
use agon_records::PROGRAM;

use crate::data::Data;
use crate::finished::FinishedTable;
use crate::notebook::Notebook;
use crate::paper::{Experiment, ExperimentError, Lab, Paper, Step};
use crate::provenance::{DataUsed, Provenance};
use crate::report::ExperimentReport;

/// Which run it is: what every table of it depends on.
#[derive(Clone, Debug)]
pub struct PaperRun {
    /// The study.
    pub paper: &'static Paper,
    /// Everything random follows from it.
    pub seed: u64,
    /// Fewer games and boards: a first impression.
    pub quick: bool,
    /// Simulations in the place of each second that a source allows.
    pub simulations: Option<u64>,
    /// The outside engine that was named, as it was named.
    pub engine: Option<String>,
}

/// What a run has to work with.
#[derive(Clone, Debug)]
pub struct Means {
    /// The threads; they change nothing but the time.
    pub executor: Executor,
    /// Data that does not come with Agon.
    pub data: Option<Data>,
    /// An outside engine to play against, as an agent.
    pub engine: Option<Spec>,
    /// Set to end the work early.
    pub stop: Stop,
    /// The commit that the program was built from, where somebody knows it.
    pub commit: Option<&'static str>,
}

/// The file of a run that says how many seconds each table took.
pub const TIMES: &str = "times.json";

impl PaperRun {
    /// All that every table of the run depends on.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new("paper", 1)
            .with("paper", self.paper.key)
            .with("seed", self.seed)
            .with("size", if self.quick { "quick" } else { "full" })
            .with_some("simulations", self.simulations)
            .with_some("engine", self.engine.as_ref())
            .with("program", PROGRAM)
    }

    /// The table if the run has made it before; a picture of it that has gone is written again.
    ///
    /// # Errors
    /// If the folder has the table of other data, or its file is damaged.
    pub fn finished_before(
        &self,
        notebook: &mut Notebook,
        experiment: &Experiment,
        of: &Fingerprint,
    ) -> Result<Option<FinishedTable>, ExperimentError> {
        let name = file_of(experiment);
        let wrong = |notebook: &Notebook, cause: String| {
            ReadError::new(format!("{}: {cause}", notebook.path(&name).display()))
        };
        if let Some(difference) = notebook.difference(&name, of) {
            let cause = format!("{difference}\nanother folder (--out) takes the table of other data");
            return Err(wrong(notebook, cause).into());
        }
        let Some(text) = notebook.text(&name, of)? else { return Ok(None) };
        let finished = FinishedTable::from_json(&text).and_then(|table| table.expect(self.paper, experiment));
        let finished = finished.map_err(|error| wrong(notebook, error.to_string()))?;
        for (name, text) in files(&finished.report) {
            if !notebook.path(&name).exists() {
                notebook.keep(&name, of, &text)?;
            }
        }
        Ok(Some(finished))
    }

    /// Makes a table and keeps it.
    ///
    /// # Errors
    /// If it cannot be made or kept, or the work was stopped; what was found until then is kept.
    pub fn make(
        &self,
        notebook: &mut Notebook,
        experiment: &Experiment,
        of: &Fingerprint,
        means: Means,
        watch: &mut dyn FnMut(&Step),
    ) -> Result<FinishedTable, ExperimentError> {
        let clock = SystemClock::start();
        let used = means.data.as_ref().filter(|_| experiment.needs_data).map(DataUsed::of);
        let mut lab = Lab {
            seed: Seed(self.seed),
            executor: means.executor,
            quick: self.quick,
            data: means.data,
            engine: means.engine,
            simulations: self.simulations,
            clock: &clock,
            stop: means.stop,
            notebook: &mut *notebook,
            provenance: Provenance { data: used, ..Provenance::default() },
            step: Step::default(),
            watch,
        };
        let report = experiment.run(&mut lab);
        let provenance = lab.provenance;
        add_time(notebook, experiment, clock.now().as_secs_f64())?;
        let report = report?;
        for (name, text) in files(&report) {
            notebook.keep(&name, of, &text)?;
        }
        let made = (report, provenance);
        let finished =
            FinishedTable::new(self.paper, experiment, (self.seed, self.quick), means.commit, made);
        let text = serde_json::to_string(&finished).map_err(std::io::Error::from)?;
        notebook.keep(&file_of(experiment), of, &text)?;
        Ok(finished)
    }
}

/// Adds the time that was spent on a table, finished or not.
fn add_time(notebook: &mut Notebook, experiment: &Experiment, seconds: f64) -> Result<(), ExperimentError> {
    let of = Fingerprint::new("times", 1);
    let mut times = read_times(notebook.text(TIMES, &of)?);
    *times.entry(experiment.name.to_owned()).or_default() += seconds;
    let text = serde_json::to_string_pretty(&times).map_err(std::io::Error::from)?;
    Ok(notebook.keep(TIMES, &of, &text)?)
}

/// The times of a run; a file that is damaged tells none.
#[must_use]
pub fn read_times(text: Option<String>) -> BTreeMap<String, f64> {
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// The file of a finished table.
#[must_use]
pub fn file_of(experiment: &Experiment) -> String {
    format!("{}.json", experiment.name)
}

/// The pictures and the long tables of a report, with what their files hold.
#[must_use]
pub fn files(report: &ExperimentReport) -> Vec<(String, String)> {
    let pictures = report.figures.iter().map(|figure| (format!("{}.svg", figure.name), figure.svg.clone()));
    let long =
        report.tables.iter().filter_map(|table| Some((format!("{}.csv", table.file.as_ref()?), table.csv())));
    pictures.chain(long).collect()
}
