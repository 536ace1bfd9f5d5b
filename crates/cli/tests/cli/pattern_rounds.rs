//! `agon train pattern-rounds`, stopped wherever it can be.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::running::Folder;
use crate::train::{agon, assert_same_files, command, fresh_folder, report, steps};

/// First tables and two rounds of own games; stopped and killed wherever that is.
#[test]
fn tables_that_teach_themselves_go_on_to_the_same_bits() {
    let scratch = Folder::new("rounds");
    scratch.stdout(&["match", "reversi:4x6", "random", "random", "--games", "60", "--record", "games.jsonl"]);
    let records = scratch.0.join("games.jsonl");
    let settings = [
        "--records",
        records.to_str().unwrap(),
        "--game=reversi:4x6",
        "--set=rounds=2",
        "--set=games=600",
        "--set=keep-until=8",
        "--set=keep-last=4",
        "--set=player=negascout(depth=2,eval=patterns(file=own))",
    ];
    let training =
        |folder: &Path, more: &[&str]| command("pattern-rounds", folder, &[&settings, more].concat());
    let (whole, killed) = (fresh_folder("rounds-whole"), fresh_folder("rounds-killed"));
    report(training(&whole, &["--threads", "1"]));
    // In the first tables, in the games of a round, and in the middle of its fit.
    for (signal, wanted) in [("INT", 2), ("INT", 5), ("KILL", 5), ("KILL", 8), ("INT", 10)] {
        let resume = if killed.exists() { &["--resume"][..] } else { &[] };
        let mut child = training(&killed, &[&["--threads", "2"], resume].concat()).spawn().unwrap();
        while steps(&killed) < wanted && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        let _ = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        child.wait().unwrap();
    }
    let resumed = report(training(&killed, &["--threads", "2", "--resume"]));
    assert_eq!(resumed["games"], 60 + 2 * 600);
    assert_same_files(&whole, &killed);
    let tables = fs::read_to_string(whole.join("result.txt")).unwrap();
    let origin = tables.lines().next().unwrap();
    assert!(
        origin.starts_with("# agon train pattern-rounds --records games.jsonl --game reversi:4x6 --set"),
        "{origin}"
    );
    // Five phases of four stones for the first tables and for each round.
    assert_eq!(steps(&whole), 15, "{}", fs::read_to_string(whole.join("curve.csv")).unwrap());
    let agent = format!("negascout(depth=1, eval=patterns(file={:?}))", whole.join("result.txt"));
    let args = ["match", "reversi:4x6", &agent, "random", "--games", "100", "--seed", "1", "--json"];
    let played: Value = serde_json::from_slice(&agon(&args).stdout).unwrap();
    assert!(played["agents"][0]["wins"].as_u64().unwrap() > 60, "{played}");
}
