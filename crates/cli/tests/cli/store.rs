//! Stores as people use them: merged, written by several processes, taken away, damaged, gone on with.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::running::Folder;
use agon_core::Seed;
use serde_json::Value;

fn failure(folder: &Folder, args: &[&str]) -> String {
    let output = folder.agon(args);
    assert!(!output.status.success(), "{args:?} should fail");
    String::from_utf8(output.stderr).unwrap()
}

/// A match of a few quick games, with more options.
fn quick<'a>(games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["match", "tictactoe", "random", "random", "--games", games], more].concat()
}

/// 10 and 20 games of two matches of the same name once made 20, said to be 30.
#[test]
fn merging_loses_nothing_and_doubles_nothing() {
    let folder = Folder::new("merge");
    folder.stdout(&quick("10", &["--store", "a.db", "--record", "a.jsonl"]));
    folder.stdout(&quick("20", &["--store", "b.db"]));
    let convert = |args: &[&str]| folder.stdout(&[&["convert"], args].concat());
    assert_eq!(convert(&["a.db", "b.db", "all.db"]), "games read: 30, added: 30, already there: 0\n");
    assert_eq!(convert(&["b.db", "a.jsonl", "all.db"]), "games read: 30, added: 0, already there: 30\n");
    let list = folder.stdout(&["records", "list", "all.db"]);
    assert!(
        list.contains("match `match 1`: tictactoe, 10 games") && list.contains("match `match 1 (2)`"),
        "{list}"
    );
    assert_eq!(convert(&["all.db", "a.db", "all.jsonl"]), "games read: 40, written: 30, read before: 10\n");
    assert_eq!(convert(&["all.jsonl", "b.db", "again.db"]), "games read: 50, added: 30, already there: 20\n");
    assert_eq!(folder.records("again.db"), folder.records("all.db"));
    assert_eq!(
        convert(&["all.db", "second.jsonl", "--match", "match 1 (2)"]).split(',').next(),
        Some("games read: 20")
    );

    // The plan comes along: an interrupted match can be gone on with where it was merged into.
    let resumed =
        folder.stdout(&quick("30", &["--store", "all.db", "--name", "match 1", "--resume", "--json"]));
    assert_eq!(serde_json::from_str::<Value>(&resumed).unwrap()["games"], 30);
    assert_eq!(folder.records("all.db").len(), 50);
}

#[test]
fn what_convert_cannot_do_changes_nothing() {
    let folder = Folder::new("convert-nothing");
    folder.stdout(&quick("4", &["--store", "a.db"]));
    folder.stdout(&["convert", "a.db", "a.jsonl"]);
    let before = fs::read(folder.0.join("a.jsonl")).unwrap();
    for to in ["a.jsonl", "new.jsonl", "new.db", "new.txt", "new.wtb"] {
        let said = failure(&folder, &["convert", "a.db", to, "--match", "nomatch"]);
        assert!(said.contains("there is no game of a match `nomatch`; there is `match 1`"), "{said}");
    }
    folder.write("empty.jsonl", "");
    assert!(
        failure(&folder, &["convert", "empty.jsonl", "new.db"]).contains("empty.jsonl: there is no game")
    );
    for file in ["a.db", "./a.jsonl"] {
        let said = failure(&folder, &["convert", file, &format!("../{}/{file}", name(&folder))]);
        assert!(said.contains("the same file cannot be read and written"), "{said}");
    }
    folder.write("precious.jsonl", "a letter");
    let said = failure(&folder, &["convert", "a.db", "precious.jsonl"]);
    assert!(said.contains("precious.jsonl: ") && said.contains("--force"), "{said}");
    assert_eq!(fs::read_to_string(folder.0.join("precious.jsonl")).unwrap(), "a letter");
    folder.stdout(&["convert", "a.db", "precious.jsonl", "--force"]);
    assert_eq!(fs::read(folder.0.join("precious.jsonl")).unwrap(), before);
    fs::create_dir(folder.0.join("nothing")).unwrap();
    assert!(
        failure(&folder, &["convert", "nothing", "new.db"]).contains("no files of records in this folder")
    );
    assert_eq!(fs::read(folder.0.join("a.jsonl")).unwrap(), before);
    assert!(["new.jsonl", "new.db", "new.txt", "new.wtb"].iter().all(|new| !folder.0.join(new).exists()));
    // The output is not read with its folder.
    folder.stdout(&["convert", ".", "all.db"]);
    let again = folder.stdout(&["convert", ".", "all.db"]);
    assert_eq!(again, "games read: 12, added: 0, already there: 12\n");
}

fn name(folder: &Folder) -> String {
    folder.0.file_name().unwrap().to_string_lossy().into_owned()
}

