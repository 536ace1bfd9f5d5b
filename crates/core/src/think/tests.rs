//! Limits, clocks, flags and reports of searches.

use super::*;

#[test]
fn the_stop_flag_ends_the_search_at_the_next_node() {
    let stop = Stop::default();
    let clock = ManualClock::new();
    let mut think = Think::new(Budget::default(), Seed(1), &clock, stop.clone());
    assert!((0..5000).all(|_| think.node().is_ok()));
    stop.set();
    assert_eq!(think.node(), Err(Stopped));
    assert_eq!(think.nodes(), 5000);
}

/// Helpers together can visit more than was left: the next node once went past the limit without end.
#[test]
fn nodes_of_helpers_end_the_search_too() {
    for (limit, added) in [(10, 10), (10, 11), (10, u64::MAX), (u64::MAX, u64::MAX)] {
        let mut think = Think::untimed(Budget::nodes(limit), Seed(1));
        assert_eq!(think.node(), Ok(()));
        think.add_nodes(added);
        assert_eq!(think.node(), Err(Stopped), "{limit} {added}");
        assert_eq!(think.fork().think(0, 2).node(), Err(Stopped), "{limit} {added}");
    }
    let mut unlimited = Think::untimed(Budget::default(), Seed(1));
    unlimited.add_nodes(u64::MAX);
    assert_eq!((unlimited.node(), unlimited.nodes()), (Ok(()), u64::MAX));
}

/// Shares of no workers were once a division by zero, and a clock that runs backwards an overflow.
#[test]
fn odd_helpers_and_clocks_are_taken() {
    let mut alone = Think::untimed(Budget::nodes(3), Seed(1)).fork().think(0, 0);
    assert_eq!((0..9).take_while(|_| alone.node().is_ok()).count(), 3);
    let clock = ManualClock::new();
    let mut think = Think::new(Budget::time(Duration::MAX), Seed(1), &clock, Stop::default());
    think.restart(Duration::from_secs(5), Budget::time(Duration::MAX), Seed(1));
    assert_eq!((think.node(), think.elapsed()), (Ok(()), Duration::ZERO));
}

#[test]
fn slow_nodes_are_timed_one_by_one() {
    let clock = ManualClock::new();
    let mut think = Think::new(Budget::time(Duration::from_millis(50)), Seed(1), &clock, Stop::default());
    let mut visited = 0;
    while think.node().is_ok() {
        clock.advance(Duration::from_millis(1));
        visited += 1;
    }
    assert_eq!(visited, 50);
}

#[test]
fn fast_nodes_look_at_the_clock_seldom() {
    let clock = ManualClock::new();
    let mut think = Think::new(Budget::time(Duration::from_millis(50)), Seed(1), &clock, Stop::default());
    while think.node().is_ok() {
        clock.advance(Duration::from_nanos(100));
    }
    assert!((500_000..502_000).contains(&think.nodes()), "{}", think.nodes());
}

/// A clock that runs on by itself and knows how often it was read.
struct CountedClock {
    clock: ManualClock,
    reads: std::sync::atomic::AtomicU64,
}

impl Clock for CountedClock {
    fn now(&self) -> Duration {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.clock.now()
    }
}

#[test]
fn looks_at_the_clock_lie_as_far_apart_as_nodes_allow() {
    for (node, most) in [(Duration::from_nanos(100), 600), (Duration::from_millis(1), 60)] {
        let clock = CountedClock { clock: ManualClock::new(), reads: 0.into() };
        let mut think = Think::new(Budget::time(Duration::from_millis(50)), Seed(1), &clock, Stop::default());
        while think.node().is_ok() {
            clock.clock.advance(node);
        }
        let reads = clock.reads.load(Ordering::Relaxed);
        assert!((40..=most).contains(&reads), "{node:?}: {reads}");
    }
}

#[test]
fn long_work_can_ask_between_two_nodes() {
    let clock = ManualClock::new();
    let stop = Stop::default();
    let think = Think::new(Budget::time(Duration::from_millis(50)), Seed(1), &clock, stop.clone());
    assert!(!think.is_over());
    clock.advance(Duration::from_millis(50));
    assert!(think.is_over());
    let timeless = Think::new(Budget::nodes(0), Seed(1), &clock, stop.clone());
    assert!(!timeless.is_over());
    stop.set();
    assert!(timeless.is_over());
}

