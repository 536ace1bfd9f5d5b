//! Cutting a range of jobs into parts that take about a second. Original design; near the end parts shrink with what is
//! left, as in guided self-scheduling, so that nobody waits long for the last one.
//!
//! The cut changes nothing but the time.

use std::ops::Range;

/// How long a part should take, in seconds: a thousand times what it costs to send one.
const WANTED: f64 = 1.0;
/// A part is at most so many times as long as what is known of the jobs so far: the first jobs may have been quick by
/// chance.
const GROWTH: u64 = 16;
/// A new measurement counts so much.
const WEIGHT: f64 = 0.3;
/// How many parts each worker has at a time: one that runs, and one that waits so that the worker need not.
pub(crate) const IN_HAND: usize = 2;

/// The parts of a range, cut one after the other.
#[derive(Clone, Debug)]
pub struct Parts {
    left: Range<u64>,
    /// Seconds for a job, once one was measured.
    pace: Option<f64>,
    /// The most jobs that were ever measured together.
    longest: u64,
}

impl Parts {
    /// All of `range`, of which nothing is known yet but perhaps how long jobs like these took before.
    #[must_use]
    pub fn new(range: Range<u64>, pace: Option<f64>) -> Self {
        Self { left: range, pace, longest: 1 }
    }

    /// The next part for one of so many workers, of jobs below `ready`.
    pub fn next(&mut self, workers: usize, ready: u64) -> Option<Range<u64>> {
        let left = self.left.end.min(ready).saturating_sub(self.left.start);
        if left == 0 {
            return None;
        }
        let wanted = self.pace.map_or(1, |pace| (WANTED / pace.max(1e-9)) as u64);
        let fair = left.div_ceil((IN_HAND * workers.max(1)) as u64);
        let length = wanted.min(GROWTH.saturating_mul(self.longest)).min(fair).clamp(1, left);
        let part = self.left.start..self.left.start + length;
        self.left.start = part.end;
        Some(part)
    }

    /// Learns how long so many jobs took.
    pub fn took(&mut self, jobs: u64, seconds: f64) {
        if jobs == 0 || !seconds.is_finite() || seconds < 0.0 {
            return;
        }
        let measured = seconds / jobs as f64;
        self.pace = Some(self.pace.map_or(measured, |pace| (1.0 - WEIGHT) * pace + WEIGHT * measured));
        self.longest = self.longest.max(jobs);
    }

    /// Seconds for a job, once one was measured.
    #[must_use]
    pub fn pace(&self) -> Option<f64> {
        self.pace
    }

    /// Whether all parts were handed out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs parts one after the other; jobs take so many seconds each.
    fn lengths(jobs: u64, workers: usize, seconds: f64) -> Vec<u64> {
        let mut parts = Parts::new(10..10 + jobs, None);
        let (mut lengths, mut next) = (Vec::new(), 10);
        while let Some(part) = parts.next(workers, u64::MAX) {
            assert_eq!(part.start, next, "nothing is left out");
            next = part.end;
            let length = part.end - part.start;
            parts.took(length, seconds * length as f64);
            lengths.push(length);
        }
        assert!(parts.is_empty());
        assert_eq!(next, 10 + jobs);
        lengths
    }

    #[test]
    fn parts_take_about_a_second() {
        assert_eq!(lengths(1000, 2, 0.05)[..4], [1, 16, 20, 20]);
        assert_eq!(lengths(5, 2, 60.0), [1; 5]);
        let quick = lengths(10_000_000, 4, 1e-6);
        assert!(quick.contains(&1_000_000), "{quick:?}");
    }

    #[test]
    fn the_end_is_shared_fairly() {
        let lengths = lengths(1000, 2, 0.01);
        assert_eq!(lengths[lengths.len() - 4..], [1; 4]);
        assert!(Parts::new(3..3, None).next(1, u64::MAX).is_none());
        assert_eq!(Parts::new(3..9, None).next(1, 4), Some(3..4));
        assert!(Parts::new(3..9, None).next(1, 3).is_none(), "nothing is ready");
    }
}
