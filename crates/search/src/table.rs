//! The transposition table: what was found out about positions, shared between threads without locks.
//!
//! Each slot is two words, the second holding the data and the first the key mixed with the data ([Hyatt2002]): a slot
//! torn by two threads writing at once does not match any key and is ignored. Slots come in pairs: the deeper result
//! stays in the first, the newer one goes into the second. A shallower guess never replaces a proof about the same position.
//!
//! Differs from common practice: a result is used only where a search of the wanted depth would find the same, that
//! is for the same depth, or for any larger one if it was proven to the end. So a search with a table gives exactly
//! the value of one without. The table begins small and grows into its memory as it fills, so that short searches do not
//! pay for pages they never need; each time it doubles, the entries move to where they are looked for now. What earlier
//! games left behind counts as absent, so that a game does not depend on those before it.
//!
//! Tried without gain, on 8x8 Reversi by discs to depth 12 (33.1 million nodes at 24 million a second of processor time): larger
//! buckets, as 16 MiB lose nothing that 512 MiB would keep and 1 MiB costs 3 percent more nodes; prefetching the entries of
//! a child, 1 to 3 percent slower since its key is found twice; pairs that never cross a cache line, from 1 percent slower
//! to 4 percent faster in three tries.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use agon_core::{Score, shortage};

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    pub(crate) score: Score,
    /// Plies searched below the position.
    pub(crate) depth: u32,
    /// Whether no evaluator was asked: every line went to the end.
    pub(crate) proven: bool,
    pub(crate) bound: Bound,
    /// The place of the best move in the list of moves.
    pub(crate) best: Option<u16>,
}

/// Deeper searches are stored as this deep.
const DEEPEST: u32 = 1023;
/// Stands for no move; moves from this place on are not remembered.
const NO_MOVE: u64 = 0xfff;
/// Games are numbered from one; a slot of number zero is empty.
const GENERATIONS: u64 = 128;

impl TableEntry {
    /// Whether a search of `depth` plies would find the same.
    pub(crate) fn is_valid_at(&self, depth: u32) -> bool {
        let depth = depth.min(DEEPEST);
        depth == self.depth || (self.proven && depth > self.depth)
    }

    /// ```text
    ///   63       52 51        45 44    43 42    41    32 31     0
    ///   | best move | generation | bound | proven | depth | score |
    /// ```
    fn pack(self, generation: u64) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        u64::from(self.score.0 as u32)
            | u64::from(self.depth.min(DEEPEST)) << 32
            | u64::from(self.proven) << 42
            | bound << 43
            | generation << 45
            | self.best.map_or(NO_MOVE, |best| u64::from(best).min(NO_MOVE)) << 52
    }

    /// The entry, if it is of this generation.
    #[inline]
    fn unpack(data: u64, generation: u64) -> Option<Self> {
        if data >> 45 & (GENERATIONS - 1) != generation {
            return None;
        }
        Some(Self {
            score: Score(data as u32 as i32),
            depth: (data >> 32) as u32 & DEEPEST,
            proven: data >> 42 & 1 == 1,
            bound: match data >> 43 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            best: Some((data >> 52) as u16).filter(|&best| u64::from(best) != NO_MOVE),
        })
    }
}

/// The key, mixed with the data, and the data.
type Slot = [AtomicU64; 2];

/// The entry in a slot if it belongs to `key`.
#[inline]
fn load_from([check, data]: &Slot, key: u64, generation: u64) -> Option<TableEntry> {
    let data = data.load(Ordering::Relaxed);
    let check = check.load(Ordering::Relaxed);
    if check ^ data == key { TableEntry::unpack(data, generation) } else { None }
}

fn store_in([check, data_of_slot]: &Slot, key: u64, data: u64) {
    check.store(key ^ data, Ordering::Relaxed);
    data_of_slot.store(data, Ordering::Relaxed);
}

/// How deep the entry is that would be lost; nothing is lost with an old or empty one.
fn depth_in([_, data]: &Slot, generation: u64) -> u32 {
    TableEntry::unpack(data.load(Ordering::Relaxed), generation).map_or(0, |entry| entry.depth)
}

