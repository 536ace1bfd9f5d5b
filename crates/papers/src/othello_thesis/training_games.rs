//! The games of a training: the agent plays both colours against its rivals, and the mean fitness counts.

use agon_core::{MoveRanker, Player, ReadError};
use agon_learn::duel::duel;
use agon_reversi::{Move, Reversi, Rules, Scoring, Start};

use super::fitness::Ending;

/// The game of the thesis: its start, and discs as they lie.
pub(super) fn game() -> Result<Reversi<u64>, ReadError> {
    Reversi::new(Rules { start: Start::Thesis, scoring: Scoring::Discs, ..Default::default() })
}

/// The fitness of an agent in two games against a rival, added up.
pub(super) fn both_colours(
    game: &Reversi<u64>,
    agent: &impl MoveRanker<Reversi<u64>>,
    rival: &impl MoveRanker<Reversi<u64>>,
    scratch: &mut Vec<Move>,
) -> f64 {
    let as_black = duel(game, agent, rival, scratch);
    let as_white = duel(game, rival, agent, scratch);
    Ending::of(game, &as_black, Player::FIRST).fitness()
        + Ending::of(game, &as_white, Player::SECOND).fitness()
}
