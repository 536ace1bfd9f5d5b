//! Files of other programs as a user converts them.

use serde_json::Value;

use crate::running::Folder;

/// What must survive a format: who played what, from where, and how it ended.
fn essence(folder: &Folder, file: &str) -> Vec<Value> {
    let keep = |record: Value| {
        let part = |key: &str| record[key].clone();
        Value::Array(["game", "agents", "start", "moves", "end"].map(part).to_vec())
    };
    folder.records(file).into_iter().map(keep).collect()
}

#[test]
fn games_go_through_every_format_and_come_back() {
    for (game, ending) in [
        ("reversi", "ggf"),
        ("reversi:6x6", "ggf"),
        ("gomoku:9x9", "sgf"),
        ("gomoku:7x8,exact", "sgf"),
        ("blokus:duo", "blksgf"),
        ("blokus:mini", "blksgf"),
        ("blokus:classic-two", "blksgf"),
    ] {
        let folder = Folder::new("formats");
        folder.stdout(&["match", game, "random", "greedy", "--games", "4", "--record", "games.jsonl"]);
        let file = format!("games.{ending}");
        folder.stdout(&["convert", "games.jsonl", &file]);
        folder.stdout(&["convert", &file, "again.jsonl"]);
        assert_eq!(essence(&folder, "games.jsonl").len(), 4, "{game}");
        assert_eq!(essence(&folder, "games.jsonl"), essence(&folder, "again.jsonl"), "{game}");
        assert!(folder.stdout(&["records", "replay", &file]).contains(" 0 differ"), "{game}");
    }
}

#[test]
fn one_game_of_piskvork_comes_and_goes() {
    let folder = Folder::new("formats-psq");
    let text =
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,12\n8,7,3\npbrain-a.exe\npbrain-b.exe\n-1\n1,Freestyle\n";
    folder.write("game.psq", text);
    folder.stdout(&["convert", "game.psq", "game.jsonl"]);
    let record = &folder.records("game.jsonl")[0];
    assert_eq!(record["moves"], serde_json::json!(["h8", "i7", "h9"]));
    assert_eq!(record["agents"], serde_json::json!(["pbrain-a.exe", "pbrain-b.exe"]));
    assert_eq!(record["end"], serde_json::json!({"by": "scored", "points": [1, -1]}));
    folder.stdout(&["convert", "game.jsonl", "again.psq"]);
    assert_eq!(essence(&folder, "again.psq"), essence(&folder, "game.psq"));
    folder.stdout(&["match", "gomoku", "random", "random", "--games", "2", "--record", "two.jsonl"]);
    let refused = folder.agon(&["convert", "two.jsonl", "two.psq"]);
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains("holds one game")
            && !folder.0.join("two.psq").exists()
    );
}

/// Editors of Windows write a mark before the first letter and two bytes at the end of a line.
#[test]
fn files_of_any_editor_are_read() {
    let folder = Folder::new("formats-editors");
    folder.write("plain.txt", "f5d6c3\nf5f6\n");
    folder.stdout(&["convert", "plain.txt", "plain.jsonl"]);
    let marked = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    folder.write("marked.txt", &marked("f5d6c3\nf5f6\n"));
    let lines = std::fs::read_to_string(folder.0.join("plain.jsonl")).unwrap();
    folder.write("marked.jsonl", &marked(&lines));
    for file in ["marked.txt", "marked.jsonl"] {
        assert_eq!(essence(&folder, file), essence(&folder, "plain.jsonl"), "{file}");
    }
    folder.write("empty.jsonl", "");
    assert_eq!(folder.stdout(&["records", "list", "empty.jsonl"]), "there is no game in it\n");
}

#[test]
fn variations_and_set_ups_are_kept() {
    let folder = Folder::new("formats-sgf");
    folder.write(
        "tree.sgf",
        "(;FF[4]GM[4]SZ[9]PB[Ann]AB[aa][ba]AW[ee]PL[W];W[dd](;B[ef];W[fe])(;B[gg]C[or here]))",
    );
    let records = folder.records("tree.sgf");
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["moves"], serde_json::json!(["d6", "e4", "f5"]));
    assert_eq!(records[1]["moves"], serde_json::json!(["d6", "g3"]));
    assert!(records[0]["start"].as_str().unwrap().starts_with("XX-"));
    assert_eq!(records[0]["agents"], serde_json::json!(["Ann", "???"]));
    folder.stdout(&["convert", "tree.sgf", "lines.sgf"]);
    assert_eq!(essence(&folder, "lines.sgf"), essence(&folder, "tree.sgf"));

    let set_up = "(;GM[Blokus Duo]AB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8]AW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10]PL[B]\
                  (;B[b8,c8,b9,c9])(;1[i8,h9,i9,h10])(;W[l7,l8]))";
    folder.write("set-up.blksgf", set_up);
    let refused = folder.agon(&["records", "list", "set-up.blksgf"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("set-up.blksgf: line 1, column") && said.contains("is to move"), "{said}");
    folder.write("set-up.blksgf", &set_up.replace("(;W[l7,l8])", "").replace("(;1[i8,h9,i9,h10])", ""));
    let records = folder.records("set-up.blksgf");
    assert_eq!((records.len(), &records[0]["moves"]), (1, &serde_json::json!(["b8,c8,b9,c9"])));
    folder.stdout(&["convert", "set-up.blksgf", "again.blksgf"]);
    assert_eq!(essence(&folder, "again.blksgf"), essence(&folder, "set-up.blksgf"));
}

