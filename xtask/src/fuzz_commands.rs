//! Command lines that nobody would type, many of them: none may panic, be ended by the system, wait for ever or print
//! what a terminal obeys.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use agon_core::Seed;
use agon_testkit::commands::fuzz::CommandLines;
use agon_testkit::commands::run::{Ending, Scratch};

/// What is to be run.
pub struct Order {
    count: u64,
    seed: Seed,
    /// Only this command line, to look at it again.
    only: Option<u64>,
    agon: PathBuf,
    limit: Duration,
    /// MiB for each command line.
    memory: Option<u64>,
    threads: usize,
}

pub const USAGE: &str = "cargo xtask fuzz-commands [--count N] [--seed S] [--only INDEX] [--agon PATH] [--limit-ms N] \
                         [--memory-mib N] [--threads N]";

impl Order {
    /// Reads the options; `None` if there is something else among them.
    pub fn from_words(words: &[&str], root: &Path) -> Option<Self> {
        let mut order = Self {
            count: 1000,
            seed: Seed(1),
            only: None,
            agon: root.join("target/release/agon"),
            limit: Duration::from_millis(200),
            memory: None,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        };
        for pair in words.chunks(2) {
            let &[name, value] = pair else { return None };
            match name {
                "--count" => order.count = value.parse().ok()?,
                "--seed" => order.seed = Seed(value.parse().ok()?),
                "--only" => order.only = Some(value.parse().ok()?),
                "--agon" => order.agon = std::path::absolute(value).ok()?,
                "--limit-ms" => order.limit = Duration::from_millis(value.parse().ok()?),
                "--memory-mib" => order.memory = Some(value.parse().ok()?),
                "--threads" => order.threads = value.parse().ok().filter(|&threads| threads > 0)?,
                _ => return None,
            }
        }
        Some(order)
    }

    /// Runs the command lines and prints each that failed, then a count of endings.
    pub fn run(&self) -> ExitCode {
        let lines = CommandLines::of(&self.agon);
        let root = std::env::temp_dir().join(format!("agon-fuzz-commands-{}", std::process::id()));
        let scratch = match Scratch::new(&self.agon, &root) {
            Ok(scratch) => self.memory.into_iter().fold(scratch, Scratch::with_memory),
            Err(error) => {
                eprintln!("{}: {error}", root.display());
                return ExitCode::FAILURE;
            }
        };
        let counts = Mutex::new(Counts::default());
        let next = AtomicU64::new(self.only.unwrap_or(0));
        let end = self.only.map_or(self.count, |only| only + 1);
        std::thread::scope(|scope| {
            for worker in 0..self.threads {
                let (lines, scratch, counts, next) = (&lines, &scratch, &counts, &next);
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= end {
                            break;
                        }
                        let line = lines.line(self.seed, index);
                        let run = scratch.run(worker, &line, self.limit);
                        let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
                        match run {
                            Ok(run) => {
                                counts.add(&run.ending);
                                if run.ending.is_failure() || self.only.is_some() {
                                    report(index, &line, &run.ending, &run.stderr);
                                }
                            }
                            // Too long for the system, for one: the program never saw it.
                            Err(error) => {
                                counts.not_started += 1;
                                eprintln!("{index}: not started: {error}");
                            }
                        }
                    }
                });
            }
        });
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        println!("{counts}");
        if counts.failures() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

fn report(index: u64, line: &[OsString], ending: &Ending, stderr: &str) {
    println!("{index}: {ending:?}: agon {line:?}");
    for message in stderr.lines().take(4) {
        println!("    {}", message.escape_debug());
    }
}

#[derive(Default)]
struct Counts {
    succeeded: u64,
    refused: u64,
    out_of_time: u64,
    waiting: u64,
    panics: u64,
    signals: u64,
    control_characters: u64,
    not_started: u64,
}

impl Counts {
    fn add(&mut self, ending: &Ending) {
        *match ending {
            Ending::Code(0) => &mut self.succeeded,
            Ending::Code(_) => &mut self.refused,
            Ending::OutOfTime => &mut self.out_of_time,
            Ending::Waiting => &mut self.waiting,
            Ending::Panic => &mut self.panics,
            Ending::Signal => &mut self.signals,
            Ending::ControlCharacters => &mut self.control_characters,
        } += 1;
    }

    fn failures(&self) -> u64 {
        self.waiting + self.panics + self.signals + self.control_characters + self.not_started
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            succeeded,
            refused,
            out_of_time,
            waiting,
            panics,
            signals,
            control_characters,
            not_started,
        } = self;
        write!(
            f,
            "{succeeded} succeeded, {refused} refused, {out_of_time} ended by time; {panics} panics, {signals} signals, \
             {waiting} waiting, {control_characters} with control characters, {not_started} not started"
        )
    }
}
