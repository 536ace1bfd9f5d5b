//! One thread that grows the tree: selection, expansion, roll-out and backpropagation, the four steps of [Hoang2021]
//! section 3.2.2.

use agon_core::{Game, Outcome, Player, Rng, Status, Think};

use super::MctsParams;
use super::tree::{Child, Node, Tree};
use super::ucb1::select;
use crate::simulation::shares;
use crate::{Narrowing, Rollout};

/// What all threads share.
pub(super) struct Task<'t, G: Game, R> {
    pub(super) game: &'t G,
    pub(super) start: &'t G::Position,
    pub(super) tree: &'t Tree<G::Move>,
    pub(super) rollout: &'t R,
    pub(super) narrowing: Option<&'t Narrowing<G>>,
    pub(super) params: MctsParams,
}

/// What each thread has of its own: generator and buffers.
pub(super) struct Worker<'t, G: Game, R> {
    task: &'t Task<'t, G, R>,
    rng: Rng,
    scratch: Vec<G::Move>,
    /// The children on the way from the root, each with the player who moved there.
    path: Vec<(Player, &'t Node<G::Move>)>,
}

impl<'t, G: Game, R: Rollout<G>> Task<'t, G, R> {
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

impl<'t, G: Game, R: Rollout<G>> Worker<'t, G, R> {
    pub(super) fn new(task: &'t Task<'t, G, R>, rng: Rng) -> Self {
        Self { task, rng, scratch: Vec::new(), path: Vec::new() }
    }

    /// Simulates until the budget ends, but not more than `most` games.
    pub(super) fn run(&mut self, most: u64, think: &mut Think<'_>) {
        for _ in 0..most {
            if think.node().is_err() {
                return;
            }
            let outcome = self.descend(think);
            let shares = shares(&outcome);
            for (mover, node) in self.path.drain(..) {
                node.reward(shares[mover]);
            }
        }
    }

    /// Goes down the tree, lets it grow, and plays on to the end of the game.
    fn descend(&mut self, think: &Think<'_>) -> Outcome {
        let Task { game, start, tree, rollout, params, .. } = self.task;
        let mut pos = (*start).clone();
        let mut node = &tree.root;
        node.visit();
        loop {
            let mover = match game.status(&pos) {
                Status::Over(outcome) => return outcome,
                Status::ToMove(mover) => mover,
            };
            let visits = node.tally().visits;
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
        node: &'t Node<G::Move>,
        visits: u64,
        pos: &G::Position,
    ) -> Option<&'t [Child<G::Move>]> {
        let MctsParams { expand_after, max_nodes, .. } = self.task.params;
        // The visit that goes on counts already.
        if visits <= u64::from(expand_after) || self.task.tree.has(max_nodes) {
            return None;
        }
        self.task.candidates(pos, &mut self.scratch);
        Some(self.task.tree.grow(node, &self.scratch))
    }
}
