//! The example of a game of one's own gets the whole command line.

use std::path::Path;

use agon_testkit::run_example;

fn said(words: &[&str]) -> String {
    run_example("own-game", words)
}

#[test]
fn a_game_of_ones_own_is_listed_and_counted() {
    assert!(said(&["games"]).contains("chomp:7x4"));
    assert!(said(&["games"]).contains("reversi:88"), "the usual games are there too");
    assert!(said(&["perft", "chomp:2x2", "9", "--json"]).contains("\"leaves\":10"));
    assert!(said(&["agents", "chomp:3x3", "alphabeta"]).contains("depth="));
}

#[test]
fn it_is_played_by_random_games_and_by_alpha_beta() {
    // The first player wins by biting off b2, and after that by answering alike.
    let exact = said(&["analyze", "chomp:3x3", "--exact", "--json"]);
    assert!(exact.contains("\"best\":\"b2\"") && exact.contains("\"exact\":true"), "{exact}");
    let agents = ["solve", "mcts(simulations=20)"];
    let played = said(&["match", "chomp:4x4", agents[0], agents[1], "--games", "6", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&played).unwrap();
    assert_eq!(report["games"], 6);
    assert!(report["agents"][0]["wins"].as_u64().unwrap() >= 3, "{played}");
    assert!(said(&["play", "chomp:3x2", "easy", "hard", "--nodes", "50"]).contains("game over"));
}

#[test]
fn the_example_is_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/own-game/src");
    let lines = ["main.rs", "chomp.rs"]
        .map(|name| std::fs::read_to_string(folder.join(name)).unwrap())
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| !line.starts_with("// ANCHOR"))
        .count();
    assert!(lines < 150, "{lines} lines");
}
