//! Flat Monte Carlo: random games after each move in turn, and the best mean wins; [Hoang2021] section 3.2.1. With a
//! [`Narrowing`] it is GAMC, section 3.2.3.
//!
//! Differs from the source: means are shares of the win, not points; equal means go to the lower move index.

use agon_core::{Agent, AgentError, Choice, Game, Rated, Think, Unit};

use crate::simulation::{allowance, mean};
use crate::{Narrowing, Rollout, Uniform};

/// Plays games after each candidate in turn until the budget ends: one node is one game, and without any limit there
/// are [`DEFAULT_SIMULATIONS`](crate::DEFAULT_SIMULATIONS).
///
/// The scores are the mean shares of the win for the player to move: 0 to 1 points.
///
/// ```
/// use agon_core::{Agent, Budget, Game, Seed, Think};
/// use agon_reversi::Reversi;
/// use agon_search::{FlatMc, Uniform};
///
/// let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
/// let mut agent = FlatMc { rollout: Uniform, narrowing: None };
/// let mut think = Think::untimed(Budget::nodes(200), Seed(1));
/// let choice = agent.choose(&game, &game.start(), &mut think).unwrap();
/// assert_eq!((choice.nodes, choice.moves.len()), (200, 4));
/// ```
pub struct FlatMc<G: Game, R = Uniform> {
    /// How the games are played.
    pub rollout: R,
    /// Which moves are candidates; all of them if absent.
    pub narrowing: Option<Narrowing<G>>,
}

/// A move that is tried, and how its games went.
struct Candidate<G: Game> {
    after: G::Position,
    tried: Tried<G::Move>,
}

/// How the games after a move went.
struct Tried<M> {
    mv: M,
    games: u64,
    twelfths: u64,
}

/// Means are compared as fractions, exactly; equal ones keep their order.
fn best_first<M>(tried: &mut [Tried<M>]) {
    tried.sort_by(|a, b| (b.twelfths * a.games).cmp(&(a.twelfths * b.games)));
}

impl<G: Game, R: Rollout<G>> FlatMc<G, R> {
    fn candidates(&self, game: &G, pos: &G::Position) -> Vec<Candidate<G>> {
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        if let Some(narrowing) = &self.narrowing {
            narrowing.narrow(game, pos, &mut moves);
        }
        let tried = |mv| Tried { mv, games: 0, twelfths: 0 };
        let candidate = |mv| Candidate { after: game.after(pos, mv), tried: tried(mv) };
        moves.into_iter().map(candidate).collect()
    }
}

