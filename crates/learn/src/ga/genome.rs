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
