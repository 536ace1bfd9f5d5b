//! What the machine could not give: threads, memory. Ours.
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

/// Starts a thread that helps, if the system has one to give; if not, that is noted.
pub fn spawn_helper<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    let started = Builder::new().spawn_scoped(scope, work);
    started
        .map_err(|_| note("the system has no more threads to give: fewer than asked for are used".to_owned()))
        .ok()
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
    #[should_panic(expected = "in a helper")]
    fn a_panic_in_a_helper_goes_on_in_the_caller() {
        std::thread::scope(|scope| {
            let helper = spawn_helper(scope, || panic!("in a helper"));
            helper.map(join);
        });
    }
}
