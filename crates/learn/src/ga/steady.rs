//! The genetic algorithm without generations ([Whitley1989], GENITOR: one child at a time takes the place of the worst),
//! for many workers: nobody waits for the slowest of a generation.
//!
//! Asynchronous forms usually breed from whatever has come back, and no run is like another. Here a child is bred when a
//! fixed number of children before it are still out (the `lag`), and results are taken up in the order in which children
//! were bred. So a run depends on its seed and the lag only, on one thread as on a thousand workers; they stay busy as
//! long as the lag is a few times their number, and no child takes so many times as long as the others.
//!
//! Differs from the source: parents are drawn by the wheel of [Cherry2011] as in [`Breeding::Wheel`](super::Breeding), and a
//! child that is as fit as the worst replaces it. As many chromosomes as the population has count as a generation: the best
//! is noted, and mutation rises at a [`Plateau`](super::Plateau), whenever so many were taken up.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use agon_core::{ChainedJobs, Executor, SentJobs};

use super::selection::Wheel;
use super::{Ga, Gene, Genome, Individual, Population, variation};
use crate::sent::{ReadLines, SentLines, counted};

/// How a run without generations goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SteadyState {
    /// How many chromosomes are measured in all, those of the start included.
    pub measured: u64,
    /// How many children may be out when another one is bred, >= 1. Part of what the result depends on.
    pub lag: u64,
}

/// A run, as far as it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct SteadyRun<T> {
    /// The fittest found so far, at most as many as the population has; each with its fitness.
    pub population: Population<T>,
    /// All chromosomes that were bred and not taken up yet, by their numbers. Some may never be measured: they are bred as
    /// if the run went on, so that a longer run begins with a shorter one.
    out: BTreeMap<u64, Vec<T>>,
    /// Fitness that came before its turn.
    early: BTreeMap<u64, f64>,
    /// So many were taken up, and so many bred.
    taken: u64,
    bred: u64,
}

impl<T: Gene> SteadyRun<T> {
    /// A run in which so many were taken up, and these children are out.
    #[must_use]
    pub fn resumed(population: Population<T>, taken: u64, out: Vec<Vec<T>>) -> Self {
        let out: BTreeMap<u64, Vec<T>> = (taken..).zip(out).collect();
        let bred = taken + out.len() as u64;
        Self { population, out, early: BTreeMap::new(), taken, bred }
    }

    /// How many were taken up.
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The children that are out, in the order in which they were bred.
    pub fn out(&self) -> impl Iterator<Item = &[T]> {
        self.out.values().map(Vec::as_slice)
    }
}

/// Fewer parents than these cannot be crossed.
const PARENTS: u64 = 2;

/// Sees a run after each chromosome that was taken up, and answers whether to go on.
type OnTaken<'o, T> = dyn FnMut(&SteadyRun<T>) -> bool + 'o;

impl<N: Genome> Ga<N> {
    /// A run that has measured nothing yet.
    #[must_use]
    pub fn start_steady(&self) -> SteadyRun<N::Gene> {
        let first = self.start();
        let out = first.individuals.iter().map(|one| one.genes.clone()).collect();
        SteadyRun::resumed(Population { individuals: Vec::new(), ..first }, 0, out)
    }

    /// Takes up how fit a chromosome is, as soon as it is its turn, and breeds those that may follow; whether `on_taken`
    /// wants to go on.
    pub fn take_steady(
        &self,
        run: &mut SteadyRun<N::Gene>,
        lag: u64,
        (number, fitness): (u64, f64),
        on_taken: &mut OnTaken<'_, N::Gene>,
    ) -> bool {
        run.early.insert(number, fitness);
        while let Some(fitness) = run.early.remove(&run.taken) {
            let Some(genes) = run.out.remove(&run.taken) else { return false };
            run.taken += 1;
            self.replace_worst(&mut run.population, Individual { genes, fitness: Some(fitness) });
            let size = self.params.population as u64;
            if run.taken.is_multiple_of(size) {
                run.population.generation = run.taken / size - 1;
                self.rate(&mut run.population, Vec::new());
            }
            while run.taken >= PARENTS && run.bred < run.taken.saturating_add(lag.max(1)) {
                let child = self.steady_child(&run.population, run.bred);
                run.out.insert(run.bred, child);
                run.bred += 1;
            }
            if !on_taken(run) {
                return false;
            }
        }
        true
    }

    fn replace_worst(&self, population: &mut Population<N::Gene>, new: Individual<N::Gene>) {
        let individuals = &mut population.individuals;
        if individuals.len() < self.params.population {
            individuals.push(new);
            return;
        }
        let worth = |one: &Individual<N::Gene>| one.fitness.unwrap_or(f64::NEG_INFINITY);
        let worst = individuals.iter_mut().min_by(|one, other| worth(one).total_cmp(&worth(other)));
        if let Some(worst) = worst.filter(|worst| worth(worst) <= worth(&new)) {
            *worst = new;
        }
    }

    /// The child of a number.
    fn steady_child(&self, population: &Population<N::Gene>, number: u64) -> Vec<N::Gene> {
        let mut rng = self.seed.stream("ga/steady", number);
        let wheel = Wheel::new(population, self.params.negative);
        let parent = |at: usize| &population.individuals[at].genes;
        let (mother, father) = (wheel.draw(&mut rng), wheel.draw(&mut rng));
        let [mut child, _] = variation::cross(parent(mother), parent(father), &mut rng);
        // Two equal parents would give what is known already.
        if parent(mother) == parent(father) || rng.chance(population.mutation) {
            self.genome.mutate_one(&mut child, &mut rng);
        }
        child
    }

