//! Recipes that learn by evolution: their settings, and the way from a checkpoint to the champion. Original design.
//!
//! With `lag` there are no generations ([`Evolver::run_steady`]): the same algorithm for many workers, whose results are
//! not those of the published one. They depend on the seed and the lag, not on who measures.

use std::num::NonZeroU64;

use agon_core::ReadError;
use agon_core::spec::SpecOption;
use agon_files::Fingerprint;
use agon_learn::checkpoint;
use agon_learn::evolution::{
    Evolution, EvolutionOf, EvolutionSchedule, Evolver, Experience, GeneOf, GenerationTask, Task,
};
use agon_learn::ga::{Champion, GaParams, Gene, Genome};

use crate::curve::Curve;
use crate::recipe::{
    Generations, Recipe, TrainError, Trained, TrainingObserver, TrainingProgress, TrainingRequest,
    TrainingResult, TrainingStep, refuse_shorter,
};

/// A run of a task.
type RunOf<T, E> = Evolution<GeneOf<T>, E>;

/// Sees a run after each generation and answers whether to go on.
type OnGeneration<'o, R> = dyn FnMut(&R) -> Result<bool, TrainError> + 'o;

impl Recipe {
    /// Evolves the task of this recipe, with generations or without; `artefact` makes the champion into text.
    pub(crate) fn evolve<T: Task>(
        &self,
        task: &T,
        plan: &EvolutionSettings,
        request: &TrainingRequest<'_>,
        watch: &mut TrainingObserver<'_>,
        artefact: impl Fn(&[GeneOf<T>]) -> Result<String, ReadError>,
    ) -> Result<Trained, TrainError> {
        let Some(lag) = lag(request)? else {
            return self.evolve_generations(task, plan, request, watch, artefact);
        };
        let artefact = |_: &_, best: &Champion<GeneOf<T>>, origin: &str| {
            Ok(format!("# {origin}\n{}", artefact(&best.genes)?))
        };
        self.evolve_by(
            task,
            plan,
            request,
            watch,
            artefact,
            |_| TrainingStep::default(),
            |evolver, from, on| evolver.run_steady(lag, from, request.executor, on),
        )
    }

    /// The same where a generation is measured together.
    pub(crate) fn evolve_generations<T: GenerationTask>(
        &self,
        task: &T,
        plan: &EvolutionSettings,
        request: &TrainingRequest<'_>,
        watch: &mut TrainingObserver<'_>,
        artefact: impl Fn(&[GeneOf<T>]) -> Result<String, ReadError>,
    ) -> Result<Trained, TrainError> {
        let artefact = |_: &EvolutionOf<T>, best: &Champion<GeneOf<T>>, origin: &str| {
            Ok(format!("# {origin}\n{}", artefact(&best.genes)?))
        };
        self.evolve_keeping(task, plan, request, watch, artefact, |_| TrainingStep::default())
    }

    /// The same where the champion is told with its run and its origin, and each generation leaves something behind.
    pub(crate) fn evolve_keeping<T: GenerationTask>(
        &self,
        task: &T,
        plan: &EvolutionSettings,
        request: &TrainingRequest<'_>,
        watch: &mut TrainingObserver<'_>,
        artefact: impl Fn(&EvolutionOf<T>, &Champion<GeneOf<T>>, &str) -> Result<String, ReadError>,
        leaves: impl Fn(&EvolutionOf<T>) -> TrainingStep,
    ) -> Result<Trained, TrainError> {
        self.evolve_by(task, plan, request, watch, artefact, leaves, |evolver, from, on| {
            evolver.run(from, request.executor, on)
        })
    }

    /// The same by whatever way from an interrupted run to the end.
    #[expect(clippy::too_many_arguments, reason = "what a training is, and the way to its end")]
    fn evolve_by<T: GenerationTask, E: Experience>(
        &self,
        task: &T,
        plan: &EvolutionSettings,
        request: &TrainingRequest<'_>,
        watch: &mut TrainingObserver<'_>,
        artefact: impl Fn(&RunOf<T, E>, &Champion<GeneOf<T>>, &str) -> Result<String, ReadError>,
        leaves: impl Fn(&RunOf<T, E>) -> TrainingStep,
        way: impl FnOnce(
            &Evolver<'_, T>,
            Option<RunOf<T, E>>,
            &mut OnGeneration<'_, RunOf<T, E>>,
        ) -> Result<RunOf<T, E>, TrainError>,
    ) -> Result<Trained, TrainError> {
        if let Some(desk) = request.executor.desk() {
            task.serve(desk);
            return Err(TrainError::Stopped);
        }
        let (label, checkpoint_label) = (self.label(request), self.checkpoint_label(request)?);
        let generations = given_generations(plan.generations, request)?;
        let &EvolutionSettings { schedule, games, .. } = plan;
        let params = plan.params(request)?;
        let schedule = match generations {
            Generations::PerStage { stages, generations } => {
                EvolutionSchedule { stages, generations, ..schedule }
            }
            Generations::InAll(total) => EvolutionSchedule { total, ..schedule },
        };
        let from = match &request.checkpoint {
            Some(text) => Some(checkpoint::read(text, &checkpoint_label, task.genome().count())?),
            None => None,
        };
        if let (Some(run), Generations::InAll(total)) = (&from, generations) {
            refuse_shorter(run.evaluated, total)?;
        }
        let evolver = Evolver { task, params, schedule, seed: request.seed };
        let run = way(&evolver, from, &mut |run| {
            let checkpoint = || checkpoint::write(run, &checkpoint_label);
            let best = || {
                let all = run.champions.iter().chain(&run.population.best);
                let best = generations.best_of(all)?;
                let origin = format!("agon train {label}, before its end: fitness {}", best.fitness);
                artefact(run, best, &origin).ok()
            };
            let last = evolver.is_last(run);
            let so_far = progress(run, generations.in_all(), last, leaves(run), &checkpoint);
            Ok(watch(&TrainingProgress { best: &best, ..so_far })?)
        })?;
        let Some(best) = generations.best_of(run.champions.iter()) else { return Err(TrainError::Stopped) };
        let limit = generations.limit();
        let origin = format!("agon train {label} --generations {limit}: fitness {}", best.fitness);
        Ok(Trained {
            artefact: artefact(&run, best, &origin)?,
            result: TrainingResult::Evolved {
                fitness: run.champions.iter().map(|champion| champion.fitness).collect(),
                generations: run.evaluated,
                games: run.measured * games / params.population as u64,
            },
        })
    }
}

