//! Text from outside reaches no terminal as it is: names, specs, files and messages with control characters in them.

use std::process::Output;

use crate::running::Folder;
use agon_testkit::commands::run::obeyed;

/// Clears the screen, sets the title, deletes, starts a sequence in one byte, turns the direction.
const NASTY: &str = "\u{1b}[2J\u{1b}]0;x\u{7}\u{7f}\u{9b}1m\u{202e}";

fn check(folder: &Folder, args: &[&str]) -> Output {
    let output = folder.agon(args);
    for (name, text) in [("output", &output.stdout), ("message", &output.stderr)] {
        let shown = String::from_utf8_lossy(text);
        assert!(!obeyed(text), "{args:?}: the {name} is not safe to show: {shown:?}");
    }
    output
}

#[test]
fn no_control_character_reaches_a_terminal() {
    let folder = Folder::new("control-characters");
    let json = serde_json::to_string(NASTY).unwrap();
    folder.write(
        "games.jsonl",
        &format!(
            "{{\"game\":\"reversi\",\"agents\":[{json},\"b\"],\"event\":{json},\"number\":1,\"moves\":[\"f5\"],\
             \"end\":{{\"by\":\"failed\",\"seat\":0,\"detail\":{json}}}}}\n"
        ),
    );
    let plan = folder.stdout(&["tournament", "--example"]);
    folder.write("plan.toml", &plan.replacen("name = \"", "name = \"\\u001b[2J\\u202e", 2));
    folder.write("broken.toml", &format!("{NASTY} = ["));
    folder.write("broken.jsonl", NASTY);
    folder.write("broken.wtb", NASTY);
    folder.write("openings.txt", NASTY);
    let shown = [
        // Names in records, in every format that keeps them.
        &["records", "list", "games.jsonl"][..],
        &["records", "list", "games.jsonl", "--json"],
        &["records", "show", "games.jsonl", "1", "--color", "never"],
        &["records", "show", "games.jsonl", "1", "--json"],
        &["records", "replay", "games.jsonl"],
        &["analyze", "--record", "games.jsonl", "1", "--depth", "1"],
        &["convert", "games.jsonl", "games.db"],
        &["records", "list", "games.db"],
        &["records", "list", "games.db", "--match", NASTY],
        // A tournament whose name and agents are such.
        &["tournament", "plan.toml"],
        &["tournament", "plan.toml", "--json"],
        &["match", "reversi", "random", "random", "--games", "2", "--store", "new.db", "--name", NASTY],
        &["records", "list", "new.db"],
        &["records", "list", "games.db"],
    ];
    let record = format!("{NASTY}-games.jsonl");
    let named = [
        // Files that are made under such names.
        &["records", "history", "games.jsonl", "--out", NASTY][..],
        &["play", "tictactoe", "random", "random", "--record", &record],
        &[
            "train",
            "minimax-backwards",
            "--game",
            "reversi:4x4",
            "--boards",
            "5",
            "--out",
            &format!("{NASTY}-"),
        ],
    ];
    for args in shown.into_iter().chain(named) {
        assert!(check(&folder, args).status.success(), "{args:?}");
    }
    let (set, file, option) =
        (format!("models(set={NASTY})"), format!("{NASTY}.jsonl"), format!("--{NASTY}"));
    let refused = [
        &["games", NASTY][..],
        &["agents", NASTY],
        &["perft", "reversi", "3", "--moves", NASTY],
        &["perft", "reversi", "3", "--position", NASTY],
        &["match", "reversi", NASTY, "random"],
        &["match", "reversi", "random", "random", "--openings", "openings.txt"],
        &["match", "reversi", "random", &set],
        &["match", "reversi", "random", "random", "--games", NASTY],
        &["play", "reversi", NASTY],
        &["records", "list", &file],
        &["records", "list", "broken.jsonl"],
        &["records", "list", "broken.wtb"],
        &["tournament", "broken.toml"],
        &["tournament", NASTY],
        &["train", NASTY],
        &["train", "minimax-backwards", "--game", NASTY],
        &["paper", "run", NASTY],
        &["paper", "run", "othello-thesis", "--table", NASTY],
        &["bench", NASTY],
        &[NASTY],
        &["games", &option],
    ];
    for args in refused {
        assert!(!check(&folder, args).status.success(), "{args:?}");
    }
}

/// Files that a browser shows have the same text, made harmless.
#[test]
fn pages_and_pictures_have_no_control_characters() {
    let folder = Folder::new("control-characters-in-files");
    let plan = folder.stdout(&["tournament", "--example"]);
    folder.write("plan.toml", &plan.replacen("name = \"", "name = \"<b>\\u001b[2J\\u202e", 2));
    check(&folder, &["tournament", "plan.toml", "--html", "table.html", "--svg", "ratings.svg"]);
    for file in ["table.html", "ratings.svg"] {
        let text = std::fs::read(folder.0.join(file)).unwrap();
        assert!(!obeyed(&text) && !String::from_utf8_lossy(&text).contains("<b>"), "{file}");
    }
}

/// Who plays is told before, during and after a game.
#[test]
fn the_name_of_an_agent_is_shown_harmless() {
    let folder = Folder::new("control-characters-agent");
    folder.write("m\u{1b}.txt", include_str!("../../../catalog/artefacts/models-reversi-6x6.txt"));
    let agent = "models(set=m\u{1b}.txt, depth=1)";
    let play = check(&folder, &["play", "reversi:6x6", agent, agent, "--color", "never"]);
    assert!(play.status.success(), "{}", String::from_utf8_lossy(&play.stderr));
    assert!(String::from_utf8_lossy(&play.stdout).contains("models(set=m"), "the names are there");
}

#[test]
fn what_a_person_types_comes_back_harmless() {
    use std::io::Write;
    let folder = Folder::new("control-characters-typed");
    let mut command = folder.command(&["play", "reversi", "human", "greedy", "--color", "never"]);
    let pipe = std::process::Stdio::piped;
    let mut child = command.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(format!("{NASTY}\nquit\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(
        !obeyed(&output.stdout) && !obeyed(&output.stderr),
        "{:?}",
        String::from_utf8_lossy(&output.stdout)
    );
}
