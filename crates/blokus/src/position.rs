//! A position: whose cells lie where, which pieces are left, and who can still move.
//!
//! A colour without a move is out for good: cells only fill up, and its own corners grow only by its own moves. So
//! the colours that are out are part of the position, kept exactly: each is found once, when it comes about.

use std::hash::{Hash, Hasher};

use crate::cells::Cells;
use crate::moves::Move;
use crate::pieces::Pieces;
use crate::rules::PieceColor;

/// No game has more colours.
pub(crate) const MOST_COLORS: usize = 4;
/// Every colour is out, those that do not take part included.
pub(crate) const ALL_OUT: u8 = (1 << MOST_COLORS) - 1;

/// What lies on the board, what is left, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) own: [Cells; MOST_COLORS],
    pub(crate) left: [Pieces; MOST_COLORS],
    /// The first colour when the game is over.
    pub(crate) to_move: PieceColor,
    /// A bit for each colour that has no move.
    pub(crate) out: u8,
    /// A bit for each colour that placed all its pieces, the single cell last.
    pub(crate) single_last: u8,
    /// A move of each colour that was legal once: as long as it still is, the colour is not out.
    pub(crate) witnesses: [Witness; MOST_COLORS],
}

/// A move that spares a search for moves; not part of what a position is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Witness(pub Option<Move>);

impl PartialEq for Witness {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Witness {}

impl Hash for Witness {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Position {
    /// The colour to move, unless the game is over.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Option<PieceColor> {
        (!self.is_over()).then_some(self.to_move)
    }

    /// Whether no colour can move.
    #[must_use]
    #[inline]
    pub fn is_over(&self) -> bool {
        self.out == ALL_OUT
    }

    /// Whether a colour has no move any more.
    #[must_use]
    #[inline]
    pub fn is_out(&self, color: PieceColor) -> bool {
        self.out >> color.0 & 1 == 1
    }

    /// The cells of a colour.
    #[must_use]
    #[inline]
    pub fn cells(&self, color: PieceColor) -> Cells {
        self.own[color.index()]
    }

    /// The cells of all colours.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Cells {
        self.own.iter().fold(Cells::EMPTY, |all, &own| all | own)
    }

    /// The pieces that a colour has not placed.
    #[must_use]
    #[inline]
    pub fn pieces_left(&self, color: PieceColor) -> Pieces {
        self.left[color.index()]
    }

    /// Whether a colour placed all its pieces and the single cell last.
    #[must_use]
    #[inline]
    pub fn ended_with_single(&self, color: PieceColor) -> bool {
        self.single_last >> color.0 & 1 == 1
    }

    /// Gives the turn to the next colour that is not out; to the first one when all are.
    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        let next = |color: PieceColor| PieceColor((color.0 + 1) % MOST_COLORS as u8);
        let mut color = next(self.to_move);
        if self.is_over() {
            color = PieceColor(0);
        } else {
            while self.is_out(color) {
                color = next(color);
            }
        }
        self.to_move = color;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Variant};
    use agon_core::Game;

    #[test]
    fn each_colour_ends_for_itself() {
        let start = crate::Blokus::new(Rules { variant: Variant::Mini }).start();
        let ended = |single_last| {
            let mut pos = start;
            pos.single_last = single_last;
            [0, 1, 2, 3].map(|color| pos.ended_with_single(PieceColor(color)))
        };
        assert_eq!(ended(0), [false; 4]);
        assert_eq!(ended(0b0001), [true, false, false, false]);
        assert_eq!(ended(0b1010), [false, true, false, true]);
    }
}
