//! Single-point crossover and mutation ([Cherry2011] section 4.2.1.3).

use agon_core::Rng;

use super::{Gene, Genome, Individual};

/// Both children of two chromosomes, cut at the same place: at least one value comes from each parent.
pub(crate) fn cross<T: Gene>(mother: &[T], father: &[T], rng: &mut Rng) -> [Vec<T>; 2] {
    let cut = if mother.len() > 1 { 1 + rng.below(mother.len() as u32 - 1) as usize } else { mother.len() };
    let child = |head: &[T], tail: &[T]| [&head[..cut], &tail[cut..]].concat();
    [child(mother, father), child(father, mother)]
}

/// Replaces one value of each of `count` chromosomes, which are drawn without regard to their fitness.
pub(crate) fn mutate<N: Genome>(
    individuals: &mut [Individual<N::Gene>],
    count: usize,
    genome: &N,
    rng: &mut Rng,
) {
    if individuals.is_empty() {
        return;
    }
    for _ in 0..count {
        let one = &mut individuals[rng.below(individuals.len() as u32) as usize];
        genome.mutate_one(&mut one.genes, rng);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ga::Integers;
    use agon_core::Seed;

    #[test]
    fn children_share_out_their_parents() {
        let mut rng = Seed(1).stream("test", 0);
        for _ in 0..100 {
            let [one, other] = cross(&[1, 1, 1, 1], &[2, 2, 2, 2], &mut rng);
            assert!(one[0] == 1 && one[3] == 2 && other[0] == 2 && other[3] == 1);
            assert!(one.iter().zip(&other).all(|(a, b)| a + b == 3));
            assert!(one.is_sorted());
        }
    }

    #[test]
    fn a_mutation_changes_one_value_of_one_chromosome() {
        let genome = Integers { count: 8, low: 0, high: 10 };
        let mut individuals = vec![Individual::new(vec![-1; 8]); 5];
        mutate(&mut individuals, 1, &genome, &mut Seed(1).stream("test", 0));
        let changed: usize =
            individuals.iter().map(|one| one.genes.iter().filter(|&&gene| gene >= 0).count()).sum();
        assert_eq!(changed, 1);
    }
}
