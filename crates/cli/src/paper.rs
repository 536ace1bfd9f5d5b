//! `agon paper`: published experiments, made again.
//!
//! The folder of a run holds a JSON file for each finished table, an SVG file for each picture and a CSV file for each
//! table that is too long to be shown; `run.txt` says which run it is, and `notebook.json` what made each file. `--resume`
//! goes on with the same run and takes finished tables, matches and trainings from there. `times.json` says how long each
//! table took; it is a file of its own, since the same run twice gives the same tables but not the same times.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use agon_core::spec::Spec;
use agon_core::{Stop, visible};
use agon_files::{FileKind, Fingerprint, Replace, RunFolder, read_text, read_text_if_there};
use agon_papers::run::{Means, PaperRun, TIMES, file_of, files, read_times};
use agon_papers::{Data, Experiment, ExperimentError, FinishedTable, Notebook, PAPERS, Paper, page, paper};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::cluster::{ClusterArgs, with_workers};
use crate::command_line;
use crate::failure::{Failure, new_folder};
use crate::interrupt;
use crate::progress;
use crate::terminal;

/// Run published experiments again, published figures beside ours
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon paper list\n  agon paper run othello-thesis --table fig-4.2 --quick\n  \
    agon paper report othello-thesis --out thesis.html"
)]
pub struct PaperCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the papers and their tables
    #[command(after_help = "Example:\n  agon paper list")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Make the tables and figures of a paper
    Run(Run),
    /// Write a page with all tables that were made of a paper, their verdicts and pictures
    Report(Report),
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon paper run othello-thesis --table fig-5.1 --quick\n  \
    agon paper run othello-thesis --table fig-4.2 --quick --seed 7 --out my-run\n  \
    agon paper run othello-thesis --table fig-4.2 --quick --seed 7 --out my-run --resume\n  \
    agon paper run othello-thesis --table fig-5.3 --quick --json\n  \
    agon paper run blokus-study --table 1 --quick --simulations 50\n\n\
    Without --quick a table takes minutes to hours; --resume goes on after an interruption.")]
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
    #[command(flatten)]
    cluster: ClusterArgs,
    /// The folder of data that does not come with Agon, such as game records
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Leave out recorded games of later years; a source of 2015 had no others
    #[arg(long, value_name = "YEAR", requires = "data")]
    until: Option<u16>,
    /// An outside engine to play against where a table has one: its command, for one that speaks GTP, or an agent
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// Simulations for a move in the place of each second that a source allows: the same result on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    simulations: Option<u64>,
    /// The folder for tables and pictures; papers/KEY-SEED if not given
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Go on with the run in the folder: take finished tables, matches and trainings from there
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

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon paper run reversi-report --table fig-1 --quick --out one\n  \
    agon paper run reversi-report --table fig-2 --quick --out two\n  \
    agon paper report reversi-report one two --out report.html\n\n\
    Tables are taken from all folders; a quick run counts only where there is no full one.")]
struct Report {
    /// The paper, as `agon paper list` names it
    key: String,
    /// Folders of runs; all runs of the paper in the folder papers if not given
    folders: Vec<PathBuf>,
    /// The page; KEY.html if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace a file that is no page
    #[arg(long)]
    force: bool,
}

impl Report {
    fn run(&self) -> Result<(), Failure> {
        let paper = paper(&self.key)?;
        let folders = if self.folders.is_empty() { runs_of(paper)? } else { self.folders.clone() };
        let mut tables: Vec<(FinishedTable, Option<f64>)> = Vec::new();
        for folder in &folders {
            let found = finished_in(folder, paper)?;
            if found.is_empty() && !self.folders.is_empty() {
                return Err(nothing_made(folder, paper));
            }
            for (table, seconds) in found {
                if tables.iter().all(|(known, _)| *known != table) {
                    tables.push((table, seconds));
                }
            }
        }
        if tables.is_empty() {
            return Err(nothing_made(Path::new("papers"), paper));
        }
        let full: Vec<_> =
            tables.iter().filter(|(table, _)| !table.quick).map(|(table, _)| table.table.clone()).collect();
        tables.retain(|(table, _)| !table.quick || !full.contains(&table.table));
        let out = self.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.html", paper.key)));
        agon_files::write(&out, FileKind::HTML, Replace::forced(self.force), page(paper, &tables))?;
        writeln!(io::stdout().lock(), "{}", visible(&out.display().to_string()))?;
        Ok(())
    }
}