/// A training by evolution: the settings of a recipe that learns so.
pub(crate) struct EvolutionSettings {
    pub(crate) params: GaParams,
    pub(crate) schedule: EvolutionSchedule,
    /// How many generations there are at most, unless the request says otherwise.
    pub(crate) generations: Generations,
    /// How many games a generation plays if the fitness of none of its chromosomes is known.
    pub(crate) games: u64,
}

/// The settings of a recipe that evolves: how long, whether chromosomes that were in the last generation play again, and
/// whether there are generations at all.
pub(crate) const EVOLUTION_SETTINGS: &[SpecOption] = &[
    GENERATIONS,
    SpecOption::one_of(
        "replay",
        "answer",
        &["true", "false"],
        "let chromosomes play again that were in the last generation, as the thesis did: the same result, later",
    )
    .or("false"),
    SpecOption::whole(
        "lag",
        "chromosomes",
        1,
        1_000_000,
        "without generations: another child is bred while so many are out, so that no worker waits for the slowest; part \
         of what the result depends on. As many as the population has count as a generation",
    )
    .or_else("generations, as published"),
];
/// How long a recipe that evolves goes on.
pub(crate) const GENERATIONS: SpecOption = SpecOption::whole(
    "generations",
    "generations",
    1,
    u64::MAX,
    "at most so many: of each stage where stages build on each other, else in all",
);
/// The columns of its curve.
pub(crate) const EVOLUTION_CURVE: Curve = Curve {
    columns: "stage,generation,best,highest,mean",
    along: "generations",
    shows: "fitness",
    drawn: &["best", "highest", "mean"],
};

impl EvolutionSettings {
    fn params(&self, request: &TrainingRequest<'_>) -> Result<GaParams, ReadError> {
        Ok(GaParams { keep_fitness: self.params.keep_fitness && !replays(request)?, ..self.params })
    }
}

/// Adds the settings of a training by evolution that has so many generations unless the request says otherwise.
pub(crate) fn describe_evolution(
    usual: Generations,
    request: &TrainingRequest<'_>,
    fingerprint: Fingerprint,
) -> Result<Fingerprint, TrainError> {
    let each = match given_generations(usual, request)? {
        Generations::PerStage { generations, .. } => Some(generations),
        // Fewer generations are the beginning of more.
        Generations::InAll(_) => None,
    };
    let fingerprint = fingerprint.with_some("generations", each).with("replay", replays(request)?);
    Ok(fingerprint.with_some("lag", lag(request)?))
}

fn given_generations(usual: Generations, request: &TrainingRequest<'_>) -> Result<Generations, ReadError> {
    let limit = request.setting("generations", "a whole number of generations >= 1")?;
    Ok(limit.map_or(usual, |limit: NonZeroU64| usual.limited_to(limit.get())))
}

/// How many children are out when another one is bred, where there are no generations.
fn lag(request: &TrainingRequest<'_>) -> Result<Option<u64>, ReadError> {
    let lag = request.setting("lag", "a whole number of chromosomes >= 1")?.map(NonZeroU64::get);
    if lag.is_some() && replays(request)? {
        return Err(ReadError::new(
            "`replay` lets chromosomes of the last generation play again, and with `lag` there are no generations: \
             leave one of them out",
        ));
    }
    Ok(lag)
}

fn replays(request: &TrainingRequest<'_>) -> Result<bool, ReadError> {
    Ok(request.setting("replay", "true or false")?.unwrap_or(false))
}

fn progress<'p, G: Gene, E>(
    run: &Evolution<G, E>,
    of: u64,
    last: bool,
    left: TrainingStep,
    checkpoint: &'p dyn Fn() -> String,
) -> TrainingProgress<'p> {
    let population = &run.population;
    let (stage, generation) = (run.champions.len(), population.generation);
    let best = population.best.as_ref().map_or(f64::NEG_INFINITY, |best| best.fitness);
    let (highest, mean) = (population.highest(), population.mean());
    TrainingProgress {
        done: run.evaluated,
        part: 0.0,
        of,
        note: format!("stage {}, generation {generation}, best {best:.2}, mean {mean:.2}", stage + 1),
        step: Some(TrainingStep {
            last,
            row: vec![stage as f64, generation as f64, best, highest, mean],
            ..left
        }),
        checkpoint,
        best: &|| None,
    }
}
