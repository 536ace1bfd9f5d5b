//! Every game has levels and a strongest agent, and limits come in their order.

use std::time::Duration;

use agon_catalog::{Analysis, Family, Origin, game, standard};
use agon_core::{Budget, Player, Seed, Think, Unit};

/// Boards that are unlike the examples of their family.
const ODD: [&str; 14] = [
    "reversi:4x4",
    "reversi:10x10",
    "reversi:12x8",
    "reversi:3x3",
    "reversi:start=historical",
    "reversi:#..#/..../..../#..#",
    "line:m=1,n=2,k=2",
    "line:m=2,n=2,k=2",
    "line:m=6,n=6,k=4,p=2",
    "line:m=19,n=19,k=6,p=9,q=9",
    "connect4:19x19",
    "gomoku:5x5",
    "gomoku:19x19,exact",
    "blokus:classic-two",
];

fn games() -> impl Iterator<Item = &'static str> {
    let examples = standard().families().flat_map(Family::examples).map(|(spec, _)| *spec);
    examples.chain(ODD)
}

#[test]
fn every_game_has_a_strongest_agent_and_levels_that_move() {
    for spec in games() {
        let game = game(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
        let strongest = game.strongest().to_string();
        for agent in [&*strongest, "easy", "medium", "hard", "hard(nodes=10)"] {
            let seats = vec![Some(agent.parse().unwrap()); game.players()];
            let mut session = game.clone().session(&seats, &Origin::Start).unwrap();
            let mut think = Think::untimed(Budget::nodes(50), Seed(1));
            let choice = session.think(&mut think).unwrap_or_else(|error| panic!("{spec}, {agent}: {error}"));
            assert!(session.play(&choice.mv).is_ok(), "{spec}, {agent}: {}", choice.mv);
        }
    }
}

#[test]
fn every_game_can_be_analysed() {
    for spec in games() {
        let game = game(spec).unwrap();
        for (exact, every_move, threads) in [(false, true, 1), (true, false, 2), (true, true, 1)] {
            let analyst = game.analyst(Analysis { exact, every_move, threads });
            game.check_agent(&analyst).unwrap_or_else(|error| panic!("{spec}: {error}"));
        }
    }
}

#[test]
fn values_have_the_unit_of_their_game() {
    let unit = |spec: &str, agent: &str, moves: &str| {
        let seats = vec![Some(agent.parse().unwrap()); game(spec).unwrap().players()];
        let mut session = game(spec).unwrap().session(&seats, &Origin::Moves(moves)).unwrap();
        let choice = session.think(&mut Think::untimed(Budget::nodes(2000), Seed(1))).unwrap();
        assert!(choice.moves.first().is_none_or(|best| best.unit == choice.unit), "{spec} {agent}");
        choice.unit
    };
    assert_eq!(unit("reversi", "negascout(eval=models)", ""), Unit::Points);
    assert_eq!(unit("reversi", "negascout(eval=mobility)", ""), Unit::Rating);
    assert_eq!(unit("reversi:4x4", "solve", "b1"), Unit::Points);
    assert_eq!(unit("reversi", "greedy", ""), Unit::Points);
    assert_eq!(unit("reversi", "greedy(reply)", ""), Unit::Rating);
    assert_eq!(unit("reversi", "mcts", ""), Unit::Chance);
    assert_eq!(unit("reversi", "mc", ""), Unit::Chance);
    assert_eq!(unit("connect4", "negascout", ""), Unit::Rating);
    assert_eq!(unit("connect4", "negascout", "415162"), Unit::Distance);
    assert_eq!(unit("tictactoe", "solve", "b2a1"), Unit::Distance);
    assert_eq!(unit("blokus:duo", "mcts", ""), Unit::Chance);
}

/// `agon play reversi hard --time 100ms` took a second for each move.
#[test]
fn a_limit_that_is_given_comes_before_that_of_a_level() {
    let limits = |spec: &str, agent: &str, given: Budget| {
        let seats = [Some(agent.parse().unwrap())];
        let session = game(spec).unwrap().session(&seats, &Origin::Start).unwrap();
        session.limits(Player::FIRST, given)
    };
    let (second, short) = (Budget::time(Duration::from_secs(1)), Budget::time(Duration::from_millis(100)));
    assert_eq!(limits("reversi", "hard", Budget::default()), second);
    assert_eq!(limits("reversi", "hard", short), short);
    assert_eq!(
        limits("reversi", "hard", Budget::nodes(5000)),
        Budget::nodes(5000),
        "the same on any machine"
    );
    assert_eq!(limits("reversi", "hard(time=1s)", short), second, "what stands in the spec stays");
    assert_eq!(limits("reversi:6x6", "medium", Budget::depth(3)), Budget::depth(3));
    assert_eq!(limits("reversi:6x6", "medium", Budget::default()), Budget::depth(2));
    assert_eq!(
        limits("reversi:6x6", "medium", short),
        Budget { depth: Some(2), ..short },
        "it stays a level"
    );
    assert_eq!(limits("reversi", "thesis-easy", Budget::depth(4)), Budget::depth(4));
    assert_eq!(limits("blokus:duo", "medium", Budget::nodes(9)), Budget::nodes(9));
    assert_eq!(limits("blokus:duo", "medium(nodes=9)", Budget::nodes(5)), Budget::nodes(9));
}

#[test]
fn arguments_come_before_those_of_a_level() {
    let full = |board: &str, spec: &str, given| {
        let full = game(board).unwrap().stands_for(&spec.parse().unwrap(), given);
        full.map(|spec| spec.to_string())
    };
    let blokus = |spec: &str| full("blokus", spec, Budget::default());
    assert_eq!(blokus("hard(time=3s)").as_deref(), Some("mcts(time=3s)"));
    assert_eq!(blokus("medium(forgetful)").as_deref(), Some("mcts(narrow=20, simulations=150, forgetful)"));
    assert_eq!(blokus("harder"), None);
    let named = |name: &str| full("reversi", name, Budget::default());
    assert_eq!(named("thesis-easy").as_deref(), Some("thesis(techniques=M, depth=2, expected-min)"));
    assert_eq!(named("thesis-hard").as_deref(), Some("thesis(techniques=ALL, depth=6)"));
    assert_eq!(named("random"), None);
    for (level, number) in [("easy", "level(2)"), ("medium", "level(5)")] {
        assert_eq!(named(level), named(number));
        assert!(named(level).is_some_and(|spec| spec.starts_with("overlooking(")));
    }
    // What is shown to people was once the level, with limits beside it that did not hold.
    let (short, few) = (Budget::time(Duration::from_millis(50)), Budget::nodes(9));
    assert_eq!(full("reversi", "hard", short).as_deref(), Some("best(time=50ms)"));
    assert_eq!(full("reversi", "hard", few).as_deref(), Some("best(nodes=9)"));
    assert_eq!(full("reversi", "hard(time=2s)", short).as_deref(), Some("best(time=2s)"));
    let tiny = full("reversi", "hard", Budget::time(Duration::from_micros(1500)));
    assert_eq!(tiny.as_deref(), Some("best(time=1.5ms)"));
    let tiny = full("reversi", "hard", Budget::time(Duration::from_micros(15)));
    assert_eq!(tiny.as_deref(), Some("best(time=15us)"));
    let medium = full("blokus", "medium", few);
    assert_eq!(medium.as_deref(), Some("mcts(narrow=20, simulations=9)"));
}
