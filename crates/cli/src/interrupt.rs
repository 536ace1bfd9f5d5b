//! Ctrl-C, SIGTERM and a closed terminal as an ordinary end of a command.
//!
//! A command that asks for [`stop`] is told by it and ends by itself: it prints what is known, keeps what was made and
//! says how to go on. A second Ctrl-C or kill ends the process at once. Commands that never ask are ended by the first
//! signal, as the system does it. `nohup` keeps a command going when its terminal closes.

use std::io::{self, BufRead};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use agon_core::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

struct Signals {
    stop: Stop,
    /// The last signal that came; 0 for none.
    received: Arc<AtomicUsize>,
}

static SIGNALS: OnceLock<Signals> = OnceLock::new();

/// The signals that ask for an end: Ctrl-C, a polite kill, and a terminal that was closed.
#[cfg(unix)]
const ENDING: &[i32] = &[SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const ENDING: &[i32] = &[SIGINT, SIGTERM];

/// Those that end the process at once when they come again. A terminal that closes tells of it twice, by its program and
/// by the system, and what was made is still to be kept.
const INSISTING: &[i32] = &[SIGINT, SIGTERM];

/// What shells add to the number of a signal to make an exit code of it.
const SIGNALLED: i32 = 128;

/// The flag that the first signal sets, shared by the whole process.
pub fn stop() -> Stop {
    SIGNALS.get_or_init(register).stop.clone()
}

fn register() -> Signals {
    let flag = Arc::new(AtomicBool::new(false));
    let received = Arc::new(AtomicUsize::new(0));
    for &signal in ENDING.iter().filter(|&&signal| INSISTING.contains(&signal) || !is_ignored(signal)) {
        // In this order: the second signal finds the flag set by the first. A system without one of the signals
        // keeps its own way to end a process.
        if INSISTING.contains(&signal) {
            let _ = flag::register_conditional_shutdown(signal, SIGNALLED + signal, flag.clone());
        }
        let _ = flag::register_usize(signal, received.clone(), signal as usize);
        let _ = flag::register(signal, flag.clone());
    }
    Signals { stop: Stop::from(flag), received }
}

/// Whether whoever started this process told it to ignore a signal. Only Linux tells without unsafe code.
fn is_ignored(signal: i32) -> bool {
    let Ok(status) = agon_files::read_text(Path::new("/proc/self/status")) else { return false };
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 << (signal - 1) != 0)
}

/// Lets a write fail that goes beyond the limit for the size of files, so that it can be told: the system would end the
/// process without a word.
pub fn outlive_file_limits() {
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// The exit code that tells of the signal that came, if one did.
pub fn exit_code() -> Option<u8> {
    let signal = SIGNALS.get()?.received.load(Ordering::Relaxed);
    (signal != 0).then(|| SIGNALLED as u8 + signal as u8)
}

/// Lines that people type. Waiting for one ends when a signal comes; reading standard input directly would go on.
pub struct TypedLines {
    lines: Receiver<io::Result<String>>,
    stop: Stop,
}

impl TypedLines {
    /// Reads standard input from now on.
    pub fn new() -> Self {
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                // Bytes that are no text are somebody's mistake, not the end of the game.
                let mut bytes = Vec::new();
                let line = match input.read_until(b'\n', &mut bytes) {
                    Ok(0) => return,
                    Ok(_) => Ok(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned()),
                    Err(error) => Err(error),
                };
                let failed = line.is_err();
                if sender.send(line).is_err() || failed {
                    return;
                }
            }
        });
        Self { lines, stop: stop() }
    }

    /// The next line; `None` at the end of the input or after a signal.
    pub fn next(&self) -> io::Result<Option<String>> {
        const BETWEEN_LOOKS: Duration = Duration::from_millis(30);
        loop {
            if self.stop.is_set() {
                return Ok(None);
            }
            match self.lines.recv_timeout(BETWEEN_LOOKS) {
                Ok(line) => return line.map(Some),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}
