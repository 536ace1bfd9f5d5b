//! Playing in the terminal: what can be typed, who plays, and that no game is lost.

use crate::running::Folder;
use agon_testkit::check_golden;

/// What a game prints when these lines are typed.
fn typed(folder: &Folder, args: &[&str], input: &str) -> String {
    let output = folder.typed(&[&["play"], args, &["--color", "never"]].concat(), input);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_person_plays_in_the_terminal() {
    let folder = Folder::new("play-golden");
    let input = "moves\nz9\na1\nhnt\nd3\nundo\nundo\nposition\nrecord\nhelp\n\nd3\nquit\n";
    let text = typed(&folder, &["reversi", "human", "greedy"], input);
    let text = text.replace(env!("CARGO_BIN_EXE_agon"), "agon");
    check_golden(format!("{}/testdata/golden/play.txt", env!("CARGO_MANIFEST_DIR")), &text);
}

/// It was found out at the end of the game.
#[test]
fn a_game_that_will_not_be_kept_is_told_so_before_it_begins() {
    let folder = Folder::new("play-not-kept");
    std::fs::create_dir(folder.0.join("agon-games.jsonl")).unwrap();
    let args = ["play", "reversi", "human", "random", "--color", "never"];
    let output = folder.typed(&args, "d3\nsave mine.jsonl\nquit\n");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    assert!(told.contains("note: this game will not be kept (agon-games.jsonl: this is a folder"), "{told}");
    assert!(told.contains("`save FILE`"), "{told}");
    assert!(folder.0.join("mine.jsonl").is_file());
}

#[test]
fn those_who_name_no_opponent_meet_the_medium_one() {
    let folder = Folder::new("play-alone");
    let text = typed(&folder, &["reversi"], "");
    assert!(text.contains("Black (X): you\nWhite (O): medium, overlooking(depth=3, "), "{text}");
    let text = typed(&folder, &["blokus:mini"], "");
    assert!(text.contains("Blue (B): you\nYellow (Y): medium"), "{text}");
    let text = typed(&folder, &["tictactoe", "human"], "b2\n");
    assert!(text.contains("X: you\nO: you\n"), "seats not named are human: {text}");
    assert!(text.contains("O to move> "), "{text}");
    let text = typed(&folder, &["blokus:classic-two"], "");
    assert!(text.contains("Blue and red: you\n"), "{text}");
    assert!(
        std::fs::read_dir(&folder.0).unwrap().all(|file| file.unwrap().file_name() == "agon-games.jsonl")
    );
}

/// A piece, a cell and a way are a move; what is not one is explained, and nothing is played by mistake.
#[test]
fn pieces_are_typed_by_name_cell_and_way() {
    let folder = Folder::new("play-blokus");
    let input = "e10\nX e10\nmoves l4\nmoves Q\nl9 e10\nI5 e10 1\nhint\nd9 c9, c8\nquit\n";
    let text = typed(&folder, &["blokus:duo", "human", "random", "--nodes", "60"], input);
    assert!(text.contains("Blue (B) to move (piece, cell and way as "), "{text}");
    assert!(
        text.contains("help lists what you can type besides moves, and says what the board shows"),
        "{text}"
    );
    assert!(text.contains("which piece on e10? I1 I2 I3 V3"), "{text}");
    assert!(text.contains("X can cover e10 in 5 ways: X "), "{text}");
    assert!(text.contains("@##    @##") && text.contains("32 places, with @ on the cell:"), "{text}");
    assert!(text.contains("`Q` is not a piece: I1 I2"), "{text}");
    assert!(
        text.contains("`l9` is not a piece") || text.contains("is not a cell") || text.contains("l9"),
        "{text}"
    );
    assert!(text.contains("hint: "), "{text}");
    assert!(text.contains("blue: -84 points, left: all but I5"), "{text}");
    assert!(text.contains("blue: -81 points, left: all but V3 I5"), "{text}");
    assert!(text.contains("I1  I2  I3   I4\n"), "the pieces left are drawn: {text}");
    assert!(text.contains("+"), "{text}");
}

#[test]
fn a_hint_and_an_evaluation_have_units() {
    let folder = Folder::new("play-hint");
    let args = ["connect4", "human", "easy", "--moves", "415162", "--nodes", "2000"];
    let text = typed(&folder, &args, "hint\neval on\neval\neval off\nsave\n3\n");
    assert!(text.contains("hint: 3 (Red (X) wins in 1 ply)"), "{text}");
    assert!(text.contains("eval: Red (X) wins in 1 ply"), "{text}");
    assert!(text.contains("eval on, or eval off"), "{text}");
    assert!(text.contains("save needs the name of a file"), "{text}");
    assert!(text.contains("game over: Red (X) wins, played by you ("), "{text}");
}

#[test]
fn no_game_of_a_person_is_lost() {
    let folder = Folder::new("play-kept");
    let games = ["tictactoe", "human", "human"];
    let text = typed(&folder, &games, "b2\na1\nquit\n");
    assert!(text.contains("saved as game 1 of agon-games.jsonl"), "{text}");
    let text = typed(&folder, &games, "b2\na1\nresign\n");
    assert!(text.contains("game over: X resigned") && text.contains("saved as game 2"), "{text}");
    typed(&folder, &games, "b2\na1\nb1\nb3\na2\nc2\nc1\n"); // the input ends
    typed(&folder, &games, "a1\nb1\na2\nb2\na3\n"); // over
    typed(&folder, &games, "a1\nsave mine.jsonl\nquit\n"); // saved already
    typed(&folder, &games, "quit\n"); // nothing was played
    let ends: Vec<_> =
        folder.records("agon-games.jsonl").into_iter().map(|record| record["end"].clone()).collect();
    assert_eq!(ends.len(), 4);
    assert_eq!(ends[0]["by"], "unknown");
    assert_eq!((&ends[1]["by"], &ends[1]["detail"]), (&"failed".into(), &"resigned".into()));
    assert_eq!(ends[3]["points"], serde_json::json!([1, -1]));
    assert_eq!(folder.records("mine.jsonl").len(), 1);
    assert!(folder.stdout(&["records", "replay", "agon-games.jsonl"]).contains("4 games replayed, 0 differ"));
}

#[test]
fn a_game_goes_on_when_it_cannot_be_saved() {
    let folder = Folder::new("play-refused");
    folder.write("letter.jsonl", "Dear all,\n");
    let text =
        typed(&folder, &["tictactoe", "human", "human"], "b2\nsave letter.jsonl\nsave x.db\na1\nquit\n");
    assert!(text.contains("letter.jsonl: the file is there and is not a file of records"), "{text}");
    assert!(text.contains("x.db: games are kept in files of records"), "{text}");
    assert!(text.contains("moves: b2 a1"), "{text}");
    assert_eq!(std::fs::read_to_string(folder.0.join("letter.jsonl")).unwrap(), "Dear all,\n");
    let refused = folder.agon(&["play", "tictactoe", "--record", "games.db"]);
    assert!(!refused.status.success());
}

/// Limits stood beside those of the level that they replaced, and a level with arguments said nothing of itself.
#[test]
fn levels_say_what_they_stand_for_in_this_game() {
    let folder = Folder::new("play-levels");
    let greeting = |agent: &str, more: &[&str]| {
        let text = typed(&folder, &[&["reversi", "human", agent], more].concat(), "quit\n");
        text.lines().nth(1).unwrap().to_owned()
    };
    let short = ["--time", "50ms"];
    assert_eq!(greeting("hard", &[]), "White (O): hard, best(time=1s)");
    assert_eq!(greeting("hard", &short), "White (O): hard, best(time=50ms)");
    assert_eq!(greeting("hard", &["--nodes", "9"]), "White (O): hard, best(nodes=9)");
    let own = greeting("hard(time=2s)", &short);
    assert_eq!(own, "White (O): hard(time=2s), best(time=2s)");
    assert_eq!(greeting("mcts(nodes=9)", &[]), "White (O): mcts(nodes=9)");
}

#[test]
fn a_resigned_game_reads_well() {
    let folder = Folder::new("play-resigned");
    typed(&folder, &["tictactoe", "human", "human"], "b2\nresign\n");
    let listed = folder.stdout(&["records", "list", "agon-games.jsonl"]);
    assert!(listed.contains("P2 resigned"), "{listed}");
}

#[test]
fn a_game_that_is_left_says_how_to_go_on() {
    let folder = Folder::new("play-go-on");
    let text = typed(&folder, &["tictactoe", "human", "human", "--moves", "b2"], "a1\nQUIT\n");
    let command = text.lines().find_map(|line| line.strip_prefix("to go on: ")).unwrap();
    assert!(command.ends_with("play tictactoe human human --color never --moves 'b2 a1'"), "{command}");
    let output =
        std::process::Command::new("sh").args(["-c", command]).current_dir(&folder.0).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("X to move> "));
    let text = typed(&folder, &["tictactoe", "human", "human", "--position", "----X---- O"], "a1\n");
    assert!(text.contains("--position '"), "{text}");
    assert!(!typed(&folder, &["tictactoe"], "quit\n").contains("to go on"), "nothing was played");
    let over = typed(&folder, &["tictactoe", "human", "human"], "a1\nb1\na2\nb2\na3\n");
    assert!(!over.contains("to go on"), "{over}");
}

