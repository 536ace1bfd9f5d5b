//! What is kept in files: nothing is lost, doubled or passed over without a word.

use std::fs;
use std::process::{Output, Stdio};

use crate::running::Folder;
use serde_json::Value;

const GAME: &str =
    r#"{"game":"tictactoe","agents":["a","b"],"moves":["a1","b2","c3"],"end":{"by":"unknown"}}"#;

/// A match of a few quick games, with more options.
fn quick<'a>(games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["match", "tictactoe", "random", "random", "--games", games], more].concat()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What a command that must fail says.
fn failure(folder: &Folder, args: &[&str]) -> String {
    let output = folder.agon(args);
    assert!(!output.status.success(), "{args:?} should fail");
    stderr(&output)
}

/// What a command that must succeed prints, and what it says besides.
fn success(folder: &Folder, args: &[&str]) -> (String, String) {
    let output = folder.agon(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    (String::from_utf8_lossy(&output.stdout).into_owned(), stderr(&output))
}

/// Permissions do not bind a superuser, who becomes somebody else for it.
#[cfg(unix)]
#[test]
fn a_store_where_nothing_can_be_written_is_read() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65534;
    let folder = Folder::new("read-only");
    folder.stdout(&quick("4", &["--store", "games.db"]));
    folder.stdout(&["data", "import", "games.db", "ends.db", "--window", "3"]);
    let permit = |mode| fs::set_permissions(&folder.0, fs::Permissions::from_mode(mode)).unwrap();
    let (list, count) = (&["records", "list", "games.db"][..], &["data", "stats", "ends.db"][..]);
    for (mode, args, lines) in [(0o444, list, 5), (0o644, list, 5), (0o444, count, 1), (0o644, count, 1)] {
        for store in ["games.db", "ends.db"] {
            fs::set_permissions(folder.0.join(store), fs::Permissions::from_mode(mode)).unwrap();
        }
        permit(0o555);
        let mut command = folder.command(args);
        if fs::metadata(&folder.0).unwrap().uid() == 0 {
            command.uid(NOBODY);
        }
        // Whoever builds where others may not look cannot become somebody else.
        let listed = command.output();
        permit(0o755);
        let Ok(listed) = listed else { return };
        assert!(listed.status.success(), "{}", stderr(&listed));
        let text = String::from_utf8_lossy(&listed.stdout);
        assert_eq!(text.lines().count(), lines, "a match and its four games, or their ends: {text}");
    }
}

#[test]
fn games_beyond_those_asked_for_are_told() {
    let folder = Folder::new("fewer");
    folder.stdout(&quick("20", &["--store", "games.db", "--name", "m"]));
    let fewer = quick("7", &["--store", "games.db", "--name", "m", "--resume", "--json"]);
    let (report, note) = success(&folder, &fewer);
    assert_eq!(serde_json::from_str::<Value>(&report).unwrap()["games"], 20);
    assert!(note.contains("note: the store has 20 games of this match, more than --games 7"), "{note}");

    let plan = folder.stdout(&["tournament", "--example"]);
    folder.write("plan.toml", &plan);
    let (whole, note) = success(&folder, &["tournament", "plan.toml"]);
    assert_eq!(note, "");
    let rounds = plan.lines().find(|line| line.starts_with("rounds")).unwrap();
    folder.write("plan.toml", &plan.replace(rounds, "rounds = 1"));
    for args in [&["tournament", "plan.toml"][..], &["tournament", "plan.toml", "--standings"]] {
        let (table, note) = success(&folder, args);
        assert_ne!(table, whole);
        assert!(note.contains("note: the store has 60 games of `first steps`, the plan 6"), "{note}");
    }
}

#[test]
fn matches_that_are_renamed_are_named() {
    let folder = Folder::new("renamed");
    for store in ["a.db", "b.db", "c.db"] {
        folder.stdout(&quick("2", &["--store", store]));
    }
    let convert = |args: &[&str]| success(&folder, &[&["convert"], args].concat()).1;
    assert_eq!(convert(&["a.db", "ab.db"]), "");
    let second = "ab.db: there is another match `match 1`; the one that came is called `match 1 (2)`\n";
    assert_eq!(convert(&["b.db", "ab.db"]), format!("note: {second}"));
    assert_eq!(convert(&["b.db", "ab.db"]), "", "it is there");
    convert(&["a.db", "c.db", "ac.db"]);
    let third = convert(&["ab.db", "ac.db", "abc.jsonl"]);
    assert_eq!(
        third,
        "note: abc.jsonl: there is another match `match 1 (2)`; the one that came is called `match 1 (3)`\n"
    );
    assert_eq!(folder.records("abc.jsonl").len(), 6);
}

