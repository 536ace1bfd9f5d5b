//! Iterative deepening: search one ply, then two, then three, until the budget is used up ([Slate1977]).
//!
//! A search that is stopped in the middle leaves nothing behind but its last finished depth, so an answer is always
//! there; and what the shallow searches learn makes the deep ones faster. Methods that learn nothing from shallower
//! depths go to the wanted depth at once when depth is the only limit.
//!
//! Where the end of the game is within reach the search goes all the way ([Cherry2011] section 6.2.3). A value is
//! reported as exact when no evaluator was asked on the way to it.

use agon_core::static_value::{is_decided, reported};
use agon_core::{Agent, AgentError, Budget, Choice, Explanation, Game, Player, Rated, Score, Think, Unit};

/// The position to find a move in.
#[derive(Clone, Debug)]
pub struct Root<G: Game> {
    /// Not the end of a game: somebody has a move.
    pub pos: G::Position,
    /// Who moves.
    pub player: Player,
    /// The moves to look at, best first as far as is known and the search cares.
    pub moves: Vec<G::Move>,
    /// The value that the last depth found.
    pub expected: Option<Score>,
}

/// What a search says of one move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// One of [`Root::moves`].
    pub mv: M,
    /// Its value for the player at the root.
    pub score: Score,
    /// Whether the value is the true one of this depth; if not, the true one is at most this.
    pub exact: bool,
    /// The expected line after the move.
    pub line: Vec<M>,
}

impl<M> RootMove<M> {
    /// A move whose value is the true one of its depth.
    pub(crate) fn exact(mv: M, score: Score, line: Vec<M>) -> Self {
        Self { mv, score, exact: true, line }
    }
}

/// What a search of one depth found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// Every root move, in the order in which they were searched.
    pub moves: Vec<RootMove<M>>,
    /// Whether no evaluator was asked.
    pub proven: bool,
}

/// A search to a fixed depth: what deepening repeats.
pub trait FixedDepth<G: Game>: Send {
    /// The name shown to people.
    fn name(&self) -> &str;

    /// What the values of unfinished leaves count.
    fn counts(&self, game: &G) -> Unit;

    /// Whether a search profits from shallower ones before it. One that does gets the root moves in the order of what the
    /// last depth found, the others as the game lists them.
    fn learns(&self) -> bool;

    /// Appends the moves to look at in the root position: all of them, unless the search narrows on purpose.
    fn root_moves(&self, game: &G, pos: &G::Position, out: &mut Vec<G::Move>) {
        game.moves(pos, out);
    }

    /// Whether the search looks at all moves everywhere; only then can it prove anything.
    fn is_complete(&self) -> bool {
        true
    }

    /// Whether every root move gets a value of its own. The end of a game then takes proofs of all of them, not of the
    /// best alone.
    fn values_every_move(&self) -> bool {
        false
    }

    /// Searches `depth` plies (at least one) below the root.
    ///
    /// # Errors
    /// If the search was stopped before it was done.
    fn search(
        &mut self,
        game: &G,
        root: &Root<G>,
        depth: u32,
        think: &mut Think<'_>,
    ) -> Result<Found<G::Move>, agon_core::Stopped>;

    /// What the evaluator of unfinished leaves says of a position.
    fn explain(&self, _: &G, _: &G::Position, _: Player) -> Explanation {
        Explanation::default()
    }

    /// Forgets what was learned of the last game.
    fn forget(&mut self) {}
}

