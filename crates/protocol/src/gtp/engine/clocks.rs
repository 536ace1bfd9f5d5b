//! The clocks of a GTP game: main time, and some moves in each further period.

use std::time::Duration;

use agon_arena::TimeControl;
use agon_core::Budget;

use crate::desk::within_turn;

/// Colours that can have a clock.
const COLORS: usize = 4;

/// What the client said of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clocks {
    settings: Option<Settings>,
    left: [Option<Left>; COLORS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Settings {
    main: Duration,
    period: Duration,
    moves: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    time: Duration,
    /// Moves to make in that time; 0 for all that are left.
    moves: u32,
}

impl Clocks {
    /// `time_settings 60 10 1`. A period without moves means no limit at all.
    pub(super) fn set(&mut self, words: &[&str]) -> Result<(), String> {
        let [main, period, moves] = words else { return Err("three numbers are wanted".to_owned()) };
        let (main, period) = (seconds(main)?, seconds(period)?);
        let moves: u32 = moves.parse().map_err(|_| format!("`{moves}` is not a number of moves"))?;
        let limited = !main.is_zero() && period.is_zero() || moves > 0 && !period.is_zero();
        self.settings = limited.then_some(Settings { main, period, moves });
        let begin = |settings: Settings| match settings.main.is_zero() {
            true => Left { time: settings.period, moves: settings.moves },
            false => Left { time: settings.main, moves: 0 },
        };
        self.left = [self.settings.map(begin); COLORS];
        Ok(())
    }

    /// `time_left b 34 0`.
    pub(super) fn set_left(&mut self, color: u8, words: &[&str]) -> Result<(), String> {
        let [time, moves] = words else { return Err("a time and a number of moves are wanted".to_owned()) };
        let moves = moves.parse().map_err(|_| format!("`{moves}` is not a number of moves"))?;
        self.left[usize::from(color) % COLORS] = Some(Left { time: seconds(time)?, moves });
        Ok(())
    }

    /// The limit of the next move.
    pub(super) fn limit(&self, color: u8, moves_to_time: impl FnOnce(Duration) -> f64) -> Budget {
        let Some(Left { time, moves }) = self.left[usize::from(color) % COLORS] else {
            return Budget::default();
        };
        let share = match moves {
            0 => TimeControl { base: time, increment: Duration::ZERO }.allot(time, moves_to_time(time)),
            moves => within_turn(time / moves),
        };
        Budget::time(share.max(Duration::from_millis(1)))
    }

    /// Counts the time of a move, for clients that never say what is left.
    pub(super) fn spend(&mut self, color: u8, used: Duration) {
        let (Some(settings), Some(left)) = (self.settings, &mut self.left[usize::from(color) % COLORS])
        else {
            return;
        };
        left.time = left.time.saturating_sub(used);
        let period_over = match left.moves {
            0 => left.time.is_zero(),
            _ => {
                left.moves -= 1;
                left.moves == 0
            }
        };
        if period_over && settings.moves > 0 {
            *left = Left { time: settings.period, moves: settings.moves };
        }
    }
}

/// Whole seconds in the protocol; fractions are understood.
fn seconds(word: &str) -> Result<Duration, String> {
    let number = word.parse::<f64>().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    number.ok_or_else(|| format!("`{word}` is not a number of seconds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn periods_follow_the_main_time() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.limit(0, |_| 30.0), Budget::default());
        clocks.set(&["60", "10", "2"]).unwrap();
        let share = clocks.limit(0, |_| 30.0).time.unwrap();
        assert!(share > SECOND && share < 3 * SECOND, "{share:?}");
        clocks.spend(0, 61 * SECOND);
        let share = clocks.limit(0, |_| 30.0).time.unwrap();
        assert!(share > 4 * SECOND && share < 5 * SECOND, "{share:?}");
        clocks.spend(0, 2 * SECOND);
        assert!(clocks.limit(0, |_| 30.0).time.unwrap() > 7 * SECOND, "eight seconds for one move");
        clocks.spend(0, 2 * SECOND);
        assert!(clocks.limit(0, |_| 30.0).time.unwrap() < 5 * SECOND, "a new period");
        assert!(clocks.limit(1, |_| 30.0).time.unwrap() < 3 * SECOND, "the other clock still has main time");
        clocks.set_left(1, &["0.5", "1"]).unwrap();
        assert!(clocks.limit(1, |_| 30.0).time.unwrap() < SECOND / 2);
    }

    #[test]
    fn no_limit_is_no_limit() {
        let mut clocks = Clocks::default();
        for unlimited in [["0", "0", "0"], ["0", "1", "0"], ["60", "1", "0"]] {
            clocks.set(&unlimited).unwrap();
            assert_eq!(clocks.limit(0, |_| 9.0), Budget::default(), "{unlimited:?}");
        }
        for wrong in [&["1"][..], &["x", "1", "1"], &["-1", "0", "0"], &["1", "1", "x"]] {
            assert!(clocks.set(wrong).is_err(), "{wrong:?}");
        }
        assert!(clocks.set_left(0, &["1"]).is_err() && clocks.set_left(0, &["1", "z"]).is_err());
    }
}
