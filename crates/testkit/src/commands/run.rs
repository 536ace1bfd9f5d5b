//! Running one command line after another: each in a fresh folder, with limits on time and memory. Original design.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use agon_core::{Clock, SystemClock, is_obeyed};

/// MiB of address space for a process: the largest usual table fits, a thousand threads do not.
const MEMORY: u64 = 2048;
/// What `std` ends a process with whose main thread panicked.
const PANIC_CODE: i32 = 101;

/// The reader of a pipe may come late: a command that writes to one waits for a second.
const PATIENCE: Duration = Duration::from_secs(2);

/// How a command line ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this code.
    Code(i32),
    /// At its time limit, at work.
    OutOfTime,
    /// At its time limit, waiting for something that never comes.
    Waiting,
    /// It panicked, on whatever thread.
    Panic,
    /// The system ended it: an abort, bad memory, no memory.
    Signal,
    /// It printed characters that a terminal obeys.
    ControlCharacters,
}

impl Ending {
    /// Whether no command line may end so.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        !matches!(self, Self::Code(_) | Self::OutOfTime)
    }
}

/// A folder with one of everything that commands read, made anew for each command line.
#[derive(Debug)]
pub struct Scratch {
    program: PathBuf,
    root: PathBuf,
    has_prlimit: bool,
    /// In MiB.
    memory: u64,
}

impl Scratch {
    /// Makes the files to start from below `root`, which is emptied, with the program itself.
    ///
    /// # Errors
    /// If a file or folder cannot be made.
    ///
    /// # Panics
    /// If the program cannot make the files.
    pub fn new(program: &Path, root: &Path) -> io::Result<Self> {
        let _ = fs::remove_dir_all(root);
        let template = root.join("template");
        fs::create_dir_all(template.join("folder"))?;
        let agon = |line: &str| {
            let output = Command::new(program).args(super::words(line)).current_dir(&template).output()?;
            assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
            io::Result::Ok(output.stdout)
        };
        agon("match reversi random greedy --games 4 --max-plies 500 --record games.jsonl --store games.db")?;
        agon("convert games.jsonl games.wtb")?;
        agon("convert games.jsonl games.txt")?;
        agon("convert games.jsonl openings.txt --plies 4")?;
        agon("records history games.jsonl --out history.txt")?;
        agon("train minimax-backwards --game reversi:4x4 --boards 5 --out training")?;
        fs::copy(template.join("training/result.txt"), template.join("set.txt"))?;
        fs::write(template.join("plan.toml"), agon("tournament --example")?)?;
        fs::write(template.join("empty"), "")?;
        for ending in ["jsonl", "db", "wtb", "txt", "toml"] {
            fs::write(template.join(format!("broken.{ending}")), b"\x1b[31m\xff = {\"a\":\x00 [1\nf5 f5\n")?;
        }
        // Where there are none of these, the names stand for files that are missing.
        for special in ["mkfifo pipe", "mkfifo pipe.jsonl", "mknod null c 1 3"] {
            let mut words = special.split(' ');
            let maker = words.next().unwrap_or_default();
            let _ = Command::new(maker).args(words).current_dir(&template).stderr(Stdio::null()).status();
        }
        let has_prlimit = Command::new("prlimit").arg("--version").output().is_ok();
        Ok(Self { program: program.to_owned(), root: root.to_owned(), has_prlimit, memory: MEMORY })
    }

    /// The same with so many MiB of memory for each command line: with little of it, everything large must be given up in
    /// an orderly way.
    #[must_use]
    pub fn with_memory(mut self, memory: u64) -> Self {
        self.memory = memory;
        self
    }

