//! Stages of the genetic algorithm without generations ([`crate::ga::SteadyRun`]): where workers would wait for the slowest
//! chromosome of a generation. Original design.
//!
//! As many chromosomes as the population has count as a generation: that is how long stages are, how long the best stands
//! still, and when whoever watches sees the run. Between them nobody waits, but for the end of a stage.

use std::fmt::Write as _;

use agon_core::{Executor, ReadError};

use super::{Evolution, Evolver, Experience, GenerationTask, Task};
use crate::ga::{Gene, Genome, SteadyRun, SteadyState};

/// The children that were bred and not taken up yet, in the order in which they were bred. Those that have been measured
/// already are measured again when a run goes on: so what is kept does not depend on who was quick.
#[derive(Clone, Debug, PartialEq)]
pub struct ChildrenOut<T>(Vec<Vec<T>>);

impl<T: Gene> Experience for ChildrenOut<T> {
    fn lines(&self) -> Vec<String> {
        let line = |genes: &Vec<T>| {
            genes.iter().fold("out".to_owned(), |mut line, gene| {
                let _ = write!(line, " {gene}");
                line
            })
        };
        self.0.iter().map(line).collect()
    }

    fn from_lines(lines: &[&str]) -> Result<Self, ReadError> {
        let child = |line: &&str| {
            let wrong = || ReadError::new(format!("`{line}` is not `out` and a chromosome"));
            let genes = line.strip_prefix("out ").ok_or_else(wrong)?;
            genes.split(' ').map(|gene| gene.parse().map_err(|_| wrong())).collect()
        };
        Ok(Self(lines.iter().map(child).collect::<Result<_, _>>()?))
    }
}

/// A run without generations.
type SteadyEvolution<T> =
    Evolution<<<T as Task>::Genome as Genome>::Gene, ChildrenOut<<<T as Task>::Genome as Genome>::Gene>>;

