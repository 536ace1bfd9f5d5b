//! Where time comes from: real at the edge, set by hand in tests. Original design.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A clock that only ever goes forward.
pub trait Clock: Send + Sync {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The machine's monotonic clock: the only place that reads it.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// A clock that reads zero now.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the clock that everyone else is told to use")]
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that stands still until it is moved.
#[derive(Debug, Default)]
pub struct ManualClock(AtomicU64);

impl ManualClock {
    /// A clock that reads zero.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        self.0.fetch_add(by.as_nanos() as u64, Ordering::Relaxed);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_clock_stands_still_until_it_is_moved() {
        let clock = ManualClock::new();
        assert_eq!((clock.now(), clock.now()), (Duration::ZERO, Duration::ZERO));
        clock.advance(Duration::from_millis(3));
        clock.advance(Duration::from_nanos(5));
        assert_eq!(clock.now(), Duration::new(0, 3_000_005));
    }

    #[test]
    fn the_clock_of_the_machine_goes_forward() {
        let clock = SystemClock::start();
        let first = clock.now();
        std::thread::sleep(Duration::from_millis(2));
        assert!(clock.now() >= first + Duration::from_millis(2));
    }
}
