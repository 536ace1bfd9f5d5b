//! Recipes: trainings that a name starts. Original design.
//!
//! A recipe fixes everything but the seed and a few settings that it names, so that these name its result.

use agon_catalog::Registry;
use agon_core::spec::{Preset, Spec, SpecOption, Word};
use agon_core::{Executor, ReadError, Seed};
use agon_files::Fingerprint;
use agon_learn::ga::Champion;
use agon_records::{PROGRAM, StoredEnd};

use crate::curve::Curve;
pub(crate) use crate::evolution_recipe::{
    EVOLUTION_CURVE, EVOLUTION_SETTINGS, EvolutionSettings, GENERATIONS, describe_evolution,
};
use crate::paper::by_name;
pub use crate::trained::{Trained, TrainingResult};
use crate::training_order::{TRAINING, training_order};
use crate::{
    blokus_study, forests, minimax_training, othello_thesis, pattern_rounds, pattern_tables, reversi_report,
};

/// Draws the file of this name as SVG.
pub type Draw = fn(&str) -> Result<String, ReadError>;

/// A training by name.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// The name on the command line: paper, slash, what is learned.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// The seed that made what comes with Agon, taken unless the request says otherwise.
    pub seed: u64,
    /// The settings that a request may change.
    pub settings: &'static [SpecOption],
    /// What it writes down after each step.
    pub curve: Curve,
    /// Whether what was learned names the settings that are not as usual.
    pub(crate) named_settings: bool,
    /// The name of the file of what was learned.
    pub result: &'static str,
    /// Whether workers of a cluster can do its jobs, and how.
    pub(crate) spreads: Spread,
    /// The game that is learned unless the settings name another one.
    pub(crate) usual_game: &'static str,
    /// An agent that plays by what was learned; `FILE` stands for the file.
    pub(crate) player: &'static str,
    /// Draws a file of what was learned as SVG, where that says more than numbers.
    pub drawn: Option<Draw>,
    /// Adds all that its settings come to, whether they were given or not; refuses those that make no sense.
    pub(crate) describe: fn(&TrainingRequest<'_>, Fingerprint) -> Result<Fingerprint, TrainError>,
    pub(crate) start:
        fn(&Recipe, &TrainingRequest<'_>, &mut TrainingObserver<'_>) -> Result<Trained, TrainError>,
}

/// Who can do the jobs of a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    /// Workers, who begin the same training. These settings name what the driver alone reads.
    Training {
        /// By name.
        of_driver: &'static [&'static str],
    },
    /// Workers, for what the training asks of others: these know how to spread it.
    Parts,
    /// The threads of this machine alone; why, as the end of a sentence.
    Here(&'static str),
}

impl Spread {
    /// Workers need all settings.
    pub(crate) const TRAINING: Self = Self::Training { of_driver: &[] };
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
    /// Of the champions of all stages, the one that counts: the last where stages build on each other, else the fittest.
    pub(crate) fn best_of<'c, T>(
        self,
        mut champions: impl Iterator<Item = &'c Champion<T>>,
    ) -> Option<&'c Champion<T>> {
        match self {
            Self::PerStage { .. } => champions.last(),
            Self::InAll(_) => champions.by_ref().max_by(|one, other| one.fitness.total_cmp(&other.fitness)),
        }
    }

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
            Self::PerStage { stages, generations } => generations.saturating_mul(stages as u64),
            Self::InAll(generations) => generations,
        }
    }
}

/// All recipes.
pub fn recipes() -> impl Iterator<Item = &'static Recipe> + Clone {
    let others = [
        minimax_training::RECIPES,
        pattern_tables::RECIPES,
        pattern_rounds::RECIPES,
        reversi_report::RECIPES,
        blokus_study::RECIPES,
        forests::RECIPES,
    ];
    othello_thesis::RECIPES.iter().chain(others.into_iter().flatten())
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
pub struct TrainingRequest<'c> {
    /// The games that can be learned.
    pub catalog: &'c Registry,
    /// Everything random follows from it.
    pub seed: Seed,
    /// What is not as usual: settings of the recipe by name, each with its value.
    pub settings: Vec<(String, String)>,
    /// The threads; they change nothing but the time.
    pub executor: Executor,
    /// The checkpoint to go on from.
    pub checkpoint: Option<String>,
}

impl TrainingRequest<'_> {
    /// A setting, if the request has it.
    ///
    /// # Errors
    /// If it is not what was `wanted`.
    pub fn setting<T: std::str::FromStr>(&self, name: &str, wanted: &str) -> Result<Option<T>, ReadError> {
        let given = self.settings.iter().find(|(given, _)| given == name);
        let value = given.map(|(_, value)| Word::new(value.clone()));
        value.map(|word| word.value(wanted).map_err(|error| error.within(&word.text))).transpose()
    }
}

/// How far a training has come.
pub struct TrainingProgress<'p> {
    /// How many steps are done: generations, models.
    pub done: u64,
    /// How much of the next step is done, from 0 to 1.
    pub part: f64,
    /// How many steps there are at most.
    pub of: u64,
    /// How it goes, in a few words.
    pub note: String,
    /// The step that has just been done; none in the middle of one.
    pub step: Option<TrainingStep>,
    /// Makes the text from which the training can go on after the steps done.
    pub checkpoint: &'p dyn Fn() -> String,
    /// Makes the file of the best so far; nothing where there is none yet.
    pub best: &'p dyn Fn() -> Option<String>,
}

/// What a step of a training leaves behind.
#[derive(Default)]
pub struct TrainingStep {
    /// Whether the training ends with this step.
    pub last: bool,
    /// What the step adds to the curve.
    pub row: Vec<f64>,
    /// Files of this step alone, by their names.
    pub kept: Vec<(String, String)>,
    /// Ends of games that trees can learn from.
    pub ends: Vec<StoredEnd>,
}

