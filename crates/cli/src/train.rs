//! `agon train`: learn an evaluator.

mod settings_file;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use agon_catalog::Registry;
use agon_core::{Clock, ReadError, Seed, SystemClock, counted};
use agon_files::RunFolder;
use agon_papers::{
    Recipe, TrainError, TrainingFiles, TrainingReport, TrainingRequest, TrainingResult, recipe, recipes,
};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::agents::OptionReport;
use crate::cluster::{ClusterArgs, with_workers};
use crate::command_line;
use crate::failure::{Failure, new_folder};
use crate::interrupt;
use crate::progress;
use crate::terminal;

/// Learn an evaluator. The same seed gives the same result, at any number of threads and after any interruption.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  agon train --list\n  agon train othello-thesis/influence --generations 20 --seed 1\n  \
    agon train othello-thesis/network --generations 100 --threads 2 --out my-network\n  \
    agon train othello-thesis/network --generations 100 --out my-network --resume\n  \
    agon train blokus-study/weights --game blokus:mini --generations 2\n  \
    agon train minimax-backwards --game reversi:6x6 --model svm --gap 4 --boards 100\n  \
    agon train game-data --records games.db --model svm --last 54 --gap 4\n  \
    agon train pattern-tables --game reversi:6x6 --set games=500 --out my-patterns\n  \
    agon train forests/tictactoe --generations 2 --set trees=5 --set first-games=100 --out my-forest\n  \
    agon train forests/gomoku --example"
)]
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
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    settings: Settings,
    /// A setting of the recipe by its name, such as trees=50; `--list --json` names all of them
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// A TOML file of settings; those of the command line come before
    #[arg(long = "settings", value_name = "FILE")]
    settings_file: Option<PathBuf>,
    /// Print the settings of the recipe as such a file
    #[arg(long)]
    example: bool,
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

/// What recipes can be told; each takes some of them.
#[derive(Debug, Args)]
struct Settings {
    /// Generations at most: of each stage where stages build on each other, else in all
    #[arg(
        long,
        value_name = "N",
        help_heading = "Settings of othello-thesis/*, reversi-report/* and blokus-study/*"
    )]
    generations: Option<String>,
    /// Let chromosomes play again that were in the last generation, as the thesis did: the same result, later (not
    /// for network-td)
    #[arg(long, help_heading = "Settings of othello-thesis/* and reversi-report/*")]
    replay: bool,
    /// Without generations: another child is bred while so many are out, so that no worker waits (not for network-td)
    #[arg(long, value_name = "N", help_heading = "Settings of othello-thesis/* and reversi-report/*")]
    lag: Option<String>,
    /// Files or folders of recorded games
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Settings of game-data, besides --model, --last, --gap, --boards")]
    records: Vec<String>,
    /// The game; reversi:88 if not given (game-data: reversi; blokus-study/*: blokus:two)
    #[arg(long, help_heading = "Settings of minimax-backwards")]
    game: Option<String>,
    /// The kind of model: linear, logistic or svm (the usual one)
    #[arg(long, value_name = "KIND", help_heading = "Settings of minimax-backwards")]
    model: Option<String>,
    /// Stones of the largest model, which minimax scores to the end; ten fewer than cells if not given
    #[arg(long, value_name = "STONES", help_heading = "Settings of minimax-backwards")]
    last: Option<String>,
    /// Stones between models; 4 if not given
    #[arg(long, value_name = "STONES", help_heading = "Settings of minimax-backwards")]
    gap: Option<String>,
    /// Stones to search ahead: the gap, or half of one above 6; models are interpolated if it is less than the gap
    #[arg(long, value_name = "STONES", help_heading = "Settings of minimax-backwards")]
    depth: Option<String>,
    /// Boards for each model; 2000 if not given
    #[arg(long, value_name = "N", help_heading = "Settings of minimax-backwards")]
    boards: Option<String>,
    /// Draw boards from the play of a model set (a file, or the game of one that comes with Agon), not at random
    #[arg(long, value_name = "SET", help_heading = "Settings of minimax-backwards")]
    play: Option<String>,
    /// What becomes of the mean that scores gain from stage to stage: keep (the usual one) or remove
    #[arg(long, value_name = "KIND", help_heading = "Settings of minimax-backwards")]
    drift: Option<String>,
}

