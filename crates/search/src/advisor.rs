//! The move advisor of [KInARow2012] section 3.3: alpha-beta to a fixed depth, moves ordered by a cheap look, on as many
//! threads as are free ([`FreeThreads`]). Depth counts the plies after the own move, as the source does: depth zero plays
//! by the evaluator alone.
//!
//! Root moves are ordered by the evaluator itself, and the best of the last depth comes first. So the choice does not depend
//! on the number of threads: it is the first of the best moves in that order. Where a search proves a draw, many moves are
//! equal, and what the evaluator alone thinks of them decides: it likes threats, which the opponent may overlook, while a
//! shallower search has seen them answered.
//! Differs from the source, which orders by the cheap look at the root too: its ties say nothing of the evaluator. Shallower
//! searches come first, and positions are remembered; both change the time only.

use std::sync::Arc;

use agon_core::static_value::{best_first, is_decided, reported};
use agon_core::{Agent, AgentError, Choice, Evaluator, Explanation, Keyed, Stopped, Think};

use crate::deepening::{FixedDepth, Found, Root, as_reported, take_up};
use crate::{AlphaBeta, AlphaBetaParams, FreeThreads, Greedy, Look, MoveSource, RunningGame};

/// How an advisor works.
pub struct AdvisorParams<G: agon_core::Game> {
    /// How many plies after the own move it looks at; a limit of the move comes first.
    pub depth: u32,
    /// What orders moves below the root.
    pub order: Arc<dyn Evaluator<G>>,
    /// Where moves come from.
    pub source: Arc<dyn MoveSource<G>>,
    /// Bytes for the positions that are remembered.
    pub table: usize,
    /// Threads that it may use when they are free.
    pub threads: Arc<FreeThreads>,
}

impl<G: agon_core::Game> Clone for AdvisorParams<G> {
    fn clone(&self) -> Self {
        let Self { order, source, threads, .. } = self;
        Self { order: order.clone(), source: source.clone(), threads: threads.clone(), ..*self }
    }
}

/// Chooses moves by alpha-beta and an evaluator.
pub struct Advisor<G: agon_core::Game, E> {
    params: AdvisorParams<G>,
    evaluator: E,
    search: AlphaBeta<G, E>,
    /// The game that it plays in, for others who look for free threads.
    running: Option<RunningGame>,
}

impl<G: Keyed, E: Evaluator<G> + Clone> Advisor<G, E> {
    /// An advisor for a game of two players.
    ///
    /// # Errors
    /// If the game has more or fewer.
    pub fn for_game(
        game: &G,
        evaluator: E,
        params: AdvisorParams<G>,
    ) -> Result<Self, crate::WrongPlayerCount> {
        let (look, source) = (Look::Evaluator(params.order.clone()), params.source.clone());
        let settings = AlphaBetaParams { look, source, table: params.table, ..AlphaBetaParams::default() };
        let search = AlphaBeta::for_game(game, evaluator.clone(), settings)?;
        Ok(Self { params, evaluator, search, running: None })
    }

    /// The same, which counts as a running game as long as it is there.
    #[must_use]
    pub fn counted(mut self) -> Self {
        self.running = Some(self.params.threads.begin_game());
        self
    }

    /// Searches all depths up to the last, as far as there is time; the choice, and whether it was found without asking
    /// the evaluator.
    fn search(
        &mut self,
        game: &G,
        root: &mut Root<G>,
        deepest: u32,
        think: &mut Think<'_>,
    ) -> (Choice<G::Move>, bool) {
        let (mut choice, mut all_final) = (Choice::unscored(root.moves[0]), false);
        let by_evaluator = root.moves.clone();
        for depth in 1..=deepest {
            let Ok(found) = self.search_to(game, root, depth, think) else { break };
            let proven = found.proven;
            all_final = proven;
            let mut best = take_up(&mut choice, found);
            choice.depth = depth;
            if proven && !is_decided(best) {
                root.moves.clone_from(&by_evaluator);
                // All positions are remembered: the second search costs next to nothing.
                if let Ok(found) = self.search_to(game, root, depth, think) {
                    best = take_up(&mut choice, found);
                }
            }
            if let Some(place) = root.moves.iter().position(|&mv| mv == choice.mv) {
                root.moves[..=place].rotate_right(1);
            }
            think.report(depth, reported(best));
            if proven || is_decided(best) {
                break;
            }
        }
        (choice, all_final)
    }

