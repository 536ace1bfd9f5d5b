//! A run of the genetic algorithm in stages: when a stage has ended, a new population starts. It plays against the
//! champion of the old one ([Cherry2011] section 4.2.1.3), or does the same again from other random values, as the
//! four machines of section 4.2.2.2.2 did; the task decides.
//!
//! What is evolved is a [`Task`], where a chromosome has a fitness of its own, or a [`GenerationTask`], where all of a
//! generation are measured together and something is learned on the way ([KInARow2012] chapter 3: they compete, and their
//! games are what trees learn from).
//!
//! The state between two generations is plain data, so a run can be stopped anywhere and go on to the same end.
//!
//! A task whose chromosomes have a fitness of their own needs no generations: [`Evolver::run_steady`].

mod steady;

use std::fmt;
use std::ops::Range;

pub use steady::ChildrenOut;

use agon_core::{Desk, Executor, ReadError, Seed, SentJobs};

use crate::ga::{Champion, Ga, GaParams, Gene, Genome, Population};
use crate::sent::{ReadLines, SentLines, counted};

/// What is evolved: chromosomes, and how fit they are.
pub trait Task: Sync {
    /// What chromosomes are made of.
    type Genome: Genome + Clone;
    /// What all chromosomes of a stage are measured against.
    type Stage: Sync;

    /// What chromosomes are made of.
    fn genome(&self) -> Self::Genome;

    /// Prepares a stage; `champions` are those of the stages before it.
    fn stage(&self, champions: &[Champion<<Self::Genome as Genome>::Gene>]) -> Self::Stage;

    /// How fit a chromosome is in a stage; the same every time it is asked.
    fn fitness(&self, stage: &Self::Stage, genes: &[<Self::Genome as Genome>::Gene]) -> f64;
}

/// What is evolved where the chromosomes of a generation are measured together.
pub trait GenerationTask: Sync {
    /// What chromosomes are made of.
    type Genome: Genome + Clone;
    /// What all chromosomes of a stage are measured against.
    type Stage: Sync;
    /// What is learned from generation to generation, besides the chromosomes.
    type Experience: Experience;

    /// What chromosomes are made of.
    fn genome(&self) -> Self::Genome;

    /// Prepares a stage; `champions` are those of the stages before it.
    fn stage(&self, champions: &[Champion<GeneOf<Self>>]) -> Self::Stage;

    /// What is known before the first generation.
    fn first_experience(&self, executor: Executor) -> Self::Experience;

    /// How fit the chromosomes are whose fitness is not known, in their order. The same every time it is asked, at any
    /// number of threads.
    fn measure(
        &self,
        stage: &Self::Stage,
        population: &Population<GeneOf<Self>>,
        experience: &mut Self::Experience,
        executor: Executor,
    ) -> Vec<f64>;

    /// Answers what [`measure`](GenerationTask::measure) asks of workers elsewhere, until there is no more of it.
    fn serve(&self, desk: &dyn Desk);
}

/// One value of the chromosomes of a task.
pub type GeneOf<T> = <<T as GenerationTask>::Genome as Genome>::Gene;

/// What is learned on the way; its lines read back to the same.
pub trait Experience: Clone + PartialEq + fmt::Debug + Send + Sync {
    /// A line for each thing learned.
    fn lines(&self) -> Vec<String>;

    /// What those lines say.
    ///
    /// # Errors
    /// If one of them says nothing.
    fn from_lines(lines: &[&str]) -> Result<Self, ReadError>;
}

/// Nothing is learned.
impl Experience for () {
    fn lines(&self) -> Vec<String> {
        Vec::new()
    }

    fn from_lines(lines: &[&str]) -> Result<Self, ReadError> {
        if lines.is_empty() {
            Ok(())
        } else {
            Err(ReadError::new("nothing is learned on the way in this run"))
        }
    }
}

/// What all chromosomes of a stage are measured against, and what a worker elsewhere makes it of.
pub struct SentStage<S> {
    own: S,
    champions: String,
}

impl<T: Task> GenerationTask for T {
    type Genome = T::Genome;
    type Stage = SentStage<T::Stage>;
    type Experience = ();

    fn genome(&self) -> T::Genome {
        Task::genome(self)
    }

    fn stage(&self, champions: &[Champion<GeneOf<Self>>]) -> SentStage<T::Stage> {
        SentStage { own: Task::stage(self, champions), champions: champion_lines(champions) }
    }

    fn first_experience(&self, _: Executor) {}

