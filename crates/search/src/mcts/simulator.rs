//! One thread that grows the tree: selection, expansion, roll-out and backpropagation, the four steps of [Hoang2021]
//! section 3.2.2.

use agon_core::{Game, MAX_PLAYERS, Rng, Status, Think, split_win};

use super::MctsParams;
use super::tree::{Fate, Tree, TreeChild, TreeNode, Writers, wins};
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
    /// The children on the way from the root.
    path: Vec<&'t TreeChild<G::Move>>,
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
        if let (None, Some(mover)) = (self.tree.root.children(), self.game.status(self.start).to_move()) {
            let mut moves = Vec::new();
            self.candidates(self.start, &mut moves);
            self.tree.grow(&self.tree.root, mover, &moves);
        }
    }

    fn writers(&self) -> Writers {
        if self.params.threads > 1 { Writers::Several } else { Writers::One }
    }

    /// Whether a leaf gets children: it was visited often enough, and the tree is not full.
    fn may_grow(&self, leaf: &TreeNode<G::Move>) -> bool {
        let MctsParams { expand_after, max_nodes, .. } = self.params;
        // The visit that goes on counts already.
        leaf.counts().visits > u64::from(expand_after) && !self.tree.has(max_nodes)
    }
}

impl<'t, G: Game, R: Rollout<G>> Simulator<'t, G, R> {
    pub(super) fn new(search: &'t TreeSearch<'t, G, R>, rng: Rng) -> Self {
        Self { search, rng, scratch: Vec::new(), path: Vec::new() }
    }

    /// Simulates until the budget ends, but not more than `most` games.
    pub(super) fn run(&mut self, most: u64, think: &mut Think<'_>) {
        let writers = self.search.writers();
        for _ in 0..most {
            if think.node().is_err() {
                return;
            }
            let won = self.descend(writers, think);
            for child in self.path.drain(..) {
                child.node.reward(u64::from(won[child.mover.index()]), writers);
            }
        }
    }

    /// Goes down the tree, lets it grow, and plays on to the end of the game; what each player won there.
    fn descend(&mut self, writers: Writers, think: &Think<'_>) -> [u8; MAX_PLAYERS] {
        let TreeSearch { game, start, tree, rollout, params, .. } = self.search;
        let mut node = &tree.root;
        node.visit(writers);
        // Where the tree ends, the way there is played; until then nobody needs to know what lies on the board.
        let mut reached: Option<G::Position> = None;
        loop {
            let children = match node.fate() {
                Some(Fate::Over(won)) => return *won,
                Some(Fate::Children(children)) => children,
                None => {
                    let pos = reached.get_or_insert_with(|| {
                        let mut pos = (*start).clone();
                        self.path.iter().for_each(|child| game.play_unchecked(&mut pos, child.mv));
                        pos
                    });
                    let mover = match game.status(pos) {
                        Status::Over(outcome) => return node.end(&outcome.twelfths()),
                        Status::ToMove(mover) => mover,
                    };
                    if let Some(winner) = game.sure_winner(pos) {
                        return node.end(&split_win(game.players(), |player| player == winner));
                    }
                    if !self.search.may_grow(node) {
                        return wins(&rollout.play(game, pos, &mut self.rng, &mut self.scratch, think));
                    }
                    self.search.candidates(pos, &mut self.scratch);
                    tree.grow(node, mover, &self.scratch);
                    continue;
                }
            };
            let child = select(children, node.counts().visits, params.exploration);
            if let Some(pos) = &mut reached {
                game.play_unchecked(pos, child.mv);
            }
            node = &child.node;
            node.visit(writers);
            self.path.push(child);
        }
    }
}
