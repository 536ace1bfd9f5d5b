//! The player of the best-ranked move: no look at what follows. With the ranks of Reversi this is the greedy, the
//! influence and the greedy-influence agent of [Cherry2011] section 5.2.1; with those of line games, the four players
//! of its section 3.2; with weighted strategies, the genetic player of [Hoang2021] section 3.1, whose optional second half
//! subtracts the best rank that the next player then has.

use agon_abilities::{MoveRanker, RankMeaning};
use agon_core::{Agent, AgentError, Choice, Explanation, Game, Rated, Score, Think, Unit};

/// Chooses the move of the highest rank; among equals the first candidate of the ranker.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<R> {
    /// How good a move is.
    pub ranker: R,
    /// Whether the best rank of the next player is subtracted.
    pub reply: bool,
}

impl<R> Ranked<R> {
    /// The player who does not look at replies.
    pub const fn new(ranker: R) -> Self {
        Self { ranker, reply: false }
    }

    /// The best rank that the next player has after a move; none if the same player moves again, or nobody.
    fn best_reply<G: Game>(&self, game: &G, pos: &G::Position, mv: G::Move) -> Option<Score>
    where
        R: MoveRanker<G>,
    {
        let after = game.after(pos, mv);
        let next = game.status(&after).to_move().filter(|&next| Some(next) != game.status(pos).to_move());
        let (mut replies, mut ranks) = (Vec::new(), Vec::new());
        self.ranker.candidates(game, &after, &mut replies);
        self.ranker.rank_all(game, &after, &replies, &mut ranks);
        next.and(ranks.into_iter().max())
    }
}

impl<G: Game, R: MoveRanker<G>> Agent<G> for Ranked<R> {
    fn name(&self) -> &str {
        "ranked"
    }

    fn explain(&self, game: &G, pos: &G::Position) -> Explanation {
        self.ranker.explain(game, pos)
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let (mut moves, mut ranks) = (Vec::new(), Vec::new());
        self.ranker.candidates(game, pos, &mut moves);
        self.ranker.rank_all(game, pos, &moves, &mut ranks);
        let rate = |(&mv, rank)| Rated::new(mv, rank, Unit::Rating);
        let mut rated: Vec<_> = moves.iter().zip(ranks).map(rate).collect();
        if self.reply {
            let mut looked = 0;
            for rated in rated.iter_mut().take_while(|_| !think.is_over()) {
                rated.score = rated.score - self.best_reply(game, pos, rated.mv).unwrap_or_default();
                looked += 1;
            }
            // A move at whose replies nobody looked would be too good.
            rated.truncate(looked.max(1));
        }
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
    use agon_reversi::{BestPlace, InfluenceMap, MostFlips, Reversi};

    #[test]
    fn the_best_place_is_taken() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let influence = InfluenceMap::new([1, 2, 3, 4, 5, 6, 7, 8]).unwrap().on(game.rules()).unwrap();
        let pos = game.read_position(&format!("-OX{}-OOX{} X", "-".repeat(13), "-".repeat(44))).unwrap();
        let mut think = Think::untimed(Budget::default(), Seed(1));
        let choice = Ranked::new(BestPlace(influence)).choose(&game, &pos, &mut think).unwrap();
        assert_eq!(game.write_move(choice.mv), "a1");
        assert_eq!(choice.score, Some(Score::points(10)));
        assert_eq!(choice.moves.len(), 2);
    }

    #[test]
    fn ranks_are_reported_as_what_they_mean() {
        let game: Line<u64> = Line::new(Rules::TICTACTOE).unwrap();
        let mut think = Think::untimed(Budget::default(), Seed(1));
        let first = Ranked::new(FirstFree).choose(&game, &game.start(), &mut think).unwrap();
        assert_eq!((game.write_move(first.mv).as_str(), first.score, first.moves.len()), ("a3", None, 0));
        let mut weighing = Ranked::new(CellWeighing::INFLUENCE);
        let choice = weighing.choose(&game, &game.start(), &mut think).unwrap();
        assert_eq!((game.write_move(choice.mv).as_str(), choice.score), ("b2", None));
        let order: Vec<_> = choice.moves.iter().map(|rated| game.write_move(rated.mv)).collect();
        assert_eq!(order, ["b2", "a3", "c3", "a1", "c1", "b3", "a2", "c2", "b1"]);
    }

    /// Black has four discs after any first move and White then three or more: the flips of the best reply are subtracted.
    #[test]
    fn the_best_reply_is_subtracted() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let mut pos = game.start();
        game.play_moves(&mut pos, "c4e3").unwrap();
        let choose = |reply| {
            let mut think = Think::untimed(Budget::default(), Seed(1));
            Ranked { ranker: MostFlips, reply }.choose(&game, &pos, &mut think).unwrap()
        };
        let best = |mv| {
            let (mut replies, after) = (Vec::new(), game.after(&pos, mv));
            game.moves(&after, &mut replies);
            replies.into_iter().map(|reply| MostFlips.rank(&game, &after, reply)).max().unwrap()
        };
        let (alone, answered) = (choose(false), choose(true));
        for rated in &answered.moves {
            let own = alone.moves.iter().find(|other| other.mv == rated.mv).unwrap().score;
            assert_eq!(rated.score, own - best(rated.mv));
        }
        assert!(answered.moves.is_sorted_by(|one, next| one.score >= next.score));
    }
}
