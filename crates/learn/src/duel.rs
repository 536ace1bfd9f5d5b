//! The quick games of training: two players who rank moves, without clocks, listeners or allocation per move. Original design.

use agon_abilities::MoveRanker;
use agon_core::Game;

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

/// Plays a game of any number of players, each by a ranker, from a position on and returns the position in which it ended.
pub fn contest_from<G: Game, R: MoveRanker<G>>(
    game: &G,
    mut pos: G::Position,
    players: &[R],
    scratch: &mut Vec<G::Move>,
) -> G::Position {
    while let Some(player) = game.status(&pos).to_move() {
        match players.get(player.index()).and_then(|ranker| ranker.best(game, &pos, scratch)) {
            Some(mv) => game.play_unchecked(&mut pos, mv),
            None => break,
        }
    }
    pos
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_abilities::OneAhead;
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
        assert_eq!(contest_from(&game, game.start(), &[MostFlips, MostFlips], &mut scratch), end);
    }
}
