//! `agon paper` as a user types it.

use crate::running::Folder;
use agon_testkit::check_golden;
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
    assert_eq!(json[0]["tables"][1]["table"], "fig-4.3");
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
    let [seeds, stages] = [0, 1].map(|table| first[0]["report"]["tables"][table]["rows"].as_array().unwrap());
    assert_eq!((seeds.len(), &seeds[0]["name"]), (1, &"seeds 1 to 4".into()));
    assert_eq!(first[0]["verdict"]["outcome"], "not-reproduced", "ours reach more than the source");
    assert_eq!(stages.len(), 7);
    assert_eq!(stages[0]["cells"][1]["published"], 8.6);
    // It once said that seed 258 had made it and that seed 1 makes the map that comes with Agon.
    let made = first[0]["report"]["remarks"][2].as_str().unwrap();
    assert!(
        made.contains(" made by agon train othello-thesis/influence --seed 258 --generations 50 ("),
        "{made}"
    );
    assert!(made.contains("--seed N trains with seed N + 257") && !made.contains("seed 1 "), "{made}");
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
    // A quick run once gave its numbers to a full run of another seed.
    let failure = |args: &[&str]| {
        let output = folder.agon(args);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let kept = std::fs::read(&path).unwrap();
    for (more, said) in [
        (&["--resume", "--seed", "2"][..], "seed: this run has 2, the folder 1"),
        (&["--seed", "2"], "seed: this run has 2, the folder 1"),
        (&[], "--resume goes on with it"),
    ] {
        let refused = failure(&[&args[..8], more].concat());
        assert!(refused.contains(said), "{refused}");
    }
    let full = failure(&["paper", "run", "othello-thesis", "--table", "fig-4.2", "--out", "run", "--resume"]);
    assert!(full.contains("size: this run has full, the folder quick"), "{full}");
    let other = failure(&["paper", "run", "reversi-report", "--quick", "--out", "run", "--resume"]);
    assert!(other.contains("paper: this run has reversi-report, the folder othello-thesis"), "{other}");
    assert_eq!(std::fs::read(&path).unwrap(), kept, "a refusal changes nothing");

    std::fs::write(&path, "{").unwrap();
    let broken = folder.agon(&[&args[..8], &["--resume"]].concat());
    assert!(!broken.status.success());
    assert!(String::from_utf8_lossy(&broken.stderr).contains("fig-4.2.json"));
}

/// Nothing that is there is made again or replaced, so that another table asks for no `--resume`.
#[test]
fn another_table_of_the_same_run_is_added() {
    let folder = Folder::new("paper-added");
    let table = |name| ["paper", "run", "reversi-report", "--quick", "--out", "run", "--table", name];
    folder.stdout(&table("fig-1"));
    let first = std::fs::read(folder.0.join("run/fig-1.json")).unwrap();
    folder.stdout(&table("fig-2"));
    assert_eq!(std::fs::read(folder.0.join("run/fig-1.json")).unwrap(), first);
    assert!(folder.0.join("run/fig-2.json").exists());
    assert!(!folder.agon(&table("fig-1")).status.success(), "a table that is there is not made again");
}

