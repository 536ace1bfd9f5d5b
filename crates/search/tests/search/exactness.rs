//! Every exact method gives the value of plain minimax, with fewer nodes; and values that are known from elsewhere.

use std::sync::Arc;

use agon_core::{Agent, Budget, Choice, Evaluator, Game, Keyed, Notation, Score, Seed, Status, Think};
use agon_line::{Line, LongestLines};
use agon_reversi::{DiscDifference, Mobility, Reversi, Rules};
use agon_search::{
    AllMoves, AlphaBeta, AlphaBetaParams, Beam, ChooseAmong, Deepening, ExpectedMin, FixedDepth, Look, MaxN,
    Minimax, Paranoid, Root, Threads,
};
use agon_testkit::{HashEvaluator, Toy};

const HASH: HashEvaluator = HashEvaluator { spread: 6 };

fn agent<S>(search: S) -> Deepening<S> {
    Deepening { search, default_depth: 4, endgame: None }
}

fn choose<G: Game>(game: &G, pos: &G::Position, agent: &mut dyn Agent<G>, budget: Budget) -> Choice<G::Move> {
    agent.choose(game, pos, &mut Think::untimed(budget, Seed(1))).unwrap()
}

/// Every way to set up alpha-beta that must not change its value.
fn settings<G: Keyed + 'static>() -> Vec<(&'static str, AlphaBetaParams<G>)>
where
    HashEvaluator: Evaluator<G>,
{
    let plain = || AlphaBetaParams::<G> { scout: false, table: 0, ..Default::default() };
    let looking = || Look::Evaluator(Arc::new(HASH) as Arc<dyn Evaluator<G>>);
    vec![
        ("alpha-beta", plain()),
        ("negascout", AlphaBetaParams { scout: true, ..plain() }),
        ("table", AlphaBetaParams { table: 1 << 16, ..plain() }),
        ("tiny table", AlphaBetaParams { table: 32, scout: true, ..plain() }),
        ("ordered by evaluator", AlphaBetaParams { look: looking(), table: 1 << 16, ..plain() }),
        ("ordered by replies", AlphaBetaParams { look: Look::Replies, scout: true, ..plain() }),
        ("aspiration", AlphaBetaParams { aspiration: Some(1), scout: true, table: 1 << 16, ..plain() }),
        ("every move", AlphaBetaParams { every_move: true, table: 1 << 16, ..plain() }),
        ("root split", AlphaBetaParams { threads: Threads::RootSplit(2), ..plain() }),
        ("shared", AlphaBetaParams { threads: Threads::Shared(2), scout: true, table: 1 << 16, ..plain() }),
    ]
}

/// The value of a search of one depth, and the nodes it took.
fn fixed<G: Game>(game: &G, pos: &G::Position, search: &mut dyn FixedDepth<G>, depth: u32) -> (Score, u64) {
    let Status::ToMove(player) = game.status(pos) else { panic!("the game is over") };
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let root = Root::<G> { pos: pos.clone(), player, moves, expected: None };
    let mut think = Think::untimed(Budget::default(), Seed(1));
    let found = search.search(game, &root, depth, &mut think).unwrap();
    (found.moves.iter().map(|found| found.score).max().unwrap(), think.nodes())
}

/// Compares everything at one position; returns the nodes of minimax and of alpha-beta.
fn compare<G: Keyed + 'static>(game: &G, pos: &G::Position, depth: u32) -> (u64, u64)
where
    HashEvaluator: Evaluator<G>,
{
    let (expected, all_nodes) = fixed(game, pos, &mut Minimax { evaluator: HASH, pruned: false }, depth);
    let mut fewest = all_nodes;
    for (name, params) in settings::<G>() {
        let one_thread = params.threads == Threads::One;
        let looks_once = !params.scout && !params.every_move;
        let mut search = AlphaBeta::for_game(game, HASH, params).unwrap();
        let (value, nodes) = fixed(game, pos, &mut search, depth);
        assert_eq!(value, expected, "{name} at depth {depth} in {pos:?}");
        if one_thread && looks_once {
            assert!(nodes <= all_nodes, "{name} visits {nodes} nodes, minimax {all_nodes}");
            fewest = fewest.min(nodes);
        }
    }
    let (value, nodes) = fixed(game, pos, &mut MaxN::new(HASH), depth);
    assert_eq!(value, expected, "max^n at depth {depth}");
    assert!(nodes <= all_nodes, "max^n visits {nodes} nodes, minimax {all_nodes}");
    (all_nodes, fewest)
}

