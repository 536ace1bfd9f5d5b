//! A genetic algorithm, as described in [Cherry2011] section 4.2.1.3 and used again by other papers.
//!
//! One generation leads to the next: some chromosomes are selected by their fitness and move on as they are, pairs
//! of others are crossed, and then a few values mutate. Fitness is found by whoever calls.
//!
//! Where the source is silent, it is a parameter: what becomes of [`NegativeFitness`] in the selection, and whether
//! an [`elite`](GaParams::elite) surely moves on (in the source nothing does).

mod genome;
mod population;
mod selection;
mod variation;

pub use genome::{Floats, Gene, Genome, Integers};
pub use population::{Champion, Individual, Population};
pub use selection::NegativeFitness;

use agon_core::{Executor, Seed};
use selection::Wheel;

/// The knobs of a genetic algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GaParams {
    /// How many chromosomes there are.
    pub population: usize,
    /// The share of a generation that comes from crossing; the rest moves on from the last one.
    pub crossover: f64,
    /// The share of chromosomes in which one value changes.
    pub mutation: f64,
    /// What happens when the best fitness stands still.
    pub plateau: Option<Plateau>,
    /// How many of the fittest surely move on, and do not mutate.
    pub elite: usize,
    /// How the selection treats fitness below zero.
    pub negative: NegativeFitness,
    /// Whether a chromosome that was in the last generation keeps its fitness: right where fitness is not a matter of
    /// chance, and a great saving once most chromosomes are alike.
    pub keep_fitness: bool,
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
        let missing: Vec<usize> = population.missing().collect();
        let genes = |job: u64| &population.individuals[missing[job as usize]].genes;
        let found = executor.map(missing.len() as u64, |job| fitness(genes(job)));
        for (index, fitness) in missing.into_iter().zip(found) {
            population.individuals[index].fitness = Some(fitness);
        }
        population.note_best();
        if let Some(plateau) = self.params.plateau.filter(|plateau| population.standing >= plateau.after) {
            population.mutation = plateau.mutation;
        }
    }

    /// The generation after an evaluated one.
    #[must_use]
    pub fn next(&self, population: &Population<N::Gene>) -> Population<N::Gene> {
        let mut rng = self.seed.stream("ga/generation", population.generation + 1);
        let wheel = Wheel::new(population, self.params.negative);
        let crossed = (self.params.crossover * self.params.population as f64).round() as usize;
        let elite = population.fittest(self.params.elite);
        let moving_on = self.params.population.saturating_sub(crossed).max(elite.len());

        let old = &population.individuals;
        let mut individuals: Vec<_> = elite.iter().map(|&index| old[index].clone()).collect();
        while individuals.len() < moving_on {
            individuals.push(old[wheel.draw(&mut rng)].clone());
        }
        while individuals.len() < self.params.population {
            let (mother, father) = (&old[wheel.draw(&mut rng)], &old[wheel.draw(&mut rng)]);
            let children = variation::cross(&mother.genes, &father.genes, &mut rng);
            let room = self.params.population - individuals.len();
            individuals.extend(children.into_iter().take(room).map(Individual::new));
        }
        let mutations = (population.mutation * self.params.population as f64).round() as usize;
        variation::mutate(&mut individuals[elite.len()..], mutations, &self.genome, &mut rng);
        for individual in &mut individuals {
            let equal = || old.iter().find(|one| one.genes == individual.genes);
            individual.fitness =
                if self.params.keep_fitness { equal().and_then(|one| one.fitness) } else { None };
        }
        Population {
            generation: population.generation + 1,
            individuals,
            mutation: population.mutation,
            standing: population.standing,
            best: population.best.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
