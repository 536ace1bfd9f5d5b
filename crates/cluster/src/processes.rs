//! Workers that are processes of this machine: a thread for each, which takes the next job from a queue, waits for the
//! answer, and puts the job back if the process dies.

use std::collections::{HashMap, VecDeque};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use agon_core::{Clock, SystemClock};

use crate::link::Link;
use crate::message::{Order, Report};

/// A job at which so many processes died is to blame itself.
const MOST_DEATHS: u32 = 10;
/// How long a worker may take to tidy up when its input ends, and how often that is looked at.
const FAREWELL: Duration = Duration::from_secs(2);
const BETWEEN_LOOKS: Duration = Duration::from_millis(2);

/// The process ids of workers, for whoever wants to look at them.
#[derive(Clone, Debug, Default)]
pub struct Processes(Arc<Mutex<Vec<(u32, Input)>>>);

/// The input of a worker; none once it was closed, upon which the worker tidies up and ends.
type Input = Arc<Mutex<Option<ChildStdin>>>;

impl Processes {
    /// Those that run now.
    #[must_use]
    pub fn ids(&self) -> Vec<u32> {
        self.all().iter().map(|(id, _)| *id).collect()
    }

    fn all(&self) -> MutexGuard<'_, Vec<(u32, Input)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, id: u32, input: Input) {
        self.all().push((id, input));
    }

    fn remove(&self, id: u32) {
        self.all().retain(|(one, _)| *one != id);
    }

    /// Closes all inputs; one to which somebody is just writing stays open.
    fn close_inputs(&self) {
        for (_, input) in self.all().iter() {
            drop(input.try_lock().ok().and_then(|mut input| input.take()));
        }
    }
}

/// A queue with workers behind it.
pub(crate) struct ProcessLink {
    shared: Arc<Shared>,
    reports: Receiver<Report>,
    threads: Vec<JoinHandle<()>>,
}

struct Shared {
    /// Starts a worker.
    command: Vec<OsString>,
    running: Processes,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    works: HashMap<u32, (String, String)>,
    queue: VecDeque<Job>,
    ended: bool,
}

struct Job {
    number: u64,
    work: u32,
    input: String,
    deaths: u32,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProcessLink {
    /// So many workers; `command` starts one.
    pub(crate) fn start(command: Vec<OsString>, workers: usize, running: Processes) -> Self {
        let shared = Arc::new(Shared { command, running, state: Mutex::default(), changed: Condvar::new() });
        let (sender, reports) = channel();
        let _ = sender.send(Report::Workers { workers });
        let start = |_| {
            let (shared, sender) = (shared.clone(), sender.clone());
            thread::spawn(move || supply(&shared, &sender))
        };
        let threads = (0..workers).map(start).collect();
        Self { shared, reports, threads }
    }
}

impl Link for ProcessLink {
    fn send(&mut self, order: &Order) {
        let mut state = self.shared.state();
        match order.clone() {
            Order::Work { work, kind, settings } => {
                state.works.insert(work, (kind, settings));
            }
            Order::Job { job, work, input } => {
                state.queue.push_back(Job { number: job, work, input, deaths: 0 });
                self.shared.changed.notify_one();
            }
            Order::Cancel { jobs } => state.queue.retain(|job| !jobs.contains(&job.number)),
        }
    }

    fn hear(&mut self, within: Duration) -> Option<Report> {
        self.reports.recv_timeout(within).ok()
    }

    fn restart(&mut self) -> Result<(), String> {
        Ok(())
    }