    /// Runs a command line in a fresh folder, as worker number `worker`.
    ///
    /// # Errors
    /// If the folder or the process cannot be made.
    pub fn run(&self, worker: usize, line: &[OsString], limit: Duration) -> io::Result<Run> {
        let folder = self.root.join(format!("worker-{worker}"));
        let _ = fs::remove_dir_all(&folder);
        copy_folder(&self.root.join("template"), &folder)?;
        let (out, err) = (folder.with_extension("out"), folder.with_extension("err"));
        let mut command = if self.has_prlimit {
            let mut limited = Command::new("prlimit");
            limited.arg(format!("--as={}", self.memory << 20)).arg("--core=0").arg(&self.program);
            limited
        } else {
            Command::new(&self.program)
        };
        command.args(line).current_dir(&folder).stdin(Stdio::null());
        let child = command.stdout(File::create(&out)?).stderr(File::create(&err)?).spawn()?;
        let names_pipe = line.iter().any(|word| word.to_string_lossy().contains("pipe"));
        let ending = wait(child, limit, if names_pipe { PATIENCE } else { Duration::ZERO })?;
        let stderr = fs::read(&err)?;
        let panicked = String::from_utf8_lossy(&stderr).contains("panicked at");
        let coloured = line.iter().any(|word| word.to_string_lossy().contains("always"));
        let ending = match ending {
            Ending::Code(_) | Ending::OutOfTime if panicked => Ending::Panic,
            Ending::Code(PANIC_CODE) => Ending::Panic,
            Ending::Code(_) if !coloured && (obeyed(&stderr) || obeyed(&fs::read(&out)?)) => {
                Ending::ControlCharacters
            }
            ending => ending,
        };
        Ok(Run { ending, stderr: String::from_utf8_lossy(&stderr).into_owned() })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// What came of a command line.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// What it said besides its output.
    pub stderr: String,
}

/// How a process ends within its time limit, and some more time if it then waits.
fn wait(mut child: Child, limit: Duration, patience: Duration) -> io::Result<Ending> {
    let clock = SystemClock::start();
    let mut pause = Duration::from_micros(200);
    while clock.now() < limit {
        if let Some(status) = child.try_wait()? {
            return Ok(ending(status));
        }
        sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
    let waiting = is_waiting(child.id());
    if waiting && !patience.is_zero() {
        return wait(child, patience, Duration::ZERO);
    }
    child.kill()?;
    child.wait()?;
    Ok(if waiting { Ending::Waiting } else { Ending::OutOfTime })
}

fn ending(status: ExitStatus) -> Ending {
    status.code().map_or(Ending::Signal, Ending::Code)
}

/// Whether every thread of the process sleeps, looked at several times; where the system does not say: no.
fn is_waiting(process: u32) -> bool {
    (0..5).all(|_| {
        sleep(Duration::from_millis(2));
        let tasks = fs::read_dir(format!("/proc/{process}/task"));
        let mut states = tasks.into_iter().flatten().flatten().map(|task| {
            let stat = fs::read_to_string(task.path().join("stat")).unwrap_or_default();
            stat.rsplit(')').next().and_then(|rest| rest.trim_start().chars().next())
        });
        let mut some = false;
        states.all(|state| {
            some = true;
            state == Some('S')
        }) && some
    })
}

/// Whether a terminal would obey a part of it, ends of lines and tabs aside.
#[must_use]
pub fn obeyed(output: &[u8]) -> bool {
    String::from_utf8_lossy(output)
        .chars()
        .any(|letter| is_obeyed(letter) && !matches!(letter, '\n' | '\t' | '\r'))
}

/// Copies files and folders; pipes and devices are linked.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), target)?;
        } else {
            fs::hard_link(entry.path(), target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_seen() {
        for text in ["\u{1b}[31m", "\u{7f}", "\u{9b}1m", "\u{202e}", "\u{7}"] {
            assert!(obeyed(text.as_bytes()), "{text:?}");
        }
        assert!(!obeyed("é 日本\t1\r\n\\u{1b}".as_bytes()));
    }

    #[cfg(unix)]
    #[test]
    fn work_and_waiting_are_told_apart() {
        let spawn = |script: &str| Command::new("sh").args(["-c", script]).spawn().expect("there is a shell");
        let limit = Duration::from_millis(300);
        let ended = |script, limit, patience| wait(spawn(script), limit, patience).expect("it ran");
        let (long, none) = (Duration::from_secs(60), Duration::ZERO);
        assert_eq!(ended("exit 3", long, none), Ending::Code(3));
        assert_eq!(ended("kill -9 $$", long, none), Ending::Signal);
        assert_eq!(ended("while :; do :; done", limit, long), Ending::OutOfTime);
        if cfg!(target_os = "linux") {
            assert_eq!(ended("exec sleep 60", limit, none), Ending::Waiting);
            assert_eq!(ended("sleep 0.5; exit 3", limit, long), Ending::Code(3));
        }
    }
}
