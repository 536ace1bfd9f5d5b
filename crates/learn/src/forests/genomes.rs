//! What is evolved: the patterns of trees, or the weights of trees whose patterns are fixed.

use std::fmt;
use std::str::FromStr;

use agon_core::{Executor, ReadError, Rng, Seed};

use crate::ga::{Gene, Genome, Integers};
use crate::models::forest::{EndOfGame, Forest, HEAVIEST, Lesson, Pattern, PredictionWeights};

/// Chromosomes that stand for forests.
pub trait ForestGenome: Genome + Clone {
    /// The forest of a chromosome once these games are known.
    fn forest(&self, genes: &[Self::Gene], ends: &[EndOfGame], executor: Executor) -> Forest;
}

/// A tree: its pattern, and the seed of its bootstrap samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeGene {
    /// The cells it asks about.
    pub pattern: Pattern,
    /// What its bootstrap samples follow from.
    pub seed: u64,
}

impl Gene for TreeGene {}

impl fmt::Display for TreeGene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.pattern, self.seed)
    }
}

impl FromStr for TreeGene {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let wrong = || ReadError::new(format!("`{text}` is not a pattern, `#` and a seed"));
        let (pattern, seed) = text.split_once('#').ok_or_else(wrong)?;
        Ok(Self { pattern: pattern.parse()?, seed: seed.parse().map_err(|_| wrong())? })
    }
}

/// Forests of random patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeGenome {
    /// Trees of a forest.
    pub trees: usize,
    /// Cells of a pattern.
    pub attributes: usize,
    /// The side of the window: the "pattern radius" of the source.
    pub side: u32,
    /// Cells that come into question at each node of a tree.
    pub candidates: usize,
    /// The percentage of examples that must agree for a leaf to predict a win or a loss.
    pub sure: u32,
    /// What predictions are worth.
    pub weights: PredictionWeights,
}

impl Genome for TreeGenome {
    type Gene = TreeGene;

    fn count(&self) -> usize {
        self.trees
    }

    fn draw(&self, rng: &mut Rng) -> TreeGene {
        TreeGene { pattern: Pattern::random(self.side, self.attributes, rng), seed: rng.u64() }
    }
}

impl ForestGenome for TreeGenome {
    fn forest(&self, genes: &[TreeGene], ends: &[EndOfGame], executor: Executor) -> Forest {
        let lesson = Lesson { ends, candidates: self.candidates, sure: self.sure };
        let grow = |index: u64| {
            let gene = genes[index as usize];
            lesson.grow(gene.pattern, Seed(gene.seed))
        };
        Forest { woods: executor.map(genes.len() as u64, grow), weights: self.weights }
    }
}

/// The weights of the trees of one forest ([KInARow2012] section 6).
#[derive(Clone, Debug, PartialEq)]
pub struct WeightGenome {
    /// The trees, which stay as they are.
    pub forest: Forest,
    /// The heaviest weight, at most [`HEAVIEST`].
    pub heaviest: u8,
}

impl Genome for WeightGenome {
    type Gene = i32;

    fn count(&self) -> usize {
        self.forest.woods.len()
    }

    fn draw(&self, rng: &mut Rng) -> i32 {
        Integers { count: self.count(), low: 0, high: i32::from(self.heaviest.min(HEAVIEST)) }.draw(rng)
    }
}

impl ForestGenome for WeightGenome {
    fn forest(&self, genes: &[i32], _: &[EndOfGame], _: Executor) -> Forest {
        let mut forest = self.forest.clone();
        for (woods, &weight) in forest.woods.iter_mut().zip(genes) {
            woods.weight = weight.clamp(0, i32::from(HEAVIEST)) as u8;
        }
        forest
    }
}
