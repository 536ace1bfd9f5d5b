//! How deep a search goes, what ends it, and what its values count.

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
