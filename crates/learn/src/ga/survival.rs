//! Survival of the fittest ([KInARow2012] section 3.2): the best move on, and mate with each other.
//!
//! A child takes each value from one of its parents. Values keep their places, so that none is in a child twice.

use agon_core::Rng;

use super::{Ga, Genome, Individual, Population};

/// Who mates with whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mating {
    /// Every survivor with every other one, in both roles, as far as there is room: n survivors have n (n - 1) children.
    Full,
    /// Two survivors that are drawn at random, until there is no more room.
    Partial,
}

impl<N: Genome> Ga<N> {
    pub(super) fn by_survival(
        &self,
        population: &Population<N::Gene>,
        survivors: usize,
        mating: Mating,
        rng: &mut Rng,
    ) -> Vec<Individual<N::Gene>> {
        let parents: Vec<&[N::Gene]> = population
            .fittest(survivors.clamp(1, self.params.population))
            .into_iter()
            .map(|index| population.individuals[index].genes.as_slice())
            .collect();
        let mut individuals: Vec<_> = parents.iter().map(|genes| Individual::new(genes.to_vec())).collect();
        let mut pairs = pairs(parents.len()).filter(|_| mating == Mating::Full);
        while individuals.len() < self.params.population {
            let (mother, father) = match pairs.next() {
                Some(pair) => pair,
                None if mating == Mating::Full => break,
                None => drawn_pair(parents.len(), rng),
            };
            let child = self.child(parents[mother], parents[father], population.mutation, rng);
            individuals.push(Individual::new(child));
        }
        individuals
    }

    fn child(&self, mother: &[N::Gene], father: &[N::Gene], mutation: f64, rng: &mut Rng) -> Vec<N::Gene> {
        let from_both = mother.iter().zip(father);
        let mut child: Vec<_> =
            from_both.map(|(one, other)| if rng.chance(0.5) { *one } else { *other }).collect();
        if rng.chance(mutation) {
            for gene in &mut child {
                if rng.chance(mutation) {
                    *gene = self.genome.mutated(*gene, rng);
                }
            }
        }
        child
    }
}

/// All pairs of different parents, in both roles.
fn pairs(parents: usize) -> impl Iterator<Item = (usize, usize)> {
    let all = move |mother| (0..parents).map(move |father| (mother, father));
    (0..parents).flat_map(all).filter(|(mother, father)| mother != father)
}

/// Two parents, different ones where there are two.
fn drawn_pair(parents: usize, rng: &mut Rng) -> (usize, usize) {
    let mother = rng.below(parents as u32) as usize;
    let apart = if parents > 1 { 1 + rng.below(parents as u32 - 1) as usize } else { 0 };
    (mother, (mother + apart) % parents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ga::{Breeding, GaParams, Integers, NegativeFitness};
    use agon_core::{Executor, Seed};

    fn ga(population: usize, survivors: usize, mating: Mating, mutation: f64) -> Ga<Integers> {
        let breeding = Breeding::Survival { survivors, mating };
        let negative = NegativeFitness::Zero;
        Ga {
            genome: Integers { count: 8, low: 0, high: 1_000_000_000 },
            params: GaParams {
                population,
                breeding,
                mutation,
                crossover: 0.0,
                plateau: None,
                elite: 0,
                negative,
                keep_fitness: false,
            },
            seed: Seed(4),
        }
    }

    fn next(ga: &Ga<Integers>) -> (Population<i32>, Population<i32>) {
        let mut first = ga.start();
        ga.evaluate(&mut first, Executor::new(1), |genes| f64::from(genes[0]));
        let next = ga.next(&first);
        (first, next)
    }

    /// Table 3-1: ten survivors become a hundred by full mating, and twenty by partial mating.
    #[test]
    fn mating_fills_the_population_of_table_3_1() {
        assert_eq!(next(&ga(100, 10, Mating::Full, 0.15)).1.individuals.len(), 100);
        assert_eq!(
            next(&ga(1000, 10, Mating::Full, 0.15)).1.individuals.len(),
            100,
            "there are no more pairs"
        );
        assert_eq!(next(&ga(20, 10, Mating::Partial, 0.15)).1.individuals.len(), 20);
    }

    #[test]
    fn the_fittest_survive_and_children_have_only_their_values() {
        let (first, next) = next(&ga(10, 5, Mating::Partial, 0.0));
        let best = first.fittest(5);
        let kept: Vec<_> = best.iter().map(|&index| first.individuals[index].genes.clone()).collect();
        assert_eq!(next.individuals[..5].iter().map(|one| one.genes.clone()).collect::<Vec<_>>(), kept);
        assert!(next.individuals.iter().all(|one| one.fitness.is_none()), "all of them play again");
        for child in &next.individuals[5..] {
            let from = |place: usize| kept.iter().position(|parent| parent[place] == child.genes[place]);
            let parents: std::collections::BTreeSet<_> = (0..8).map(|place| from(place).unwrap()).collect();
            assert!(parents.len() <= 2, "two parents: {parents:?}");
        }
    }

    #[test]
    fn only_children_mutate() {
        let (first, next) = next(&ga(40, 5, Mating::Partial, 1.0));
        let old = |gene: i32| first.individuals.iter().any(|one| one.genes.contains(&gene));
        assert!(next.individuals[..5].iter().all(|one| one.genes.iter().all(|&gene| old(gene))));
        assert!(next.individuals[5..].iter().all(|one| !one.genes.iter().any(|&gene| old(gene))));
    }

    /// What was best in an earlier generation cannot be compared with this one.
    #[test]
    fn the_best_is_that_of_the_latest_generation() {
        let ga = ga(10, 5, Mating::Partial, 0.15);
        let mut population = ga.start();
        for worth in [9.0, 3.0, 5.0] {
            ga.evaluate(&mut population, Executor::new(1), |_| worth);
            assert_eq!(population.best.as_ref().unwrap().fitness, worth);
            population = ga.next(&population);
        }
    }
}
