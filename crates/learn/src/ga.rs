//! A genetic algorithm, written once for all papers.
//!
//! One generation leads to the next: some chromosomes are selected by their fitness and move on as they are, pairs
//! of others are crossed, and then a few values mutate. Fitness is found by whoever calls. How a generation is bred is a
//! parameter ([`Breeding`]): by a wheel as in [Cherry2011] section 4.2.1.3, or from survivors as in [KInARow2012]
//! section 3.2.
//!
//! Where the sources are silent, it is a parameter: what becomes of [`NegativeFitness`] in the selection, and whether
//! an [`elite`](GaParams::elite) surely moves on (in [Cherry2011] nothing does).

mod genome;
mod population;
mod selection;
mod steady;
mod survival;
mod variation;

pub use genome::{Floats, Gene, Genome, Integers, SteppedFloats};
pub use population::{Champion, Individual, Population};
pub use selection::NegativeFitness;
pub use steady::{SteadyRun, SteadyState};
pub use survival::Mating;

use agon_core::{Executor, Rng, Seed};
use selection::Wheel;

/// The knobs of a genetic algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GaParams {
    /// How many chromosomes there are.
    pub population: usize,
    /// How a generation comes from the one before.
    pub breeding: Breeding,
    /// The share of a generation that comes from crossing; the rest moves on from the last one. For [`Breeding::Wheel`].
    pub crossover: f64,
    /// By a wheel: the share of chromosomes in which one value changes. From survivors: the chance of a child to mutate,
    /// and then that of each of its values.
    pub mutation: f64,
    /// What happens when the best fitness stands still.
    pub plateau: Option<Plateau>,
    /// How many of the fittest surely move on, and do not mutate. For [`Breeding::Wheel`].
    pub elite: usize,
    /// How the selection treats fitness below zero. For [`Breeding::Wheel`].
    pub negative: NegativeFitness,
    /// Whether a chromosome that was in the last generation keeps its fitness: right where fitness is not a matter of
    /// chance, and a great saving once most chromosomes are alike.
    pub keep_fitness: bool,
}

/// How a generation comes from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breeding {
    /// Chromosomes are drawn by their share of the fitness, and pairs of them cut and joined ([Cherry2011]).
    Wheel,
    /// The fittest survive, all others are gone; survivors mate until the population is full ([KInARow2012] section 3.2).
    /// What a chromosome is worth may depend on the others and on what was learned meanwhile: fitness is found anew in
    /// every generation, and the best is that of the latest.
    Survival {
        /// How many survive.
        survivors: usize,
        /// Who mates with whom.
        mating: Mating,
    },
}

/// The response to a best fitness that stands still ([Cherry2011] section 4.2.2.4, where it was done by hand).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plateau {
    /// After so many generations without a new best fitness ...
    pub after: u64,
    /// ... mutation rises to this, for the rest of the run.
    pub mutation: f64,
}

/// The algorithm for one kind of chromosome.
#[derive(Clone, Debug)]
pub struct Ga<N> {
    /// What chromosomes are made of.
    pub genome: N,
    /// How chromosomes are selected, crossed and mutated.
    pub params: GaParams,
    /// Everything random follows from it.
    pub seed: Seed,
}

impl<N: Genome> Ga<N> {
    /// A random first generation.
    #[must_use]
    pub fn start(&self) -> Population<N::Gene> {
        let mut rng = self.seed.stream("ga/start", 0);
        let mut individual = || Individual {
            genes: (0..self.genome.count()).map(|_| self.genome.draw(&mut rng)).collect(),
            fitness: None,
        };
        Population {
            generation: 0,
            individuals: (0..self.params.population).map(|_| individual()).collect(),
            mutation: self.params.mutation,
            standing: 0,
            best: None,
        }
    }

    /// Finds the fitness that is missing, and keeps the best chromosome ever seen.
    pub fn evaluate(
        &self,
        population: &mut Population<N::Gene>,
        executor: Executor,
        fitness: impl Fn(&[N::Gene]) -> f64 + Sync,
    ) {
        let missing: Vec<&[N::Gene]> = population.missing_genes().collect();
        let found = executor.map(missing.len() as u64, |job| fitness(missing[job as usize]));
        self.rate(population, found);
    }

    /// Takes up the fitness that was missing, in the order of the chromosomes, and keeps the best one.
    pub fn rate(&self, population: &mut Population<N::Gene>, found: Vec<f64>) {
        let missing: Vec<usize> = population.missing().collect();
        for (index, fitness) in missing.into_iter().zip(found) {
            population.individuals[index].fitness = Some(fitness);
        }
        match self.params.breeding {
            Breeding::Wheel => population.note_best(),
            Breeding::Survival { .. } => population.note_latest(),
        }
        if let Some(plateau) = self.params.plateau.filter(|plateau| population.standing >= plateau.after) {
            population.mutation = plateau.mutation;
        }
    }

    /// The generation after an evaluated one.
    #[must_use]
    pub fn next(&self, population: &Population<N::Gene>) -> Population<N::Gene> {
        let mut rng = self.seed.stream("ga/generation", population.generation + 1);
        let individuals = match self.params.breeding {
            Breeding::Wheel => self.by_wheel(population, &mut rng),
            Breeding::Survival { survivors, mating } => {
                self.by_survival(population, survivors, mating, &mut rng)
            }
        };
        Population {
            generation: population.generation + 1,
            individuals,
            mutation: population.mutation,
            standing: population.standing,
            best: population.best.clone(),
        }
    }

    fn by_wheel(&self, population: &Population<N::Gene>, rng: &mut Rng) -> Vec<Individual<N::Gene>> {
        let wheel = Wheel::new(population, self.params.negative);
        let crossed = (self.params.crossover * self.params.population as f64).round() as usize;
        let elite = population.fittest(self.params.elite);
        let moving_on = self.params.population.saturating_sub(crossed).max(elite.len());

        let old = &population.individuals;
        let mut individuals: Vec<_> = elite.iter().map(|&index| old[index].clone()).collect();
        while individuals.len() < moving_on {
            individuals.push(old[wheel.draw(rng)].clone());
        }
        while individuals.len() < self.params.population {
            let (mother, father) = (&old[wheel.draw(rng)], &old[wheel.draw(rng)]);
            let children = variation::cross(&mother.genes, &father.genes, rng);
            let room = self.params.population - individuals.len();
            individuals.extend(children.into_iter().take(room).map(Individual::new));
        }
        let mutations = (population.mutation * self.params.population as f64).round() as usize;
        variation::mutate(&mut individuals[elite.len()..], mutations, &self.genome, rng);
        for individual in &mut individuals {
            let equal = || old.iter().find(|one| one.genes == individual.genes);
            individual.fitness =
                if self.params.keep_fitness { equal().and_then(|one| one.fitness) } else { None };
        }
        individuals
    }
}

#[cfg(test)]
mod tests;
