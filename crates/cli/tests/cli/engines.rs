//! Outside engines as agents, and Agon as an engine, as a user types them.
#![cfg(unix)]

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::running::Folder;

fn agon() -> &'static str {
    env!("CARGO_BIN_EXE_agon")
}

/// Beside the tests, where cargo builds examples.
fn misbehaving() -> String {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(|deps| deps.parent()).unwrap().to_owned();
    let program: PathBuf = folder.join("examples").join("misbehaving-engine");
    assert!(program.is_file(), "cargo build -p agon-cli --examples makes {}", program.display());
    program.display().to_string()
}

/// Whoever answers at all is waited for, however busy the machine is.
fn faulty(fault: &str, at: u32) -> String {
    let limits = "startup=2m, answer=2m, shutdown=100ms";
    format!("external(gtp, \"'{}' {fault} {at}\", {limits})", misbehaving())
}

fn json(folder: &Folder, args: &[&str]) -> Value {
    serde_json::from_str(&folder.stdout(args)).unwrap()
}

#[test]
fn a_match_is_played_to_its_end_whatever_an_engine_does() {
    let folder = Folder::new("engines-match");
    for (fault, cause, words) in [
        ("crash", "failed", "segmentation fault of a sort"),
        ("illegal", "illegal", "is not a legal move"),
        ("half", "failed", "without an answer"),
        ("start", "failed", "no license found"),
    ] {
        let engine = faulty(fault, 2);
        let args = ["match", "tictactoe", &engine, "random", "--games", "6", "--threads", "2", "--json"];
        let report = json(&folder, &args);
        assert_eq!(report["games"], 6, "{fault}");
        let own = &report["agents"][0];
        assert!(own["forfeits_by"][cause].as_u64().unwrap() > 0, "{fault}: {own}");
        assert_eq!(own["forfeits"], own["forfeits_by"][cause], "{fault}: {own}");
        assert!(own["failures"][0]["cause"].as_str().unwrap().contains(words), "{fault}: {own}");
        let text = folder.stdout(&args[..args.len() - 1]);
        assert!(text.contains(words) && text.contains("game "), "{text}");
    }
    for harmless in ["none", "garbage", "early", "children", "stay"] {
        let engine = faulty(harmless, 2);
        let report = json(&folder, &["match", "tictactoe", &engine, "random", "--games", "4", "--json"]);
        assert_eq!(
            (&report["games"], &report["agents"][0]["forfeits"]),
            (&4.into(), &0.into()),
            "{harmless}"
        );
    }
    let late = format!("external(gtp, \"'{}' late 1\", time=50ms)", misbehaving());
    let report = json(
        &folder,
        &["match", "tictactoe", &late, "random", "--games", "2", "--time-margin", "100ms", "--json"],
    );
    let late_games = report["agents"][0]["forfeits_by"]["time"].as_u64().unwrap();
    assert!(report["games"] == 2 && late_games > 0, "{report}");
    let resigning = faulty("resign", 1);
    let report = json(&folder, &["match", "tictactoe", &resigning, "random", "--games", "2", "--json"]);
    assert_eq!((&report["agents"][0]["losses"], &report["agents"][0]["forfeits"]), (&2.into(), &0.into()));
}

#[test]
fn a_tournament_goes_on_and_accounts_for_every_game() {
    let folder = Folder::new("engines-tournament");
    let agents: String = [("good", "none"), ("crashes", "crash"), ("cheats", "illegal"), ("leaves", "half")]
        .iter()
        .map(|(name, fault)| format!("[[agents]]\nname = \"{name}\"\nspec = '''{}'''\n", faulty(fault, 2)))
        .collect();
    folder.write(
        "plan.toml",
        &format!("name = \"faults\"\ngame = \"tictactoe\"\nformat = \"round-robin\"\nrounds = 2\n{agents}"),
    );
    let report = json(&folder, &["tournament", "plan.toml", "--threads", "2", "--json"]);
    let standings = report["agents"].as_array().unwrap();
    let games: u64 = standings.iter().map(|agent| agent["games"].as_u64().unwrap()).sum();
    assert_eq!(games, 2 * report["games"].as_u64().unwrap());
    let of = |name: &str| standings.iter().find(|agent| agent["name"] == name).unwrap().clone();
    assert_eq!(of("good")["forfeits"], 0);
    assert!(of("crashes")["failures"][0]["cause"].as_str().unwrap().contains("exit status: 3"));
    let text = folder.stdout(&["tournament", "plan.toml", "--standings"]);
    assert!(text.contains("cheats failed: ") && text.contains("is not a legal move"), "{text}");
}

