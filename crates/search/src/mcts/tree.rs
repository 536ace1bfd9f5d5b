//! The tree that threads grow together, with nothing but atomics, after [Enzenberger2009].
//!
//! The children of a node are one block of memory, written once. Visits and rewards share one word, so that a single
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
//! Differs from the sources: an addition is never lost, where they let threads overwrite each other.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use agon_core::first_best;

/// The tree stops counting here: more visits would run into the rewards.
pub(super) const MOST_VISITS: u64 = (1 << VISIT_BITS) - 1;
const VISIT_BITS: u32 = 30;

/// A position that was reached, and how often the player who moved there won.
pub(super) struct TreeNode<M> {
    counts: AtomicU64,
    children: OnceLock<Box<[TreeChild<M>]>>,
}

/// A move and the node it leads to.
pub(super) struct TreeChild<M> {
    pub(super) mv: M,
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
        Self { counts: AtomicU64::new(0), children: OnceLock::new() }
    }

    #[inline]
    pub(super) fn counts(&self) -> VisitCounts {
        let word = self.counts.load(Ordering::Relaxed);
        VisitCounts { visits: word & MOST_VISITS, twelfths: word >> VISIT_BITS }
    }

    /// Counts a visit, lost until [`reward`](Self::reward) says otherwise.
    #[inline]
    pub(super) fn visit(&self) {
        self.counts.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts what a visit won.
    #[inline]
    pub(super) fn reward(&self, twelfths: u64) {
        self.counts.fetch_add(twelfths << VISIT_BITS, Ordering::Relaxed);
    }

    /// The children, if the node was expanded.
    #[inline]
    pub(super) fn children(&self) -> Option<&[TreeChild<M>]> {
        self.children.get().map(|children| &**children)
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

    /// Gives a node one child for each move. Whoever comes second finds the children of the first.
    pub(super) fn grow<'t>(&self, node: &'t TreeNode<M>, moves: &[M]) -> &'t [TreeChild<M>] {
        self.nodes.fetch_add(moves.len(), Ordering::Relaxed);
        let block: Box<[_]> = moves.iter().map(|&mv| TreeChild { mv, node: TreeNode::new() }).collect();
        node.children.get_or_init(|| block)
    }

    /// Keeps only what lies behind these children, root first.
    pub(super) fn keep(mut self, way: &[usize]) -> Self {
        for &index in way {
            let children = self.root.children.take().map(<[_]>::into_vec).unwrap_or_default();
            self.root = children.into_iter().nth(index).map_or_else(TreeNode::new, |child| child.node);
        }
        Self { nodes: AtomicUsize::new(self.root.count()), root: self.root }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_and_rewards_do_not_touch_each_other() {
        let node = TreeNode::<u8>::new();
        node.visit();
        assert_eq!(node.counts(), VisitCounts { visits: 1, twelfths: 0 });
        node.reward(12);
        node.visit();
        node.reward(3);
        assert_eq!(node.counts(), VisitCounts { visits: 2, twelfths: 15 });
    }

    #[test]
    fn the_first_children_stay() {
        let tree = Tree::new();
        assert_eq!(tree.grow(&tree.root, &[1, 2]).len(), 2);
        assert_eq!(tree.grow(&tree.root, &[7, 8, 9])[1].mv, 2);
    }

    #[test]
    fn a_kept_subtree_counts_itself_only() {
        let tree = Tree::new();
        let children = tree.grow(&tree.root, &[1, 2, 3]);
        children[1].node.visit();
        tree.grow(&children[1].node, &[4, 5]);
        assert!(tree.has(6) && !tree.has(7));
        let kept = tree.keep(&[1]);
        assert_eq!(kept.root.counts().visits, 1);
        assert!(kept.has(3) && !kept.has(4));
        assert!(kept.keep(&[0, 0]).has(1));
    }
}
