//! Where jobs run: on the threads of this process, or on a cluster. Original design.
//!
//! A job is a number; its result depends on nothing else. So results do not depend on how many threads ran, and a
//! job that was lost can simply be run again.
//!
//! A closure cannot leave the process, so what is to run on a cluster is also a value ([`SentJobs`]): the settings of the
//! work as text, an input for a range of numbers, and how its output is read. See [`Cluster`] and [`Desk`].

mod elsewhere;
mod seen_jobs;

pub use elsewhere::{
    ChainedJobs, Cluster, ClusterLost, Desk, OnOutput, Output, ReadOutput, SentJobs, WorkId,
};

use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use seen_jobs::SeenJobs;

use crate::shortage::{join, spawn_helper};
use crate::{Clock, SystemClock};

/// A thread whose jobs are quicker than this hands over several results at once: waking who waits for them would cost
/// more than the jobs.
const QUICK: Duration = Duration::from_millis(1);
/// But no result is held for longer than this and one more job.
const HELD: Duration = Duration::from_millis(4);

/// More threads than this only get into each other's way.
pub const MOST_THREADS: usize = 256;

/// Runs numbered jobs: on a fixed number of threads, or on a cluster where it was told so and the jobs can be sent.
#[derive(Clone, Copy, Debug)]
pub struct Executor {
    threads: NonZeroUsize,
    place: Place,
}

