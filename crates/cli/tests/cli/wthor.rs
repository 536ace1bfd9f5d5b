//! Othello databases and transcripts as a user types them.

use crate::running::Folder;

/// The shortest game there is, one in which black has to pass, and one that stops early.
const TRANSCRIPTS: &str =
    "# three games\ne6f4e3f6g5d6e7f5c5\n\nc4c3f5b4a4a5c2a3d2 -10 # given up\nF5D6C3 33-31\n";

fn failure(folder: &Folder, args: &[&str]) -> String {
    let output = folder.agon(args);
    assert!(!output.status.success(), "{args:?} should fail");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn transcripts_become_databases_and_come_back() {
    let folder = Folder::new("wthor");
    folder.write("games.txt", TRANSCRIPTS);
    assert_eq!(
        folder.stdout(&["convert", "games.txt", "games.wtb"]),
        "games read: 3, written: 3, read before: 0\n"
    );
    let games = std::fs::read(folder.0.join("games.wtb")).unwrap();
    assert_eq!((games.len(), games[4], games[22], games[16 + 68 + 6]), (16 + 3 * 68, 3, 64, 27));
    assert_eq!(games[24..34], [65, 46, 35, 66, 57, 64, 75, 56, 53, 0]);
    assert_eq!(std::fs::read(folder.0.join("WTH.JOU")).unwrap().len(), 36);

    let records = folder.records("games.wtb");
    assert_eq!(records[0]["end"], serde_json::json!({"by": "rules", "points": [64, 0]}));
    assert_eq!(records[1]["end"], serde_json::json!({"by": "scored", "points": [27, 37]}));
    assert_eq!(records[1]["moves"][8], "pass");
    assert_eq!(records[2]["moves"], serde_json::json!(["f5", "d6", "c3"]));
    assert!(
        folder.stdout(&["records", "list", "games.wtb"]).contains("reversi  ??? - ???  27 : 37  (10 moves)")
    );
    assert!(folder.stdout(&["records", "show", "games.wtb", "2", "--color", "never"]).contains("c4 c3 f5"));
    assert!(folder.stdout(&["records", "replay", "games.wtb"]).starts_with("3 games replayed, 0 differ"));

    folder.stdout(&["convert", "games.wtb", "again.txt", "--scores"]);
    folder.stdout(&["convert", "again.txt", "again.wtb"]);
    assert_eq!(std::fs::read(folder.0.join("again.wtb")).unwrap(), games);
    folder.stdout(&["convert", ".", "both.jsonl"]);
    assert_eq!(
        folder.records("both.jsonl").len(),
        3,
        "a folder stands for its files, which have the same games"
    );
    assert_eq!(
        folder.stdout(&["convert", "games.wtb", "again.wtb", "games.txt", "all.db"]),
        "games read: 9, added: 6, already there: 3\n",
        "games of a tournament are not those of nobody"
    );
}

#[test]
fn names_and_years_are_kept_and_lists_of_names_grow() {
    let folder = Folder::new("wthor-names");
    let record = |black: &str, event: &str| {
        format!(
            "{{\"game\":\"reversi\",\"agents\":[\"{black}\",\"Tamenori Hideshi\"],\
            \"event\":\"{event}\",\"moves\":[\"f5\"],\"end\":{{\"by\":\"scored\",\"points\":[30,34]}}}}\n"
        )
    };
    folder.write("first.jsonl", &record("André", "World Championship 1986"));
    folder.write(
        "second.jsonl",
        &(record("Brand", "Paris 1987") + &record("André", "World Championship 1987")),
    );
    folder.stdout(&["convert", "first.jsonl", "first.wtb"]);
    let players = std::fs::read(folder.0.join("WTH.JOU")).unwrap();
    folder.stdout(&["convert", "second.jsonl", "second.wtb"]);
    let more = std::fs::read(folder.0.join("WTH.JOU")).unwrap();
    assert_eq!((more.len(), &more[16..players.len()]), (players.len() + 20, &players[16..]));
    let records = [folder.records("first.wtb"), folder.records("second.wtb")].concat();
    let named = |index: usize| (records[index]["agents"][0].clone(), records[index]["event"].clone());
    assert_eq!(named(0), ("André".into(), "World Championship 1986".into()));
    assert_eq!(named(1), ("Brand".into(), "Paris 1987".into()));
    assert_eq!(named(2), ("André".into(), "World Championship 1987".into()));
    assert!(
        folder.stdout(&["records", "list", "first.wtb", "--date", "1986"]).contains("  1986  reversi  André")
    );
    folder.stdout(&["convert", "first.wtb", "second.wtb", "several.wtb"]);
    assert_eq!(folder.records("several.wtb")[2]["event"], "World Championship", "of several years");
    std::fs::remove_file(folder.0.join("WTH.JOU")).unwrap();
    assert_eq!(folder.records("second.wtb")[0]["agents"][0], "player 3");

    let long = |last: &str| record(&format!("a player of many words {last}"), "x");
    folder.write("long.jsonl", &(long("one") + &long("two")));
    assert!(failure(&folder, &["convert", "long.jsonl", "long.wtb"]).contains("rename one of them"));
    assert!(!folder.0.join("long.wtb").exists());
}

#[test]
fn what_is_wrong_is_named_and_nothing_is_written() {
    let folder = Folder::new("wthor-wrong");
    let refused = |text: &str| {
        folder.write("wrong.txt", text);
        let message = failure(&folder, &["convert", "wrong.txt", "wrong.wtb"]);
        assert!(!folder.0.join("wrong.wtb").exists() && !folder.0.join("WTH.JOU").exists());
        message
    };
    assert!(refused("f5d6\n").contains("wrong.wtb: game 1: it is not over and has no score"));
    assert!(refused("f5d6 +2\nf5f5 +2\n").contains("wrong.txt: line 2: move 2: `f5` is not legal here"));
    assert!(refused("f5d6 +1\n").contains("`+1` is not a score on 64 cells"));
    assert!(refused("f5d6 40-40\n").contains("`40-40` is not a score: the board has 64 cells"));
    folder.stdout(&["match", "tictactoe", "random", "random", "--games", "2", "--record", "other.jsonl"]);
    let other = failure(&folder, &["convert", "other.jsonl", "wrong.wtb"]);
    assert!(other.contains("game 1: WTHOR files have no place for tictactoe"), "{other}");
    assert!(failure(&folder, &["records", "list", "missing.wtb"]).contains("missing.wtb: "));

    folder.write("good.txt", TRANSCRIPTS);
    folder.stdout(&["convert", "good.txt", "good.wtb"]);
    let good = std::fs::read(folder.0.join("good.wtb")).unwrap();
    std::fs::write(folder.0.join("short.wtb"), &good[..100]).unwrap();
    let short = failure(&folder, &["records", "list", "short.wtb"]);
    assert!(short.contains("short.wtb: the header says 3 games, the file has 1 and 16 bytes"), "{short}");
    let illegal: Vec<_> =
        good.iter().enumerate().map(|(at, &byte)| if at == 95 { 11 } else { byte }).collect();
    std::fs::write(folder.0.join("illegal.wtb"), illegal).unwrap();
    let illegal = failure(&folder, &["records", "replay", "illegal.wtb"]);
    assert!(illegal.contains("illegal.wtb: game 2: move 4: `a1` is not legal here"), "{illegal}");
}
