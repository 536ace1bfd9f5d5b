//! Whether the games of a match or a tournament differ. Original design.
//!
//! Agents without chance play the same game again and again from the same opening. A hundred copies of two games say
//! no more than two games do, yet an interval of a hundred would be printed. So games are told apart by their moves:
//! the first ones of a match, which may have millions, and all of a tournament.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::referee::SeatedGame;

/// So many games of a match, from the first one on, are looked at: enough to notice, and too few to take time.
const LOOKED_AT: u64 = 100;

/// How many of the games that were looked at differ. Parts can be added up in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstGames {
    count: u64,
    /// A hash of the moves of each game.
    different: BTreeSet<u64>,
}

/// Whether the moves of the game of this number are looked at.
pub(crate) fn is_looked_at(number: u64) -> bool {
    number < LOOKED_AT
}

impl FirstGames {
    /// Adds a game of a match. Those that come later change nothing.
    pub(crate) fn add<M: Hash>(&mut self, SeatedGame { job, played }: &SeatedGame<M>) {
        if is_looked_at(job.number) {
            self.add_moves(&played.moves);
        }
    }

    /// Adds the moves of a game, with those of its opening. Where none are known nothing changes.
    pub fn add_moves<M: Hash>(&mut self, moves: &[M]) {
        if moves.is_empty() {
            return;
        }
        let mut hasher = DefaultHasher::new();
        moves.hash(&mut hasher);
        self.count += 1;
        self.different.insert(hasher.finish());
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.different.extend(&other.different);
    }

    /// How many games were looked at.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How many of them differ from each other.
    #[must_use]
    pub fn different(&self) -> u64 {
        self.different.len() as u64
    }

    /// What to tell people if more than half of them are copies of others: intervals promise too much then. Two equal
    /// agents play each opening twice alike, which is half.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let (count, different) = (self.count, self.different());
        (different * 2 < count).then(|| {
            let told_apart = match different {
                1 => "is only one, again and again".to_owned(),
                _ => format!("are only {different} different ones"),
            };
            format!(
                "among the first {count} games there {told_apart}: copies say nothing new, and the intervals are too \
                 narrow"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use agon_core::{Outcome, PerPlayer};

    use super::*;
    use crate::game::{Ended, Played, SeatUse};
    use crate::referee::GameJob;

    fn game(number: u64, moves: &[u8]) -> SeatedGame<u8> {
        let ended = Ended::Regular(Outcome { points: PerPlayer::new(2, |_| 0) });
        let used = SeatUse { moves: 1, nodes: 1, time: Duration::ZERO };
        let seats = PerPlayer::new(2, agon_core::Player::index);
        let played = Played { moves: moves.to_vec(), opening: 0, ended, seats: PerPlayer::new(2, |_| used) };
        SeatedGame { job: GameJob { number, round: number / 2, seats }, played }
    }

    fn of(games: &[SeatedGame<u8>]) -> FirstGames {
        let mut first = FirstGames::default();
        games.iter().for_each(|game| first.add(game));
        first
    }

    #[test]
    fn copies_are_told_from_games() {
        let games: Vec<_> = (0..10).map(|number| game(number, &[1, 2, (number % 2) as u8])).collect();
        let first = of(&games);
        assert_eq!((first.count(), first.different()), (10, 2));
        assert!(
            first.warning().unwrap().starts_with("among the first 10 games there are only 2 different ones")
        );
        assert_eq!(of(&games[..4]).warning(), None, "two of four differ, as with equal agents");
        let others: Vec<_> = (0..10).map(|number| game(number, &[number as u8])).collect();
        assert_eq!((of(&others).different(), of(&others).warning()), (10, None));
    }

    #[test]
    fn parts_add_up_and_later_games_do_not_count() {
        let games: Vec<_> = (95..110).map(|number| game(number, &[number as u8 % 3])).collect();
        for cut in 0..games.len() {
            let mut merged = of(&games[cut..]);
            merged.merge(&of(&games[..cut]));
            assert_eq!(merged, of(&games));
        }
        assert_eq!((of(&games).count(), of(&games).different()), (5, 3), "games 95 to 99");
        assert_eq!(of(&[game(0, &[])]).count(), 0, "the moves of kept games are not known");
    }
}