fn nothing_made(folder: &Path, paper: &Paper) -> Failure {
    let cause = format!("there is no finished table of {}; agon paper run {0} makes them", paper.key);
    Failure::file(folder, &cause)
}

/// The folders of runs that were not told where to go.
fn runs_of(paper: &Paper) -> Result<Vec<PathBuf>, Failure> {
    let folder = Path::new("papers");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut paths = agon_files::list_folder(folder)?;
    let is_run = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        name.is_some_and(|name| name.starts_with(paper.key)) && path.is_dir()
    };
    paths.retain(is_run);
    Ok(paths)
}

/// The finished tables of a paper in a folder, each with the seconds that it took.
fn finished_in(folder: &Path, paper: &Paper) -> Result<Vec<(FinishedTable, Option<f64>)>, Failure> {
    if !folder.is_dir() {
        return Err(Failure::file(folder, &"there is no such folder"));
    }
    let times = read_times(read_text_if_there(&folder.join(TIMES))?);
    let mut tables = Vec::new();
    for experiment in paper.experiments {
        let path = folder.join(file_of(experiment));
        if path.exists() {
            let text = read_text(&path)?;
            let table = FinishedTable::from_json(&text).map_err(|error| Failure::file(&path, &error))?;
            // Papers may have tables of the same name.
            if table.paper == paper.key {
                let table = table.expect(paper, experiment).map_err(|error| Failure::file(&path, &error))?;
                tables.push((table, times.get(experiment.name).copied()));
            }
        }
    }
    Ok(tables)
}

impl PaperCommand {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::List { json } => print_list(*json),
            Command::Run(run) => run.run(),
            Command::Report(report) => report.run(),
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
        write!(out, "{}", terminal::wrapped(&format!("{key}: {title}"), 0, terminal::columns()))?;
        for ListedTable { table, summary } in tables {
            write!(out, "{}", terminal::beside(&format!("  {table}"), 15, summary, terminal::columns()))?;
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
        let data = self
            .data
            .as_ref()
            .map(|folder| Data::check(std::slice::from_ref(folder), GAME_OF_DATA, self.until));
        let data = data.transpose()?;
        new_folder(&self.folder())?;
        // Who names a table is told that it needs data; who wants all tables gets those that need none.
        let (left_out, made): (Vec<&Experiment>, Vec<&Experiment>) = experiments
            .iter()
            .partition(|experiment| self.table.is_none() && experiment.needs_data && data.is_none());
        let tables = made.iter().map(|experiment| Ok((*experiment, experiment.fingerprint(data.as_ref())?)));
        let tables = tables.collect::<Result<Vec<_>, ExperimentError>>()?;
        let left_out = self.left_out(&left_out);
        if let Some(left_out) = &left_out {
            eprintln!("note: {left_out}");
        }
        // From the moment when there is a folder, a signal ends the run cleanly.
        let stop = interrupt::stop();
        let notebook =
            &mut Notebook::open(&self.folder(), &self.of_paper()?.fingerprint(), self.goes_on(&made)?)?;
        let mut all = Vec::new();
        for (experiment, of) in tables {
            let finished = match self.of_paper()?.finished_before(notebook, experiment, &of)? {
                Some(finished) => finished,
                None => match self.make(notebook, experiment, &of, (data.clone(), stop.clone())) {
                    // Who wants all tables gets those that need no engine.
                    Err(Failure::Experiment(error @ ExperimentError::NoEngine(_)))
                        if self.table.is_none() =>
                    {
                        eprintln!("note: left out: {error}");
                        continue;
                    }
                    Err(Failure::Experiment(ExperimentError::Stopped)) => {
                        self.print_json(&all)?;
                        return Err(stopped(experiment));
                    }
                    made => made?,
                },
            };
            if !self.json {
                let mut out = io::stdout().lock();
                writeln!(out, "{} {}\n", paper.key, experiment.name)?;
                writeln!(out, "{}", finished.report.text())?;
                for (name, _) in files(&finished.report) {
                    writeln!(out, "{}", visible(&notebook.path(&name).display().to_string()))?;
                }
                writeln!(out)?;
            }
            all.push(finished);
        }
        self.print_json(&all)?;
        if let Some(left_out) = left_out {
            eprintln!("note: {left_out}");
        }
        Ok(())
    }

