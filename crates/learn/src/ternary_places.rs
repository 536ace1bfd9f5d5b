//! Places on a board of three-valued cells and their numbers to the base of three, kept from position to position.
//! Original design.
//!
//! ```text
//!   place     some cells in a fixed order
//!   number    0 empty, 1 own, 2 of the opponent on each of them; the first cell counts 1, the next 3, 9, ...
//!   touches   for each cell of the board: the places it belongs to, and what it counts in their numbers
//! ```
//!
//! A stone that comes, goes or turns changes only the numbers of the places that its cell belongs to.

use agon_abilities::{CellBits, Stones};
use agon_core::Player;

/// As many cells as [`CellBits`] can hold.
pub(crate) const MOST_CELLS: usize = 64 * size_of::<CellBits>() / 8;

/// A place that a cell belongs to, and what one on this cell adds to its number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) place: u32,
    pub(crate) power: u32,
}

/// The touches of all cells.
#[derive(Clone, Debug)]
pub(crate) struct TernaryPlaces {
    /// By cell: where its touches begin.
    starts: Vec<u32>,
    touches: Vec<Touch>,
}

impl TernaryPlaces {
    /// Of places in the order of their numbers, each given by the bits of its cells.
    pub(crate) fn new<'c>(places: impl Iterator<Item = &'c [u16]>) -> Self {
        let mut by_cell = vec![Vec::new(); MOST_CELLS];
        for (place, cells) in (0..).zip(places) {
            for (at, &cell) in (0..).zip(cells) {
                by_cell[usize::from(cell)].push(Touch { place, power: 3u32.pow(at) });
            }
        }
        let mut starts = vec![0];
        starts.extend(by_cell.iter().scan(0, |end, touches| {
            *end += touches.len() as u32;
            Some(*end)
        }));
        Self { starts, touches: by_cell.concat() }
    }

    #[inline]
    pub(crate) fn touches(&self, cell: usize) -> &[Touch] {
        &self.touches[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// What stands on the cells of a board for a player; nothing by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) own: CellBits,
    pub(crate) other: CellBits,
}

/// A cell on which something else stands now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) cell: usize,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

impl Change {
    /// The new number of a place that the cell belongs to.
    #[inline]
    pub(crate) fn applied(self, number: u32, touch: &Touch) -> u32 {
        number.wrapping_add(self.to.wrapping_sub(self.from).wrapping_mul(touch.power))
    }
}

impl Standing {
    #[inline]
    pub(crate) fn of<G: Stones>(game: &G, pos: &G::Position, pov: Player) -> Self {
        Self { own: game.stones(pos, pov), other: game.stones(pos, pov.other()) }
    }

    /// How many stones there are.
    #[inline]
    pub(crate) fn stones(&self) -> u32 {
        self.own.iter().chain(&self.other).map(|word| word.count_ones()).sum()
    }

    /// By cell: 0 nothing, 1 own, 2 of the opponent.
    pub(crate) fn digits(&self) -> [u8; MOST_CELLS] {
        let mut digits = [0; MOST_CELLS];
        for (stones, digit) in [(&self.own, 1), (&self.other, 2)] {
            for (word, mut bits) in stones.iter().copied().enumerate() {
                while bits != 0 {
                    digits[64 * word + bits.trailing_zeros() as usize] = digit;
                    bits &= bits - 1;
                }
            }
        }
        digits
    }

    /// The first cell from bit `first` on, on which something else stands in `now`.
    #[inline]
    pub(crate) fn next_change(&self, now: &Self, first: usize) -> Option<Change> {
        let mut seen = !0 << (first % 64);
        for word in first / 64..self.own.len() {
            let changed = (self.own[word] ^ now.own[word]) | (self.other[word] ^ now.other[word]);
            if changed & seen != 0 {
                let bit = (changed & seen).trailing_zeros();
                let digit = |own: u64, other: u64| (own >> bit & 1) as u32 + 2 * (other >> bit & 1) as u32;
                return Some(Change {
                    cell: 64 * word + bit as usize,
                    from: digit(self.own[word], self.other[word]),
                    to: digit(now.own[word], now.other[word]),
                });
            }
            seen = !0;
        }
        None
    }

    #[inline]
    pub(crate) fn apply(&mut self, change: Change) {
        let (word, bit) = (change.cell / 64, 1 << (change.cell % 64));
        for (stones, digit) in [(&mut self.own, 1), (&mut self.other, 2)] {
            stones[word] &= !bit;
            if change.to == digit {
                stones[word] |= bit;
            }
        }
    }
}