/// An agent that can be told which of the legal moves come into question.
pub trait ChooseAmong<G: Game>: Agent<G> {
    /// Chooses one of some legal moves; a value called exact is that of the best of them.
    ///
    /// # Errors
    /// As [`Agent::choose`], or if there is no move to choose from.
    fn choose_among(
        &mut self,
        game: &G,
        pos: &G::Position,
        moves: Vec<G::Move>,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError>;
}

impl<G: Game, A: ChooseAmong<G> + ?Sized> ChooseAmong<G> for Box<A> {
    fn choose_among(
        &mut self,
        game: &G,
        pos: &G::Position,
        moves: Vec<G::Move>,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        (**self).choose_among(game, pos, moves, think)
    }
}

/// An agent that deepens a search.
#[derive(Clone, Debug)]
pub struct Deepening<S> {
    /// Called with a depth of 1 ply, then 2, and so on.
    pub search: S,
    /// How deep to go when the budget of a move names no limit at all.
    pub default_depth: u32,
    /// Search to the end of the game once no more than this many plies are left, whatever the budget says of depth.
    /// Without: [`USUAL_ENDGAME`] plies, and only where the budget names no depth.
    pub endgame: Option<u32>,
}

/// From so many plies before the end on, going all the way costs next to nothing.
pub const USUAL_ENDGAME: u32 = 8;
/// No search is deeper.
const DEEPEST: u32 = 1000;
/// Before a search to the end of the game there are searches of at least this depth if the end is not nearer, as a
/// fallback and to learn which moves to begin with.
const PREPARATION: u32 = 4;

impl<S> Deepening<S> {
    /// The depths to search, one after the other.
    fn depths<G: Game>(&self, game: &G, pos: &G::Position, budget: Budget) -> Vec<u32>
    where
        S: FixedDepth<G>,
    {
        let left = game.plies_left(pos);
        // A pass costs a ply too, and there may be one after each move.
        let to_the_end = left.saturating_mul(2).saturating_add(2).min(DEEPEST);
        let limited = budget.nodes.is_some() || budget.time.is_some();
        let usual = if budget.depth.is_none() && limited { USUAL_ENDGAME } else { 0 };
        let all_the_way = left <= self.endgame.unwrap_or(usual);
        // Where sooner is better, every depth may bring the proof: no reason to jump.
        if all_the_way && !game.sooner_is_better() {
            let preparation = match (self.search.learns(), limited) {
                (false, _) => 0,
                (true, false) => (left / 3).max(PREPARATION),
                (true, true) => (left / 2).max(PREPARATION),
            };
            return (1..=preparation.min(left.saturating_sub(1))).chain([to_the_end]).collect();
        }
        let wanted = match budget.depth {
            _ if all_the_way => DEEPEST,
            Some(depth) => depth,
            None if limited => DEEPEST,
            None => self.default_depth,
        };
        let deepest = wanted.clamp(1, to_the_end);
        let at_once = !self.search.learns() && !limited;
        (if at_once { deepest } else { 1 }..=deepest).collect()
    }
}

impl<G: Game, S: FixedDepth<G>> Agent<G> for Deepening<S> {
    fn name(&self) -> &str {
        self.search.name()
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let mut moves = Vec::new();
        self.search.root_moves(game, pos, &mut moves);
        self.choose_among(game, pos, moves, think)
    }

    fn explain(&self, game: &G, pos: &G::Position) -> Explanation {
        let player = game.status(pos).to_move();
        player.map(|player| self.search.explain(game, pos, player)).unwrap_or_default()
    }

