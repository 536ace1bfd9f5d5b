//! The cells closed to a colour and its used pieces, packed so that a move is checked with one `&`. Original design.
//!
//! Rows are 22 bits long, with an empty column on either side and an empty row above, and lie one behind the other: every
//! piece then covers at most 93 of the bits that begin with its anchor. Above them stand the pieces.
//!
//! ```text
//!   127 ... 104  103 ... 93  92 ......................... 0
//!   piece         nothing     cells, the anchor in bit 0
//! ```

use crate::pieces::{Orientation, Pieces};

/// Bits of a row: the longest one and a column on either side.
const STRIDE: u32 = 22;
/// Bytes of 22 rows, and those of a word that begins in the last one.
const BYTES: usize = (STRIDE * STRIDE) as usize / 8 + 1 + 16 + 16;
/// The cells of a word.
const CELLS: u128 = (1 << 104) - 1;
/// Rows of which a word has room for those around a piece, wherever in a byte they begin.
const WORD_ROWS: u32 = 5;
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

/// The cells that share an edge with an orientation, counted from the cell above and left of its anchor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edges {
    first: u128,
    /// Those of the rows that the first word has no room for.
    rest: u128,
}

impl Edges {
    pub fn of(turned: &Orientation) -> Self {
        let word = |rows: &[u32]| {
            (0..).zip(rows).fold(0, |all, (at, &row)| all | u128::from(row) << (at * STRIDE as usize))
        };
        let (first, rest) = turned.edges.split_at(WORD_ROWS as usize);
        Self { first: word(first), rest: word(rest) }
    }
}

/// Bits that are set are closed cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed([u8; BYTES]);

impl Closed {
    pub const NONE: Self = Self([0; BYTES]);

    /// All cells of the rows that are not open.
    ///
    /// Four rows are 11 bytes: they are put together in a register, since a word that overlaps the one written just
    /// before must wait for it.
    #[inline]
    pub fn around(open: &[u32], side: u32) -> Self {
        let mut closed = Self::NONE;
        for (four, cells) in (0..).zip(open[..side as usize].chunks(4)) {
            let row = |word: u128, (at, cells): (u32, &u32)| {
                word | u128::from(!cells & ((1 << side) - 1)) << (at * STRIDE)
            };
            let word = (0..).zip(cells).fold(0, row);
            let bytes = (word << (bit_of(0, 0) % 8)).to_le_bytes();
            closed.0[usize::from(bit_of(0, 4 * four) / 8)..][..bytes.len()]
                .iter_mut()
                .zip(bytes)
                .for_each(|(byte, more)| *byte |= more);
        }
        closed
    }

    /// Closes all bits of a word that begins with some bit.
    #[inline]
    fn close_word(&mut self, bit: u32, word: u128) {
        let bytes = &mut self.0[bit as usize / 8..][..16];
        if let Ok(bytes) = <&mut [u8; 16]>::try_from(bytes) {
            *bytes = (u128::from_le_bytes(*bytes) | word << (bit % 8)).to_le_bytes();
        }
    }

    /// Closes the cells of a piece with these needs whose anchor has that bit.
    #[inline]
    pub fn close_piece(&mut self, needs: u128, bit: u16) {
        self.close_word(u32::from(bit), needs & CELLS);
    }

    /// Closes the cells that share an edge with a piece whose anchor has that bit; some may lie outside the board, where
    /// nothing is asked.
    #[inline]
    pub fn close_edges(&mut self, edges: &Edges, bit: u16) {
        let first = u32::from(bit) - STRIDE - 1;
        self.close_word(first, edges.first);
        if edges.rest != 0 {
            self.close_word(first + WORD_ROWS * STRIDE, edges.rest);
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