    /// Searches one depth, on the threads that are free.
    fn search_to(
        &mut self,
        game: &G,
        root: &Root<G>,
        depth: u32,
        think: &mut Think<'_>,
    ) -> Result<Found<G::Move>, Stopped> {
        let search = &mut self.search;
        self.params.threads.search(|threads| {
            search.split_root(threads);
            search.search(game, root, depth, think)
        })
    }
}

impl<G: Keyed, E: Evaluator<G> + Clone> Agent<G> for Advisor<G, E> {
    fn name(&self) -> &str {
        "advisor"
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let player = game.status(pos).to_move().ok_or(AgentError::GameOver)?;
        let depth = think.budget().depth.unwrap_or(self.params.depth);
        if depth == 0 {
            return Greedy { evaluator: self.evaluator.clone(), reply: false }.choose(game, pos, think);
        }
        let mut moves = Vec::new();
        self.params.source.moves(game, pos, &mut moves);
        if moves.is_empty() {
            return Err(AgentError::GameOver);
        }
        let all_moves =
            FixedDepth::<G>::is_complete(&self.search) && moves.len() as u64 == game.count_moves(pos);
        best_first(game, &self.evaluator, pos, &mut moves);
        let mut root = Root { pos: pos.clone(), player, moves, expected: None };
        let deepest = depth.saturating_add(1).min(game.plies_left(pos).max(1));
        let (mut choice, all_final) = self.search(game, &mut root, deepest, think);
        let is_won = choice.score.is_some_and(|score| game.sooner_is_better() && is_decided(score));
        choice.exact = all_moves && (all_final || is_won);
        as_reported(&mut choice, |score| match all_final || is_decided(score) {
            true => game.final_unit(),
            false => self.evaluator.counts(game),
        });
        choice.nodes = think.nodes();
        Ok(choice)
    }

    fn explain(&self, game: &G, pos: &G::Position) -> Explanation {
        let player = game.status(pos).to_move();
        player.map(|player| self.evaluator.explain(game, pos, player)).unwrap_or_default()
    }

