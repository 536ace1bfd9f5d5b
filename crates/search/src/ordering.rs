//! Which moves to try first: good ones first make alpha-beta fast, and change nothing else.
//!
//! In order: the move that was best before (from the table), killer moves ([Akl1977]: moves that cut off a sibling),
//! and the rest by a cheap look or by the history heuristic ([Schaeffer1989]: moves that cut off anywhere). The cheap
//! look is that of [KInARow2012] section 3.3, an evaluator on the positions after the moves, or the number of replies
//! that the opponent has left.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use agon_core::static_value::static_value;
use agon_core::{Evaluator, Game, Player};

/// The cheap look at a move that decides how early it is tried.
#[derive(Default)]
pub enum Look<G: Game> {
    /// None: only what the search itself has learned counts.
    #[default]
    None,
    /// The value of the position after the move.
    Evaluator(Arc<dyn Evaluator<G>>),
    /// Few replies first: what narrows the opponent down makes small trees.
    Replies,
}

impl<G: Game> Clone for Look<G> {
    fn clone(&self) -> Self {
        match self {
            Self::None => Self::None,
            Self::Evaluator(evaluator) => Self::Evaluator(evaluator.clone()),
            Self::Replies => Self::Replies,
        }
    }
}

/// A move with the rank at which it is tried, and its place in the list of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderedMove<M> {
    pub(crate) mv: M,
    pub(crate) place: u16,
    rank: i32,
}

const TABLE_RANK: i32 = i32::MAX;
const KILLER_RANK: i32 = i32::MAX - 2;
/// A look is worth this much more than history, and never more than a killer.
const LONGEST_LOOK: i32 = KILLER_RANK - 1;
const LOOK_UNIT: i32 = 1 << 8;
const KILLERS: usize = 2;
const HISTORY: usize = 1 << 12;
/// History counts are halved when one grows beyond this.
const HISTORY_LIMIT: i32 = LOOK_UNIT - 1;

/// What a search has learned about moves so far.
#[derive(Clone, Debug)]
pub(crate) struct Memory<M> {
    /// By ply.
    killers: Vec<[Option<M>; KILLERS]>,
    /// By player and move.
    history: Vec<i32>,
}

impl<M> Default for Memory<M> {
    fn default() -> Self {
        Self { killers: Vec::new(), history: vec![0; 2 * HISTORY] }
    }
}

impl<M: Copy + Eq + Hash> Memory<M> {
    /// A move that cut off: a killer at its ply, and part of history. Deep cutoffs count more.
    pub(crate) fn cut_off(&mut self, player: Player, ply: usize, mv: M, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let slot = history_slot(player, mv);
        self.history[slot] += depth.min(12) as i32;
        if self.history[slot] > HISTORY_LIMIT {
            self.history.iter_mut().for_each(|count| *count /= 2);
        }
    }

    fn killer_rank(&self, ply: usize, mv: M) -> Option<i32> {
        let at = self.killers.get(ply)?.iter().position(|&killer| killer == Some(mv))?;
        Some(KILLER_RANK - at as i32)
    }

    fn history(&self, player: Player, mv: M) -> i32 {
        self.history[history_slot(player, mv)]
    }
}

/// A small multiplicative hash: the standard one is slower than the whole rest of ordering.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }
    fn write_u16(&mut self, value: u16) {
        self.write_u64(u64::from(value));
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as u64);
    }
}

#[inline]
fn history_slot<M: Hash>(player: Player, mv: M) -> usize {
    let mut mixer = Mixer::default();
    mv.hash(&mut mixer);
    (mixer.0 >> (64 - HISTORY.ilog2())) as usize + HISTORY * usize::from(player.0 & 1)
}

/// What ordering knows of the position whose moves are ordered.
pub(crate) struct OrderingContext<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) pos: &'a G::Position,
    pub(crate) player: Player,
    pub(crate) ply: usize,
    /// The place of the table's move.
    pub(crate) table: Option<u16>,
}

/// Ranks the moves; the best are then taken one by one with [`next`].
pub(crate) fn rank<G: Game>(
    context: &OrderingContext<'_, G>,
    moves: &[G::Move],
    memory: &Memory<G::Move>,
    look: &Look<G>,
    out: &mut Vec<OrderedMove<G::Move>>,
) {
    out.extend(moves.iter().enumerate().map(|(index, &mv)| {
        let rank = if context.table == Some(index as u16) {
            TABLE_RANK
        } else if let Some(rank) = memory.killer_rank(context.ply, mv) {
            rank
        } else {
            let seen = seen(context, mv, look).clamp(-LONGEST_LOOK / LOOK_UNIT, LONGEST_LOOK / LOOK_UNIT);
            seen.saturating_mul(LOOK_UNIT)
                .saturating_add(memory.history(context.player, mv))
                .min(LONGEST_LOOK)
        };
        OrderedMove { mv, place: index as u16, rank }
    }));
}

