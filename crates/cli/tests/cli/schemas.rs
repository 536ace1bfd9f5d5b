//! What the commands print with `--json` against the schemas of `docs/schema`.

use std::collections::BTreeSet;
use std::path::Path;

use crate::running::Folder;
use agon_testkit::check_schema;
use agon_testkit::commands::{pages, words};
use serde_json::Value;

/// Schemas with command lines that must fit them; a line of output is a value.
const CASES: &[(&str, &str)] = &[
    ("perft", "perft reversi 4 --json"),
    ("perft", "perft reversi 3 --divide --json"),
    ("match", "match reversi random greedy --games 5 --sprt 0,10 --json"),
    ("match", "match tictactoe random random --games 2 --max-plies 3 --json"),
    ("match", "match blokus:mini random random greedy random --games 4 --json"),
    // Every game is won: Elo has no value.
    ("match", "match connect4 \"alphabeta(depth=4)\" random --games 4 --json"),
    ("analyze", "analyze reversi --depth 3 --json"),
    ("analyze", "analyze tictactoe --exact --json"),
    ("analyze", "analyze connect4 --agent \"mcts(simulations=50)\" --json"),
    ("analyze", "analyze reversi --agent random --json"),
    ("analyze", "analyze --record games.jsonl 1 --depth 1 --json"),
    ("book-learn", "book learn tictactoe small.book --positions 3 --nodes 100 --json"),
    ("book", "book show small.book --json"),
    ("tournament", "tournament plan.toml --json"),
    ("tournament", "tournament plan.toml --standings --json"),
    ("record", "records list games.db --json"),
    ("record", "records list games.wtb --json"),
    ("record", "records show games.db 1 --json"),
    ("replay", "records replay games.db --json"),
    ("train", "train othello-thesis/influence --generations 1 --json"),
    ("train", "train minimax-backwards --game reversi:4x4 --boards 5 --json"),
    ("train", "train forests/tictactoe --generations 1 --set trees=2 --set first-games=20 --json"),
    ("recipes", "train --list --json"),
    ("data", "data import games.db ends.db --window 4 --json"),
    ("data", "data merge ends.db more.db --json"),
    ("data-stats", "data stats more.db --json"),
    ("forest", "forest tictactoe --json"),
    ("paper", "paper run othello-thesis --table fig-5.8 --quick --json"),
    ("papers", "paper list --json"),
    ("games", "games --json"),
    ("game", "games reversi:88 --json"),
    ("agents", "agents reversi --json"),
    ("agent", "agents reversi mcts --json"),
    ("agent", "agents connect4 models --json"),
    ("evaluators", "agents reversi --evaluators --json"),
    ("bench", "bench training --seconds 0.01 --json"),
];

fn docs() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"))
}

fn schema(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(docs().join(format!("schema/{name}.json"))).unwrap())
        .unwrap()
}

#[test]
fn every_json_is_as_its_schema_says() {
    let folder = Folder::new("schemas");
    folder.stdout(
        &words(
            "match reversi random greedy --games 4 --random-plies 3 --store games.db --record games.jsonl",
        )
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>(),
    );
    folder.stdout(&["convert", "games.jsonl", "games.wtb"]);
    folder.write("plan.toml", &folder.stdout(&["tournament", "--example"]));
    for (name, line) in CASES {
        let schema = schema(name);
        let words = words(line);
        let output = folder.stdout(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(!output.is_empty(), "{line}");
        for value in output.lines() {
            let complaints = check_schema(&schema, &serde_json::from_str(value).unwrap());
            assert!(complaints.is_empty(), "{line}: {complaints:#?}");
        }
    }
}

#[test]
fn every_schema_and_every_json_option_is_tested() {
    let tested: BTreeSet<String> = CASES.iter().map(|(name, _)| format!("{name}.json")).collect();
    let files = std::fs::read_dir(docs().join("schema")).unwrap();
    let files: BTreeSet<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(tested, files);
    let reference = std::fs::read_to_string(docs().join("json.md")).unwrap();
    for file in files {
        assert!(reference.contains(&format!("(schema/{file})")), "docs/json.md does not name {file}");
    }
    for page in pages(Path::new(env!("CARGO_BIN_EXE_agon"))) {
        let command = page.path.join(" ");
        if page.options.iter().any(|flag| flag.name == "--json") {
            assert!(
                CASES.iter().any(|(_, line)| line.starts_with(&command)),
                "`{command} --json` is not tested"
            );
        }
    }
}
