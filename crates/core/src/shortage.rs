//! What the machine could not give: threads, memory. Original design.
//!
//! A search that gets fewer threads or a smaller table than it asked for goes on with less, as the result does not depend
//! on either. Libraries never print, so what was missing is noted here, each thing once, and front ends say it.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};

static NOTES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Notes what was missing.
pub fn note(text: String) {
    NOTES.lock().unwrap_or_else(PoisonError::into_inner).insert(text);
}

/// What was missing since the last time, for people.
#[must_use]
pub fn take() -> Vec<String> {
    std::mem::take(&mut *NOTES.lock().unwrap_or_else(PoisonError::into_inner)).into_iter().collect()
}

/// Memory that must still be free when a thread starts: a thread too many would leave nothing for the others to work with.
const LEFT_FOR_WORK: usize = 32 << 20;

/// Starts a thread that helps, if the system has one to give; if not, that is noted.
pub fn spawn_helper<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    // What starts a thread is compiled once for each kind of result, not for each kind of work.
    let work: Box<dyn FnOnce() -> T + Send + 'scope> = Box::new(work);
    // Never touched, so it costs nothing; given back as soon as the thread has its stack.
    let mut left = Vec::<u8>::new();
    let is_left = left.try_reserve_exact(LEFT_FOR_WORK).is_ok();
    let started = is_left.then(|| Builder::new().spawn_scoped(scope, work).ok()).flatten();
    // An allocation that nobody looks at may be left out by the compiler.
    std::hint::black_box(&left);
    if started.is_none() {
        note("the system has no more threads to give: fewer than asked for are used".to_owned());
    }
    started
}

/// Lets helpers work, each with its number from zero, while the caller does something else; ends when all are done. There may
/// be fewer of them, if the system has fewer threads to give: how many were started is the result. Compiled once, whatever
/// the work is.
pub fn beside(helpers: usize, help: &(dyn Fn(usize) + Sync), own: &mut dyn FnMut()) -> usize {
    std::thread::scope(|scope| {
        let spawn = |index| spawn_helper(scope, move || help(index));
        let helpers: Vec<_> = (0..helpers).map_while(spawn).collect();
        own();
        let started = helpers.len();
        helpers.into_iter().for_each(join);
        started
    })
}

/// Lets as many threads work, each with its number from zero, which is the caller's. What a thread would do that could not
/// be started is done by the caller.
pub fn on_threads(threads: usize, work: &(dyn Fn(usize) + Sync)) {
    let started = beside(threads.saturating_sub(1), &|index| work(index + 1), &mut || work(0));
    (started + 1..threads).for_each(work);
}

/// What a thread returned; a panic in it goes on in the caller.
pub fn join<T>(handle: ScopedJoinHandle<'_, T>) -> T {
    handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said_once() {
        note("no table".to_owned());
        note("no table".to_owned());
        assert_eq!(take().iter().filter(|text| *text == "no table").count(), 1);
        assert!(!take().contains(&"no table".to_owned()));
    }

    #[test]
    fn every_number_is_worked_on_once() {
        for threads in [0, 1, 2, 5] {
            let seen = Mutex::new(Vec::new());
            on_threads(threads, &|index| seen.lock().unwrap().push(index));
            let mut seen = seen.into_inner().unwrap();
            seen.sort_unstable();
            assert_eq!(seen, (0..threads.max(1)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn helpers_work_while_the_caller_does() {
        let (ask, asked) = std::sync::mpsc::channel();
        let asked = Mutex::new(asked);
        let helped = Mutex::new(Vec::new());
        let help = |index| {
            helped.lock().unwrap().push((index, asked.lock().unwrap().recv().unwrap()));
        };
        let started = beside(2, &help, &mut || (0..2).for_each(|_| ask.send(7).unwrap()));
        let mut helped = helped.into_inner().unwrap();
        helped.sort_unstable();
        assert_eq!((started, helped), (2, vec![(0, 7), (1, 7)]));
    }

    #[test]
    #[should_panic(expected = "in a helper")]
    fn a_panic_in_a_helper_goes_on_in_the_caller() {
        std::thread::scope(|scope| {
            let helper = spawn_helper(scope, || panic!("in a helper"));
            helper.map(join);
        });
    }
}