    fn new_game(&mut self) {
        self.search.forget();
    }
}

impl<G: Game, S: FixedDepth<G>> ChooseAmong<G> for Deepening<S> {
    fn choose_among(
        &mut self,
        game: &G,
        pos: &G::Position,
        moves: Vec<G::Move>,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let player = game.status(pos).to_move().ok_or(AgentError::GameOver)?;
        let first = *moves.first().ok_or(AgentError::GameOver)?;
        // Of more than two players nobody can be sure what the others do, and what was left out may be better.
        let all_moves = self.search.is_complete() && moves.len() as u64 == game.count_moves(pos);
        let can_prove = all_moves && game.players() <= 2;
        // Nothing to choose: the time is saved, unless the value is what is asked for.
        let is_forced = game.count_moves(pos) == 1
            && think.budget().time.is_some()
            && self.endgame.is_none()
            && !self.search.values_every_move();
        let mut root = Root::<G> { pos: pos.clone(), player, moves, expected: None };
        let mut choice = Choice::unscored(first);
        let mut all_final = false;
        for depth in self.depths(game, pos, think.budget()) {
            let Ok(found) = self.search.search(game, &root, depth, think) else { break };
            let proven = found.proven;
            all_final = proven;
            let best = take_up(&mut choice, found);
            choice.depth = depth.min(game.plies_left(pos).max(choice.line.len() as u32));
            choice.exact = can_prove && (proven || (game.sooner_is_better() && is_decided(best)));
            if self.search.learns() {
                root.moves = choice.moves.iter().map(|rated| rated.mv).collect();
            }
            root.expected = Some(best);
            think.report(depth, reported(best));
            let settled =
                !self.search.values_every_move() || choice.moves.iter().all(|rated| is_decided(rated.score));
            if proven || is_forced || (choice.exact && settled) {
                break;
            }
        }
        let unit = |score| {
            if all_final || is_decided(score) { game.final_unit() } else { self.search.counts(game) }
        };
        as_reported(&mut choice, unit);
        choice.nodes = think.nodes();
        Ok(choice)
    }
}

/// Gives all values of a choice the form that reports have, each with what it counts.
pub(crate) fn as_reported<M>(choice: &mut Choice<M>, unit: impl Fn(Score) -> Unit) {
    choice.unit = choice.score.map_or_else(Unit::default, &unit);
    choice.score = choice.score.map(reported);
    for rated in &mut choice.moves {
        rated.unit = unit(rated.score);
        rated.score = reported(rated.score);
    }
}

/// Stable, and a true value before an equal bound: the move that was found best stays first.
pub(crate) fn best_found_first<M>(moves: &mut [RootMove<M>]) {
    moves.sort_by_key(|root_move| (std::cmp::Reverse(root_move.score), !root_move.exact));
}

/// Makes what a depth found the current answer, and returns its value.
pub(crate) fn take_up<M: Copy>(choice: &mut Choice<M>, found: Found<M>) -> Score {
    let mut moves = found.moves;
    best_found_first(&mut moves);
    let best = &moves[0];
    choice.mv = best.mv;
    choice.score = Some(best.score);
    choice.line = std::iter::once(best.mv).chain(best.line.iter().copied()).collect();
    let rate = |found: &RootMove<M>| Rated {
        at_most: !found.exact,
        ..Rated::new(found.mv, found.score, Unit::default())
    };
    choice.moves = moves.iter().map(rate).collect();
    best.score
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Seed, Stopped};
    use agon_line::{Line, LongestLines};
    use agon_reversi::{DiscDifference, Mobility, Reversi};

    use crate::{AlphaBeta, AlphaBetaParams, Minimax};

    /// Finds nothing, and notes how deep it was asked to look.
    struct Noting {
        learns: bool,
        depths: Vec<u32>,
        games: u32,
    }

    impl<G: Game> FixedDepth<G> for Noting {
        fn name(&self) -> &str {
            "noting"
        }

        fn counts(&self, _: &G) -> Unit {
            Unit::Rating
        }

        fn learns(&self) -> bool {
            self.learns
        }

        fn search(
            &mut self,
            _: &G,
            root: &Root<G>,
            depth: u32,
            _: &mut Think<'_>,
        ) -> Result<Found<G::Move>, Stopped> {
            self.depths.push(depth);
            let found = |&mv: &G::Move| RootMove::exact(mv, Score::ZERO, Vec::new());
            Ok(Found { moves: root.moves.iter().map(found).collect(), proven: false })
        }

        fn forget(&mut self) {
            self.games += 1;
        }
    }

    /// The depths that are searched after so many random plies, as `first-last` where they go up one by one.
    fn depths<G: Game>(game: &G, plies: usize, learns: bool, endgame: Option<u32>, budget: Budget) -> String {
        let mut rng = Seed(2).stream("depths", 0);
        let pos = (0..plies).fold(game.start(), |pos, _| {
            game.after(&pos, game.random_move(&pos, &mut rng, &mut Vec::new()).unwrap())
        });
        let search = Noting { learns, depths: Vec::new(), games: 0 };
        let mut agent = Deepening { search, default_depth: 5, endgame };
        agent.choose(game, &pos, &mut Think::untimed(budget, Seed(1))).unwrap();
        let runs = agent.search.depths.chunk_by(|one, next| one + 1 == *next);
        let run = |run: &[u32]| match run {
            [single] => single.to_string(),
            _ => format!("{}-{}", run[0], run[run.len() - 1]),
        };
        runs.map(run).collect::<Vec<_>>().join(" ")
    }

