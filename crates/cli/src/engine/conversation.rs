//! Runs an engine: reads lines while it thinks, so that it can be stopped.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use agon_core::{Clock, Stop, SystemClock, Think};
use agon_engines::BoundedLines;
use agon_protocol::{Act, EngineSide, Interrupt, Thought, Wish};

use crate::failure::Failure;

/// What the thread that reads and the one that thinks both know.
#[derive(Default)]
struct Shared {
    search: Option<Search>,
    /// When the other side said that nothing more is to come, or fell silent for ever.
    ended: Option<Duration>,
    /// Lines that end a search and are not yet heard.
    interruptions: usize,
}

/// A search that goes on.
struct Search {
    stop: Stop,
    began: Duration,
    /// Whether it ends by itself in time.
    is_timed: bool,
}

/// A line and whether it ends a search.
struct Heard {
    line: String,
    interrupts: bool,
}

/// A search without a time of its own goes on for so long when nothing more is to come: a script is answered, and a
/// program that is gone leaves nobody behind who searches for ever.
const AFTER_THE_END: Duration = Duration::from_secs(2);
/// How often the end of such a search is looked for.
const LOOK: Duration = Duration::from_millis(20);

/// Speaks until the other side ends the conversation.
pub fn run(engine: &mut dyn EngineSide, scripted: Duration) -> Result<(), Failure> {
    let clock = SystemClock::start();
    let shared = Arc::new(Mutex::new(Shared::default()));
    let lines = listen(engine.interrupts(), clock, shared.clone(), scripted);
    watch(clock, shared.clone());
    let mut acts = VecDeque::new();
    loop {
        match acts.pop_front() {
            Some(Act::Say(line)) => say(&line)?,
            Some(Act::Quit) => return Ok(()),
            Some(Act::Think(wish)) => acts.extend(think(engine, &wish, &clock, &shared)?),
            None => {
                let Ok(Heard { line, interrupts }) = lines.recv() else { return Ok(()) };
                lock(&shared).interruptions -= usize::from(interrupts);
                acts.extend(engine.hear(&line));
            }
        }
    }
}

/// Reads standard input from now on; what ends a search does so at once.
fn listen(
    interrupts: fn(&str) -> Interrupt,
    clock: SystemClock,
    shared: Arc<Mutex<Shared>>,
    scripted: Duration,
) -> Receiver<Heard> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        let end_search = |interrupt: Interrupt| {
            let mut shared = lock(&shared);
            let interrupts = interrupt == Interrupt::Always;
            shared.interruptions += usize::from(interrupts);
            if let Some(Search { stop, began, .. }) = &shared.search {
                let is_late = clock.now().saturating_sub(*began) > scripted;
                if interrupts || interrupt == Interrupt::UnlessScripted && is_late {
                    stop.set();
                }
            }
            if interrupt == Interrupt::UnlessScripted {
                shared.ended.get_or_insert(clock.now());
            }
            interrupts
        };
        for line in BoundedLines::new(std::io::stdin()) {
            let interrupts = end_search(interrupts(&line));
            if sender.send(Heard { line, interrupts }).is_err() {
                return;
            }
        }
        // Who is gone waits for no answer.
        end_search(Interrupt::UnlessScripted);
    });
    lines
}

/// Ends searches without a time of their own some time after the end of the conversation.
fn watch(clock: SystemClock, shared: Arc<Mutex<Shared>>) {
    thread::spawn(move || {
        loop {
            thread::sleep(LOOK);
            let shared = lock(&shared);
            if let (Some(ended), Some(search)) = (shared.ended, &shared.search) {
                let waited = clock.now().saturating_sub(ended.max(search.began));
                if !search.is_timed && waited > AFTER_THE_END {
                    search.stop.set();
                }
            }
        }
    });
}

fn think(
    engine: &mut dyn EngineSide,
    wish: &Wish,
    clock: &SystemClock,
    shared: &Mutex<Shared>,
) -> Result<Vec<Act>, Failure> {
    let (stop, began) = (Stop::default(), clock.now());
    {
        let mut shared = lock(shared);
        if shared.interruptions > 0 {
            stop.set();
        }
        shared.search = Some(Search { stop: stop.clone(), began, is_timed: wish.budget.time.is_some() });
    }
    let narrate = engine.narrate();
    let mut closed = None;
    let mut tell = |progress: &agon_core::Progress| {
        if let Some(line) = narrate(progress) {
            closed = closed.take().or(say(&line).err());
        }
    };
    let mut thinking = Think::new(wish.budget, wish.seed, clock, stop).on_progress(&mut tell);
    let choice = engine.desk().session_mut().think(&mut thinking);
    lock(shared).search = None;
    match closed {
        Some(failure) => Err(failure),
        None => Ok(engine.thought(Thought { choice, elapsed: clock.now() - began })),
    }
}

/// A line, at once: the other side waits for it.
fn say(line: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
