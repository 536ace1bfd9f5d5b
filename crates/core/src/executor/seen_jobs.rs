//! Which jobs have given their results, of however many.

use std::collections::BTreeSet;

/// The jobs whose results were seen: nearly all below some number, and few beyond it.
#[derive(Default)]
pub(super) struct SeenJobs {
    below: u64,
    beyond: BTreeSet<u64>,
}

impl SeenJobs {
    pub(super) fn insert(&mut self, index: u64) {
        self.beyond.insert(index);
        while self.beyond.remove(&self.below) {
            self.below += 1;
        }
    }

    pub(super) fn contains(&self, index: u64) -> bool {
        index < self.below || self.beyond.contains(&index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_seen_in_any_order() {
        let mut seen = SeenJobs::default();
        [2, 0, 4].into_iter().for_each(|index| seen.insert(index));
        assert_eq!(
            (0..6).map(|index| seen.contains(index)).collect::<Vec<_>>(),
            [true, false, true, false, true, false]
        );
        seen.insert(1);
        assert_eq!((seen.below, seen.beyond.len()), (3, 1));
    }
}
