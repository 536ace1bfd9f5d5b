//! Looking at promising moves only: what turns Monte Carlo methods into GAMC and GAMCTS, [Hoang2021] sections 3.2.3,
//! 3.2.4 and 4.3.
//!
//! Any ranker of moves will do: weighted strategies as in the source, or the value of the position that a move leads to
//! ([`agon_abilities::OneAhead`]). The source simulates the best ten at the start and "a few hundred as the game advances", without saying how the number grows. Here it grows
//! by the same number each ply: with ten at first and five more each ply, a game of Blokus for two on 42 plies ends
//! with 215 candidates, one for four on 84 plies with 425.
//!
//! A position does not know how many plies were played. `plies_left` of the start minus `plies_left` of the position
//! stands in for it: equal on boards that fill up, more where players drop out, and zero (so that the number never
//! grows) for games that know no bound.

use std::cmp::Reverse;
use std::sync::Arc;

use agon_abilities::MoveRanker;
use agon_core::Game;

/// Keeps the moves of the highest ranks, more of them the longer the game lasts.
pub struct Narrowing<G: Game> {
    /// How good a move is.
    pub ranker: Arc<dyn MoveRanker<G>>,
    /// How many moves are kept at the start of the game; one is always kept.
    pub first: u32,
    /// How many more are kept each ply.
    pub per_ply: u32,
}

impl<G: Game> Clone for Narrowing<G> {
    fn clone(&self) -> Self {
        Self { ranker: self.ranker.clone(), ..*self }
    }
}

impl<G: Game> Narrowing<G> {
    /// The best ten at first and five more each ply.
    #[must_use]
    pub fn new(ranker: Arc<dyn MoveRanker<G>>) -> Self {
        Self { ranker, first: 10, per_ply: 5 }
    }

    /// How many moves are kept in a position.
    #[must_use]
    pub fn width(&self, game: &G, pos: &G::Position) -> u32 {
        let ply = game.plies_left(&game.start()).saturating_sub(game.plies_left(pos));
        self.first.saturating_add(self.per_ply.saturating_mul(ply)).max(1)
    }

    /// Keeps the best of the `moves` of a position, best first; equal ranks stay in the game's order.
    pub fn narrow(&self, game: &G, pos: &G::Position, moves: &mut Vec<G::Move>) {
        let mut ranks = Vec::with_capacity(moves.len());
        self.ranker.rank_all(game, pos, moves, &mut ranks);
        let mut order: Vec<_> = ranks.into_iter().map(Reverse).zip(0..).collect();
        let width = (self.width(game, pos) as usize).min(order.len());
        if width < order.len() {
            order.select_nth_unstable(width);
            order.truncate(width);
        }
        order.sort_unstable();
        *moves = order.into_iter().map(|(_, at): (_, usize)| moves[at]).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_abilities::OneAhead;
    use agon_core::{Evaluator, Notation, Player, Score};
    use agon_reversi::{DiscDifference, Reversi};
    use agon_testkit::Toy;

    fn narrowing(first: u32, per_ply: u32) -> Narrowing<Reversi<u64>> {
        Narrowing { ranker: Arc::new(OneAhead(DiscDifference)), first, per_ply }
    }

    fn reversi(moves: &str) -> (Reversi<u64>, <Reversi<u64> as Game>::Position) {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let mut pos = game.start();
        game.play_moves(&mut pos, moves).unwrap();
        (game, pos)
    }

    #[test]
    fn the_width_grows_with_the_ply() {
        let (game, pos) = reversi("d3c3");
        assert_eq!(Narrowing::new(Arc::new(OneAhead(DiscDifference))).width(&game, &game.start()), 10);
        assert_eq!(narrowing(10, 5).width(&game, &pos), 20);
        assert_eq!(narrowing(0, 0).width(&game, &pos), 1);
        assert_eq!(narrowing(u32::MAX, 5).width(&game, &pos), u32::MAX);
    }

    #[test]
    fn the_best_moves_stay_and_ties_keep_their_order() {
        let (game, pos) = reversi("f5d6c3d3c4f4");
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        let value = |mv| DiscDifference.value(&game, &game.after(&pos, mv), Player::FIRST);
        let mut ranked = moves.clone();
        ranked.sort_by_key(|&mv| Reverse(value(mv)));
        assert!(ranked.len() > 3 && value(ranked[0]) > value(ranked[ranked.len() - 1]));
        narrowing(3, 0).narrow(&game, &pos, &mut moves);
        assert_eq!(moves, ranked[..3]);
    }

    #[test]
    fn without_a_known_bound_the_width_stays() {
        struct Level;
        impl Evaluator<Toy> for Level {
            fn value(&self, _: &Toy, _: &<Toy as Game>::Position, _: Player) -> Score {
                Score::ZERO
            }
        }
        let toy = Toy { seed: 1, players: 3, branching: 6, depth: 6, zero_sum: false };
        let after = toy.after(&toy.start(), 0);
        assert_eq!(Narrowing::new(Arc::new(OneAhead(Level))).width(&toy, &after), 10);
    }
}
