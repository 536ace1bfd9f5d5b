//! The cells closed to a colour and its used pieces, packed so that a move is checked with one `&`. Original design.
//!
//! Rows are 22 bits long, with an empty column on either side and an empty row above, and lie one behind the other: every
//! piece then covers at most 93 of the bits that begin with its anchor. Above them stand the pieces.
//!
//! ```text
//!   127 ... 104  103 ... 93  92 ......................... 0
//!   piece         nothing     cells, the anchor in bit 0
//! ```

use crate::pieces::{LONGEST, Orientation, Pieces};

/// Bits of a row: the longest one and a column on either side.
const STRIDE: u32 = 22;
/// Bytes of 22 rows, and those of a word that begins in the last one.
const BYTES: usize = (STRIDE * STRIDE) as usize / 8 + 1 + 16 + 16;
/// The cells of a word.
const CELLS: u128 = (1 << 104) - 1;
/// Where the pieces begin.
const PIECES: u32 = 104;

/// The bit of a cell.
pub(crate) const fn bit_of(column: u32, row: u32) -> u16 {
    ((row + 1) * STRIDE + column + 1) as u16
}

/// The bits that a piece needs, counted from its anchor, and its own.
pub(crate) fn needs(turned: &Orientation) -> u128 {
    let cells = turned.cells().fold(0, |all, (column, row)| all | 1 << (row * STRIDE + column));
    cells | 1 << (PIECES as usize + turned.piece.index())
}

/// Bits that are set are closed cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed([u8; BYTES]);

impl Closed {
    pub const NONE: Self = Self([0; BYTES]);

    /// Closes the cells of a row from some bit on.
    #[inline]
    fn close_row(&mut self, bit: u32, cells: u32) {
        let bytes = &mut self.0[bit as usize / 8..][..8];
        if let Ok(word) = <&mut [u8; 8]>::try_from(bytes) {
            *word = (u64::from_le_bytes(*word) | u64::from(cells) << (bit % 8)).to_le_bytes();
        }
    }

    /// All cells of the rows that are not open.
    #[inline]
    pub fn around(open: &[u32], side: u32) -> Self {
        let mut closed = Self::NONE;
        for (row, cells) in (0..side).zip(open) {
            closed.close_row(u32::from(bit_of(0, row)), !cells & ((1 << side) - 1));
        }
        closed
    }

    /// Closes the cells of a piece.
    #[inline]
    pub fn close_piece(&mut self, turned: &Orientation, (column, row): (u32, u32)) {
        for (row, cells) in (row..).zip(&turned.rows[..turned.height as usize]) {
            self.close_row(u32::from(bit_of(column, row)), *cells);
        }
    }

    /// Closes the cells that share an edge with a piece; some may lie outside the board, where nothing is asked.
    #[inline]
    pub fn close_edges(&mut self, turned: &Orientation, (column, row): (u32, u32)) {
        for (at, cells) in (0..LONGEST as u32 + 2).zip(turned.edges) {
            self.close_row((row + at) * STRIDE + column, cells);
        }
    }

    /// Whether a move with these needs whose anchor has that bit covers no closed cell with a piece that is left.
    #[inline]
    pub fn allows(&self, needs: u128, bit: u16, left: Pieces) -> bool {
        let bytes = &self.0[usize::from(bit / 8)..][..16];
        let word = <[u8; 16]>::try_from(bytes).map_or(0, u128::from_le_bytes);
        let used = u128::from(!left.0 & Pieces::ALL.0) << PIECES;
        (word >> (bit % 8) & CELLS | used) & needs == 0
    }
}
