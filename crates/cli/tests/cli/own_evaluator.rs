//! The example of an evaluator of one's own: alone in a search, and in the whole command.

use agon_testkit::run_example;

#[test]
fn it_searches_a_position() {
    let said = run_example("own_evaluator", &[]);
    assert!(said.starts_with("best move ") && said.contains("expected: "), "{said}");
}

#[test]
fn the_command_knows_it_and_its_options() {
    let told = run_example("own_evaluator", &["agents", "reversi:88", "quiet"]);
    assert!(told.contains("corner=") && told.contains("usually 8"), "{told}");
    let agents = ["alphabeta(depth=2, eval=quiet(corner=12))", "random"];
    let words = ["match", "reversi:6x6", agents[0], agents[1], "--games", "20", "--json"];
    let report: serde_json::Value = serde_json::from_str(&run_example("own_evaluator", &words)).unwrap();
    assert!(report["agents"][0]["wins"].as_u64().unwrap() >= 15, "{report}");
}
