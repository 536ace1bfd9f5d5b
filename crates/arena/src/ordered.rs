//! Puts results that come in any order back into the order of their numbers. Original design.

use std::collections::VecDeque;

/// Holds results until all earlier ones are there.
pub(crate) struct Ordered<R> {
    /// The number of the result to give out next, and the results from there on as far as they are known.
    next: u64,
    waiting: VecDeque<Option<R>>,
}

impl<R> Ordered<R> {
    /// The first result to give out is that of `first`.
    pub(crate) fn from(first: u64) -> Self {
        Self { next: first, waiting: VecDeque::new() }
    }

    /// Takes a result and gives out those that are now in order, until `each` answers `false`; says what it answered
    /// last.
    pub(crate) fn take(&mut self, index: u64, result: R, mut each: impl FnMut(R) -> bool) -> bool {
        let place = (index - self.next) as usize;
        if place >= self.waiting.len() {
            self.waiting.resize_with(place + 1, || None);
        }
        self.waiting[place] = Some(result);
        while let Some(result) = self.waiting.front_mut().and_then(Option::take) {
            self.waiting.pop_front();
            self.next += 1;
            if !each(result) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_order_becomes_the_right_one() {
        let mut ordered = Ordered::from(0);
        let mut seen = Vec::new();
        for index in [2, 0, 1, 4, 3] {
            assert!(ordered.take(index, index, |result| {
                seen.push(result);
                true
            }));
        }
        assert_eq!(seen, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_refusal_holds_the_rest_back() {
        let mut ordered = Ordered::from(0);
        assert!(ordered.take(1, 1, |_| true));
        let mut seen = 0;
        assert!(!ordered.take(0, 0, |_| {
            seen += 1;
            false
        }));
        assert_eq!(seen, 1);
    }
}
