//! The player who looks one move ahead: each legal move is tried, and the position it leads to is valued.
//!
//! With the disc difference this is the greedy player of [Cherry2011] section 5.2 (most flips); with weighted
//! strategies it is the genetic player of [Hoang2021] section 3.1, whose optional second half subtracts the best
//! value that the next player can then reach.
//! Differs from the sources: equal values go to the first move in the game's order, so that games repeat.

use agon_core::{Agent, AgentError, Choice, Evaluator, Game, Player, Rated, Score, Status, Think};

use crate::worth::{finished, reported};

/// Chooses the move whose position has the best value.
#[derive(Clone, Copy, Debug)]
pub struct Greedy<E> {
    /// What a position is worth.
    pub evaluator: E,
    /// Whether the best reply of the next player is subtracted.
    pub reply: bool,
}

impl<E> Greedy<E> {
    /// The value of `pos` for `pov`; a finished game is worth its result.
    pub(crate) fn value<G: Game>(&self, game: &G, pos: &G::Position, pov: Player) -> Score
    where
        E: Evaluator<G>,
    {
        match game.status(pos) {
            Status::Over(outcome) => finished(game, pos, &outcome, pov),
            Status::ToMove(_) => self.evaluator.value(game, pos, pov),
        }
    }

    /// The best value that whoever moves next can reach, seen by themselves; nothing if `me` moves again or the
    /// game is over.
    fn best_reply<G: Game>(
        &self,
        game: &G,
        pos: &G::Position,
        me: Player,
        think: &mut Think<'_>,
    ) -> Option<Score>
    where
        E: Evaluator<G>,
    {
        let next = game.status(pos).to_move().filter(|&next| next != me)?;
        let mut replies = Vec::new();
        game.moves(pos, &mut replies);
        let values = replies.iter().map_while(|&mv| {
            think.node().ok()?;
            Some(self.value(game, &game.after(pos, mv), next))
        });
        values.max()
    }
}

impl<G: Game, E: Evaluator<G>> Agent<G> for Greedy<E> {
    fn name(&self) -> &str {
        "greedy"
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let me = game.status(pos).to_move().ok_or(AgentError::GameOver)?;
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        let mut scored = Vec::with_capacity(moves.len());
        for mv in moves {
            if think.node().is_err() && !scored.is_empty() {
                break;
            }
            let child = game.after(pos, mv);
            let mut value = self.value(game, &child, me);
            if self.reply {
                value = value - self.best_reply(game, &child, me, think).unwrap_or(Score::ZERO);
            }
            scored.push(Rated::new(mv, value));
        }
        // The sort is stable: among equal values the game's order stays.
        scored.sort_by_key(|rated| std::cmp::Reverse(rated.score));
        for rated in &mut scored {
            rated.score = reported(rated.score);
        }
        let best = *scored.first().ok_or(AgentError::GameOver)?;
        let choice = Choice::unscored(best.mv);
        Ok(Choice { score: Some(best.score), depth: 1, nodes: think.nodes(), moves: scored, ..choice })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Budget, Notation, Seed};
    use agon_reversi::{DiscDifference, Reversi};

    fn reversi() -> Reversi<u64> {
        Reversi::new(Default::default()).unwrap()
    }

    #[test]
    fn most_flips_win_and_ties_go_to_the_first() {
        let game = reversi();
        let mut pos = game.start();
        let mut choose = |text: &str| {
            game.play_moves(&mut pos, text).unwrap();
            let mut think = Think::untimed(Budget::default(), Seed(1));
            let mut greedy = Greedy { evaluator: DiscDifference, reply: false };
            let choice = greedy.choose(&game, &pos, &mut think).unwrap();
            (game.write_move(choice.mv), choice.score.unwrap())
        };
        assert_eq!(choose(""), ("d3".to_owned(), Score::points(3)));
        // No move flips more than one disc; b3 is the first of those in board order.
        assert_eq!(choose("d3c3"), ("b3".to_owned(), Score::points(3)));
    }

    #[test]
    fn a_used_up_budget_still_gives_a_move() {
        let game = reversi();
        let mut think = Think::untimed(Budget::nodes(0), Seed(1));
        let mut greedy = Greedy { evaluator: DiscDifference, reply: true };
        assert!(greedy.choose(&game, &game.start(), &mut think).is_ok());
    }
}
