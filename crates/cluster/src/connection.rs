//! The driver: keeps all workers supplied with parts of a range, and hands over every result once.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_core::{Clock, Cluster, ClusterLost, Output, ReadError, Stop, SystemClock, WorkId};

use crate::address::Address;
use crate::link::Link;
use crate::message::{Order, Report};
use crate::parts::{IN_HAND, Parts};
use crate::processes::{ProcessLink, Processes};
use crate::ray::RayLink;

/// How often the driver looks whether somebody wants to stop.
const BETWEEN_LOOKS: Duration = Duration::from_millis(30);
/// A cluster that has no worker by then will not get one.
const START: Duration = Duration::from_secs(180);
/// A bridge that died so often is not started again.
const MOST_RESTARTS: u32 = 3;

/// What a connection needs to know.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where the workers are.
    pub address: Address,
    /// The program that is a worker when it is called with `worker`, or a library that Python can load.
    pub program: PathBuf,
    /// Python code that works with such a library, whose path is its argument; none if the program runs by itself.
    pub loader: Option<&'static str>,
    /// What a worker of the same program says it is.
    pub version: String,
    /// The Python of the bridge, and of workers of this machine where the program is a library.
    pub python: String,
    /// Ends everything that may end early; set when the cluster is lost.
    pub stop: Stop,
    /// Tells people what they should know at once.
    pub say: fn(&str),
}

impl Setup {
    /// What starts a worker on this machine.
    fn worker_command(&self) -> Vec<OsString> {
        let program = self.program.clone().into_os_string();
        match self.loader {
            None => vec![program, "worker".into()],
            Some(loader) => vec![self.python.clone().into(), "-c".into(), loader.into(), program],
        }
    }
}

/// A cluster that runs jobs for this process.
pub struct Connection {
    setup: Setup,
    state: Mutex<State>,
    workers: AtomicUsize,
    /// Why there is no more cluster.
    failure: Mutex<Option<String>>,
    processes: Processes,
    clock: SystemClock,
}

struct State {
    /// None once it has ended.
    link: Option<Box<dyn Link>>,
    works: Vec<(String, String)>,
    /// How long a job of each work takes.
    paces: Vec<Option<f64>>,
    /// So many works were told to the link.
    told: usize,
    next_job: u64,
    restarts: u32,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Connection({})", self.setup.address)
    }
}

impl Connection {
    /// Connects, and waits until there are workers.
    ///
    /// # Errors
    /// If there is no such cluster, or what it takes is not installed; in words for people.
    pub fn open(setup: Setup) -> Result<Self, ReadError> {
        let processes = Processes::default();
        let link: Box<dyn Link> = match &setup.address {
            Address::Processes(count) => {
                Box::new(ProcessLink::start(setup.worker_command(), count.get(), processes.clone()))
            }
            Address::NewRay => Box::new(RayLink::start(&setup, None).map_err(ReadError::new)?),
            Address::Ray(address) => Box::new(RayLink::start(&setup, Some(address)).map_err(ReadError::new)?),
        };
        let state = State {
            link: Some(link),
            works: Vec::new(),
            paces: Vec::new(),
            told: 0,
            next_job: 0,
            restarts: 0,
        };
        let connection = Self {
            setup,
            state: Mutex::new(state),
            workers: AtomicUsize::new(0),
            failure: Mutex::new(None),
            processes,
            clock: SystemClock::start(),
        };
        connection.await_workers()?;
        Ok(connection)
    }

    fn await_workers(&self) -> Result<(), ReadError> {
        let mut state = self.state();
        let begun = self.clock.now();
        while let Some(link) = &mut state.link {
            match link.hear(BETWEEN_LOOKS) {
                Some(Report::Workers { workers }) if workers > 0 => {
                    self.workers.store(workers, Ordering::Relaxed);
                    return Ok(());
                }
                Some(Report::Lost { error }) => return Err(ReadError::new(error)),
                Some(_) | None => {}
            }
            if self.setup.stop.is_set() {
                return Err(ReadError::new("stopped before the cluster was there"));
            }
            if self.clock.now() - begun > START {
                let waited = START.as_secs();
                return Err(ReadError::new(format!(
                    "{}: no worker after {waited} s: does the cluster have processors to give?",
                    self.setup.address
                )));
            }
        }
        Err(ReadError::new("the cluster has ended"))
    }