/// 13 of 15 new stores once ended with "database is locked", and others with the games of two matches as one.
#[test]
fn several_processes_make_and_fill_one_store() {
    let folder = Folder::new("writers");
    for attempt in 0..50 {
        let store = format!("{attempt}.db");
        let processes = 2 + attempt % 3;
        let start = |_| {
            let mut command = folder.command(&quick("6", &["--store", &store]));
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let children: Vec<_> = (0..processes).map(start).collect();
        // A reader comes as soon as there is something to read.
        while !folder.0.join(&store).exists() {
            sleep(Duration::from_micros(100));
        }
        folder.stdout(&["records", "list", &store]);
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{store}: {}", String::from_utf8_lossy(&output.stderr));
        }
        let games = folder.records(&store);
        let of =
            |number: usize| games.iter().filter(|game| game["event"] == format!("match {number}")).count();
        assert_eq!((1..=processes).map(of).collect::<Vec<_>>(), vec![6; processes], "{store}");
    }
}

#[test]
fn a_store_must_be_a_file_and_stay_where_it_is() {
    let folder = Folder::new("gone");
    for special in ["", ":memory:", "file:x.db", "."] {
        failure(&folder, &quick("2", &["--store", special]));
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
    for replaced in [false, true] {
        let store = folder.0.join(format!("{replaced}.db"));
        let args = quick("1000000", &["--store", store.to_str().unwrap()]);
        let child = folder.command(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        while !store.with_extension("db-wal").exists() {
            sleep(Duration::from_millis(1));
        }
        fs::remove_file(&store).unwrap();
        if replaced {
            fs::write(&store, "another file").unwrap();
        }
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains("deleted or replaced"), "{said}");
    }
}

/// Damaged rows were once read as games without moves, and the exit code was 0.
#[test]
fn damaged_rows_are_errors_that_name_them() {
    let folder = Folder::new("damaged");
    folder.stdout(&quick("4", &["--store", "games.db"]));
    let mut bytes = fs::read(folder.0.join("games.db")).unwrap();
    let at = bytes.windows(2).position(|pair| pair == b"[\"").unwrap();
    bytes[at] = b'?';
    fs::write(folder.0.join("games.db"), bytes).unwrap();
    for args in [
        &["records", "list", "games.db"][..],
        &["records", "show", "games.db", "4"],
        &["records", "replay", "games.db"],
        &["convert", "games.db", "new.db"],
        &["convert", "games.db", "new.jsonl"],
        &quick("8", &["--store", "games.db", "--name", "match 1", "--resume"])[..],
    ] {
        let said = failure(&folder, args);
        assert!(
            said.contains("games.db: row ") && said.contains("of table `games` is damaged: `moves`"),
            "{said}"
        );
    }
    assert!(!folder.0.join("new.db").exists() && !folder.0.join("new.jsonl").exists());
}

fn match_args<'a>(store: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let match_of =
        ["match", "reversi:6x6", "greedy(reply)", "random", "--random-plies", "4", "--games", "200"];
    [&match_of[..], &["--store", store, "--name", "m", "--json"], more].concat()
}

/// The report of a match, without the times.
fn report(text: &str) -> Value {
    let mut report: Value = serde_json::from_str(text).unwrap();
    for agent in report["agents"].as_array_mut().unwrap() {
        agent["ms_per_move"] = Value::Null;
    }
    report
}

#[test]
fn a_killed_match_is_gone_on_with() {
    const KILLS: u32 = 20;
    let folder = Folder::new("kill-match");
    for (run, sprt) in [(1, &[][..]), (2, &["--sprt", "0,60", "--alpha", "0.001", "--beta", "0.001"])] {
        let whole = report(&folder.stdout(&match_args(&format!("whole-{run}.db"), sprt)));
        let games = folder.records(&format!("whole-{run}.db"));
        let store = format!("killed-{run}.db");
        let mut rng = Seed(run).stream("kill", 0);
        let mut more = sprt.to_vec();
        let mut midway = 0;
        for _ in 0..KILLS {
            let mut child = folder.command(&match_args(&store, &more)).stdout(Stdio::null()).spawn().unwrap();
            // Killed by what it has written, not after some time: from before the first byte to some rounds later.
            let (wal, bytes) = (folder.0.join(format!("{store}-wal")), u64::from(rng.below(200_000)));
            let written = || fs::metadata(&wal).map_or(0, |file| file.len());
            while written() < bytes && child.try_wait().unwrap().is_none() {
                sleep(Duration::from_micros(200));
            }
            child.kill().unwrap();
            child.wait().unwrap();
            // A process that was killed before it began the match leaves nothing to resume, or an empty file.
            let list = folder.agon(&["records", "list", &store, "--limit", "1"]);
            let begun = String::from_utf8(list.stdout).unwrap().contains("match `m`");
            if begun && more.len() == sprt.len() {
                more.push("--resume");
            }
            midway += u32::from(begun && folder.records(&store).len() < games.len());
        }
        assert!(midway > 0, "no kill came while games were played");
        more.extend(["--record", "games.jsonl"]);
        assert_eq!(report(&folder.stdout(&match_args(&store, &more))), whole);
        assert_eq!(folder.records(&store), games);
        assert_eq!(folder.records("games.jsonl"), games, "the file has the games of every run");
        assert_eq!(
            report(&folder.stdout(&match_args(&store, &more))),
            whole,
            "there is nothing left to play"
        );
    }
}

