//! `agon paper` as a user types it.
#![allow(clippy::unwrap_used)]

#[allow(dead_code, reason = "the other tests use the rest")]
mod running;

use agon_testkit::check_golden;
use running::Folder;
use serde_json::Value;

fn golden(name: &str, text: &str) {
    check_golden(format!("{}/testdata/golden/{name}.txt", env!("CARGO_MANIFEST_DIR")), text);
}

#[test]
fn papers_are_listed_and_wrong_ones_pointed_at() {
    let folder = Folder::new("paper-list");
    golden("paper-list", &folder.stdout(&["paper", "list"]));
    golden("paper-help", &folder.stdout(&["paper", "--help"]));
    golden("paper-run-help", &folder.stdout(&["paper", "run", "--help"]));
    let json: Value = serde_json::from_str(&folder.stdout(&["paper", "list", "--json"])).unwrap();
    assert_eq!(json[0]["key"], "othello-thesis");
    assert_eq!(json[0]["tables"][1]["table"], "fig-5.1");
    for (args, hint) in [
        (&["paper", "run", "othello-thesys"][..], "did you mean `othello-thesis`?"),
        (&["paper", "run", "othello-thesis", "--table", "fig-5.11"], "did you mean `fig-5.1`?"),
    ] {
        let output = folder.agon(args);
        assert!(!output.status.success());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains(hint), "{message}");
        assert!(!folder.0.join("papers").exists(), "nothing is left behind");
    }
}

#[test]
fn a_finished_table_is_taken_from_the_folder() {
    let folder = Folder::new("paper-resume");
    let args = ["paper", "run", "othello-thesis", "--table", "fig-4.2", "--quick", "--out", "run", "--json"];
    let first: Value = serde_json::from_str(&folder.stdout(&args)).unwrap();
    assert_eq!((&first[0]["quick"], &first[0]["seed"]), (&true.into(), &1.into()));
    let stages = first[0]["report"]["tables"][0]["rows"].as_array().unwrap();
    assert_eq!(stages.len(), 7);
    assert_eq!(stages[0]["cells"][1]["published"], 8.6);
    for picture in ["fig-4.2", "fig-4.2-stages", "fig-4.2-map"] {
        let svg = std::fs::read_to_string(folder.0.join(format!("run/{picture}.svg"))).unwrap();
        assert!(svg.starts_with("<svg"), "{picture}");
    }

    // A mark in the file shows that it was read and not made again.
    let path = folder.0.join("run/fig-4.2.json");
    let marked = std::fs::read_to_string(&path).unwrap().replace("Learning the influence map", "Marked");
    std::fs::write(&path, marked).unwrap();
    let resumed = folder.stdout(&[&args[..8], &["--resume"]].concat());
    assert!(resumed.contains("Marked"), "{resumed}");
    assert!(resumed.contains("fig-4.2-map.svg"), "{resumed}");
    let other_seed = folder.stdout(&[&args[..8], &["--resume", "--seed", "2"]].concat());
    assert!(!other_seed.contains("Marked"), "another seed is another run");

    std::fs::write(&path, "{").unwrap();
    let broken = folder.agon(&[&args[..8], &["--resume"]].concat());
    assert!(!broken.status.success());
    assert!(String::from_utf8_lossy(&broken.stderr).contains("fig-4.2.json"));
}
