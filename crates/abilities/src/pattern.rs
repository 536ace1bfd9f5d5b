//! Patterns of cells ([Cherry2011] section 3.5.1): what may stand on some cells, and which cell to take then.

use crate::{Coordinates, Occupant};

/// What may stand on a cell: a sum of 1 for nothing, 2 for an own piece and 4 for one of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct States(u8);

impl States {
    /// The states that a number from 1 to 7 stands for.
    #[must_use]
    pub fn from_bits(bits: u8) -> Option<Self> {
        (1..=7).contains(&bits).then_some(Self(bits))
    }

    /// Whether the occupant is among them.
    #[must_use]
    pub fn allow(self, occupant: Occupant) -> bool {
        let bit = match occupant {
            Occupant::Empty => 1,
            Occupant::Own => 2,
            Occupant::Opponent => 4,
        };
        self.0 & bit != 0
    }
}

/// Some cells with what may stand on them, and the cells to take then, best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What people call it.
    pub name: String,
    /// The cells that matter.
    pub cells: Vec<(Coordinates, States)>,
    /// The cells to take, in order of precedence.
    pub targets: Vec<Coordinates>,
}
