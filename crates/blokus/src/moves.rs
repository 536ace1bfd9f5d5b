//! A move as a small number. Original design.
//!
//! The number of the orientation stands above the number of the anchor cell, so that the moves which lay a given cell
//! of a given orientation on some cell differ from that cell's number by a constant: no table of placements is needed.

/// Bits of a move that hold the anchor.
const ANCHOR_BITS: u32 = 9;

/// A piece laid down: seven bits of orientation, nine bits of anchor, which is the cell number of the top left
/// corner of the rectangle around the piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    pub(crate) fn new(orientation: u16, anchor: u16) -> Self {
        Self(orientation << ANCHOR_BITS | anchor)
    }

    /// A move that lacks the number of a cell it covers, which lies `offset` behind the anchor.
    pub(crate) fn base(orientation: u16, offset: u32) -> u16 {
        Self::new(orientation, 0).0.wrapping_sub(offset as u16)
    }

    /// Completes a move that lacks the number of a cell.
    #[inline]
    pub(crate) fn from_base(base: u16, cell: u16) -> Self {
        Self(base.wrapping_add(cell))
    }

    #[inline]
    pub(crate) fn orientation(self) -> usize {
        (self.0 >> ANCHOR_BITS) as usize
    }

    #[inline]
    pub(crate) fn anchor(self) -> usize {
        (self.0 & ((1 << ANCHOR_BITS) - 1)) as usize
    }
}
