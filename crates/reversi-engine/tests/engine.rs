//! The engine against independent answers: the general solver, plain minimax, the general evaluator, its own other forms.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::time::Duration;

use agon_core::{
    Agent, Budget, Clock, Evaluator, Game, ManualClock, Score, Seed, Status, Stop, Symmetric, Think, Unit,
};
use agon_learn::pattern_tables::{PatternEvaluator, PatternTables, PhaseTables, usual_shapes};
use agon_reversi::{DiscDifference, Move, Position, Reversi, Rules};
use agon_reversi_engine::{Board, Engine, EngineAgent, EngineParams, Evaluation, Form, Goal, Selectivity};
use agon_search::{AlphaBeta, AlphaBetaParams, Deepening, Look};

type Game8 = Reversi<u64>;

fn game() -> Game8 {
    Reversi::new(Rules::default()).unwrap()
}

fn board(pos: &Position<u64>) -> Board {
    Board { own: pos.own(), opponent: pos.opponent() }
}

/// A position with so many empty cells after random moves, in which somebody can move.
fn random_position(game: &Game8, empties: u32, index: u64) -> Position<u64> {
    let mut rng = Seed(3).stream("position", index);
    loop {
        let mut pos = game.start();
        while game.plies_left(&pos) > empties {
            let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) else { break };
            game.play_unchecked(&mut pos, mv);
        }
        if game.plies_left(&pos) == empties && game.status(&pos).to_move().is_some() {
            return pos;
        }
    }
}

/// Tables with small random weights that are the same for symmetric contents.
fn random_tables(game: &Game8) -> PatternTables {
    let shapes = usual_shapes(game);
    let mut rng = Seed(4).stream("weights", 0);
    let mut phase = |stones| {
        let of_shape = |shape: &agon_learn::pattern_tables::PatternShape, rng: &mut agon_core::Rng| {
            let classes = shape.classes();
            let most = classes.iter().max().map_or(0, |&class| class as usize + 1);
            let by_class: Vec<i16> = (0..most).map(|_| rng.below(129) as i16 - 64).collect();
            classes.iter().map(|&class| by_class[class as usize]).collect()
        };
        let weights = shapes.iter().map(|shape| of_shape(shape, &mut rng)).collect();
        PhaseTables { stones, weights }
    };
    let phases = vec![phase(4), phase(20), phase(45)];
    PatternTables {
        origin: "test".to_owned(),
        licence: "none".to_owned(),
        game: "reversi".to_owned(),
        shapes,
        offsets: (0..=64).map(|stones| if stones % 2 == 0 { 20 } else { -13 }).collect(),
        errors: vec![0.0; 65],
        phases,
    }
}

fn evaluation(game: &Game8) -> Arc<Evaluation> {
    Arc::new(Evaluation::new(&random_tables(game), game).unwrap())
}

fn untimed() -> Think<'static> {
    Think::untimed(Budget::default(), Seed(1))
}

fn small(selectivity: Selectivity) -> EngineParams {
    EngineParams { table: 1 << 20, selectivity, ..EngineParams::default() }
}

fn general_value(game: &Game8, pos: &Position<u64>) -> Score {
    let params = AlphaBetaParams { table: 1 << 20, look: Look::Replies, ..AlphaBetaParams::default() };
    let search = AlphaBeta::for_game(game, DiscDifference, params).unwrap();
    let mut agent = Deepening { search, default_depth: 1, endgame: Some(u32::MAX) };
    let choice = agent.choose(game, pos, &mut untimed()).unwrap();
    assert!(choice.exact);
    choice.score.unwrap()
}

