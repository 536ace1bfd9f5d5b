//! The player of the best-ranked move: no look at what follows. With the ranks of Reversi this is the greedy, the
//! influence and the greedy-influence agent of [Cherry2011] section 5.2.1; with those of line games, the four players
//! of its section 3.2.

use agon_abilities::{MoveRanker, RankMeaning};
use agon_core::{Agent, AgentError, Choice, Game, Rated, Think, Unit};

/// Chooses the move of the highest rank; among equals the first candidate of the ranker.
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
        self.ranker.candidates(game, pos, &mut moves);
        let rate = |&mv| Rated::new(mv, self.ranker.rank(game, pos, mv), Unit::Rating);
        let mut rated: Vec<_> = moves.iter().map(rate).collect();
        // The sort is stable: equal ranks stay in the order of the candidates.
        rated.sort_by_key(|rated| std::cmp::Reverse(rated.score));
        let &best = rated.first().ok_or(AgentError::GameOver)?;
        let choice = Choice::unscored(best.mv);
        Ok(match self.ranker.meaning() {
            RankMeaning::Value => Choice { score: Some(best.score), moves: rated, ..choice },
            RankMeaning::Comparison => Choice { moves: rated, ..choice },
            RankMeaning::Nothing => choice,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Budget, Notation, Score, Seed};
    use agon_line::{CellWeighing, FirstFree, Line, Rules};
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

    #[test]
    fn ranks_are_reported_as_what_they_mean() {
        let game: Line<u64> = Line::new(Rules::TICTACTOE).unwrap();
        let mut think = Think::untimed(Budget::default(), Seed(1));
        let first = Ranked { ranker: FirstFree }.choose(&game, &game.start(), &mut think).unwrap();
        assert_eq!((game.write_move(first.mv).as_str(), first.score, first.moves.len()), ("a3", None, 0));
        let mut weighing = Ranked { ranker: CellWeighing::INFLUENCE };
        let choice = weighing.choose(&game, &game.start(), &mut think).unwrap();
        assert_eq!((game.write_move(choice.mv).as_str(), choice.score), ("b2", None));
        let order: Vec<_> = choice.moves.iter().map(|rated| game.write_move(rated.mv)).collect();
        assert_eq!(order, ["b2", "a3", "c3", "a1", "c1", "b3", "a2", "c2", "b1"]);
    }
}