    /// How many workers there are.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.workers.load(Ordering::Relaxed)
    }

    /// Why the cluster is lost, if it is.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The processes of workers that are those of this machine.
    #[must_use]
    pub fn processes(&self) -> &Processes {
        &self.processes
    }

    /// Ends what was started for the connection; a cluster that was there before stays.
    pub fn end(&self) {
        if let Some(mut link) = self.state().link.take() {
            link.end();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes why there is no more cluster, and asks everything to end where it can.
    fn fail(&self, link: Option<Box<dyn Link>>, error: String) -> ClusterLost {
        if let Some(mut link) = link {
            link.end();
        }
        (self.setup.say)(&format!(
            "the cluster is lost ({error}): what cannot wait is finished here, then the command stops"
        ));
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        self.setup.stop.set();
        ClusterLost
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.end();
    }
}

/// A part that was sent and not answered yet.
struct Sent {
    part: Range<u64>,
    input: String,
}

impl State {
    /// Tells the link of all works that it does not know.
    fn tell_works(&mut self) {
        let Some(link) = &mut self.link else { return };
        for (work, (kind, settings)) in self.works.iter().enumerate().skip(self.told) {
            link.send(&Order::Work { work: work as u32, kind: kind.clone(), settings: settings.clone() });
        }
        self.told = self.works.len();
    }

    fn send(&mut self, order: &Order) {
        if let Some(link) = &mut self.link {
            link.send(order);
        }
    }

    fn cancel(&mut self, sent: &BTreeMap<u64, Sent>) {
        if !sent.is_empty() {
            self.send(&Order::Cancel { jobs: sent.keys().copied().collect() });
        }
    }

    /// Starts the link again and repeats everything that is not answered.
    fn restart(&mut self, work: u32, sent: &BTreeMap<u64, Sent>) -> bool {
        self.restarts += 1;
        let again =
            self.restarts <= MOST_RESTARTS && self.link.as_mut().is_some_and(|link| link.restart().is_ok());
        if again {
            self.told = 0;
            self.tell_works();
            for (&job, Sent { input, .. }) in sent {
                self.send(&Order::Job { job, work, input: input.clone() });
            }
        }
        again
    }
}

impl Cluster for Connection {
    fn announce(&self, kind: &str, settings: String) -> WorkId {
        let mut state = self.state();
        let known = state.works.iter().position(|work| work.0 == kind && work.1 == settings);
        let number = known.unwrap_or_else(|| {
            state.works.push((kind.to_owned(), settings));
            state.paces.push(None);
            state.works.len() - 1
        });
        WorkId(number as u32)
    }

    fn run(
        &self,
        WorkId(work): WorkId,
        range: Range<u64>,
        input: &dyn Fn(Range<u64>) -> String,
        output: &mut Output<'_>,
    ) -> Result<(), ClusterLost> {
        let mut state = self.state();
        if state.link.is_none() {
            return Err(ClusterLost);
        }
        state.tell_works();
        let mut parts = Parts::new(range, state.paces[work as usize]);
        let mut sent: BTreeMap<u64, Sent> = BTreeMap::new();
        loop {
            let workers = self.workers();
            while sent.len() < IN_HAND * workers.max(1)
                && let Some(part) = parts.next(workers, (output.ready)())
            {
                let (job, input) = (state.next_job, input(part.clone()));
                state.next_job += 1;
                state.send(&Order::Job { job, work, input: input.clone() });
                sent.insert(job, Sent { part, input });
            }
            if sent.is_empty() {
                return Ok(());
            }
            if output.stops && self.setup.stop.is_set() {
                state.cancel(&sent);
                return Ok(());
            }
            match state.link.as_mut().and_then(|link| link.hear(BETWEEN_LOOKS)) {
                Some(Report::Done { job, output: text, seconds }) => {
                    // What nobody waits for any more was answered before, or cancelled.
                    let Some(Sent { part, .. }) = sent.remove(&job) else { continue };
                    parts.took(part.end - part.start, seconds);
                    state.paces[work as usize] = parts.pace();
                    match (output.on_output)(part, &text) {
                        Ok(true) => {}
                        Ok(false) => {
                            state.cancel(&sent);
                            return Ok(());
                        }
                        Err(error) => return Err(self.fail(state.link.take(), error.to_string())),
                    }
                }
                Some(Report::Refused { job, error }) if sent.contains_key(&job) => {
                    return Err(self.fail(state.link.take(), error));
                }
                Some(Report::Workers { workers }) => self.workers.store(workers, Ordering::Relaxed),
                Some(Report::Lost { error }) => {
                    if !state.restart(work, &sent) {
                        return Err(self.fail(state.link.take(), error));
                    }
                }
                Some(Report::Hello { .. } | Report::Refused { .. }) | None => {}
            }
        }
    }
}
