//! How many positions each search visits, and what it then chooses.
//!
//! Ordering, tables, windows and shallow searches change no value: that they work at all shows only in how little is
//! visited. The numbers are pinned; whoever changes play on purpose writes down the new ones, as with the signature
//! (`cargo xtask signature`), and sees here which search has changed and by how much.

use std::sync::Arc;

use agon_core::{Agent, Budget, Evaluator, Game, Keyed, Notation, Seed, Think};
use agon_line::{Line, LongestLines};
use agon_reversi::{DiscDifference, Mobility, Reversi};
use agon_search::{
    AllMoves, AlphaBeta, AlphaBetaParams, Beam, Deepening, ExpectedMin, FlatMc, Greedy, Heuristic, Look,
    MaxN, Mcts, MctsParams, Minimax, Narrowing, Paranoid, Random, Threads, Uniform,
};
use agon_testkit::{HashEvaluator, Toy};

fn reversi(spec: &str) -> Reversi<u64> {
    Reversi::new(agon_reversi::Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
}

fn line(spec: &str) -> Line<u64> {
    Line::new(agon_line::Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
}

/// The position after some moves.
fn after<G: Notation>(game: &G, moves: &str) -> G::Position {
    let mut pos = game.start();
    game.play_moves(&mut pos, moves).unwrap();
    pos
}

/// The position after as many random plies.
fn random_position<G: Game>(game: &G, plies: usize) -> G::Position {
    let mut rng = Seed(4).stream("position", 0);
    (0..plies).fold(game.start(), |pos, _| {
        let mv = game.random_move(&pos, &mut rng, &mut Vec::new()).unwrap();
        game.after(&pos, mv)
    })
}

fn deepening<S>(search: S) -> Deepening<S> {
    Deepening { search, default_depth: 4, endgame: None }
}

/// Visited positions, depth, value, whether it is proven, and the expected line.
fn summary<G: Notation>(game: &G, pos: &G::Position, agent: &mut dyn Agent<G>, budget: Budget) -> String {
    let mut think = Think::untimed(budget, Seed(1));
    let choice = agent.choose(game, pos, &mut think).unwrap();
    let line: Vec<_> = choice.line.iter().map(|&mv| game.write_move(mv)).collect();
    let proven = if choice.exact { " proven" } else { "" };
    let (nodes, depth, score) = (choice.nodes, choice.depth, choice.score.unwrap());
    format!("{nodes} nodes, depth {depth}: {score}{proven} by {}", line.join(" "))
}

/// Compares what was found with what is written down, all at once.
fn check(found: &[(&str, String)], pinned: &[(&str, &str)]) {
    let text = |lines: &[(&str, &str)]| {
        lines.iter().map(|(name, line)| format!("(\"{name}\", \"{line}\"),\n")).collect::<String>()
    };
    let found: Vec<_> = found.iter().map(|(name, line)| (*name, line.as_str())).collect();
    assert_eq!(found, pinned, "found now:\n{}", text(&found));
}

/// Every way to set up alpha-beta on one thread.
fn settings<G: Keyed>(evaluator: impl Evaluator<G> + 'static) -> Vec<(&'static str, AlphaBetaParams<G>)> {
    let plain = || AlphaBetaParams::<G> { scout: false, table: 0, ..Default::default() };
    let table = 1 << 20;
    let looking = Look::Evaluator(Arc::new(evaluator) as Arc<dyn Evaluator<G>>);
    vec![
        ("plain", plain()),
        ("scout", AlphaBetaParams { scout: true, ..plain() }),
        ("table", AlphaBetaParams { table, ..plain() }),
        ("tiny table", AlphaBetaParams { table: 256, ..plain() }),
        ("evaluator", AlphaBetaParams { look: looking, table, ..plain() }),
        ("replies", AlphaBetaParams { look: Look::Replies, table, scout: true, ..plain() }),
        ("aspiration", AlphaBetaParams { aspiration: Some(2), table, scout: true, ..plain() }),
        ("every move", AlphaBetaParams { every_move: true, table, scout: true, ..plain() }),
        ("root split", AlphaBetaParams { threads: Threads::RootSplit(1), scout: true, table, ..plain() }),
        ("shared", AlphaBetaParams { threads: Threads::Shared(1), scout: true, table, ..plain() }),
    ]
}

/// What every setting of alpha-beta visits.
fn all_settings<G: Keyed + Notation, E: Evaluator<G> + Clone + 'static>(
    game: &G,
    pos: &G::Position,
    evaluator: &E,
    (budget, endgame): (Budget, Option<u32>),
) -> Vec<(&'static str, String)> {
    let run = |(name, params)| {
        let search = AlphaBeta::for_game(game, evaluator.clone(), params).unwrap();
        (name, summary(game, pos, &mut Deepening { search, default_depth: 4, endgame }, budget))
    };
    settings::<G>(evaluator.clone()).into_iter().map(run).collect()
}

#[test]
fn alpha_beta_in_the_middle_of_reversi() {
    let game = reversi("reversi");
    let pos = random_position(&game, 16);
    check(
        &all_settings(&game, &pos, &Mobility, (Budget::depth(6), None)),
        &[
            ("plain", "13952 nodes, depth 6: +6 by c4 e3 f5 g7 c2 d2"),
            ("scout", "15040 nodes, depth 6: +6 by c4 e3 a1 c5 e2 b8"),
            ("table", "11020 nodes, depth 6: +6 by c4 c5 a1 c2 a2 d2"),
            ("tiny table", "13910 nodes, depth 6: +6 by c4 e3 f5 g7 c2 d2"),
            ("evaluator", "10940 nodes, depth 6: +6 by c4 c5 a1 c2 d8 f7"),
            ("replies", "10180 nodes, depth 6: +6 by c4 c5 a1 b1 d8 f7"),
            ("aspiration", "12054 nodes, depth 6: +6 by c4 c5 a1 b1 d8 f7"),
            ("every move", "29999 nodes, depth 6: +6 by c4 c5 a1 b1 d8 f7"),
            ("root split", "11215 nodes, depth 6: +6 by c4 c5 a1 b1 d8 f7"),
            ("shared", "10252 nodes, depth 6: +6 by c4 c5 a1 c2 d8 f7"),
        ],
    );
}

#[test]
fn alpha_beta_at_the_end_of_reversi() {
    let game = reversi("reversi:6x6,discs");
    let pos = after(&game, "b3 d2 e3 b4 d5 c5 a4 a3 a2 e4 f4 d6 c2 b2 c6 b6 b5 f2 d1");
    check(
        &all_settings(&game, &pos, &DiscDifference, (Budget::default(), Some(u32::MAX))),
        &[
            ("plain", "98573 nodes, depth 14: +4 proven by f3 f1 b1 e2 e1 f5 e5 c1 a1 e6 f6 pass a5 a6"),
            ("scout", "69819 nodes, depth 14: +4 proven by f3 f1 b1 e2 e1 f5 e5 c1 a1 e6 f6 pass a5 a6"),
            ("table", "83918 nodes, depth 14: +4 proven by f3 f1 b1 e2 e1 f5 e5 c1 a1 e6 f6 pass a5 a6"),
            ("tiny table", "84348 nodes, depth 14: +4 proven by f3 f1 b1 e2 e1 f5 e5 c1 a1 e6 f6 pass a5 a6"),
            ("evaluator", "99093 nodes, depth 14: +4 proven by f3 f1 b1 e2 e1 f5 e5 c1 a1 e6 f6 pass a5 a6"),
            ("replies", "30717 nodes, depth 13: +4 proven by f3 f1 b1 e2 e1 f5 e5 c1"),
            ("aspiration", "51224 nodes, depth 14: +4 proven by f3 f1 b1 e2 e1 f5 e5 c1 a1 e6 f6 pass a5 a6"),
            ("every move", "95676 nodes, depth 14: +4 proven by f3 f1 b1 e2 e1 f5 e5 c1 a1 e6 f6 pass a5 a6"),
            ("root split", "48116 nodes, depth 14: +4 proven by f3 f1 b1 e2 e1 f5 e5 c1 a1 e6 f6 pass a5 a6"),
            ("shared", "46501 nodes, depth 14: +4 proven by f3 f1 b1 e2 e1 f5 e5 c1 a1 e6 f6 pass a5 a6"),
        ],
    );
}

#[test]
fn alpha_beta_in_connect_four() {
    let game = line("connect4");
    let pos = after(&game, "4444432");
    check(
        &all_settings(&game, &pos, &LongestLines, (Budget::depth(8), None)),
        &[
            ("plain", "24269 nodes, depth 8: -0.032 by 3 2 2 4 7 3 3 3"),
            ("scout", "30428 nodes, depth 8: -0.032 by 3 2 2 4 7 3 3 3"),
            ("table", "12976 nodes, depth 8: -0.032 by 3 2 2 4 7 3 3 3"),
            ("tiny table", "22681 nodes, depth 8: -0.032 by 3 2 2 4 7 3 3 3"),
            ("evaluator", "12223 nodes, depth 8: -0.032 by 3 2 2 4 7 3 3 3"),
            ("replies", "11549 nodes, depth 8: -0.032 by 3 2 2 4 7 3 3 3"),
            ("aspiration", "12008 nodes, depth 8: -0.032 by 3 2 2 4 7 3 3 3"),
            ("every move", "33250 nodes, depth 8: -0.032 by 3 2 2 4 7 3 3 3"),
            ("root split", "12579 nodes, depth 8: -0.032 by 3 2 2 4 7 3 3 3"),
            ("shared", "12008 nodes, depth 8: -0.032 by 3 2 2 4 7 3 3 3"),
        ],
    );
}

/// Where sooner wins count more, every depth may bring the proof.
#[test]
fn a_small_connect_four_to_its_end() {
    let game = line("connect4:4x4");
    check(
        &all_settings(&game, &game.start(), &LongestLines, (Budget::default(), Some(u32::MAX))),
        &[
            ("plain", "439374 nodes, depth 16: 0 proven by 1 1 4 4 3 2 3 2 4 2 2 4 1 1 3 3"),
            ("scout", "428628 nodes, depth 16: 0 proven by 1 1 4 4 3 2 3 2 4 1 2 1 3 3 2 4"),
            ("table", "87972 nodes, depth 16: 0 proven by 1 4 1 1 1 4 3 3 3 3 4 4 2 2 2 2"),
            ("tiny table", "393502 nodes, depth 16: 0 proven by 1 1 4 4 3 2 1 4 4 2 3 2 2 3 3 1"),
            ("evaluator", "82109 nodes, depth 16: 0 proven by 1 4 1 1 1 4 3 3 3 3 4 4 2 2 2 2"),
            ("replies", "80442 nodes, depth 16: 0 proven by 1 4 1 1 1 4 3 3 3 3 4 4 2 2 2 2"),
            ("aspiration", "82730 nodes, depth 16: 0 proven by 1 4 1 1 1 4 3 3 3 3 4 4 2 2 2 2"),
            ("every move", "197290 nodes, depth 16: 0 proven by 1 4 1 1 1 4 3 3 3 3 4 4 2 2 2 2"),
            ("root split", "80047 nodes, depth 16: 0 proven by 1 4 1 1 1 4 3 3 3 3 4 2 2 4 2 2"),
            ("shared", "82730 nodes, depth 16: 0 proven by 1 4 1 1 1 4 3 3 3 3 4 4 2 2 2 2"),
        ],
    );
}

/// Two stones a turn: the side to move does not change with every ply.
#[test]
fn alpha_beta_with_two_stones_a_turn() {
    let game = line("line:m=5,n=4,k=4,p=2");
    let pos = after(&game, "b2 c2 c3");
    check(
        &all_settings(&game, &pos, &LongestLines, (Budget::depth(5), None)),
        &[
            ("plain", "13386 nodes, depth 5: -0.064 by c1 b3 b1 b4 e4"),
            ("scout", "10986 nodes, depth 5: -0.064 by c1 d3 b4 d1 a4"),
            ("table", "11037 nodes, depth 5: -0.064 by c1 d3 b4 d1 a4"),
            ("tiny table", "13399 nodes, depth 5: -0.064 by c1 b3 b1 b4 e4"),
            ("evaluator", "10188 nodes, depth 5: -0.064 by c1 d3 b4 d1 a4"),
            ("replies", "10942 nodes, depth 5: -0.064 by c1 d3 b4 d1 a4"),
            ("aspiration", "10942 nodes, depth 5: -0.064 by c1 d3 b4 d1 a4"),
            ("every move", "23586 nodes, depth 5: -0.064 by c1 d3 b4 d1 a4"),
            ("root split", "11368 nodes, depth 5: -0.064 by c1 d3 b4 d1 a4"),
            ("shared", "10942 nodes, depth 5: -0.064 by c1 d3 b4 d1 a4"),
        ],
    );
}

#[test]
fn symmetric_positions_share_their_proof() {
    let game = reversi("reversi:4x4");
    check(
        &all_settings(&game, &game.start(), &DiscDifference, (Budget::default(), Some(u32::MAX))),
        &[
            ("plain", "7422 nodes, depth 12: -10 proven by b1 a1 a2 c1 d4 a3 d1 b4 a4 c4"),
            ("scout", "3793 nodes, depth 12: -10 proven by b1 a1 a2 a3 d4 c1 a4 d2 d1 d3"),
            ("table", "2944 nodes, depth 12: -10 proven by b1 a1 a2 c1 d4 a3 d1 b4 a4 c4"),
            ("tiny table", "3193 nodes, depth 12: -10 proven by b1 a1 a2 c1 d4 a3 d1 b4 a4 c4"),
            ("evaluator", "2722 nodes, depth 12: -10 proven by b1 a1 a2 c1 d4 a3 d1 b4 a4 c4"),
            ("replies", "2284 nodes, depth 12: -10 proven by b1 a1 a2 c1 d4 a3 d1 b4 a4 c4"),
            ("aspiration", "3157 nodes, depth 12: -10 proven by b1 a1 a2 c1 d4 a3 d1 b4 a4 c4"),
            ("every move", "2071 nodes, depth 12: -10 proven by b1 a1 a2 c1 d4 a3 d1 b4 a4 c4"),
            ("root split", "2023 nodes, depth 12: -10 proven by b1 a1 a2 c1 d4 a3 d1 b4 a4 c4"),
            ("shared", "2643 nodes, depth 12: -10 proven by b1 a1 a2 c1 d4 a3 d1 b4 a4 c4"),
        ],
    );
}

#[test]
fn searches_without_pruning_and_with_little() {
    let game = reversi("reversi");
    let pos = random_position(&game, 16);
    let agent = |search: &mut dyn Agent<_>| summary(&game, &pos, search, Budget::depth(4));
    let beam = Arc::new(Beam { source: AllMoves, evaluator: DiscDifference, width: 3 });
    let narrowed = AlphaBetaParams { source: beam, table: 1 << 16, ..Default::default() };
    check(
        &[
            ("minimax", agent(&mut deepening(Minimax { evaluator: Mobility, pruned: false }))),
            ("expected-min", agent(&mut deepening(ExpectedMin { evaluator: Mobility, pruned: false }))),
            ("pruned expected-min", agent(&mut deepening(ExpectedMin { evaluator: Mobility, pruned: true }))),
            ("max^n", agent(&mut deepening(MaxN::new(Mobility)))),
            ("beam", agent(&mut deepening(AlphaBeta::for_game(&game, Mobility, narrowed).unwrap()))),
        ],
        &[
            ("minimax", "13911 nodes, depth 4: +4 by a1 f5 g2 c5"),
            ("expected-min", "13911 nodes, depth 4: +9.105 by c4"),
            ("pruned expected-min", "729 nodes, depth 4: +8.909 by c4"),
            ("max^n", "946 nodes, depth 4: +4 by a1 f5 a3 b8"),
            ("beam", "92 nodes, depth 4: +6 by a1 e3 f5 d8"),
        ],
    );
}

#[test]
fn searches_among_three() {
    let toy = Toy { seed: 5, players: 3, branching: 5, depth: 9, zero_sum: false };
    let hash = HashEvaluator { spread: 9 };
    let visited = |agent: &mut dyn Agent<Toy>| {
        let mut think = Think::untimed(Budget::depth(5), Seed(1));
        let choice = agent.choose(&toy, &toy.start(), &mut think).unwrap();
        format!("{} nodes: {} by {:?}", choice.nodes, choice.score.unwrap(), choice.line)
    };
    let params = AlphaBetaParams { table: 1 << 16, ..Default::default() };
    check(
        &[
            ("max^n", visited(&mut deepening(MaxN::new(hash)))),
            ("paranoid", visited(&mut deepening(Paranoid::search(hash, params)))),
        ],
        &[("max^n", "284 nodes: +666.666 by [0, 1, 3, 1]"), ("paranoid", "194 nodes: +5 by [0, 1, 3, 1]")],
    );
}

#[test]
fn simulations_go_where_they_went() {
    let game = reversi("reversi");
    let pos = random_position(&game, 16);
    let narrowing = || {
        Some(Narrowing { ranker: Arc::new(agon_abilities::OneAhead(Mobility)) as _, first: 3, per_ply: 0 })
    };
    let heuristic = || Heuristic { evaluator: DiscDifference, epsilon: 0.3 };
    // Two moves, so that what is kept of the first counts in the second.
    let two = |agent: &mut dyn Agent<_>| {
        let first = summary(&game, &pos, agent, Budget::nodes(400));
        let mv = first.rsplit_once("by ").unwrap().1.split(' ').next().unwrap();
        let mut next = pos;
        game.play_moves(&mut next, mv).unwrap();
        format!("{first}; {}", summary(&game, &next, agent, Budget::nodes(300)))
    };
    let tree = |change: fn(&mut MctsParams)| {
        let mut params = MctsParams::default();
        change(&mut params);
        Mcts::new(params, Uniform, None)
    };
    check(
        &[
            ("mc", two(&mut FlatMc { rollout: Uniform, narrowing: None })),
            ("narrowed mc", two(&mut FlatMc { rollout: heuristic(), narrowing: narrowing() })),
            ("mcts", two(&mut tree(|_| {}))),
            ("curious mcts", two(&mut tree(|params| params.exploration = 1.4))),
            ("eager mcts", two(&mut tree(|params| params.expand_after = 1))),
            ("small mcts", two(&mut tree(|params| params.max_nodes = 100))),
            ("forgetful mcts", two(&mut tree(|params| params.reuse = false))),
            ("narrowed mcts", two(&mut Mcts::new(MctsParams::default(), heuristic(), narrowing()))),
        ],
        &[
            ("mc", "400 nodes, depth 1: +0.811 by g2; 300 nodes, depth 1: +0.633 by d2"),
            ("narrowed mc", "400 nodes, depth 1: +0.754 by a1; 300 nodes, depth 1: +0.295 by b1"),
            ("mcts", "400 nodes, depth 4: +0.599 by a1 d2 c5 b1; 300 nodes, depth 3: +0.432 by b7 c5 c2"),
            (
                "curious mcts",
                "400 nodes, depth 3: +0.649 by d8 e8 a1; 300 nodes, depth 3: +0.514 by g7 g2 d2",
            ),
            (
                "eager mcts",
                "400 nodes, depth 4: +0.585 by f7 c5 g2 h1; 300 nodes, depth 4: +0.523 by e8 a1 b8 a3",
            ),
            ("small mcts", "400 nodes, depth 2: +0.582 by f8 e3; 300 nodes, depth 2: +0.508 by e3 d8"),
            (
                "forgetful mcts",
                "400 nodes, depth 4: +0.599 by a1 d2 c5 b1; 300 nodes, depth 3: +0.432 by e3 g2 b1",
            ),
            (
                "narrowed mcts",
                "400 nodes, depth 6: +0.75 by a1 b1 g3 d2 c5 b8; 300 nodes, depth 6: +0.265 by d2 c4 c5 a2 b1 c1",
            ),
        ],
    );
}

/// What people read and write in specs.
#[test]
fn searches_have_names() {
    fn name<G: Game>(agent: &dyn Agent<G>) -> String {
        agent.name().to_owned()
    }
    let game = reversi("reversi");
    let alpha_beta = |scout| {
        let params = AlphaBetaParams { scout, ..Default::default() };
        deepening(AlphaBeta::for_game(&game, Mobility, params).unwrap())
    };
    let names = [
        name(&alpha_beta(false)),
        name(&alpha_beta(true)),
        name::<Toy>(&deepening(Paranoid::search(HashEvaluator { spread: 9 }, AlphaBetaParams::default()))),
        name::<Reversi<u64>>(&deepening(Minimax { evaluator: Mobility, pruned: false })),
        name::<Reversi<u64>>(&deepening(ExpectedMin { evaluator: Mobility, pruned: true })),
        name::<Reversi<u64>>(&deepening(MaxN::new(Mobility))),
        name::<Reversi<u64>>(&FlatMc { rollout: Uniform, narrowing: None }),
        name::<Reversi<u64>>(&Mcts::new(MctsParams::default(), Uniform, None)),
        name::<Reversi<u64>>(&Greedy { evaluator: Mobility, reply: true }),
        name::<Reversi<u64>>(&Random),
    ];
    let wanted = [
        "alphabeta",
        "negascout",
        "paranoid",
        "minimax",
        "expected-min",
        "maxn",
        "flat-mc",
        "mcts",
        "greedy",
        "random",
    ];
    assert_eq!(names, wanted);
}