#[test]
fn endgames_have_the_values_that_the_general_solver_finds() {
    let game = game();
    for evaluation in [Arc::new(Evaluation::blank()), evaluation(&game)] {
        let mut agent = EngineAgent::solver(Engine::new(evaluation, small(Selectivity::MOST)));
        for empties in (1..=12).chain([13, 14, 15]) {
            for index in 0..if empties < 10 { 40 } else { 4 } {
                let pos = random_position(&game, empties, index);
                let choice = agent.choose(&game, &pos, &mut untimed()).unwrap();
                let context = format!("{empties} empty, number {index}");
                assert!(choice.exact && choice.unit == Unit::Points, "{context}");
                assert_eq!(choice.score, Some(general_value(&game, &pos)), "{context}");
                let after = game.after(&pos, choice.mv);
                let worth = match game.status(&after) {
                    Status::Over(outcome) => outcome.score(pos.to_move()),
                    Status::ToMove(player) => {
                        let value = general_value(&game, &after);
                        if player == pos.to_move() { value } else { -value }
                    }
                };
                assert_eq!(choice.score, Some(worth), "{context}: the move is as good as its value");
            }
        }
    }
}

/// A budget that is not used up ends with a proof, down to the last empty cell.
#[test]
fn a_search_as_far_as_the_budget_lasts_ends_with_the_proven_value() {
    let game = game();
    for empties in 1..=12 {
        for index in 0..4 {
            let pos = random_position(&game, empties, index);
            let mut engine = Engine::new(evaluation(&game), small(Selectivity::MOST));
            let report = engine.search(board(&pos), Goal::Furthest, &mut untimed());
            let exact = engine.search(board(&pos), Goal::Exact, &mut untimed());
            assert!(report.exact && report.value == exact.value, "{empties} empty, number {index}");
        }
    }
}

#[test]
fn every_form_gives_the_same_report() {
    let game = game();
    let evaluation = evaluation(&game);
    for (empties, goal) in [(12, Goal::Exact), (16, Goal::Exact), (30, Goal::Depth(5)), (50, Goal::Depth(5))]
    {
        for index in 0..4 {
            let pos = random_position(&game, empties, index);
            let report = |form| {
                let mut engine = Engine::with_form(evaluation.clone(), small(Selectivity::MOST), form);
                let mut think = untimed();
                (engine.search(board(&pos), goal, &mut think), think.nodes())
            };
            let reports: Vec<_> = Form::all().into_iter().map(report).collect();
            assert!(reports.iter().all(|one| *one == reports[0]), "{empties} empty: {reports:?}");
        }
    }
}

/// The value of a position by plain minimax, in whole discs as the engine counts; passes cost no depth.
fn plain(game: &Game8, evaluation: &Evaluation, pos: &Position<u64>, depth: u32) -> i32 {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    match moves.as_slice() {
        [] => board(pos).final_value(),
        _ if depth == 0 => {
            let parts = f64::from(evaluation.value(board(pos)).0) / 1000.0;
            parts.round().clamp(-63.0, 63.0) as i32
        }
        [Move::Pass] => -plain(game, evaluation, &game.after(pos, Move::Pass), depth),
        moves => {
            let value = |&mv: &Move| -plain(game, evaluation, &game.after(pos, mv), depth - 1);
            moves.iter().map(value).max().unwrap()
        }
    }
}

/// Later in the game stable discs prove more than random tables guess, and the engine believes the proof.
#[test]
fn with_nothing_left_out_the_value_is_that_of_minimax() {
    let game = game();
    let evaluation = evaluation(&game);
    for every_move in [false, true] {
        let params = EngineParams { every_move, ..small(Selectivity::NONE) };
        for (empties, depth) in [(50, 4), (40, 4), (30, 5), (20, 5), (14, 5)] {
            for index in 0..5 {
                let pos = random_position(&game, empties, index);
                let mut engine = Engine::new(evaluation.clone(), params);
                let report = engine.search(board(&pos), Goal::Depth(depth), &mut untimed());
                assert_eq!(report.value, plain(&game, &evaluation, &pos, depth), "{empties} empty, {index}");
                for found in report.moves.iter().filter(|_| every_move) {
                    let after = game.after(&pos, Move::Place(agon_grid::Cell(found.cell as u16)));
                    assert_eq!(found.value, -plain(&game, &evaluation, &after, depth - 1));
                }
            }
        }
    }
}

