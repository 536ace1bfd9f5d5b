//! One thread that grows the tree: selection, expansion, roll-out and backpropagation, the four steps of [Hoang2021]
//! section 3.2.2.

use agon_core::{Game, Outcome, Player, Rng, Status, Think};

use super::MctsParams;
use super::tree::{Tree, TreeChild, TreeNode};
use super::ucb1::select;
use crate::{Narrowing, Rollout};

/// What all threads share.
pub(super) struct TreeSearch<'t, G: Game, R> {
    pub(super) game: &'t G,
    pub(super) start: &'t G::Position,
    pub(super) tree: &'t Tree<G::Move>,
    pub(super) rollout: &'t R,
    pub(super) narrowing: Option<&'t Narrowing<G>>,
    pub(super) params: MctsParams,
}

/// What each thread has of its own: generator and buffers.
pub(super) struct Simulator<'t, G: Game, R> {
    search: &'t TreeSearch<'t, G, R>,
    rng: Rng,
    scratch: Vec<G::Move>,
    /// The children on the way from the root, each with the player who moved there.
    path: Vec<(Player, &'t TreeNode<G::Move>)>,
}

impl<'t, G: Game, R: Rollout<G>> TreeSearch<'t, G, R> {
    /// The moves that get a child in a position.
    fn candidates(&self, pos: &G::Position, moves: &mut Vec<G::Move>) {
        moves.clear();
        self.game.moves(pos, moves);
        if let Some(narrowing) = self.narrowing {
            narrowing.narrow(self.game, pos, moves);
        }
    }

    /// Gives the root its children, whatever the limits say.
    pub(super) fn grow_root(&self) {
        if self.tree.root.children().is_none() {
            let mut moves = Vec::new();
            self.candidates(self.start, &mut moves);
            self.tree.grow(&self.tree.root, &moves);
        }
    }
}

impl<'t, G: Game, R: Rollout<G>> Simulator<'t, G, R> {
    pub(super) fn new(search: &'t TreeSearch<'t, G, R>, rng: Rng) -> Self {
        Self { search, rng, scratch: Vec::new(), path: Vec::new() }
    }

    /// Simulates until the budget ends, but not more than `most` games.
    pub(super) fn run(&mut self, most: u64, think: &mut Think<'_>) {
        for _ in 0..most {
            if think.node().is_err() {
                return;
            }
            let outcome = self.descend(think);
            let twelfths = outcome.twelfths();
            for (mover, node) in self.path.drain(..) {
                node.reward(twelfths[mover]);
            }
        }
    }

    /// Goes down the tree, lets it grow, and plays on to the end of the game.
    fn descend(&mut self, think: &Think<'_>) -> Outcome {
        let TreeSearch { game, start, tree, rollout, params, .. } = self.search;
        let mut pos = (*start).clone();
        let mut node = &tree.root;
        node.visit();
        loop {
            let mover = match game.status(&pos) {
                Status::Over(outcome) => return outcome,
                Status::ToMove(mover) => mover,
            };
            let visits = node.counts().visits;
            let Some(children) = node.children().or_else(|| self.expand(node, visits, &pos)) else {
                return rollout.play(game, &mut pos, &mut self.rng, &mut self.scratch, think);
            };
            let child = select(children, visits, params.exploration);
            game.play_unchecked(&mut pos, child.mv);
            node = &child.node;
            node.visit();
            self.path.push((mover, node));
        }
    }

    /// Gives a leaf its children, unless it is too early or the tree is full.
    fn expand(
        &mut self,
        node: &'t TreeNode<G::Move>,
        visits: u64,
        pos: &G::Position,
    ) -> Option<&'t [TreeChild<G::Move>]> {
        let MctsParams { expand_after, max_nodes, .. } = self.search.params;
        // The visit that goes on counts already.
        if visits <= u64::from(expand_after) || self.search.tree.has(max_nodes) {
            return None;
        }
        self.search.candidates(pos, &mut self.scratch);
        Some(self.search.tree.grow(node, &self.scratch))
    }
}
