//! Engines that misbehave on purpose. One test in one process: it counts the file handles and threads of that process.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use agon_core::{Budget, Clock, Player, SystemClock};
use agon_engines::{EngineAnswer, EngineSettings, OutsideEngine, Surroundings, Wire};
use agon_protocol::{PlayedMove, Question};

/// Beside the tests, where cargo builds examples.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().parent().unwrap().join("examples/misbehaving_engine")
}

/// What processes of this test have in their environment.
fn mark() -> (String, String) {
    ("AGON_FAULT_TEST".to_owned(), format!("run-{}", std::process::id()))
}

/// How long an engine is waited for that will answer or end, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long one is waited for that never answers.
const BRIEFLY: Duration = Duration::from_millis(1500);

fn engine(fault: &str, at: u32) -> OutsideEngine {
    let command = format!("'{}' {fault} {at}", program().display());
    let answer = if matches!(fault, "hang" | "flood") { BRIEFLY } else { PATIENCE };
    started(&command, PATIENCE, answer)
}

fn started(command: &str, startup: Duration, answer: Duration) -> OutsideEngine {
    let surroundings = Surroundings { folder: None, variables: vec![mark()] };
    let settings = EngineSettings {
        surroundings,
        startup,
        answer: Some(answer),
        shutdown: Duration::from_millis(100),
        ..EngineSettings::usual(Wire::Gtp, command)
    };
    OutsideEngine::new(settings, "tictactoe").unwrap()
}

/// Plays the engine against whoever takes the last free cell; how the game ended for the engine.
fn play(engine: &mut OutsideEngine) -> Result<String, String> {
    engine.new_game();
    let cells = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
    let mut moves: Vec<PlayedMove> = Vec::new();
    for ply in 0..6 {
        let player = Player(ply % 2);
        let text = if ply % 2 == 0 {
            let position = format!("{} X", "-".repeat(9));
            let limits = Budget::default();
            let question = Question {
                position: &position,
                moves: Some(&moves),
                to_move: player,
                limits,
                clock: None,
                seed: 1,
            };
            match engine.choose(&question, &|| false)? {
                EngineAnswer::Move(mv) => mv,
                EngineAnswer::Resigned => return Ok("resigned".to_owned()),
            }
        } else {
            let free = |cell: &&&str| moves.iter().all(|mv| mv.text != **cell);
            (*cells.iter().rev().find(free).unwrap()).to_owned()
        };
        if !cells.contains(&text.as_str()) || moves.iter().any(|mv| mv.text == text) {
            return Err(engine.failed(&format!("`{text}` is not a legal move")));
        }
        moves.push(PlayedMove { player, text });
    }
    Ok(moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" "))
}

const WHOLE: &str = "a1 c3 b1 b3 c1 a3";

/// Two games: the first tells what went wrong, the second that a new process plays on.
fn both(fault: &str, at: u32) -> (Result<String, String>, Result<String, String>) {
    let mut engine = engine(fault, at);
    (play(&mut engine), play(&mut engine))
}

fn count(folder: &str) -> usize {
    fs::read_dir(folder).unwrap().count()
}

/// Processes of this test that are still there, whoever is their parent now.
fn left_behind() -> Vec<String> {
    let (name, value) = mark();
    let mark = format!("{name}={value}");
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let folder = entry.path();
        let command = fs::read_to_string(folder.join("cmdline")).unwrap_or_default().replace('\0', " ");
        let environment = fs::read(folder.join("environ")).unwrap_or_default();
        let marked = String::from_utf8_lossy(&environment).contains(&mark);
        let dead = fs::read_to_string(folder.join("stat")).is_ok_and(|stat| stat.contains(") Z "));
        if marked && !dead {
            found.push(command);
        }
    }
    found
}

#[test]
fn whatever_an_engine_does_the_next_game_is_played_and_nothing_is_left() {
    assert!(program().is_file(), "cargo build -p agon-engines --examples makes {}", program().display());
    let (handles, threads) = (count("/proc/self/fd"), count("/proc/self/task"));
    let mut ready = engine("none", 1);
    ready.new_game();
    assert_eq!(left_behind().len(), 1, "a program is started before its time runs");
    drop(ready);
    let failed = |fault: &str, cause: &str, words: &str| {
        let (first, second) = both(fault, 2);
        let told = first.unwrap_err();
        assert!(told.contains(cause) && told.contains(words), "{fault}: {told}");
        // Its second move is the second of the new process too, or the third game move of the old one.
        assert!(second.is_err() || second == Ok(WHOLE.to_owned()), "{fault}: {second:?}");
    };
    std::thread::scope(|scope| {
        // Whoever never answers is waited for twice, and meanwhile the others are tried.
        for silent in ["hang", "flood"] {
            scope.spawn(move || failed(silent, "1.5s went by without an answer", ""));
        }
        failed(
            "crash",
            "it ended without an answer (exit status: 3)",
            "its error output: segmentation fault of a sort",
        );
        failed("illegal", "`a1` is not a legal move", "its last words");
        failed("half", "it ended without an answer (exit status: 0)", "its last words");
        failed("bytes", "is not a cell", "\u{fffd}");
        let (first, second) = both("start", 1);
        for told in [first, second] {
            let told = told.unwrap_err();
            assert!(told.contains("without a greeting") && told.contains("no license found"), "{told}");
        }
        for harmless in ["none", "late", "garbage", "early", "children", "stay"] {
            assert_eq!(both(harmless, 2), (Ok(WHOLE.to_owned()), Ok(WHOLE.to_owned())), "{harmless}");
        }
        assert_eq!(both("resign", 2).0, Ok("resigned".to_owned()));
        let closed = "/bin/sh -c 'exec 1>&-; sleep 1000'";
        let closed = play(&mut started(closed, PATIENCE, PATIENCE)).unwrap_err();
        assert!(closed.contains("closed its output"), "{closed}");
        let deaf = "/bin/sh -c 'exec 0<&-; echo; sleep 1000'";
        let deaf = play(&mut started(deaf, Duration::from_millis(300), PATIENCE)).unwrap_err();
        assert!(deaf.contains("300ms went by without a greeting"), "{deaf}");
    });

    // Threads that read end a moment after their program.
    let clock = SystemClock::start();
    // The watchdog and the pipe to it stay.
    let settled = || count("/proc/self/fd") <= handles + 1 && count("/proc/self/task") <= threads;
    while !settled() && clock.now() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(settled(), "{} handles, {} threads", count("/proc/self/fd"), count("/proc/self/task"));
    assert_eq!(left_behind(), Vec::<String>::new());
}