#[test]
fn exact_methods_agree_on_thousands_of_random_trees() {
    let (mut all, mut pruned) = (0, 0);
    for seed in 0..3000 {
        let depth = 3 + (seed % 4) as u32;
        let toy = Toy { seed, players: 2, branching: 2 + seed % 4, depth, zero_sum: true };
        // Half of the searches end before the trees do.
        let searched = depth - (seed % 2) as u32;
        let (nodes, fewer) = compare(&toy, &toy.start(), searched);
        all += nodes;
        pruned += fewer;
    }
    assert!(pruned * 10 < all * 8, "pruning saves something: {pruned} of {all}");
}

/// Among moves of the same value both take the first in board order, at a fixed depth and after deepening.
#[test]
fn cuts_in_board_order_change_neither_value_nor_move() {
    let coarse = HashEvaluator { spread: 2 };
    let (mut all, mut fewer) = (0, 0);
    for seed in 0..500 {
        let toy =
            Toy { seed, players: 2 + (seed % 2) as usize, branching: 4, depth: 6, zero_sum: seed % 4 < 2 };
        let choose = |pruned: bool, nodes: Option<u64>| {
            let search = Minimax { evaluator: coarse, pruned };
            let mut agent = Deepening { search, default_depth: 4, endgame: Some(0) };
            let budget = Budget { depth: Some(4), nodes, ..Budget::default() };
            let choice = agent.choose(&toy, &toy.start(), &mut Think::untimed(budget, Seed(1))).unwrap();
            (choice.mv, choice.score, choice.nodes)
        };
        let (mv, score, nodes) = choose(false, None);
        let pruned = choose(true, None);
        assert_eq!((pruned.0, pruned.1), (mv, score), "tree {seed}");
        let deepened = choose(true, Some(u64::MAX));
        assert_eq!((deepened.0, deepened.1), (mv, score), "tree {seed}, deepened");
        all += nodes;
        fewer += pruned.2;
    }
    assert!(fewer * 10 < all * 8, "cuts save something: {fewer} of {all}");
}

