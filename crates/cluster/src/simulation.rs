//! What more workers would do: a simulation of the driver, its workers and the parts between them, with costs that were
//! measured (`docs/scale.md`). Original design.
//!
//! Time is counted in whole microseconds and all that is random comes from a seed, so a simulation is the same everywhere.
//! The driver does one thing at a time: it sends a part, or takes a result. Workers take parts in the order in which they
//! were sent. Parts are cut by the same [`Parts`] as in earnest.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use agon_core::Seed;

use crate::parts::{IN_HAND, Parts};

/// What things cost, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Of the driver, to send a part.
    pub send: u64,
    /// Of the driver, to take the result of a part.
    pub take: u64,
    /// Of the driver, for each 1,000 bytes of a result.
    pub kilobyte: u64,
    /// On the way from the driver to a worker, and back.
    pub way: u64,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// How it hangs together.
    pub shape: Shape,
    /// What a job takes in the mean, in microseconds.
    pub job: u64,
    /// How much jobs differ: 0 not at all, 1 from nothing to three times the mean.
    pub spread: f64,
    /// Bytes of the result of a job, in thousandths.
    pub millibytes: u64,
}

/// How jobs hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Not at all: a match, a tournament.
    Independent(u64),
    /// A generation begins when the last one has ended.
    Generations {
        /// How many.
        generations: u64,
        /// Jobs in each.
        population: u64,
    },
    /// A job begins when all but so many of those before it have ended: a genetic algorithm without generations.
    Steady {
        /// Jobs in all.
        jobs: u64,
        /// How many may be out.
        lag: u64,
    },
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simulated {
    /// From the beginning to the end, in microseconds.
    pub micros: u64,
    /// Worker time that was used, as a share.
    pub used: f64,
    /// Driver time that was used, as a share.
    pub driver: f64,
}

/// Runs a load on so many workers.
#[must_use]
pub fn simulate(costs: Costs, load: Load, workers: usize, seed: Seed) -> Simulated {
    let mut world = World {
        costs,
        load,
        free: (0..workers.max(1)).map(|_| Reverse(0)).collect(),
        seed,
        now: 0,
        driver: 0,
        worked: 0,
        pace: None,
    };
    match load.shape {
        Shape::Independent(jobs) => world.run(0, jobs, u64::MAX),
        Shape::Generations { generations, population } => {
            for generation in 0..generations {
                world.run(generation * population, population, u64::MAX);
            }
        }
        Shape::Steady { jobs, lag } => world.run(0, jobs, lag),
    }
    let micros = world.now.max(1);
    let share = |part: u64, of: u64| part as f64 / of as f64;
    Simulated {
        micros,
        used: share(world.worked, micros * world.free.len() as u64),
        driver: share(world.driver, micros),
    }
}

struct World {
    costs: Costs,
    load: Load,
    /// When each worker has nothing more to do.
    free: BinaryHeap<Reverse<u64>>,
    seed: Seed,
    /// When the driver has done what it is doing.
    now: u64,
    driver: u64,
    worked: u64,
    pace: Option<f64>,
}

impl World {
    /// The time that a job takes: the mean of its square law is one.
    fn job(&self, number: u64) -> u64 {
        let unit = self.seed.stream("simulation/job", number).unit();
        (self.load.job as f64 * (1.0 - self.load.spread + self.load.spread * 3.0 * unit * unit)) as u64
    }

    /// Runs jobs of which at most `lag` may be out before the first that has not ended.
    fn run(&mut self, first: u64, jobs: u64, lag: u64) {
        let mut parts = Parts::new(first..first + jobs, self.pace);
        let mut on_the_way = BinaryHeap::new();
        // Jobs that have ended before their turn, as ranges; all before `ended` have.
        let (mut early, mut ended) = (BTreeMap::new(), first);
        loop {
            let workers = self.free.len();
            while on_the_way.len() < IN_HAND * workers
                && let Some(part) = parts.next(workers, ended.saturating_add(lag))
            {
                self.spend(self.costs.send);
                let took: u64 = part.clone().map(|number| self.job(number)).sum();
                let Reverse(free) = self.free.pop().unwrap_or(Reverse(0));
                let done = free.max(self.now + self.costs.way) + took;
                self.free.push(Reverse(done));
                self.worked += took;
                on_the_way.push(Reverse((done + self.costs.way, part.start, part.end, took)));
            }
            let Some(Reverse((arrives, start, end, took))) = on_the_way.pop() else { break };
            self.now = self.now.max(arrives);
            self.spend(
                self.costs.take + self.costs.kilobyte * (end - start) * self.load.millibytes / 1_000_000,
            );
            parts.took(end - start, took as f64 / 1e6);
            early.insert(start, end);
            while let Some(end) = early.remove(&ended) {
                ended = end;
            }
        }
        self.pace = parts.pace();
    }

    fn spend(&mut self, micros: u64) {
        self.now += micros;
        self.driver += micros;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Costs = Costs { send: 0, take: 0, kilobyte: 0, way: 0 };

    fn load(shape: Shape, spread: f64) -> Load {
        Load { shape, job: 100_000, spread, millibytes: 0 }
    }

    #[test]
    fn without_costs_everybody_is_busy() {
        for workers in [1, 10, 100] {
            let found = simulate(FREE, load(Shape::Independent(100_000), 0.0), workers, Seed(1));
            assert!(found.used > 0.99, "{workers}: {found:?}");
            assert_eq!(found.driver, 0.0);
        }
    }

    #[test]
    fn the_time_is_what_the_work_takes() {
        let found = simulate(FREE, load(Shape::Independent(7), 0.0), 1, Seed(1));
        assert_eq!(found.micros, 700_000);
        let generations = Shape::Generations { generations: 3, population: 4 };
        let found = simulate(FREE, load(generations, 0.0), 4, Seed(1));
        assert_eq!(found.micros, 300_000);
        let way = Costs { way: 50, ..FREE };
        assert_eq!(simulate(way, load(generations, 0.0), 4, Seed(1)).micros, 300_300);
    }

    #[test]
    fn one_driver_serves_only_so_many() {
        let costs = Costs { send: 500, take: 500, ..FREE };
        let found = simulate(costs, load(Shape::Independent(3_000_000), 0.0), 10_000, Seed(1));
        assert!(found.driver > 0.9 && found.used < 0.5, "{found:?}");
    }

    #[test]
    fn a_barrier_costs_what_the_slowest_takes_and_a_lag_does_not() {
        let generations = Shape::Generations { generations: 50, population: 100 };
        let barrier = simulate(FREE, load(generations, 1.0), 100, Seed(1));
        let steady = simulate(FREE, load(Shape::Steady { jobs: 5000, lag: 400 }, 1.0), 100, Seed(1));
        assert!(barrier.used < 0.4, "{barrier:?}");
        assert!(steady.used > 0.85, "{steady:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_times() {
        let once = || simulate(FREE, load(Shape::Independent(1000), 1.0), 7, Seed(3));
        assert_eq!(once(), once());
    }
}
