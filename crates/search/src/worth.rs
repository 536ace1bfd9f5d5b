//! What leaves are worth, so that every search means the same by a value.
//!
//! An unfinished leaf is worth what the evaluator says. A finished game is worth its final score, moved out of the
//! evaluator's reach: any win is better than any hope, any loss worse than any fear, and a draw is zero.
//! Ours; [Cherry2011] section 6.2.3 asks for true results where the end is within reach.

use agon_core::{Evaluator, Game, Outcome, Player, Score, Status};

/// How far wins and losses are moved: beyond everything an evaluator says.
const DECIDED: Score = Score::points(500_000);

/// The value of a finished game for a player.
#[inline]
pub(crate) fn finished<G: Game>(game: &G, pos: &G::Position, outcome: &Outcome, pov: Player) -> Score {
    let score = game.final_score(pos, outcome, pov);
    Score(score.0 + score.0.signum() * DECIDED.0)
}

/// What the evaluator says of an unfinished position, kept below every decided value.
#[inline]
pub(crate) fn guessed<G: Game>(
    game: &G,
    evaluator: &(impl Evaluator<G> + ?Sized),
    pos: &G::Position,
    pov: Player,
) -> Score {
    evaluator.value(game, pos, pov).clamp(Score(1 - DECIDED.0), Score(DECIDED.0 - 1))
}

/// The value of any position without looking further: the result if it is finished, else the evaluator's guess.
#[inline]
pub(crate) fn at_sight<G: Game>(
    game: &G,
    evaluator: &(impl Evaluator<G> + ?Sized),
    pos: &G::Position,
    pov: Player,
) -> Score {
    match game.status(pos) {
        Status::Over(outcome) => finished(game, pos, &outcome, pov),
        Status::ToMove(_) => guessed(game, evaluator, pos, pov),
    }
}

/// Sorts moves by the value at sight of the positions they lead to, best first; equal ones keep their order.
pub(crate) fn best_first<G: Game>(
    game: &G,
    evaluator: &(impl Evaluator<G> + ?Sized),
    pos: &G::Position,
    moves: &mut [G::Move],
) {
    if let Some(mover) = game.status(pos).to_move() {
        moves.sort_by_cached_key(|&mv| {
            std::cmp::Reverse(at_sight(game, evaluator, &game.after(pos, mv), mover))
        });
    }
}

/// Whether the value is that of a finished game which somebody won.
#[inline]
pub(crate) fn is_decided(value: Score) -> bool {
    value.0.abs() >= DECIDED.0
}

/// The value as it is reported: final scores moved back to where they came from.
#[must_use]
pub fn reported(value: Score) -> Score {
    if is_decided(value) { Score(value.0 - value.0.signum() * DECIDED.0) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_reversi::Reversi;

    #[test]
    fn wins_are_moved_and_moved_back() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let won = Outcome { points: agon_core::PerPlayer::new(2, |player| 32 + 4 - 8 * i32::from(player.0)) };
        let value = finished(&game, &game.start(), &won, Player::FIRST);
        assert!(is_decided(value));
        assert_eq!(value, -finished(&game, &game.start(), &won, Player::SECOND));
        assert_eq!(reported(value), Score::points(8));
        assert_eq!(reported(Score::points(-3)), Score::points(-3));
    }
}
