//! How a simulation goes on where the search knows nothing more: the roll-out of [Hoang2021] section 3.2.2.
//!
//! [`Uniform`] is the one of the source. [`Heuristic`] is ours: mostly the move that an evaluator likes best, which
//! costs far more for each game and is worth it only where random games say little.

use agon_core::static_value::static_value;
use agon_core::{Evaluator, Game, PerPlayer, Rng, Status, Think, first_best, split_win};

/// Plays a game until it is clear who wins.
pub trait Rollout<G: Game>: Send + Sync {
    /// Plays on from `pos` and says what part of the win each player gets, in [twelfths](agon_core::WHOLE_WIN). `pos`
    /// need not be played to the end of the game.
    ///
    /// `scratch` is a buffer that the caller keeps. A roll-out that takes longer than a random game asks
    /// [`Think::is_over`] between its moves, and hurries when it must.
    fn play(
        &self,
        game: &G,
        pos: &mut G::Position,
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
        think: &Think<'_>,
    ) -> PerPlayer<u64>;
}

impl<G: Game, R: Rollout<G> + ?Sized> Rollout<G> for std::sync::Arc<R> {
    fn play(
        &self,
        game: &G,
        pos: &mut G::Position,
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
        think: &Think<'_>,
    ) -> PerPlayer<u64> {
        (**self).play(game, pos, rng, scratch, think)
    }
}

/// Every legal move with equal chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Rollout<G> for Uniform {
    // Never: inside a search, a random game would share its registers with the search, a fifth of its speed.
    #[inline(never)]
    fn play(
        &self,
        game: &G,
        pos: &mut G::Position,
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
        _: &Think<'_>,
    ) -> PerPlayer<u64> {
        game.random_win(pos, rng, scratch)
    }
}

/// The move with the best value one step ahead, and now and then any legal move.
#[derive(Clone, Copy, Debug)]
pub struct Heuristic<E> {
    /// What a position is worth.
    pub evaluator: E,
    /// The probability of a random move, from 0 (always the best one) to 1 (as [`Uniform`] plays).
    pub epsilon: f64,
}

impl<G: Game, E: Evaluator<G>> Rollout<G> for Heuristic<E> {
    fn play(
        &self,
        game: &G,
        pos: &mut G::Position,
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
        think: &Think<'_>,
    ) -> PerPlayer<u64> {
        loop {
            let mover = match game.status(pos) {
                Status::Over(outcome) => return outcome.twelfths(),
                Status::ToMove(mover) => mover,
            };
            if let Some(winner) = game.sure_winner(pos) {
                return split_win(game.players(), |player| player == winner);
            }
            if think.is_over() {
                return game.random_win(pos, rng, scratch);
            }
            scratch.clear();
            game.moves(pos, scratch);
            if rng.chance(self.epsilon) {
                game.play_unchecked(pos, scratch[rng.below(scratch.len() as u32) as usize]);
                continue;
            }
            let children = scratch.iter().map(|&mv| game.after(pos, mv));
            let best = first_best(children, |child| static_value(game, &self.evaluator, child, mover));
            *pos = best.unwrap_or_else(|| unreachable!("a player is to move but has no move"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Greedy;
    use agon_core::{Agent, Budget, Seed};
    use agon_reversi::{DiscDifference, Reversi};

    fn play(rollout: &impl Rollout<Reversi<u64>>, seed: u64) -> PerPlayer<u64> {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let think = Think::untimed(Budget::default(), Seed(seed));
        rollout.play(&game, &mut game.start(), &mut think.rng("test"), &mut Vec::new(), &think)
    }

    #[test]
    fn without_chance_it_plays_like_the_greedy_player() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let mut pos = game.start();
        let mut greedy = Greedy { evaluator: DiscDifference, reply: false };
        while game.status(&pos).to_move().is_some() {
            let mut think = Think::untimed(Budget::default(), Seed(1));
            let choice = greedy.choose(&game, &pos, &mut think).unwrap();
            game.play_unchecked(&mut pos, choice.mv);
        }
        let ended = play(&Heuristic { evaluator: DiscDifference, epsilon: 0.0 }, 1);
        assert_eq!(Some(ended), game.status(&pos).outcome().map(agon_core::Outcome::twelfths));
    }

    #[test]
    fn chance_makes_games_differ() {
        let half = Heuristic { evaluator: DiscDifference, epsilon: 0.5 };
        let ends: Vec<_> = (0..9).map(|seed| play(&half, seed)).collect();
        assert!(ends.iter().any(|end| *end != ends[0]));
        assert_eq!(play(&half, 3), play(&half, 3));
        assert_eq!(
            play(&Uniform, 3),
            play(&(std::sync::Arc::new(Uniform) as std::sync::Arc<dyn Rollout<_>>), 3)
        );
    }
}