impl<T: Task> Evolver<'_, T> {
    /// Runs without generations, from the start or from where an interrupted run was, to the end. A child is bred when
    /// `lag` others are out; the result depends on it, but not on who measures. `on_generation` sees the run whenever as
    /// many chromosomes were taken up as the population has, and answers whether to go on.
    ///
    /// # Errors
    /// Those of `on_generation`, or if an interrupted run does not fit the task.
    pub fn run_steady<E: From<ReadError>>(
        &self,
        lag: u64,
        from: Option<SteadyEvolution<T>>,
        executor: Executor,
        mut on_generation: impl FnMut(&SteadyEvolution<T>) -> Result<bool, E>,
    ) -> Result<SteadyEvolution<T>, E> {
        let mut run = match from {
            Some(run) => self.fitting(run)?,
            None => self.first_of_stage(Vec::new(), 0),
        };
        loop {
            if run.population.best.is_none() || !self.has_ended(&run) {
                let mut failure = None;
                let stopped = self.run_stage(lag, &mut run, executor, &mut |run| {
                    on_generation(run).unwrap_or_else(|error| {
                        failure = Some(error);
                        false
                    })
                });
                match failure {
                    Some(error) => return Err(error),
                    None if stopped => return Ok(run),
                    None => {}
                }
            }
            run.champions.extend(run.population.best.clone());
            if run.champions.len() >= self.schedule.stages || run.evaluated >= self.schedule.total {
                return Ok(run);
            }
            run = self.first_of_stage(run.champions, run.evaluated);
        }
    }

    /// Goes on to the end of a stage; whether somebody wanted to stop before.
    fn run_stage(
        &self,
        lag: u64,
        run: &mut SteadyEvolution<T>,
        executor: Executor,
        on_generation: &mut dyn FnMut(&SteadyEvolution<T>) -> bool,
    ) -> bool {
        let (ga, size) = (self.ga(run.champions.len()), self.params.population as u64);
        let stage = GenerationTask::stage(self.task, &run.champions);
        let taken = if run.population.best.is_none() { 0 } else { (run.population.generation + 1) * size };
        let from = SteadyRun::resumed(run.population.clone(), taken, run.experience.0.clone());
        let left = self.schedule.generations.saturating_sub(taken / size);
        let left = left.min(self.schedule.total.saturating_sub(run.evaluated));
        let steady = SteadyState { measured: taken.saturating_add(left.saturating_mul(size)), lag };
        let mut stopped = false;
        let fitness = |genes: &[_]| self.task.fitness(&stage.own, genes);
        ga.run_steady(from, steady, (executor, &stage.champions), fitness, &mut |now| {
            if !now.taken().is_multiple_of(size) {
                return true;
            }
            run.evaluated += 1;
            run.measured = run.evaluated * size;
            run.population = now.population.clone();
            run.experience = ChildrenOut(now.out().map(<[_]>::to_vec).collect());
            stopped = !on_generation(run);
            !stopped && !self.has_ended(run)
        });
        stopped
    }

    fn first_of_stage(
        &self,
        champions: Vec<crate::ga::Champion<<T::Genome as Genome>::Gene>>,
        evaluated: u64,
    ) -> SteadyEvolution<T> {
        let first = self.ga(champions.len()).start_steady();
        let experience = ChildrenOut(first.out().map(<[_]>::to_vec).collect());
        let measured = evaluated * self.params.population as u64;
        Evolution { champions, evaluated, measured, population: first.population, experience }
    }

    /// An interrupted run, if its chromosomes are those of the task.
    fn fitting(&self, run: SteadyEvolution<T>) -> Result<SteadyEvolution<T>, ReadError> {
        let (count, size) = (Task::genome(self.task).count(), self.params.population);
        let fits = run.population.individuals.len() == size
            && run.population.best.is_some()
            && run.experience.0.iter().all(|genes| genes.len() == count);
        if fits { Ok(run) } else { Err(ReadError::new("the checkpoint is not one of this training")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkpoint;
    use crate::evolution::tests::CLIMB;

    fn run(lag: u64, threads: usize, stop: u64) -> Evolution<i32, ChildrenOut<i32>> {
        let going = |run: &Evolution<i32, ChildrenOut<i32>>| Ok::<_, ReadError>(run.evaluated < stop);
        CLIMB.run_steady(lag, None, Executor::new(threads), going).unwrap()
    }

    #[test]
    fn stages_follow_one_another_at_any_thread_count() {
        let whole = run(5, 1, u64::MAX);
        let sums: Vec<i32> = whole.champions.iter().map(|champion| champion.genes.iter().sum()).collect();
        assert_eq!(sums, [10, 20, 30]);
        assert_eq!(whole, run(5, 3, u64::MAX));
        assert_ne!(whole, run(50, 3, u64::MAX), "the lag is part of the algorithm");
        assert_eq!(whole.measured, 6 * whole.evaluated);
    }

    /// A checkpoint is the same at any thread count, and so is what comes of it.
    #[test]
    fn a_checkpoint_holds_the_children_that_are_out() {
        let whole = run(5, 1, u64::MAX);
        let mut last = Vec::new();
        CLIMB
            .run_steady(5, None, Executor::new(1), |run| {
                last.push(CLIMB.is_last(run));
                Ok::<_, ReadError>(true)
            })
            .unwrap();
        assert_eq!(last.iter().position(|&last| last), Some(last.len() - 1), "the last step knows it");
        for stop in 1..whole.evaluated {
            let text = checkpoint::write(&run(5, 3, stop), "climb");
            assert_eq!(text, checkpoint::write(&run(5, 1, stop), "climb"));
            let read = checkpoint::read(&text, "climb", 4).unwrap();
            let rest = CLIMB.run_steady(5, Some(read), Executor::new(2), |_| Ok::<_, ReadError>(true));
            assert_eq!(rest.unwrap(), whole, "stopped after {stop}");
        }
    }

    #[test]
    fn checkpoints_of_other_runs_are_refused() {
        let part = run(5, 1, 2);
        let mut garbled = part.clone();
        garbled.experience.0[0].pop();
        let mut short = part;
        short.population.individuals.pop();
        for wrong in [garbled, short] {
            let run = CLIMB.run_steady(5, Some(wrong), Executor::new(1), |_| Ok::<_, ReadError>(true));
            assert!(run.is_err());
        }
        assert!(ChildrenOut::<i32>::from_lines(&["out 1 x"]).is_err());
        assert!(ChildrenOut::<i32>::from_lines(&["in 1 2"]).is_err());
    }
}
