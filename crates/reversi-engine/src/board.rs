//! The 8x8 board as two words, and the tables of its geometry. Original design.
//!
//! ```text
//!        a  b  c  d  e  f  g  h
//!    1   0  1  2  3  4  5  6  7      bit numbers, as `agon-grid` numbers the cells
//!    2   8  9 10 11 12 13 14 15
//!    .   .  .
//!    8  56 57 58 59 60 61 62 63
//! ```

/// The discs of the side to move and of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub opponent: u64,
}

impl Board {
    /// The cells without a disc.
    #[must_use]
    #[inline(always)]
    pub const fn empties(self) -> u64 {
        !(self.own | self.opponent)
    }

    /// How many cells have no disc.
    #[must_use]
    #[inline(always)]
    pub const fn empty_count(self) -> u32 {
        self.empties().count_ones()
    }

    /// After a move on `cell` that flips `flips`; the other side is to move.
    #[must_use]
    #[inline(always)]
    pub const fn after(self, cell: u32, flips: u64) -> Self {
        Self { own: self.opponent ^ flips, opponent: self.own | flips | bit(cell) }
    }

    /// The other side is to move.
    #[must_use]
    #[inline(always)]
    pub const fn passed(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }

    /// What the finished game is worth to the side to move: empty cells go to the winner.
    #[must_use]
    #[inline(always)]
    pub const fn final_value(self) -> i32 {
        let (own, opponent) = (self.own.count_ones() as i32, self.opponent.count_ones() as i32);
        let empty = 64 - own - opponent;
        if own > opponent {
            own - opponent + empty
        } else if own < opponent {
            own - opponent - empty
        } else {
            0
        }
    }

    /// The board seen through one of the eight symmetries, the first of which changes nothing.
    #[must_use]
    pub const fn seen_through(self, symmetry: u32) -> Self {
        Self { own: mapped(self.own, symmetry), opponent: mapped(self.opponent, symmetry) }
    }

    /// The least of the eight symmetric boards, and the symmetry that leads to it.
    #[must_use]
    pub fn canonical(self) -> (Self, u32) {
        let images = (0..8).map(|symmetry| (self.seen_through(symmetry), symmetry));
        images.min().unwrap_or((self, 0))
    }

    /// A key for tables: folded multiplication.
    #[must_use]
    #[inline(always)]
    pub const fn key(self) -> u64 {
        const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
        const SECOND: u64 = 0xd1b5_4a32_d192_ed03;
        let product = (self.own ^ FIRST) as u128 * (self.opponent ^ SECOND) as u128;
        let folded = (product as u64) ^ (product >> 64) as u64;
        folded.wrapping_mul(FIRST) ^ (folded >> 29)
    }
}

/// The set with one cell.
#[inline(always)]
pub(crate) const fn bit(cell: u32) -> u64 {
    1 << (cell & 63)
}

/// The cell of a set with the lowest number.
#[inline(always)]
pub(crate) const fn first(set: u64) -> u32 {
    set.trailing_zeros() & 63
}

/// The cells of a set, lowest first.
#[inline(always)]
pub(crate) fn cells(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = first(set);
            set &= set - 1;
            cell
        })
    })
}

/// Symmetry numbers are sums: 1 mirrors the columns, 2 the rows, and 4 exchanges both first.
const fn mapped(set: u64, symmetry: u32) -> u64 {
    let mut set = if symmetry & 4 == 0 { set } else { transposed(set) };
    if symmetry & 2 != 0 {
        set = set.swap_bytes();
    }
    if symmetry & 1 != 0 {
        set = set.swap_bytes().reverse_bits();
    }
    set
}

/// The set with columns and rows exchanged.
const fn transposed(set: u64) -> u64 {
    let (mut result, mut cell) = (0, 0);
    while cell < 64 {
        result |= (set >> cell & 1) << ((cell & 7) * 8 + (cell >> 3));
        cell += 1;
    }
    result
}

/// The cell that a symmetry maps `cell` to.
pub(crate) const fn mapped_cell(cell: u32, symmetry: u32) -> u32 {
    first(mapped(bit(cell), symmetry))
}

