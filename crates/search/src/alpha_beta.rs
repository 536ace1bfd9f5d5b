//! Alpha-beta: minimax that leaves out what cannot matter ([Knuth1975]), here fail-soft as a negamax, with a
//! transposition table and move ordering. Sources: [Cherry2011] section 4.2.2.7.1, [KInARow2012] sections 2.1 and 3.3.
//!
//! ```text
//!   fail-soft:  result <= alpha        means  true value <= result
//!               alpha < result < beta  means  true value == result
//!               beta <= result         means  true value >= result
//! ```
//!
//! Differs from the sources: the sign changes with the side, never with the ply, since a player may move twice in a
//! row. Sides are the player at the root and everybody else, so the same search serves two players, and more of them
//! as [paranoid](crate::Paranoid) search. Values are always the root player's view, turned round for the others.
//!
//! What is known of a position before it is searched is in `recall.rs`, what is left out on purpose in `probcut.rs`, the
//! last plies are in `last_plies.rs`.

use agon_core::static_value::{estimated, finished};
use agon_core::{Evaluator, Game, Keyed, Player, Score, Status, Stopped, Think};

use crate::last_plies::LAST_PLIES;
use crate::move_source::MoveSource;
use crate::ordering::{self, Look, Memory, OrderedMove, OrderingContext};
use crate::probcut::Selective;
use crate::table::{Bound, TableEntry, TranspositionTable};
use crate::work_in_progress::WorkInProgress;

/// A cheap look at every move pays only where much is below.
const LOOK_HEIGHT: u32 = 3;
/// Threads stay out of each other's way where at least this much is below.
const SHARED_DEPTH: u32 = 4;

/// A window: the values that still matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// Everything matters.
    pub(crate) const FULL: Self = Self { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// A number that two different windows hardly ever share.
    fn mark(self) -> u64 {
        let both = u64::from(self.alpha.0 as u32) << 32 | u64::from(self.beta.0 as u32);
        both.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The same seen from the other side.
    fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A position that a move of `me` led to.
pub(crate) struct Child<'p, G: Game> {
    pub(crate) pos: &'p G::Position,
    pub(crate) me: Player,
    /// Plies to search below it.
    pub(crate) depth: u32,
    pub(crate) ply: usize,
}

/// A position to search.
pub(crate) struct Node<'p, G: Game> {
    pub(crate) pos: &'p G::Position,
    /// Who moves.
    pub(crate) me: Player,
    /// Plies to search below it.
    pub(crate) depth: u32,
    pub(crate) ply: usize,
    /// Plies that there can be below it: the game may end before `depth` is used up.
    pub(crate) height: u32,
}

impl<G: Game> Node<'_, G> {
    /// Whether the search goes to the end of the game from here.
    pub(crate) fn is_endgame(&self) -> bool {
        self.depth > self.height
    }
}

/// What all threads of one search share.
pub(crate) struct Shared<'s, G: Game, E> {
    pub(crate) game: &'s G,
    pub(crate) evaluator: &'s E,
    pub(crate) source: &'s dyn MoveSource<G>,
    pub(crate) look: &'s Look<G>,
    pub(crate) table: Option<&'s TranspositionTable>,
    pub(crate) in_progress: Option<&'s WorkInProgress>,
    pub(crate) selective: Option<&'s Selective>,
    /// Whether moves after the first are searched with an empty window first. Known at run time only: to compile the
    /// search once for each answer is not faster to play, and takes twice as long for every game.
    pub(crate) scout: bool,
    pub(crate) root: Player,
}

impl<G: Game, E> Clone for Shared<'_, G, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, E> Copy for Shared<'_, G, E> {}

/// One thread of a search.
pub(crate) struct Worker<'s, G: Game, E> {
    pub(crate) shared: Shared<'s, G, E>,
    /// Which of the threads, from zero.
    thread: usize,
    pub(crate) memory: &'s mut Memory<G::Move>,
    /// Leaves at which the evaluator was asked, here or where the table learned it.
    pub(crate) guesses: u64,
    /// Whether the search at hand decides about a cut of ProbCut.
    pub(crate) foretelling: bool,
    /// The best line below each ply, as far as it is known.
    pub(crate) lines: Vec<Vec<G::Move>>,
    pub(crate) moves: Vec<G::Move>,
    ranked: Vec<OrderedMove<G::Move>>,
}

