//! How a game stands and how it ended. Ours.

use crate::{PerPlayer, Player, Score};

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

    /// What the game was worth to `player`: 1 for a win, 0 for a loss, and an equal part of the win for each of
    /// those who share the first place.
    #[must_use]
    pub fn share(&self, player: Player) -> f64 {
        let winners = self.winners().count();
        if self.winners().any(|winner| winner == player) { 1.0 / winners as f64 } else { 0.0 }
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
    fn a_player_alone_keeps_all_points() {
        assert_eq!(outcome(&[12]).margin(Player::FIRST), 12);
    }
}
