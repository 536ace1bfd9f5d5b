//! Sets of cells, one 32-bit word for each row. Original design.
//!
//! Differs from the dense bits of `agon_grid`: neighbours are a shift inside a row or the row beside it, so that no
//! mask for the board's edge is needed, and a piece is laid on by shifting its rows.
//!
//! ```text
//!   row 0  bit 0 = a20  bit 1 = b20 ... bit 19 = t20
//!   row 1  bit 0 = a19  ...
//! ```

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// No board has a longer side.
pub(crate) const MOST_ROWS: usize = 20;

/// A set of cells of a board of up to 20x20, by column and row from the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells(pub(crate) [u32; MOST_ROWS]);

impl Cells {
    /// No cell.
    pub const EMPTY: Self = Self([0; MOST_ROWS]);

    /// All cells of a square board.
    pub(crate) fn square(side: u32) -> Self {
        Self(std::array::from_fn(|row| if (row as u32) < side { (1 << side) - 1 } else { 0 }))
    }

    /// One cell.
    #[must_use]
    pub fn single(column: u32, row: u32) -> Self {
        let mut cells = Self::EMPTY;
        cells.insert(column, row);
        cells
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, column: u32, row: u32) {
        self.0[row as usize] |= 1 << column;
    }

    /// Whether the cell belongs to the set.
    #[must_use]
    #[inline]
    pub fn has(&self, column: u32, row: u32) -> bool {
        self.0[row as usize] >> column & 1 == 1
    }

    /// Whether there is no cell.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    /// How many cells there are.
    #[must_use]
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Columns and rows of the cells, row by row from the top left.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        self.0.into_iter().zip(0..).flat_map(|(bits, row)| Columns(bits).map(move |column| (column, row)))
    }

    /// Cells that share an edge with one of these; may leave the board on the right and below.
    #[inline]
    pub(crate) fn edge_neighbours(&self) -> Self {
        self.each_row(|row, above_and_below| row << 1 | row >> 1 | above_and_below)
    }

    /// Cells that touch one of these at a corner; may leave the board on the right and below.
    #[inline]
    pub(crate) fn corner_neighbours(&self) -> Self {
        self.each_row(|_, above_and_below| above_and_below << 1 | above_and_below >> 1)
    }

    /// Builds each row from the row itself and the union of the two beside it.
    #[inline]
    fn each_row(&self, build: impl Fn(u32, u32) -> u32) -> Self {
        let mut padded = [0; MOST_ROWS + 2];
        padded[1..=MOST_ROWS].copy_from_slice(&self.0);
        Self(std::array::from_fn(|row| build(padded[row + 1], padded[row] | padded[row + 2])))
    }
}

/// The bits of one row, lowest first.
pub(crate) struct Columns(pub u32);

impl Iterator for Columns {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let column = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(column)
    }
}

impl BitAnd for Cells {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }
}

impl BitOr for Cells {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }
}

impl BitOrAssign for Cells {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Cells {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|row| !row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_step_away() {
        let cell = Cells::single(3, 0);
        assert_eq!(cell.edge_neighbours().iter().collect::<Vec<_>>(), [(2, 0), (4, 0), (3, 1)]);
        assert_eq!(cell.corner_neighbours().iter().collect::<Vec<_>>(), [(2, 1), (4, 1)]);
    }

    #[test]
    fn a_board_is_full() {
        let board = Cells::square(14);
        assert_eq!(board.count(), 196);
        assert!(board.has(13, 13) && !board.has(14, 0) && !board.has(0, 14));
    }
}
