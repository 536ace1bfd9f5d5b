//! Which positions other threads are searching, so that each does first what no other is doing.
//!
//! The idea of ABDADA ([Weill1996]) in its simplest form: a small table of keys, and a move whose position another thread
//! has in work waits until the others are done. A lost or a false note costs time only.

use std::sync::atomic::{AtomicU64, Ordering};

/// Enough for the few nodes near the root that threads work on at a time.
const SLOTS: usize = 1 << 12;

/// The keys of the positions that are being searched.
#[derive(Debug)]
pub(crate) struct InProgress(Box<[AtomicU64]>);

impl InProgress {
    pub(crate) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(key >> 20) as usize % SLOTS]
    }

    /// Whether somebody searches this position.
    pub(crate) fn has(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    /// Somebody searches it from now on,
    pub(crate) fn begin(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    /// and no more.
    pub(crate) fn end(&self, key: u64) {
        let _ = self.slot(key).compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