#[test]
fn a_page_shows_the_tables_of_several_runs() {
    let folder = Folder::new("paper-report");
    let run = |table, out| ["paper", "run", "reversi-report", "--quick", "--out", out, "--table", table];
    let failure = |args: &[&str]| {
        let output = folder.agon(args);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let nothing = failure(&["paper", "report", "reversi-report"]);
    assert!(nothing.contains("there is no finished table of reversi-report"), "{nothing}");
    folder.stdout(&run("fig-1", "one"));
    folder.stdout(&run("fig-2", "two"));
    assert!(failure(&["paper", "report", "reversi-report", "three"]).contains("three"));
    assert_eq!(folder.stdout(&["paper", "report", "reversi-report", "one", "two"]), "reversi-report.html\n");
    let page = std::fs::read_to_string(folder.0.join("reversi-report.html")).unwrap();
    for wanted in [
        "<h2 id=\"fig-1-1-quick\">",
        "<h2 id=\"fig-2-1-quick\">",
        "<svg",
        "which took",
        "A quick run: 40 games",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
    folder.write("notes.html", "mine");
    let kept = failure(&["paper", "report", "reversi-report", "one", "--out", "notes.html"]);
    assert!(kept.contains("notes.html"), "{kept}");
    assert_eq!(std::fs::read_to_string(folder.0.join("notes.html")).unwrap(), "mine");
    // The same run twice is shown once.
    folder.stdout(&["paper", "report", "reversi-report", "one", "one", "--out", "twice.html"]);
    let twice = std::fs::read_to_string(folder.0.join("twice.html")).unwrap();
    assert_eq!(twice.matches("<h2 id=").count(), 1);
    // A picture that has gone is written again, and a file of another table is not taken.
    std::fs::remove_file(folder.0.join("one/fig-1.svg")).unwrap();
    folder.stdout(&[&run("fig-1", "one")[..], &["--resume"]].concat());
    assert!(folder.0.join("one/fig-1.svg").exists());
    std::fs::copy(folder.0.join("two/fig-2.json"), folder.0.join("one/fig-1.json")).unwrap();
    let said = "the file holds table fig-2 of reversi-report";
    assert!(failure(&[&run("fig-1", "one")[..], &["--resume"]].concat()).contains(said));
    assert!(failure(&["paper", "report", "reversi-report", "one", "two"]).contains(said));
    // Another paper's page has none of these tables.
    assert!(failure(&["paper", "report", "othello-thesis", "one"]).contains("no finished table"));
}

/// A table of other data once replaced the one that was there.
#[test]
fn a_table_of_other_data_is_not_replaced() {
    let folder = Folder::new("paper-data");
    let args = ["paper", "run", "reversi-report", "--table", "fig-1", "--quick", "--out", "run"];
    folder.stdout(&args);
    let kept = std::fs::read(folder.0.join("run/fig-1.json")).unwrap();
    let path = folder.0.join("run/notebook.json");
    let notes = std::fs::read_to_string(&path).unwrap();
    let made_with_data = notes.replace("agon table 2\\ntable", "agon table 2\\ndata = 0123\\ntable");
    assert_ne!(made_with_data, notes);
    std::fs::write(&path, made_with_data).unwrap();
    let refused = folder.agon(&[&args[..], &["--resume"]].concat());
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains("data: this run has none, the folder 0123"), "{said}");
    assert_eq!(std::fs::read(folder.0.join("run/fig-1.json")).unwrap(), kept);
}

#[test]
fn the_largest_seed_is_a_seed_like_others() {
    let folder = Folder::new("paper-seed");
    let seed = u64::MAX.to_string();
    let args =
        ["paper", "run", "othello-thesis", "--table", "fig-4.2", "--quick", "--out", "run", "--seed", &seed];
    let said = folder.stdout(&args);
    assert!(said.contains(&format!("seeds {seed} to 2")), "{said}");
}

#[test]
fn a_refused_run_leaves_no_folder() {
    let folder = Folder::new("paper-refused");
    folder.write("damaged.jsonl", "{");
    for (args, hint) in [
        (&["reversi-report", "--resume"][..], "there is no run to resume"),
        (&["minimax-training", "--table", "fig-4"], "name their folder with --data"),
        (&["minimax-training", "--table", "fig-4", "--data", "gone"], "gone"),
        (&["minimax-training", "--table", "fig-4", "--data", "damaged.jsonl"], "damaged.jsonl"),
    ] {
        let output = folder.agon(&[&["paper", "run", "--quick", "--out", "never"], args].concat());
        assert!(!output.status.success());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(hint), "{said}");
        assert!(!folder.0.join("never").exists(), "{said}");
    }
}

/// The whole paper stopped at its first table that needs game records.
#[cfg(unix)]
#[test]
fn tables_that_need_no_data_are_made_without_it() {
    use crate::running::signals::{interrupted, wait_until};
    use std::process::Stdio;
    let folder = Folder::new("paper-no-data");
    let mut command = folder.command(&["paper", "run", "minimax-training", "--quick", "--out", "run"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(&mut child, || folder.0.join("run/run.txt").exists());
    let said = String::from_utf8(interrupted(child, "INT", 130).stderr).unwrap();
    assert!(said.contains("left out: VI, "), "{said}");
    assert!(said.contains("minimax-training --quick --out run --resume --data FOLDER"), "{said}");
    assert!(said.contains("stopped in table I;"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_with_the_command_to_go_on() {
    use crate::running::signals::{interrupted, temporary, to_go_on, wait_until};
    use std::process::{Command, Stdio};
    let folder = Folder::new("paper-signal");
    let args = [
        "paper",
        "run",
        "othello-thesis",
        "--table",
        "left-out",
        "--quick",
        "--threads",
        "2",
        "--json",
        "--out",
    ];
    let undisturbed = folder.stdout(&[&args[..], &["whole"]].concat());
    let mut command = folder.command(&[&args[..], &["stopped"]].concat());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let stopped = folder.0.join("stopped");
    wait_until(&mut child, || stopped.join("run.txt").exists());
    let output = interrupted(child, "INT", 130);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "[]\n", "no table is finished");
    assert!(temporary(&stopped).is_empty());
    let mut shell = Command::new("sh");
    let resumed = shell.args(["-c", &to_go_on(&output)]).current_dir(&folder.0).output().unwrap();
    assert_eq!(String::from_utf8(resumed.stdout).unwrap(), undisturbed);
    assert_eq!(
        std::fs::read(folder.0.join("whole/left-out.json")).unwrap(),
        std::fs::read(stopped.join("left-out.json")).unwrap()
    );
}

/// A limit on the size of files stands for a full disk, which takes a superuser to make.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_a_run_and_room_lets_it_go_on() {
    let folder = Folder::new("paper-full-disk");
    let args = ["paper", "run", "reversi-report", "--quick", "--json", "--out"];
    let undisturbed = folder.stdout(&[&args[..], &["whole"]].concat());
    let full = folder.on_full_disk(8, &[&args[..], &["full"]].concat());
    let said = String::from_utf8(full.stderr).unwrap();
    assert!(!full.status.success() && said.contains("full/fig-1."), "{said}");
    assert_eq!(folder.stdout(&[&args[..], &["full", "--resume"]].concat()), undisturbed);
}
