//! The cells closed to a colour, with walls around them, and the window through which a cell sees them. Original design.
//!
//! A piece that covers a cell lies within four steps of it. The closed cells of that neighbourhood fit one word:
//!
//! ```text
//!   bits      0          row -4
//!           1 2 3        row -3     the cell itself is bit 20; the eight around it are
//!         4 . . . 8      row -2     11 to 13, 19 and 21, 27 to 29
//!       9 . . . . . 15   row -1
//!     16  . . 20 . .  24 row  0
//! ```

use crate::cells::{Cells, Columns, MOST_ROWS};
use crate::pieces::{LONGEST, Orientation};

/// How far a piece reaches from any of its cells.
const REACH: usize = LONGEST - 1;
/// Rows with the walls above and below; one more for what surrounds the longest piece in the last row.
const ROWS: usize = MOST_ROWS + 2 * REACH + 1;
/// Cells of a window.
pub(crate) const WINDOW_BITS: u32 = 41;

/// Half the width of a row of the window, that row's place in the word, for rows from -4 to 4.
const WINDOW_ROWS: [(usize, u32); 2 * REACH + 1] =
    [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16), (3, 25), (2, 32), (1, 37), (0, 40)];

/// The bit of a window for the cell that many columns and rows away.
pub(crate) fn window_bit(columns: i32, rows: i32) -> u64 {
    let (half, place) = WINDOW_ROWS[(rows + REACH as i32) as usize];
    1 << (place as i32 + half as i32 + columns)
}

/// Cells that are closed: bit `column + 4` of row `row + 4`. Everything outside the board is closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field([u32; ROWS]);

impl Field {
    /// Everything.
    pub const CLOSED: Self = Self([u32::MAX; ROWS]);

    /// All cells closed but these.
    #[inline]
    pub fn around(open: &Cells) -> Self {
        let mut rows = [u32::MAX; ROWS];
        for (row, &cells) in rows[REACH..].iter_mut().zip(&open.0) {
            *row = !(cells << REACH);
        }
        Self(rows)
    }

    /// Closes a cell.
    #[inline]
    pub fn close(&mut self, column: u32, row: u32) {
        self.0[row as usize + REACH] |= 1 << (column as usize + REACH);
    }

    /// Closes the cells of a piece laid down at a column and a row.
    #[inline]
    pub fn close_piece(&mut self, turned: &Orientation, (column, row): (u32, u32)) {
        let rows = &mut self.0[row as usize + REACH..][..LONGEST];
        for (closed, cells) in rows.iter_mut().zip(turned.rows) {
            *closed |= cells << (column + REACH as u32);
        }
    }

    /// Closes the cells that share an edge with a piece.
    #[inline]
    pub fn close_edges(&mut self, turned: &Orientation, (column, row): (u32, u32)) {
        let rows = &mut self.0[row as usize + REACH - 1..][..LONGEST + 2];
        for (closed, cells) in rows.iter_mut().zip(turned.edges) {
            *closed |= cells << (column + REACH as u32 - 1);
        }
    }

    /// Whether a piece laid down at a column and a row covers no closed cell.
    #[inline]
    pub fn fits(&self, turned: &Orientation, (column, row): (u32, u32)) -> bool {
        let rows = &self.0[row as usize + REACH..][..LONGEST];
        let covered = |(closed, cells): (&u32, u32)| closed & (cells << (column + REACH as u32));
        rows.iter().zip(turned.rows).map(covered).fold(0, |all, row| all | row) == 0
    }

    /// The open cells that touch a piece only at a corner, as columns and rows.
    #[inline]
    pub fn open_corners(
        &self,
        turned: &Orientation,
        (column, row): (u32, u32),
    ) -> impl Iterator<Item = (u32, u32)> + use<> {
        let rows = &self.0[row as usize + REACH - 1..][..LONGEST + 2];
        let shift = column + REACH as u32 - 1;
        let open: [u32; LONGEST + 2] = std::array::from_fn(|at| (turned.corners[at] << shift) & !rows[at]);
        open.into_iter()
            .zip(0..)
            .flat_map(move |(bits, at)| Columns(bits).map(move |bit| (bit - REACH as u32, row + at - 1)))
    }

    /// The closed cells around a cell.
    #[inline]
    pub fn window(&self, column: u32, row: u32) -> u64 {
        let rows = &self.0[row as usize..][..2 * REACH + 1];
        let mut window = 0;
        for (closed, (half, place)) in rows.iter().zip(WINDOW_ROWS) {
            let seen = (closed >> column) >> (REACH - half) & ((1 << (2 * half + 1)) - 1);
            window |= u64::from(seen) << place;
        }
        window
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_shows_the_closed_cells_around() {
        let mut field = Field::around(&Cells::square(20));
        assert_eq!(field.window(10, 10), 0);
        for (columns, rows) in [(0, 0), (-4, 0), (1, -3), (2, 2), (0, 4)] {
            field.close(10_u32.wrapping_add_signed(columns), 10_u32.wrapping_add_signed(rows));
            assert_ne!(field.window(10, 10) & window_bit(columns, rows), 0);
        }
        assert_eq!(field.window(10, 10).count_ones(), 5);
    }

    #[test]
    fn walls_are_closed() {
        let field = Field::around(&Cells::square(14));
        assert_eq!(field.window(0, 0).count_ones(), 41 - 15);
        assert_eq!(field.window(13, 13).count_ones(), 41 - 15);
    }
}
