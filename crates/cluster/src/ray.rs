//! The bridge to Ray: a Python process that runs a script of ours and is talked to in lines.
//!
//! It has a process group of its own, so that Ctrl-C is for the driver, and ends by itself as soon as its input does:
//! also when the driver is killed.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use agon_core::{Clock, SystemClock};

use crate::connection::Setup;
use crate::link::Link;
use crate::message::{Order, Report};

/// What the Python process runs.
const BRIDGE: &str = include_str!("bridge.py");
/// So many of its last lines are told when it dies.
const LAST_WORDS: usize = 5;
/// How long it may take to end what it has started.
const FAREWELL: Duration = Duration::from_secs(20);

/// A bridge, and how another one is started.
pub(crate) struct RayLink {
    python: String,
    /// What the bridge is told at its start, as JSON.
    settings: String,
    bridge: Option<Bridge>,
}

struct Bridge {
    child: Child,
    input: Option<ChildStdin>,
    reports: Receiver<Report>,
    last_words: Arc<Mutex<Vec<String>>>,
}

impl RayLink {
    /// Starts a bridge to the cluster at an address, or to one of its own.
    pub(crate) fn start(setup: &Setup, address: Option<&str>) -> Result<Self, String> {
        let settings = serde_json::json!({
            "address": address,
            "program": setup.program,
            "loader": setup.loader,
            "version": setup.version,
        });
        let mut link = Self { python: setup.python.clone(), settings: settings.to_string(), bridge: None };
        link.restart()?;
        Ok(link)
    }
}

impl Link for RayLink {
    fn send(&mut self, order: &Order) {
        let input = self.bridge.as_mut().and_then(|bridge| bridge.input.as_mut());
        // A bridge that cannot hear is dead, and that is heard.
        let _ = input.map(|input| input.write_all(order.line().as_bytes()).and_then(|()| input.flush()));
    }

    fn hear(&mut self, within: Duration) -> Option<Report> {
        let bridge = self.bridge.as_mut()?;
        match bridge.reports.recv_timeout(within) {
            Ok(report) => Some(report),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Report::Lost { error: bridge.epitaph() }),
        }
    }

    fn restart(&mut self) -> Result<(), String> {
        self.end();
        self.bridge = Some(Bridge::start(&self.python, &self.settings)?);
        Ok(())
    }

    fn end(&mut self) {
        if let Some(bridge) = self.bridge.take() {
            bridge.end();
        }
    }
}

impl Drop for RayLink {
    fn drop(&mut self) {
        self.end();
    }
}

impl Bridge {
    fn start(python: &str, settings: &str) -> Result<Self, String> {
        let mut command = Command::new(python);
        command.args(["-u", "-c", BRIDGE, settings]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            format!(
                "`{python}` cannot be started: {error}. --cluster ray needs Python with Ray: install Python 3, then \
                 `pip install ray`; AGON_PYTHON names another Python"
            )
        })?;
        let (sender, reports) = channel();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    if let Ok(report) = serde_json::from_str(&line)
                        && sender.send(report).is_err()
                    {
                        return;
                    }
                }
            });
        }
        let last_words = Arc::new(Mutex::new(Vec::new()));
        if let Some(errors) = child.stderr.take() {
            let last_words = last_words.clone();
            thread::spawn(move || {
                for line in BufReader::new(errors).lines().map_while(Result::ok) {
                    let mut last_words = last_words.lock().unwrap_or_else(PoisonError::into_inner);
                    last_words.push(line);
                    let told = last_words.len().saturating_sub(LAST_WORDS);
                    last_words.drain(..told);
                }
            });
        }
        Ok(Self { input: child.stdin.take(), child, reports, last_words })
    }

    /// What is said of a bridge that died.
    fn epitaph(&self) -> String {
        let last_words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        match last_words.is_empty() {
            true => "the bridge to Ray died without a word".to_owned(),
            false => format!("the bridge to Ray died; its last words:\n{}", last_words.join("\n")),
        }
    }

    /// Closes its input, upon which it ends its cluster and itself, and sees to it that it does.
    fn end(mut self) {
        drop(self.input.take());
        let clock = SystemClock::start();
        while clock.now() < FAREWELL {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = Pid::from_raw(self.child.id() as i32).map(|id| kill_process_group(id, Signal::KILL));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