/// The cell that a symmetry maps to `cell`.
pub(crate) fn unmapped_cell(cell: u32, symmetry: u32) -> u32 {
    (0..64).find(|&from| mapped_cell(from, symmetry) == cell).unwrap_or(cell)
}

/// The directions in which cell numbers grow, as columns and rows: east, south, south-west, south-east.
const FORWARD: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];

/// The rays of one cell: in the four forward directions, and in the four opposite ones.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Rays {
    pub(crate) forward: [u64; 4],
    pub(crate) backward: [u64; 4],
}

/// By cell.
pub(crate) static RAYS: [Rays; 64] = {
    let mut rays = [Rays { forward: [0; 4], backward: [0; 4] }; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (columns, rows) = FORWARD[axis];
            rays[cell].forward[axis] = ray(cell, columns, rows);
            rays[cell].backward[axis] = ray(cell, -columns, -rows);
            axis += 1;
        }
        cell += 1;
    }
    rays
};

const fn ray(cell: usize, columns: i32, rows: i32) -> u64 {
    let (mut column, mut row, mut set) = ((cell % 8) as i32 + columns, (cell / 8) as i32 + rows, 0);
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        set |= 1 << (row * 8 + column);
        column += columns;
        row += rows;
    }
    set
}

/// By cell: the cells next to it.
pub(crate) static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        let own = 1u64 << cell;
        let beside = own | ((own & !FILE_H) << 1) | ((own & !FILE_A) >> 1);
        neighbours[cell] = (beside | beside << 8 | beside >> 8) & !own;
        cell += 1;
    }
    neighbours
};

pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: u64 = FILE_A << 7;
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The quarter of the board that a cell lies in, as one of four bits.
#[inline(always)]
pub(crate) const fn quarter(cell: u32) -> u32 {
    1 << ((cell >> 2 & 1) | (cell >> 4 & 2))
}

/// The cells of a set of quarters.
pub(crate) static QUARTERS: [u64; 16] = {
    let mut sets = [0; 16];
    let mut cell = 0;
    while cell < 64 {
        let mut set = 0;
        while set < 16 {
            if set as u32 & quarter(cell) != 0 {
                sets[set] |= bit(cell);
            }
            set += 1;
        }
        cell += 1;
    }
    sets
};

/// The quarters that have an odd number of cells of a set.
#[inline(always)]
pub(crate) const fn odd_quarters(set: u64) -> u32 {
    let mut odd = 0;
    let mut index = 0;
    while index < 4 {
        odd |= ((set & QUARTER_SETS[index]).count_ones() % 2) << index;
        index += 1;
    }
    odd
}

const QUARTER_SETS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_eight_and_have_inverses() {
        let board =
            Board { own: 0x0123_4567_89ab_cdef, opponent: !0x0123_4567_89ab_cdef & 0x7331_9922_aa00_ff13 };
        let images: std::collections::HashSet<_> =
            (0..8).map(|symmetry| board.seen_through(symmetry)).collect();
        assert_eq!(images.len(), 8);
        for symmetry in 0..8 {
            assert_eq!(board.seen_through(symmetry).canonical().0, board.canonical().0);
            for cell in 0..64 {
                assert_eq!(unmapped_cell(mapped_cell(cell, symmetry), symmetry), cell);
            }
        }
    }

    #[test]
    fn quarters_are_four_squares_of_sixteen_cells() {
        assert_eq!([1, 2, 4, 8].map(|quarter| QUARTERS[quarter]), QUARTER_SETS);
        assert_eq!(odd_quarters(bit(0) | bit(7) | bit(6) | bit(63)), 0b1001);
        assert!((0..64).all(|cell| odd_quarters(bit(cell)) == quarter(cell)));
    }

    #[test]
    fn neighbours_are_the_first_cells_of_the_rays() {
        for cell in 0..64 {
            let rays = &RAYS[cell];
            let near = rays.forward.map(|ray| ray & ray.wrapping_neg());
            let far = rays.backward.map(|ray| if ray == 0 { 0 } else { 1 << (63 - ray.leading_zeros()) });
            let union = near.iter().chain(&far).fold(0, |union, set| union | set);
            assert_eq!(NEIGHBOURS[cell], union, "cell {cell}");
        }
    }
}