/// The moves of a game that was played and recorded.
fn moves(folder: &Folder, game: &str, agent: &str, options: &[&str]) -> Vec<Value> {
    let args = [&["play", game, agent, agent, "--record", "game.jsonl", "--seed", "5"], options].concat();
    folder.stdout(&args);
    let records = folder.records("game.jsonl");
    records.last().unwrap()["moves"].as_array().unwrap().clone()
}

#[test]
fn two_processes_play_the_game_of_one() {
    for (protocol, game, agent) in [
        ("gtp", "reversi:6x6", "mcts(simulations=60)"),
        ("gtp", "blokus:duo", "mcts(simulations=20)"),
        ("gtp", "connect4", "mcts(simulations=60)"),
        ("nboard", "reversi", "mcts(simulations=40)"),
        ("gomocup", "gomoku:7x7", "mcts(simulations=60)"),
    ] {
        let folder = Folder::new("engines-same");
        let inside = moves(&folder, game, agent, &[]);
        // The seed and the limits of each move are told.
        let command = format!("'{}' engine {protocol} --game {game} --agent '{agent}'", agon());
        let outside = moves(&folder, game, &format!("external({protocol}, \"{command}\")"), &[]);
        assert_eq!(inside, outside, "{protocol} {game}");
    }
}

/// What an engine says to lines.
fn said(args: &[&str], lines: &str) -> String {
    let folder = Folder::new("engines-said");
    let output = folder.typed(&[&["engine"], args].concat(), lines);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_protocol_answers() {
    let gtp = said(
        &["gtp", "--game", "blokus:duo", "--agent", "random"],
        "name\nset_game Blokus Duo\n3 genmove b\ncputime\nquit\n",
    );
    assert!(gtp.starts_with("= Agon\n\n= \n\n=3 ") && gtp.ends_with("= \n\n"), "{gtp}");
    let nboard = said(&["nboard", "--nodes", "50"], "nboard 2\nping 1\nhint 2\ngo\nquit\n");
    assert!(
        nboard.contains("pong 1") && nboard.contains("\nsearch ") && nboard.contains("\n=== "),
        "{nboard}"
    );
    let gomocup = said(&["gomocup", "--nodes", "50"], "START 10\nINFO timeout_turn 100\nBEGIN\nEND\n");
    let last = gomocup.lines().last().unwrap();
    assert!(
        gomocup.starts_with("OK\n") && last.split(',').all(|part| part.parse::<u32>().is_ok()),
        "{gomocup}"
    );
}

/// Whoever waits for nothing more does not wait for the end of a search.
#[test]
fn thinking_can_be_interrupted() {
    use std::io::{BufRead, BufReader, Write};
    for (protocol, begin, end) in [
        ("gtp", "genmove b", "quit"),
        ("nboard", "go", "ping 9"),
        ("gomocup", "BEGIN", "YXSTOP"),
        ("gomocup", "BEGIN", "END"),
    ] {
        let game = if protocol == "gomocup" { "gomoku" } else { "reversi" };
        let mut engine = Command::new(agon())
            .args(["engine", protocol, "--game", game, "--agent", "mcts", "--time", "1000s"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = engine.stdin.take().unwrap();
        writeln!(input, "{begin}").unwrap();
        // What ends a search must not come together with the question: a script would want its answer.
        crate::running::signals::wait_until_at_work(&mut engine);
        writeln!(input, "{end}").unwrap();
        let lines = BufReader::new(engine.stdout.take().unwrap()).lines().map(Result::unwrap);
        let answered = lines.into_iter().any(|line| {
            line.starts_with("= ")
                || line.starts_with("===")
                || line.split(',').all(|part| part.parse::<u32>().is_ok())
        });
        assert!(answered, "{protocol} {end}");
        drop(input);
        assert!(engine.wait().unwrap().success());
    }
}

#[test]
fn a_wrong_engine_is_refused_before_any_game() {
    let folder = Folder::new("engines-refused");
    let failure = |agent: &str, game: &str| {
        let output = folder.agon(&["match", game, agent, "random", "--games", "2"]);
        assert!(!output.status.success(), "{agent}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(failure("external", "reversi").contains("needs a protocol"));
    assert!(failure("external(gtp)", "reversi").contains("needs a command"));
    assert!(failure("external(gpt, x)", "reversi").contains("did you mean `gtp`?"));
    assert!(
        failure("external(gtp, no-such-engine)", "reversi").contains("there is no program `no-such-engine`")
    );
    assert!(failure("external(nboard, cat)", "gomoku").contains("NBoard is a protocol for Reversi"));
    assert!(failure("external(gtp, cat, folder=no-such-folder)", "reversi").contains("no such folder"));
    assert!(failure("external(adapter, none.toml)", "reversi").contains("none.toml"));
    folder.write("bad.toml", "command = 'cat'\nanwser = 'x'\n");
    assert!(
        failure("external(adapter, bad.toml)", "reversi")
            .contains("line 2, column 1: unknown field `anwser`")
    );
}

/// A GTP engine that knows no more than it must: it plays the first cells of the board in turn.
const PLAIN_ENGINE: &str = r#"#!/bin/sh
echo "$@" >> heard
while read number command rest; do
  echo "$command $rest" >> heard
  case $command in
    list_commands) printf "=$number list_commands\\nplay\\ngenmove\\nboardsize\\nclear_board\\nquit$TIMES\\n\\n";;
    genmove) sleep $PAUSE; cells="${cells}x"; printf "=$number $(echo A B C | cut -d' ' -f${#cells})1\\n\\n";;
    quit) printf "=$number\\n\\n"; exit;;
    *) printf "=$number\\n\\n";;
  esac
done
"#;

/// Such an engine once lost every game that began at a position which it could not be told.
#[cfg(unix)]
#[test]
fn what_an_engine_cannot_be_told_is_refused_before_any_game() {
    let folder = Folder::new("engines-untold");
    folder.write("engine.sh", PLAIN_ENGINE);
    // Two stones of one colour come about in no game.
    folder.write("openings.txt", "a1 b1\nposition XX------- O\n");
    let engine = "external(gtp, \"sh engine.sh\", env=\"PAUSE=0\")";
    let output =
        folder.agon(&["match", "tictactoe", engine, "random", "--openings", "openings.txt", "--games", "2"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("(opening 2): GTP engines are told moves"), "{said}");
    let output = folder.agon(&["play", "tictactoe", engine, "random", "--position", "XX------- O"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("GTP engines are told moves"), "{said}");
    let board = "reversi:#..#/..../..../#..#";
    let output = folder.agon(&["match", board, engine, "random", "--games", "2"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("GTP has no words for the board"), "{said}");
    let own = format!("external(gtp, \"{} engine gtp --game {board} --agent random\")", agon());
    let report = json(&folder, &["match", board, &own, "random", "--games", "2", "--json"]);
    assert_eq!((&report["games"], &report["agents"][0]["forfeits"]), (&2.into(), &0.into()));
}

/// An engine that cannot be told a time does not lose by it, and the others are told times that GTP can write.
#[cfg(unix)]
#[test]
fn engines_are_told_times_as_far_as_they_understand() {
    let folder = Folder::new("engines-times");
    folder.write("engine.sh", PLAIN_ENGINE);
    let game = |variables: &str, more: &[&str]| {
        let _ = std::fs::remove_file(folder.0.join("heard"));
        let engine = format!("external(gtp, \"sh engine.sh\", env=\"{variables}\")");
        let args = [&["match", "tictactoe", &engine, "greedy", "--games", "1", "--json"], more].concat();
        let output = folder.agon(&args);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let heard = std::fs::read_to_string(folder.0.join("heard")).unwrap();
        (report["agents"][0]["forfeits_by"]["time"].clone(), heard, String::from_utf8(output.stderr).unwrap())
    };
    let (late, heard, said) = game("PAUSE=0.2", &["--time", "20ms", "--time-margin", "10ms"]);
    assert_eq!((late, heard.contains("time")), (0.into(), false), "{heard}");
    assert!(said.contains("it cannot be told a time for a move"), "{said}");
    let knows = "TIMES=\\\\ntime_settings\\\\ntime_left";
    let (late, heard, _) = game(&format!("PAUSE=0.2 {knows}"), &["--time", "20ms", "--time-margin", "10ms"]);
    assert_eq!(late, Value::from(1), "who was told is judged: {heard}");
    assert!(heard.contains("time_settings 0 1 50\ntime_left b 1 50\n"), "{heard}");
    let (_, heard, _) = game(&format!("PAUSE=0 {knows}"), &["--clock", "1m+2s"]);
    assert!(heard.contains("time_settings 62 0 0\ntime_left b 62 0\n"), "{heard}");
}

/// A search without a time went on after its script had ended, for ever.
#[test]
fn a_script_that_ends_ends_the_search() {
    let answer = said(&["nboard"], "nboard 2\nset depth 60\ngo\n");
    assert!(answer.contains("\n=== "), "{answer}");
    let answer = said(&["gtp", "--game", "reversi", "--depth", "60"], "genmove b\nquit\n");
    assert_eq!(answer.matches("\n\n").count(), 2, "{answer}");
}

#[test]
fn a_program_without_a_protocol_is_described_in_a_file() {
    let folder = Folder::new("engines-adapter");
    // Plays the last column.
    folder.write("once.toml", "command = \"sh -c 'read position; echo best: 7'\"\ninput = ['{position}']\nanswer = 'best: {move}'\n");
    folder.write(
        "stays.toml",
        "command = \"sh -c 'while read position; do echo 1; done'\"\ninput = ['{position}']\nstays = true\n",
    );
    let args = [
        "match",
        "connect4",
        "external(adapter, once.toml)",
        "external(adapter, stays.toml)",
        "--games",
        "2",
        "--json",
    ];
    let report = json(&folder, &args);
    assert_eq!(
        (&report["games"], &report["agents"][0]["forfeits"], &report["agents"][1]["forfeits"]),
        (&2.into(), &0.into(), &0.into())
    );
}

/// Agon is killed the hard way; what it started goes too.
#[cfg(target_os = "linux")]
#[test]
fn engines_do_not_outlive_a_killed_agon() {
    let folder = Folder::new("engines-killed");
    let engine = faulty("hang", 1);
    let mut running = folder.command(&["match", "tictactoe", &engine, "random", "--games", "2"]);
    let mark = format!("killed-{}", std::process::id());
    let mut running =
        running.env("AGON_KILL_TEST", &mark).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let engines = || {
        let folders = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
        let is_ours = |folder: &PathBuf| {
            let environment = std::fs::read(folder.join("environ")).unwrap_or_default();
            let command = std::fs::read(folder.join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&environment).contains(&mark)
                && String::from_utf8_lossy(&command).contains("misbehaving-engine\0hang")
        };
        folders.filter(is_ours).count()
    };
    let soon = |wanted: &dyn Fn() -> bool| {
        (0..1000).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            wanted()
        })
    };
    assert!(soon(&|| engines() > 0), "the engine was started");
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(soon(&|| engines() == 0), "{} engines are left", engines());
}
