//! Who plays whom in a generation, and what games are worth ([KInARow2012] section 3.1, table 3-1).

use crate::models::forest::Prediction;

/// Which games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Competition {
    /// Everybody against everybody, with both colours.
    Full,
    /// The survivors of the last generation against those that are new, with both colours.
    Limited,
}

impl Competition {
    /// The games of a generation whose first members are the survivors: who moves first, and who second.
    #[must_use]
    pub fn pairings(self, population: usize, survivors: usize) -> Vec<[usize; 2]> {
        let is_new = |member: usize| member >= survivors;
        let meet = |one: usize, other: usize| match self {
            Self::Full => one != other,
            Self::Limited => is_new(one) != is_new(other),
        };
        let all = |one| (0..population).map(move |other| [one, other]);
        (0..population).flat_map(all).filter(|&[one, other]| meet(one, other)).collect()
    }
}

/// What a game is worth to a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// A victory.
    pub win: f64,
    /// A draw.
    pub draw: f64,
    /// A loss: more than a victory brings, so that nobody gives games away for victories elsewhere.
    pub loss: f64,
}

impl Points {
    /// Those of section 3.1.
    pub const USUAL: Self = Self { win: 2.0, draw: 1.0, loss: -3.0 };

    /// The points for a result.
    #[must_use]
    pub fn of(&self, result: Prediction) -> f64 {
        match result {
            Prediction::Win => self.win,
            Prediction::Draw => self.draw,
            Prediction::Loss => self.loss,
        }
    }
}
