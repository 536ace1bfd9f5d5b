//! `agon train`: learn an evaluator.
//!
//! The folder of a training holds `checkpoint.txt`, written whole about once a second and at the end; `curve.csv`, a
//! line for every generation; and at the end `result.txt`, the learned thing. Lines are never behind the checkpoint:
//! those beyond it are written again when the training goes on.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use agon_core::{Clock, Executor, Seed, SystemClock};
use agon_papers::{Order, Progress, RECIPES, Recipe, recipe};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::failure::Failure;

/// Learn an evaluator. The same seed gives the same result, at any number of threads and after any interruption.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  agon train --list\n  agon train othello-thesis/influence --seed 1\n  \
    agon train othello-thesis/network --generations 1000 --threads 2 --out my-network\n  \
    agon train othello-thesis/network --generations 1000 --out my-network --resume")]
pub struct Train {
    /// What to learn and how
    #[arg(required_unless_present = "list")]
    recipe: Option<String>,
    /// List the recipes
    #[arg(long)]
    list: bool,
    /// Everything random follows from it; the seed of what comes with Agon if not given
    #[arg(long)]
    seed: Option<u64>,
    /// Threads to train with (0: all cores)
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Generations at most: of each stage where stages build on each other, else in all
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    generations: Option<u64>,
    /// The folder of the training; training/RECIPE-SEED if not given
    #[arg(long)]
    out: Option<PathBuf>,
    /// Go on where the training in the folder was
    #[arg(long)]
    resume: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'r> {
    recipe: &'r str,
    seed: u64,
    generations: u64,
    games: u64,
    fitness: Vec<f64>,
    seconds: f64,
    result: String,
}

#[derive(Serialize)]
struct Listed {
    recipe: &'static str,
    summary: &'static str,
    generations: u64,
}

impl Train {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.recipe {
            Some(name) if !self.list => self.train(recipe(name)?),
            _ => self.print_list(),
        }
    }

    fn print_list(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        let listed = RECIPES.iter().map(|recipe| Listed {
            recipe: recipe.name,
            summary: recipe.summary,
            generations: recipe.generations.in_all(),
        });
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&listed.collect::<Vec<_>>())?)?;
            return Ok(());
        }
        let width = RECIPES.iter().map(|recipe| recipe.name.len()).max().unwrap_or(0);
        for Listed { recipe, summary, .. } in listed {
            writeln!(out, "{recipe:width$}  {summary}")?;
        }
        Ok(())
    }

    fn train(&self, recipe: &Recipe) -> Result<(), Failure> {
        let seed = self.seed.unwrap_or(recipe.seed);
        let folder = self.out.clone().unwrap_or_else(|| {
            Path::new("training").join(format!("{}-{}", recipe.name.replace('/', "-"), seed))
        });
        let mut order = Order {
            seed: Seed(seed),
            generations: match self.generations {
                Some(limit) => recipe.generations.limited_to(limit),
                None => recipe.generations,
            },
            executor: Executor::new(self.threads),
            checkpoint: None,
        };
        let mut diary = Diary::open(folder.clone(), self.resume)?;
        order.checkpoint = diary.checkpoint.take();
        let clock = SystemClock::start();
        let bar = progress_bar(order.generations.in_all());
        let trained = recipe.train(&order, &mut |progress| {
            diary.note(progress)?;
            bar.set_position(progress.evaluated);
            bar.set_message(format!(
                "stage {}, generation {}, best {:.2}, mean {:.2}",
                progress.stage + 1,
                progress.generation,
                progress.best,
                progress.mean
            ));
            Ok(true)
        });
        bar.finish_and_clear();
        let trained = trained?;
        let result = folder.join("result.txt");
        agon_papers::write_atomically(&result, &trained.artefact)?;
        let report = Report {
            recipe: recipe.name,
            seed,
            generations: trained.evaluated,
            games: trained.games,
            fitness: trained.fitness,
            seconds: clock.now().as_secs_f64(),
            result: result.display().to_string(),
        };
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            write!(out, "{}", summary(&report))?;
        }
        Ok(())
    }
}

fn summary(report: &Report<'_>) -> String {
    let fitness: Vec<_> = report.fitness.iter().map(|fitness| format!("{fitness:.2}")).collect();
    format!(
        "{}, seed {}: {} generations, {} games in {:.1} s\nbest fitness {}\n{}\n",
        report.recipe,
        report.seed,
        report.generations,
        report.games,
        report.seconds,
        fitness.join(", "),
        report.result
    )
}

/// What is written while a training goes on.
struct Diary {
    folder: PathBuf,
    checkpoint: Option<String>,
    curve: Option<File>,
    clock: SystemClock,
    saved: Option<Duration>,
}

/// Checkpoints are this far apart: what a kill costs at most.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(1);

const CURVE_HEADER: &str = "stage,generation,best,highest,mean";

impl Diary {
    /// Opens the folder of a training: an empty one for a new training, that of an interrupted one to go on.
    fn open(folder: PathBuf, resume: bool) -> Result<Self, Failure> {
        fs::create_dir_all(&folder)?;
        let path = folder.join("checkpoint.txt");
        let checkpoint = match fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        if checkpoint.is_some() && !resume {
            return Err(Failure::Occupied(format!(
                "{} holds a training; --resume goes on with it, --out names another folder",
                folder.display()
            )));
        }
        Ok(Self { folder, checkpoint, curve: None, clock: SystemClock::start(), saved: None })
    }

    fn note(&mut self, progress: &Progress<'_>) -> io::Result<()> {
        let curve = match &mut self.curve {
            Some(curve) => curve,
            None => self.curve.insert(open_curve(&self.folder.join("curve.csv"), progress.evaluated)?),
        };
        let Progress { stage, generation, best, highest, mean, .. } = progress;
        curve.write_all(format!("{stage},{generation},{best},{highest},{mean}\n").as_bytes())?;
        let now = self.clock.now();
        if progress.last || self.saved.is_none_or(|saved| now - saved >= BETWEEN_CHECKPOINTS) {
            agon_papers::write_atomically(&self.folder.join("checkpoint.txt"), &(progress.checkpoint)())?;
            self.saved = Some(now);
        }
        Ok(())
    }
}

/// Opens the curve to add line number `next` to it: what was written after the checkpoint is cut off.
fn open_curve(path: &Path, next: u64) -> io::Result<File> {
    let old = fs::read_to_string(path).unwrap_or_default();
    let kept = old.lines().skip(1).take(next.saturating_sub(1) as usize);
    let text: String = std::iter::once(CURVE_HEADER).chain(kept).flat_map(|line| [line, "\n"]).collect();
    agon_papers::write_atomically(path, &text)?;
    OpenOptions::new().append(true).open(path)
}

/// A bar on a terminal, nothing elsewhere.
fn progress_bar(generations: u64) -> ProgressBar {
    let bar = ProgressBar::new(generations);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {msg}, {eta} left") {
        bar.set_style(style);
    }
    bar
}
