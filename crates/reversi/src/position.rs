//! A position: discs, and what the side to move may do.
//!
//! The legal moves are part of the position, found once when it comes about: status, move list, legality and random
//! moves then cost nothing more, and the end of the game is known without looking again.

use agon_core::Player;
use agon_grid::CellSet;

/// Whose discs lie where, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<W> {
    pub(crate) own: W,
    pub(crate) opponent: W,
    pub(crate) legal: W,
    pub(crate) to_move: Player,
    pub(crate) stage: Stage,
}

/// What the side to move does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    /// Fills one of the centre cells (historical start).
    Fill,
    /// Places a disc that flips.
    Place,
    /// Passes, because only the opponent can place.
    Pass,
    /// Nothing: nobody can place.
    Over,
}

impl<W: CellSet> Position<W> {
    /// The cells on which the side to move can place a disc.
    #[must_use]
    #[inline]
    pub fn legal(&self) -> W {
        self.legal
    }

    /// The discs of the side to move.
    #[must_use]
    #[inline]
    pub fn own(&self) -> W {
        self.own
    }

    /// The discs of the other side.
    #[must_use]
    #[inline]
    pub fn opponent(&self) -> W {
        self.opponent
    }

    /// The side to move (the side that would be, when the game is over).
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The discs of a player.
    #[must_use]
    #[inline]
    pub fn discs(&self, player: Player) -> W {
        if player == self.to_move { self.own } else { self.opponent }
    }
}
