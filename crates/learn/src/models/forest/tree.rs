//! A decision tree by ID3 ([KInARow2012] section 2.2): every node asks about the cell that tells most about the result.
//!
//! Cells that a tree asks about are given by their places in its pattern. A branch without examples predicts what those
//! of its node say; the tree is not pruned.

use agon_core::Rng;

use super::information::entropy;
use super::{Lesson, Prediction};

/// Part of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// An answer.
    Leaf(Prediction),
    /// A question.
    Split {
        /// The cell, as its place in the pattern.
        attribute: u8,
        /// What follows where the cell is empty, own, the opponent's.
        branches: Box<[Node; 3]>,
    },
}

/// A tree over the cells of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionTree {
    /// The first question, or the only answer.
    pub root: Node,
}

/// A gain below this is no gain but rounding.
const NO_GAIN: f64 = 1e-9;

/// Examples that look the same to a pattern: its cells as a number to the base of three, and how many ended how.
pub(super) type Seen = (u32, [u32; 3]);

impl DecisionTree {
    /// What the tree predicts of cells: 0 empty, 1 own, 2 of the opponent.
    #[inline]
    pub fn predict(&self, cell: impl Fn(usize) -> u8) -> Prediction {
        let mut node = &self.root;
        loop {
            match node {
                Node::Leaf(prediction) => return *prediction,
                Node::Split { attribute, branches } => {
                    node = &branches[usize::from(cell(usize::from(*attribute)))];
                }
            }
        }
    }

    /// How many nodes and leaves there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.root.size()
    }

    /// What the tree says of every combination of cells, by its number to the base of three.
    #[must_use]
    pub fn table(&self, attributes: usize) -> Vec<Prediction> {
        let digit = |index: usize, at: usize| (index / 3usize.pow(at as u32) % 3) as u8;
        (0..3usize.pow(attributes as u32)).map(|index| self.predict(|at| digit(index, at))).collect()
    }

    /// Learns a tree; at each node some of the cells that are left come into question, drawn at random.
    pub(super) fn learn(seen: &mut [Seen], attributes: usize, lesson: &Lesson<'_>, rng: &mut Rng) -> Self {
        let left: Vec<u8> = (0..attributes as u8).collect();
        Self { root: learn(seen, &left, lesson, rng) }
    }
}

impl Node {
    fn size(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::Split { branches, .. } => 1 + branches.iter().map(Self::size).sum::<usize>(),
        }
    }
}

fn learn(seen: &mut [Seen], left: &[u8], lesson: &Lesson<'_>, rng: &mut Rng) -> Node {
    let counts = total(seen);
    let answer = Node::Leaf(Prediction::of_most(counts, lesson.sure));
    if counts.iter().filter(|&&count| count > 0).count() < 2 {
        return answer;
    }
    let Some(attribute) = most_telling(seen, counts, &drawn(left, lesson.candidates, rng)) else {
        return answer;
    };
    let rest: Vec<u8> = left.iter().copied().filter(|&other| other != attribute).collect();
    // Stable: what a tree becomes depends on the examples alone.
    seen.sort_by_key(|&(index, _)| digit(index, attribute));
    let first = seen.partition_point(|&(index, _)| digit(index, attribute) < 1);
    let second = seen.partition_point(|&(index, _)| digit(index, attribute) < 2);
    let (head, others) = seen.split_at_mut(second);
    let (empty, own) = head.split_at_mut(first);
    let branches = [empty, own, others].map(|part| match is_enough(part, lesson.fewest) {
        true => learn(part, &rest, lesson, rng),
        false => answer.clone(),
    });
    let same = branches
        .iter()
        .all(|branch| matches!((branch, &branches[0]), (Node::Leaf(one), Node::Leaf(other)) if one == other));
    if same { branches[0].clone() } else { Node::Split { attribute, branches: Box::new(branches) } }
}

/// Whether there are examples, and no fewer than a leaf needs.
fn is_enough(seen: &[Seen], fewest: u32) -> bool {
    !seen.is_empty() && total(seen).iter().sum::<u32>() >= fewest
}

/// Some of the attributes, in their order; all of them where no fewer are wanted.
fn drawn(left: &[u8], candidates: usize, rng: &mut Rng) -> Vec<u8> {
    if candidates >= left.len() {
        return left.to_vec();
    }
    let mut drawn = left.to_vec();
    rng.shuffle(&mut drawn);
    drawn.truncate(candidates.max(1));
    drawn.sort_unstable();
    drawn
}

/// The attribute of the largest information gain, the first of equal ones; `None` where none gains anything.
fn most_telling(seen: &[Seen], counts: [u32; 3], attributes: &[u8]) -> Option<u8> {
    let before = entropy(counts);
    let gain = |&attribute: &u8| {
        let mut split = [[0; 3]; 3];
        for &(index, counts) in seen {
            let branch = &mut split[digit(index, attribute) as usize];
            branch.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        before - split.into_iter().map(entropy).sum::<f64>()
    };
    let mut best = None;
    for attribute in attributes {
        let gain = gain(attribute);
        if gain > best.map_or(NO_GAIN, |(most, _)| most) {
            best = Some((gain, *attribute));
        }
    }
    best.map(|(_, attribute)| attribute)
}

fn total(seen: &[Seen]) -> [u32; 3] {
    seen.iter().fold([0; 3], |sum, (_, counts)| std::array::from_fn(|at| sum[at] + counts[at]))
}

/// One cell of the number that stands for all of them.
fn digit(index: u32, attribute: u8) -> u32 {
    index / 3u32.pow(u32::from(attribute)) % 3
}
