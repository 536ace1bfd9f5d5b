//! How a game stands and how it ended. Original design.

use crate::{PerPlayer, Player, Score};

/// A whole win in twelfths: the unit in which wins of one to four players split without rounding, so that sums do not
/// depend on the order in which games end.
pub const WHOLE_WIN: u64 = 12;

/// Splits a win evenly among the winners of a game, in [twelfths](WHOLE_WIN).
#[inline]
pub fn split_win(players: usize, is_winner: impl Fn(Player) -> bool) -> PerPlayer<u64> {
    let winners = Player::all(players).filter(|&player| is_winner(player)).count() as u64;
    PerPlayer::new(players, |player| if is_winner(player) { WHOLE_WIN / winners } else { 0 })
}

/// The final result: points for each player (discs, squares, or +1, 0 and -1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Points in the game's own unit; more is better.
    pub points: PerPlayer<i32>,
}

impl Outcome {
    /// The players who have the most points: one, or several that share the first place.
    pub fn winners(&self) -> impl Iterator<Item = Player> {
        let best = self.points.as_slice().iter().max().copied();
        self.points.iter().filter(move |&(_, &points)| Some(points) == best).map(|(player, _)| player)
    }

    /// The part of the win that each player gets, in [twelfths](WHOLE_WIN): those who share the first place get
    /// equal parts.
    #[must_use]
    #[inline]
    pub fn twelfths(&self) -> PerPlayer<u64> {
        let points = self.points.as_slice();
        let best = points.iter().copied().max().unwrap_or(0);
        split_win(points.len(), |player| points[player.index()] == best)
    }

    /// The part of the win that `player` gets, from 0 to 1.
    #[must_use]
    pub fn share(&self, player: Player) -> f64 {
        self.twelfths()[player] as f64 / WHOLE_WIN as f64
    }

    /// The points of `player` minus those of the best opponent; all points when there is no opponent.
    #[must_use]
    pub fn margin(&self, player: Player) -> i32 {
        self.margin_over(player, |other| other != player)
    }

    /// The points of `player` minus those of the best opponent, where it may share a side with others.
    pub fn margin_over(&self, player: Player, is_opponent: impl Fn(Player) -> bool) -> i32 {
        let opponents = self.points.iter().filter(|&(other, _)| is_opponent(other));
        self.points[player] - opponents.map(|(_, &points)| points).max().unwrap_or(0)
    }

    /// The margin as a search value.
    #[must_use]
    pub fn score(&self, player: Player) -> Score {
        Score::points(self.margin(player))
    }
}

/// Who moves, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// This player has at least one legal move (a pass is a move).
    ToMove(Player),
    /// Nobody moves any more.
    Over(Outcome),
}

impl Status {
    /// The player to move, unless the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Player> {
        match self {
            Self::ToMove(player) => Some(*player),
            Self::Over(_) => None,
        }
    }

    /// The result, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        match self {
            Self::ToMove(_) => None,
            Self::Over(outcome) => Some(outcome),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(points: &[i32]) -> Outcome {
        Outcome { points: PerPlayer::new(points.len(), |p| points[p.index()]) }
    }

    #[test]
    fn a_shared_first_place_is_shared_evenly() {
        let ended = outcome(&[-3, 4, 4, -9]);
        assert_eq!(ended.winners().collect::<Vec<_>>(), [Player(1), Player(2)]);
        assert_eq!(ended.share(Player(1)), 0.5);
        assert_eq!(ended.share(Player(3)), 0.0);
        assert_eq!(ended.margin(Player(1)), 0);
        assert_eq!(ended.margin(Player(0)), -7);
    }

    #[test]
    fn a_win_splits_without_rounding() {
        let twelfths = |points: &[i32]| outcome(points).twelfths().as_slice().to_vec();
        assert_eq!(twelfths(&[-7]), [12]);
        assert_eq!(twelfths(&[1, -1]), [12, 0]);
        assert_eq!(twelfths(&[5, 5, -3]), [6, 6, 0]);
        assert_eq!(twelfths(&[2, 2, 0, 2]), [4, 4, 0, 4]);
        assert_eq!(twelfths(&[0, 0, 0, 0]), [3, 3, 3, 3]);
        assert_eq!(outcome(&[2, 2, 0, 2]).share(Player(3)), 1.0 / 3.0);
        assert_eq!(split_win(2, |_| false).as_slice(), [0, 0]);
    }

    #[test]
    fn a_player_alone_keeps_all_points() {
        assert_eq!(outcome(&[12]).margin(Player::FIRST), 12);
    }
}
