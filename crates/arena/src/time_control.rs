//! Clocks: time for a whole game, with something added for every move. Original design; the customs are those of Fischer
//! clocks in chess.
//!
//! The increment is there before the move it belongs to, so `0s+50ms` is a game at 50 ms a move. An agent is told a
//! time for each move that leaves part of its clock untouched: what a busy machine takes between the end of a search
//! and the press of the clock must not cost the game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use agon_core::ReadError;
use agon_core::spec::{Word, duration};

/// Time for a game: some at the start, and some for each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time at the start.
    pub base: Duration,
    /// Time added for each move.
    pub increment: Duration,
}

/// How late a move may be by default without losing on time. An agent that keeps to the time it is told is late only
/// when the machine did not let it run; busy machines were seen to hold a thread back for more than 100 ms.
pub const TIME_MARGIN: Duration = Duration::from_secs(1);

/// Never counted on: what happens between the end of a search and the press of the clock.
const RESERVE: Duration = Duration::from_millis(50);
/// However long a game can still last, an agent plans for no more moves than this.
const MOST_PLANNED_MOVES: f64 = 40.0;

impl TimeControl {
    /// What the clock shows before the first move.
    #[must_use]
    pub fn start(&self) -> Duration {
        self.base.saturating_add(self.increment)
    }

    /// How long to think about a move when `left` is on the clock, the increment of this move included, and the
    /// player will make about `moves` more moves.
    ///
    /// An even share of what is left and the increment, but at most half of what is left after the reserve.
    #[must_use]
    pub fn allot(&self, left: Duration, moves: f64) -> Duration {
        let usable = left - RESERVE.min(left / 4);
        let shared = usable.saturating_sub(self.increment);
        let share = shared.as_secs_f64() / moves.clamp(1.0, MOST_PLANNED_MOVES);
        let share = Duration::try_from_secs_f64(share).unwrap_or(shared);
        share.saturating_add(self.increment).min(usable / 2)
    }
}

impl FromStr for TimeControl {
    type Err = ReadError;

    /// Reads `5m+2s`, `10s+100ms` or `30s`.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let word = |span: std::ops::Range<usize>| Word { text: text[span.clone()].to_owned(), span };
        let (base, increment) = match text.find('+') {
            Some(plus) => (word(0..plus), Some(word(plus + 1..text.len()))),
            None => (word(0..text.len()), None),
        };
        let read = || {
            let increment = increment.map(|word| duration(&word)).transpose()?.unwrap_or_default();
            Ok(Self { base: duration(&base)?, increment })
        };
        let some_time =
            |clock: Self| match clock.start().is_zero() {
                true => Err(ReadError::new("a clock needs time: at the start, for each move, or both")
                    .at(0..text.len())),
                false => Ok(clock),
            };
        read().and_then(some_time).map_err(|error: ReadError| error.within(text))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}ms+{}ms", self.base.as_millis(), self.increment.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn clocks_are_read_and_written() {
        let clock: TimeControl = "10s+100ms".parse().unwrap();
        assert_eq!(clock, TimeControl { base: 10_000 * MS, increment: 100 * MS });
        assert_eq!(clock.to_string().parse(), Ok(clock));
        assert_eq!("30s".parse::<TimeControl>().unwrap().increment, Duration::ZERO);
        for bad in ["", "+", "10", "10s+", "+1s", "10s+x", "0s", "0s+0s", "0ms+0us"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
        assert_eq!("10s+5".parse::<TimeControl>().unwrap_err().span, Some(4..5));
    }

    /// Adding the increment was once a panic.
    #[test]
    fn huge_clocks_are_taken() {
        let clock: TimeControl = "10000000000000000000s+10000000000000000000s".parse().unwrap();
        assert_eq!(clock.start(), Duration::MAX);
        assert!(clock.allot(clock.start(), 1.0) >= clock.start() / 3);
        assert!("99999999999999999999s".parse::<TimeControl>().is_err());
    }

    #[test]
    fn half_of_the_clock_is_never_touched() {
        for clock in ["0s+50ms", "1s+50ms", "10s", "60s+1s", "1ms"] {
            let clock: TimeControl = clock.parse().unwrap();
            let mut left = clock.start();
            for moves in (1u8..200).rev() {
                let time = clock.allot(left, f64::from(moves));
                assert!(time <= left / 2, "{clock}: {time:?} of {left:?}");
                left = left - time + clock.increment;
            }
        }
    }

    #[test]
    fn an_increment_alone_is_used_in_the_long_run() {
        let clock: TimeControl = "0s+50ms".parse().unwrap();
        let mut left = clock.start();
        let mut used = Duration::ZERO;
        for _ in 0..100 {
            let time = clock.allot(left, 50.0);
            used += time;
            left = left - time + clock.increment;
        }
        assert!(used > 100 * 45 * MS, "{used:?}");
    }

    #[test]
    fn a_move_gets_an_even_share_of_what_is_not_kept_back() {
        let allot =
            |clock: &str, left: u32, moves| clock.parse::<TimeControl>().unwrap().allot(left * MS, moves);
        assert_eq!(allot("10s", 10_050, 40.0), 250 * MS);
        assert_eq!(allot("10s", 10_050, 10.0), 1000 * MS);
        assert_eq!(allot("10s", 10_050, 300.0), 250 * MS, "nobody plans for more than 40 moves");
        assert_eq!(allot("10s", 10_050, 0.0), 5000 * MS, "half of it is the most");
        assert_eq!(allot("10s", 100, 3.0), 25 * MS, "a quarter of little is kept back");
        assert_eq!(allot("1s+50ms", 1050, 10.0), (95 + 50) * MS, "the increment is for this move alone");
        assert_eq!(allot("0s+50ms", 0, 10.0), Duration::ZERO);
    }
}