#[test]
fn commands_are_read_as_people_type_them() {
    let folder = Folder::new("play-typing");
    let input =
        "save x.jsonl\nSave\nb2\nSAVE \"my games.jsonl\"\nsave ~nobody/x.jsonl\nEval ON\nMOVES\nHelp\n";
    let text = typed(&folder, &["tictactoe", "human", "human"], input);
    assert!(text.contains("nothing to save yet"), "{text}");
    assert!(!folder.0.join("x.jsonl").exists());
    assert!(text.contains("save needs the name of a file"), "{text}");
    assert!(text.contains("(agon analyze --record 'my games.jsonl' 1)"), "{text}");
    assert_eq!(folder.records("my games.jsonl").len(), 1);
    assert!(text.contains("only `~/` stands for a folder here"), "{text}");
    assert!(
        text.contains("eval is on") && text.contains("> a1 a2 a3 b1 b3") && text.contains("this list"),
        "{text}"
    );
}

#[test]
fn a_turn_of_two_stones_fits_on_a_line() {
    let folder = Folder::new("play-turn");
    let text = typed(&folder, &["connect6", "human", "human"], "j10\nk11 k12\nl1 l2 l3\nl1, k11\nrecord\n");
    assert!(text.contains("this turn has only 2 moves left"), "{text}");
    assert!(text.contains("connect6 j10 k11 k12\n"), "a turn is played whole or not at all: {text}");
}

