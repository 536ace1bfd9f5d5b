//! A running program: what is said to it, what it says, and its end.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use agon_core::{Clock, SystemClock};

use crate::bounded_lines::BoundedLines;
use crate::command_line::CommandLine;
use crate::tail::{Tail, read_chunks};

/// So many lines wait to be heard; a program that says more has to wait itself.
const WAITING_LINES: usize = 32;
/// So many of the last lines are told when a program fails.
const LAST_WORDS: usize = 3;
/// Of each of them so many letters.
const LAST_LETTERS: usize = 200;
/// How long a program whose output has ended may take to end itself.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// Where a program runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The folder; that of this process if none is named.
    pub folder: Option<PathBuf>,
    /// What is added to the environment.
    pub variables: Vec<(String, String)>,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The time is over.
    Late,
    /// The program has ended, or closed its output.
    Ended,
}

/// How a program came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself.
    Left(ExitStatus),
    /// It had to be killed.
    Killed,
}

/// A running program, in a process group of its own. Dropping it ends the whole group at once.
#[derive(Debug)]
pub struct Program {
    child: Child,
    /// Lines for a thread that writes them: a program that does not read must not make anybody wait.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    errors: Arc<Mutex<Tail>>,
    /// Reads the error output until it ends.
    error_reader: Option<JoinHandle<()>>,
    /// The last lines that came.
    heard: VecDeque<String>,
    /// Of a program that has ended and was reaped.
    status: Option<ExitStatus>,
    clock: SystemClock,
}

impl Program {
    /// Starts a program.
    ///
    /// # Errors
    /// If the system cannot.
    pub fn start(command: &CommandLine, surroundings: &Surroundings) -> io::Result<Self> {
        let mut starting = Command::new(&command.program);
        starting.args(&command.arguments).envs(surroundings.variables.iter().cloned());
        starting.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &surroundings.folder {
            starting.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut starting, 0);
        let child = starting.spawn()?;
        #[cfg(unix)]
        crate::watchdog::watch(child.id());
        let (input, to_write) = channel::<Vec<u8>>();
        let (said, output) = sync_channel(WAITING_LINES);
        let mut program = Self {
            child,
            input: Some(input),
            output,
            errors: Arc::default(),
            error_reader: None,
            heard: VecDeque::new(),
            status: None,
            clock: SystemClock::start(),
        };
        program.connect(to_write, said)?;
        Ok(program)
    }

    /// Begins to write, to listen and to keep what is said on the error output.
    fn connect(&mut self, to_write: Receiver<Vec<u8>>, said: SyncSender<String>) -> io::Result<()> {
        let Self { child, errors, error_reader, .. } = self;
        if let Some(mut stdin) = child.stdin.take() {
            let write = move || while to_write.recv().is_ok_and(|lines| stdin.write_all(&lines).is_ok()) {};
            thread::Builder::new().spawn(write)?;
        }
        if let Some(stdout) = child.stdout.take() {
            thread::Builder::new().spawn(move || {
                // Until the output ends or nobody listens any more.
                let _ = BoundedLines::new(stdout).try_for_each(|line| said.send(line));
            })?;
        }
        if let Some(stderr) = child.stderr.take() {
            let kept = errors.clone();
            let read = move || read_chunks(stderr, |chunk| lock(&kept).push(chunk));
            *error_reader = Some(thread::Builder::new().spawn(read)?);
        }
        Ok(())
    }

    /// Sends lines, all in one piece. A program that is gone is noticed when it is listened to.
    pub fn send(&self, lines: &[String]) {
        let mut bytes = Vec::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
        for line in lines {
            bytes.extend_from_slice(line.as_bytes());
            bytes.push(b'\n');
        }
        if let Some(input) = self.input.as_ref().filter(|_| !bytes.is_empty()) {
            let _ = input.send(bytes);
        }
    }

