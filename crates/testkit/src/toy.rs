//! Random game trees in which anything may happen: players move in any order and games end at any depth.
//!
//! A position is just a hash of the way that led to it, so a tree of any size needs no memory. Searches that are
//! right here do not assume alternation, equal depth or equal branching.

use agon_core::{Evaluator, Game, Keyed, Outcome, PerPlayer, Player, Score, Status};

/// A family of random trees.
#[derive(Clone, Copy, Debug)]
pub struct Toy {
    /// Which tree of the family.
    pub seed: u64,
    /// How many players take part.
    pub players: usize,
    /// The most moves a position has.
    pub branching: u64,
    /// No game is longer.
    pub depth: u32,
    /// Whether two players' points sum to zero (always true for two players if set).
    pub zero_sum: bool,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToyPosition {
    way: u64,
    ply: u32,
}

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let value = (value ^ (value >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    value ^ (value >> 32)
}

impl Game for Toy {
    type Position = ToyPosition;
    type Move = u8;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> ToyPosition {
        ToyPosition { way: mix(self.seed ^ 0x0123_4567_89ab_cdef), ply: 0 }
    }

    fn status(&self, pos: &ToyPosition) -> Status {
        let ends_early = pos.ply > 1 && mix(pos.way ^ 1).is_multiple_of(9);
        if pos.ply < self.depth && !ends_early {
            return Status::ToMove(Player((mix(pos.way ^ 2) % self.players as u64) as u8));
        }
        let mut points =
            PerPlayer::new(self.players, |p| (mix(pos.way ^ (3 + u64::from(p.0))) % 21) as i32 - 10);
        if self.zero_sum && self.players == 2 {
            points[Player::SECOND] = -points[Player::FIRST];
        }
        Status::Over(Outcome { points })
    }

    fn moves(&self, pos: &ToyPosition, out: &mut Vec<u8>) {
        if self.status(pos).to_move().is_some() {
            let count = 1 + mix(pos.way ^ 9) % self.branching;
            out.extend(0..count as u8);
        }
    }

    fn is_legal(&self, pos: &ToyPosition, mv: u8) -> bool {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        moves.contains(&mv)
    }

    fn play_unchecked(&self, pos: &mut ToyPosition, mv: u8) {
        pos.way = mix(pos.way.wrapping_add(1 + u64::from(mv)));
        pos.ply += 1;
    }
}

impl Keyed for Toy {
    fn key(&self, pos: &ToyPosition) -> u64 {
        pos.way
    }
}

/// A value that looks random but follows from the position: any search error shows up as another value.
///
/// Values stay within `spread` points of zero, are opposite for two players, and small enough that many are equal.
#[derive(Clone, Copy, Debug)]
pub struct HashEvaluator {
    /// The largest value, in points.
    pub spread: u32,
}

impl<G: Keyed> Evaluator<G> for HashEvaluator {
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score {
        let value = |salt: u64| {
            let range = u64::from(2 * self.spread + 1);
            Score::points((mix(game.key(pos) ^ salt) % range) as i32 - self.spread as i32)
        };
        match (game.players(), pov) {
            (2, Player::SECOND) => -value(0),
            (2, _) => value(0),
            (_, player) => value(u64::from(player.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::perft;

    #[test]
    fn a_toy_tree_is_finite_and_repeats() {
        let toy = Toy { seed: 1, players: 3, branching: 4, depth: 5, zero_sum: false };
        let leaves = perft(&toy, &toy.start(), 5);
        assert_eq!(leaves, perft(&toy, &toy.start(), 50));
        let other = Toy { seed: 2, ..toy };
        assert_ne!(leaves, perft(&other, &other.start(), 5), "another seed is another tree");
    }
}