    fn new_game(&mut self) {
        FixedDepth::<G>::forget(&mut self.search);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AllMoves;
    use agon_core::{Budget, Game, Notation, Player, Score, Seed};
    use agon_line::{Line, LongestLines, Rules};

    fn params(depth: u32, threads: usize) -> AdvisorParams<Line<u64>> {
        AdvisorParams {
            depth,
            order: Arc::new(LongestLines),
            source: Arc::new(AllMoves),
            table: 1 << 20,
            threads: Arc::new(FreeThreads::new(threads)),
        }
    }

    /// Few values, so that many moves are equally good.
    #[derive(Clone, Copy)]
    struct Coarse;

    impl Evaluator<Line<u64>> for Coarse {
        fn value(&self, game: &Line<u64>, pos: &agon_line::Position<u64>, pov: Player) -> Score {
            Score(LongestLines.value(game, pos, pov).0 / 200)
        }
    }

    #[test]
    fn any_number_of_threads_chooses_the_same_move() {
        let game: Line<u64> = Line::new(Rules::CONNECT4).unwrap();
        let mut rng = Seed(3).stream("advisor", 0);
        for _ in 0..40 {
            let mut pos = game.start();
            for _ in 0..rng.below(12) {
                let mv = game.random_move(&pos, &mut rng, &mut Vec::new()).unwrap();
                game.play_unchecked(&mut pos, mv);
            }
            if game.status(&pos).to_move().is_none() {
                continue;
            }
            let choose = |threads| {
                let mut advisor = Advisor::for_game(&game, Coarse, params(4, threads)).unwrap();
                let mut think = Think::untimed(Budget::default(), Seed(1));
                let choice = advisor.choose(&game, &pos, &mut think).unwrap();
                (choice.mv, choice.score, choice.depth)
            };
            assert_eq!(choose(1), choose(4));
        }
    }

    /// What a position comes to for `me` if nobody errs.
    fn outcome(game: &Line<u64>, pos: &agon_line::Position<u64>, me: Player) -> i32 {
        let Some(player) = game.status(pos).to_move() else {
            return game.status(pos).outcome().unwrap().points[me];
        };
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        let outcomes = moves.iter().map(|&mv| outcome(game, &game.after(pos, mv), me));
        if player == me { outcomes.max().unwrap() } else { outcomes.min().unwrap() }
    }

    /// The choice of a search that did not see the end yet was kept, though the evaluator thought less of it.
    #[test]
    fn of_equal_draws_the_evaluator_chooses() {
        let game: Line<u64> = Line::new(Rules::TICTACTOE).unwrap();
        let mut rng = Seed(3).stream("draws", 0);
        let mut draws = 0;
        for _ in 0..500 {
            let mut pos = game.start();
            for _ in 0..3 + rng.below(4) {
                if let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
                    game.play_unchecked(&mut pos, mv);
                }
            }
            let Some(me) = game.status(&pos).to_move() else { continue };
            if outcome(&game, &pos, me) != 0 {
                continue;
            }
            let mut moves = Vec::new();
            game.moves(&pos, &mut moves);
            best_first(&game, &LongestLines, &pos, &mut moves);
            let first = moves.into_iter().find(|&mv| outcome(&game, &game.after(&pos, mv), me) == 0);
            let mut advisor = Advisor::for_game(&game, LongestLines, params(8, 1)).unwrap();
            let mut think = Think::untimed(Budget::default(), Seed(1));
            assert_eq!(Some(advisor.choose(&game, &pos, &mut think).unwrap().mv), first);
            draws += 1;
        }
        assert!(draws > 50, "{draws}");
    }

    /// A draw that was searched to all its ends was told as an estimate of the evaluator.
    #[test]
    fn what_is_searched_to_the_end_is_proven() {
        let game: Line<u64> = Line::new(Rules::TICTACTOE).unwrap();
        let choose = |depth, moves: &str| {
            let mut pos = game.start();
            game.play_moves(&mut pos, moves).unwrap();
            let mut advisor = Advisor::for_game(&game, LongestLines, params(depth, 1)).unwrap();
            advisor.choose(&game, &pos, &mut Think::untimed(Budget::default(), Seed(1))).unwrap()
        };
        let draw = choose(9, "");
        assert_eq!((draw.exact, draw.score, draw.unit), (true, Some(Score(0)), game.final_unit()));
        assert!(draw.moves.iter().all(|rated| rated.unit == game.final_unit()));
        let won = choose(3, "a1 c3 a2 c2");
        assert!(won.exact && won.unit == game.final_unit(), "{won:?}");
        let estimate = choose(2, "");
        assert!(!estimate.exact && estimate.unit != game.final_unit(), "{estimate:?}");
    }

    #[test]
    fn depth_zero_is_the_evaluator_alone() {
        let game: Line<u64> = Line::new(Rules::CONNECT4).unwrap();
        let mut think = Think::untimed(Budget::default(), Seed(1));
        let mut advisor = Advisor::for_game(&game, LongestLines, params(0, 1)).unwrap();
        let choice = advisor.choose(&game, &game.start(), &mut think).unwrap();
        assert_eq!((choice.mv, choice.nodes), (agon_line::Move::Drop(3), 7));
        let mut think = Think::untimed(Budget::depth(2), Seed(1));
        assert_eq!(advisor.choose(&game, &game.start(), &mut think).unwrap().depth, 3, "limits come first");
    }
}
