//! A generation of chromosomes, and the best one ever seen.

use std::cmp::Ordering;

use super::Gene;

/// A chromosome and how well it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Individual<T> {
    /// As many as the genome has.
    pub genes: Vec<T>,
    /// Its fitness, once it is known.
    pub fitness: Option<f64>,
}

impl<T> Individual<T> {
    /// A chromosome of unknown fitness.
    pub(crate) fn new(genes: Vec<T>) -> Self {
        Self { genes, fitness: None }
    }
}

/// The fittest chromosome of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Champion<T> {
    /// As many as the genome has.
    pub genes: Vec<T>,
    /// The highest of the run.
    pub fitness: f64,
    /// The generation in which it first appeared.
    pub generation: u64,
}

/// A generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Population<T> {
    /// How many generations came before.
    pub generation: u64,
    /// As many in every generation: [`GaParams::population`](super::GaParams::population).
    pub individuals: Vec<Individual<T>>,
    /// The share of chromosomes that mutate next.
    pub mutation: f64,
    /// For how many generations the best fitness has stood still.
    pub standing: u64,
    /// The fittest of this generation and, where they can be compared, of all before it.
    pub best: Option<Champion<T>>,
}

impl<T: Gene> Population<T> {
    /// The chromosomes whose fitness is not known.
    pub(crate) fn missing(&self) -> impl Iterator<Item = usize> {
        self.individuals.iter().enumerate().filter(|(_, one)| one.fitness.is_none()).map(|(index, _)| index)
    }

    /// The values of those chromosomes.
    pub fn missing_genes(&self) -> impl Iterator<Item = &[T]> {
        self.missing().map(|index| self.individuals[index].genes.as_slice())
    }

    /// The highest fitness of this generation.
    #[must_use]
    pub fn highest(&self) -> f64 {
        self.individuals.iter().map(fitness_of).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The mean fitness of this generation.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.individuals.iter().map(fitness_of).sum::<f64>() / self.individuals.len() as f64
    }

    /// The fittest of an evaluated generation, the best first; equals in their order.
    pub(crate) fn fittest(&self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.individuals.len()).collect();
        order.sort_by(|&one, &other| {
            let (one, other) = (&self.individuals[one], &self.individuals[other]);
            fitness_of(other).partial_cmp(&fitness_of(one)).unwrap_or(Ordering::Equal)
        });
        order.truncate(count);
        order
    }

    /// Notes the best chromosome of this generation, which cannot be compared with those before.
    pub(crate) fn note_latest(&mut self) {
        self.best = None;
        self.note_best();
    }

    /// Notes whether this generation has a new best chromosome.
    pub(crate) fn note_best(&mut self) {
        let Some(&index) = self.fittest(1).first() else { return };
        let found = &self.individuals[index];
        let fitness = fitness_of(found);
        if self.best.as_ref().is_none_or(|best| fitness > best.fitness) {
            self.best = Some(Champion { genes: found.genes.clone(), fitness, generation: self.generation });
            self.standing = 0;
        } else {
            self.standing += 1;
        }
    }
}

/// An unknown fitness counts as none at all.
pub(crate) fn fitness_of<T>(individual: &Individual<T>) -> f64 {
    individual.fitness.unwrap_or(f64::NEG_INFINITY)
}