    /// Goes on to the end, on the cluster or the threads of `executor`. Workers of a cluster answer `measure` lines as those
    /// of a [`Task`](crate::evolution::Task) do, after the lines of its stage.
    pub fn run_steady(
        &self,
        from: SteadyRun<N::Gene>,
        steady: SteadyState,
        (executor, stage): (Executor, &str),
        fitness: impl Fn(&[N::Gene]) -> f64 + Sync,
        on_taken: &mut OnTaken<'_, N::Gene>,
    ) -> SteadyRun<N::Gene> {
        let first = from.taken;
        let run = RefCell::new(from);
        let of = |job: u64| run.borrow().out.get(&(first + job)).cloned().unwrap_or_default();
        let jobs = ChainedJobs {
            ready: &|| run.borrow().bred - first,
            input: &of,
            sent: SentJobs {
                input: &|jobs: Range<u64>| {
                    let lines = SentLines(stage.to_owned());
                    jobs.fold(lines, |lines, job| lines.row("measure", of(job))).0
                },
                read: &|jobs, answer| {
                    counted(ReadLines(answer).row("fitness")?, jobs.end - jobs.start, "fitness")
                },
            },
        };
        let count = steady.measured.max(self.params.population as u64).saturating_sub(first);
        executor.run_chained(
            count,
            &jobs,
            |genes: Vec<N::Gene>| fitness(&genes),
            |job, found| self.take_steady(&mut run.borrow_mut(), steady.lag, (first + job, found), on_taken),
        );
        run.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ga::{Breeding, GaParams, Integers, NegativeFitness};
    use agon_core::Seed;

    const GA: Ga<Integers> = Ga {
        genome: Integers { count: 8, low: 0, high: 10 },
        params: GaParams {
            population: 21,
            breeding: Breeding::Wheel,
            crossover: 0.75,
            mutation: 0.3,
            plateau: None,
            elite: 1,
            negative: NegativeFitness::Shift,
            keep_fitness: true,
        },
        seed: Seed(1),
    };

    fn squares(genes: &[i32]) -> f64 {
        f64::from(genes.iter().map(|gene| gene * gene).sum::<i32>())
    }

    fn run(steady: SteadyState, threads: usize) -> SteadyRun<i32> {
        GA.run_steady(GA.start_steady(), steady, (Executor::new(threads), ""), squares, &mut |_| true)
    }

    #[test]
    fn the_best_chromosome_is_found_with_any_lag() {
        for lag in [1, 8, 64] {
            let steady = SteadyState { measured: 20_000, lag };
            let run = run(steady, 1);
            assert_eq!(run.population.best.unwrap().genes, [10; 8], "lag {lag}");
        }
    }

    #[test]
    fn a_run_is_the_same_at_any_thread_count() {
        let run = |threads, lag| run(SteadyState { measured: 500, lag }, threads);
        assert_eq!(run(1, 10), run(3, 10));
        assert_ne!(run(1, 10), run(1, 1), "the lag is part of the algorithm");
        assert_eq!((run(2, 10).taken, run(2, 10).bred), (500, 510));
    }

    /// Results may come in any order that the lag allows.
    #[test]
    fn the_order_of_results_does_not_matter() {
        let steady = SteadyState { measured: 200, lag: 7 };
        let whole = run(steady, 1);
        let (mut run, mut rng) = (GA.start_steady(), Seed(9).stream("order", 0));
        let mut given = std::collections::BTreeSet::new();
        while given.len() < 200 {
            let is_ready = |number: &u64| *number < 200 && !given.contains(number);
            let ready: Vec<u64> = run.out.keys().copied().filter(is_ready).collect();
            assert!(!ready.is_empty());
            let number = ready[rng.below(ready.len() as u32) as usize];
            given.insert(number);
            let fitness = squares(&run.out[&number]);
            GA.take_steady(&mut run, steady.lag, (number, fitness), &mut |_| true);
        }
        assert_eq!(run, whole);
    }

    #[test]
    fn nobody_is_measured_who_was_not_asked_for() {
        let seen = std::sync::atomic::AtomicU64::new(0);
        let steady = SteadyState { measured: 5, lag: 3 };
        let fitness = |genes: &[i32]| {
            seen.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            squares(genes)
        };
        let run = GA.run_steady(GA.start_steady(), steady, (Executor::new(2), ""), fitness, &mut |_| true);
        assert_eq!((seen.into_inner(), run.population.individuals.len()), (21, 21), "the start is measured");
    }

    /// A longer run begins with a shorter one, and goes on from where somebody stopped it.
    #[test]
    fn a_run_goes_on_to_the_same_end() {
        let whole = run(SteadyState { measured: 300, lag: 9 }, 1);
        for stop in [1, 21, 100, 150] {
            let steady = SteadyState { measured: 150, lag: 9 };
            let (first, executor) = (GA.start_steady(), Executor::new(3));
            let part = GA.run_steady(first, steady, (executor, ""), squares, &mut |run| run.taken < stop);
            assert_eq!(part.taken, stop);
            let out = part.out().map(<[i32]>::to_vec).collect();
            let resumed = SteadyRun::resumed(part.population, part.taken, out);
            let steady = SteadyState { measured: 300, lag: 9 };
            let rest = GA.run_steady(resumed, steady, (Executor::new(2), ""), squares, &mut |_| true);
            assert_eq!(rest, whole, "stopped after {stop}");
        }
    }
}