#[inline]
fn seen<G: Game>(context: &OrderingContext<'_, G>, mv: G::Move, look: &Look<G>) -> i32 {
    match look {
        Look::None => 0,
        Look::Evaluator(evaluator) => {
            let child = context.game.after(context.pos, mv);
            static_value(context.game, &**evaluator, &child, context.player).0
        }
        Look::Replies => {
            let child = context.game.after(context.pos, mv);
            let replies = context.game.count_moves(&child) as i32;
            let again = context.game.status(&child).to_move() == Some(context.player);
            if again { replies } else { -replies }
        }
    }
}

/// Moves the best of the moves from `at` on to the front and returns it; among equals the first in the list of moves.
#[inline]
pub(crate) fn next<M: Copy>(ranked: &mut [OrderedMove<M>], at: usize) -> OrderedMove<M> {
    let mut best = at;
    for index in at + 1..ranked.len() {
        let (found, kept) = (&ranked[index], &ranked[best]);
        if (found.rank, kept.place) > (kept.rank, found.place) {
            best = index;
        }
    }
    ranked.swap(at, best);
    ranked[at]
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Score;
    use agon_testkit::{HashEvaluator, Toy};

    #[test]
    fn table_killers_look_history() {
        let toy = Toy { seed: 3, players: 2, branching: 8, depth: 3, zero_sum: true };
        let pos = toy.start();
        let player = toy.status(&pos).to_move().unwrap();
        let moves: Vec<u8> = (0..6).collect();
        let mut memory = Memory::default();
        memory.cut_off(player, 0, 4, 3);
        memory.cut_off(player, 1, 2, 3);
        let context = OrderingContext { game: &toy, pos: &pos, player, ply: 0, table: Some(5) };
        let order = |look: &Look<Toy>| {
            let mut ranked = Vec::new();
            rank(&context, &moves, &memory, look, &mut ranked);
            (0..ranked.len()).map(|at| next(&mut ranked, at).mv).collect::<Vec<_>>()
        };
        assert_eq!(order(&Look::None), [5, 4, 2, 0, 1, 3]);
        let evaluator = HashEvaluator { spread: 50 };
        let looked = order(&Look::Evaluator(Arc::new(evaluator)));
        let values: Vec<Score> =
            looked[2..].iter().map(|&mv| evaluator.value(&toy, &toy.after(&pos, mv), player)).collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    }

    #[test]
    fn history_counts_deep_cutoffs_and_is_halved_at_its_limit() {
        let mut memory = Memory::default();
        let first = Player::FIRST;
        memory.cut_off(first, 0, 7u8, 3);
        memory.cut_off(first, 0, 9, 99);
        assert_eq!([7, 9].map(|mv| memory.history(first, mv)), [3, 12]);
        assert_eq!(memory.history(first.other(), 7), 0);
        (0..21).for_each(|_| memory.cut_off(first, 0, 7, 12));
        assert_eq!([7, 9].map(|mv| memory.history(first, mv)), [255, 12]);
        memory.cut_off(first, 0, 7, 1);
        assert_eq!([7, 9].map(|mv| memory.history(first, mv)), [128, 6]);
    }

    #[test]
    fn the_last_two_killers_of_a_ply_are_kept() {
        let mut memory = Memory::default();
        for mv in [1u8, 2, 2, 3] {
            memory.cut_off(Player::FIRST, 4, mv, 1);
        }
        let ranks = |ply| [1, 2, 3].map(|mv| memory.killer_rank(ply, mv));
        assert_eq!(ranks(4), [None, Some(KILLER_RANK - 1), Some(KILLER_RANK)]);
        assert_eq!((ranks(3), ranks(5)), ([None; 3], [None; 3]));
    }

    #[test]
    fn a_copied_look_looks_the_same_way() {
        let evaluator = Look::<Toy>::Evaluator(Arc::new(HashEvaluator { spread: 5 }));
        assert!(matches!(evaluator.clone(), Look::Evaluator(_)));
        assert!(matches!(Look::<Toy>::Replies.clone(), Look::Replies));
        assert!(matches!(Look::<Toy>::None.clone(), Look::None));
    }
}
