//! Plans that are right, and plans that are wrong.

use super::*;
use proptest::prelude::*;

fn read(text: &str) -> Result<TournamentPlan, ReadError> {
    TournamentPlan::from_toml(text, Path::new("."))
}

#[test]
fn the_example_is_complete() {
    let plan = read(EXAMPLE).unwrap();
    assert_eq!((plan.agents.len(), plan.rounds), (3, 10));
    assert_eq!(plan.conditions.openings, Openings::Random(4));
    assert!(plan.agents[0].challenger && !plan.agents[1].challenger);
}

#[test]
fn mistakes_are_named() {
    let wrong = |from: &str, to: &str| read(&EXAMPLE.replace(from, to)).unwrap_err().message;
    assert!(wrong("rounds = 10", "ruonds = 10").contains("unknown field `ruonds`"));
    assert!(wrong("rounds = 10", "ruonds = 10").contains("line 5"));
    assert!(wrong("round-robin", "swiss").contains("unknown variant `swiss`"));
    assert!(wrong("rounds = 10", "rounds = 0").contains("at least 1"));
    assert!(wrong("name = \"greedy\"", "name = \"random\"").contains("two agents are called `random`"));
    assert!(wrong("nodes = 1000", "time = \"5\"").starts_with("limits.time: `5` is not a time"));
    assert!(wrong("random-plies = 4", "file = \"no-such-file\"").contains("no-such-file"));
    assert!(wrong("seed = 1", "per-game = 9").contains("there are 3 agents"));
    assert!(wrong("anchor = 0", "clock = \"1s\"").contains("has no clock"));
}

#[test]
fn whatever_changes_a_game_changes_the_fingerprint() {
    let print = |text: &str| read(text).unwrap().fingerprint("reversi:6x6");
    let usual = print(EXAMPLE);
    for (from, to, said) in [
        ("seed = 1 ", "seed = 2 ", "seed: this run has 2, the store 1"),
        (
            "nodes = 1000",
            "depth = 3",
            "limit depth: this run has 3, the store none; limit nodes: this run has none, the store 1000",
        ),
        (
            "random-plies = 4",
            "every = 1",
            "openings: this run has every line of 1 plies, the store 4 random plies",
        ),
        ("spec = \"greedy\"", "spec = \"mcts\"", "agent 002: this run has mcts, the store greedy"),
        ("round-robin", "gauntlet", "agent 001: this run has random, challenger, the store random"),
    ] {
        let other = print(&EXAMPLE.replace(from, to));
        let difference = other.difference(&usual, "the store").unwrap();
        assert!(difference.contains(said), "{difference}");
    }
    assert_eq!(print(&EXAMPLE.replace("rounds = 10", "rounds = 20")), usual, "more rounds can be asked for");
    let mut plan = read(EXAMPLE).unwrap();
    plan.agents[0].identity += " with another file";
    assert_ne!(plan.fingerprint("reversi:6x6"), usual);
    assert!(!usual.to_string().contains("Random"), "no debug output: {usual}");
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(text in "\\PC*") {
        let _ = read(&text);
    }

    #[test]
    fn no_damage_breaks_the_reader(at in 0..EXAMPLE.len(), with in "\\PC{0,3}") {
        let _ = read(&format!("{}{with}{}", &EXAMPLE[..at], &EXAMPLE[at + 1..]));
    }
}
