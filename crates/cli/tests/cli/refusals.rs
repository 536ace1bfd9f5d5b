//! Numbers that make no sense are refused with a reason; what the machine cannot give is gone without, and said.

use crate::running::Folder;
use serde_json::Value;

fn refused(folder: &Folder, args: &[&str]) -> String {
    let output = folder.agon(args);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{args:?} is taken");
    assert!(text.starts_with("error: ") && !text.contains("panicked"), "{args:?}: {text}");
    text
}

/// `--force` replaces other files, but never one that the command itself reads or keeps.
#[test]
fn outputs_do_not_replace_what_the_command_uses() {
    let folder = Folder::new("refusals-used");
    let games = ["match", "tictactoe", "random", "random", "--games", "3", "--store", "games.db"];
    folder.stdout(&games);
    folder.write("openings.jsonl", "a1 b2\n");
    folder.write("plan.toml", &folder.stdout(&["tournament", "--example"]));
    for record in ["games.db", "./games.db", "games.db-wal", "games.db-journal", "openings.jsonl"] {
        let outputs = ["--record", record, "--force", "--openings", "openings.jsonl"];
        assert!(refused(&folder, &[&games[..], &outputs].concat()).contains("uses"), "{record}");
    }
    for page in ["plan.toml", "plan.db", "plan.db-wal"] {
        let text = refused(&folder, &["tournament", "plan.toml", "--html", page, "--force"]);
        assert!(text.contains("uses"), "{text}");
    }
    assert!(!folder.0.join("plan.db").exists(), "nothing was begun");
    assert!(folder.stdout(&["records", "list", "games.db"]).contains("3 games"));
}

/// Each was once taken and ignored, or was a panic.
#[test]
fn senseless_options_are_refused() {
    let folder = Folder::new("refusals");
    let of_match: &[(&[&str], &str)] = &[
        (&["--random-plies", "100"], "plies are possible"),
        (&["--random-plies", "4294967295"], "plies are possible"),
        (&["--clock", "0s+0s"], "a clock needs time"),
        (&["--max-plies", "0"], "--max-plies"),
        (&["--max-plies", "4", "--random-plies", "4"], "leave nothing to play"),
        (&["--adjudicate-win", "0:3"], "a win by 0 points"),
        (&["--adjudicate-win", "inf:3"], "POINTS:PLIES"),
        (&["--nodes", "0"], "--nodes"),
        (&["--depth", "0"], "--depth"),
        (&["--time", "0s"], "no time for a move"),
        (&["--time=-1s"], "--time"),
        (&["--alpha", "0.01"], "--sprt"),
        (&["--beta", "0.01"], "--sprt"),
        (&["--sprt", "0,10", "--alpha", "nan"], "between 0 and 0.5"),
        (&["--sprt", "0,inf"], "two numbers"),
        (&["--sprt", "0,1e308"], "two numbers up to 5000"),
        (&["--games", "0"], "at least 1"),
    ];
    for (options, reason) in of_match {
        let text = refused(&folder, &[&["match", "reversi:6x6", "random", "greedy"], *options].concat());
        assert!(text.contains(reason), "{options:?}: {text}");
    }
    for seconds in ["nan", "inf", "0", "1e300", "-1"] {
        refused(&folder, &["bench", "games", &format!("--seconds={seconds}")]);
    }
    for agent in ["mcts(simulations=0)", "solve(depth=1)", "alphabeta(table=9999999999)", "mc(time=0s)"] {
        refused(&folder, &["match", "reversi:6x6", agent, "random", "--games", "2"]);
    }
    let boards = ["train", "minimax-backwards", "--game", "reversi:6x6", "--boards", "18446744073709551615"];
    assert!(refused(&folder, &boards).contains("boards are too many"));
}

/// `No such file or directory (os error 2)` did not say what to do.
#[test]
fn no_error_is_the_bare_text_of_the_system() {
    let folder = Folder::new("refusals-plain");
    folder.write("plan.toml", &folder.stdout(&["tournament", "--example"]));
    let cases: &[(&[&str], &str)] = &[
        (&["records", "list", "gone.db"], "gone.db: there is no such file"),
        (&["data", "stats", "gone.db"], "gone.db: there is no such file"),
        (&["data", "merge", "gone.db", "all.db"], "gone.db: there is no such file"),
        (&["tournament", "plan.toml", "--standings"], "plan.db: there is no such file"),
        (&["match", "reversi", "thesis(patterns=gone)", "random"], "gone: there is no such folder"),
        (
            &["match", "reversi", "thesis(patterns=plan.toml)", "random"],
            "plan.toml: this is a file; name a folder",
        ),
        (&["records", "list", "plan.toml/gone.db"], "a part of this path is a file"),
        (&["match", "reversi", "random", "random", "--store", "plan.db"], "and so not a store"),
        (&["serve", "--data", "plan.toml"], "something of this name is there already"),
        (&["serve", "--host", "192.0.2.1"], "192.0.2.1 is not an address of this machine; --host 0.0.0.0"),
    ];
    for (args, said) in cases {
        if said.contains("not a store") {
            folder.write("plan.db", "a shopping list, which is longer than nothing");
        }
        let text = refused(&folder, args);
        assert!(text.contains(said) && !text.contains("os error"), "{args:?}: {text}");
    }
}