#[test]
fn what_a_kill_leaves_of_an_output_goes_with_the_next_one() {
    let folder = Folder::new("killed-record");
    let args = quick("100000000", &["--record", "games.jsonl"]);
    let mut child = folder.command(&args).stdout(Stdio::null()).spawn().unwrap();
    let parts = || {
        let names = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().ends_with(".part")).count()
    };
    while parts() == 0 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    folder.stdout(&quick("2", &["--record", "games.jsonl"]));
    assert_eq!(parts(), 1, "the file of a process that runs stays");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(parts(), 1);
    folder.stdout(&quick("2", &["--record", "games.jsonl"]));
    assert_eq!(parts(), 0);
}

#[test]
fn moves_that_break_the_rules_go_into_no_file() {
    let folder = Folder::new("illegal");
    folder.write("good.jsonl", &format!("{GAME}\n"));
    folder.write("games.jsonl", &format!("{GAME}\n{}\n", GAME.replace("c3", "a1")));
    for to in ["new.db", "new.jsonl", "new.txt"] {
        let said = failure(&folder, &["convert", "good.jsonl", "games.jsonl", to]);
        assert_eq!(said, "error: games.jsonl: game 2: move 3: `a1` is not legal here\n");
        assert!(!folder.0.join(to).exists());
    }
    let shown = failure(&folder, &["records", "show", "games.jsonl", "2"]);
    assert!(shown.starts_with("error: games.jsonl: game 2, move 3: "), "{shown}");
    folder.write("other.jsonl", &format!("{GAME}\n{}\n", GAME.replace("tictactoe", "chess")));
    let (said, note) = success(&folder, &["convert", "other.jsonl", "new.db"]);
    assert!(said.starts_with("games read: 2, added: 2"), "{said}");
    assert_eq!(note, "note: this version does not know `chess`: the moves of 1 games are not checked\n");
}

#[test]
fn a_damaged_line_is_named_once() {
    let folder = Folder::new("damaged-line");
    folder.write("games.jsonl", &format!("{GAME}\n{GAME}\n{}\n", &GAME[..40]));
    for args in [&["records", "list", "games.jsonl"][..], &["convert", "games.jsonl", "new.db"]] {
        let said = failure(&folder, args);
        assert_eq!(said, "error: games.jsonl: line 3, column 40: no record: EOF while parsing a string\n");
    }
}

#[test]
fn a_filter_must_make_sense() {
    let folder = Folder::new("filters");
    folder.stdout(&quick("2", &["--store", "games.db", "--name", "evening"]));
    for more in [&[][..], &["--json"]] {
        let said = failure(&folder, &[&["records", "list", "games.db", "--match", "evning"], more].concat());
        let hint = "there is no game of a match `evning`; did you mean `evening`?; there is `evening`";
        assert!(said.contains(hint), "{said}");
    }
    for date in ["2026-13", "2026-02-30", "2026-00", "26", "2026-1", "today", "2026-02-03-04", ""] {
        let said = failure(&folder, &["records", "list", "games.db", "--date", date]);
        assert!(said.contains("a year, a month or a day is wanted"), "{date}: {said}");
    }
    assert!(folder.stdout(&["records", "list", "games.db", "--date", "2024-02-29"]).contains("no such game"));
}

/// A limit on the size of files stands for a full disk, which takes a superuser to make.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_a_match_with_the_command_to_go_on() {
    let folder = Folder::new("full-disk-match");
    let args = quick("3000", &["--store", "games.db"]);
    let full = folder.on_full_disk(200, &args);
    assert!(!full.status.success());
    let said = stderr(&full);
    assert!(said.contains("games.db: ") && said.contains("games of `match 1` are kept"), "{said}");
    let table = String::from_utf8_lossy(&full.stdout);
    assert!(table.contains("score (95%)"), "what was played is told: {table}");
    assert!(said.contains("the disk is full, a limit for files is reached"), "{said}");
    let again = crate::running::signals::to_go_on(&full);
    let mut shell = std::process::Command::new("sh");
    let resumed = shell.args(["-c", &again]).current_dir(&folder.0).output().unwrap();
    assert!(resumed.status.success(), "{again}: {}", stderr(&resumed));
    assert_eq!(folder.records("games.db").len(), 3000);
}