#[test]
fn only_the_same_match_is_gone_on_with() {
    let folder = Folder::new("resume-same");
    let models = include_str!("../../../catalog/artefacts/models-reversi-6x6.txt");
    folder.write("models.txt", models);
    let args = |more: &[&'static str]| {
        let agents = ["match", "reversi:6x6", "models(set=models.txt, depth=1)", "random", "--games", "4"];
        [&agents[..], &["--store", "games.db", "--name", "m"], more].concat()
    };
    let nothing = failure(&folder, &args(&["--resume"]));
    assert!(
        nothing.contains("games.db: there is no store") && !folder.0.join("games.db").exists(),
        "{nothing}"
    );
    folder.stdout(&args(&[]));
    assert!(failure(&folder, &args(&[])).contains("there is a match `m` already; go on with it by --resume"));
    let missing = failure(&folder, &quick("4", &["--store", "games.db", "--name", "other", "--resume"]));
    assert!(missing.contains("there is no match `other` to resume"), "{missing}");
    for (more, said) in [
        (&["--seed", "2"][..], "seed: this run has 2, the store 1"),
        (&["--nodes", "9"], "limit nodes: this run has 9, the store none"),
        (&["--sprt", "0,10"], "sprt: this run has 0,10 alpha 0.05 beta 0.05 logistic rounds, the store none"),
        (&["--max-plies", "30"], "most plies: this run has 30, the store none"),
    ] {
        let refused = failure(&folder, &args(&[&["--resume"], more].concat()));
        assert!(refused.contains(said), "{refused}");
    }
    folder.stdout(&args(&["--resume"]));
    folder.write("models.txt", &models.replacen("--seed 1", "--seed 2", 1));
    let changed = failure(&folder, &args(&["--resume"]));
    assert!(changed.contains("agent 1: this run has models(set=models.txt#"), "{changed}");
    assert_eq!(folder.records("games.db").len(), 4);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_match_with_its_tally_and_the_command_to_go_on() {
    use crate::running::signals::{interrupted, temporary, to_go_on, wait_until};
    let folder = Folder::new("match-signal");
    let play = ["match", "reversi:6x6", "greedy(reply)", "random", "--games", "1000000"];
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let store = format!("{signal}.db");
        let args = [&play[..], &["--store", &store]].concat();
        let mut command = folder.command(&args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let wal = folder.0.join(format!("{store}-wal"));
        wait_until(&mut child, || fs::metadata(&wal).is_ok_and(|file| file.len() > 100_000));
        let output = interrupted(child, signal, code);
        let table = String::from_utf8(output.stdout.clone()).unwrap();
        let games = folder.records(&store).len();
        assert!(table.starts_with(&format!("reversi:6x6, {games} games, seed 1\n")), "{table}");
        let again = to_go_on(&output);
        assert!(again.ends_with("--resume --name 'match 1'"), "{again}");
        let fewer = again.replace("--games 1000000", &format!("--games {games}"));
        let mut shell = std::process::Command::new("sh");
        let resumed = shell.args(["-c", &fewer]).current_dir(&folder.0).output().unwrap();
        let resumed = String::from_utf8(resumed.stdout).unwrap();
        assert_eq!(resumed.lines().nth(2), table.lines().nth(2), "the same tally");
    }
    let part = || {
        let found = temporary(&folder.0).first().map(|name| fs::metadata(folder.0.join(name)));
        found.is_some_and(|file| file.is_ok_and(|file| file.len() > 0))
    };
    let mut command = folder.command(&[&play[..], &["--record", "games.jsonl"]].concat());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(&mut child, part);
    let message = String::from_utf8(interrupted(child, "INT", 130).stderr).unwrap();
    assert!(message.contains("which are in games.jsonl; --store could go on with them"), "{message}");
    assert!(temporary(&folder.0).is_empty());
    assert!(!folder.records("games.jsonl").is_empty(), "what was played is there");
}

/// Linux says which signals a process listens to: the only sign of a match that writes nothing.
#[cfg(target_os = "linux")]
#[test]
fn a_match_that_keeps_nothing_says_so() {
    use crate::running::signals::{interrupted, wait_until};
    let folder = Folder::new("match-not-kept");
    let mut command = folder.command(&quick("1000000000", &[]));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let listens = || {
        let status = fs::read_to_string(&status).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & 1 << (15 - 1) != 0
    };
    wait_until(&mut child, listens);
    let output = interrupted(child, "TERM", 143);
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("tictactoe, "), "the tally so far");
    assert!(
        String::from_utf8(output.stderr).unwrap().contains("games, which are not kept; --store keeps them")
    );
}
