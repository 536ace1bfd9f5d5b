//! The player of the best-ranked move: no look at what follows. With the ranks of Reversi this is the greedy, the
//! influence and the greedy-influence agent of [Cherry2011] section 5.2.1.

use agon_core::{Agent, AgentError, Choice, Game, MoveRanker, Rated, Think, Unit};

/// Chooses the move of the highest rank; among equals the first in the game's order.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<R> {
    /// How good a move is.
    pub ranker: R,
}

impl<G: Game, R: MoveRanker<G>> Agent<G> for Ranked<R> {
    fn name(&self) -> &str {
        "ranked"
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        _: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let mut moves = Vec::new();
        let best = self.ranker.best(game, pos, &mut moves).ok_or(AgentError::GameOver)?;
        let rate = |&mv| Rated::new(mv, self.ranker.rank(game, pos, mv), Unit::Rating);
        let mut rated: Vec<_> = moves.iter().map(rate).collect();
        // The sort is stable: among equal ranks the game's order stays.
        rated.sort_by_key(|rated| std::cmp::Reverse(rated.score));
        let score = rated.first().map(|rated| rated.score);
        Ok(Choice { score, moves: rated, ..Choice::unscored(best) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Budget, Notation, Score, Seed};
    use agon_reversi::{BestPlace, InfluenceMap, Reversi};

    #[test]
    fn the_best_place_is_taken() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let influence = InfluenceMap::new([1, 2, 3, 4, 5, 6, 7, 8]).unwrap().on(game.rules()).unwrap();
        let pos = game.read_position(&format!("-OX{}-OOX{} X", "-".repeat(13), "-".repeat(44))).unwrap();
        let mut think = Think::untimed(Budget::default(), Seed(1));
        let choice = Ranked { ranker: BestPlace(influence) }.choose(&game, &pos, &mut think).unwrap();
        assert_eq!(game.write_move(choice.mv), "a1");
        assert_eq!(choice.score, Some(Score::points(10)));
        assert_eq!(choice.moves.len(), 2);
    }
}