#[test]
fn a_store_in_no_folder_is_refused_by_name() {
    let folder = Folder::new("no-folder");
    let said = failure(&folder, &quick("2", &["--store", "nodir/x.db"]));
    assert_eq!(said, "error: nodir/x.db: there is no folder `nodir`\n");
}

#[test]
fn a_move_history_is_made_of_nothing_else() {
    let folder = Folder::new("history");
    folder.stdout(&quick("4", &["--record", "games.jsonl"]));
    let history = ["records", "history", "games.jsonl", "--out"];
    let learn = |out| [&history[..], &[out]].concat();
    folder.write("letter.txt", "Dear all\n");
    let refused = failure(&folder, &learn("letter.txt"));
    assert!(
        refused.contains("the file is there and is not a move history; --force replaces it"),
        "{refused}"
    );
    let add = |out| [&learn(out)[..], &["--add"]].concat();
    assert!(failure(&folder, &add("letter.txt")).contains("letter.txt: a move history begins with"));
    folder.stdout(&learn("history.txt"));
    let text = fs::read_to_string(folder.0.join("history.txt")).unwrap();
    let lines: Vec<_> = text.lines().collect();
    folder.write("cut.txt", &format!("{}\n", lines[..lines.len() - 1].join("\n")));
    assert!(failure(&folder, &add("cut.txt")).contains("cut.txt: the last line is not `end`"));
    // The same games counted twice without a word.
    assert!(folder.stdout(&learn("history.txt")).contains(&format!("knows {} moves", lines.len() - 2)));
    assert_eq!(fs::read_to_string(folder.0.join("history.txt")).unwrap(), text);
    folder.stdout(&add("history.txt"));
    assert_ne!(fs::read_to_string(folder.0.join("history.txt")).unwrap(), text);
    folder.stdout(&[&learn("letter.txt")[..], &["--force"]].concat());
    assert_eq!(fs::read_to_string(folder.0.join("letter.txt")).unwrap(), text);
}

/// They did nothing, and nobody was told.
#[test]
fn options_of_convert_that_change_nothing_are_refused() {
    let folder = Folder::new("convert-unused");
    folder.write("games.jsonl", &format!("{GAME}\n"));
    folder.write("moves.txt", "a1 b2\n");
    let refused = |args: &[&str]| failure(&folder, &[&["convert"], args].concat());
    for option in [&["--plies", "2"][..], &["--scores"]] {
        let said = refused(&[&["games.jsonl", "games.db"], option].concat());
        assert!(said.contains(&format!("games.db: {} is for move lists", option[0])), "{said}");
    }
    let said = refused(&["games.jsonl", "games.db", "--game", "tictactoe"]);
    assert!(said.contains("--game tictactoe is for move lists (.txt), and none is read"), "{said}");
    assert!(!folder.0.join("games.db").exists());
    folder.stdout(&[
        "convert",
        "games.jsonl",
        "moves.txt",
        "mixed.txt",
        "--game",
        "tictactoe",
        "--plies",
        "1",
    ]);
    assert_eq!(fs::read_to_string(folder.0.join("mixed.txt")).unwrap(), "a1\na1\n");
}

#[test]
fn convert_says_whether_it_adds_or_replaces() {
    let folder = Folder::new("convert-replaces");
    folder.write("games.jsonl", &format!("{GAME}\n"));
    let said = |out| folder.stdout(&["convert", "games.jsonl", out]);
    assert_eq!(said("copy.jsonl"), "games read: 1, written: 1, read before: 0\n");
    let again = said("copy.jsonl");
    assert_eq!(again, "games read: 1, written in the place of the old file: 1, read before: 0\n");
    assert_eq!(said("games.db"), "games read: 1, added: 1, already there: 0\n");
    assert_eq!(said("games.db"), "games read: 1, added: 0, already there: 1\n");
    let shown = folder.stdout(&["records", "show", "games.db", "1", "--color", "never"]);
    assert!(shown.starts_with("tictactoe: a - b\n"), "{shown}");
}

