//! The search as a whole, on games whose best moves are known.

use super::*;
use agon_blokus::Blokus;
use agon_core::{Budget, ManualClock, Notation, Player, Rated, Score, Seed, Stop, SystemClock, Unit};
use agon_line::Line;
use agon_reversi::{DiscDifference, Reversi};
use agon_testkit::Toy;
use std::thread;
use std::time::Duration;

use crate::{Heuristic, Random};

fn line(spec: &str) -> Line<u64> {
    Line::new(agon_line::Rules::from_spec(&spec.parse().unwrap()).unwrap()).unwrap()
}

fn reversi() -> Reversi<u64> {
    Reversi::new(Default::default()).unwrap()
}

fn mcts<G: Game>(params: MctsParams) -> Mcts<G> {
    Mcts::new(params, Uniform, None)
}

fn choose<G: Game>(game: &G, pos: &G::Position, nodes: u64, seed: u64) -> Choice<G::Move> {
    let mut think = Think::untimed(Budget::nodes(nodes), Seed(seed));
    mcts(MctsParams::default()).choose(game, pos, &mut think).unwrap()
}

fn best_after(game: &Line<u64>, moves: &str) -> String {
    let mut pos = game.start();
    game.play_moves(&mut pos, moves).unwrap();
    game.write_move(choose(game, &pos, 2000, 1).mv)
}

#[test]
fn wins_are_taken_and_threats_are_met() {
    let game = line("tictactoe");
    assert_eq!(best_after(&game, "a1 b1 a2 b2"), "a3");
    assert_eq!(best_after(&game, "a1 b2 a2"), "a3");
    let game = line("connect4");
    assert_eq!(best_after(&game, "4 1 4 1 4"), "4");
    assert_eq!(best_after(&game, "4 1 4 1 5 1"), "1");
}

#[test]
fn a_player_who_moves_twice_uses_both_stones() {
    // Two stones a turn: one is on the board, and the two to come make three in a row.
    let game = line("line:m=4,n=3,k=3,p=2");
    let mut pos = game.start();
    game.play_moves(&mut pos, "a1 d1 d3").unwrap();
    for _ in 0..2 {
        assert_eq!(game.status(&pos).to_move(), Some(Player::FIRST));
        let choice = choose(&game, &pos, 5000, 1);
        assert!(choice.score > Some(Score(800)), "{choice:?}");
        game.play(&mut pos, choice.mv).unwrap();
    }
    assert_eq!(game.status(&pos).outcome().map(|end| end.share(Player::FIRST)), Some(1.0));
}

/// Plays a game and returns the share of the win of the first agent, who sits on `seat`.
fn play<G: Game>(game: &G, mut agent: Mcts<G>, nodes: u64, seat: Player, seed: u64) -> f64 {
    let mut pos = game.start();
    for ply in 0.. {
        let Some(mover) = game.status(&pos).to_move() else { break };
        let mut think = Think::untimed(Budget::nodes(nodes), Seed(seed).child("ply", ply));
        let chosen = match mover == seat {
            true => agent.choose(game, &pos, &mut think),
            false => Random.choose(game, &pos, &mut think),
        };
        game.play(&mut pos, chosen.unwrap().mv).unwrap();
    }
    game.status(&pos).outcome().unwrap().share(seat)
}

#[test]
fn tictactoe_is_never_lost_against_random_moves() {
    let game = line("tictactoe");
    for seed in 0..100 {
        let seat = Player((seed % 2) as u8);
        assert!(play(&game, mcts(MctsParams::default()), 1500, seat, seed) > 0.0, "lost with seed {seed}");
    }
}

#[test]
fn more_than_two_players_are_beaten_too() {
    let toys = (0..60).map(|seed| {
        let toy = Toy { seed, players: 3, branching: 4, depth: 6, zero_sum: false };
        play(&toy, mcts(MctsParams::default()), 200, Player((seed % 3) as u8), seed)
    });
    // Players who choose at random get 20.
    assert!(toys.sum::<f64>() > 30.0);
    let game = Blokus::new(agon_blokus::Rules::from_spec(&"blokus:mini".parse().unwrap()).unwrap());
    let seats = game.players() as u8;
    let shares = (0..seats).map(|seat| play(&game, mcts(MctsParams::default()), 60, Player(seat), 7));
    assert!(shares.sum::<f64>() > 1.0);
}

#[test]
fn a_player_alone_gets_a_move() {
    let toy = Toy { seed: 4, players: 1, branching: 5, depth: 8, zero_sum: false };
    assert_eq!(choose(&toy, &toy.start(), 50, 1).score, Some(Score::points(1)));
}

#[test]
fn the_same_seed_gives_the_same_choice() {
    let game = reversi();
    let choice = choose(&game, &game.start(), 3000, 5);
    assert_eq!(choice, choose(&game, &game.start(), 3000, 5));
    assert_ne!(choice, choose(&game, &game.start(), 3000, 6));
    assert_eq!(choice.nodes, 3000);
    assert_eq!(choice.line[0], choice.mv);
    assert_eq!(choice.depth as usize, choice.line.len());
    let best = Rated::new(choice.mv, choice.score.unwrap(), Unit::Chance);
    assert!(choice.moves[0].visits.is_some_and(|visits| visits > 3000 / choice.moves.len() as u64));
    assert_eq!(choice.moves[0], Rated { visits: choice.moves[0].visits, ..best });
}