/// They were taken for games without an end.
#[test]
fn a_window_that_is_wider_than_the_board_is_told() {
    let folder = Folder::new("refusals-window");
    folder.stdout(&["match", "tictactoe", "random", "random", "--games", "3", "--store", "games.db"]);
    let output = folder.agon(&["data", "import", "games.db", "ends.db"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    assert!(told.contains("the window of 7x7 is larger than the board of tictactoe, 3x3"), "{told}");
    assert!(told.contains("--window 3 or less fits"), "{told}");
    let output = folder.agon(&["data", "import", "games.db", "ends.db", "--window", "3"]);
    assert!(output.stderr.is_empty() && output.status.success());
}

/// It left an empty store.
#[test]
fn an_import_that_is_refused_leaves_nothing() {
    let folder = Folder::new("refusals-import");
    folder.stdout(&["match", "blokus:mini", "random", "random", "--games", "1", "--store", "games.db"]);
    std::fs::write(folder.0.join("empty.db"), "").unwrap();
    for (from, said) in [("games.db", "has no board for forests"), ("empty.db", "no store of games")] {
        let output = folder.agon(&["data", "import", from, "ends.db"]);
        assert!(String::from_utf8_lossy(&output.stderr).contains(said), "{output:?}");
        assert!(!output.status.success() && !folder.0.join("ends.db").exists(), "{from}");
    }
    let output = folder.agon(&["data", "import", "games.db", "nowhere/ends.db"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere/ends.db: "), "{output:?}");
}

/// Once a panic.
#[test]
fn huge_clocks_are_taken() {
    let folder = Folder::new("clocks");
    let clock = "9999999999999999999s+9999999999999999999s";
    folder.stdout(&["match", "tictactoe", "random", "greedy", "--games", "4", "--clock", clock]);
}

/// Numbers of JSON cannot be infinite: Elo once was `null` without a word. 2:0 says little, and everything says so alike.
#[test]
fn a_sweep_says_what_it_knows() {
    let folder = Folder::new("sweep");
    let args = ["match", "tictactoe", "solve", "line-simple", "--games", "3", "--json"];
    let report: Value = serde_json::from_str(&folder.stdout(&args)).unwrap();
    let [winner, loser] = [&report["agents"][0], &report["agents"][1]];
    assert_eq!((&winner["score"], &loser["score"]), (&1.0.into(), &0.0.into()), "{report}");
    assert_eq!(winner["elo"]["infinite"], serde_json::json!({"value": "+inf", "high": "+inf"}));
    assert_eq!(loser["elo"]["infinite"], serde_json::json!({"value": "-inf", "low": "-inf"}));
    assert_eq!(winner["elo"]["value"], Value::Null);
    let number = |agent: &Value, key: &str| agent[key].as_f64().unwrap();
    let low = winner["score_interval"][0].as_f64().unwrap();
    let high = loser["score_interval"][1].as_f64().unwrap();
    assert!(low < 0.5 && (low + high - 1.0).abs() < 1e-9, "{report}");
    assert!(number(winner, "superiority") < 0.975);
    assert!((number(winner, "superiority") + number(loser, "superiority") - 1.0).abs() < 1e-9);
    assert!((number(winner, "normalized_elo") + number(loser, "normalized_elo")).abs() < 1e-9);
    assert!(number(winner, "normalized_elo") > 0.0);
}

/// With too little memory for the stacks of 200 threads or for a table, the games are the same, and it is said once.
#[cfg(target_os = "linux")]
#[test]
fn fewer_threads_and_smaller_tables_are_used_and_said() {
    use std::process::Command;

    let folder = Folder::new("shortage");
    let run = |limit: &str, agents: &str| {
        let agon = env!("CARGO_BIN_EXE_agon");
        let script = format!("ulimit -v {limit}; exec {agon} match reversi:6x6 {agents} --nodes 200 --csv");
        let output = Command::new("sh").args(["-c", &script]).current_dir(&folder.0).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{limit}: {told}");
        let scores = |line: &str| line.split(',').take(9).map(str::to_owned).collect::<Vec<_>>();
        let lines: Vec<_> = String::from_utf8(output.stdout).unwrap().lines().map(scores).collect();
        (lines, told)
    };
    let games = "random greedy --games 400 --threads 200";
    let (all, silence) = run("unlimited", games);
    let (few, told) = run("250000", games);
    assert_eq!((all, silence.as_str()), (few, ""));
    assert_eq!(told.matches("note: the system has no more threads").count(), 1, "{told}");
    let tables = "'alphabeta(table=8192)' random --games 4";
    let (_, told) = run("400000", tables);
    assert!(told.contains("note: there is no memory for a table of 8388608 KiB"), "{told}");
}
