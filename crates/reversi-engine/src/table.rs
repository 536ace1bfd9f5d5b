//! The transposition table: two bounds and two moves for each position, four positions in a cache line. Original design.
//!
//! Threads share it without locks: an entry is two words, and the first is the key mixed with the second, so that halves
//! of different entries are not taken for one.

use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::shortage;

use crate::board::Board;
use crate::large_pages;

/// What lies beyond the table, where nobody looks.
static EMPTY: Bucket = [const { AtomicU64::new(0) }; WORDS];

/// No move.
pub(crate) const NO_MOVE: u8 = 64;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value is at least this,
    pub(crate) lower: i8,
    /// and at most this.
    pub(crate) upper: i8,
    /// How thoroughly the bounds were found.
    pub(crate) level: Level,
    /// The best move and the one that was best before.
    pub(crate) moves: [u8; 2],
}

/// How thorough a search is: its depth in discs, and its selectivity among those of one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub(crate) depth: u8,
    pub(crate) selectivity: u8,
}

impl Level {
    /// Whether what one search has found holds for the other.
    pub(crate) fn serves(self, wanted: Self) -> bool {
        self.depth >= wanted.depth && self.selectivity >= wanted.selectivity
    }

    fn order(self) -> u32 {
        u32::from(self.depth) << 8 | u32::from(self.selectivity)
    }
}

impl Entry {
    const fn pack(self, generation: u8) -> u64 {
        u64::from_le_bytes([
            self.lower as u8,
            self.upper as u8,
            self.level.depth,
            self.level.selectivity,
            self.moves[0],
            self.moves[1],
            generation,
            0,
        ])
    }

    const fn unpack(data: u64) -> (Self, u8) {
        let [lower, upper, depth, selectivity, first, second, generation, _] = data.to_le_bytes();
        let level = Level { depth, selectivity };
        (Self { lower: lower as i8, upper: upper as i8, level, moves: [first, second] }, generation)
    }
}

/// Four slots of two words each: the key mixed with the data, and the data. All zero if nothing was ever stored.
pub(crate) type Bucket = [AtomicU64; WORDS];
const WORDS: usize = 8;

/// What was found of positions, until newer or deeper results take the place.
#[derive(Debug)]
pub struct Table {
    words: Vec<AtomicU64>,
    /// Where the first cache line begins.
    first: usize,
    /// One less than the number of buckets, which is a power of two.
    mask: usize,
    /// Of the current search.
    generation: u8,
    /// Results of earlier generations are those of another game.
    oldest: u8,
}

