//! The quick games of training: two players who rank moves, without clocks, listeners or allocation per move. Original design.

use agon_abilities::MoveRanker;
use agon_core::static_value::static_value;
use agon_core::{Evaluator, Game, Score};

/// Plays a game of two and returns the position in which it ended.
pub fn duel<G: Game>(
    game: &G,
    first: &impl MoveRanker<G>,
    second: &impl MoveRanker<G>,
    scratch: &mut Vec<G::Move>,
) -> G::Position {
    duel_from(game, game.start(), first, second, scratch)
}

/// Plays a game of two from a position on and returns the position in which it ended.
pub fn duel_from<G: Game>(
    game: &G,
    mut pos: G::Position,
    first: &impl MoveRanker<G>,
    second: &impl MoveRanker<G>,
    scratch: &mut Vec<G::Move>,
) -> G::Position {
    while let Some(player) = game.status(&pos).to_move() {
        let mv = match player.index() {
            0 => first.best(game, &pos, scratch),
            _ => second.best(game, &pos, scratch),
        };
        match mv {
            Some(mv) => game.play_unchecked(&mut pos, mv),
            None => break,
        }
    }
    pos
}

/// Ranks a move by the value of the position after it: minimax of depth one ([Cherry2011] section 4.2.2.3).
///
/// Differs from the source, where only the network speaks: a move that ends the game counts as its result.
#[derive(Clone, Copy, Debug)]
pub struct OneAhead<E>(pub E);

impl<G: Game, E: Evaluator<G>> MoveRanker<G> for OneAhead<E> {
    #[inline]
    fn rank(&self, game: &G, pos: &G::Position, mv: G::Move) -> Score {
        let Some(me) = game.status(pos).to_move() else { return Score::ZERO };
        static_value(game, &self.0, &game.after(pos, mv), me)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_reversi::{DiscDifference, MostFlips, Reversi};

    #[test]
    fn most_flips_is_most_discs_one_move_ahead() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let mut scratch = Vec::new();
        let end = duel(&game, &MostFlips, &MostFlips, &mut scratch);
        assert!(game.status(&end).outcome().is_some());
        let ahead = OneAhead(DiscDifference);
        assert_eq!(
            ahead.best(&game, &game.start(), &mut scratch),
            MostFlips.best(&game, &game.start(), &mut scratch)
        );
        assert!(game.status(&duel(&game, &ahead, &MostFlips, &mut scratch)).outcome().is_some());
    }
}
