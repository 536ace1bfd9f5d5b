//! `agon paper`: published experiments, made again.
//!
//! The folder of a run holds a JSON file for each finished table, an SVG file for each picture and a CSV file for each
//! table that is too long to be shown; `--resume` takes finished tables from there.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use agon_core::{Executor, Seed, SystemClock};
use agon_files::{FileKind, Replace, read_text_if_there};
use agon_papers::{Experiment, Lab, Notebook, PAPERS, Paper, Report, Step, paper};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::interrupt;
use crate::progress;

/// Run published experiments again, published figures beside ours
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon paper list\n  agon paper run othello-thesis --table fig-5.1\n  \
    agon paper run othello-thesis --quick --seed 7 --out my-run\n  \
    agon paper run othello-thesis --out my-run --resume\n  \
    agon paper run reversi-report --table fig-2 --json")]
pub struct PaperCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the papers and their tables
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Make the tables and figures of a paper
    Run(Run),
}

#[derive(Debug, Args)]
struct Run {
    /// The paper, as `agon paper list` names it
    key: String,
    /// One table or figure; all of them if not given
    #[arg(long, value_name = "TABLE")]
    table: Option<String>,
    /// Fewer games and boards: a first impression
    #[arg(long)]
    quick: bool,
    /// Everything random follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads to work with (0: all cores)
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// The folder of data that does not come with Agon, such as game records
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The folder for tables and pictures; papers/KEY-SEED if not given
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Take finished tables, matches and trainings from the folder
    #[arg(long)]
    resume: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed {
    key: &'static str,
    title: &'static str,
    tables: Vec<ListedTable>,
}

#[derive(Serialize)]
struct ListedTable {
    table: &'static str,
    summary: &'static str,
}

/// A finished table, as its file holds it.
#[derive(Serialize, Deserialize)]
struct Finished {
    paper: String,
    table: String,
    seed: u64,
    quick: bool,
    report: Report,
}

impl PaperCommand {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::List { json } => print_list(*json),
            Command::Run(run) => run.run(),
        }
    }
}

fn print_list(json: bool) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let table = |experiment: &Experiment| ListedTable { table: experiment.name, summary: experiment.summary };
    let listed = |paper: &Paper| Listed {
        key: paper.key,
        title: paper.title,
        tables: paper.experiments.iter().map(table).collect(),
    };
    let papers: Vec<_> = PAPERS.iter().map(listed).collect();
    if json {
        writeln!(out, "{}", serde_json::to_string(&papers)?)?;
        return Ok(());
    }
    for Listed { key, title, tables } in papers {
        writeln!(out, "{key}: {title}")?;
        for ListedTable { table, summary } in tables {
            writeln!(out, "  {table:<14}{summary}")?;
        }
    }
    Ok(())
}

impl Run {
    fn run(&self) -> Result<(), Failure> {
        let paper = paper(&self.key)?;
        let experiments = match &self.table {
            Some(name) => std::slice::from_ref(paper.experiment(name)?),
            None => paper.experiments,
        };
        let folder = self.folder();
        fs::create_dir_all(&folder).map_err(|error| Failure::file(&folder, &error))?;
        let notebook =
            &mut Notebook::open(&folder, self.resume).map_err(|error| Failure::file(&folder, &error))?;
        let mut all = Vec::new();
        for experiment in experiments {
            let finished = match self.finished_before(&folder, experiment)? {
                Some(finished) => finished,
                None => self.make(&folder, experiment, notebook)?,
            };
            if !self.json {
                let mut out = io::stdout().lock();
                writeln!(out, "{} {}\n", paper.key, experiment.name)?;
                writeln!(out, "{}", finished.report.text())?;
                for (path, _) in files(&folder, &finished.report) {
                    writeln!(out, "{}", path.display())?;
                }
                writeln!(out)?;
            }
            all.push(finished);
        }
        if self.json {
            writeln!(io::stdout().lock(), "{}", serde_json::to_string(&all)?)?;
        }
        Ok(())
    }

    fn folder(&self) -> PathBuf {
        let quick = if self.quick { "-quick" } else { "" };
        let default = || Path::new("papers").join(format!("{}-{}{quick}", self.key, self.seed));
        self.out.clone().unwrap_or_else(default)
    }

    /// The table from an earlier run with the same settings, if it is to be had.
    fn finished_before(&self, folder: &Path, experiment: &Experiment) -> Result<Option<Finished>, Failure> {
        let path = folder.join(format!("{}.json", experiment.name));
        let Some(text) = read_text_if_there(&path)?.filter(|_| self.resume) else { return Ok(None) };
        let finished: Finished = serde_json::from_str(&text).map_err(|error| Failure::file(&path, &error))?;
        let same = finished.paper == self.key && finished.seed == self.seed && finished.quick == self.quick;
        Ok(same.then_some(finished))
    }

    fn make(
        &self,
        folder: &Path,
        experiment: &Experiment,
        notebook: &mut Notebook,
    ) -> Result<Finished, Failure> {
        let bar = progress_bar(experiment.name);
        let clock = SystemClock::start();
        let report = experiment.run(&mut Lab {
            seed: Seed(self.seed),
            executor: Executor::new(self.threads),
            quick: self.quick,
            data: self.data.clone(),
            clock: &clock,
            stop: interrupt::stop(),
            notebook,
            step: Step::default(),
            watch: &mut |step| {
                progress::show_steps(&bar, (step.done, step.part, step.of), &step.what);
            },
        });
        bar.finish_and_clear();
        let report = report?;
        for (path, text) in files(folder, &report) {
            agon_files::write(&path, FileKind::OWN, Replace::SameKind, text)?;
        }
        let (paper, table) = (self.key.clone(), experiment.name.to_owned());
        let finished = Finished { paper, table, seed: self.seed, quick: self.quick, report };
        let path = folder.join(format!("{}.json", experiment.name));
        agon_files::write(&path, FileKind::OWN, Replace::SameKind, serde_json::to_string(&finished)?)?;
        Ok(finished)
    }
}

/// The pictures and the long tables of a report, with what their files hold.
fn files(folder: &Path, report: &Report) -> Vec<(PathBuf, String)> {
    let pictures = report.figures.iter().map(|figure| (format!("{}.svg", figure.name), figure.svg.clone()));
    let long =
        report.tables.iter().filter_map(|table| Some((format!("{}.csv", table.file.as_ref()?), table.csv())));
    pictures.chain(long).map(|(name, text)| (folder.join(name), text)).collect()
}

/// A bar on a terminal, nothing elsewhere.
fn progress_bar(table: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(1).with_prefix(table);
    if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:24} {eta} left  {msg}") {
        bar.set_style(style);
    }
    bar
}
