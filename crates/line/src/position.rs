//! A position: the stones, and where in the turn it stands.
//!
//! The winner and the number of stones follow from the stones; they are kept so that the status costs nothing.

use agon_core::Player;
use agon_grid::CellSet;

/// Whose stones lie where, and who places the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<W> {
    pub(crate) stones: [W; 2],
    pub(crate) placed: u16,
    pub(crate) to_move: Player,
    /// Stones that the side to move still has in this turn, this one included.
    pub(crate) left: u8,
    pub(crate) winner: Option<Player>,
}

impl<W: CellSet> Position<W> {
    /// The stones of a player.
    #[must_use]
    #[inline]
    pub fn stones(&self, player: Player) -> W {
        self.stones[player.index()]
    }

    /// The stones of both.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> W {
        self.stones[0] | self.stones[1]
    }

    /// How many stones lie on the board.
    #[must_use]
    #[inline]
    pub fn placed(&self) -> u32 {
        u32::from(self.placed)
    }

    /// Who places the next stone (who would, when the game is over).
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// How many stones the side to move still has in this turn, at least one.
    #[must_use]
    #[inline]
    pub fn left(&self) -> u32 {
        u32::from(self.left)
    }

    /// Who has a line.
    #[must_use]
    #[inline]
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The player on a cell.
    pub(crate) fn player_on(&self, index: u32) -> Option<Player> {
        Player::all(2).find(|player| self.stones[player.index()].has(index))
    }

    /// Adds a stone of the side to move and passes the turn on when it was the last of it; `p` is the length of
    /// the next turn.
    #[inline]
    pub(crate) fn add(&mut self, cell: u32, p: u8) {
        self.stones[self.to_move.index()] |= W::single(cell);
        self.placed += 1;
        self.left -= 1;
        if self.left == 0 {
            (self.to_move, self.left) = (self.to_move.other(), p);
        }
    }
}