    /// 60 plies are left at the start of Reversi; a pass may follow each of them.
    #[test]
    fn limits_say_how_deep_a_search_goes() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let middle = |learns, budget| depths(&game, 10, learns, None, budget);
        assert_eq!(middle(true, Budget::default()), "1-5", "the default depth");
        assert_eq!(middle(true, Budget::depth(3)), "1-3");
        assert_eq!(middle(false, Budget::depth(3)), "3", "nothing is learned from shallower searches");
        assert_eq!(
            middle(false, Budget { nodes: Some(9), ..Budget::depth(3) }),
            "1-3",
            "an answer is always there"
        );
        assert_eq!(middle(true, Budget::depth(0)), "1");
        assert_eq!(middle(true, Budget::nodes(9)), "1-102", "to the end, passes included");
    }

    #[test]
    fn near_the_end_a_search_goes_all_the_way() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let solved = |plies, learns, budget| depths(&game, plies, learns, Some(30), budget);
        assert_eq!(solved(29, true, Budget::default()), "1-5", "31 plies are too many");
        assert_eq!(solved(30, true, Budget::default()), "1-10 62");
        assert_eq!(solved(30, true, Budget::depth(2)), "1-10 62", "whatever the depth is");
        assert_eq!(solved(30, true, Budget::nodes(9)), "1-15 62");
        assert_eq!(solved(30, false, Budget::default()), "62");
        assert_eq!(solved(55, true, Budget::default()), "1-4 12", "some preparation is always made");
        assert_eq!(solved(57, true, Budget::default()), "1-2 8", "but none that is as deep");
        let usual = |plies, budget| depths(&game, plies, true, None, budget);
        assert_eq!(usual(52, Budget::nodes(9)), "1-4 18");
        assert_eq!(usual(51, Budget::nodes(9)), "1-20", "nine plies are not the end");
        assert_eq!(usual(52, Budget::depth(3)), "1-3", "a depth is kept to");
        assert_eq!(usual(52, Budget { nodes: Some(9), ..Budget::depth(3) }), "1-3");
    }

    /// Every depth may bring the proof where sooner wins count more.
    #[test]
    fn line_games_deepen_to_the_end() {
        let game: Line<u64> = Line::new(agon_line::Rules::CONNECT4).unwrap();
        assert_eq!(depths(&game, 2, true, Some(40), Budget::default()), "1-82");
        assert_eq!(depths(&game, 1, true, Some(40), Budget::default()), "1-5");
    }

    #[test]
    fn a_new_game_is_a_new_search() {
        let search = Noting { learns: true, depths: Vec::new(), games: 0 };
        let mut agent = Deepening { search, default_depth: 5, endgame: None };
        Agent::<Reversi<u64>>::new_game(&mut agent);
        assert_eq!((agent.search.games, Agent::<Reversi<u64>>::name(&agent)), (1, "noting"));
    }

    fn connect4(moves: &str) -> (Line<u64>, <Line<u64> as Game>::Position) {
        use agon_core::Notation;
        let game: Line<u64> = Line::new(agon_line::Rules::CONNECT4).unwrap();
        let mut pos = game.start();
        game.play_moves(&mut pos, moves).unwrap();
        (game, pos)
    }

    fn agent(game: &Line<u64>, every_move: bool) -> Deepening<AlphaBeta<Line<u64>, LongestLines>> {
        let params = AlphaBetaParams { every_move, ..Default::default() };
        let search = AlphaBeta::for_game(game, LongestLines, params).unwrap();
        Deepening { search, default_depth: 4, endgame: None }
    }

    /// Column 1 wins at once. Who wants the values of all moves wants to know more than that.
    #[test]
    fn a_win_ends_the_search_unless_every_move_is_valued() {
        let (game, pos) = connect4("121212");
        let choose = |every_move| {
            let mut think = Think::untimed(Budget::depth(4), Seed(1));
            agent(&game, every_move).choose(&game, &pos, &mut think).unwrap()
        };
        let (best, all) = (choose(false), choose(true));
        assert_eq!((best.depth, best.exact, best.unit), (1, true, Unit::Distance));
        assert_eq!((all.depth, all.exact, all.mv), (4, true, best.mv));
        assert!(all.moves.iter().all(|rated| !rated.at_most));
        assert_eq!((all.moves[0].unit, all.moves[0].score), (Unit::Distance, best.score.unwrap()));
    }

    /// A forced move was searched until the time was over. Who wants its value still waits.
    #[test]
    fn a_forced_move_takes_no_time() {
        use agon_core::{ManualClock, Stop};
        use std::time::Duration;
        let game: Reversi<u64> = Reversi::new(agon_reversi::Rules::default()).unwrap();
        let mut rng = Seed(1).stream("forced", 0);
        let mut pos = game.start();
        while game.count_moves(&pos) != 1 || game.plies_left(&pos) > 40 {
            let mv = game.random_move(&pos, &mut rng, &mut Vec::new());
            pos = mv.map_or_else(|| game.start(), |mv| game.after(&pos, mv));
        }
        let depth = |every_move, budget| {
            let params = AlphaBetaParams { every_move, ..Default::default() };
            let search = AlphaBeta::for_game(&game, DiscDifference, params).unwrap();
            let clock = ManualClock::new();
            let mut think = Think::new(budget, Seed(1), &clock, Stop::default());
            let mut agent = Deepening { search, default_depth: 4, endgame: None };
            agent.choose(&game, &pos, &mut think).unwrap().depth
        };
        let time = Budget { nodes: Some(20_000), ..Budget::time(Duration::from_secs(1)) };
        assert_eq!(depth(false, time), 1);
        assert!(depth(true, time) > 1 && depth(false, Budget::nodes(20_000)) > 1);
    }

    /// The best of some moves says nothing about the position.
    #[test]
    fn some_of_the_moves_prove_nothing() {
        let (game, pos) = connect4("121212");
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        let exact = |moves: &[_]| {
            let mut think = Think::untimed(Budget::depth(4), Seed(1));
            let choice = agent(&game, false).choose_among(&game, &pos, moves.to_vec(), &mut think).unwrap();
            assert_eq!(choice.mv, moves[0]);
            choice.exact
        };
        assert!(exact(&moves) && !exact(&moves[..3]));
        let mut think = Think::untimed(Budget::depth(4), Seed(1));
        let nothing = agent(&game, false).choose_among(&game, &pos, Vec::new(), &mut think);
        assert_eq!(nothing, Err(AgentError::GameOver));
    }

    /// An evaluator that foretells points makes a search that does.
    #[test]
    fn values_count_what_the_evaluator_counts() {
        fn unit<S: FixedDepth<Reversi<u64>>>(search: S) -> Unit {
            let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
            let mut think = Think::untimed(Budget::depth(2), Seed(1));
            let mut agent = Deepening { search, default_depth: 2, endgame: None };
            let choice = agent.choose(&game, &game.start(), &mut think).unwrap();
            assert!(choice.moves.iter().all(|rated| rated.unit == choice.unit));
            choice.unit
        }
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let points = AlphaBeta::for_game(&game, DiscDifference, AlphaBetaParams::default()).unwrap();
        let rating = AlphaBeta::for_game(&game, Mobility, AlphaBetaParams::default()).unwrap();
        assert_eq!((unit(points), unit(rating)), (Unit::Points, Unit::Rating));
        let plain = (
            unit(Minimax { evaluator: DiscDifference, pruned: false }),
            unit(Minimax { evaluator: Mobility, pruned: true }),
        );
        assert_eq!(plain, (Unit::Points, Unit::Rating));
    }
}