    /// Tells the program that nothing more will be said.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, if it comes in time.
    ///
    /// # Errors
    /// If none comes.
    pub fn next_line(&mut self, within: Duration) -> Result<String, Silence> {
        let line = match self.output.try_recv() {
            Ok(line) => line,
            Err(TryRecvError::Disconnected) => return Err(Silence::Ended),
            Err(TryRecvError::Empty) => self.output.recv_timeout(within).map_err(|error| match error {
                RecvTimeoutError::Timeout => Silence::Late,
                RecvTimeoutError::Disconnected => Silence::Ended,
            })?,
        };
        self.remember(&line);
        Ok(line)
    }

    /// Hears what came while nothing was asked.
    pub fn drain(&mut self) {
        for _ in 0..WAITING_LINES {
            let Ok(line) = self.output.try_recv() else { return };
            self.remember(&line);
        }
    }

    fn remember(&mut self, line: &str) {
        if !line.trim().is_empty() {
            self.heard.push_back(line.chars().take(LAST_LETTERS).collect());
            self.heard.drain(..self.heard.len().saturating_sub(LAST_WORDS));
        }
    }

    /// What the program said last, on both of its outputs, in one line each; empty if it never said anything.
    #[must_use]
    pub fn last_words(&self) -> String {
        self.hear_errors_out();
        let cut = |line: String| line.chars().take(LAST_LETTERS).collect::<String>();
        let errors: Vec<_> = lock(&self.errors).last_lines(LAST_WORDS).into_iter().map(cut).collect();
        let said: Vec<_> = self.heard.iter().cloned().collect();
        let part = |name: &str, lines: &[String]| match lines {
            [] => None,
            lines => Some(format!("{name}: {}", lines.join(" | "))),
        };
        let parts = [part("its last words", &said), part("its error output", &errors)];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    /// What a program says before it ends may still be on its way.
    fn hear_errors_out(&self) {
        let is_read = || self.error_reader.as_ref().is_none_or(JoinHandle::is_finished);
        let deadline = self.clock.now() + LAST_BREATH;
        while self.status.is_some() && !is_read() && self.clock.now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends the program: says goodbye, closes its input and waits; after `within` it is killed.
    pub fn end(mut self, goodbye: &[String], within: Duration) -> Ending {
        self.send(goodbye);
        self.close_input();
        self.ended_within(within).map_or(Ending::Killed, Ending::Left)
    }

    /// How the program ended, if it has: for one whose output is closed.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.ended_within(LAST_BREATH)
    }

    fn ended_within(&mut self, within: Duration) -> Option<ExitStatus> {
        let deadline = self.clock.now() + within;
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = self.reaped() {
                return Some(status);
            }
            let left = deadline.saturating_sub(self.clock.now());
            if left.is_zero() {
                return None;
            }
            // What it still says must not keep it from ending.
            match self.output.recv_timeout(pause.min(left)) {
                Ok(line) => self.remember(&line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => thread::sleep(pause.min(left)),
            }
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }

    /// The status of a program that has ended. Once it is reaped its number may belong to somebody else, so that what
    /// it started is ended before.
    fn reaped(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && self.has_ended() {
            self.kill_and_reap();
        }
        self.status
    }

    fn kill_and_reap(&mut self) {
        self.kill_group();
        self.status = self.child.wait().ok();
    }

    /// Whether the program has ended, without reaping it.
    #[cfg(unix)]
    fn has_ended(&self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let Some(pid) = Pid::from_raw(self.child.id() as i32) else { return true };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // Who was reaped before is nobody's child.
        waitid(WaitId::Pid(pid), options).map_or(true, |status| status.is_some())
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends the program and whatever it started.
    #[cfg(unix)]
    fn kill_group(&mut self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        if let Some(group) = Pid::from_raw(self.child.id() as i32) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    #[cfg(not(unix))]
    fn kill_group(&mut self) {
        let _ = self.child.kill();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.kill_and_reap();
        }
        #[cfg(unix)]
        crate::watchdog::forget(self.child.id());
    }
}

fn lock(tail: &Mutex<Tail>) -> std::sync::MutexGuard<'_, Tail> {
    tail.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_secs(10);

    fn shell(script: &str) -> Program {
        let command = CommandLine { program: "/bin/sh".into(), arguments: vec!["-c".into(), script.into()] };
        Program::start(&command, &Surroundings::default()).unwrap()
    }

    fn lives(pid: &str) -> bool {
        // A process that is dead but not yet reaped by its new parent counts as gone.
        std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
    }

    fn is_gone_soon(pid: &str) -> bool {
        (0..500).any(|_| {
            thread::sleep(Duration::from_millis(10));
            !lives(pid)
        })
    }

    #[test]
    fn lines_go_and_come() {
        let mut cat = shell("cat");
        cat.send(&["one".to_owned(), "two".to_owned()]);
        assert_eq!(cat.next_line(SOON), Ok("one".to_owned()));
        assert_eq!(cat.next_line(SOON), Ok("two".to_owned()));
        assert_eq!(cat.next_line(Duration::from_millis(5)), Err(Silence::Late));
        let Ending::Left(status) = cat.end(&["bye".to_owned()], SOON) else {
            panic!("cat ends with its input")
        };
        assert!(status.success());
    }

    #[test]
    fn surroundings_are_those_that_were_asked_for() {
        let command = CommandLine {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), "pwd; echo $LEVEL".into()],
        };
        let variables = vec![("LEVEL".to_owned(), "5".to_owned())];
        let surroundings = Surroundings { folder: Some("/".into()), variables };
        let mut program = Program::start(&command, &surroundings).unwrap();
        assert_eq!(program.next_line(SOON), Ok("/".to_owned()));
        assert_eq!(program.next_line(SOON), Ok("5".to_owned()));
    }

