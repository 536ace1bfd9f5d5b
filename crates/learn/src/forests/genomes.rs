//! What is evolved: the patterns of trees, or the weights of trees whose patterns are fixed.

use std::fmt;
use std::str::FromStr;

use agon_core::{Executor, ReadError, Rng, Seed};

use crate::ga::{Gene, Genome, Integers};
use crate::models::forest::{EndOfGame, Forest, HEAVIEST, Lesson, Pattern, PredictionWeights, Woods};

/// Chromosomes that stand for forests.
pub trait ForestGenome: Genome + Clone {
    /// The forest of a chromosome once these games are known.
    fn forest(&self, genes: &[Self::Gene], ends: &[EndOfGame], executor: Executor) -> Forest;
}

/// A tree: its pattern, the seed of its bootstrap samples, how sure it has to be, and how much it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeGene {
    /// The cells it asks about.
    pub pattern: Pattern,
    /// What its bootstrap samples follow from.
    pub seed: u64,
    /// The percentage of examples that must agree for a leaf to predict a win or a loss.
    pub sure: u8,
    /// How much its predictions count.
    pub weight: u8,
}

impl Gene for TreeGene {}

impl fmt::Display for TreeGene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}/{}/{}", self.pattern, self.seed, self.sure, self.weight)
    }
}

impl FromStr for TreeGene {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let wrong =
            || ReadError::new(format!("`{text}` is not a pattern, `#` and seed/percentage/weight of a tree"));
        let (pattern, rest) = text.split_once('#').ok_or_else(wrong)?;
        let mut rest = rest.splitn(3, '/');
        let mut next = || rest.next().and_then(|number| number.parse::<u64>().ok()).ok_or_else(wrong);
        let (seed, sure, weight) = (next()?, next()?, next()?);
        if sure > 100 || weight > u64::from(HEAVIEST) {
            return Err(wrong());
        }
        Ok(Self { pattern: pattern.parse()?, seed, sure: sure as u8, weight: weight as u8 })
    }
}

/// Where the cells of a pattern may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Anywhere in the window, as in the source.
    Scattered,
    /// Side by side, in a row or on a diagonal. Ours: what decides games of lines lies on lines.
    Straight,
}

/// How trees differ from each other in what they demand and how much they count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// All alike, as in the source.
    Equal,
    /// A tree counts as much as the odds that it demands: one that speaks only where 90 of 100 examples agree has seen
    /// nine right answers for each wrong one. Ours.
    Odds,
}

impl Counting {
    /// The weight of a tree that demands so many percent.
    fn weight(self, sure: u32) -> u8 {
        match self {
            Self::Equal => 1,
            Self::Odds => (sure / (100 - sure.min(99))).clamp(1, u32::from(HEAVIEST)) as u8,
        }
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
    /// Where these cells lie.
    pub shape: Shape,
    /// The least and the highest percentage of examples that must agree for a leaf to predict a win or a loss; trees
    /// draw theirs.
    pub sure: [u32; 2],
    /// How much trees count.
    pub counting: Counting,
    /// The fewest examples of a leaf.
    pub fewest: u32,
    /// Whether trees learn from windows in all eight positions.
    pub turned: bool,
    /// What predictions are worth.
    pub weights: PredictionWeights,
}

impl Genome for TreeGenome {
    type Gene = TreeGene;

    fn count(&self) -> usize {
        self.trees
    }

    fn draw(&self, rng: &mut Rng) -> TreeGene {
        let pattern = match self.shape {
            Shape::Scattered => Pattern::random(self.side, self.attributes, rng),
            Shape::Straight => Pattern::straight(self.side, self.attributes, rng),
        };
        let seed = rng.u64();
        let [least, most] = self.sure;
        let sure = if least < most { least + rng.below(most - least + 1) } else { least };
        TreeGene { pattern, seed, sure: sure as u8, weight: self.counting.weight(sure) }
    }
}

impl ForestGenome for TreeGenome {
    fn forest(&self, genes: &[TreeGene], ends: &[EndOfGame], executor: Executor) -> Forest {
        let Self { candidates, fewest, turned, .. } = *self;
        let grow = |index: u64| {
            let gene = genes[index as usize];
            let lesson = Lesson { ends, candidates, sure: u32::from(gene.sure), fewest, turned };
            let woods = lesson.grow(gene.pattern, Seed(gene.seed));
            Woods { weight: gene.weight, ..woods }
        };
        Forest { woods: executor.map(genes.len() as u64, grow), weights: self.weights, game: None }
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