#[test]
fn a_restart_is_a_new_search() {
    let clock = ManualClock::new();
    let mut think = Think::new(Budget::nodes(5), Seed(1), &clock, Stop::default());
    while think.node().is_ok() {}
    clock.advance(Duration::from_millis(7));
    think.restart(think.now(), Budget::nodes(3), Seed(2));
    assert_eq!((think.nodes(), think.elapsed(), think.seed()), (0, Duration::ZERO, Seed(2)));
    assert_eq!((0..).take_while(|_| think.node().is_ok()).count(), 3);
}

#[test]
fn threads_share_the_node_limit() {
    let think = Think::untimed(Budget::nodes(10), Seed(1));
    let fork = think.fork();
    let visited = |worker| {
        let mut think = fork.think(worker, 3);
        while think.node().is_ok() {}
        think.nodes()
    };
    assert_eq!([visited(0), visited(1), visited(2)], [4, 3, 3]);
}

#[test]
fn reports_reach_the_listener() {
    let mut depths = Vec::new();
    let mut listener = |progress: &Progress| depths.push(progress.depth);
    let mut think = Think::untimed(Budget::depth(2), Seed(1)).on_progress(&mut listener);
    think.report(1, Score::ZERO);
    think.report(2, Score::points(1));
    assert_eq!(depths, [1, 2]);
}

/// A handler of signals sets a flag of its own.
#[test]
fn a_flag_from_outside_stops_too() {
    let flag = Arc::new(AtomicBool::new(false));
    let stop = Stop::from(flag.clone());
    assert!(!stop.is_set());
    flag.store(true, Ordering::Relaxed);
    assert!(stop.is_set() && stop.clone().is_set());
    assert_eq!(Stopped.to_string(), "the search was stopped");
}

#[test]
fn a_search_knows_its_limits_seed_and_time() {
    let clock = ManualClock::new();
    clock.advance(Duration::from_millis(5));
    let stop = Stop::default();
    let think = Think::new(Budget::depth(3), Seed(7), &clock, stop.clone());
    clock.advance(Duration::from_millis(2));
    assert_eq!((think.now(), think.elapsed()), (Duration::from_millis(7), Duration::from_millis(2)));
    assert_eq!((think.budget(), think.seed()), (Budget::depth(3), Seed(7)));
    assert_eq!(think.rng("use"), Seed(7).stream("use", 0));
    assert!(!think.is_stopped());
    stop.set();
    assert!(think.is_stopped());
}

#[test]
fn helpers_share_clock_flag_and_limits_but_not_the_seed() {
    let clock = ManualClock::new();
    let stop = Stop::default();
    let budget = Budget { depth: Some(4), nodes: Some(10), time: Some(Duration::from_millis(50)) };
    let mut think = Think::new(budget, Seed(7), &clock, stop.clone());
    clock.advance(Duration::from_millis(20));
    assert_eq!((think.node(), think.node()), (Ok(()), Ok(())));
    let [first, second] = [0, 1].map(|worker| think.fork().think(worker, 2));
    assert_eq!([first.seed(), second.seed()], [Seed(7), Seed(7).child("worker", 1)]);
    assert_eq!(first.budget(), Budget { nodes: Some(4), ..budget });
    assert_eq!(second.elapsed(), Duration::from_millis(20), "the whole search began earlier");
    let own = Stop::default();
    let alone = think.fork().stopped_by(own.clone()).think(0, 1);
    stop.set();
    assert!(first.is_stopped() && !alone.is_stopped());
    own.set();
    assert!(alone.is_stopped());
}

#[test]
fn a_report_says_all_that_was_reached() {
    let clock = ManualClock::new();
    let mut seen = Vec::new();
    let mut listener = |progress: &Progress| seen.push(*progress);
    let think = Think::new(Budget::default(), Seed(1), &clock, Stop::default());
    let mut think = think.on_progress(&mut listener);
    assert_eq!(think.node(), Ok(()));
    think.add_nodes(4);
    clock.advance(Duration::from_millis(3));
    think.report(2, Score::points(1));
    let elapsed = Duration::from_millis(3);
    assert_eq!(seen, [Progress { depth: 2, nodes: 5, elapsed, score: Score::points(1) }]);
}
