//! How woods are trained ([KInARow2012] section 2.3, steps 1 to 7): each tree learns from a bootstrap sample of the games,
//! and what was not drawn tells how often it errs.
//!
//! Both views of a game belong together: they are drawn together or not at all. A tree asks about a few random cells of
//! the window (section 3.5), among which `candidates` are drawn at each node (step 4).
//! Differs from the source, which does not say how large its bootstrap samples are: here, as many draws as games.

use agon_core::Seed;

use super::tree::Seen;
use super::{DecisionTree, EndOfGame, Pattern, Woods};

/// What trees are trained on, and how.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<'e> {
    /// The games; windows as wide as the patterns.
    pub ends: &'e [EndOfGame],
    /// How many cells come into question at each node.
    pub candidates: usize,
    /// The percentage of examples that must agree for a leaf to predict a win or a loss; zero in the source.
    pub sure: u32,
    /// Fewer examples than this make no leaf of their own: what the node above says holds for them. One in the source.
    pub fewest: u32,
    /// Whether each window is looked at in all eight positions in which trees are asked later. In the source it is not.
    pub turned: bool,
}

impl<'e> Lesson<'e> {
    /// As in the source.
    #[must_use]
    pub fn plain(ends: &'e [EndOfGame], candidates: usize) -> Self {
        Self { ends, candidates, sure: 0, fewest: 1, turned: false }
    }

    /// Trains the tree of a pattern. The same seed and games give the same tree.
    #[must_use]
    pub fn grow(&self, pattern: Pattern, seed: Seed) -> Woods {
        let mut rng = seed.stream("forest/bootstrap", 0);
        let mut draws = vec![0u32; self.ends.len()];
        for _ in 0..self.ends.len() {
            draws[rng.below(self.ends.len() as u32) as usize] += 1;
        }
        let images = if self.turned { pattern.in_window() } else { vec![pattern.cells().to_vec()] };
        let mut counts = vec![[0u32; 3]; 3usize.pow(pattern.count() as u32)];
        for (end, &times) in self.ends.iter().zip(&draws).filter(|(_, times)| **times > 0) {
            for (cell, result) in end.views() {
                for image in &images {
                    counts[number(image, &cell)][result as usize] += times;
                }
            }
        }
        let seen = counts.into_iter().enumerate().filter(|(_, counts)| *counts != [0; 3]);
        let mut seen: Vec<Seen> = seen.map(|(index, counts)| (index as u32, counts)).collect();
        let tree = DecisionTree::learn(&mut seen, pattern.count(), self, &mut rng);
        let error = self.error(&pattern, &tree, &draws);
        Woods { pattern, tree, weight: 1, error }
    }

    /// The share of wrong predictions among the games that were not drawn.
    fn error(&self, pattern: &Pattern, tree: &DecisionTree, draws: &[u32]) -> Option<f64> {
        let (mut wrong, mut asked) = (0u32, 0u32);
        for (end, _) in self.ends.iter().zip(draws).filter(|(_, times)| **times == 0) {
            for (cell, result) in end.views() {
                wrong += u32::from(tree.predict(|at| cell(pattern.cells()[at])) != result);
                asked += 1;
            }
        }
        (asked > 0).then(|| f64::from(wrong) / f64::from(asked))
    }
}

/// What stands on some cells as a number to the base of three, its first cell the lowest digit.
fn number(cells: &[u16], cell: impl Fn(u16) -> u8) -> usize {
    cells.iter().rev().fold(0, |number, &at| 3 * number + usize::from(cell(at)))
}