#[test]
fn columns_are_digits() {
    let folder = Folder::new("formats-digits");
    folder.write("digits.txt", "4453 # a comment\n44445\n");
    folder.stdout(&["convert", "digits.txt", "games.jsonl", "--game", "connect4"]);
    folder.stdout(&["convert", "games.jsonl", "again.txt"]);
    assert_eq!(std::fs::read_to_string(folder.0.join("again.txt")).unwrap(), "4453\n44445\n");
}

/// Names in other character sets than UTF-8 were full of question marks, and times of servers were dropped.
#[test]
fn names_and_times_of_other_programs_are_kept() {
    let folder = Folder::new("formats-names");
    let sgf = [b"(;GM[4]CA[ISO-8859-1]SZ[15]PB[J\xfcrgen]PW[Zo\xeb];B[hh];W[hi])".as_slice()].concat();
    std::fs::write(folder.0.join("game.sgf"), sgf).unwrap();
    folder.stdout(&["convert", "game.sgf", "game.jsonl"]);
    assert_eq!(folder.records("game.jsonl")[0]["agents"], serde_json::json!(["J\u{fc}rgen", "Zo\u{eb}"]));
    let board = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    let game = format!("(;GM[Othello]PC[server]{board}B[f5//1.5]W[d6//0:02]B[c3//0.25];)");
    folder.write("server.ggf", &game);
    folder.stdout(&["convert", "server.ggf", "server.jsonl"]);
    let kept = std::fs::read_to_string(folder.0.join("server.jsonl")).unwrap();
    let seats = serde_json::from_str::<serde_json::Value>(&kept).unwrap()["seats"].clone();
    assert_eq!((&seats[0]["micros"], &seats[1]["micros"]), (&1_750_000.into(), &2_000_000.into()));
}

/// Games of no match stood below the names of matches as if they were theirs.
#[test]
fn games_of_no_match_are_said_to_be() {
    let folder = Folder::new("formats-no-match");
    folder.write("lists.txt", "f5d6c3d3\n");
    folder.stdout(&["match", "tictactoe", "random", "random", "--games", "2", "--store", "all.db"]);
    folder.stdout(&["convert", "lists.txt", "all.db"]);
    let listed = folder.stdout(&["records", "list", "all.db"]);
    assert_eq!(listed.lines().nth(1), Some("of no match: 1 game"), "{listed}");
}

#[test]
fn damage_is_told_with_file_line_and_column_and_nothing_is_written() {
    let folder = Folder::new("formats-damaged");
    let board = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    for (file, text, told) in [
        (
            "a.ggf",
            format!("(;GM[Othello]{board}\nB[f5]W[d6]\nB[a1];)"),
            "a.ggf: line 3, column 3: `a1` is not legal",
        ),
        ("b.ggf", format!("(;GM[Othello]{board}\nB[f5]"), "b.ggf: line 2, column 6: the game of line 1"),
        (
            "c.sgf",
            "(;GM[4]SZ[15];B[hh]\n;W[hh])".to_owned(),
            "c.sgf: line 2, column 4: `h8` is not legal here",
        ),
        ("d.sgf", "(;GM[1]SZ[19];B[dd])".to_owned(), "d.sgf: line 1, column 6: `1` is not a game"),
        ("e.blksgf", "(;GM[Blokus Duo]\n;B[a1])".to_owned(), "e.blksgf: line 2, column 4: `a1` is not legal"),
        (
            "f.psq",
            "Piskvorky 15x15, 0\n8,8,0\n8,8,0\n".to_owned(),
            "f.psq: line 3, column 1: `h8` is not legal",
        ),
        ("g.psq", "8,8,0\n".to_owned(), "g.psq: line 1, column 1: the first line"),
    ] {
        folder.write(file, &text);
        let output = folder.agon(&["convert", file, "out.jsonl"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(told), "{file}: {said}");
        assert!(!folder.0.join("out.jsonl").exists(), "{file}");
    }
    folder.stdout(&["match", "connect4", "random", "random", "--games", "2", "--record", "four.jsonl"]);
    for file in ["x.ggf", "x.sgf", "x.psq"] {
        let output = folder.agon(&["convert", "four.jsonl", file]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("no place for connect4") && !folder.0.join(file).exists(), "{file}: {said}");
    }
}
