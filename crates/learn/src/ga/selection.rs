//! Fitness-proportionate selection ([Cherry2011] section 4.2.1.3): a wheel on which each chromosome has a part as
//! large as its share of the population's fitness.
//!
//! The source's fitness can be negative, and it does not say what becomes of the wheel then; see [`NegativeFitness`].

use agon_core::Rng;

use super::population::fitness_of;
use super::{Gene, Population};

/// How a fitness below zero is made into a part of the wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NegativeFitness {
    /// It counts as zero: such chromosomes are never selected, unless no other ones are there.
    Zero,
    /// The lowest fitness of the generation is subtracted from all: only the worst chromosome is never selected.
    Shift,
}

/// The wheel of one generation.
pub(crate) struct Wheel {
    /// Where the part of each chromosome ends.
    ends: Vec<f64>,
}

impl Wheel {
    pub(crate) fn new<T: Gene>(population: &Population<T>, negative: NegativeFitness) -> Self {
        let fitness = || population.individuals.iter().map(fitness_of);
        let zero = match negative {
            NegativeFitness::Zero => 0.0,
            NegativeFitness::Shift => fitness().fold(f64::INFINITY, f64::min),
        };
        let add = |end: &mut f64, part: f64| {
            *end += part;
            Some(*end)
        };
        let ends: Vec<f64> = fitness().map(|fitness| (fitness - zero).max(0.0)).scan(0.0, add).collect();
        if ends.last().is_some_and(|&total| total > 0.0) {
            return Self { ends };
        }
        // Nobody has a part: everybody gets the same.
        Self { ends: (1..=ends.len()).map(|end| end as f64).collect() }
    }

    /// A chromosome, by its part of the wheel.
    pub(crate) fn draw(&self, rng: &mut Rng) -> usize {
        let at = rng.unit() * self.ends.last().copied().unwrap_or(0.0);
        self.ends.partition_point(|&end| end <= at).min(self.ends.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ga::Individual;
    use agon_core::Seed;

    fn shares(fitness: &[f64], negative: NegativeFitness) -> Vec<f64> {
        let individuals =
            fitness.iter().map(|&fitness| Individual { genes: vec![0], fitness: Some(fitness) });
        let population = Population {
            generation: 0,
            individuals: individuals.collect(),
            mutation: 0.0,
            standing: 0,
            best: None,
        };
        let wheel = Wheel::new(&population, negative);
        let mut rng = Seed(1).stream("wheel", 0);
        let mut counts = vec![0.0; fitness.len()];
        for _ in 0..20_000 {
            counts[wheel.draw(&mut rng)] += 1.0 / 20_000.0;
        }
        counts.into_iter().map(|share: f64| (share * 10.0).round() / 10.0).collect()
    }

    #[test]
    fn parts_are_shares_of_the_fitness() {
        assert_eq!(shares(&[1.0, 4.0, 5.0], NegativeFitness::Zero), [0.1, 0.4, 0.5]);
        assert_eq!(shares(&[-9.0, 6.0, 4.0], NegativeFitness::Zero), [0.0, 0.6, 0.4]);
        assert_eq!(shares(&[-9.0, -5.0, -3.0], NegativeFitness::Shift), [0.0, 0.4, 0.6]);
    }

    #[test]
    fn without_any_fitness_all_are_alike() {
        assert_eq!(shares(&[-1.0, -2.0], NegativeFitness::Zero), [0.5, 0.5]);
        assert_eq!(shares(&[3.0, 3.0], NegativeFitness::Shift), [0.5, 0.5]);
    }
}
