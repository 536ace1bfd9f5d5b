//! What a game is: rules that answer questions about positions. Original design.
//!
//! Differs from the usual `State` object: the rules hold the tables and are shared by reference, a position is
//! plain data. So one search serves boards whose size is known only at run time, and copying costs a `memcpy`.

use std::fmt;
use std::hash::Hash;
use std::ops::RangeInclusive;

use crate::{Outcome, PerPlayer, Player, Rng, Score, Status, Unit, leaves_one_by_one};

/// Rules and precomputed tables: built once, shared by reference, never changed.
///
/// ```
/// use agon_core::{Game, Outcome, PerPlayer, Player, Status};
///
/// /// Take one or two stones; who takes the last one wins.
/// struct Nim;
///
/// impl Game for Nim {
///     type Position = (u8, Player);
///     type Move = u8;
///     fn players(&self) -> usize { 2 }
///     fn start(&self) -> Self::Position { (5, Player::FIRST) }
///     fn status(&self, &(left, player): &Self::Position) -> Status {
///         if left > 0 { return Status::ToMove(player); }
///         let points = PerPlayer::new(2, |p| if p == player { -1 } else { 1 });
///         Status::Over(Outcome { points })
///     }
///     fn moves(&self, pos: &Self::Position, out: &mut Vec<u8>) { out.extend(1..=pos.0.min(2)); }
///     fn is_legal(&self, pos: &Self::Position, mv: u8) -> bool { (1..=pos.0.min(2)).contains(&mv) }
///     fn play_unchecked(&self, pos: &mut Self::Position, mv: u8) { *pos = (pos.0 - mv, pos.1.other()); }
/// }
///
/// let mut pos = Nim.start();
/// assert!(Nim.play(&mut pos, 3).is_err());
/// Nim.play(&mut pos, 2).unwrap();
/// assert_eq!(agon_core::perft(&Nim, &pos, 9), 3);
/// ```
pub trait Game: Send + Sync {
    /// Plain data: no heap, no pointer to the rules.
    type Position: Clone + Eq + Hash + fmt::Debug + Send + Sync;
    /// At most eight bytes.
    type Move: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync;

    /// How many players take part: 1 to 4.
    fn players(&self) -> usize;

    /// The position in which the game begins.
    fn start(&self) -> Self::Position;

    /// Who moves or how it ended, in one answer.
    fn status(&self, pos: &Self::Position) -> Status;

    /// Appends the legal moves in a fixed order; none when the game is over.
    fn moves(&self, pos: &Self::Position, out: &mut Vec<Self::Move>);

    /// Whether `mv` is among [`moves`](Self::moves).
    fn is_legal(&self, pos: &Self::Position, mv: Self::Move) -> bool;

    /// Plays a move known to be legal. An illegal one leaves a senseless position, but never undefined behaviour.
    fn play_unchecked(&self, pos: &mut Self::Position, mv: Self::Move);

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// If the move is not legal; `pos` is then untouched.
    fn play(&self, pos: &mut Self::Position, mv: Self::Move) -> Result<(), IllegalMove<Self::Move>> {
        if !self.is_legal(pos, mv) {
            return Err(IllegalMove(mv));
        }
        self.play_unchecked(pos, mv);
        Ok(())
    }

    /// The position after a move known to be legal.
    #[inline(always)]
    fn after(&self, pos: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut child = pos.clone();
        self.play_unchecked(&mut child, mv);
        child
    }

    /// What a finished game is worth to a player, as solvers report it: the margin in points, unless the game has
    /// a custom of its own, such as counting sooner wins higher.
    fn final_score(&self, _pos: &Self::Position, outcome: &Outcome, player: Player) -> Score {
        outcome.score(player)
    }

    /// Whether [`final_score`](Self::final_score) counts a win the higher the sooner it comes. A forced win found by
    /// a search of some depth is then proven to be the best.
    fn sooner_is_better(&self) -> bool {
        false
    }

    /// What [`final_score`](Self::final_score) counts.
    fn final_unit(&self) -> Unit {
        if self.sooner_is_better() { Unit::Distance } else { Unit::Points }
    }

