//! What [alpha-beta](crate::alpha_beta) knows of a position before it searches it: the table, the images of the position in
//! the symmetries of the board, and a shallow search where nothing else is known.

use agon_core::{Evaluator, Keyed, Stopped, Think};

use crate::alpha_beta::{Node, Shared, Window, Worker};
use crate::table::{Bound, TableEntry};

/// A shallow search pays where at least so many plies are below.
const SHALLOW_FIRST_HEIGHT: u32 = 8;
/// So many times shallower that search is.
const SHALLOWER: u32 = 6;
/// Up to this ply, what is proven is also kept under the key that symmetric positions share.
const IMAGES_PLY: usize = 3;
/// To find that key takes as long as searching some hundred positions: it pays where many more are below.
const IMAGES_HEIGHT: u32 = 8;

impl<G: Keyed, E: Evaluator<G>> Worker<'_, G, E> {
    /// What the table knows of a node or, near the root, of a symmetric one. Evaluators need not value symmetric positions alike, so
    /// of these only what is proven counts; and their best move is another one.
    pub(crate) fn known(&self, node: &Node<'_, G>, key: u64) -> Option<TableEntry> {
        let table = self.shared.table?;
        let known = table.load(key);
        if !self.shares_with_symmetric(node) || known.is_some_and(|entry| entry.proven) {
            return known;
        }
        let of_symmetric = table.load(self.symmetric_key(node));
        let of_symmetric = of_symmetric.filter(|entry| entry.proven && entry.is_valid_at(node.depth));
        of_symmetric.map(|entry| TableEntry { best: known.and_then(|entry| entry.best), ..entry }).or(known)
    }

    /// Only what a search to the end can prove is worth sharing. Where moves are left out, images may lose different ones.
    fn shares_with_symmetric(&self, node: &Node<'_, G>) -> bool {
        let has_use = node.ply <= IMAGES_PLY && node.height >= IMAGES_HEIGHT && node.is_endgame();
        has_use && self.shared.source.is_complete()
    }

    pub(crate) fn remember(&self, node: &Node<'_, G>, key: u64, entry: TableEntry) {
        let Some(table) = self.shared.table else { return };
        table.store(key, entry);
        if entry.proven && self.shares_with_symmetric(node) {
            table.store(self.symmetric_key(node), entry);
        }
    }

    /// The place of the move to begin with: what is known, or else what a shallow search finds (known as internal
    /// iterative deepening). Only where the search goes to the end of the game, so that most positions have not been met
    /// by a shallower one. Its guesses have no part in the value.
    pub(crate) fn first_choice(
        &mut self,
        node: &Node<'_, G>,
        key: u64,
        known: Option<u16>,
        think: &mut Think<'_>,
    ) -> Result<Option<u16>, Stopped> {
        let has_use = known.is_none() && node.is_endgame() && node.height >= SHALLOW_FIRST_HEIGHT;
        let Some(table) = self.shared.table.filter(|_| has_use) else { return Ok(known) };
        let guesses_before = self.guesses;
        let depth = (node.height / SHALLOWER).max(2);
        let searched = self.node(node.pos, node.me, depth, node.ply, Window::FULL, think);
        self.guesses = guesses_before;
        searched?;
        self.clear_line(node.ply);
        Ok(table.load(key).and_then(|entry| entry.best))
    }

    /// Lengthens a line by what the table knows: where a result came from the table, the line below it is cut short.
    pub(crate) fn extend_line(&mut self, pos: &G::Position, line: &mut Vec<G::Move>, longest: usize) {
        let Shared { game, source, table: Some(table), .. } = self.shared else { return };
        let mut pos = line.iter().fold(pos.clone(), |pos, &mv| game.after(&pos, mv));
        while line.len() < longest && game.status(&pos).to_move().is_some() {
            let best = table.load(self.table_key(&pos)).filter(|entry| entry.bound == Bound::Exact);
            self.moves.clear();
            source.moves(game, &pos, &mut self.moves);
            let place = best.and_then(|entry| entry.best);
            let Some(&mv) = place.and_then(|place| self.moves.get(usize::from(place))) else { return };
            line.push(mv);
            pos = game.after(&pos, mv);
        }
    }

    /// The key of a position as the root player sees it: values of other viewpoints differ.
    pub(crate) fn table_key(&self, pos: &G::Position) -> u64 {
        self.seen_from_root(self.shared.game.key(pos))
    }

    /// The key that a node shares with symmetric ones. Never that of the node itself, where its best move is kept.
    fn symmetric_key(&self, node: &Node<'_, G>) -> u64 {
        !self.seen_from_root(self.shared.game.canonical_key(node.pos))
    }

    fn seen_from_root(&self, key: u64) -> u64 {
        key ^ u64::from(self.shared.root.0).wrapping_mul(0x94d0_49bb_1331_11eb)
    }
}
