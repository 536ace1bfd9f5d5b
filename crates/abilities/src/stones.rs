//! Boards whose cells have three values: empty, of one player, of the other. Original design.
//!
//! All that a forest of [KInARow2012] or tables of patterns [Buro1998] need of a game: which cells there are, what stands
//! on them, where a move places its piece, and where a symmetry of the board takes a cell.

use agon_core::{Player, Symmetric};

use crate::Coordinates;

/// Cells as bits, in the numbering of the game.
pub type CellBits = [u64; 7];

/// Games of two players on a grid, every cell of which is empty or holds a piece of one of them.
pub trait Stones: Symmetric {
    /// The columns and the rows of the smallest rectangle around the board.
    fn extent(&self) -> (u32, u32);

    /// The bit of a cell, counted from the top left; `None` where the board has no cell.
    fn cell_bit(&self, place: Coordinates) -> Option<u32>;

    /// The cells that hold a piece of the player.
    fn stones(&self, pos: &Self::Position, player: Player) -> CellBits;

    /// Where a legal move puts its piece; `None` for a pass.
    fn placed_on(&self, pos: &Self::Position, mv: Self::Move) -> Option<Coordinates>;

    /// Cells to look at together, by name, where some are known to judge this board best; none by default.
    fn proven_shapes(&self) -> &'static [(&'static str, &'static [Coordinates])] {
        &[]
    }

    /// Where symmetry `index` takes a cell; a place without a cell stays where it is.
    fn map_place(&self, index: usize, place: Coordinates) -> Coordinates;
}
