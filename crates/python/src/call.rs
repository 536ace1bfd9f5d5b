//! Calls that take long: they run on a thread of their own, so that the interpreter is free for other threads and Ctrl-C
//! is heard. Original design.
//!
//! A search cannot be told of an exception: whatever goes wrong in Python while it thinks (an evaluator raises, somebody
//! presses Ctrl-C) is kept with the call, the search is stopped, and the exception is raised when it has ended.

use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use agon_core::spec::Spec;
use agon_core::{Clock, Stop, SystemClock};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked for.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// How often somebody is told of progress at most.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// A call that is under way.
pub(crate) struct Call {
    /// Ends the work early.
    pub(crate) stop: Stop,
    trouble: Mutex<Option<PyErr>>,
    /// The names of what was written in Python and takes part.
    doors: Vec<String>,
}

static RUNNING: Mutex<Vec<Arc<Call>>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Call {
    /// Keeps the first thing that went wrong and ends the work.
    pub(crate) fn fail(&self, error: PyErr) {
        locked(&self.trouble).get_or_insert(error);
        self.stop.set();
    }
}

/// Tells the calls in which something named `door` takes part that it raised an exception.
pub(crate) fn raised(py: Python<'_>, door: &str, error: PyErr) {
    let calls: Vec<_> = locked(&RUNNING).iter().filter(|call| call.takes(door)).cloned().collect();
    if calls.is_empty() {
        error.write_unraisable(py, None);
        return;
    }
    for call in calls {
        call.fail(error.clone_ref(py));
    }
}

impl Call {
    fn takes(&self, door: &str) -> bool {
        self.doors.iter().any(|name| name == door)
    }
}

/// The names of what is written in Python in a spec: those in `python(NAME)`, wherever it stands.
pub(crate) fn doors_of<'s>(specs: impl IntoIterator<Item = &'s Spec>) -> Vec<String> {
    fn collect(spec: &Spec, names: &mut Vec<String>) {
        if spec.name.text == crate::doors::NAME {
            names.extend(spec.args.iter().map(|arg| arg.value.name.text.clone()));
        }
        spec.args.iter().for_each(|arg| collect(&arg.value, names));
    }
    let mut names = Vec::new();
    specs.into_iter().for_each(|spec| collect(spec, &mut names));
    names
}

/// Does the work without the interpreter's lock and listens for signals meanwhile.
pub(crate) fn attended<T: Send>(
    py: Python<'_>,
    doors: Vec<String>,
    work: impl FnOnce(&Call) -> T + Send,
) -> PyResult<T> {
    let call = Arc::new(Call { stop: Stop::default(), trouble: Mutex::default(), doors });
    locked(&RUNNING).push(call.clone());
    let ended = py.detach(|| work_and_listen(&call, work));
    locked(&RUNNING).retain(|other| !Arc::ptr_eq(other, &call));
    match (ended, locked(&call.trouble).take()) {
        (Err(error), _) | (Ok(_), Some(error)) => Err(error),
        (Ok(value), None) => Ok(value),
    }
}

fn work_and_listen<T: Send>(call: &Call, work: impl FnOnce(&Call) -> T + Send) -> PyResult<T> {
    let (sender, done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let worker = move || {
            // Dropped when the work ends, also by a panic.
            let _sender = sender;
            work(call)
        };
        let worker = thread::Builder::new().name("agon".to_owned()).spawn_scoped(scope, worker);
        let worker =
            worker.map_err(|error| PyRuntimeError::new_err(format!("no thread to work on: {error}")))?;
        while done.recv_timeout(BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) {
            #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
            let heard = Python::attach(|py| py.check_signals());
            if let Err(error) = heard {
                call.fail(error);
            }
        }
        Ok(worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Tells a Python function how far a call has come, now and then.
pub(crate) struct Reporter<'c> {
    call: &'c Call,
    listener: Option<Py<PyAny>>,
    clock: SystemClock,
    last: Option<Duration>,
}

impl<'c> Reporter<'c> {
    pub(crate) fn new(call: &'c Call, listener: Option<Py<PyAny>>) -> Self {
        Self { call, listener, clock: SystemClock::start(), last: None }
    }

    /// `done` of `of` steps, and a few words; `false` if the work is to end.
    pub(crate) fn tell(&mut self, done: f64, of: f64, note: impl FnOnce() -> String) -> bool {
        let Some(listener) = &self.listener else { return !self.call.stop.is_set() };
        let now = self.clock.now();
        if done >= of || self.last.is_none_or(|last| now - last >= BETWEEN_REPORTS) {
            self.last = Some(now);
            if let Err(error) = Python::attach(|py| listener.call1(py, (done, of, note()))) {
                self.call.fail(error);
            }
        }
        !self.call.stop.is_set()
    }
}
