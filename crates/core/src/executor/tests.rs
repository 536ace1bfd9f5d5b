//! Jobs in order, on any number of threads.

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
    let jobs = AssertUnwindSafe(|| {
        Executor::new(3).map(100_000, |index| {
            run.fetch_add(1, Ordering::Relaxed);
            assert!(index != 100, "job 100 fails");
            // A panic that prints where it came from takes its time: the others are not to be done by then.
            if index > 100 {
                thread::sleep(Duration::from_millis(1));
            }
        })
    });
    let panic = catch_unwind(jobs).unwrap_err();
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

/// Each job takes the sum of two results that came three and four numbers before.
#[test]
fn chained_jobs_are_the_same_at_any_thread_count() {
    let run = |threads| {
        let known = std::cell::RefCell::new(vec![None::<u64>; 50]);
        let ready = || 4 + known.borrow().iter().take_while(|one| one.is_some()).count() as u64;
        let input = |index: u64| {
            let of = |back: u64| index.checked_sub(back).and_then(|at| known.borrow()[at as usize]);
            of(4).unwrap_or(index) + of(5).unwrap_or(1)
        };
        let sent = SentJobs { input: &|_| String::new(), read: &|_, _| Ok(Vec::new()) };
        let jobs = ChainedJobs { ready: &ready, input: &input, sent };
        Executor::new(threads).run_chained(
            50,
            &jobs,
            |sum| sum % 1_000_003,
            |index, result| {
                known.borrow_mut()[index as usize] = Some(result);
                true
            },
        );
        known.into_inner()
    };
    assert!(run(1).iter().all(Option::is_some));
    assert_eq!(run(1), run(3));
}

/// There may be more jobs than anybody can count, and nobody waits for those that were ready.
#[test]
fn whoever_wants_no_more_ends_chained_jobs() {
    for threads in [1, 3] {
        let (run, mut seen) = (AtomicU64::new(0), 0);
        let sent = SentJobs { input: &|_| String::new(), read: &|_, _| Ok(Vec::new()) };
        let jobs = ChainedJobs { ready: &|| 1000, input: &|index| index, sent };
        Executor::new(threads).run_chained(
            u64::MAX,
            &jobs,
            |_| {
                run.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_micros(100));
            },
            |_, ()| {
                seen += 1;
                seen < 5
            },
        );
        assert_eq!(seen, 5);
        assert!(run.into_inner() < 500);
    }
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