    fn end(&mut self) {
        {
            let mut state = self.shared.state();
            state.ended = true;
            state.queue.clear();
            self.shared.changed.notify_all();
        }
        // Workers end with their input, also in the middle of a job; the threads then see it, and end too.
        self.shared.running.close_inputs();
        let clock = SystemClock::start();
        while !self.shared.running.ids().is_empty() && clock.now() < FAREWELL {
            thread::sleep(BETWEEN_LOOKS);
        }
        #[cfg(unix)]
        for id in self.shared.running.ids() {
            use rustix::process::{Pid, Signal, kill_process};
            // A process that has ended meanwhile is not reaped before its thread sees it.
            let _ = Pid::from_raw(id as i32).map(|id| kill_process(id, Signal::KILL));
        }
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Drop for ProcessLink {
    fn drop(&mut self) {
        self.end();
    }
}

/// Takes jobs and lets a process run them, a new one whenever it dies.
fn supply(shared: &Shared, reports: &Sender<Report>) {
    let mut worker: Option<Worker> = None;
    loop {
        let (mut job, work) = {
            let mut state = shared.state();
            loop {
                if state.ended {
                    return;
                }
                if let Some(job) = state.queue.pop_front() {
                    let work = state.works.get(&job.work).cloned().unwrap_or_default();
                    break (job, work);
                }
                state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        };
        if worker.is_none() {
            match Worker::start(shared) {
                Ok(started) => worker = Some(started),
                Err(error) => {
                    let program = shared.command.first().map(|program| program.display().to_string());
                    let error = format!("{}: cannot be started: {error}", program.unwrap_or_default());
                    let _ = reports.send(Report::Lost { error });
                    return;
                }
            }
        }
        let report = worker.as_mut().and_then(|worker| worker.run(&job, &work));
        if let Some(report) = report {
            if reports.send(report).is_err() {
                return;
            }
            continue;
        }
        worker = None;
        job.deaths += 1;
        let mut state = shared.state();
        if state.ended {
            return;
        }
        if job.deaths < MOST_DEATHS {
            state.queue.push_front(job);
        } else {
            let error = format!("{MOST_DEATHS} worker processes died at the same job");
            let _ = reports.send(Report::Refused { job: job.number, error });
        }
    }
}

/// A worker process. Dropping it lets it tidy up, and ends and reaps it.
struct Worker {
    child: Child,
    input: Input,
    answers: BufReader<ChildStdout>,
    /// The work that it was told last.
    told: Option<u32>,
    running: Processes,
}

impl Worker {
    fn start(shared: &Shared) -> std::io::Result<Self> {
        let Some((program, arguments)) = shared.command.split_first() else {
            return Err(std::io::ErrorKind::NotFound.into());
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for the driver, which then ends its workers.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let Some(output) = child.stdout.take() else { return Err(std::io::ErrorKind::BrokenPipe.into()) };
        let (input, running) = (Arc::new(Mutex::new(child.stdin.take())), shared.running.clone());
        running.add(child.id(), input.clone());
        Ok(Self { child, input, answers: BufReader::new(output), told: None, running })
    }

    /// What it says of a job; nothing if it died.
    fn run(&mut self, job: &Job, (kind, settings): &(String, String)) -> Option<Report> {
        if self.told != Some(job.work) {
            let (kind, settings) = (kind.clone(), settings.clone());
            self.say(&Order::Work { work: job.work, kind, settings })?;
            self.told = Some(job.work);
        }
        self.say(&Order::Job { job: job.number, work: job.work, input: job.input.clone() })?;
        loop {
            let mut line = String::new();
            if self.answers.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match serde_json::from_str(&line) {
                Ok(report @ (Report::Done { .. } | Report::Refused { .. })) => return Some(report),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    fn say(&mut self, order: &Order) -> Option<()> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        input.as_mut()?.write_all(order.line().as_bytes()).ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // From here on nobody else ends it: its number may soon be that of another process.
        self.running.remove(self.child.id());
        drop(self.input.lock().unwrap_or_else(PoisonError::into_inner).take());
        let clock = SystemClock::start();
        while matches!(self.child.try_wait(), Ok(None)) && clock.now() < FAREWELL {
            thread::sleep(BETWEEN_LOOKS);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
