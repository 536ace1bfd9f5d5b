//! State that an evaluator carries beside the position. Original design.
//!
//! Positions that a search asks about one after the other differ in a few cells, so an evaluator that remembers the last
//! one needs to look only at what has changed. Neither searches nor positions know of it: the evaluator owns one state
//! for each thread and player, and an evaluator without state pays nothing.
//!
//! State changes the time only. Whatever position comes next, and whichever thread asks, the value must be the one that a
//! fresh state gives.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Player;

/// More threads than this share their states.
const THREADS: usize = 64;

/// What is known of the last position, by thread and player.
///
/// ```
/// use agon_core::{CarriedState, Player};
///
/// /// Remembers a number and how often it was asked about.
/// let last: CarriedState<(u32, u32)> = CarriedState::default();
/// let ask = |number| last.with(Player::FIRST, || (number, 0), |seen| {
///     *seen = if seen.0 == number { (number, seen.1 + 1) } else { (number, 1) };
///     seen.1
/// });
/// assert_eq!([ask(7), ask(7), ask(8)], [1, 2, 1]);
/// ```
pub struct CarriedState<S> {
    slots: Box<[Slot<S>]>,
}

/// On cache lines of its own: threads must not wait for each other's.
#[repr(align(128))]
struct Slot<S>(Mutex<Option<S>>);

impl<S> CarriedState<S> {
    /// Asks the state of this thread and player, or a fresh one if there is none yet or another thread is using it.
    #[inline]
    pub fn with<R>(&self, player: Player, fresh: impl FnOnce() -> S, ask: impl FnOnce(&mut S) -> R) -> R {
        let Slot(slot) = &self.slots[2 * (thread_number() % THREADS) + usize::from(player.0 & 1)];
        // A state that a panic left half changed is not used again.
        match slot.try_lock() {
            Ok(mut state) => ask(state.get_or_insert_with(fresh)),
            Err(_) => ask(&mut fresh()),
        }
    }
}

impl<S> Default for CarriedState<S> {
    fn default() -> Self {
        Self { slots: (0..2 * THREADS).map(|_| Slot(Mutex::new(None))).collect() }
    }
}

/// A copy begins with nothing: states are found again.
impl<S> Clone for CarriedState<S> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<S> fmt::Debug for CarriedState<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CarriedState").finish_non_exhaustive()
    }
}

/// The number of this thread, among all that ever asked.
#[inline]
fn thread_number() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static OWN: usize = NEXT.fetch_add(1, Ordering::Relaxed);
    }
    OWN.with(|own| *own)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(state: &CarriedState<u32>, player: Player) -> u32 {
        state.with(
            player,
            || 0,
            |count| {
                *count += 1;
                *count
            },
        )
    }

    #[test]
    fn threads_and_players_have_states_of_their_own() {
        let state = CarriedState::default();
        assert_eq!([1, 2, 3].map(|_| count(&state, Player::FIRST)), [1, 2, 3]);
        assert_eq!(count(&state, Player::SECOND), 1);
        let elsewhere = std::thread::scope(|scope| scope.spawn(|| count(&state, Player::FIRST)).join());
        assert_eq!(elsewhere.ok(), Some(1));
        assert_eq!(count(&state.clone(), Player::FIRST), 1, "a copy begins with nothing");
        assert_eq!(count(&state, Player::FIRST), 4);
    }

    #[test]
    fn a_state_in_use_or_left_half_changed_is_replaced_by_a_fresh_one() {
        let state = CarriedState::default();
        assert_eq!(state.with(Player::FIRST, || 5, |_| count(&state, Player::FIRST)), 1);
        let fails = || state.with(Player::SECOND, || 0, |_: &mut u32| panic!("in the middle"));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(fails)).is_err());
        assert_eq!([1, 2].map(|_| count(&state, Player::SECOND)), [1, 1]);
    }
}
