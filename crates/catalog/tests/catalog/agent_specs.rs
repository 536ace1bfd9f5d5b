//! Specs of agents, right and wrong.

use agon_catalog::game;
use agon_core::spec::Preset;
use agon_line::Line;
use agon_search::{AlphaBetaParams, Threads};

#[test]
fn every_kind_has_an_example_that_works() {
    for spec in ["reversi", "reversi:88", "tictactoe", "connect6", "blokus"] {
        let game = game(spec).unwrap();
        for kind in game.agents().into_iter().filter(|kind| kind.needs.is_none()) {
            for text in [kind.example, kind.name] {
                game.check(text).unwrap_or_else(|error| panic!("{spec}: {error}"));
            }
        }
    }
}

/// Reversi refuses `radius=`, and its list offered it.
#[test]
fn only_options_that_are_taken_are_offered() {
    for (spec, offered) in [("reversi", false), ("gomoku", true), ("blokus:duo", false)] {
        let kinds = game(spec).unwrap().agents();
        let alphabeta = kinds.iter().find(|kind| kind.name == "alphabeta").unwrap();
        assert_eq!(alphabeta.options.iter().any(|option| option.name == "radius"), offered, "{spec}");
        assert!(!alphabeta.summary.contains("radius="), "{spec}");
    }
}

#[test]
fn errors_point_at_the_word() {
    let reversi = game("reversi").unwrap();
    let wrong = |text: &str| {
        let error = reversi.check(text).unwrap_err();
        text[error.span.clone().unwrap_or_else(|| panic!("{error}"))].to_owned()
    };
    assert_eq!(wrong("greedyy"), "greedyy");
    assert_eq!(wrong("greedy(evl=material)"), "evl");
    assert_eq!(wrong("greedy(eval=matter)"), "matter");
    assert_eq!(wrong("random(time=5)"), "5");
    assert_eq!(wrong("random(nodes=many)"), "many");
    // All of these were once taken, and then ignored or played with the first move.
    for agent in ["alphabeta", "mcts", "thesis", "random"] {
        assert_eq!(wrong(&format!("{agent}(depth=0)")), "0");
        assert_eq!(wrong(&format!("{agent}(nodes=0)")), "0");
        assert_eq!(wrong(&format!("{agent}(time=0ms)")), "0ms");
    }
    assert_eq!(wrong("mcts(simulations=0)"), "0");
    assert_eq!(wrong("mc(simulations=0)"), "0");
    assert_eq!(wrong("mcts(narrow=0)"), "0");
    assert_eq!(wrong("mcts(threads=0)"), "0");
    assert_eq!(wrong("mcts(max-nodes=0)"), "0");
    assert_eq!(wrong("alphabeta(threads=0)"), "0");
    assert_eq!(wrong("solve(depth=1)"), "1");
    assert_eq!(wrong("solve(endgame=5)"), "endgame");
    assert_eq!(wrong("alphabeta(order=best)"), "best");
    assert_eq!(wrong("alphabeta(radius=2)"), "radius", "Reversi knows no nearness");
    assert_eq!(wrong("alphabeta(threads=2, split=top)"), "top");
    assert_eq!(wrong("alphabeta(beam=0)"), "0");
    assert_eq!(wrong("alphabeta(order=material(foo))"), "foo");
    assert_eq!(wrong("alphabeta(table=99999999999)"), "99999999999");
    assert_eq!(wrong("mcts(threads=1000000)"), "1000000");
    assert_eq!(wrong("mcts(widen=3)"), "3");
    assert_eq!(wrong("mcts(nodes=5, simulations=10)"), "10");
    assert_eq!(wrong("mcts(exploration=-1)"), "-1");
    assert_eq!(wrong("mc(rollout=matter)"), "matter");
    assert_eq!(wrong("thesis(techniques=MCX)"), "MCX");
    assert_eq!(wrong("thesis(patterns=no-such-folder)"), "no-such-folder");
    assert_eq!(wrong("thesis(expected-min, minimax)"), "minimax");
    assert_eq!(wrong("hard(evl=material)"), "evl");
    // Was ignored.
    assert_eq!(wrong("mc(epsilon=0.5)"), "0.5");
    assert_eq!(wrong("mcts(rollout=uniform, epsilon=0.5)"), "0.5");
    assert_eq!(wrong("mcts(eval=mobility)"), "mobility");
    assert_eq!(wrong("mc(widen=3, eval=mobility)"), "3");
    assert_eq!(wrong("line-simple"), "line-simple", "only line games have it");
    assert_eq!(wrong("greedy(eval=four-heuristics(ply=0))"), "0");
    assert_eq!(wrong("greedy(eval=positional(1))"), "1");
}

/// The error spoke of an agent that the user had not written.
#[test]
fn errors_in_a_level_speak_of_the_level() {
    let error = game("reversi").unwrap().check("hard(hard)").unwrap_err();
    assert!(error.message.starts_with("`hard` is not an argument of `hard`"), "{error}");
}

#[test]
fn people_are_sent_to_where_they_can_play() {
    let error = game("reversi").unwrap().check("human").unwrap_err();
    assert!(error.message.contains("`agon play`"), "{error}");
}

/// It was not listed at all where no models come with Agon, though it plays there with a file.
#[test]
fn an_agent_that_needs_a_file_is_listed_with_what_it_needs() {
    let needs = |spec: &str| {
        let kinds = game(spec).unwrap().agents();
        kinds.iter().find(|kind| kind.name == "models").map(|kind| kind.needs)
    };
    assert_eq!(needs("reversi"), Some(None));
    assert_eq!(needs("reversi:10x10"), Some(Some("set=FILE")));
    assert_eq!(needs("connect4"), Some(Some("set=FILE")));
    assert_eq!(needs("blokus"), None);
}

#[test]
fn a_method_that_does_not_fit_names_one_that_does() {
    let error = game("blokus").unwrap().check("alphabeta(depth=3)").unwrap_err();
    assert_eq!(
        error.message,
        "`alphabeta` is for two players, blokus has 4; the nearest that fits is `paranoid`"
    );
}

#[test]
fn declared_defaults_are_those_of_the_search() {
    let kinds = game("connect4").unwrap().agents();
    let negascout = kinds.iter().find(|kind| kind.name == "negascout").unwrap();
    let declared = |name: &str| {
        let option = negascout.options.iter().find(|option| option.name == name).unwrap();
        match option.default {
            Preset::Value(text) => text.parse::<usize>().unwrap(),
            ref other => panic!("{name}: {other:?}"),
        }
    };
    let usual = AlphaBetaParams::<Line<u64>>::default();
    assert_eq!(declared("table") << 20, usual.table);
    assert_eq!((declared("threads"), usual.threads), (1, Threads::One));
}
