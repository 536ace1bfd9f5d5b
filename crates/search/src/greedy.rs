//! The player who looks one move ahead: each legal move is tried, and the position it leads to is valued.
//!
//! With the disc difference this is the greedy player of [Cherry2011] section 5.2 (most flips); with weighted
//! strategies it is the genetic player of [Hoang2021] section 3.1, whose optional second half subtracts the best
//! value that the next player can then reach.
//! Differs from the sources: equal values go to the first move in the game's order, so that games repeat.

use agon_core::static_value::{is_decided, reported, static_value};
use agon_core::{
    Agent, AgentError, Choice, Evaluator, Explanation, Game, Player, Rated, Score, Stopped, Think, Unit,
};

/// Chooses the move whose position has the best value.
#[derive(Clone, Copy, Debug)]
pub struct Greedy<E> {
    /// What a position is worth.
    pub evaluator: E,
    /// Whether the best reply of the next player is subtracted.
    pub reply: bool,
}

impl<E> Greedy<E> {
    /// The value of a move of `me` that leads to `pos`.
    fn value<G: Game>(
        &self,
        game: &G,
        pos: &G::Position,
        me: Player,
        think: &mut Think<'_>,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        think.node()?;
        let value = static_value(game, &self.evaluator, pos, me);
        match game.status(pos).to_move() {
            Some(next) if self.reply && next != me => Ok(value - self.best_reply(game, pos, next, think)?),
            _ => Ok(value),
        }
    }

    /// What the values of moves count, of undecided and of decided games: a difference of two values is only a rating.
    fn units<G: Game>(&self, game: &G) -> [Unit; 2]
    where
        E: Evaluator<G>,
    {
        if self.reply { [Unit::Rating; 2] } else { [self.evaluator.counts(game), game.final_unit()] }
    }

    /// The best value that the next player can reach, seen by themselves.
    fn best_reply<G: Game>(
        &self,
        game: &G,
        pos: &G::Position,
        next: Player,
        think: &mut Think<'_>,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        let mut replies = Vec::new();
        game.moves(pos, &mut replies);
        let mut best = -Score::INFINITE;
        for mv in replies {
            think.node()?;
            best = best.max(static_value(game, &self.evaluator, &game.after(pos, mv), next));
        }
        Ok(best)
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
        let first = *moves.first().ok_or(AgentError::GameOver)?;
        let [undecided, decided] = self.units(game);
        let mut scored = Vec::with_capacity(moves.len());
        for mv in moves {
            // A move whose replies could not all be seen would look too good: it does not count.
            let Ok(value) = self.value(game, &game.after(pos, mv), me, think) else { break };
            scored.push(Rated::new(mv, value, if is_decided(value) { decided } else { undecided }));
        }
        Rated::best_first(&mut scored);
        for rated in &mut scored {
            rated.score = reported(rated.score);
        }
        let Some(&best) = scored.first() else { return Ok(Choice::unscored(first)) };
        let choice = Choice::unscored(best.mv);
        let (score, unit) = (Some(best.score), best.unit);
        Ok(Choice { score, unit, depth: 1, nodes: think.nodes(), moves: scored, ..choice })
    }

    fn explain(&self, game: &G, pos: &G::Position) -> Explanation {
        let player = game.status(pos).to_move();
        player.map(|player| self.evaluator.explain(game, pos, player)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Budget, Notation, Seed};
    use agon_line::{Line, LongestLines, Rules};
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

    /// Black has 4 discs to 1 after any first move, White then 3 to 3 with any of three replies.
    #[test]
    fn a_reply_is_subtracted_and_leaves_only_a_rating() {
        let game = reversi();
        let choose = |reply| {
            let mut think = Think::untimed(Budget::default(), Seed(1));
            Greedy { evaluator: DiscDifference, reply }.choose(&game, &game.start(), &mut think).unwrap()
        };
        let (alone, answered) = (choose(false), choose(true));
        assert_eq!((alone.score, alone.unit), (Some(Score::points(3)), Unit::Points));
        assert_eq!((alone.depth, alone.nodes, alone.moves.len()), (1, 4, 4));
        assert_eq!((answered.score, answered.unit), (Some(Score::points(3)), Unit::Rating));
        assert_eq!((answered.depth, answered.nodes, answered.moves.len()), (1, 16, 4));
    }

    /// After c4 e3 every move of Black flips one disc, 5 to 2, and White's best reply to any of them two, 5 to 3.
    #[test]
    fn the_best_reply_counts_in_full() {
        let game = reversi();
        let mut pos = game.start();
        game.play_moves(&mut pos, "c4e3").unwrap();
        let scores = |reply| {
            let mut think = Think::untimed(Budget::default(), Seed(1));
            let choice = Greedy { evaluator: DiscDifference, reply }.choose(&game, &pos, &mut think).unwrap();
            choice.moves.iter().map(|rated| rated.score).collect::<Vec<_>>()
        };
        assert_eq!(scores(false), [Score::points(3); 5]);
        assert_eq!(scores(true), [Score::points(1); 5]);
    }

    /// Whoever moves again has no reply to fear: the second stone of a turn belongs to the same player.
    #[test]
    fn an_own_second_move_is_not_a_reply() {
        let rules = Rules::from_spec(&"line:m=3,n=3,k=3,p=2,q=2".parse().unwrap()).unwrap();
        let game: Line<u64> = Line::new(rules).unwrap();
        let choose = |reply| {
            let mut think = Think::untimed(Budget::default(), Seed(1));
            Greedy { evaluator: LongestLines, reply }.choose(&game, &game.start(), &mut think).unwrap()
        };
        let (alone, answered) = (choose(false), choose(true));
        assert_eq!((alone.score, alone.nodes), (answered.score, answered.nodes));
    }

    /// A won game counts its final points, not those of the evaluator.
    #[test]
    fn a_win_at_once_has_the_unit_of_the_game() {
        let game: Line<u64> = Line::new(Rules::CONNECT4).unwrap();
        let mut pos = game.start();
        game.play_moves(&mut pos, "121212").unwrap();
        let mut think = Think::untimed(Budget::default(), Seed(1));
        let mut greedy = Greedy { evaluator: LongestLines, reply: false };
        let choice = greedy.choose(&game, &pos, &mut think).unwrap();
        assert_eq!(game.write_move(choice.mv), "1");
        assert_eq!(choice.unit, game.final_unit());
        assert_eq!(choice.moves[1].unit, LongestLines.counts(&game));
        assert_ne!(choice.unit, choice.moves[1].unit);
    }

    /// The last move looked at was valued without all of its replies, and a losing one looked best.
    #[test]
    fn a_move_without_all_its_replies_does_not_count() {
        let game: Line<u64> = Line::new(Rules::CONNECT4).unwrap();
        let mut pos = game.start();
        game.play_moves(&mut pos, "12121").unwrap();
        for nodes in 8..40 {
            let mut greedy = Greedy { evaluator: LongestLines, reply: true };
            let mut think = Think::untimed(Budget::nodes(nodes), Seed(1));
            let choice = greedy.choose(&game, &pos, &mut think).unwrap();
            assert_eq!(game.write_move(choice.mv), "1", "only column 1 stops the line ({nodes} nodes)");
        }
    }

    #[test]
    fn a_used_up_budget_still_gives_a_move() {
        let game = reversi();
        let mut think = Think::untimed(Budget::nodes(0), Seed(1));
        let mut greedy = Greedy { evaluator: DiscDifference, reply: true };
        assert!(greedy.choose(&game, &game.start(), &mut think).is_ok());
    }
}