impl<'s, G: Keyed, E: Evaluator<G>> Worker<'s, G, E> {
    pub(crate) fn new(shared: Shared<'s, G, E>, thread: usize, memory: &'s mut Memory<G::Move>) -> Self {
        Self {
            shared,
            thread,
            memory,
            guesses: 0,
            foretelling: false,
            lines: vec![Vec::new(); 2],
            moves: Vec::new(),
            ranked: Vec::new(),
        }
    }

    /// The value of a child for the player who moved there.
    #[inline]
    pub(crate) fn child_value(
        &mut self,
        child: &Child<'_, G>,
        window: Window,
        think: &mut Think<'_>,
    ) -> Result<Score, Stopped> {
        let &Child { pos, me, depth, ply } = child;
        match self.shared.game.status(pos) {
            Status::ToMove(next) if depth > 0 => {
                if self.same_side(me, next) {
                    self.node(pos, next, depth, ply, window, think)
                } else {
                    Ok(-self.node(pos, next, depth, ply, window.turned(), think)?)
                }
            }
            status => {
                think.node()?;
                self.lines[ply].clear();
                Ok(self.leaf(pos, &status, me))
            }
        }
    }

    /// The value of a leaf for `me`.
    #[inline]
    pub(crate) fn leaf(&mut self, pos: &G::Position, status: &Status, me: Player) -> Score {
        let Shared { game, evaluator, root, .. } = self.shared;
        let value = match status {
            Status::Over(outcome) => finished(game, pos, outcome, root),
            Status::ToMove(_) => {
                self.guesses += 1;
                estimated(game, evaluator, pos, root)
            }
        };
        if me == root { value } else { -value }
    }

    #[inline]
    fn same_side(&self, one: Player, other: Player) -> bool {
        (one == self.shared.root) == (other == self.shared.root)
    }

    /// The value of a position for the player to move.
    pub(crate) fn node(
        &mut self,
        pos: &G::Position,
        me: Player,
        depth: u32,
        ply: usize,
        window: Window,
        think: &mut Think<'_>,
    ) -> Result<Score, Stopped> {
        think.node()?;
        self.clear_line(ply);
        if depth == 1 {
            return self.before_leaves(pos, me, ply, window, think);
        }
        let node = Node { pos, me, depth, ply, height: depth.min(self.shared.game.plies_left(pos)) };
        let near_the_end = node.is_endgame() && node.height < LAST_PLIES;
        let (first_move, first_ranked, guesses) = (self.moves.len(), self.ranked.len(), self.guesses);
        loop {
            let searched = match near_the_end {
                true => self.before_the_end(&node, window, think),
                false => self.inner_node(&node, window, think),
            };
            self.moves.truncate(first_move);
            self.ranked.truncate(first_ranked);
            // Another thread was quicker: the answer is in the table.
            let answered = searched.is_err()
                && self
                    .shared
                    .in_progress
                    .is_some_and(|in_progress| in_progress.has_come_back(self.thread, ply));
            if !answered {
                return searched;
            }
            self.guesses = guesses;
            self.clear_line(ply);
        }
    }