impl Settings {
    /// Those that were given, by name.
    fn given(&self) -> Vec<(String, String)> {
        let Self { generations, replay, lag, records, game, model, last, gap, depth, boards, play, drift } =
            self;
        let all = [
            ("generations", generations),
            ("lag", lag),
            ("game", game),
            ("model", model),
            ("last", last),
            ("gap", gap),
            ("depth", depth),
            ("boards", boards),
            ("play", play),
            ("drift", drift),
        ];
        let single = all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value.clone()?)));
        let replay = replay.then(|| ("replay".to_owned(), "true".to_owned()));
        single.chain(replay).chain(records.iter().map(|file| ("records".to_owned(), file.clone()))).collect()
    }
}

#[derive(Serialize)]
struct Listed {
    recipe: &'static str,
    summary: &'static str,
    settings: Vec<&'static str>,
    options: Vec<OptionReport>,
}

impl Train {
    pub fn run(&self, catalog: &Registry) -> Result<(), Failure> {
        match &self.recipe {
            Some(name) if self.example => print_example(recipe(name)?),
            Some(name) if !self.list => self.train(catalog, recipe(name)?),
            _ => self.print_list(),
        }
    }

    fn print_list(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        let listed = recipes().map(|recipe| Listed {
            recipe: recipe.name,
            summary: recipe.summary,
            settings: recipe.settings.iter().map(|option| option.name).collect(),
            options: recipe.settings.iter().filter_map(OptionReport::of).collect(),
        });
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&listed.collect::<Vec<_>>())?)?;
            return Ok(());
        }
        let width = recipes().map(|recipe| recipe.name.len()).max().unwrap_or(0);
        for Listed { recipe, summary, .. } in listed {
            write!(out, "{}", terminal::beside(recipe, width + 1, summary, terminal::columns()))?;
        }
        Ok(())
    }

    /// Settings from the command line, then those of the file that the command line does not name.
    fn given_settings(&self, recipe: &Recipe) -> Result<Vec<(String, String)>, Failure> {
        let mut given = self.settings.given();
        for text in &self.set {
            let (name, value) = settings_file::named(text)?;
            // Of games there may be many files.
            if name != "records" && given.iter().any(|(known, _)| *known == name) {
                return Err(ReadError::new(format!("`{name}` is set twice; leave one of them out")).into());
            }
            given.push((name, value));
        }
        if let Some(path) = &self.settings_file {
            let more = settings_file::read(path)?;
            for (name, value) in &more {
                recipe.check_setting(name, value).map_err(|error| Failure::file(path, &error))?;
            }
            let is_new = |(name, _): &(String, String)| given.iter().all(|(known, _)| known != name);
            let more: Vec<_> = more.into_iter().filter(is_new).collect();
            given.extend(more);
        }
        Ok(given)
    }

    fn train(&self, catalog: &Registry, recipe: &Recipe) -> Result<(), Failure> {
        let seed = self.seed.unwrap_or(recipe.seed);
        let folder = self.out.clone().unwrap_or_else(|| {
            Path::new("training").join(format!("{}-{}", recipe.name.replace('/', "-"), seed))
        });
        new_folder(&folder)?;
        let mut request = TrainingRequest {
            catalog,
            seed: Seed(seed),
            settings: self.given_settings(recipe)?,
            executor: self.cluster.executor(self.threads)?,
            checkpoint: None,
        };
        // Whatever is wrong with the order is said before there is a folder, and a signal ends cleanly once there is one.
        let (clock, stop, bar) = (SystemClock::start(), interrupt::stop(), first_step_bar());
        recipe.check_spread(request.executor.is_cluster())?;
        let fingerprint = recipe.fingerprint(&request)?;
        let mut files =
            TrainingFiles::new(RunFolder::take(&folder, &fingerprint, self.resume)?, recipe, seed)?;
        request.checkpoint = files.checkpoint.take();
        let (resumed, mut begun, mut stopped_at) = (request.checkpoint.is_some(), false, None);
        bar.set_message("working on the next step");
        progress::tell_of_stop(&bar, &stop, "stops after this step; Ctrl-C again ends at once, without it");
        let trained = recipe.train(&request, &mut |progress| {
            if !begun {
                show_all_steps(&bar);
            }
            begun = true;
            let is_last = progress.step.as_ref().is_some_and(|step| step.last);
            let stops = stop.is_set() && !is_last;
            files.note(progress, stops)?;
            progress::show_steps(
                &bar,
                (progress.done, progress.part, progress.of),
                &with_workers(progress.note.clone()),
            );
            stopped_at = stops.then(|| (progress.done, progress.of, progress.note.clone()));
            Ok(!stops)
        });
        bar.finish_and_clear();
        if let Some((done, of, note)) = stopped_at {
            files.draw()?;
            let again = command_line::again(Some("--resume"));
            let steps = counted(of, "step", "steps");
            let said = format!("stopped after {done} of {steps} ({note}), which are kept\nto go on: {again}");
            return Err(Failure::Interrupted(said));
        }
        if trained.is_err() {
            files.folder.release_unused();
        }
        let trained = trained.map_err(|error| match error {
            // The order was good, so it is the checkpoint.
            TrainError::Unreadable(error) if resumed && !begun => {
                Failure::file(&files.checkpoint_path(), &error)
            }
            error => error.into(),
        })?;
        files.draw()?;
        files.folder.write(recipe.result, &trained.artefact)?;
        let report = TrainingReport {
            recipe: recipe.name,
            seed,
            reached: trained.result,
            seconds: clock.now().as_secs_f64(),
            result: files.folder.path(recipe.result).display().to_string(),
        };
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", agon_core::visible_json(&serde_json::to_string(&report)?))?;
        } else {
            write!(out, "{}", agon_core::visible_lines(&summary(&report)))?;
        }
        Ok(())
    }
}

