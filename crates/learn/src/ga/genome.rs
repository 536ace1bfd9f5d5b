//! What chromosomes are made of: a row of whole numbers or of real ones.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use agon_core::Rng;

/// One value of a chromosome. Its text reads back to the same value, to the last bit.
pub trait Gene: Copy + PartialEq + Debug + Display + FromStr + Send + Sync {}

impl Gene for i32 {}
impl Gene for f64 {}

/// How long chromosomes are, and which values they take.
pub trait Genome: Send + Sync {
    /// One value.
    type Gene: Gene;

    /// How many values a chromosome has.
    fn count(&self) -> usize;

    /// A random value, for the first generation and for mutations.
    fn draw(&self, rng: &mut Rng) -> Self::Gene;

    /// What becomes of a value that mutates: any other one, unless the genome knows better.
    fn mutated(&self, _old: Self::Gene, rng: &mut Rng) -> Self::Gene {
        self.draw(rng)
    }

    /// Changes one value of a chromosome. Its new value is drawn first and its place after that: what was trained before
    /// is made again only in this order.
    fn mutate_one(&self, genes: &mut [Self::Gene], rng: &mut Rng) {
        let value = self.draw(rng);
        genes[rng.below(self.count() as u32) as usize] = value;
    }
}

/// Whole numbers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integers {
    /// How many.
    pub count: usize,
    /// Every gene is >= this.
    pub low: i32,
    /// Every gene is <= this.
    pub high: i32,
}

impl Genome for Integers {
    type Gene = i32;

    fn count(&self) -> usize {
        self.count
    }

    fn draw(&self, rng: &mut Rng) -> i32 {
        self.low + rng.below(self.high.abs_diff(self.low) + 1) as i32
    }
}

/// Real numbers from `low` up to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floats {
    /// How many.
    pub count: usize,
    /// Every gene is >= this.
    pub low: f64,
    /// Every gene is < this.
    pub high: f64,
}

impl Genome for Floats {
    type Gene = f64;

    fn count(&self) -> usize {
        self.count
    }

    fn draw(&self, rng: &mut Rng) -> f64 {
        self.low + rng.unit() * (self.high - self.low)
    }
}

/// Real numbers that mutate in small steps as well as in large ones: half of the mutations add up to `step` in either
/// direction, the others draw a new value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteppedFloats {
    /// How many there are, and the values they take.
    pub floats: Floats,
    /// How far a small step goes at most.
    pub step: f64,
}

impl Genome for SteppedFloats {
    type Gene = f64;

    fn count(&self) -> usize {
        self.floats.count
    }

    fn draw(&self, rng: &mut Rng) -> f64 {
        self.floats.draw(rng)
    }

    fn mutated(&self, old: f64, rng: &mut Rng) -> f64 {
        if rng.chance(0.5) {
            return self.draw(rng);
        }
        (old + self.step * (2.0 * rng.unit() - 1.0)).clamp(self.floats.low, self.floats.high)
    }

    /// The place comes first: the new value depends on the old one.
    fn mutate_one(&self, genes: &mut [f64], rng: &mut Rng) {
        let gene = &mut genes[rng.below(self.count() as u32) as usize];
        *gene = self.mutated(*gene, rng);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Seed;

    #[test]
    fn steps_are_small_or_anywhere_and_stay_within_bounds() {
        let genome = SteppedFloats { floats: Floats { count: 1, low: -1.0, high: 1.0 }, step: 0.1 };
        let mut rng = Seed(1).stream("test", 0);
        let mutated: Vec<f64> = (0..1000).map(|_| genome.mutated(0.95, &mut rng)).collect();
        assert!(mutated.iter().all(|value| (-1.0..=1.0).contains(value)));
        let near = mutated.iter().filter(|value| **value >= 0.85).count();
        assert!((450..700).contains(&near), "{near}");
    }
}