#[test]
fn the_fast_evaluation_is_the_general_one() {
    let game = game();
    let tables = Arc::new(random_tables(&game));
    let fast = Evaluation::new(&tables, &game).unwrap();
    let general = PatternEvaluator::new(tables, &game).unwrap();
    for empties in 1..=60 {
        for index in 0..20 {
            let pos = random_position(&game, empties, index);
            if pos.legal() != 0 {
                assert_eq!(
                    fast.value(board(&pos)),
                    general.value(&game, &pos, pos.to_move()),
                    "{empties} empty"
                );
            }
        }
    }
}

#[test]
fn symmetric_positions_have_equal_values_and_corresponding_moves() {
    let game = game();
    let evaluation = evaluation(&game);
    for index in 0..5 {
        let pos = random_position(&game, 34, index);
        let choose = |pos: &Position<u64>| {
            let mut agent = EngineAgent::player(Engine::new(evaluation.clone(), small(Selectivity::MOST)));
            let mut think = Think::untimed(Budget::nodes(30_000), Seed(1));
            agent.choose(&game, pos, &mut think).unwrap()
        };
        let choice = choose(&pos);
        for symmetry in 0..game.symmetries() {
            let other = choose(&game.map_position(symmetry, &pos));
            assert_eq!((other.score, other.nodes), (choice.score, choice.nodes), "symmetry {symmetry}");
            assert_eq!(other.mv, game.map_move(symmetry, choice.mv), "symmetry {symmetry}");
        }
    }
}

#[test]
fn the_same_nodes_give_the_same_choice_and_threads_the_same_value() {
    let game = game();
    let evaluation = evaluation(&game);
    for index in 0..3 {
        let pos = random_position(&game, 16, index);
        let solve = |threads| {
            let params = EngineParams { threads, ..small(Selectivity::MOST) };
            let mut agent = EngineAgent::solver(Engine::new(evaluation.clone(), params));
            agent.choose(&game, &pos, &mut untimed()).unwrap()
        };
        let alone = solve(1);
        assert_eq!(alone, solve(1));
        for threads in [0, 2, 3] {
            let shared = solve(threads);
            assert_eq!((shared.score, shared.exact), (alone.score, true), "{threads} threads");
        }
        let limited = || {
            let mut agent = EngineAgent::player(Engine::new(evaluation.clone(), small(Selectivity::MOST)));
            agent.choose(&game, &pos, &mut Think::untimed(Budget::nodes(5_000), Seed(9))).unwrap()
        };
        assert_eq!(limited(), limited());
        assert!(limited().nodes < 20_000);
    }
}

/// A move is there however little was allowed, and other rules are refused.
#[test]
fn an_agent_always_answers() {
    let game = game();
    let evaluation = evaluation(&game);
    let mut agent = EngineAgent::player(Engine::new(evaluation.clone(), small(Selectivity::MOST)));
    let mut none = Think::untimed(Budget::nodes(1), Seed(1));
    let choice = agent.choose(&game, &game.start(), &mut none).unwrap();
    assert!(game.is_legal(&game.start(), choice.mv) && !choice.exact);
    let discs: Game8 =
        Reversi::new(Rules { scoring: agon_reversi::Scoring::Discs, ..Rules::default() }).unwrap();
    assert!(agent.choose(&discs, &discs.start(), &mut untimed()).is_err());
    let pass = (0..).map(|index| random_position(&game, 6, index)).find(|pos| pos.legal() == 0).unwrap();
    let choice = agent.choose(&game, &pass, &mut untimed()).unwrap();
    assert_eq!((choice.mv, choice.line.first(), choice.exact), (Move::Pass, Some(&Move::Pass), true));
    assert_eq!(choice.score, Some(general_value(&game, &pass)));
}