    fn measure(
        &self,
        stage: &SentStage<T::Stage>,
        population: &Population<GeneOf<Self>>,
        (): &mut (),
        executor: Executor,
    ) -> Vec<f64> {
        let missing: Vec<_> = population.missing_genes().collect();
        let of = |range: Range<u64>| missing[range.start as usize..range.end as usize].iter();
        let sent = SentJobs {
            input: &|range| {
                let champions = SentLines(stage.champions.clone());
                of(range).fold(champions, |lines, genes| lines.row("measure", *genes)).0
            },
            read: &|range, answer| {
                counted(ReadLines(answer).row("fitness")?, range.end - range.start, "fitness")
            },
        };
        executor.map_sent(missing.len() as u64, &sent, |job| self.fitness(&stage.own, missing[job as usize]))
    }

    fn serve(&self, desk: &dyn Desk) {
        let mut stage: Option<SentStage<T::Stage>> = None;
        desk.serve(&mut |question| {
            let count = Task::genome(self).count();
            let mut lines = ReadLines(question);
            let champions = read_champions(&mut lines, count)?;
            let known = stage.take().filter(|stage| stage.champions == champion_lines(&champions));
            let stage = stage.insert(known.unwrap_or_else(|| GenerationTask::stage(self, &champions)));
            let wanted: Vec<Vec<GeneOf<Self>>> = lines.rows("measure")?;
            if wanted.iter().any(|genes| genes.len() != count) {
                return Err(crate::sent::disagree("measure"));
            }
            let fitness = wanted.iter().map(|genes| self.fitness(&stage.own, genes));
            Ok(SentLines::default().row("fitness", fitness).0)
        });
    }
}

/// The champions of earlier stages for a worker: when and how fit they were, then their values.
fn champion_lines<T: Gene>(champions: &[Champion<T>]) -> String {
    let row = |lines: SentLines, champion: &Champion<T>| {
        let Champion { fitness, generation, genes } = champion;
        lines.row("champion", [*fitness]).row("of", [*generation]).row("genes", genes)
    };
    champions.iter().fold(SentLines::default(), row).0
}

fn read_champions<T: Gene>(lines: &mut ReadLines<'_>, count: usize) -> Result<Vec<Champion<T>>, ReadError> {
    let mut champions = Vec::new();
    while let Some(fitness) = lines.next_row("champion")? {
        let fitness = *fitness.first().ok_or_else(|| crate::sent::disagree("champion"))?;
        let generation = lines.value("of")?;
        champions.push(Champion {
            fitness,
            generation,
            genes: counted(lines.row("genes")?, count as u64, "genes")?,
        });
    }
    Ok(champions)
}

/// When stages end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvolutionSchedule {
    /// How many stages there are.
    pub stages: usize,
    /// A stage ends after so many generations, the first one included.
    pub generations: u64,
    /// A stage ends when this fitness is reached.
    pub goal: f64,
    /// A stage ends when its best fitness has stood still for so many generations.
    pub patience: u64,
    /// The run ends after so many generations of all stages together.
    pub total: u64,
}

/// A run, as far as it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Evolution<T, E = ()> {
    /// The champions of the stages that have ended.
    pub champions: Vec<Champion<T>>,
    /// How many generations have been evaluated, in all stages together.
    pub evaluated: u64,
    /// How often the fitness of a chromosome was found for them.
    pub measured: u64,
    /// The current generation of the current stage.
    pub population: Population<T>,
    /// What was learned on the way.
    pub experience: E,
}

/// A run of a task.
pub type EvolutionOf<T> = Evolution<GeneOf<T>, <T as GenerationTask>::Experience>;

/// All that determines a run.
#[derive(Clone, Debug)]
pub struct Evolver<'t, T: GenerationTask> {
    /// What is evolved.
    pub task: &'t T,
    /// How chromosomes are selected, crossed and mutated.
    pub params: GaParams,
    /// When stages end.
    pub schedule: EvolutionSchedule,
    /// Everything random follows from it.
    pub seed: Seed,
}