#[test]
fn without_any_limit_there_is_a_default() {
    let game = line("tictactoe");
    let mut think = Think::untimed(Budget::default(), Seed(1));
    let choice = mcts(MctsParams::default()).choose(&game, &game.start(), &mut think).unwrap();
    assert_eq!(choice.nodes, crate::DEFAULT_SIMULATIONS);
}

#[test]
fn a_used_up_budget_still_gives_a_move() {
    let game = reversi();
    let choice = choose(&game, &game.start(), 0, 1);
    assert!(game.is_legal(&game.start(), choice.mv));
    assert_eq!((choice.nodes, choice.score, choice.line.len()), (0, None, 1));
    let one = choose(&game, &game.start(), 1, 1);
    assert_eq!((one.nodes, one.moves.len()), (1, 1));
}

#[test]
fn a_finished_game_has_no_move() {
    let game = line("tictactoe");
    let mut pos = game.start();
    game.play_moves(&mut pos, "a1 b1 a2 b2 a3").unwrap();
    let mut think = Think::untimed(Budget::nodes(9), Seed(1));
    assert_eq!(mcts(MctsParams::default()).choose(&game, &pos, &mut think), Err(AgentError::GameOver));
}

#[test]
fn the_stop_flag_ends_the_search() {
    let game = reversi();
    let (clock, stop) = (ManualClock::new(), Stop::default());
    stop.set();
    for threads in [1, 2] {
        let mut agent = mcts(MctsParams { threads, ..Default::default() });
        let mut think = Think::new(Budget::nodes(u64::MAX), Seed(1), &clock, stop.clone());
        let choice = agent.choose(&game, &game.start(), &mut think).unwrap();
        assert!(game.is_legal(&game.start(), choice.mv) && choice.nodes == 0);
    }
}

#[test]
fn a_running_search_can_be_stopped_from_outside() {
    let game = reversi();
    let clock = SystemClock::start();
    let stop = Stop::default();
    let mut agent = mcts(MctsParams { threads: 2, ..Default::default() });
    let mut think = Think::new(Budget::nodes(u64::MAX), Seed(1), &clock, stop.clone());
    let choice = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(30));
            stop.set();
        });
        agent.choose(&game, &game.start(), &mut think).unwrap()
    });
    assert!(choice.nodes > 0);
}

#[test]
fn threads_lose_no_update() {
    // A player alone wins every game, so every visit must have brought twelve twelfths.
    fn check<M>(node: &TreeNode<M>) {
        assert_eq!(node.counts().twelfths, 12 * node.counts().visits);
        node.children().unwrap_or_default().iter().for_each(|child| check(&child.node));
    }
    let toy = Toy { seed: 4, players: 1, branching: 5, depth: 12, zero_sum: false };
    let mut agent = mcts(MctsParams { threads: 2, ..Default::default() });
    let choice =
        agent.choose(&toy, &toy.start(), &mut Think::untimed(Budget::nodes(20_001), Seed(1))).unwrap();
    assert_eq!(choice.nodes, 20_001);
    let (_, tree) = agent.memory.unwrap();
    let children = tree.root.children().unwrap();
    assert_eq!(tree.root.counts().visits, 20_001);
    assert_eq!(children.iter().map(|child| child.node.counts().visits).sum::<u64>(), 20_001);
    children.iter().for_each(|child| check(&child.node));
}

#[test]
fn a_full_tree_grows_no_more_but_simulates_on() {
    let game = reversi();
    let mut agent = mcts(MctsParams { max_nodes: 30, expand_after: 1, ..Default::default() });
    let choice =
        agent.choose(&game, &game.start(), &mut Think::untimed(Budget::nodes(2000), Seed(1))).unwrap();
    assert_eq!(choice.nodes, 2000);
    let (_, tree) = agent.memory.unwrap();
    assert!(tree.has(30) && !tree.has(60));
}

#[test]
fn narrowing_and_heuristic_games_fit_together() {
    let game = reversi();
    let mut pos = game.start();
    game.play_moves(&mut pos, "d3c3c4c5").unwrap();
    let narrowing = Narrowing {
        ranker: std::sync::Arc::new(agon_abilities::OneAhead(DiscDifference)),
        first: 2,
        per_ply: 0,
    };
    let rollout: std::sync::Arc<dyn Rollout<_>> =
        std::sync::Arc::new(Heuristic { evaluator: DiscDifference, epsilon: 0.3 });
    let mut agent = Mcts::new(MctsParams::default(), rollout, Some(narrowing));
    let choice = agent.choose(&game, &pos, &mut Think::untimed(Budget::nodes(100), Seed(1))).unwrap();
    assert_eq!(choice.moves.len(), 2);
    assert!(game.is_legal(&pos, choice.mv));
}
