//! What other threads are searching right now, so that each thread does something else, and stops what has become
//! useless.
//!
//! All threads search the same tree and share one transposition table, after the idea of ABDADA ([Weill1996]) in its
//! simplified form: a move that another thread is at is put off to the end, when its result will be in the table. The
//! marks are a small table of keys without locks; they may be lost or wrong, which costs a little time and nothing else.
//!
//! Differs from the source: a thread that is done with a position calls back all others that are still below it, since
//! what they would find out is known now. Without this a thread works on below a move that another has already shown to
//! be good enough, often for longer than both together have saved.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

const SLOTS: usize = 1 << 12;
/// Threads are not called back to plies deeper than this.
const LONGEST_PATH: usize = 64;
const NOWHERE: usize = usize::MAX;

/// The keys under search, and where each thread is.
#[derive(Debug)]
pub(crate) struct WorkInProgress {
    marks: Vec<AtomicU64>,
    threads: Vec<ThreadPath>,
}

/// Where in the tree one thread is, on cache lines of its own.
#[derive(Debug)]
#[repr(align(128))]
struct ThreadPath {
    /// The ply to which the thread shall go back.
    called_back: AtomicUsize,
    /// The nodes from the root to where the thread is.
    path: [AtomicU64; LONGEST_PATH],
}

impl WorkInProgress {
    /// No thread has begun yet.
    pub(crate) fn new(threads: usize) -> Self {
        let thread_path =
            || ThreadPath { called_back: AtomicUsize::new(NOWHERE), path: [const { AtomicU64::new(0) }; _] };
        Self {
            marks: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
            threads: (0..threads).map(|_| thread_path()).collect(),
        }
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.marks[(key >> 40) as usize & (SLOTS - 1)]
    }

    #[inline]
    pub(crate) fn has(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    #[inline]
    pub(crate) fn add(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn remove(&self, key: u64) {
        let _ = self.slot(key).compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// A thread begins with a node.
    #[inline]
    pub(crate) fn enter(&self, thread: usize, ply: usize, node: u64) {
        if let Some(place) = self.threads[thread].path.get(ply) {
            place.store(node, Ordering::Relaxed);
        }
    }

    /// A thread is done with a node, whose value is in the table now: nobody else needs to go on below it.
    #[inline]
    pub(crate) fn leave(&self, thread: usize, ply: usize, node: u64) {
        self.enter(thread, ply, 0);
        for thread_path in &self.threads {
            if thread_path.path.get(ply).is_some_and(|place| place.load(Ordering::Relaxed) == node) {
                thread_path.called_back.fetch_min(ply, Ordering::Relaxed);
            }
        }
    }

    /// Whether a thread at this ply shall go back to it or further.
    #[inline]
    pub(crate) fn is_called_back(&self, thread: usize, ply: usize) -> bool {
        self.threads[thread].called_back.load(Ordering::Relaxed) <= ply
    }

    /// Whether this ply is the one to which the thread was called back; if so, it has arrived.
    pub(crate) fn has_come_back(&self, thread: usize, ply: usize) -> bool {
        let called_back = &self.threads[thread].called_back;
        called_back.compare_exchange(ply, NOWHERE, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_below_the_same_node_are_called_back() {
        let in_progress = WorkInProgress::new(3);
        for (thread, nodes) in [[7, 8, 9], [7, 8, 10], [7, 11, 9]].into_iter().enumerate() {
            for (ply, node) in nodes.into_iter().enumerate() {
                in_progress.enter(thread, ply, node);
            }
        }
        in_progress.leave(0, 1, 8);
        let called_back = |ply| [0, 1, 2].map(|thread| in_progress.is_called_back(thread, ply));
        assert_eq!(called_back(5), [false, true, false]);
        assert_eq!(called_back(0), [false; 3]);
        assert!(!in_progress.has_come_back(1, 2) && in_progress.has_come_back(1, 1));
        assert_eq!(called_back(5), [false; 3]);
    }

    #[test]
    fn the_call_from_nearest_the_root_counts() {
        let in_progress = WorkInProgress::new(2);
        in_progress.enter(1, 2, 5);
        in_progress.enter(1, 4, 6);
        in_progress.leave(0, 2, 5);
        in_progress.leave(0, 4, 6);
        assert!(!in_progress.has_come_back(1, 4) && in_progress.has_come_back(1, 2));
        in_progress.leave(0, LONGEST_PATH + 3, 5);
        assert!(!in_progress.is_called_back(1, LONGEST_PATH + 9));
    }
}
