//! What other threads are searching right now, so that each thread can do something else first.
//!
//! A small table of keys without locks, after the idea of ABDADA ([Weill1996]) in its simplified form: all threads
//! search the same tree and share one transposition table; a move that another thread is at is put off to the end,
//! when its result will be in the table. Marks may be lost or wrong, which costs a little time and nothing else.

use std::sync::atomic::{AtomicU64, Ordering};

const SLOTS: usize = 1 << 12;

/// The keys under search.
#[derive(Debug)]
pub(crate) struct Busy(Vec<AtomicU64>);

impl Default for Busy {
    fn default() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Busy {
    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(key >> 40) as usize & (SLOTS - 1)]
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
}
