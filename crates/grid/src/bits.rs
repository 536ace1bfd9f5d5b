//! Sets of cells as bits: one interface over machine words and arrays of them. Original design.

use std::fmt;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use agon_core::keys;

/// A set of cells, one bit each; bit `i` is the cell of index `i`.
pub trait CellSet:
    Copy
    + Eq
    + Hash
    + fmt::Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many cells fit.
    const CAPACITY: u32;
    /// No cell.
    const EMPTY: Self;

    /// The set of one cell.
    fn single(index: u32) -> Self;
    /// All cells of a lower index.
    fn below(index: u32) -> Self;
    /// The lowest cell; `CAPACITY` or more if there is none.
    fn first(self) -> u32;
    /// The highest cell of a set that has one.
    fn last(self) -> u32;
    /// How many cells the set has.
    fn count(self) -> u32;
    /// The set without its lowest cell.
    fn without_first(self) -> Self;
    /// Sixty-four bits that depend on all cells, for hashing.
    fn fold(self) -> u64;
    /// The cells in eights, as bits, from index 0 on.
    fn bytes(self) -> impl Iterator<Item = u8>;
    /// The cells in sixty-fours, as bits, from index 0 on; words beyond the set are empty.
    fn words<const N: usize>(self) -> [u64; N];

    /// Whether the cell belongs to the set.
    #[inline]
    fn has(self, index: u32) -> bool {
        !(self & Self::single(index)).is_empty()
    }

    /// Whether there is no cell.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The cells from the lowest to the highest.
    #[inline]
    fn indices(self) -> Indices<Self> {
        Indices(self)
    }

    /// The cell with exactly `rank` cells below it; the set must have more than `rank` cells.
    #[inline]
    fn nth(self, rank: u32) -> u32 {
        let mut rest = self;
        for _ in 0..rank {
            rest = rest.without_first();
        }
        rest.first()
    }
}

/// The cells of a set from the lowest to the highest.
#[derive(Clone, Debug)]
pub struct Indices<S>(S);

impl<S: CellSet> Iterator for Indices<S> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.first();
        self.0 = self.0.without_first();
        Some(index)
    }
}

macro_rules! cell_set_for_word {
    ($word:ty, $fold:expr) => {
        impl CellSet for $word {
            const CAPACITY: u32 = <$word>::BITS;
            const EMPTY: Self = 0;

            #[inline]
            fn single(index: u32) -> Self {
                1 << index
            }
            #[inline]
            fn below(index: u32) -> Self {
                (1 << index) - 1
            }
            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn last(self) -> u32 {
                Self::CAPACITY - 1 - self.leading_zeros()
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn fold(self) -> u64 {
                let fold: fn($word) -> u64 = $fold;
                fold(self)
            }
            #[inline]
            fn bytes(self) -> impl Iterator<Item = u8> {
                self.to_le_bytes().into_iter()
            }
            #[inline]
            fn words<const M: usize>(self) -> [u64; M] {
                std::array::from_fn(|at| self.checked_shr(64 * at as u32).unwrap_or(0) as u64)
            }
        }
    };
}

cell_set_for_word!(u64, |word| word);
cell_set_for_word!(u128, |word| keys::fold(0, [word as u64, (word >> 64) as u64]));

/// A set of up to `64 * N` cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<const N: usize>(pub [u64; N]);

impl<const N: usize> Bits<N> {
    #[inline]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| op(self.0[i], other.0[i])))
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, index: u32) {
        self.0[index as usize / 64] |= 1 << (index % 64);
    }
}

impl<const N: usize> Default for Bits<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> fmt::Debug for Bits<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.indices()).finish()
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Bits<N> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<u32> for Bits<N> {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Self(std::array::from_fn(|i| {
            let low = |back: usize| i.checked_sub(words + back).map_or(0, |from| self.0[from]);
            if bits == 0 { low(0) } else { low(0) << bits | low(1) >> (64 - bits) }
        }))
    }
}

impl<const N: usize> Shr<u32> for Bits<N> {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Self(std::array::from_fn(|i| {
            let high = |ahead: usize| self.0.get(i + words + ahead).copied().unwrap_or(0);
            if bits == 0 { high(0) } else { high(0) >> bits | high(1) << (64 - bits) }
        }))
    }
}

impl<const N: usize> BitAndAssign for Bits<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Bits<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitXorAssign for Bits<N> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const N: usize> CellSet for Bits<N> {
    const CAPACITY: u32 = 64 * N as u32;
    const EMPTY: Self = Self([0; N]);

