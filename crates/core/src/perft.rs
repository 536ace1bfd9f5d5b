//! Counting the leaves of the game tree: the classic check of move generation. Original design.
//!
//! Convention: a pass costs a ply, and a game that ends early is one leaf at whatever depth it ends.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Game, Status, Stop, Stopped};

/// How many leaves the tree of `depth` plies below `pos` has.
///
/// The last ply is counted, not played.
pub fn perft<G: Game>(game: &G, pos: &G::Position, depth: u32) -> u64 {
    game.count_leaves(pos, depth)
}

/// As [`perft`], move by move: what games do that have no faster way, and what a faster way is checked against.
pub fn leaves_one_by_one<G: Game>(game: &G, pos: &G::Position, depth: u32) -> u64 {
    below(game, pos, depth, &mut Vec::new())
}

/// Counts below a position. All plies share one stack of moves.
#[inline]
fn below<G: Game>(game: &G, pos: &G::Position, depth: u32, stack: &mut Vec<G::Move>) -> u64 {
    match (game.status(pos), depth) {
        (Status::Over(_), _) | (_, 0) => 1,
        (Status::ToMove(_), 1) => game.count_moves(pos),
        (Status::ToMove(_), _) => sum_over_moves(game, pos, depth, stack),
    }
}

fn sum_over_moves<G: Game>(game: &G, pos: &G::Position, depth: u32, stack: &mut Vec<G::Move>) -> u64 {
    let first = stack.len();
    game.moves(pos, stack);
    let mut total = 0;
    for index in first..stack.len() {
        let child = game.after(pos, stack[index]);
        total += below(game, &child, depth - 1, stack);
    }
    stack.truncate(first);
    total
}

/// Counts leaves until somebody asks it to stop, on any number of threads; what was counted so far can be asked.
#[derive(Debug, Default)]
pub struct LeafCounter {
    stop: Stop,
    leaves: AtomicU64,
}

/// Trees with about so many leaves are counted in one go.
const QUICK_LEAVES: u64 = 1 << 20;
/// A position with fewer moves may have some below it with as many.
const USUAL_MOVES: u64 = 16;

impl LeafCounter {
    /// A counter that ends when the flag is set.
    #[must_use]
    pub fn new(stop: Stop) -> Self {
        Self { stop, leaves: AtomicU64::new(0) }
    }

    /// The leaves that were counted, those of trees that were not finished included.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        self.leaves.load(Ordering::Relaxed)
    }

    /// As [`perft`].
    ///
    /// # Errors
    /// If it was stopped.
    pub fn count<G: Game>(&self, game: &G, pos: &G::Position, depth: u32) -> Result<u64, Stopped> {
        if self.stop.is_set() {
            return Err(Stopped);
        }
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        let about = (moves.len() as u64).max(USUAL_MOVES).saturating_pow(depth);
        if moves.is_empty() || about <= QUICK_LEAVES {
            let leaves = perft(game, pos, depth);
            self.leaves.fetch_add(leaves, Ordering::Relaxed);
            return Ok(leaves);
        }
        let below = moves.into_iter().map(|mv| self.count(game, &game.after(pos, mv), depth - 1));
        below.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, PerPlayer, Player};

    /// Take one or two stones of five.
    struct Nim;

    impl Game for Nim {
        type Position = (u8, Player);
        type Move = u8;
        fn players(&self) -> usize {
            2
        }
        fn start(&self) -> (u8, Player) {
            (5, Player::FIRST)
        }
        fn status(&self, &(left, player): &(u8, Player)) -> Status {
            let points = PerPlayer::new(2, |one| i32::from(one != player));
            if left == 0 { Status::Over(Outcome { points }) } else { Status::ToMove(player) }
        }
        fn moves(&self, pos: &(u8, Player), out: &mut Vec<u8>) {
            out.extend(1..=pos.0.min(2));
        }
        fn is_legal(&self, pos: &(u8, Player), mv: u8) -> bool {
            (1..=pos.0.min(2)).contains(&mv)
        }
        fn play_unchecked(&self, pos: &mut (u8, Player), mv: u8) {
            *pos = (pos.0 - mv, pos.1.other());
        }
    }

    /// A counter that splits deep trees once dropped the games that had ended above the last plies.
    #[test]
    fn ended_games_are_leaves_at_any_depth() {
        assert_eq!(perft(&Nim, &Nim.start(), 5), 8);
        for depth in 5..12 {
            assert_eq!(LeafCounter::default().count(&Nim, &Nim.start(), depth), Ok(8), "depth {depth}");
        }
    }

    #[test]
    fn leaves_are_counted_at_every_depth() {
        assert_eq!([0, 1, 2, 3, 4].map(|depth| perft(&Nim, &Nim.start(), depth)), [1, 2, 4, 7, 8]);
    }

    #[test]
    fn a_counter_tells_what_it_has_seen_until_it_is_stopped() {
        let stop = Stop::default();
        let counter = LeafCounter::new(stop.clone());
        assert_eq!((counter.count(&Nim, &Nim.start(), 3), counter.leaves()), (Ok(7), 7));
        assert_eq!((counter.count(&Nim, &Nim.start(), 9), counter.leaves()), (Ok(8), 15));
        stop.set();
        assert_eq!((counter.count(&Nim, &Nim.start(), 3), counter.leaves()), (Err(Stopped), 15));
    }
}
