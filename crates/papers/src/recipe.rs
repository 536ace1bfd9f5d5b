//! Recipes: trainings that a name starts. Ours.
//!
//! A recipe fixes everything but the seed and a few settings that it names, so that these name its result.

use agon_core::spec::Word;
use agon_core::{Executor, ReadError, Seed};
use agon_learn::checkpoint;
use agon_learn::evolution::{Evolution, Evolver, GeneOf, Schedule, Task};
use agon_learn::ga::{GaParams, Genome};
use agon_learn::models::Accuracy;

use crate::paper::by_name;
use crate::{minimax_training, othello_thesis, reversi_report};

/// A training by name.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// The name on the command line: paper, slash, what is learned.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// The seed that made what comes with Agon, taken unless the order says otherwise.
    pub seed: u64,
    /// The settings that an order may change.
    pub settings: &'static [&'static str],
    /// What the columns of its curve are.
    pub curve: &'static str,
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
pub fn recipes() -> impl Iterator<Item = &'static Recipe> + Clone {
    othello_thesis::RECIPES.iter().chain(minimax_training::RECIPES).chain(reversi_report::RECIPES)
}

/// The recipe of that name.
///
/// # Errors
/// If there is none; the error says which ones there are.
pub fn recipe(name: &str) -> Result<&'static Recipe, ReadError> {
    by_name(recipes(), name, "recipe", |recipe| recipe.name)
}

/// What the caller decides about a training.
#[derive(Clone, Debug)]
pub struct Order {
    /// Everything random follows from it.
    pub seed: Seed,
    /// What is not as usual: settings of the recipe by name, each with its value.
    pub settings: Vec<(String, String)>,
    /// The threads; they change nothing but the time.
    pub executor: Executor,
    /// The checkpoint to go on from.
    pub checkpoint: Option<String>,
}

impl Order {
    /// A setting, if the order has it.
    ///
    /// # Errors
    /// If it is not what was `wanted`.
    pub fn setting<T: std::str::FromStr>(&self, name: &str, wanted: &str) -> Result<Option<T>, ReadError> {
        let given = self.settings.iter().find(|(given, _)| given == name);
        let value = given.map(|(_, value)| Word { text: value.clone(), span: 0..value.len() });
        value.map(|word| word.value(wanted).map_err(|error| error.within(&word.text))).transpose()
    }
}

/// How far a training has come.
pub struct Progress<'p> {
    /// How many steps are done: generations, models.
    pub done: u64,
    /// How much of the next step is done, from 0 to 1.
    pub part: f64,
    /// How many steps there are at most.
    pub of: u64,
    /// How it goes, in a few words.
    pub note: String,
    /// The step that has just been done; none in the middle of one.
    pub step: Option<TrainingStep<'p>>,
}

/// What a step of a training leaves behind.
pub struct TrainingStep<'p> {
    /// Whether the training ends with this step.
    pub last: bool,
    /// What the step adds to the curve.
    pub row: Vec<f64>,
    /// Makes the text from which the training can go on.
    pub checkpoint: &'p dyn Fn() -> String,
}

/// Sees how a training goes and says whether to go on.
pub type Watch<'w> = dyn FnMut(&Progress<'_>) -> Result<bool, std::io::Error> + 'w;

/// What a training gave.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The learned thing as the text of its file.
    pub artefact: String,
    /// How good it is, and what it took.
    pub gain: Gain,
}

/// What a training reached.
#[derive(Clone, Debug, PartialEq)]
pub enum Gain {
    /// By evolution.
    Evolved {
        /// The best fitness of each stage.
        fitness: Vec<f64>,
        /// How many generations were evaluated.
        generations: u64,
        /// How many games were played for them.
        games: u64,
    },
    /// By fitting models.
    Fitted {
        /// The stones of each model and how well it predicts what it was fitted to.
        models: Vec<(u32, Accuracy)>,
        /// The boards that each was fitted to.
        boards: u64,
    },
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
    /// If the recipe does not take a setting, the checkpoint is not one of this recipe and seed, or `watch` fails.
    pub fn train(&self, order: &Order, watch: &mut Watch<'_>) -> Result<Trained, TrainError> {
        for (name, _) in &order.settings {
            if !self.settings.contains(&name.as_str()) {
                let word = Word { text: name.clone(), span: 0..name.len() };
                return Err(word.unknown(&format!("setting of {}", self.name), self.settings).into());
            }
        }
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
        plan: &Plan,
        order: &Order,
        watch: &mut Watch<'_>,
        artefact: impl Fn(&[GeneOf<T>]) -> Result<String, ReadError>,
    ) -> Result<Trained, TrainError> {
        let label = self.label(order);
        let generations = plan.generations(order)?;
        let &Plan { schedule, games, .. } = plan;
        let params = plan.params(order)?;
        let schedule = match generations {
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
            watch(&progress(run, generations.in_all(), evolver.is_last(run), &checkpoint))
        })?;
        let champions = run.champions.iter();
        let best = match generations {
            Generations::PerStage { .. } => champions.last(),
            Generations::InAll(_) => champions.max_by(|one, other| one.fitness.total_cmp(&other.fitness)),
        };
        let Some(best) = best else { return Err(ReadError::new("no generation was evaluated").into()) };
        let limit = generations.limit();
        let origin = format!("# agon train {label} --generations {limit}: fitness {}\n", best.fitness);
        Ok(Trained {
            artefact: origin + &artefact(&best.genes)?,
            gain: Gain::Evolved {
                fitness: run.champions.iter().map(|champion| champion.fitness).collect(),
                generations: run.evaluated,
                games: run.measured * games,
            },
        })
    }
}

/// A training by evolution: the settings of a recipe that learns so.
pub(crate) struct Plan {
    pub(crate) params: GaParams,
    pub(crate) schedule: Schedule,
    /// How many generations there are at most, unless the order says otherwise.
    pub(crate) generations: Generations,
    /// How many games a chromosome plays.
    pub(crate) games: u64,
}

/// The settings of a recipe that evolves: how long, and whether chromosomes that were in the last generation play again.
pub(crate) const EVOLUTION_SETTINGS: &[&str] = &["generations", "replay"];
/// The columns of its curve.
pub(crate) const EVOLUTION_CURVE: &str = "stage,generation,best,highest,mean";

impl Plan {
    fn generations(&self, order: &Order) -> Result<Generations, ReadError> {
        let limit = order.setting("generations", "a whole number of generations from 1 on")?;
        Ok(limit
            .map_or(self.generations, |limit: std::num::NonZeroU64| self.generations.limited_to(limit.get())))
    }

    fn params(&self, order: &Order) -> Result<GaParams, ReadError> {
        let replay = order.setting("replay", "true or false")?.unwrap_or(false);
        Ok(GaParams { keep_fitness: self.params.keep_fitness && !replay, ..self.params })
    }
}

fn progress<'p, T: agon_learn::ga::Gene>(
    run: &Evolution<T>,
    of: u64,
    last: bool,
    checkpoint: &'p dyn Fn() -> String,
) -> Progress<'p> {
    let population = &run.population;
    let (stage, generation) = (run.champions.len(), population.generation);
    let best = population.best.as_ref().map_or(f64::NEG_INFINITY, |best| best.fitness);
    let (highest, mean) = (population.highest(), population.mean());
    Progress {
        done: run.evaluated,
        part: 0.0,
        of,
        note: format!("stage {}, generation {generation}, best {best:.2}, mean {mean:.2}", stage + 1),
        step: Some(TrainingStep {
            last,
            row: vec![stage as f64, generation as f64, best, highest, mean],
            checkpoint,
        }),
    }
}