/// Every look at it takes a millisecond.
struct Ticking(ManualClock);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        self.0.advance(Duration::from_millis(1));
        self.0.now()
    }
}

/// In every phase of a game the time of a move is used, unless the value is proven before or there is nothing to choose,
/// and never exceeded by more than a few looks at the clock.
#[test]
fn the_time_of_a_move_is_used_and_kept() {
    const ALLOWED: Duration = Duration::from_millis(12);
    const LATE: Duration = Duration::from_millis(4);
    let game = game();
    let mut agent = EngineAgent::player(Engine::new(evaluation(&game), small(Selectivity::MOST)));
    let (mut pos, mut stopped) = (game.start(), 0);
    while let Status::ToMove(_) = game.status(&pos) {
        let clock = Ticking(ManualClock::new());
        let mut think = Think::new(Budget::time(ALLOWED), Seed(1), &clock, Stop::default());
        let choice = agent.choose(&game, &pos, &mut think).unwrap();
        let took = clock.now();
        assert!(took <= ALLOWED + LATE, "{took:?}");
        let is_done = choice.exact || game.count_moves(&pos) == 1;
        assert!(took >= ALLOWED || is_done, "{took:?} at depth {}", choice.depth);
        stopped += u32::from(!is_done);
        pos = game.after(&pos, choice.mv);
    }
    assert!(stopped > 20, "{stopped}");
}

#[test]
fn near_the_end_the_depth_does_not_matter() {
    let game = game();
    let params = EngineParams { exact_from: 12, ..small(Selectivity::MOST) };
    let mut engine = Engine::new(evaluation(&game), params);
    for (empties, exact) in [(12, true), (11, true), (13, false)] {
        let pos = random_position(&game, empties, 3);
        let report = engine.search(board(&pos), Goal::Depth(2), &mut untimed());
        assert_eq!((report.exact, report.depth == 2), (exact, !exact), "{empties} empty cells");
    }
}

/// With 18 empty cells the engine searched 8 plies and then to the end, or not at all: nine tenths of a budget that was too
/// small for that were lost.
#[test]
fn a_budget_that_ends_before_the_game_is_used() {
    let game = game();
    let mut agent = EngineAgent::player(Engine::new(evaluation(&game), small(Selectivity::MOST)));
    let depths = (0..6).map(|index| {
        let pos = random_position(&game, 18, index);
        let mut think = Think::untimed(Budget::nodes(200_000), Seed(1));
        Agent::<Game8>::choose(&mut agent, &game, &pos, &mut think).unwrap().depth
    });
    let depths: Vec<u32> = depths.collect();
    assert!(depths.iter().any(|depth| (9..18).contains(depth)), "{depths:?}");
}

/// The engine thought its whole time about the only move there was. Who wants to know what that is worth still waits.
#[test]
fn a_forced_move_is_played_at_once() {
    let game = game();
    let evaluation = evaluation(&game);
    let forced = (0..).map(|index| random_position(&game, 30, index)).find(|pos| game.count_moves(pos) == 1);
    let passes = (0..).map(|index| random_position(&game, 20, index)).find(|pos| pos.legal() == 0);
    for pos in [forced.unwrap(), passes.unwrap()] {
        let took = |every_move| {
            let params = EngineParams { every_move, ..small(Selectivity::MOST) };
            let mut agent = EngineAgent::player(Engine::new(evaluation.clone(), params));
            let clock = Ticking(ManualClock::new());
            let budget = Budget::time(Duration::from_millis(30));
            let mut think = Think::new(budget, Seed(1), &clock, Stop::default());
            let choice = agent.choose(&game, &pos, &mut think).unwrap();
            assert!(game.is_legal(&pos, choice.mv) && choice.score.is_some());
            clock.now()
        };
        assert!(took(false) < Duration::from_millis(15), "{:?}", took(false));
        assert!(took(true) >= Duration::from_millis(30), "{:?}", took(true));
    }
}
