//! Who decides, and one value for each of them. Original design.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The largest number of players any game has.
pub const MAX_PLAYERS: usize = 4;

/// Who decides a move: `Player(0)` moves first. Shown as P1 to P4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u8);

impl Player {
    /// The player who moves first.
    pub const FIRST: Self = Self(0);
    /// The player who moves second.
    pub const SECOND: Self = Self(1);

    /// The position of this player in a [`PerPlayer`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other one of two players.
    #[must_use]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The next of `players` players in turn order.
    #[must_use]
    pub const fn next(self, players: usize) -> Self {
        let next = self.0 + 1;
        Self(if next as usize == players { 0 } else { next })
    }

    /// All of `players` players, in turn order.
    pub fn all(players: usize) -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..players as u8).map(Self)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}", self.0 + 1)
    }
}

/// One value for each player of a game, stored inline.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PerPlayer<T> {
    values: [T; MAX_PLAYERS],
    players: u8,
}

impl<T: Copy + Default> PerPlayer<T> {
    /// Asks `value` for the value of each of `players` players.
    ///
    /// # Panics
    /// If `players` is more than [`MAX_PLAYERS`].
    #[must_use]
    pub fn new(players: usize, mut value: impl FnMut(Player) -> T) -> Self {
        assert!(players <= MAX_PLAYERS, "{players} players, at most {MAX_PLAYERS} are possible");
        let mut values = [T::default(); MAX_PLAYERS];
        for player in Player::all(players) {
            values[player.index()] = value(player);
        }
        Self { values, players: players as u8 }
    }

    /// The default value for each of `players` players.
    #[must_use]
    pub fn all_default(players: usize) -> Self {
        Self::new(players, |_| T::default())
    }
}

impl<T> PerPlayer<T> {
    /// The values in turn order.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.values[..self.players as usize]
    }

    /// The values with their players, in turn order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Player, &T)> {
        Player::all(self.players as usize).zip(self.as_slice())
    }

    /// How many players there are.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players as usize
    }
}

impl<T: fmt::Debug> fmt::Debug for PerPlayer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<T> Index<Player> for PerPlayer<T> {
    type Output = T;
    fn index(&self, player: Player) -> &T {
        &self.values[..self.players as usize][player.index()]
    }
}

impl<T> IndexMut<Player> for PerPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.values[..self.players as usize][player.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round() {
        assert_eq!(Player(2).next(4), Player(3));
        assert_eq!(Player(3).next(4), Player(0));
        assert_eq!(Player::FIRST.other(), Player::SECOND);
        assert_eq!(Player(3).to_string(), "P4");
    }

    #[test]
    fn values_belong_to_players() {
        let mut discs = PerPlayer::new(2, |p| i32::from(p.0) * 10);
        discs[Player::FIRST] = 7;
        assert_eq!(discs.as_slice(), [7, 10]);
        assert_eq!(discs.iter().map(|(p, &v)| (p.0, v)).collect::<Vec<_>>(), [(0, 7), (1, 10)]);
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn a_player_who_does_not_take_part_has_no_value() {
        let _ = PerPlayer::<i32>::all_default(2)[Player(2)];
    }

    #[test]
    fn only_those_who_take_part_are_shown() {
        let discs = PerPlayer::new(3, |player| player.0);
        assert_eq!((discs.players(), format!("{discs:?}").as_str()), (3, "[0, 1, 2]"));
        assert_eq!(PerPlayer::<u8>::all_default(2).as_slice(), [0, 0]);
        assert_eq!(Player::all(3).collect::<Vec<_>>(), [Player(0), Player(1), Player(2)]);
    }
}