/// Where jobs run that can be sent.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// On the threads, like all others.
    Here,
    /// Elsewhere, once it is said what work they belong to.
    Cluster(&'static dyn Cluster, Option<WorkId>),
    /// Nowhere: this is a worker, and somebody else decides what it runs.
    Desk(&'static dyn Desk),
}

impl Executor {
    /// An executor with that many threads, but no more than [`MOST_THREADS`]; zero means as many as the machine has.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let available = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = NonZeroUsize::new(threads.min(MOST_THREADS)).unwrap_or_else(available);
        Self { threads, place: Place::Here }
    }

    /// Sends jobs to a cluster where they can be sent; the threads run the others.
    #[must_use]
    pub fn on_cluster(self, cluster: &'static dyn Cluster) -> Self {
        Self { place: Place::Cluster(cluster, None), ..self }
    }

    /// The executor of a worker, which finds its jobs at a desk.
    #[must_use]
    pub fn at_desk(desk: &'static dyn Desk) -> Self {
        Self { place: Place::Desk(desk), ..Self::new(1) }
    }

    /// The desk of a worker.
    #[must_use]
    pub fn desk(self) -> Option<&'static dyn Desk> {
        if let Place::Desk(desk) = self.place { Some(desk) } else { None }
    }

    /// Whether jobs are sent away where they can be.
    #[must_use]
    pub fn is_cluster(self) -> bool {
        matches!(self.place, Place::Cluster(..))
    }

    /// Only the threads, for jobs that cannot be sent. That `what` happens here is noted where somebody may expect it
    /// elsewhere ([`shortage`](crate::shortage)).
    #[must_use]
    pub fn here(self, what: &str) -> Self {
        if self.is_cluster() {
            crate::shortage::note(format!("{what} on this machine: it cannot be spread over a cluster"));
        }
        Self { threads: self.threads, place: if self.is_cluster() { Place::Here } else { self.place } }
    }

    /// For work that workers know by this kind and these settings, which are asked for only if there is a cluster.
    ///
    /// # Errors
    /// Those of the settings: not everything can be sent.
    pub fn for_work<E>(self, kind: &str, settings: impl FnOnce() -> Result<String, E>) -> Result<Self, E> {
        let Place::Cluster(cluster, _) = self.place else { return Ok(self) };
        let work = cluster.announce(kind, settings()?);
        Ok(Self { place: Place::Cluster(cluster, Some(work)), ..self })
    }

    /// Sends the jobs of `range` away, if there is a cluster that knows their work; `false` if there is not, and nothing
    /// was done. Results come in whatever order, of ranges that the cluster chooses; `on_result` may answer `false` to
    /// start no further job. A cluster that is lost ends the jobs like a request to stop.
    pub fn send<R>(
        self,
        range: Range<u64>,
        jobs: &SentJobs<'_, R>,
        mut on_result: impl FnMut(Range<u64>, R) -> bool,
    ) -> bool {
        let Place::Cluster(cluster, Some(work)) = self.place else { return false };
        let mut on_output =
            |range: Range<u64>, text: &str| Ok(on_result(range.clone(), (jobs.read)(range, text)?));
        // The cluster says itself what became of it.
        let _ = cluster.run(work, range, jobs.input, &mut whole(&mut on_output, true));
        true
    }

    /// Runs the jobs on the cluster, if there is one that knows their work, and else here; their results in the order of
    /// their numbers. What a lost cluster leaves behind runs here.
    pub fn map_sent<R: Send>(
        self,
        count: u64,
        jobs: &SentJobs<'_, Vec<R>>,
        job: impl Fn(u64) -> R + Sync,
    ) -> Vec<R> {
        let Place::Cluster(cluster, Some(work)) = self.place else { return self.map(count, job) };
        let mut slots: Vec<Option<R>> = (0..count).map(|_| None).collect();
        let mut on_output = |range: Range<u64>, text: &str| {
            let results = (jobs.read)(range.clone(), text)?;
            for (index, result) in range.zip(results) {
                slots[index as usize] = Some(result);
            }
            Ok(true)
        };
        let _ = cluster.run(work, 0..count, jobs.input, &mut whole(&mut on_output, false));
        let missing: Vec<u64> = (0..count).filter(|&index| slots[index as usize].is_none()).collect();
        let found = self.map(missing.len() as u64, |index| job(missing[index as usize]));
        for (index, result) in missing.into_iter().zip(found) {
            slots[index as usize] = Some(result);
        }
        slots.into_iter().flatten().collect()
    }

    /// How many threads run the jobs.
    #[must_use]
    pub fn threads(self) -> usize {
        self.threads.get()
    }

    /// Runs jobs whose inputs come about as results come in, on the cluster or on threads. `on_result` sees results in
    /// whatever order, and is the only one who can make further jobs ready; it may answer `false` to end them all.
    ///
    /// # Panics
    /// If a job does, or no job is ready although all results were seen.
    pub fn run_chained<I: Send, R: Send>(
        self,
        count: u64,
        jobs: &ChainedJobs<'_, I, R>,
        job: impl Fn(I) -> R + Sync,
        mut on_result: impl FnMut(u64, R) -> bool,
    ) {
        let (mut seen, mut goes_on) = (SeenJobs::default(), true);
        if let Place::Cluster(cluster, Some(work)) = self.place {
            let mut on_output = |range: Range<u64>, text: &str| {
                for (index, result) in range.clone().zip((jobs.sent.read)(range, text)?) {
                    seen.insert(index);
                    goes_on = goes_on && on_result(index, result);
                }
                Ok(goes_on)
            };
            let mut output = Output { ready: jobs.ready, ..whole(&mut on_output, false) };
            let _ = cluster.run(work, 0..count, jobs.sent.input, &mut output);
        }
        if !goes_on {
            return;
        }
        let mut missing = (0..count).filter(|&index| !seen.contains(index)).peekable();
        let (inputs, waiting) = mpsc::channel::<(u64, I)>();
        let (sender, results) = mpsc::channel();
        let waiting = Mutex::new(waiting);
        let ended = AtomicBool::new(false);
        thread::scope(|scope| {
            // Gone with this closure, also if it panics: threads then wait for nothing.
            let inputs = inputs;
            let spawn = |_| {
                let (sender, waiting, job, ended) = (sender.clone(), &waiting, &job, &ended);
                spawn_helper(scope, move || {
                    loop {
                        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                        let Ok((index, input)) = next else { return };
                        if ended.load(Ordering::Relaxed) {
                            return;
                        }
                        if sender.send((index, catch_unwind(AssertUnwindSafe(|| job(input))))).is_err() {
                            return;
                        }
                    }
                })
            };
            // The caller only waits, so one thread is one helper too.
            let helpers: Vec<_> = (0..self.threads.get()).map_while(spawn).collect();
            drop(sender);
            let mut running = 0;
            while goes_on && (missing.peek().is_some() || running > 0) {
                while let Some(index) = missing.next_if(|&index| goes_on && index < (jobs.ready)()) {
                    let input = (jobs.input)(index);
                    if helpers.is_empty() {
                        goes_on = on_result(index, job(input));
                    } else {
                        running += usize::from(inputs.send((index, input)).is_ok());
                    }
                }
                if running > 0 {
                    let Ok((index, result)) = results.recv() else { break };
                    running -= 1;
                    match result {
                        Ok(result) => goes_on = on_result(index, result),
                        Err(panic) => {
                            ended.store(true, Ordering::Relaxed);
                            resume_unwind(panic);
                        }
                    }
                } else if let Some(&index) = missing.peek().filter(|_| goes_on) {
                    assert!(index < (jobs.ready)(), "no job is ready");
                }
            }
            ended.store(true, Ordering::Relaxed);
            drop(inputs);
            helpers.into_iter().for_each(join);
        });
    }

    /// Runs the jobs of `range`, handing each result to `on_result` on the calling thread soon after it is
    /// there, in whatever order they end. `worker` makes what one thread keeps between its jobs; `on_result` may answer
    /// `false` to start no further job.
    ///
    /// If the system has fewer threads to give, those run all jobs ([`shortage`](crate::shortage)).
    ///
    /// # Panics
    /// If a job does.
    pub fn run<W, R: Send>(
        self,
        range: Range<u64>,
        worker: impl Fn() -> W + Sync,
        job: impl Fn(&mut W, u64) -> R + Sync,
        mut on_result: impl FnMut(u64, R) -> bool,
    ) {
        let alone = |on_result: &mut dyn FnMut(u64, R) -> bool| {
            let mut own = worker();
            let _ = range.clone().all(|index| on_result(index, job(&mut own, index)));
        };
        if self.threads.get() == 1 {
            return alone(&mut on_result);
        }
        let arrived = Mutex::new(Vec::new());
        let locked = || arrived.lock().unwrap_or_else(PoisonError::into_inner);
        let help = |numbers: &mut Numbers<'_>| {
            let mut own = worker();
            let mut batch = Vec::new();
            while let Some(index) = numbers.next() {
                batch.push((index, job(&mut own, index)));
                if numbers.is_time_to_hand_over() {
                    locked().append(&mut batch);
                    if !numbers.tell() {
                        return;
                    }
                }
            }
            locked().append(&mut batch);
            numbers.tell();
        };
        let mut take = || {
            let results = std::mem::take(&mut *locked());
            results.into_iter().all(|(index, result)| on_result(index, result))
        };
        if !share_out(self.threads.get(), range.clone(), &help, &mut take) {
            alone(&mut on_result);
        }
    }

    /// Runs the jobs and returns their results in the order of their numbers.
    pub fn map<R: Send>(self, jobs: u64, job: impl Fn(u64) -> R + Sync) -> Vec<R> {
        let slots: Vec<Mutex<Option<R>>> = (0..jobs).map(|_| Mutex::new(None)).collect();
        self.each(jobs, &|index| {
            let result = job(index);
            *slots[index as usize].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        });
        slots
            .into_iter()
            .filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect()
    }

    /// Runs jobs that keep their results themselves. Compiled once, whatever the jobs are.
    fn each(self, jobs: u64, job: &(dyn Fn(u64) + Sync)) {
        self.run(0..jobs, || (), |(), index| job(index), |_, ()| true);
    }
}