#[test]
fn exact_methods_agree_on_small_games() {
    for spec in [
        "line:m=3,n=3,k=3",
        "line:m=4,n=3,k=3,gravity",
        "line:m=4,n=3,k=3,p=2",
        "line:m=3,n=4,k=3,p=2,gravity",
    ] {
        let game: Line<u64> =
            Line::new(agon_line::Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap();
        for seed in 0..6 {
            let pos = random_position(&game, seed, 2);
            compare(&game, &pos, 4);
        }
    }
    let game = reversi("reversi:6x6");
    for seed in 0..6 {
        compare(&game, &random_position(&game, seed, 8), 4);
    }
}

/// A position some random plies after the start in which somebody is to move.
fn random_position<G: Game>(game: &G, seed: u64, plies: usize) -> G::Position {
    let mut rng = Seed(seed).stream("position", 0);
    let mut pos = game.start();
    for _ in 0..plies {
        let mut next = pos.clone();
        if let Some(mv) = game.random_move(&pos, &mut rng, &mut Vec::new()) {
            game.play_unchecked(&mut next, mv);
        }
        if game.status(&next).to_move().is_some() {
            pos = next;
        }
    }
    pos
}

#[test]
fn paranoid_is_minimax_from_the_view_of_the_root() {
    for seed in 0..500 {
        let toy = Toy { seed, players: 2 + (seed % 3) as usize, branching: 4, depth: 4, zero_sum: false };
        let pos = toy.start();
        let (expected, nodes) = fixed(&toy, &pos, &mut Minimax { evaluator: HASH, pruned: false }, 4);
        let params = AlphaBetaParams { scout: false, table: 0, ..Default::default() };
        let (value, fewer) = fixed(&toy, &pos, &mut Paranoid::search(HASH, params), 4);
        assert_eq!(value, expected);
        assert!(fewer <= nodes);
    }
}

/// Max^n without any pruning, written again.
fn plain_max_n(toy: &Toy, pos: &agon_testkit::ToyPosition, depth: u32) -> Vec<Score> {
    let leaf = |values: Vec<Score>| {
        let smallest = values.iter().min().unwrap().0;
        let above: Vec<i64> = values.iter().map(|value| i64::from(value.0 - smallest) + 1000).collect();
        let total: i64 = above.iter().sum();
        above.iter().map(|&above| Score((above * 1_000_000 / total) as i32)).collect()
    };
    let players = (0..toy.players as u8).map(agon_core::Player);
    match toy.status(pos) {
        Status::Over(outcome) => leaf(players.map(|p| outcome.score(p)).collect()),
        Status::ToMove(_) if depth == 0 => leaf(players.map(|p| HASH.value(toy, pos, p)).collect()),
        Status::ToMove(player) => {
            let mut moves = Vec::new();
            toy.moves(pos, &mut moves);
            let mut best: Option<Vec<Score>> = None;
            for mv in moves {
                let values = plain_max_n(toy, &toy.after(pos, mv), depth - 1);
                if best.as_ref().is_none_or(|best| values[player.index()] > best[player.index()]) {
                    best = Some(values);
                }
            }
            best.unwrap()
        }
    }
}

#[test]
fn shallow_pruning_does_not_change_max_n() {
    for seed in 0..1000 {
        let toy = Toy { seed, players: 3 + (seed % 2) as usize, branching: 4, depth: 4, zero_sum: false };
        let pos = toy.start();
        let player = toy.status(&pos).to_move().unwrap();
        let expected = plain_max_n(&toy, &pos, 4)[player.index()];
        assert_eq!(fixed(&toy, &pos, &mut MaxN::new(HASH), 4).0, expected, "tree {seed}");
    }
}

/// Expected-min written again, with the weights of the thesis as floating-point numbers.
fn plain_expected_min(
    toy: &Toy,
    pos: &agon_testkit::ToyPosition,
    root: agon_core::Player,
    depth: u32,
) -> f64 {
    match toy.status(pos) {
        Status::Over(outcome) => outcome.score(root).to_f64(),
        Status::ToMove(_) if depth == 0 => HASH.value(toy, pos, root).to_f64(),
        Status::ToMove(player) => {
            let mut moves = Vec::new();
            toy.moves(pos, &mut moves);
            let values: Vec<f64> = moves
                .iter()
                .map(|&mv| plain_expected_min(toy, &toy.after(pos, mv), root, depth - 1))
                .collect();
            let largest = values.iter().copied().fold(f64::MIN, f64::max);
            if player == root {
                return largest;
            }
            let weights: Vec<f64> = values.iter().map(|value| value - (largest + 1.0)).collect();
            let total: f64 = weights.iter().sum();
            values.iter().zip(weights).map(|(value, weight)| value * weight / total).sum()
        }
    }
}

#[test]
fn expected_min_is_the_mean_of_the_thesis() {
    for seed in 0..500 {
        let toy = Toy { seed, players: 2 + (seed % 2) as usize, branching: 4, depth: 5, zero_sum: true };
        let root = toy.status(&toy.start()).to_move().unwrap();
        let expected = plain_expected_min(&toy, &toy.start(), root, 4);
        let found = fixed(&toy, &toy.start(), &mut ExpectedMin { evaluator: HASH, pruned: false }, 4).0;
        assert!((found.to_f64() - expected).abs() < 0.005, "tree {seed}: {found} instead of {expected}");
    }
}

#[test]
fn pruned_expected_min_visits_less() {
    let game = reversi("reversi");
    let pos = random_position(&game, 3, 12);
    let exact = fixed(&game, &pos, &mut ExpectedMin { evaluator: DiscDifference, pruned: false }, 4);
    let pruned = fixed(&game, &pos, &mut ExpectedMin { evaluator: DiscDifference, pruned: true }, 4);
    assert!(pruned.1 < exact.1, "{pruned:?} {exact:?}");
}

fn reversi(spec: &str) -> Reversi<u64> {
    Reversi::new(Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
}

fn solver<G: Keyed, E: Evaluator<G>>(game: &G, evaluator: E, look: Look<G>) -> Deepening<AlphaBeta<G, E>> {
    let params = AlphaBetaParams { look, table: 1 << 24, ..Default::default() };
    let search = AlphaBeta::for_game(game, evaluator, params).unwrap();
    Deepening { search, default_depth: 4, endgame: Some(u32::MAX) }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let game: Line<u64> = Line::new(agon_line::Rules::TICTACTOE).unwrap();
    let choice =
        choose(&game, &game.start(), &mut solver(&game, LongestLines, Look::None), Budget::default());
    assert_eq!(choice.score, Some(Score::ZERO));
    assert!(choice.exact);
}

#[test]
fn small_reversi_is_won_by_the_second_player() {
    for (spec, margin) in [("reversi:4x4,discs", -8), ("reversi:4x4", -10)] {
        let game = reversi(spec);
        let mut solver = solver(&game, DiscDifference, Look::Replies);
        let choice = choose(&game, &game.start(), &mut solver, Budget::default());
        assert_eq!(choice.score, Some(Score::points(margin)), "{spec}");
        assert!(choice.exact);
    }
}

/// 6x6 Reversi is won by the second player with 20 to 16 ([Feinstein1993]). From the start that takes ten thousand million
/// nodes, `agon analyze reversi:6x6,discs --exact`; here the best line has come so far that it takes a moment.
#[test]
fn the_best_line_of_six_by_six_reversi_is_lost_by_four() {
    let game = reversi("reversi:6x6,discs");
    let mut pos = game.start();
    game.play_moves(&mut pos, "b3 d2 e3 b4 d5 c5 a4 a3 a2 e4 f4 d6 c2 b2").unwrap();
    for (mv, value) in [("", -4), ("c6", 4), ("b6", -4)] {
        game.play_moves(&mut pos, mv).unwrap();
        let choice = choose(&game, &pos, &mut solver(&game, Mobility, Look::Replies), Budget::default());
        assert_eq!((choice.score, choice.exact), (Some(Score::points(value)), true), "after {mv}");
    }
}

/// The first moves of Reversi are images of each other: what is proven of one needs no search for the others.
#[test]
fn images_share_their_proof() {
    let game = reversi("reversi:4x4,discs");
    let pos = game.start();
    let mut moves = Vec::new();
    game.moves(&pos, &mut moves);
    let nodes = |moves: &[_]| {
        let mut solver = solver(&game, DiscDifference, Look::Replies);
        let mut think = Think::untimed(Budget::default(), Seed(1));
        let choice = solver.choose_among(&game, &pos, moves.to_vec(), &mut think).unwrap();
        assert_eq!(choice.score, Some(Score::points(-8)));
        think.nodes()
    };
    assert_eq!(moves.len(), 4);
    let (all, one) = (nodes(&moves), nodes(&moves[..1]));
    // What is more is the preparation; without images it is twice as many.
    assert!(all < one + one / 2, "{all} nodes for four moves, {one} for one");
}

/// The value of perfect play by the plainest means: try everything, remember nothing but positions.
fn naive_value(
    game: &Line<u64>,
    pos: &agon_line::Position<u64>,
    known: &mut std::collections::HashMap<agon_line::Position<u64>, i32>,
) -> i32 {
    if let Some(&value) = known.get(pos) {
        return value;
    }
    let first = agon_core::Player::FIRST;
    let value = match game.status(pos) {
        Status::Over(outcome) => game.final_score(pos, &outcome, first).0,
        Status::ToMove(player) => {
            let mut moves = Vec::new();
            game.moves(pos, &mut moves);
            let values = moves.iter().map(|&mv| naive_value(game, &game.after(pos, mv), known));
            if player == first { values.max().unwrap() } else { values.min().unwrap() }
        }
    };
    known.insert(*pos, value);
    value
}

#[test]
fn small_line_games_agree_with_a_naive_solver() {
    for spec in [
        "line:m=3,n=3,k=3",
        "line:m=4,n=4,k=4,gravity",
        "line:m=4,n=4,k=3,gravity",
        "line:m=5,n=3,k=3,p=2,gravity",
        "line:m=4,n=3,k=3,p=2",
        "line:m=4,n=3,k=4,p=2,q=2",
    ] {
        let game: Line<u64> =
            Line::new(agon_line::Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap();
        let look = Look::Evaluator(Arc::new(LongestLines) as Arc<dyn Evaluator<Line<u64>>>);
        let choice = choose(&game, &game.start(), &mut solver(&game, LongestLines, look), Budget::default());
        let expected = naive_value(&game, &game.start(), &mut Default::default());
        assert_eq!(choice.score.unwrap().0, expected, "{spec}");
        assert!(choice.exact, "{spec}");
    }
}

#[test]
fn the_same_budget_gives_the_same_choice() {
    let game = reversi("reversi");
    let pos = random_position(&game, 7, 10);
    for nodes in [1, 10, 1000, 20_000] {
        let choice = || {
            let search = AlphaBeta::for_game(&game, DiscDifference, AlphaBetaParams::default()).unwrap();
            choose(&game, &pos, &mut agent(search), Budget::nodes(nodes))
        };
        assert_eq!(choice(), choice(), "{nodes} nodes");
    }
}

fn narrowed(width: usize) -> AlphaBetaParams<Line<u64>> {
    let source = Arc::new(Beam { source: AllMoves, evaluator: LongestLines, width });
    AlphaBetaParams { source, ..Default::default() }
}

/// A narrowed search called a forced win proven, although it had left out most replies.
#[test]
fn a_narrowed_search_proves_nothing() {
    let game: Line<u64> = Line::new(agon_line::Rules::CONNECT4).unwrap();
    let search = AlphaBeta::for_game(&game, LongestLines, narrowed(1)).unwrap();
    let choice = choose(&game, &game.start(), &mut agent(search), Budget::depth(42));
    assert!(!choice.exact);
    assert_eq!(choice.moves.len(), 1, "the root is narrowed too");
}

/// A beam keeps different moves of a position and of its image: what was found of one says nothing about the other.
#[test]
fn a_table_changes_no_narrowed_value() {
    let game = reversi("reversi:4x4");
    let beam = || Arc::new(Beam { source: AllMoves, evaluator: DiscDifference, width: 2 });
    for plies in 0..4 {
        for seed in 0..40 {
            let pos = random_position(&game, seed, plies);
            let value = |table| {
                let params = AlphaBetaParams { source: beam(), table, ..Default::default() };
                let mut search = AlphaBeta::for_game(&game, DiscDifference, params).unwrap();
                fixed(&game, &pos, &mut search, 26).0
            };
            assert_eq!(value(1 << 20), value(0), "after {plies} plies, seed {seed}");
        }
    }
}

/// A finished line was worth nothing to the evaluator, so a beam threw the winning move away.
#[test]
fn a_beam_keeps_the_winning_move() {
    let game: Line<u64> = Line::new(agon_line::Rules::CONNECT4).unwrap();
    let mut pos = game.start();
    game.play_moves(&mut pos, "12121").unwrap();
    let search = AlphaBeta::for_game(&game, LongestLines, narrowed(6)).unwrap();
    let choice = choose(&game, &pos, &mut agent(search), Budget::depth(2));
    assert_eq!(game.write_move(choice.mv), "1");
    let lost = choice.moves.iter().filter(|rated| rated.score < Score::points(-10)).count();
    assert_eq!(lost + 1, choice.moves.len(), "all other moves lose at once");
}

#[test]
fn the_line_can_be_played_and_leads_to_the_value() {
    let game = reversi("reversi:6x6");
    for seed in 0..20 {
        let pos = random_position(&game, seed, 18);
        let choice =
            choose(&game, &pos, &mut solver(&game, DiscDifference, Look::Replies), Budget::default());
        assert!(choice.exact);
        let mut end = pos;
        for &mv in &choice.line {
            game.play(&mut end, mv).unwrap_or_else(|_| panic!("{:?} cannot be played", choice.line));
        }
        if let Status::Over(outcome) = game.status(&end) {
            assert_eq!(Some(outcome.score(pos.to_move())), choice.score);
        }
    }
}

#[test]
fn a_stopped_search_keeps_its_last_answer() {
    let game = reversi("reversi");
    let search = AlphaBeta::for_game(&game, DiscDifference, AlphaBetaParams::default()).unwrap();
    let choice = choose(&game, &game.start(), &mut agent(search), Budget::nodes(5000));
    assert!(choice.depth >= 3 && choice.nodes <= 5000, "{choice:?}");
    let search = AlphaBeta::for_game(&game, DiscDifference, AlphaBetaParams::default()).unwrap();
    let none = choose(&game, &game.start(), &mut agent(search), Budget::nodes(0));
    assert_eq!(none.depth, 0, "no depth was finished, but there is a move");
}

#[test]
fn methods_that_do_not_fit_say_what_does() {
    let toy = Toy { seed: 1, players: 3, branching: 2, depth: 2, zero_sum: false };
    let error = AlphaBeta::for_game(&toy, HASH, AlphaBetaParams::default()).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "negascout needs 2 players, this game has 3; paranoid fits");
}
