//! The tree that threads grow together, with nothing but atomics, after [Enzenberger2009].
//!
//! The children of a node are one block of memory, written once. Each knows who moves there, and a node at the end of a
//! game how it ended, so that a simulation that stays within the tree needs no position at all. Visits and rewards share one word, so that a single
//! addition updates a node and no reader ever sees half an update:
//!
//! ```text
//!   63                                 30 29                         0
//!  +-------------------------------------+----------------------------+
//!  |  twelfths of wins, at most 12 x 2^30 |   visits, less than 2^30   |
//!  +-------------------------------------+----------------------------+
//! ```
//!
//! A visit is counted on the way down and its reward on the way up. In between the visit looks like a loss, which
//! keeps other threads off the same path: the virtual loss of [Chaslot2008], without a counter of its own.
//! Differs from the sources: an addition is never lost, where they let threads overwrite each other. A thread that is alone
//! saves the care that this takes.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use agon_core::{MAX_PLAYERS, PerPlayer, Player, first_best};

/// The tree stops counting here: more visits would run into the rewards.
pub(super) const MOST_VISITS: u64 = (1 << VISIT_BITS) - 1;
const VISIT_BITS: u32 = 30;

/// A position that was reached, and how often the player who moved there won.
pub(super) struct TreeNode<M> {
    counts: AtomicU64,
    fate: OnceLock<Fate<M>>,
}

/// How many threads update the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writers {
    /// Nobody comes between reading a number and writing it back.
    One,
    /// Some may update the same node at the same time.
    Several,
}

/// What is behind a node, once somebody has looked.
pub(super) enum Fate<M> {
    /// The moves that go on.
    Children(Box<[TreeChild<M>]>),
    /// The game is over or its winner is sure: what each player won.
    Over([u8; MAX_PLAYERS]),
}

/// A move, who makes it, and the node it leads to.
pub(super) struct TreeChild<M> {
    pub(super) mv: M,
    pub(super) mover: Player,
    pub(super) node: TreeNode<M>,
}

/// How often a node was visited, and what its mover won there. Ordered by visits first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct VisitCounts {
    pub(super) visits: u64,
    pub(super) twelfths: u64,
}

impl<M> TreeNode<M> {
    fn new() -> Self {
        Self { counts: AtomicU64::new(0), fate: OnceLock::new() }
    }

    #[inline]
    pub(super) fn counts(&self) -> VisitCounts {
        let word = self.counts.load(Ordering::Relaxed);
        VisitCounts { visits: word & MOST_VISITS, twelfths: word >> VISIT_BITS }
    }

    /// Counts a visit, lost until [`reward`](Self::reward) says otherwise.
    #[inline]
    pub(super) fn visit(&self, writers: Writers) {
        self.add(1, writers);
    }

    /// Counts what a visit won.
    #[inline]
    pub(super) fn reward(&self, twelfths: u64, writers: Writers) {
        self.add(twelfths << VISIT_BITS, writers);
    }

    #[inline]
    fn add(&self, amount: u64, writers: Writers) {
        match writers {
            // What an addition that cannot be interrupted costs is a good part of a simulation within the tree.
            Writers::One => {
                self.counts.store(self.counts.load(Ordering::Relaxed) + amount, Ordering::Relaxed);
            }
            Writers::Several => {
                self.counts.fetch_add(amount, Ordering::Relaxed);
            }
        }
    }

    /// What is behind the node, if somebody has looked.
    #[inline]
    pub(super) fn fate(&self) -> Option<&Fate<M>> {
        self.fate.get()
    }

    /// The children, if the node was expanded.
    #[inline]
    pub(super) fn children(&self) -> Option<&[TreeChild<M>]> {
        match self.fate.get()? {
            Fate::Children(children) => Some(children),
            Fate::Over(_) => None,
        }
    }

    /// Notes that nothing behind the node needs to be looked at, and what each player won, in twelfths.
    pub(super) fn end(&self, twelfths: &PerPlayer<u64>) -> [u8; MAX_PLAYERS] {
        let won = wins(twelfths);
        let _ = self.fate.set(Fate::Over(won));
        won
    }