    /// In how many plies from `pos` the game is won by a line of play that ends with this final score for the side to
    /// move: the fewest and the most. `None` where a final score does not tell.
    fn plies_to(&self, _pos: &Self::Position, _score: Score) -> Option<RangeInclusive<u32>> {
        None
    }

    /// No game goes on for more plies than this from here (passes not counted); `u32::MAX` if nothing is known.
    fn plies_left(&self, _pos: &Self::Position) -> u32 {
        u32::MAX
    }

    /// How many legal moves there are. A speed hook: games that can count without listing override it.
    fn count_moves(&self, pos: &Self::Position) -> u64 {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        moves.len() as u64
    }

    /// How many leaves the tree of `depth` plies below `pos` has, as [`perft`](crate::perft()) counts them. A speed hook.
    fn count_leaves(&self, pos: &Self::Position, depth: u32) -> u64
    where
        Self: Sized,
    {
        leaves_one_by_one(self, pos, depth)
    }

    /// A legal move, each with equal chance; `None` when the game is over. A speed hook.
    ///
    /// `scratch` is a buffer the caller keeps, so that the default does not allocate at every move.
    fn random_move(
        &self,
        pos: &Self::Position,
        rng: &mut Rng,
        scratch: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        scratch.clear();
        self.moves(pos, scratch);
        if scratch.is_empty() { None } else { Some(scratch[rng.below(scratch.len() as u32) as usize]) }
    }

    /// Plays uniformly random moves until the game is over. A speed hook for playouts.
    fn playout(&self, pos: &mut Self::Position, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Outcome {
        loop {
            if let Status::Over(outcome) = self.status(pos) {
                return outcome;
            }
            match self.random_move(pos, rng, scratch) {
                Some(mv) => self.play_unchecked(pos, mv),
                None => unreachable!("a player is to move but has no move"),
            }
        }
    }

    /// The player who wins alone whatever is played from here on, where that is known before the game is over. A speed
    /// hook for searches that ask who wins and not by how much.
    #[inline]
    fn sure_winner(&self, _pos: &Self::Position) -> Option<Player> {
        None
    }

    /// Plays uniformly random moves until it is clear who wins, and says what part of the win each player gets, in
    /// [twelfths](crate::WHOLE_WIN): the same as if the game went on as a [`playout`](Self::playout). A speed hook.
    #[inline]
    fn random_win(
        &self,
        pos: &mut Self::Position,
        rng: &mut Rng,
        scratch: &mut Vec<Self::Move>,
    ) -> PerPlayer<u64> {
        self.playout(pos, rng, scratch).twelfths()
    }
}

/// A move that the rules do not allow here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove<M: fmt::Debug>(pub M);

impl<M: fmt::Debug> fmt::Display for IllegalMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a legal move here", self.0)
    }
}

impl<M: fmt::Debug> std::error::Error for IllegalMove<M> {}

/// Games whose positions can be told apart by a 64-bit key, for transposition tables.
pub trait Keyed: Game {
    /// Equal positions have equal keys; different ones differ with overwhelming probability.
    fn key(&self, pos: &Self::Position) -> u64;

    /// A key that symmetric positions share: the least of their keys. Slower than [`key`](Self::key); games without symmetries need not know of it.
    fn canonical_key(&self, pos: &Self::Position) -> u64 {
        self.key(pos)
    }
}

/// The [canonical key](Keyed::canonical_key) where there are symmetries.
pub fn least_key<G: Keyed + Symmetric>(game: &G, pos: &G::Position) -> u64 {
    let images = (1..game.symmetries()).map(|index| game.key(&game.map_position(index, pos)));
    images.fold(game.key(pos), u64::min)
}

/// Games that look the same when the board is turned or mirrored. The defaults are for a board without symmetries.
pub trait Symmetric: Game {
    /// How many symmetries the board has, the identity (number 0) included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The position seen through symmetry `index`.
    fn map_position(&self, _index: usize, pos: &Self::Position) -> Self::Position {
        pos.clone()
    }

    /// The move seen through symmetry `index`.
    fn map_move(&self, _index: usize, mv: Self::Move) -> Self::Move {
        mv
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_move_is_named() {
        assert_eq!(IllegalMove("e4").to_string(), "\"e4\" is not a legal move here");
    }
}
