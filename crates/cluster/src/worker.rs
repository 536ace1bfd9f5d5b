//! A worker: reads work and inputs from its standard input, and answers.

use std::fmt;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use agon_core::{Clock, Desk, ReadError, SystemClock};

use crate::message::{Order, Report};

/// Builds what the settings of a kind of work say and serves it at the desk.
pub type Serve<'s> = dyn Fn(&str, &str, &'static dyn Desk) -> Result<(), ReadError> + 's;

/// Works until the input ends; `at_end` is called then, and the process ends at once, whatever it is doing: nobody waits
/// for it any more.
///
/// # Errors
/// If the output is closed.
pub fn work(program: &str, serve: &Serve<'_>, at_end: fn()) -> std::io::Result<()> {
    let (sender, orders) = channel();
    thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if let Ok(order) = serde_json::from_str(&line)
                && sender.send(order).is_err()
            {
                break;
            }
        }
        at_end();
        process::exit(0);
    });
    say(&Report::Hello { program: program.to_owned() })?;
    // One for the life of the process.
    let desk: &'static InputDesk = Box::leak(Box::new(InputDesk::new(orders)));
    loop {
        let Some(Work { number, kind, settings }) = desk.next_work() else { return Ok(()) };
        let served = catch_unwind(AssertUnwindSafe(|| serve(&kind, &settings, desk)));
        let refusal = match served {
            Ok(Ok(())) => "this work cannot be done by a worker".to_owned(),
            Ok(Err(error)) => error.to_string(),
            Err(panic) => told(&*panic),
        };
        desk.refuse_rest(number, &refusal);
    }
}

/// Work that a worker was told of.
struct Work {
    number: u32,
    kind: String,
    settings: String,
}

/// The desk of a worker: its standard input and output.
struct InputDesk {
    orders: Mutex<Orders>,
    clock: SystemClock,
}

struct Orders {
    come: Receiver<Order>,
    /// The work that is being served.
    current: Option<u32>,
    /// Work that came while other work was served.
    next: Option<Work>,
}

impl fmt::Debug for InputDesk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InputDesk")
    }
}

impl InputDesk {
    fn new(come: Receiver<Order>) -> Self {
        Self { orders: Mutex::new(Orders { come, current: None, next: None }), clock: SystemClock::start() }
    }

    fn orders(&self) -> std::sync::MutexGuard<'_, Orders> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for work; none at the end.
    fn next_work(&self) -> Option<Work> {
        let mut orders = self.orders();
        loop {
            if let Some(work) = orders.next.take() {
                orders.current = Some(work.number);
                return Some(work);
            }
            match orders.come.recv().ok()? {
                Order::Work { work, kind, settings } => {
                    orders.next = Some(Work { number: work, kind, settings });
                }
                Order::Job { job, .. } => {
                    let error = "no such work was announced".to_owned();
                    say(&Report::Refused { job, error }).ok()?;
                }
                Order::Cancel { .. } => {}
            }
        }
    }

    /// The next job of the current work; none when there is other work, or no more.
    fn next_job(&self) -> Option<(u64, String)> {
        let mut orders = self.orders();
        loop {
            if orders.next.is_some() {
                return None;
            }
            match orders.come.recv().ok()? {
                Order::Work { work, .. } if Some(work) == orders.current => {}
                Order::Work { work, kind, settings } => {
                    orders.next = Some(Work { number: work, kind, settings });
                }
                Order::Job { job, work, input } if Some(work) == orders.current => return Some((job, input)),
                Order::Job { job, .. } => {
                    let error = "this job belongs to other work".to_owned();
                    say(&Report::Refused { job, error }).ok()?;
                }
                Order::Cancel { .. } => {}
            }
        }
    }

    /// Refuses all jobs of work that could not be served.
    fn refuse_rest(&self, work: u32, error: &str) {
        self.orders().current = Some(work);
        while let Some((job, _)) = self.next_job() {
            if say(&Report::Refused { job, error: error.to_owned() }).is_err() {
                return;
            }
        }
    }
}

impl Desk for InputDesk {
    fn serve(&self, answer: &mut dyn FnMut(&str) -> Result<String, ReadError>) {
        while let Some((job, input)) = self.next_job() {
            let begun = self.clock.now();
            let answered = catch_unwind(AssertUnwindSafe(|| answer(&input)));
            let seconds = (self.clock.now() - begun).as_secs_f64();
            let report = match answered {
                Ok(Ok(output)) => Report::Done { job, output, seconds },
                Ok(Err(error)) => Report::Refused { job, error: error.to_string() },
                Err(panic) => Report::Refused { job, error: told(&*panic) },
            };
            if say(&report).is_err() {
                return;
            }
        }
    }
}

/// What a panic said.
fn told(panic: &(dyn std::any::Any + Send)) -> String {
    let text =
        panic.downcast_ref::<&str>().map(ToString::to_string).or(panic.downcast_ref::<String>().cloned());
    format!("a job failed: {}", text.unwrap_or_else(|| "nothing is known about it".to_owned()))
}

fn say(report: &Report) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(report.line().as_bytes())?;
    out.flush()
}
