//! Evolving forests ([KInARow2012] chapter 3): the genetic step of the shared engine, and the training step, in which all
//! forests of a generation compete and their games become what trees learn from.
//!
//! A chromosome is a row of trees, each given by its pattern and a seed ([`TreeGene`]): what the tree says follows from
//! these and from the games known so far. So all trees of the survivors are trained again on the grown data with their
//! patterns kept (section 3.2), children get trees as their parents now have them, and a mutation is a new pattern.
//!
//! Section 6 wishes for two more things, which are here too: weights of trees whose patterns are fixed ([`WeightGenome`]),
//! and a fitness by tasks, or by games against a fixed opponent, instead of games among each other ([`Measure`]).

mod competition;
mod elsewhere;
mod ends;
mod genomes;
mod task;

pub use competition::{Competition, Points};
pub use ends::KnownEnds;
pub use genomes::{Counting, ForestGenome, Shape, TreeGene, TreeGenome, WeightGenome};
pub use task::{EvolveForests, ForestGround, Measure, PlayedGame};

#[cfg(test)]
mod tests;