    #[test]
    fn an_end_is_told_with_the_last_words() {
        let mut dying = shell("echo hello; echo 'out of memory' >&2; exit 3");
        assert_eq!(dying.next_line(SOON), Ok("hello".to_owned()));
        assert_eq!(dying.next_line(SOON), Err(Silence::Ended));
        assert_eq!(dying.exit_status().unwrap().code(), Some(3));
        assert_eq!(dying.last_words(), "its last words: hello\nits error output: out of memory");
    }

    #[test]
    fn what_ignores_everything_is_killed_with_its_children() {
        let mut stubborn = shell("trap '' TERM INT HUP; sleep 1000 & echo $!; while :; do sleep 1000; done");
        let child = stubborn.next_line(SOON).unwrap();
        assert!(lives(&child));
        assert_eq!(stubborn.end(&["quit".to_owned()], Duration::from_millis(20)), Ending::Killed);
        assert!(is_gone_soon(&child));
    }

    #[test]
    fn children_of_a_program_that_left_are_ended_too() {
        let mut parent = shell("sleep 1000 & echo $!");
        let child = parent.next_line(SOON).unwrap();
        assert!(parent.exit_status().is_some(), "the child holds the output open, the parent has ended");
        assert!(is_gone_soon(&child));
    }

    #[test]
    fn a_flood_takes_little_memory_and_ends() {
        let mut flood = shell("while :; do echo garbage; done");
        for _ in 0..10_000 {
            assert_eq!(flood.next_line(SOON), Ok("garbage".to_owned()));
        }
        drop(flood);
        let mut line = shell("tr '\\0' x < /dev/zero");
        assert_eq!(line.next_line(Duration::from_millis(50)), Err(Silence::Late), "a line that never ends");
    }

    #[test]
    fn a_program_that_reads_nothing_keeps_nobody_waiting() {
        let deaf = shell("exec 0<&-; sleep 1000");
        for _ in 0..100 {
            deaf.send(&["x".repeat(10_000)]);
        }
    }
}
