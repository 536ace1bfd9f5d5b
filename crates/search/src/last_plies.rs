//! The last plies of [alpha-beta](crate::alpha_beta): no table, no ranking, only the moves one after the other.
//!
//! Most positions of a tree are here, and what is below each is so little that looking anything up, or sorting moves,
//! takes longer than playing on. The two loops are one in principle; but leaves that are valued on the spot, without a
//! child to search in general, make the whole of alpha-beta 8 percent faster.

use agon_core::{Evaluator, Keyed, Player, Score, Stopped, Think};

use crate::alpha_beta::{Child, Node, Window, Worker};

/// With fewer plies than this to the end of the game a search plays on without looking anything up.
pub(crate) const LAST_PLIES: u32 = 6;

impl<G: Keyed, E: Evaluator<G>> Worker<'_, G, E> {
    /// The ply before the leaves.
    pub(crate) fn before_leaves(
        &mut self,
        pos: &G::Position,
        me: Player,
        ply: usize,
        window: Window,
        think: &mut Think<'_>,
    ) -> Result<Score, Stopped> {
        let Window { mut alpha, beta } = window;
        let game = self.shared.game;
        let first = self.moves.len();
        self.shared.source.moves(game, pos, &mut self.moves);
        let mut best = -Score::INFINITE;
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            // A stopped search is thrown away with its stacks: nothing to tidy up.
            think.node()?;
            let child = game.after(pos, mv);
            let value = self.leaf(&child, &game.status(&child), me);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.lines[ply].clear();
                    self.lines[ply].push(mv);
                }
                if value >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(first);
        Ok(best)
    }

    /// A node with few plies to the end of the game.
    pub(crate) fn before_the_end(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        think: &mut Think<'_>,
    ) -> Result<Score, Stopped> {
        let Window { mut alpha, beta } = window;
        let game = self.shared.game;
        let first = self.moves.len();
        self.shared.source.moves(game, node.pos, &mut self.moves);
        let mut best = -Score::INFINITE;
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            let pos = &game.after(node.pos, mv);
            let child = Child { pos, me: node.me, depth: node.depth - 1, ply: node.ply + 1 };
            let value = self.child_value(&child, Window { alpha, beta }, think)?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.set_line(node.ply, mv);
                }
                if value >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}
