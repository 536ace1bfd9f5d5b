//! Time as the manager tells it: for a move, for the match, and what is left.

use std::time::Duration;

use agon_arena::TimeControl;
use agon_core::Budget;

use crate::desk::within_turn;

/// Times in the words of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MatchClock {
    turn: Option<Duration>,
    /// Left of the match; `None` where it is not limited.
    left: Option<Duration>,
}

/// "As fast as possible."
const AT_ONCE: Duration = Duration::from_millis(20);

impl MatchClock {
    /// `timeout_turn`, `timeout_match` and `time_left`, in milliseconds; `false` for any other word.
    pub(super) fn tell(&mut self, what: &str, value: &str) -> bool {
        let millis = value.trim().parse::<i64>().ok();
        match (what, millis) {
            ("timeout_turn", Some(millis)) => {
                self.turn = Some(if millis <= 0 { AT_ONCE } else { Duration::from_millis(millis as u64) });
            }
            // 0 means that the match is not limited.
            ("timeout_match", Some(millis)) => {
                self.left = (millis > 0).then(|| Duration::from_millis(millis as u64));
            }
            // Where the match is not limited the manager sends the largest number it has.
            ("time_left", Some(millis)) if millis < i64::from(i32::MAX) => {
                self.left = Some(Duration::from_millis(millis.max(1) as u64));
            }
            ("time_left", Some(_)) => self.left = None,
            ("timeout_turn" | "timeout_match" | "time_left", None) => {}
            _ => return false,
        }
        true
    }

    /// The limit of the next move.
    pub(super) fn limit(&self, moves_to_time: impl FnOnce(Duration) -> f64) -> Budget {
        let turn = self.turn.map(within_turn);
        let share = self.left.map(|left| {
            TimeControl { base: left, increment: Duration::ZERO }.allot(left, moves_to_time(left))
        });
        let time = match (turn, share) {
            (Some(turn), Some(share)) => Some(turn.min(share)),
            (turn, share) => turn.or(share),
        };
        Budget { time: time.map(|time| time.max(Duration::from_millis(1))), ..Budget::default() }
    }

    /// Counts the time of a move, for managers that never say what is left.
    pub(super) fn spend(&mut self, used: Duration) {
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(used).max(Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorter_of_two_limits_counts() {
        let mut clock = MatchClock::default();
        assert_eq!(clock.limit(|_| 40.0), Budget::default());
        assert!(clock.tell("timeout_turn", "1000"));
        let turn = clock.limit(|_| 40.0).time.unwrap();
        assert!(turn < Duration::from_secs(1) && turn > Duration::from_millis(900));
        assert!(clock.tell("timeout_match", "10000"));
        assert!(clock.limit(|_| 40.0).time.unwrap() < Duration::from_millis(300));
        clock.spend(Duration::from_secs(9));
        assert!(clock.limit(|_| 40.0).time.unwrap() < Duration::from_millis(30));
        assert!(clock.tell("time_left", "2147483647"));
        assert_eq!(clock.limit(|_| 40.0).time, Some(turn), "the match is not limited");
        assert!(clock.tell("timeout_turn", "0"));
        assert!(clock.limit(|_| 40.0).time.unwrap() <= AT_ONCE);
        assert!(clock.tell("timeout_turn", "x") && !clock.tell("max_memory", "1"));
    }
}
