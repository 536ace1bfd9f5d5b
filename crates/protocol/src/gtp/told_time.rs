//! Times in the whole seconds of GTP. Original design.
//!
//! A time for each move is told as so many moves in so many seconds, a period that begins anew with every move: 100 ms are
//! ten moves in one second. A clock is told as main time, and before each move as what is left of it; what is below a
//! second there is told as a part of one. An engine is never told more than it has.

use std::fmt;
use std::time::Duration;

use agon_core::GameClock;

/// What an engine is told about time before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ToldTime {
    pub(super) settings: Settings,
    /// What is left, where it has to be said for each move.
    pub(super) left: Option<Share>,
}

/// The numbers of `time_settings`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    main: u64,
    period: Share,
}

/// So many seconds for so many moves; for all that are left where there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    seconds: u64,
    moves: u64,
}

/// Periods of more moves are not needed to come within a tenth of a time of 100 ms or more.
const USUAL_MOVES: u64 = 10;

impl ToldTime {
    /// What is told of a time for the move and of a clock.
    pub(super) fn of(limit: Option<Duration>, clock: Option<GameClock>) -> Option<Self> {
        match (limit, clock) {
            (_, Some(GameClock { base, increment, left })) => {
                let main = base.saturating_add(increment).as_secs().max(1);
                let settings = Settings { main, period: Share { seconds: 0, moves: 0 } };
                let left = match left.as_secs() {
                    0 => Share::of(left),
                    seconds => Share { seconds, moves: 0 },
                };
                Some(Self { settings, left: Some(left) })
            }
            (Some(limit), None) => {
                let period = Share::of(limit);
                let left = (period.moves > 1).then_some(period);
                Some(Self { settings: Settings { main: 0, period }, left })
            }
            (None, None) => None,
        }
    }
}

impl Share {
    /// The most that is no more than this time for each move.
    fn of(time: Duration) -> Self {
        let nanos = time.as_nanos().max(1);
        let second = Duration::from_secs(1).as_nanos();
        let share = |moves: u64| Self { seconds: (nanos * u128::from(moves) / second) as u64, moves };
        let few = (1..=USUAL_MOVES).map(share).filter(|share| share.seconds > 0);
        // Of two that are equally good the shorter period; one that is off by a hundredth will do.
        let close = |share: &Self| {
            let told = u128::from(share.seconds) * second / u128::from(share.moves);
            (nanos - told) * 100 / nanos
        };
        few.min_by_key(close).unwrap_or_else(|| Self { seconds: 1, moves: second.div_ceil(nanos) as u64 })
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.main, self.period)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seconds, self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MS: Duration = Duration::from_millis(1);

    fn told(limit: Option<Duration>, clock: Option<[u32; 3]>) -> String {
        let clock = clock.map(|[base, increment, left]| GameClock {
            base: base * MS,
            increment: increment * MS,
            left: left * MS,
        });
        let told = ToldTime::of(limit, clock).unwrap();
        format!("{} left {}", told.settings, told.left.map_or("-".to_owned(), |left| left.to_string()))
    }

    /// An engine with 100 ms was once told that it had a second.
    #[test]
    fn parts_of_a_second_are_shares_of_whole_ones() {
        assert_eq!(told(Some(100 * MS), None), "0 1 10 left 1 10");
        assert_eq!(told(Some(1000 * MS), None), "0 1 1 left -");
        assert_eq!(told(Some(1500 * MS), None), "0 3 2 left 3 2");
        assert_eq!(told(Some(2 * MS), None), "0 1 500 left 1 500");
        assert_eq!(told(Some(30_000 * MS), None), "0 30 1 left -");
        assert_eq!(ToldTime::of(None, None), None);
    }

    /// Engines were told the share of a move in the place of their clock.
    #[test]
    fn a_clock_is_told_as_it_is() {
        assert_eq!(told(Some(250 * MS), Some([60_000, 0, 43_700])), "60 0 0 left 43 0");
        assert_eq!(told(None, Some([1000, 500, 1500])), "1 0 0 left 1 0");
        assert_eq!(told(None, Some([0, 50, 50])), "1 0 0 left 1 20");
    }

    proptest! {
        #[test]
        fn nobody_is_told_more_than_there_is(nanos in 1u64..1_000_000_000_000) {
            let time = Duration::from_nanos(nanos);
            let Share { seconds, moves } = Share::of(time);
            prop_assert!(seconds >= 1 && moves >= 1);
            let told = seconds as f64 / moves as f64;
            prop_assert!(told <= time.as_secs_f64() * 1.000_001);
            prop_assert!(told >= 0.85 * time.as_secs_f64(), "{told} of {time:?}");
        }
    }
}