impl Table {
    /// A table of about that many bytes, or of fewer where the memory is short.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        let fitting = (bytes / size_of::<Bucket>()).max(1);
        let mut count = if fitting.is_power_of_two() { fitting } else { fitting.next_power_of_two() / 2 };
        loop {
            // One bucket more, so that the first can begin with a cache line.
            if let Some(words) = large_pages::try_zeroed::<AtomicU64>((count + 1).saturating_mul(WORDS)) {
                let first = words.as_ptr().align_offset(size_of::<Bucket>()).min(WORDS);
                return Self { words, first, mask: count - 1, generation: 1, oldest: 1 };
            }
            count = (count / 2).max(1);
            shortage::note(format!("no memory for a table of {bytes} bytes: it is smaller"));
        }
    }

    /// A new search begins: what it finds counts more than what is there.
    pub fn begin_search(&mut self) {
        match self.generation {
            u8::MAX => self.wipe(),
            _ => self.generation += 1,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.begin_search();
        self.oldest = self.generation;
    }

    fn wipe(&mut self) {
        match large_pages::try_zeroed::<AtomicU64>(self.words.len()) {
            Some(words) => {
                self.words = words;
                self.first = self.words.as_ptr().align_offset(size_of::<Bucket>()).min(WORDS);
            }
            None => self.words.fill_with(AtomicU64::default),
        }
        (self.generation, self.oldest) = (1, 1);
    }

    #[inline(always)]
    pub(crate) fn bucket(&self, key: u64) -> &Bucket {
        let place = self.first + (key as usize & self.mask) * WORDS;
        self.words[place..].first_chunk().unwrap_or(&EMPTY)
    }

    /// What is known of a position.
    #[inline(always)]
    pub(crate) fn load(&self, board: Board) -> Option<Entry> {
        let key = board.key();
        let found = self.bucket(key).as_chunks::<2>().0.iter().find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            (slot[0].load(Ordering::Relaxed) ^ data == key).then_some(data)
        })?;
        let (entry, generation) = Entry::unpack(found);
        (generation >= self.oldest).then_some(entry)
    }

    /// Keeps what was found: together with what is known on the same level, before what is less thorough or older.
    pub(crate) fn store(&self, board: Board, level: Level, bounds: (i32, i32), best: u8) {
        let key = board.key();
        let slots = self.bucket(key).as_chunks::<2>().0;
        let (mut place, mut least) = (&slots[0], u32::MAX);
        let (mut lower, mut upper, mut moves) = (bounds.0 as i8, bounds.1 as i8, [best, NO_MOVE]);
        for slot in slots {
            let data = slot[1].load(Ordering::Relaxed);
            let (entry, generation) = Entry::unpack(data);
            if slot[0].load(Ordering::Relaxed) ^ data == key && generation >= self.oldest {
                if entry.level == level {
                    lower = lower.max(entry.lower);
                    upper = upper.min(entry.upper);
                    if lower > upper {
                        (lower, upper) = (bounds.0 as i8, bounds.1 as i8);
                    }
                } else if entry.level.serves(level) && generation == self.generation {
                    return;
                }
                moves = merged(entry.moves, best);
                place = slot;
                break;
            }
            let age = u32::from(generation == self.generation) << 16;
            let value = if generation < self.oldest { 0 } else { age | entry.level.order() };
            if value < least {
                (place, least) = (slot, value);
            }
        }
        let data = Entry { lower, upper, level, moves }.pack(self.generation);
        place[0].store(key ^ data, Ordering::Relaxed);
        place[1].store(data, Ordering::Relaxed);
    }
}

/// The best move first, and the other one that was best before.
fn merged(known: [u8; 2], best: u8) -> [u8; 2] {
    match best {
        NO_MOVE => known,
        _ if best == known[0] => known,
        _ => [best, known[0]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: Level = Level { depth: 9, selectivity: 5 };

    fn board(own: u64) -> Board {
        Board { own, opponent: !own & 0xffff }
    }

    #[test]
    fn bounds_of_one_level_come_together() {
        let table = Table::with_bytes(64);
        table.store(board(1), LEVEL, (-64, 4), 7);
        table.store(board(1), LEVEL, (2, 64), 9);
        let entry = table.load(board(1)).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.moves), (2, 4, [9, 7]));
        assert_eq!(table.load(board(2)), None);
    }

    #[test]
    fn the_less_thorough_gives_way() {
        let table = Table::with_bytes(64);
        for depth in 1..=5 {
            table.store(board(u64::from(depth)), Level { depth, ..LEVEL }, (0, 0), NO_MOVE);
        }
        assert_eq!(table.load(board(1)), None);
        assert!((2..=5).all(|own| table.load(board(own)).is_some()));
        table.store(board(5), Level { depth: 2, ..LEVEL }, (8, 8), 3);
        assert_eq!(table.load(board(5)).map(|entry| entry.lower), Some(0), "the deeper result stays");
    }

    #[test]
    fn a_cleared_table_is_empty_every_time() {
        let mut table = Table::with_bytes(1 << 10);
        for _ in 0..600 {
            assert_eq!(table.load(board(5)), None);
            table.store(board(5), LEVEL, (1, 1), 2);
            table.begin_search();
            assert!(table.load(board(5)).is_some() || table.generation == 1);
            table.clear();
        }
    }

    #[test]
    fn levels_are_served_by_what_is_as_deep_and_as_exact() {
        assert!(LEVEL.serves(LEVEL));
        assert!(Level { depth: 10, ..LEVEL }.serves(LEVEL));
        assert!(!Level { depth: 10, selectivity: 1 }.serves(LEVEL));
        assert!(!Level { depth: 8, ..LEVEL }.serves(LEVEL));
    }
}