/// Sees how a training goes and says whether to go on.
pub type TrainingObserver<'w> = dyn FnMut(&TrainingProgress<'_>) -> Result<bool, std::io::Error> + 'w;

/// Why a training failed.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// A file says something else than it should.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// A file could not be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Whoever watched did not want to go on, before there was anything to show.
    #[error("the training was stopped")]
    Stopped,
}

impl Recipe {
    /// Who plays by what was learned, which is in `file`: the game and the spec of the agent.
    #[must_use]
    pub fn player(&self, settings: &[(String, String)], file: &str) -> (String, String) {
        let given = settings.iter().find(|(name, _)| name == "game").map(|(_, game)| game.clone());
        let usual = self.settings.iter().find_map(|option| match option.default {
            Preset::Value(game) if option.name == "game" => Some(game),
            _ => None,
        });
        let game = given.unwrap_or_else(|| usual.unwrap_or(self.usual_game).to_owned());
        (game, self.player.replace("FILE", &format!("{file:?}")))
    }

    /// Trains.
    ///
    /// # Errors
    /// If the recipe does not take a setting, the checkpoint is not one of this training, or `watch` fails.
    pub fn train(
        &self,
        request: &TrainingRequest<'_>,
        watch: &mut TrainingObserver<'_>,
    ) -> Result<Trained, TrainError> {
        self.check_names(request)?;
        let executor = match self.spreads {
            Spread::Training { of_driver } => {
                request.executor.for_work(TRAINING, || training_order(self, request, of_driver))?
            }
            Spread::Parts => request.executor,
            Spread::Here(_) => request.executor.here(&format!("{} runs", self.name)),
        };
        (self.start)(self, &TrainingRequest { executor, ..request.clone() }, watch)
    }

    /// All that the result of a training depends on. How long a training lasts is part of it only where a shorter one
    /// is not the beginning of a longer one.
    ///
    /// # Errors
    /// If the recipe does not take a setting, a setting makes no sense, or a file that it names cannot be read: whoever
    /// asks first can begin without surprises.
    pub fn fingerprint(&self, request: &TrainingRequest<'_>) -> Result<Fingerprint, TrainError> {
        self.check_names(request)?;
        if let (true, Spread::Training { of_driver }) = (request.executor.is_cluster(), self.spreads) {
            // What cannot be sent is refused before anything else is tried.
            training_order(self, request, of_driver)?;
        }
        let fingerprint = Fingerprint::new("training", 1)
            .with("recipe", self.name)
            .with("seed", request.seed.0)
            .with("program", PROGRAM);
        (self.describe)(request, fingerprint)
    }

    /// Whether the jobs of a training can run where they are to run, on a cluster or here.
    ///
    /// # Errors
    /// If they cannot be spread over a cluster: the training would run here, and nobody would know why it is slow.
    pub fn check_spread(&self, is_cluster: bool) -> Result<(), ReadError> {
        let Spread::Here(why) = self.spreads else { return Ok(()) };
        if !is_cluster {
            return Ok(());
        }
        Err(ReadError::new(format!(
            "{} cannot be spread over a cluster: {why}; leave --cluster out and it runs on this machine",
            self.name
        )))
    }

    fn check_names(&self, request: &TrainingRequest<'_>) -> Result<(), ReadError> {
        let mut settings = request.settings.iter();
        settings.try_for_each(|(name, value)| self.check_setting(name, value))
    }

    /// Whether the recipe takes a setting, and this value for it.
    ///
    /// # Errors
    /// If it does not.
    pub fn check_setting(&self, name: &str, value: &str) -> Result<(), ReadError> {
        match self.settings.iter().find(|option| option.name == name) {
            Some(option) => option.check(&Spec::new(value)).map_err(|mut error| {
                error.message = format!("{name}: {}", error.message);
                error.within(value)
            }),
            None => {
                let names: Vec<_> = self.settings.iter().map(|option| option.name).collect();
                Err(Word::new(name.to_owned()).unknown(&format!("setting of {}", self.name), &names))
            }
        }
    }

    /// What a checkpoint says about the training that it belongs to.
    pub(crate) fn checkpoint_label(&self, request: &TrainingRequest<'_>) -> Result<String, TrainError> {
        Ok(format!("{} {}", self.label(request), self.fingerprint(request)?.digest()))
    }

    /// What artefacts say about where they come from.
    #[must_use]
    pub fn label(&self, request: &TrainingRequest<'_>) -> String {
        let set = |(name, value): &(String, String)| format!(" --set {name}={value}");
        let is_set =
            |(name, _): &&(String, String)| name == "lag" || self.named_settings && name != "generations";
        let settings: String = request.settings.iter().filter(is_set).map(set).collect();
        format!("{} --seed {}{settings}", self.name, request.seed.0)
    }
}

/// A training that has come further than is asked for cannot go back.
pub(crate) fn refuse_shorter(done: u64, asked: u64) -> Result<(), ReadError> {
    if done <= asked {
        return Ok(());
    }
    let cause = format!(
        "the training has come to {done} generations; --generations must be at least that, not {asked}"
    );
    Err(ReadError::new(cause))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `--generations 18446744073709551615` overflowed.
    #[test]
    fn no_number_of_generations_is_too_large_to_count() {
        assert_eq!(Generations::PerStage { stages: 3, generations: u64::MAX }.in_all(), u64::MAX);
        assert_eq!(Generations::PerStage { stages: 3, generations: 5 }.in_all(), 15);
    }
}
