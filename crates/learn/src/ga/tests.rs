//! The algorithm as a whole: it finds a maximum, repeats at any thread count, and keeps the numbers of the source.

use super::*;

fn counting() -> Ga<Integers> {
    Ga {
        genome: Integers { count: 8, low: 0, high: 10 },
        params: GaParams {
            population: 21,
            breeding: Breeding::Wheel,
            crossover: 0.75,
            mutation: 0.05,
            plateau: Some(Plateau { after: 20, mutation: 0.1 }),
            elite: 1,
            negative: NegativeFitness::Zero,
            keep_fitness: true,
        },
        seed: Seed(1),
    }
}

fn sum(genes: &[i32]) -> f64 {
    f64::from(genes.iter().map(|gene| gene * gene).sum::<i32>())
}

fn run(ga: &Ga<Integers>, generations: u64, threads: usize) -> Population<i32> {
    let mut population = ga.start();
    ga.evaluate(&mut population, Executor::new(threads), sum);
    for _ in 0..generations {
        population = ga.next(&population);
        ga.evaluate(&mut population, Executor::new(threads), sum);
    }
    population
}

#[test]
fn the_best_chromosome_is_found() {
    let best = run(&counting(), 1500, 1).best.unwrap();
    assert_eq!(best.genes, [10; 8]);
    assert!(best.generation > 0);
}

#[test]
fn threads_change_nothing() {
    assert_eq!(run(&counting(), 50, 1), run(&counting(), 50, 3));
}

#[test]
fn five_move_on_and_sixteen_are_crossed() {
    let ga = Ga { params: GaParams { elite: 0, mutation: 0.0, ..counting().params }, ..counting() };
    let mut population = ga.start();
    ga.evaluate(&mut population, Executor::new(1), sum);
    let next = ga.next(&population);
    assert_eq!(next.individuals.len(), 21);
    let old = |one: &Individual<i32>| population.individuals.iter().any(|other| other.genes == one.genes);
    assert!(next.individuals[..5].iter().all(old));
    assert!(!next.individuals[5..].iter().all(old));
    assert!(next.individuals.iter().all(|one| one.fitness.is_some() == old(one)));
}

#[test]
fn a_plateau_raises_the_mutation() {
    let ga = counting();
    let mut population = ga.start();
    for generation in 0..30 {
        ga.evaluate(&mut population, Executor::new(1), |_| 1.0);
        assert_eq!(population.mutation, if generation < 20 { 0.05 } else { 0.1 }, "{generation}");
        population = ga.next(&population);
    }
}