impl<G: Game, R: Rollout<G>> Agent<G> for FlatMc<G, R> {
    fn name(&self) -> &str {
        "flat-mc"
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let me = game.status(pos).to_move().ok_or(AgentError::GameOver)?;
        let mut candidates = self.candidates(game, pos);
        let first = candidates.first().ok_or(AgentError::GameOver)?.tried.mv;

        let (mut rng, mut scratch) = (think.rng("flat-mc"), Vec::new());
        let (mut left, mut turn) = (allowance(think.budget()), 0);
        while left > 0 && think.node().is_ok() {
            let candidate = &mut candidates[turn];
            let mut after = candidate.after.clone();
            let won = self.rollout.play(game, &mut after, &mut rng, &mut scratch, think);
            candidate.tried.games += 1;
            candidate.tried.twelfths += won[me];
            turn = if turn + 1 == candidates.len() { 0 } else { turn + 1 };
            left -= 1;
        }

        let mut tried: Vec<_> = candidates.into_iter().map(|candidate| candidate.tried).collect();
        tried.retain(|tried| tried.games > 0);
        best_first(&mut tried);
        let rate = |tried: &Tried<G::Move>| Rated {
            visits: Some(tried.games),
            ..Rated::new(tried.mv, mean(tried.twelfths, tried.games), Unit::Chance)
        };
        let moves: Vec<_> = tried.iter().map(rate).collect();
        let Some(&Rated { mv, score: best, .. }) = moves.first() else { return Ok(Choice::unscored(first)) };
        think.report(1, best);
        let (score, unit) = (Some(best), Unit::Chance);
        Ok(Choice { score, unit, depth: 1, nodes: think.nodes(), moves, ..Choice::unscored(mv) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Budget, Clock, ManualClock, Notation, Score, Seed, Stop};
    use agon_line::{Line, Rules};
    use agon_reversi::{DiscDifference, Reversi};

    fn tictactoe() -> Line<u64> {
        Line::new(Rules::from_spec(&"tictactoe".parse().unwrap()).unwrap()).unwrap()
    }

    fn choose<G: Game>(game: &G, pos: &G::Position, budget: Budget) -> Choice<G::Move> {
        let mut agent = FlatMc { rollout: Uniform, narrowing: None };
        agent.choose(game, pos, &mut Think::untimed(budget, Seed(1))).unwrap()
    }

    #[test]
    fn an_immediate_win_is_certain() {
        let game = tictactoe();
        let mut pos = game.start();
        game.play_moves(&mut pos, "a1 b1 a2 b2").unwrap();
        let choice = choose(&game, &pos, Budget::nodes(500));
        assert_eq!((game.write_move(choice.mv), choice.score), ("a3".to_owned(), Some(Score::points(1))));
        assert_eq!(choice, choose(&game, &pos, Budget::nodes(500)));
        assert_eq!(choice.moves.len(), 5);
        assert!(choice.moves.is_sorted_by(|a, b| a.score >= b.score));
    }

    #[test]
    fn candidates_take_turns() {
        let game = tictactoe();
        assert_eq!(choose(&game, &game.start(), Budget::nodes(4)).moves.len(), 4);
        let fallback = choose(&game, &game.start(), Budget::default());
        assert_eq!(fallback.nodes, crate::DEFAULT_SIMULATIONS);
    }

    #[test]
    fn without_budget_the_first_candidate_is_played() {
        let game = tictactoe();
        let choice = choose(&game, &game.start(), Budget::nodes(0));
        assert!(game.is_legal(&game.start(), choice.mv));
        assert_eq!((choice.nodes, choice.score), (0, None));
        let stop = Stop::default();
        stop.set();
        let clock = ManualClock::new();
        let mut think = Think::new(Budget::default(), Seed(1), &clock as &dyn Clock, stop);
        let mut agent = FlatMc { rollout: Uniform, narrowing: None };
        assert_eq!(agent.choose(&game, &game.start(), &mut think).unwrap(), choice);
    }

    #[test]
    fn only_the_narrowed_moves_are_simulated() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let mut pos = game.start();
        game.play_moves(&mut pos, "d3c3c4c5").unwrap();
        let narrowing = || Narrowing {
            ranker: std::sync::Arc::new(agon_abilities::OneAhead(DiscDifference)),
            first: 2,
            per_ply: 0,
        };
        let mut expected = Vec::new();
        game.moves(&pos, &mut expected);
        narrowing().narrow(&game, &pos, &mut expected);
        let mut agent = FlatMc { rollout: Uniform, narrowing: Some(narrowing()) };
        let choice = agent.choose(&game, &pos, &mut Think::untimed(Budget::nodes(99), Seed(1))).unwrap();
        let mut simulated: Vec<_> = choice.moves.iter().map(|rated| rated.mv).collect();
        simulated.sort_unstable();
        expected.sort_unstable();
        assert_eq!(simulated, expected);
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let game = tictactoe();
        let mut pos = game.start();
        game.play_moves(&mut pos, "a1 b1 a2 b2 a3").unwrap();
        let mut agent = FlatMc { rollout: Uniform, narrowing: None };
        let mut think = Think::untimed(Budget::nodes(9), Seed(1));
        assert_eq!(agent.choose(&game, &pos, &mut think), Err(AgentError::GameOver));
    }
}
