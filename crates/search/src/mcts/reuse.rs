//! Keeping what was learned while the game goes on: the subtree of the position that was reached. Ours.
//!
//! An agent sees positions, not the moves between them. So the moves of the old tree are replayed, one ply deeper each
//! time, until a position equals the one at hand. Only visited nodes are worth finding. Everything is counted, nothing
//! timed: the same games keep the same trees.

use agon_core::Game;

use super::tree::{Node, Tree};

/// Four players move once each, or two players twice.
const FARTHEST: u32 = 4;
/// Positions looked at before giving up: a few milliseconds.
const MOST_LOOKS: u32 = 50_000;

/// The part of `tree`, which was grown from `old`, that lies behind `new`; a fresh tree if there is none.
pub(super) fn reached<G: Game>(
    game: &G,
    tree: Tree<G::Move>,
    old: &G::Position,
    new: &G::Position,
) -> Tree<G::Move> {
    let mut search =
        Search { game, goal: new, least: game.plies_left(new), looks: MOST_LOOKS, way: Vec::new() };
    if (0..=FARTHEST).any(|plies| search.finds(&tree.root, old, plies)) {
        tree.keep(&search.way)
    } else {
        Tree::new()
    }
}

struct Search<'a, G: Game> {
    game: &'a G,
    goal: &'a G::Position,
    /// Positions with fewer plies left than the goal lie behind it.
    least: u32,
    looks: u32,
    /// The children that lead to where the search is, root first.
    way: Vec<usize>,
}

impl<G: Game> Search<'_, G> {
    /// Whether the goal lies exactly this many plies below a node; `way` then leads there.
    fn finds(&mut self, node: &Node<G::Move>, pos: &G::Position, plies: u32) -> bool {
        if plies == 0 {
            return pos == self.goal;
        }
        for (index, child) in node.children().unwrap_or_default().iter().enumerate() {
            if child.node.tally().visits == 0 || self.looks == 0 {
                continue;
            }
            self.looks -= 1;
            let after = self.game.after(pos, child.mv);
            if self.game.plies_left(&after) < self.least {
                continue;
            }
            self.way.push(index);
            if self.finds(&child.node, &after, plies - 1) {
                return true;
            }
            self.way.pop();
        }
        false
    }
}
