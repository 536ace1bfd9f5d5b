//! Every example of the README, of the guide and of every `--help`, run as a reader would type it.
//!
//! The examples are found where they stand, so a new one is run as soon as it is written. They go through a shell.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, sleep};
use std::time::Duration;

use crate::running::Folder;
use agon_core::{Clock, SystemClock};
use agon_testkit::commands::{example, pages};

/// Only against waiting for ever: examples end within seconds, but many tests may run at once.
const PATIENCE: Duration = Duration::from_secs(180);

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_agon"))
}

/// A folder with what the examples take for granted: made once, then copied.
fn folder(name: &str) -> Folder {
    static GRANTED: OnceLock<PathBuf> = OnceLock::new();
    let folder = Folder::new(name);
    copy(GRANTED.get_or_init(granted), &folder.0);
    folder
}

/// Some games, and databases as they are handed around.
fn granted() -> PathBuf {
    let folder = Folder::new("granted");
    let games = ["match", "reversi", "random", "random", "--games", "200", "--name", "match 1"];
    folder.stdout(&[&games[..], &["--store", "games.db", "--record", "games.jsonl"]].concat());
    // Ten cells are empty; the second line says what each move is worth.
    let position = "-XXXXXXX---XOOOX-OOOOOOXO-OOXXOXXXXOXXXXXXOXOOXX--OOOOOX--OOOOOO X";
    folder.write("positions.obf", &format!("{position} +2\n{position}; B4:+2;\n"));
    folder.write("transcripts.txt", "e6f4e3f6g5d6e7f5c5\n");
    folder.stdout(&["convert", "transcripts.txt", "games.ggf"]);
    folder.write("games.blksgf", "(;GM[Blokus Duo];B[f9,e10,f10,g10,f11](;W[i4,h5,i5,j5,i6])(;W[j5]))");
    folder.write("game.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,12\na.exe\nb.exe\n-1\n1,Freestyle\n");
    std::fs::create_dir(folder.0.join("wthor")).unwrap();
    folder.stdout(&["convert", "transcripts.txt", "wthor/WTH_2001.wtb"]);
    folder.stdout(&["convert", "transcripts.txt", "WTH_2001.wtb"]);
    let book = ["book", "learn", "reversi", "openings.book", "--positions", "3", "--nodes", "500"];
    folder.stdout(&book);
    // The folder of the test ends here; a copy stays among what the tests leave.
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("granted-to-examples");
    let _ = std::fs::remove_dir_all(&kept);
    std::fs::create_dir_all(&kept).unwrap();
    copy(&folder.0, &kept);
    kept
}

/// Copies what is in one folder into another.
fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let copied = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => {
                std::fs::create_dir(&copied).unwrap();
                copy(&entry.path(), &copied);
            }
            false => drop(std::fs::copy(entry.path(), copied).unwrap()),
        }
    }
}

/// Runs the lines one after another; each must succeed.
fn run(folder: &Folder, lines: &[String]) {
    let path =
        format!("{}:{}", program().parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    for line in lines {
        if line.starts_with("agon serve") {
            serve_until_it_answers(folder, line);
            continue;
        }
        let errors = folder.0.join("errors");
        let mut shell = Command::new("sh")
            .args(["-c", line])
            .env("PATH", &path)
            .current_dir(&folder.0)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&errors).unwrap())
            .spawn()
            .unwrap();
        let clock = SystemClock::start();
        let status = loop {
            if let Some(status) = shell.try_wait().unwrap() {
                break status;
            }
            if clock.now() > PATIENCE {
                shell.kill().unwrap();
                panic!("`{line}` has not ended after {PATIENCE:?}");
            }
            sleep(Duration::from_millis(5));
        };
        println!("{:6.2} s  {line}", clock.now().as_secs_f64());
        assert!(status.success(), "`{line}`: {}", std::fs::read_to_string(&errors).unwrap());
    }
}

/// A server goes on until Ctrl-C: it must say where it is, show its page there, and then end in peace.
fn serve_until_it_answers(folder: &Folder, line: &str) {
    let words: Vec<_> = line.split(' ').skip(1).collect();
    let mut server =
        Command::new(program()).args(words).current_dir(&folder.0).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let at = said.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
    let mut stream = TcpStream::connect(at).unwrap();
    stream
        .write_all(format!("GET / HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n\r\n").as_bytes())
        .unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Agon</title>"), "{page}");
    assert!(Command::new("kill").args(["-INT", &server.id().to_string()]).status().unwrap().success());
    assert_eq!(server.wait().unwrap().code(), Some(130), "`{line}`");
}

/// The commands in the blocks of a page: lines of `sh` blocks, and lines after `$` in others.
fn commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut block = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), block) {
            (Some(kind), None) => block = Some(kind),
            (Some(_), Some(_)) => block = None,
            (None, Some("sh")) => commands.push(line),
            (None, Some(_)) => commands.extend(line.strip_prefix("$ ")),
            (None, None) => {}
        }
    }
    let built = |line: &str| line.replace("cargo run --release -- ", "agon ");
    let uncommented = |line: &str| line.split(" #").next().unwrap_or_default().trim_end().to_owned();
    let lines = commands.into_iter().map(|line| uncommented(&built(line)));
    // What builds and tests the program is how this test came to run.
    lines.filter(|line| !line.is_empty() && !line.starts_with("cargo ")).collect()
}

#[test]
fn every_example_of_the_readme_runs() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
    let lines = commands(&readme);
    assert!(lines.len() >= 8 && lines.iter().all(|line| example(line).is_some()), "{lines:?}");
    run(&folder("readme"), &lines);
}

#[test]
fn every_example_of_the_guide_runs() {
    let chapters = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/src");
    for entry in std::fs::read_dir(chapters).unwrap() {
        let path = entry.unwrap().path();
        let lines = commands(&std::fs::read_to_string(&path).unwrap());
        let is_known = |line: &String| example(line).is_some() || line.starts_with("printf ");
        assert!(lines.iter().all(is_known), "{}: {lines:?}", path.display());
        if !lines.is_empty() {
            let name = path.file_stem().unwrap().to_str().unwrap();
            run(&folder(&format!("guide-{name}")), &lines);
        }
    }
}

#[test]
fn every_example_of_the_help_runs() {
    let pages = pages(program());
    for page in &pages {
        let name = page.path.join("-");
        assert!(!page.subcommands.is_empty() || !page.examples.is_empty(), "`{name}` shows no example");
    }
    // No other test takes as long: the pages are shared out among the processors.
    let (next, workers) = (AtomicUsize::new(0), available_parallelism().map_or(1, NonZero::get));
    let work = || {
        while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !page.examples.is_empty() {
                run(&folder(&format!("help-{}", page.path.join("-"))), &page.examples);
            }
        }
    };
    std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
}

#[test]
fn commands_are_found_in_a_page() {
    let page = "`agon x`\n```sh\ncargo run --release -- play reversi   # a game\ncargo test\nagon games\n```\n\
                ```text\n$ agon paper list\nsome paper\n```\n";
    assert_eq!(commands(page), ["agon play reversi", "agon games", "agon paper list"]);
}
