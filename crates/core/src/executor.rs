//! Spreading independent jobs over threads. Original design.
//!
//! A job is a number; its result depends on nothing else. So results do not depend on how many threads ran, and a
//! job that was lost can simply be run again.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::shortage::{join, spawn_helper};
use crate::{Clock, SystemClock};

/// A thread whose jobs are quicker than this hands over several results at once: waking who waits for them would cost
/// more than the jobs.
const QUICK: Duration = Duration::from_millis(1);
/// But no result is held for longer than this and one more job.
const HELD: Duration = Duration::from_millis(4);

/// More threads than this only get into each other's way.
pub const MOST_THREADS: usize = 256;

/// Runs numbered jobs on a fixed number of threads.
#[derive(Clone, Copy, Debug)]
pub struct Executor {
    threads: NonZeroUsize,
}

impl Executor {
    /// An executor with that many threads, but no more than [`MOST_THREADS`]; zero means as many as the machine has.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let available = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { threads: NonZeroUsize::new(threads.min(MOST_THREADS)).unwrap_or_else(available) }
    }

    /// How many threads run the jobs.
    #[must_use]
    pub fn threads(self) -> usize {
        self.threads.get()
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
        range: std::ops::Range<u64>,
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
        let next = AtomicU64::new(range.start);
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            let spawn = |_| {
                let sender = sender.clone();
                let (next, worker, job, end) = (&next, &worker, &job, range.end);
                spawn_helper(scope, move || {
                    // Whoever panics takes the others home: the panic goes on when all have ended.
                    let _end = EndIfPanicking { next, end };
                    let mut own = worker();
                    let mut batch = Vec::new();
                    let clock = SystemClock::start();
                    let (mut sent, mut ended) = (Duration::ZERO, Duration::ZERO);
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let last = index >= end;
                        if !last {
                            batch.push((index, job(&mut own, index)));
                        }
                        let now = clock.now();
                        let hold = !last && now - ended < QUICK && now - sent < HELD;
                        ended = now;
                        if hold {
                            continue;
                        }
                        sent = now;
                        if sender.send(std::mem::take(&mut batch)).is_err() || last {
                            return;
                        }
                    }
                })
            };
            let helpers: Vec<_> = (0..self.threads.get()).map_while(spawn).collect();
            if helpers.is_empty() {
                return alone(&mut on_result);
            }
            drop(sender);
            for (index, result) in results.into_iter().flatten() {
                if !on_result(index, result) {
                    next.store(range.end, Ordering::Relaxed);
                    break;
                }
            }
            helpers.into_iter().for_each(join);
        });
    }

    /// Runs the jobs and returns their results in the order of their numbers.
    pub fn map<R: Send>(self, jobs: u64, job: impl Fn(u64) -> R + Sync) -> Vec<R> {
        let mut slots: Vec<Option<R>> = (0..jobs).map(|_| None).collect();
        self.run(
            0..jobs,
            || (),
            |(), index| job(index),
            |index, result| {
                slots[index as usize] = Some(result);
                true
            },
        );
        slots.into_iter().flatten().collect()
    }
}

/// Lets no further job begin once a thread panics.
struct EndIfPanicking<'e> {
    next: &'e AtomicU64,
    end: u64,
}

impl Drop for EndIfPanicking<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.next.store(self.end, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_at_any_thread_count() {
        for threads in [1, 2, 7] {
            let squares = Executor::new(threads).map(100, |index| index * index);
            assert_eq!(squares, (0..100).map(|index| index * index).collect::<Vec<u64>>());
        }
    }

    /// All other jobs were once run to their end first.
    #[test]
    fn a_panic_ends_everything_soon_and_keeps_its_message() {
        let run = AtomicU64::new(0);
        let jobs = std::panic::AssertUnwindSafe(|| {
            Executor::new(3).map(100_000, |index| {
                run.fetch_add(1, Ordering::Relaxed);
                assert!(index != 100, "job 100 fails");
                // A panic that prints where it came from takes its time: the others are not to be done by then.
                if index > 100 {
                    thread::sleep(Duration::from_millis(1));
                }
            })
        });
        let panic = std::panic::catch_unwind(jobs).unwrap_err();
        let message = panic.downcast_ref::<&str>().map(ToString::to_string);
        assert_eq!(message.or(panic.downcast_ref::<String>().cloned()).as_deref(), Some("job 100 fails"));
        assert!(run.into_inner() < 50_000);
    }

    #[test]
    fn a_refusal_starts_no_further_job() {
        for threads in [1, 3] {
            let mut seen = 0;
            Executor::new(threads).run(
                0..1_000_000,
                || (),
                |(), index| index,
                |_, _| {
                    seen += 1;
                    seen < 10
                },
            );
            assert_eq!(seen, 10);
        }
    }

    #[test]
    fn threads_are_as_many_as_asked_for_within_reason() {
        assert_eq!(
            [1, 3, 256, 257, 100_000].map(|threads| Executor::new(threads).threads()),
            [1, 3, 256, 256, 256]
        );
        let available = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        assert_eq!(Executor::new(0).threads(), available);
    }

    #[test]
    fn a_range_need_not_begin_at_zero() {
        for threads in [1, 3] {
            let mut seen = Vec::new();
            Executor::new(threads).run(
                5..9,
                || 100,
                |own, index| *own + index,
                |index, result| {
                    seen.push((index, result));
                    true
                },
            );
            seen.sort_unstable();
            assert_eq!(seen, [(5, 105), (6, 106), (7, 107), (8, 108)]);
        }
    }
}
