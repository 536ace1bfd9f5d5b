//! Recipes: trainings that a name starts. Ours.
//!
//! A recipe fixes everything but the seed and the number of generations, so that both name its result.

use agon_core::{Executor, ReadError, Seed};
use agon_learn::checkpoint;
use agon_learn::evolution::{Evolution, Evolver, GeneOf, Schedule, Task};
use agon_learn::ga::{GaParams, Genome};

use crate::paper::by_name;
use crate::{othello_thesis, reversi_report};

/// A training by name.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// The name on the command line: paper, slash, what is learned.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// How many generations there are at most, unless the order says otherwise.
    pub generations: Generations,
    /// The seed that made what comes with Agon, taken unless the order says otherwise.
    pub seed: u64,
    /// How many games a chromosome plays.
    pub games: u64,
    pub(crate) start: fn(&Recipe, &Order, &mut Watch<'_>) -> Result<Trained, TrainError>,
}

/// How many generations a training has at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generations {
    /// In each of its stages, which build on each other.
    PerStage {
        /// How many stages there are.
        stages: usize,
        /// The generations of each.
        generations: u64,
    },
    /// In the whole training: populations start anew until they are used up, and the fittest of all counts.
    InAll(u64),
}

impl Generations {
    /// As many generations, but the same meaning.
    #[must_use]
    pub fn limited_to(self, limit: u64) -> Self {
        match self {
            Self::PerStage { stages, .. } => Self::PerStage { stages, generations: limit },
            Self::InAll(_) => Self::InAll(limit),
        }
    }

    /// The number as it is given.
    #[must_use]
    pub fn limit(self) -> u64 {
        match self {
            Self::PerStage { generations, .. } | Self::InAll(generations) => generations,
        }
    }

    /// How many generations the training has in all, at most.
    #[must_use]
    pub fn in_all(self) -> u64 {
        match self {
            Self::PerStage { stages, generations } => stages as u64 * generations,
            Self::InAll(generations) => generations,
        }
    }
}

/// All recipes.
pub const RECIPES: &[Recipe] = &{
    let [influence, four, eight, large, td, fold_1, fold_2, fold_3] = othello_thesis::RECIPES;
    [influence, four, eight, large, td, fold_1, fold_2, fold_3, reversi_report::RECIPE]
};

/// The recipe of that name.
///
/// # Errors
/// If there is none; the error says which ones there are.
pub fn recipe(name: &str) -> Result<&'static Recipe, ReadError> {
    by_name(RECIPES, name, "recipe", |recipe| recipe.name)
}

/// What the caller decides about a training.
#[derive(Clone, Debug)]
pub struct Order {
    /// Everything random follows from it.
    pub seed: Seed,
    /// How many generations there are at most.
    pub generations: Generations,
    /// The threads; they change nothing but the time.
    pub executor: Executor,
    /// The checkpoint to go on from.
    pub checkpoint: Option<String>,
}

/// How far a training has come.
pub struct Progress<'p> {
    /// The current stage, from zero.
    pub stage: usize,
    /// The current generation of the stage, from zero.
    pub generation: u64,
    /// How many generations have been evaluated in all stages together.
    pub evaluated: u64,
    /// The best fitness of the stage so far.
    pub best: f64,
    /// The best fitness of this generation.
    pub highest: f64,
    /// The mean fitness of this generation.
    pub mean: f64,
    /// Whether the training ends with this generation.
    pub last: bool,
    /// Makes the text from which the training can go on.
    pub checkpoint: &'p dyn Fn() -> String,
}

/// Sees every generation and says whether to go on.
pub type Watch<'w> = dyn FnMut(&Progress<'_>) -> Result<bool, std::io::Error> + 'w;

/// What a training gave.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The learned thing as the text of its file.
    pub artefact: String,
    /// The best fitness of each stage.
    pub fitness: Vec<f64>,
    /// How many generations were evaluated.
    pub evaluated: u64,
    /// How many games were played for them.
    pub games: u64,
}

/// Why a training failed.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// A file says something else than it should.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// A file could not be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl Recipe {
    /// Trains.
    ///
    /// # Errors
    /// If the checkpoint is not one of this recipe and seed, or `watch` fails.
    pub fn train(&self, order: &Order, watch: &mut Watch<'_>) -> Result<Trained, TrainError> {
        (self.start)(self, order, watch)
    }

    /// What checkpoints and artefacts say about where they come from.
    #[must_use]
    pub fn label(&self, order: &Order) -> String {
        format!("{} --seed {}", self.name, order.seed.0)
    }

    /// Evolves the task of this recipe; `artefact` makes the champion into text.
    pub(crate) fn evolve<T: Task>(
        &self,
        task: &T,
        (params, schedule): (GaParams, Schedule),
        order: &Order,
        watch: &mut Watch<'_>,
        artefact: impl Fn(&[GeneOf<T>]) -> Result<String, ReadError>,
    ) -> Result<Trained, TrainError> {
        let label = self.label(order);
        let schedule = match order.generations {
            Generations::PerStage { stages, generations } => Schedule { stages, generations, ..schedule },
            Generations::InAll(total) => Schedule { total, ..schedule },
        };
        let from = match &order.checkpoint {
            Some(text) => Some(checkpoint::read(text, &label, task.genome().count())?),
            None => None,
        };
        let evolver = Evolver { task, params, schedule, seed: order.seed };
        let run = evolver.run(from, order.executor, |run| {
            let checkpoint = || checkpoint::write(run, &label);
            watch(&progress(run, evolver.is_last(run), &checkpoint))
        })?;
        let champions = run.champions.iter();
        let best = match order.generations {
            Generations::PerStage { .. } => champions.last(),
            Generations::InAll(_) => champions.max_by(|one, other| one.fitness.total_cmp(&other.fitness)),
        };
        let Some(best) = best else { return Err(ReadError::new("no generation was evaluated").into()) };
        let limit = order.generations.limit();
        let origin = format!("# agon train {label} --generations {limit}: fitness {}\n", best.fitness);
        Ok(Trained {
            artefact: origin + &artefact(&best.genes)?,
            fitness: run.champions.iter().map(|champion| champion.fitness).collect(),
            evaluated: run.evaluated,
            games: run.measured * self.games,
        })
    }
}

fn progress<'p, T: agon_learn::ga::Gene>(
    run: &Evolution<T>,
    last: bool,
    checkpoint: &'p dyn Fn() -> String,
) -> Progress<'p> {
    let population = &run.population;
    Progress {
        stage: run.champions.len(),
        generation: population.generation,
        evaluated: run.evaluated,
        best: population.best.as_ref().map_or(f64::NEG_INFINITY, |best| best.fitness),
        highest: population.highest(),
        mean: population.mean(),
        last,
        checkpoint,
    }
}
