//! How well a game went: the fitness of [Cherry2011] section 4.2.1.2.
//!
//! ```text
//! W * W_r - L * L_r  +  w_sw * S_w - w_sl * S_l  +  w_nc * N_c
//! ```
//!
//! A win counts as the ratio of the discs, at most 5, and a loss as minus that; a tie is a loss for both. To have taken
//! every disc gives 5 more, to have none costs 5, and each corner gives 2. So it lies between -10 and 18.

use std::cmp::Ordering;

use agon_core::Player;
use agon_reversi::{Position, Reversi};

/// The weights of the parts, as the source sets them.
const LARGEST_RATIO: f64 = 5.0;
const SWEPT: f64 = 5.0;
const CORNER: f64 = 2.0;

/// The highest fitness there is: everything taken, and all corners held.
pub const HIGHEST: f64 = LARGEST_RATIO + SWEPT + 4.0 * CORNER;

/// What the fitness looks at when a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalDiscs {
    /// Discs of the agent.
    pub own: u32,
    /// Discs of the opponent.
    pub opponent: u32,
    /// Corners of the agent.
    pub corners: u32,
}

impl FinalDiscs {
    /// The end of a game as a player sees it.
    #[must_use]
    pub fn of(game: &Reversi<u64>, end: &Position<u64>, player: Player) -> Self {
        let shape = &game.rules().shape;
        let (right, bottom) = (shape.width() - 1, shape.height() - 1);
        let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
        let corners = corners.into_iter().filter_map(|(column, row)| shape.cell(column, row));
        let corners = corners.fold(0, |set, cell| set | 1 << cell.index());
        let own: u64 = end.discs(player);
        Self {
            own: own.count_ones(),
            opponent: end.discs(player.other()).count_ones(),
            corners: (own & corners).count_ones(),
        }
    }

    /// The part of a win: a tie is half of one.
    #[must_use]
    pub fn won(self) -> f64 {
        match self.own.cmp(&self.opponent) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        }
    }

    /// The fitness.
    #[must_use]
    pub fn fitness(self) -> f64 {
        let result = if self.own > self.opponent {
            ratio(self.own, self.opponent)
        } else {
            -ratio(self.opponent, self.own)
        };
        let swept = match (self.own, self.opponent) {
            (_, 0) => SWEPT,
            (0, _) => -SWEPT,
            _ => 0.0,
        };
        result + swept + CORNER * f64::from(self.corners)
    }
}

/// The discs of the winner for each of the loser's, up to a limit.
fn ratio(winner: u32, loser: u32) -> f64 {
    if loser == 0 { LARGEST_RATIO } else { (f64::from(winner) / f64::from(loser)).min(LARGEST_RATIO) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello_thesis::appendix;

    /// The appendix gives two decimals.
    #[test]
    fn all_720_values_of_the_appendix_follow() {
        let games = appendix::single_games();
        assert_eq!(games.len(), 360);
        for game in games {
            for (ending, published) in [game.agent, game.opponent].into_iter().zip(game.fitness) {
                assert!((ending.fitness() - published).abs() <= 0.005 + 1e-9, "{game:?}");
            }
        }
    }

    #[test]
    fn the_bounds_are_those_of_the_source() {
        assert_eq!(FinalDiscs { own: 60, opponent: 0, corners: 4 }.fitness(), HIGHEST);
        assert_eq!(HIGHEST, 18.0);
        assert_eq!(FinalDiscs { own: 0, opponent: 13, corners: 0 }.fitness(), -10.0);
        let narrow = FinalDiscs { own: 33, opponent: 31, corners: 0 }.fitness();
        assert!((narrow - 1.06).abs() < 0.005, "the least of a winner");
        assert_eq!(FinalDiscs { own: 32, opponent: 32, corners: 4 }.fitness(), 7.0, "a tie is a loss");
    }
}