/// The first game was called game 0.
#[test]
fn games_of_a_match_are_counted_from_one() {
    let folder = Folder::new("counted");
    folder.stdout(&quick("2", &["--store", "games.db"]));
    for (place, number) in [("1", "game 1 of `match 1`"), ("2", "game 2 of `match 1`")] {
        let shown = folder.stdout(&["records", "show", "games.db", place, "--color", "never"]);
        assert!(shown.contains(number), "{shown}");
    }
    let said = failure(&folder, &["records", "show", "games.db", "3"]);
    assert!(said.contains("there is no game 3; the file has 2, counted from 1"), "{said}");
}

#[test]
fn a_game_is_added_to_a_file_whose_last_line_was_cut_off() {
    let folder = Folder::new("torn");
    folder.write("games.jsonl", &format!("{GAME}\n{}", &GAME[..40]));
    let (_, note) = success(&folder, &["play", "tictactoe", "random", "random", "--record", "games.jsonl"]);
    assert!(note.contains("games.jsonl: the last line had no end") && note.contains(&GAME[..40]), "{note}");
    assert_eq!(folder.records("games.jsonl").len(), 2);
}

#[cfg(unix)]
#[test]
fn a_match_is_played_by_one_process_at_a_time() {
    use crate::running::signals::{interrupted, wait_until};
    let folder = Folder::new("two-players");
    let long = quick("100000000", &["--store", "games.db", "--name", "m"]);
    folder.write(
        "plan.toml",
        "name = \"t\"\ngame = \"tictactoe\"\nformat = \"round-robin\"\nrounds = 50000\n\
         openings.random-plies = 1\nagents = [{ spec = \"random\" }, { spec = \"greedy\" }]\n",
    );
    let begins = [(long, "m"), (vec!["tournament", "plan.toml", "--store", "games.db"], "t")];
    for (args, name) in begins {
        let mut command = folder.command(&args);
        let mut first = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        wait_until(&mut first, || {
            let list = folder.agon(&["records", "list", "games.db", "--match", name, "--limit", "1"]);
            list.status.success()
        });
        let resume = if name == "m" { &["--resume"][..] } else { &[] };
        let said = failure(&folder, &[&args[..], resume].concat());
        assert!(said.contains(&format!("games.db: another process plays `{name}` just now")), "{said}");
        folder.stdout(&quick("2", &["--store", "games.db"]));
        interrupted(first, "TERM", 143);
    }
    let left = fs::read_dir(&folder.0).unwrap().filter(|entry| {
        entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().ends_with(".lock"))
    });
    assert_eq!(left.count(), 0);
}

#[test]
fn numbers_that_make_no_sense_are_refused_in_plain_words() {
    let folder = Folder::new("numbers");
    for args in [
        &["match", "tictactoe", "random", "random", "--seed", "-1"][..],
        &["match", "tictactoe", "random", "random", "--threads", "-1"],
        &["records", "show", "games.db", "-1"],
        &["records", "list", "games.db", "--limit", "x"],
    ] {
        let said = failure(&folder, args);
        assert!(said.contains("a whole number is wanted, not below 0") && !said.contains("tip"), "{said}");
    }
    let chance = failure(&folder, &quick("2", &["--sprt", "0,10", "--alpha", "-1"]));
    assert!(chance.contains("a number between 0 and 0.5 is wanted"), "{chance}");
    for games in ["0", "-1", "many"] {
        let said = failure(&folder, &quick(games, &[]));
        assert!(said.contains("a whole number is wanted, at least 1") && !said.contains("tip"), "{said}");
    }
}

#[test]
fn what_is_not_done_as_asked_is_said() {
    let folder = Folder::new("notes");
    let (_, note) = success(&folder, &quick("2", &["--threads", "999"]));
    assert!(note.contains("note: --threads 999: 256 are used"), "{note}");
    let solved = ["match", "tictactoe", "solve", "random", "--games", "2", "--depth", "2"];
    let (_, note) = success(&folder, &solved);
    assert!(note.contains("`solve` always searches to the end: --depth 2 does not hold for it"), "{note}");
}