#[test]
fn many_moves_are_listed_in_columns() {
    let folder = Folder::new("play-columns");
    let text = typed(&folder, &["gomoku:20x20"], "moves\n");
    let lines: Vec<_> = text.lines().filter(|line| line.contains("a20") || line.starts_with("t1 ")).collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines.iter().all(|line| line.len() <= 100), "{text}");
}

#[test]
fn results_say_who_played_and_with_what_limits() {
    let folder = Folder::new("play-names");
    let args = ["connect4", "human", "hard", "--moves", "415162", "--time", "50ms"];
    let text = typed(&folder, &args, "3\n");
    assert!(text.contains("hard, negascout(time=50ms)"), "{text}");
    assert!(text.contains("game over: Red (X) wins, played by you (Red (X) 1, Yellow (O) -1)"), "{text}");
}

/// It was noticed only when the game was over and could not be kept.
#[test]
fn a_file_in_the_way_is_noticed_before_the_game() {
    let folder = Folder::new("play-in-the-way");
    folder.write("notes.jsonl", "my notes");
    for record in ["notes.jsonl", "gone/games.jsonl"] {
        let args = &["play", "tictactoe", "--record", record];
        let output = folder.typed(args, "b2\n");
        assert!(!output.status.success() && output.stdout.is_empty(), "{args:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("--force"), "play has no such option");
    }
    typed(&folder, &["tictactoe", "--record", "mine.jsonl"], "b2\n");
    assert_eq!(folder.records("mine.jsonl").len(), 1);
}

/// Bytes that are no text ended the game, and it was lost.
#[test]
fn nothing_that_is_typed_ends_the_game() {
    use std::io::Write as _;
    use std::process::Stdio;
    let folder = Folder::new("play-bytes");
    let mut command = folder.command(&["play", "tictactoe", "human", "easy"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"a1\n\xff\xfe\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(folder.records("agon-games.jsonl").len(), 1);
}

#[test]
fn undo_takes_back_own_moves_only() {
    let folder = Folder::new("play-undo");
    let text = typed(&folder, &["tictactoe", "line-simple", "human"], "undo\nb2\nundo\nrecord\nquit\n");
    assert!(text.contains("there is no move of yours to take back"), "{text}");
    assert!(text.contains("tictactoe a3\n"), "the agent's first move stays: {text}");
}

/// Whoever went on with an interrupted game could not take back a move made before.
#[test]
fn undo_reaches_behind_the_moves_that_were_given() {
    let folder = Folder::new("play-undo-given");
    let on = ["tictactoe", "human", "line-simple", "--moves", "b2 a3 c1 b3"];
    let text = typed(&folder, &on, "undo\nrecord\nundo\nrecord\nc3\nquit\n");
    assert!(text.contains("tictactoe b2 a3\n"), "{text}");
    assert!(text.contains("tictactoe \n"), "{text}");
    assert!(text.contains("moves: c3 a3\nsaved as game 1"), "a game of its own, not the given one: {text}");
}

#[test]
fn somebody_who_cannot_spell_is_helped() {
    let folder = Folder::new("play-spelling");
    let refused = folder.agon(&["play", "reversi", "humn", "greedy"]);
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("did you mean `human`?"), "{message}");
    let text = typed(&folder, &["reversi"], "unod\n");
    assert!(text.contains("did you mean `undo`?"), "{text}");
    let text = typed(&folder, &["reversi"], "resign now\n");
    assert!(!text.contains("did you mean"), "what was meant is not what was typed: {text}");
}

#[test]
fn a_narrow_terminal_is_enough() {
    let folder = Folder::new("play-narrow");
    for game in ["reversi", "gomoku", "connect6", "blokus", "blokus:duo"] {
        let mut command = folder.command(&["play", game, "--color", "never"]);
        let output = command.env("COLUMNS", "40").stdin(std::process::Stdio::null()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        for line in text.lines() {
            assert!(line.trim_end().chars().count() <= 40, "{game}: {line:?}");
        }
    }
}

#[test]
fn agents_play_to_the_end_and_the_same_again() {
    let folder = Folder::new("play-agents");
    let args = ["play", "reversi:6x6", "random", "greedy", "--seed", "5", "--color", "never"];
    let text = folder.stdout(&args);
    assert!(text.contains("game over: "), "{text}");
    assert_eq!(text, folder.stdout(&args));
    assert!(std::fs::read_dir(&folder.0).unwrap().next().is_none(), "nobody asked to keep it");
    folder.stdout(&[&args[..], &["--record", "watched.jsonl"]].concat());
    assert_eq!(folder.records("watched.jsonl").len(), 1);
}

/// Ctrl-C at the prompt: the game is kept, and the exit code tells of the signal. A terminal that closes tells of it more
/// than once, which lost the game.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_game_cleanly() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Command, Stdio};
    let folder = Folder::new("play-signal");
    for (signal, times, code, games) in [("INT", 1, 130, 1), ("TERM", 1, 143, 2), ("HUP", 5, 129, 3)] {
        if signal == "HUP" && crate::running::signals::hangups_are_ignored() {
            continue; // Under `nohup`, which commands respect.
        }
        let mut command = folder.command(&["play", "tictactoe", "human", "human", "--color", "never"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"b2\nrecord\n").unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        assert!(lines.any(|line| line.contains("tictactoe b2")), "the move was played");
        let kill = format!("for n in $(seq {times}); do kill -{signal} {}; done", child.id());
        Command::new("sh").args(["-c", &kill]).status().unwrap();
        assert!(lines.any(|line| line.contains("saved as game")), "the game is kept");
        assert_eq!(child.wait().unwrap().code(), Some(code), "{signal}");
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(said.contains("to go on: ") && said.contains("--moves b2"), "{said}");
        assert_eq!(folder.records("agon-games.jsonl").len(), games);
    }
}

/// `nohup agon train ... &` was ended with the terminal all the same.
#[cfg(target_os = "linux")]
#[test]
fn nohup_keeps_a_command_going_when_its_terminal_closes() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let folder = Folder::new("play-nohup");
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" play tictactoe human human --color never"]);
    command.arg(env!("CARGO_BIN_EXE_agon")).current_dir(&folder.0);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let kill = |signal: &str| Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    input.write_all(b"b2\nrecord\n").unwrap();
    assert!(lines.any(|line| line.contains("tictactoe b2")), "the move was played");
    kill("-HUP");
    input.write_all(b"a1\nrecord\n").unwrap();
    assert!(lines.any(|line| line.contains("tictactoe b2 a1")), "the game goes on");
    kill("-TERM");
    assert!(lines.any(|line| line.contains("saved as game")), "the game is kept");
    assert_eq!(child.wait().unwrap().code(), Some(143));
}