/// Takes the outputs of jobs that all have their inputs.
fn whole<'o>(on_output: &'o mut OnOutput<'o>, stops: bool) -> Output<'o> {
    Output { on_output, stops, ready: &|| u64::MAX }
}

/// Lets helpers share the numbers of a range; `take` is called where they were started, whenever one says that results are
/// there, and may answer `false` to let nobody begin another number. `false` if the system has no thread to give, and
/// nothing was done. What jobs are and what they result in is not known here, so that this is compiled once for all of them.
fn share_out(
    threads: usize,
    range: Range<u64>,
    help: &(dyn Fn(&mut Numbers<'_>) + Sync),
    take: &mut dyn FnMut() -> bool,
) -> bool {
    let next = AtomicU64::new(range.start);
    let (sender, news) = mpsc::channel();
    thread::scope(|scope| {
        let spawn = |_| {
            let (sender, next) = (sender.clone(), &next);
            spawn_helper(scope, move || help(&mut Numbers::new(next, range.end, sender)))
        };
        let helpers: Vec<_> = (0..threads).map_while(spawn).collect();
        if helpers.is_empty() {
            return false;
        }
        drop(sender);
        for () in &news {
            if !take() {
                next.store(range.end, Ordering::Relaxed);
                break;
            }
        }
        drop(news);
        helpers.into_iter().for_each(join);
        true
    })
}

/// The numbers that a helper takes, one after the other, and when it is to hand over what came of them.
struct Numbers<'n> {
    next: &'n AtomicU64,
    end: u64,
    sender: mpsc::Sender<()>,
    clock: SystemClock,
    /// When the last results were handed over, and when the last job ended.
    sent: Duration,
    ended: Duration,
}

impl<'n> Numbers<'n> {
    fn new(next: &'n AtomicU64, end: u64, sender: mpsc::Sender<()>) -> Self {
        let clock = SystemClock::start();
        Self { next, end, sender, clock, sent: Duration::ZERO, ended: Duration::ZERO }
    }

    fn next(&mut self) -> Option<u64> {
        Some(self.next.fetch_add(1, Ordering::Relaxed)).filter(|&index| index < self.end)
    }

    /// Asked whenever a job has ended.
    fn is_time_to_hand_over(&mut self) -> bool {
        let now = self.clock.now();
        let is_time = now - self.ended >= QUICK || now - self.sent >= HELD;
        self.ended = now;
        if is_time {
            self.sent = now;
        }
        is_time
    }

    /// Says that results are there; `false` if nobody wants them any more.
    fn tell(&self) -> bool {
        self.sender.send(()).is_ok()
    }
}

/// Whoever panics takes the others home: no further number is given out, and the panic goes on when all have ended.
impl Drop for Numbers<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.next.store(self.end, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests;
