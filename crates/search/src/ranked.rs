//! The player of the best-ranked move: no look at what follows. With the ranks of Reversi this is the greedy, the
//! influence and the greedy-influence agent of [Cherry2011] section 5.2.1; with those of line games, the four players
//! of its section 3.2; with weighted strategies, the genetic player of [Hoang2021] section 3.1, whose optional second half
//! subtracts the best rank that the next player then has.

use std::cmp::Reverse;

use agon_abilities::{MoveRanker, RankMeaning};
use agon_core::{Agent, AgentError, Choice, Explanation, Game, Rated, Score, Stopped, Think, Unit};

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

    /// Subtracts from each rank the best that the next player then has, best moves first, as far as the limits allow; moves
    /// at whose replies nobody looked would be too good, and are left out.
    ///
    /// The best reply to one move is mostly a good one to the next: where that alone makes a move worse than the best so
    /// far, its other replies are not looked at, and its value is only an upper bound.
    fn subtract_replies<G: Game>(
        &self,
        game: &G,
        pos: &G::Position,
        rated: &mut Vec<Rated<G::Move>>,
        think: &mut Think<'_>,
    ) where
        R: MoveRanker<G>,
    {
        let mut placed: Vec<_> = rated.drain(..).enumerate().collect();
        sort(&mut placed);
        let (mut looked, mut best, mut refutation) = (0, None, None);
        for (_, rated) in &mut placed {
            let after = game.after(pos, rated.mv);
            let Ok(reply) =
                self.reply(game, pos, &after, refutation, best.map(|best| rated.score - best), think)
            else {
                break;
            };
            if let Some((mv, rank, is_best)) = reply {
                (rated.score, rated.at_most, refutation) = (rated.score - rank, !is_best, Some(mv));
            }
            if !rated.at_most {
                best = best.max(Some(rated.score));
            }
            looked += 1;
        }
        placed.truncate(looked.max(1));
        sort(&mut placed);
        rated.extend(placed.into_iter().map(|(_, rated)| rated));
    }

    /// The best reply and its rank, or the refutation if its rank is above `enough`; none if the same player moves again, or
    /// nobody.
    fn reply<G: Game>(
        &self,
        game: &G,
        pos: &G::Position,
        after: &G::Position,
        refutation: Option<G::Move>,
        enough: Option<Score>,
        think: &mut Think<'_>,
    ) -> Result<Option<(G::Move, Score, bool)>, Stopped>
    where
        R: MoveRanker<G>,
    {
        think.node()?;
        let next = game.status(after).to_move();
        if next.is_none() || next == game.status(pos).to_move() {
            return Ok(None);
        }
        let (mut replies, mut ranks) = (Vec::new(), Vec::new());
        self.ranker.candidates(game, after, &mut replies);
        if let (Some(mv), Some(enough)) = (refutation.filter(|mv| replies.contains(mv)), enough) {
            let rank = self.ranker.rank(game, after, mv);
            if rank > enough {
                return Ok(Some((mv, rank, false)));
            }
        }
        for _ in 1..replies.len() {
            think.node()?;
        }
        self.ranker.rank_all(game, after, &replies, &mut ranks);
        // The first of equal ranks.
        let best =
            replies.into_iter().zip(ranks).reduce(|best, next| if next.1 > best.1 { next } else { best });
        Ok(best.map(|(mv, rank)| (mv, rank, true)))
    }
}

/// By rank, later by value; equal ones in the order of the candidates, bounds behind values.
fn sort<M>(placed: &mut [(usize, Rated<M>)]) {
    placed.sort_by_key(|(place, rated)| (Reverse(rated.score), rated.at_most, *place));
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
            self.subtract_replies(game, pos, &mut rated, think);
        }
        Rated::best_first(&mut rated);
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

    /// On large boards a move took seconds, whatever the limits said; now most moves are refuted by one reply.
    #[test]
    fn replies_count_as_nodes_and_most_are_not_looked_at() {
        let game: Line<agon_grid::Bits<7>> =
            Line::new(Rules::from_spec(&"gomoku".parse().unwrap()).unwrap()).unwrap();
        let mut pos = game.start();
        game.play_moves(&mut pos, "h8h9i9g7").unwrap();
        let ranker = agon_abilities::OneAhead(agon_line::LongestLines);
        let choose = |nodes| {
            let mut think = Think::untimed(Budget { nodes, ..Budget::default() }, Seed(1));
            let choice = Ranked { ranker, reply: true }.choose(&game, &pos, &mut think).unwrap();
            (choice, think.nodes())
        };
        let (choice, nodes) = choose(None);
        let (mut moves, mut best) = (Vec::new(), None);
        game.moves(&pos, &mut moves);
        for mv in moves {
            let (after, mut replies) = (game.after(&pos, mv), Vec::new());
            game.moves(&after, &mut replies);
            let reply = replies.into_iter().map(|reply| ranker.rank(&game, &after, reply)).max().unwrap();
            let value = ranker.rank(&game, &pos, mv) - reply;
            if best.is_none_or(|(_, found)| value > found) {
                best = Some((mv, value));
            }
        }
        assert_eq!((choice.mv, choice.moves[0].score), best.unwrap(), "the choice is that of a full look");
        assert!(nodes < 220 * 220 / 3, "{nodes}");
        assert!(choose(Some(500)).1 <= 500);
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
            let value = own - best(rated.mv);
            assert!(if rated.at_most { value <= rated.score } else { value == rated.score }, "{rated:?}");
        }
        assert!(answered.moves.is_sorted_by(|one, next| one.score >= next.score));
    }
}