/// A table of a fixed size at most.
#[derive(Debug)]
pub struct TranspositionTable {
    slots: Vec<Slot>,
    /// How many of the slots are in use: a power of two.
    in_use: AtomicUsize,
    /// Entries stored since the last growth, about.
    stored: AtomicUsize,
    generation: u64,
}

/// Slots in use at first: 64 KiB.
const FIRST_SLOTS: usize = 1 << 12;
/// Only one store in so many is counted, and counts for all, so that threads seldom meet at the counter.
const COUNTED: u64 = 32;

impl TranspositionTable {
    /// A table that takes at most this many bytes, rounded down to a power of two. Where the machine does not give so
    /// many it is smaller, which is noted: a table changes nothing but the time.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        let wanted = 1 << (bytes / size_of::<Slot>()).max(2).ilog2();
        let mut length = wanted;
        let slots = loop {
            match bytemuck::try_zeroed_vec::<Slot>(length) {
                Ok(slots) => break slots,
                // Two slots are 32 bytes: without them nothing works, and the allocator says so.
                Err(()) if length == 2 => break bytemuck::zeroed_vec(2),
                Err(()) => length /= 2,
            }
        };
        if length < wanted {
            let kibibytes = |length: usize| (length * size_of::<Slot>()) >> 10;
            shortage::note(format!(
                "there is no memory for a table of {} KiB: {} KiB are used",
                kibibytes(wanted),
                kibibytes(length)
            ));
        }
        let in_use = AtomicUsize::new(FIRST_SLOTS.min(slots.len()));
        Self { slots, in_use, stored: AtomicUsize::new(0), generation: 1 }
    }

    #[inline]
    fn pair(&self, key: u64) -> &[Slot] {
        let first = (key as usize & (self.in_use.load(Ordering::Relaxed) - 1)) & !1;
        &self.slots[first..first + 2]
    }

    /// Counts a store, and doubles the slots in use when there were half as many stores.
    #[inline]
    fn count_store(&self, key: u64) {
        if !(key >> 32).is_multiple_of(COUNTED) {
            return;
        }
        let stored = self.stored.fetch_add(COUNTED as usize, Ordering::Relaxed) + COUNTED as usize;
        let in_use = self.in_use.load(Ordering::Relaxed);
        if stored > in_use / 2 && in_use < self.slots.len() {
            // Of several threads that come here at once, one has the last word.
            if self.stored.compare_exchange(stored, 0, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                self.grow(in_use);
            }
        }
    }

    /// Doubles the slots in use. What other threads store meanwhile may be lost, and nothing else.
    #[cold]
    fn grow(&self, in_use: usize) {
        let (lower, upper) = self.slots.split_at(in_use);
        for (slot, above) in lower.iter().zip(upper) {
            let data = slot[1].load(Ordering::Relaxed);
            let key = slot[0].load(Ordering::Relaxed) ^ data;
            if TableEntry::unpack(data, self.generation).is_some() && key as usize & in_use != 0 {
                store_in(above, key, data);
                store_in(slot, 0, 0);
            }
        }
        self.in_use.store(2 * in_use, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn load(&self, key: u64) -> Option<TableEntry> {
        self.pair(key).iter().find_map(|slot| load_from(slot, key, self.generation))
    }

    pub(crate) fn store(&self, key: u64, entry: TableEntry) {
        let [first, second] = self.pair(key) else { return };
        let stays = |known: TableEntry| known.proven && !entry.proven && entry.depth < known.depth;
        if self.load(key).is_some_and(stays) {
            return;
        }
        let known = load_from(first, key, self.generation).is_some();
        let slot = if known || entry.depth >= depth_in(first, self.generation) { first } else { second };
        store_in(slot, key, entry.pack(self.generation));
        self.count_store(key);
    }

    /// Forgets everything: a new generation begins, and only when their numbers run out is the memory wiped.
    pub fn clear(&mut self) {
        self.generation += 1;
        *self.in_use.get_mut() = FIRST_SLOTS.min(self.slots.len());
        *self.stored.get_mut() = 0;
        if self.generation == GENERATIONS {
            match bytemuck::try_zeroed_vec(self.slots.len()) {
                Ok(slots) => self.slots = slots,
                Err(()) => self.slots.fill_with(bytemuck::Zeroable::zeroed),
            }
            self.generation = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: i32, depth: u32) -> TableEntry {
        TableEntry { score: Score(score), depth, proven: false, bound: Bound::Lower, best: Some(3) }
    }

    #[test]
    fn entries_survive_packing() {
        for best in [None, Some(0), Some(4000)] {
            for (score, proven, bound) in [
                (-5, true, Bound::Exact),
                (i32::MAX / 2, false, Bound::Upper),
                (-(1 << 30), true, Bound::Lower),
            ] {
                let entry = TableEntry { score: Score(score), depth: 77, proven, bound, best };
                assert_eq!(TableEntry::unpack(entry.pack(77), 77), Some(entry));
                assert_eq!(TableEntry::unpack(entry.pack(77), 78), None);
            }
        }
    }

    /// No machine has so many bytes. This was once a panic.
    #[test]
    fn a_table_beyond_memory_is_smaller() {
        let table = TranspositionTable::with_bytes(1 << 60);
        assert!(table.slots.len() < 1 << 56);
        assert!(shortage::take().iter().any(|text| text.contains("no memory for a table")));
        table.store(10, entry(1, 9));
        assert_eq!(table.load(10), Some(entry(1, 9)));
        assert!(TranspositionTable::with_bytes(usize::MAX).slots.len() > 2);
    }

    #[test]
    fn the_deeper_result_stays() {
        let table = TranspositionTable::with_bytes(32);
        table.store(10, entry(1, 9));
        table.store(20, entry(2, 3));
        table.store(30, entry(3, 4));
        assert_eq!(table.load(10), Some(entry(1, 9)));
        assert_eq!(table.load(20), None, "replaced by the newer one");
        assert_eq!(table.load(30), Some(entry(3, 4)));
        assert_eq!(table.load(99), None);
    }

    #[test]
    fn a_guess_does_not_replace_a_proof() {
        let table = TranspositionTable::with_bytes(32);
        let proof = TableEntry { proven: true, ..entry(1, 9) };
        table.store(10, proof);
        table.store(10, entry(2, 3));
        assert_eq!(table.load(10), Some(proof));
        let better = TableEntry { bound: Bound::Exact, ..proof };
        table.store(10, better);
        assert_eq!(table.load(10), Some(better));
        // Nor in the second slot.
        table.store(20, TableEntry { proven: true, ..entry(3, 5) });
        table.store(20, entry(4, 3));
        assert!(table.load(20).is_some_and(|entry| entry.proven));
        table.store(20, entry(4, 7));
        assert_eq!(table.load(20), Some(entry(4, 7)), "a deeper guess may answer more");
    }

    #[test]
    fn a_cleared_table_is_empty_every_time() {
        let mut table = TranspositionTable::with_bytes(64);
        for _ in 0..300 {
            assert_eq!(table.load(5), None);
            table.store(5, entry(1, 200));
            table.store(5, entry(7, 3));
            assert_eq!(table.load(5), Some(entry(7, 3)));
            table.clear();
        }
    }

    #[test]
    fn growing_loses_nothing() {
        let table = TranspositionTable::with_bytes(1 << 20);
        // All of these count as stores, and no two of them ever share a pair.
        let keys = || (0..1500u64).map(|index| index * 2 + (index << 37));
        for key in keys() {
            table.store(key, entry(key as u32 as i32, 5));
        }
        assert!(table.in_use.load(Ordering::Relaxed) > 2 * FIRST_SLOTS, "it grew");
        assert!(keys().all(|key| table.load(key) == Some(entry(key as u32 as i32, 5))));
    }

    #[test]
    fn only_the_same_search_can_use_a_result() {
        let guess = entry(1, 5);
        assert!(guess.is_valid_at(5) && !guess.is_valid_at(4) && !guess.is_valid_at(6));
        let proof = TableEntry { proven: true, ..guess };
        assert!(proof.is_valid_at(5) && !proof.is_valid_at(4) && proof.is_valid_at(60));
    }
}
