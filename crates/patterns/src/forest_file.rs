//! Forests as XML files, in the form of [KInARow2012] appendix 10.1.
//!
//! ```text
//!   <?agon train forests/gomoku --seed 1?>                 where it comes from; not in the source
//!   <RandomForest win="2" draw="1.5" loss="-0.5" game="...">  what predictions are worth, the game; not in the source
//!     <RandomWoods weight="1" error="0.31">                 how much the tree counts, how often it errs; not in the source
//!       <TrainingAttributesList><TrainingAttributes attributeIndxs="3,17,25"/></TrainingAttributesList>
//!       <ForestTree decisionAttr="49">                      the place of the result, behind the cells of the window
//!         <TreeRoot headerIndx="17">                        the cell that is asked about
//!           <TreeLeaf branchValue="0" categoryValue="0"/>   empty: a draw
//!           <TreeNode branchValue="1" headerIndx="3"> ...   own: another question
//!           <TreeLeaf branchValue="2" categoryValue="2"/>   the opponent's: a loss
//! ```
//!
//! The scan of the appendix broke the DTD in three places (quotes, a name, its end), which are repaired in [`DTD`]; the
//! attributes that the source does not have may be missing. A tree that is a single answer has a root without a cell, whose
//! only leaf has no branch. No entity is ever expanded, and nothing is nested deeper than a tree can be.

mod read;
mod write;

pub use read::read_forest;
pub use write::{DTD, write_forest};

/// No forest has more trees.
pub const MOST_TREES: usize = 1000;

#[cfg(test)]
mod tests;