    /// Which tables are not made for want of data, and what would make them.
    fn left_out(&self, tables: &[&Experiment]) -> Option<String> {
        let names: Vec<_> = tables.iter().map(|experiment| experiment.name).collect();
        (!names.is_empty()).then(|| {
            format!(
                "left out: {}; {} recorded games of people (WTHOR files), which do not come with Agon\n\
                 to make them later: {} --data FOLDER",
                names.join(", "),
                if names.len() == 1 { "it needs" } else { "they need" },
                command_line::again(Some("--resume"))
            )
        })
    }

    fn print_json(&self, all: &[FinishedTable]) -> Result<(), Failure> {
        if self.json {
            writeln!(io::stdout().lock(), "{}", serde_json::to_string(all)?)?;
        }
        Ok(())
    }

    /// Which run it is.
    fn of_paper(&self) -> Result<PaperRun, Failure> {
        let (simulations, engine) = (self.simulations, self.engine.clone());
        Ok(PaperRun { paper: paper(&self.key)?, seed: self.seed, quick: self.quick, simulations, engine })
    }

    /// The outside engine as an agent: a command speaks GTP, and any spec of an agent will do.
    fn engine(&self) -> Result<Option<Spec>, Failure> {
        let Some(command) = &self.engine else { return Ok(None) };
        let quoted = command.replace('\\', "\\\\").replace('"', "\\\"");
        let is_agent = command.ends_with(')') && command.parse::<Spec>().is_ok();
        let text = if is_agent { command.clone() } else { format!("external(gtp, \"{quoted}\")") };
        Ok(Some(text.parse()?))
    }

    /// Whether to go on with the run in the folder. Another table of the same run needs no `--resume`: what is there is
    /// found by its fingerprint, and nothing is made twice.
    fn goes_on(&self, experiments: &[&Experiment]) -> Result<bool, Failure> {
        let folder = self.folder();
        let is_new = |experiment: &&Experiment| !folder.join(file_of(experiment)).exists();
        Ok(self.resume
            || (RunFolder::holds(&folder, &self.of_paper()?.fingerprint())?
                && experiments.iter().all(is_new)))
    }

    fn folder(&self) -> PathBuf {
        let quick = if self.quick { "-quick" } else { "" };
        let default = || Path::new("papers").join(format!("{}-{}{quick}", self.key, self.seed));
        self.out.clone().unwrap_or_else(default)
    }

    fn make(
        &self,
        notebook: &mut Notebook,
        experiment: &Experiment,
        of: &Fingerprint,
        (data, stop): (Option<Data>, Stop),
    ) -> Result<FinishedTable, Failure> {
        let bar = progress_bar(experiment.name);
        let engine = self.engine()?;
        let means =
            Means { executor: self.cluster.executor(self.threads)?, data, engine, stop, commit: COMMIT };
        let made = self.of_paper()?.make(notebook, experiment, of, means, &mut |step| {
            progress::show_steps(&bar, (step.done, step.part, step.of), &with_workers(step.what.clone()));
        });
        bar.finish_and_clear();
        Ok(made?)
    }
}

/// The commit that a release build was made from.
const COMMIT: Option<&str> = option_env!("AGON_COMMIT");

/// The game that move lists in a folder of data are of.
const GAME_OF_DATA: &str = "reversi";

/// What is said when a signal ends the run.
fn stopped(experiment: &Experiment) -> Failure {
    Failure::Interrupted(format!(
        "stopped in table {}; finished tables, matches and trainings are kept\nto go on: {}",
        experiment.name,
        command_line::again(Some("--resume"))
    ))
}

/// A bar on a terminal, nothing elsewhere.
fn progress_bar(table: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(1).with_prefix(table);
    if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:24} {eta} left  {wide_msg}") {
        bar.set_style(style);
    }
    bar
}