    #[inline]
    fn single(index: u32) -> Self {
        let mut set = Self::EMPTY;
        set.insert(index);
        set
    }

    #[inline]
    fn below(index: u32) -> Self {
        Self(std::array::from_fn(|i| match index.saturating_sub(64 * i as u32) {
            bits @ 0..64 => (1 << bits) - 1,
            _ => u64::MAX,
        }))
    }

    #[inline]
    fn first(self) -> u32 {
        let word = self.0.iter().position(|&word| word != 0);
        word.map_or(Self::CAPACITY, |i| 64 * i as u32 + self.0[i].trailing_zeros())
    }

    #[inline]
    fn last(self) -> u32 {
        let word = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        64 * word as u32 + 63 - self.0[word].leading_zeros().min(63)
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline]
    fn fold(self) -> u64 {
        keys::fold(0, self.0)
    }

    #[inline]
    fn bytes(self) -> impl Iterator<Item = u8> {
        self.0.into_iter().flat_map(u64::to_le_bytes)
    }

    #[inline]
    fn words<const M: usize>(self) -> [u64; M] {
        std::array::from_fn(|at| self.0.get(at).copied().unwrap_or(0))
    }

    #[inline]
    fn has(self, index: u32) -> bool {
        self.0[index as usize / 64] >> (index % 64) & 1 == 1
    }

    #[inline]
    fn nth(self, mut rank: u32) -> u32 {
        for (i, word) in self.0.into_iter().enumerate() {
            let here = word.count_ones();
            if rank < here {
                return 64 * i as u32 + word.nth(rank);
            }
            rank -= here;
        }
        Self::CAPACITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The naive twin: an ordered set of numbers.
    fn set_of<S: CellSet>(cells: &BTreeSet<u32>) -> S {
        cells.iter().fold(S::EMPTY, |set, &cell| set | S::single(cell))
    }

    fn agrees<S: CellSet>(cells: &BTreeSet<u32>, other: &BTreeSet<u32>, by: u32) {
        let keep = |cells: &BTreeSet<u32>| cells.iter().copied().filter(|&c| c < S::CAPACITY).collect();
        let (cells, other): (BTreeSet<u32>, BTreeSet<u32>) = (keep(cells), keep(other));
        let (set, second): (S, S) = (set_of(&cells), set_of(&other));
        assert_eq!(set.indices().collect::<BTreeSet<_>>(), cells);
        assert_eq!(set.count() as usize, cells.len());
        assert_eq!((set & second).indices().collect::<BTreeSet<_>>(), &cells & &other);
        assert_eq!((set | second).indices().collect::<BTreeSet<_>>(), &cells | &other);
        assert_eq!((set ^ second).indices().collect::<BTreeSet<_>>(), &cells ^ &other);
        assert_eq!((!set).count(), S::CAPACITY - set.count());
        let by = by % S::CAPACITY;
        assert_eq!(set << by, set_of(&cells.iter().map(|c| c + by).filter(|&c| c < S::CAPACITY).collect()));
        assert_eq!(set >> by, set_of(&cells.iter().filter_map(|c| c.checked_sub(by)).collect()));
        assert_eq!((S::below(by) & set).indices().max(), cells.range(..by).max().copied());
        assert_eq!(set.has(by), cells.contains(&by));
        let byte = set.bytes().nth(by as usize / 8).unwrap();
        assert_eq!(byte >> (by % 8) & 1 == 1, cells.contains(&by));
        assert_eq!(Bits(set.words::<7>()).indices().collect::<BTreeSet<_>>(), cells);
        if let (Some(&low), Some(&high)) = (cells.first(), cells.last()) {
            assert_eq!((set.first(), set.last()), (low, high));
            let rank = by % cells.len() as u32;
            assert_eq!(Some(set.nth(rank)), cells.iter().nth(rank as usize).copied());
            assert_eq!(set.without_first().count(), set.count() - 1);
        }
    }

    proptest! {
        #[test]
        fn every_word_agrees_with_a_set_of_numbers(
            cells in prop::collection::btree_set(0u32..448, 0..200),
            other in prop::collection::btree_set(0u32..448, 0..200),
            by in 0u32..448,
        ) {
            agrees::<u64>(&cells, &other, by);
            agrees::<u128>(&cells, &other, by);
            agrees::<Bits<4>>(&cells, &other, by);
            agrees::<Bits<6>>(&cells, &other, by);
            agrees::<Bits<7>>(&cells, &other, by);
        }
    }
}