impl<T: GenerationTask> Evolver<'_, T> {
    /// Runs from the start, or from where an interrupted run was, to the end. `on_generation` sees the run after each
    /// generation that was evaluated, and answers whether to go on.
    ///
    /// # Errors
    /// Those of `on_generation`.
    pub fn run<E>(
        &self,
        from: Option<EvolutionOf<T>>,
        executor: Executor,
        mut on_generation: impl FnMut(&EvolutionOf<T>) -> Result<bool, E>,
    ) -> Result<EvolutionOf<T>, E> {
        // What was interrupted had been evaluated: that is when `on_generation` sees it.
        let mut evaluated = from.is_some();
        let mut run = from.unwrap_or_else(|| Evolution {
            champions: Vec::new(),
            evaluated: 0,
            measured: 0,
            population: self.ga(0).start(),
            experience: self.task.first_experience(executor),
        });
        loop {
            let ga = self.ga(run.champions.len());
            let stage = self.task.stage(&run.champions);
            loop {
                if !evaluated {
                    run.evaluated += 1;
                    run.measured += run.population.missing().count() as u64;
                    let found = self.task.measure(&stage, &run.population, &mut run.experience, executor);
                    ga.rate(&mut run.population, found);
                    if !on_generation(&run)? {
                        return Ok(run);
                    }
                }
                evaluated = false;
                if self.has_ended(&run) {
                    break;
                }
                run.population = ga.next(&run.population);
            }
            run.champions.extend(run.population.best.clone());
            if run.champions.len() >= self.schedule.stages || run.evaluated >= self.schedule.total {
                return Ok(run);
            }
            run.population = self.ga(run.champions.len()).start();
        }
    }

    fn ga(&self, stage: usize) -> Ga<T::Genome> {
        let seed = self.seed.child("evolution/stage", stage as u64);
        Ga { genome: self.task.genome(), params: self.params, seed }
    }

    /// Whether nothing comes after an evaluated generation.
    #[must_use]
    pub fn is_last<E>(&self, run: &Evolution<GeneOf<T>, E>) -> bool {
        let last_stage = run.champions.len() + 1 >= self.schedule.stages;
        self.has_ended(run) && (last_stage || run.evaluated >= self.schedule.total)
    }

    /// Whether the current stage has ended.
    fn has_ended<E>(&self, run: &Evolution<GeneOf<T>, E>) -> bool {
        let population = &run.population;
        run.evaluated >= self.schedule.total
            || population.generation + 1 >= self.schedule.generations
            || population.standing >= self.schedule.patience
            || population.best.as_ref().is_some_and(|best| best.fitness >= self.schedule.goal)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::ga::{Breeding, Integers, NegativeFitness};
    use std::convert::Infallible;

    /// Each stage wants a sum that is higher by ten.
    pub(crate) struct Climb;

    impl Task for Climb {
        type Genome = Integers;
        type Stage = i32;

        fn genome(&self) -> Integers {
            Integers { count: 4, low: 0, high: 10 }
        }

        fn stage(&self, champions: &[Champion<i32>]) -> i32 {
            10 + 10 * champions.len() as i32
        }

        fn fitness(&self, wanted: &i32, genes: &[i32]) -> f64 {
            -f64::from((genes.iter().sum::<i32>() - wanted).abs())
        }
    }

    pub(crate) const CLIMB: Evolver<'_, Climb> = Evolver {
        task: &Climb,
        params: GaParams {
            population: 6,
            breeding: Breeding::Wheel,
            crossover: 0.75,
            mutation: 0.2,
            plateau: None,
            elite: 1,
            negative: NegativeFitness::Shift,
            keep_fitness: true,
        },
        schedule: EvolutionSchedule {
            stages: 3,
            generations: 200,
            goal: 0.0,
            patience: u64::MAX,
            total: u64::MAX,
        },
        seed: Seed(3),
    };

    #[test]
    fn stages_follow_one_another() {
        let (mut seen, mut last) = (0, Vec::new());
        let run = CLIMB.run(None, Executor::new(1), |run| {
            seen += 1;
            assert_eq!(run.evaluated, seen);
            last.push(CLIMB.is_last(run));
            Ok::<_, Infallible>(true)
        });
        let sums: Vec<i32> =
            run.unwrap().champions.iter().map(|champion| champion.genes.iter().sum()).collect();
        assert_eq!(sums, [10, 20, 30]);
        assert_eq!(last.iter().position(|&last| last), Some(last.len() - 1), "the last generation knows it");
    }

    #[test]
    fn an_interrupted_run_comes_to_the_same_end() {
        let whole = CLIMB.run(None, Executor::new(1), |_| Ok::<_, Infallible>(true)).unwrap();
        for stop_after in 1..whole.evaluated {
            let part =
                CLIMB.run(None, Executor::new(1), |run| Ok::<_, Infallible>(run.evaluated < stop_after));
            let part = part.unwrap();
            assert_eq!(part.evaluated, stop_after);
            let rest = CLIMB.run(Some(part), Executor::new(2), |_| Ok::<_, Infallible>(true)).unwrap();
            assert_eq!(rest, whole);
        }
    }
}