    /// A node with something to search below its children.
    fn inner_node(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        think: &mut Think<'_>,
    ) -> Result<Score, Stopped> {
        let &Node { pos, depth, ply, .. } = node;
        let key = self.table_key(pos);
        let known = self.known(node, key);
        if let Some(entry) = known.filter(|entry| entry.is_valid_at(depth)) {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= window.beta,
                Bound::Upper => entry.score <= window.alpha,
            };
            if enough {
                self.guesses += u64::from(!entry.proven);
                return Ok(entry.score);
            }
        }
        if let Some(bound) = self.probable_bound(node, window, think)? {
            return Ok(bound);
        }
        let first_choice = self.first_choice(node, key, known.and_then(|entry| entry.best), think)?;
        let in_progress = self.shared.in_progress.filter(|_| depth >= SHARED_DEPTH);
        let work = (key ^ window.mark()).wrapping_add(u64::from(depth));
        if let Some(in_progress) = in_progress {
            if in_progress.is_called_back(self.thread, ply) {
                return Err(Stopped);
            }
            in_progress.enter(self.thread, ply, work);
        }
        let guesses_before = self.guesses;
        let first = self.ranked.len();
        self.rank_moves(node, first_choice);
        let (best, place) = self.search_moves(node, window, first, think)?;
        let bound = match best {
            best if best >= window.beta => Bound::Lower,
            best if best > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let proven = self.guesses == guesses_before;
        self.remember(node, key, TableEntry { score: best, depth, proven, bound, best: place });
        if let Some(in_progress) = in_progress {
            in_progress.leave(self.thread, ply, work);
        }
        Ok(best)
    }

    /// Searches the ranked moves of a node; returns the best value and the place of its move.
    fn search_moves(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        first: usize,
        think: &mut Think<'_>,
    ) -> Result<(Score, Option<u16>), Stopped> {
        let &Node { pos, me, depth, ply, .. } = node;
        let Window { mut alpha, beta } = window;
        let count = self.ranked.len() - first;
        let (mut best, mut place) = (-Score::INFINITE, None);
        let mut deferred = 0;
        let mut at = 0;
        while at < count + deferred {
            // Moves that another thread is searching come again at the end, when its results are in the table.
            let again = at >= count;
            let ranked = match again {
                false => ordering::next(&mut self.ranked[first..first + count], at),
                true => self.ranked[first + at],
            };
            at += 1;
            let child = &self.shared.game.after(pos, ranked.mv);
            let claim = match self.claim(child, depth, at > 1 && !again) {
                Some(claim) => claim,
                None => {
                    self.ranked.push(ranked);
                    deferred += 1;
                    continue;
                }
            };
            let child = Child { pos: child, me, depth: depth - 1, ply: ply + 1 };
            let value = self.scouted_value(&child, place.is_none(), Window { alpha, beta }, think);
            self.release(claim);
            let value = value?;
            if value > best {
                (best, place) = (value, Some(ranked.place));
                if value > alpha {
                    alpha = value;
                    self.set_line(ply, ranked.mv);
                }
                if value >= beta {
                    self.memory.cut_off(me, ply, ranked.mv, depth);
                    break;
                }
            }
        }
        Ok((best, place))
    }

    /// Says that this thread searches a child now. `None`: another one does, and this one may wait.
    fn claim(&self, child: &G::Position, depth: u32, may_wait: bool) -> Option<Option<u64>> {
        match self.shared.in_progress {
            Some(in_progress) if depth >= SHARED_DEPTH => {
                let key = self.table_key(child).wrapping_add(u64::from(depth));
                if may_wait && in_progress.has(key) {
                    return None;
                }
                in_progress.add(key);
                Some(Some(key))
            }
            _ => Some(None),
        }
    }

    fn release(&self, claim: Option<u64>) {
        if let (Some(in_progress), Some(key)) = (self.shared.in_progress, claim) {
            in_progress.remove(key);
        }
    }

    fn rank_moves(&mut self, node: &Node<'_, G>, table: Option<u16>) {
        let first = self.moves.len();
        let Shared { game, source, look, .. } = self.shared;
        source.moves(game, node.pos, &mut self.moves);
        let look = if node.height >= LOOK_HEIGHT { look } else { &Look::None };
        let context = OrderingContext { game, pos: node.pos, player: node.me, ply: node.ply, table };
        ordering::rank(&context, &self.moves[first..], self.memory, look, &mut self.ranked);
    }

    pub(crate) fn clear_line(&mut self, ply: usize) {
        if self.lines.len() <= ply + 1 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        self.lines[ply].clear();
    }

    /// The best line from `ply` on is now `mv` and the line below it.
    pub(crate) fn set_line(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        if let Some(below) = lower.first() {
            upper[ply].extend_from_slice(below);
        }
    }
}
