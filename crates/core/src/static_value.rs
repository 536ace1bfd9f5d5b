//! The value of a position without search, so that all searches and learners mean the same by a value.
//!
//! An unfinished position has the value that the evaluator says. A finished one has its final score, moved beyond all
//! that evaluators say: any win is better than any estimate, any loss worse, and a draw is zero.
//! Original design; [Cherry2011] section 6.2.3 asks for true results where the end is within reach.

use crate::{Evaluator, Game, Outcome, PerPlayer, Player, Score, Status};

/// How far wins and losses are moved.
const DECIDED: Score = Score::points(500_000);

/// The value of a finished game for a player.
#[inline]
pub fn finished<G: Game>(game: &G, pos: &G::Position, outcome: &Outcome, pov: Player) -> Score {
    let score = game.final_score(pos, outcome, pov);
    Score(score.0 + score.0.signum() * DECIDED.0)
}

/// The evaluator's value of an unfinished position, with less than every decided value as its absolute value.
#[inline]
pub fn estimated<G: Game>(
    game: &G,
    evaluator: &(impl Evaluator<G> + ?Sized),
    pos: &G::Position,
    pov: Player,
) -> Score {
    undecided(evaluator.value(game, pos, pov))
}

/// The evaluator's values of an unfinished position for all players, each as [`estimated`] has it.
#[inline]
pub fn estimated_for_all<G: Game>(
    game: &G,
    evaluator: &(impl Evaluator<G> + ?Sized),
    pos: &G::Position,
) -> PerPlayer<Score> {
    let values = evaluator.values(game, pos);
    PerPlayer::new(values.players(), |player| undecided(values[player]))
}

fn undecided(value: Score) -> Score {
    value.clamp(Score(1 - DECIDED.0), Score(DECIDED.0 - 1))
}

/// The value of any position: its result if it is finished, else what the evaluator says.
#[inline]
pub fn static_value<G: Game>(
    game: &G,
    evaluator: &(impl Evaluator<G> + ?Sized),
    pos: &G::Position,
    pov: Player,
) -> Score {
    match game.status(pos) {
        Status::Over(outcome) => finished(game, pos, &outcome, pov),
        Status::ToMove(_) => estimated(game, evaluator, pos, pov),
    }
}

/// Sorts moves by the static value of the positions they lead to, best first; equal ones keep their order.
pub fn best_first<G: Game>(
    game: &G,
    evaluator: &(impl Evaluator<G> + ?Sized),
    pos: &G::Position,
    moves: &mut [G::Move],
) {
    if let Some(mover) = game.status(pos).to_move() {
        moves.sort_by_cached_key(|&mv| {
            std::cmp::Reverse(static_value(game, evaluator, &game.after(pos, mv), mover))
        });
    }
}

/// Whether the value is that of a finished game which somebody won.
#[must_use]
#[inline]
pub fn is_decided(value: Score) -> bool {
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

    /// Heaps of one: who takes the only stone has won by eight points.
    struct OneStone;

    impl Game for OneStone {
        type Position = bool;
        type Move = ();
        fn players(&self) -> usize {
            2
        }
        fn start(&self) -> bool {
            false
        }
        fn status(&self, &taken: &bool) -> Status {
            match taken {
                false => Status::ToMove(Player::FIRST),
                true => {
                    Status::Over(Outcome { points: PerPlayer::new(2, |player| 8 - 8 * i32::from(player.0)) })
                }
            }
        }
        fn moves(&self, &taken: &bool, out: &mut Vec<()>) {
            out.extend((!taken).then_some(()));
        }
        fn is_legal(&self, &taken: &bool, (): ()) -> bool {
            !taken
        }
        fn play_unchecked(&self, taken: &mut bool, (): ()) {
            *taken = true;
        }
    }

    struct Enthusiast;

    impl Evaluator<OneStone> for Enthusiast {
        fn value(&self, _: &OneStone, _: &bool, _: Player) -> Score {
            Score::points(1_000_000)
        }
    }

    #[test]
    fn wins_are_moved_beyond_every_estimate_and_back() {
        let won = static_value(&OneStone, &Enthusiast, &true, Player::FIRST);
        assert!(is_decided(won));
        assert_eq!(won, -static_value(&OneStone, &Enthusiast, &true, Player::SECOND));
        assert_eq!(reported(won), Score::points(8));
        assert_eq!(reported(Score::points(-3)), Score::points(-3));
        let hoped = static_value(&OneStone, &Enthusiast, &false, Player::FIRST);
        assert!(!is_decided(hoped) && hoped < won);
    }
}