/// The settings of a recipe, as a file that it takes.
fn print_example(recipe: &Recipe) -> Result<(), Failure> {
    write!(io::stdout().lock(), "{}", settings_file::example(recipe))?;
    Ok(())
}

/// The best fitness of each stage, or of all where there were many.
fn best_fitness(stages: &[f64]) -> String {
    const FEW: usize = 10;
    if stages.len() > FEW {
        let best = stages.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        return format!("best fitness {best:.2}, of {} populations", stages.len());
    }
    let of_each = if stages.len() > 1 { " of each stage" } else { "" };
    let stages: Vec<_> = stages.iter().map(|fitness| format!("{fitness:.2}")).collect();
    format!("best fitness{of_each}: {}", stages.join(", "))
}

fn summary(report: &TrainingReport<'_>) -> String {
    let (took, reached) = match &report.reached {
        TrainingResult::Evolved { generations, games, fitness } => {
            let generations = counted(*generations, "generation", "generations");
            (format!("{generations}, {}", counted(*games, "game", "games")), best_fitness(fitness))
        }
        TrainingResult::Fitted { boards, models } => {
            let lines: Vec<_> = models.iter().rev().map(|(stones, fit)| {
                let (sigma, right) = (fit.sigma, 100.0 * fit.right);
                format!("{stones:3} stones: off by {sigma:5.2} points (sigma), {right:5.1} % of the winners right")
            }).collect();
            let models = counted(models.len() as u64, "model", "models");
            let said = "errors on the very boards that the models were fitted to; on others they are larger:";
            (
                format!("{models}, {} each", counted(*boards, "board", "boards")),
                format!("{said}\n{}", lines.join("\n")),
            )
        }
        TrainingResult::Tabled { games, positions, errors } => {
            let lines: Vec<_> = errors
                .iter()
                .rev()
                .map(|fit| {
                    let (stones, empties, error) = (fit.stones, fit.empties, fit.error);
                    format!(
                        "{stones:3} stones, {empties:3} empty: off by {error:5.2} points (positions held out)"
                    )
                })
                .collect();
            let positions = counted(*positions, "position", "positions");
            let took =
                format!("{}, at most {positions} of each number of stones", counted(*games, "game", "games"));
            (took, lines.join("\n"))
        }
    };
    let TrainingReport { recipe, seed, seconds, result, .. } = report;
    format!("{recipe}, seed {seed}: {took} in {seconds:.1} s\n{reached}\n{result}\n")
}

/// A message alone, on a terminal only: before the first step is done, which can take minutes, nobody knows how many there
/// are.
fn first_step_bar() -> ProgressBar {
    let bar = ProgressBar::new(1);
    if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
        bar.set_style(style);
    }
    bar
}

/// From now on it is a bar.
fn show_all_steps(bar: &ProgressBar) {
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {eta} left  {wide_msg}") {
        bar.set_style(style);
    }
}
