//! Moves and corners: what decides games of Reversi long before discs do ([Rosenbloom1982]). Original design, without training; a
//! guide for proofs, which need to know what to try first more than what a position is worth.

use agon_core::{Evaluator, Explanation, Player, Score, Unit};

use crate::{BoardWord, Position, Reversi};

/// A corner is worth so many moves.
const CORNER: i32 = 6;

/// Own moves minus the opponent's, and corners that count for several.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl<W: BoardWord> Evaluator<Reversi<W>> for Mobility {
    fn value(&self, game: &Reversi<W>, pos: &Position<W>, pov: Player) -> Score {
        let moves = |player| game.moves_of(pos, player).count() as i32;
        let corners = |player| (pos.discs(player) & game.corners).count() as i32;
        let worth = |player| moves(player) + CORNER * corners(player);
        Score::points(worth(pov) - worth(pov.other()))
    }

    fn explain(&self, game: &Reversi<W>, pos: &Position<W>, pov: Player) -> Explanation {
        let difference =
            |count: &dyn Fn(Player) -> u32| f64::from(count(pov)) - f64::from(count(pov.other()));
        let moves = difference(&|player| game.moves_of(pos, player).count());
        let corners = difference(&|player| (pos.discs(player) & game.corners).count());
        let parts = [
            ("moves, own less the opponent's", moves, moves),
            ("corners, own less the opponent's", corners, f64::from(CORNER) * corners),
        ];
        Explanation::made_of(parts, Unit::Rating)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Game, Notation};

    #[test]
    fn moves_and_corners_count() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let mut pos = game.start();
        assert_eq!(Mobility.value(&game, &pos, Player::FIRST), Score(0));
        game.play_moves(&mut pos, "f5 f6 e6 f4 g5").unwrap();
        // White, to move, counts what the rules offer; black what they would offer if it were black's turn.
        let turned = game.position(pos.opponent, pos.own, Player::FIRST);
        let (white, black) = (game.count_moves(&pos) as i32, game.count_moves(&turned) as i32);
        assert_ne!(white, black);
        assert_eq!(Mobility.value(&game, &pos, Player::FIRST), Score::points(black - white));
        assert_eq!(Mobility.value(&game, &pos, Player::SECOND), Score::points(white - black));
    }

    #[test]
    fn a_corner_is_worth_six_moves() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let pos =
            game.read_position("X--------------------------------------------------------------- X").unwrap();
        assert_eq!(Mobility.value(&game, &pos, Player::FIRST), Score::points(CORNER));
    }
}
