//! Threads that running games share, after the manager of [KInARow2012] section 4.2: while there are as many games as
//! threads, each game has one; when fewer are left, one search at a time takes what is free.
//!
//! Differs from the source: how many threads a search has is settled when it begins.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The threads of a machine, or as many of them as may be used.
#[derive(Debug)]
pub struct FreeThreads {
    threads: usize,
    games: AtomicUsize,
    is_split: AtomicBool,
}

impl FreeThreads {
    /// So many threads, at least one, and no game yet.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self { threads: threads.max(1), games: AtomicUsize::new(0), is_split: AtomicBool::new(false) }
    }

    /// A game that runs until it is dropped.
    pub fn begin_game(self: &Arc<Self>) -> RunningGame {
        self.games.fetch_add(1, Ordering::Relaxed);
        RunningGame(self.clone())
    }

    /// Searches with as many threads as are free for this game: one, unless no other search has more.
    pub fn search<T>(&self, search: impl FnOnce(usize) -> T) -> T {
        let spare = self.threads.saturating_sub(self.games.load(Ordering::Relaxed).max(1));
        let takes = |taken: &AtomicBool| {
            taken.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed).is_ok()
        };
        if spare == 0 || !takes(&self.is_split) {
            return search(1);
        }
        let _given_back = GiveBack(&self.is_split);
        search(1 + spare)
    }
}

/// A game in progress.
#[derive(Debug)]
pub struct RunningGame(Arc<FreeThreads>);

impl Drop for RunningGame {
    fn drop(&mut self) {
        self.0.games.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Gives free threads back, after a panic too.
struct GiveBack<'f>(&'f AtomicBool);

impl Drop for GiveBack<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_game_has_what_is_free_and_many_have_one_each() {
        let machine = Arc::new(FreeThreads::new(3));
        let threads = || machine.search(|threads| threads);
        let first = machine.begin_game();
        assert_eq!(threads(), 3);
        let second = machine.begin_game();
        assert_eq!(threads(), 2);
        let inner = machine.search(|outer| (outer, threads()));
        assert_eq!(inner, (2, 1), "one search at a time has more than one");
        let third = machine.begin_game();
        assert_eq!(threads(), 1);
        drop((second, third));
        assert_eq!(threads(), 3);
        drop(first);
        assert_eq!(FreeThreads::new(0).search(|threads| threads), 1);
    }
}