    /// The most visited child, of equals the one that won most, then the first.
    pub(super) fn favourite(&self) -> Option<&TreeChild<M>> {
        first_best(self.children()?, |child| child.node.counts())
    }

    /// How many nodes there are from here on.
    fn count(&self) -> usize {
        1 + self.children().unwrap_or_default().iter().map(|child| child.node.count()).sum::<usize>()
    }
}

/// A root, what has grown below it, and how many nodes that are.
pub(super) struct Tree<M> {
    pub(super) root: TreeNode<M>,
    nodes: AtomicUsize,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new() -> Self {
        Self { root: TreeNode::new(), nodes: AtomicUsize::new(1) }
    }

    /// Whether there are this many nodes.
    #[inline]
    pub(super) fn has(&self, nodes: usize) -> bool {
        self.nodes.load(Ordering::Relaxed) >= nodes
    }

    /// Gives a node one child for each move of a player. Whoever comes second finds the children of the first.
    pub(super) fn grow(&self, node: &TreeNode<M>, mover: Player, moves: &[M]) {
        self.nodes.fetch_add(moves.len(), Ordering::Relaxed);
        let child = |&mv| TreeChild { mv, mover, node: TreeNode::new() };
        let _ = node.fate.set(Fate::Children(moves.iter().map(child).collect()));
    }

    /// Keeps only what lies behind these children, root first. A root whose winner is sure still needs children, to
    /// choose from.
    pub(super) fn keep(mut self, way: &[usize]) -> Self {
        for &index in way {
            let children = match self.root.fate.take() {
                Some(Fate::Children(children)) => children.into_vec(),
                _ => Vec::new(),
            };
            self.root = children.into_iter().nth(index).map_or_else(TreeNode::new, |child| child.node);
        }
        if let Some(Fate::Over(_)) = self.root.fate() {
            self.root = TreeNode::new();
        }
        Self { nodes: AtomicUsize::new(self.root.count()), root: self.root }
    }
}

/// What each player won, in twelfths.
pub(super) fn wins(twelfths: &PerPlayer<u64>) -> [u8; MAX_PLAYERS] {
    let of = |seat| twelfths.as_slice().get(seat).map_or(0, |&twelfths| twelfths as u8);
    std::array::from_fn(of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::split_win;

    #[test]
    fn visits_and_rewards_do_not_touch_each_other() {
        let node = TreeNode::<u8>::new();
        node.visit(Writers::One);
        assert_eq!(node.counts(), VisitCounts { visits: 1, twelfths: 0 });
        node.reward(12, Writers::One);
        node.visit(Writers::Several);
        node.reward(3, Writers::Several);
        assert_eq!(node.counts(), VisitCounts { visits: 2, twelfths: 15 });
    }

    #[test]
    fn the_first_children_stay() {
        let tree = Tree::new();
        tree.grow(&tree.root, Player::FIRST, &[1, 2]);
        tree.grow(&tree.root, Player::FIRST, &[7, 8, 9]);
        assert_eq!(tree.root.children().unwrap().iter().map(|child| child.mv).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn a_kept_subtree_counts_itself_only() {
        let tree = Tree::new();
        tree.grow(&tree.root, Player::FIRST, &[1, 2, 3]);
        let children = tree.root.children().unwrap();
        children[1].node.visit(Writers::One);
        tree.grow(&children[1].node, Player::SECOND, &[4, 5]);
        assert!(tree.has(6) && !tree.has(7));
        let kept = tree.keep(&[1]);
        assert_eq!(kept.root.counts().visits, 1);
        assert!(kept.has(3) && !kept.has(4));
        assert!(kept.keep(&[0, 0]).has(1));
    }

    /// A node may be known to be won before the game is over; as a root it must get children all the same.
    #[test]
    fn a_root_never_ends() {
        let tree = Tree::new();
        tree.grow(&tree.root, Player::FIRST, &[1, 2, 3]);
        let child = &tree.root.children().unwrap()[2].node;
        child.visit(Writers::One);
        child.end(&split_win(2, |player| player == Player::FIRST));
        let kept = tree.keep(&[2]);
        assert!(kept.root.fate().is_none());
        kept.grow(&kept.root, Player::SECOND, &[4, 5]);
        assert_eq!(kept.root.children().map(<[_]>::len), Some(2));
    }
}
