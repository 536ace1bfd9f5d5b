//! How the time of a game is shared among its moves. Original design.
//!
//! The last moves want nearly no time: they follow a proof that was found before. What a proof costs grows by the same
//! factor with every empty cell, so the number of cells from which a share of the clock suffices for it is known at any
//! time. In the moves before that horizon games are decided and time is worth most; behind it each move wants a fraction of
//! the one before it.
//!
//! Measured with a second for each game on a busy machine, 240 games from 8 random plies: 0.569 (0.520 to 0.616) against
//! even shares of the moves that are left; with 6 cells near the horizon and a weight of 1.5 there 0.548 (0.506 to 0.589),
//! with 6 cells, 2.5 and a share of 0.3 for the proof 0.540 (0.500 to 0.578).

use std::time::Duration;

use agon_core::Think;

/// What a proof with [`PROVEN_EMPTIES`] empty cells takes on an ordinary core.
const PROOF: Duration = Duration::from_millis(150);
const PROVEN_EMPTIES: f64 = 20.0;
/// By how much each further empty cell makes it longer.
const GROWTH: f64 = 2.2;
/// A proof may cost this share of what is left on the clock.
const SHARE_OF_PROOF: f64 = 0.2;

/// What a move near the horizon wants, where an earlier one wants 1.
const NEAR: f64 = 1.8;
/// So many empty cells before the horizon are near it.
const NEAR_EMPTIES: f64 = 16.0;

/// Among how many moves as long as the next one the rest of the clock is to be shared, with so many empty cells, of which
/// the player fills every other one.
pub(crate) fn moves_to_time(empties: u32, left: Duration) -> f64 {
    let horizon = horizon(left);
    let weight = |empties: u32| weight(f64::from(empties) - horizon);
    let all: f64 = (0..=empties).rev().step_by(2).map(weight).sum();
    all / weight(empties)
}

/// Whether the next step of a search is better not begun: it would hardly end in the time of this move, and a clock keeps
/// for later moves what this one leaves.
pub(crate) fn saves_the_rest(think: &Think<'_>) -> bool {
    think.game_clock().is_some() && think.budget().time.is_some_and(|time| think.elapsed() > time / 2)
}

/// From how many empty cells on a game can be solved in the share of the clock that a proof may cost.
fn horizon(left: Duration) -> f64 {
    let times = (SHARE_OF_PROOF * left.as_secs_f64() / PROOF.as_secs_f64()).max(1e-6);
    PROVEN_EMPTIES + times.ln() / GROWTH.ln()
}

/// What a move wants, so many empty cells before the horizon.
fn weight(before: f64) -> f64 {
    if before > NEAR_EMPTIES {
        1.0
    } else if before >= 0.0 {
        NEAR
    } else {
        NEAR * GROWTH.powf(before)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Budget, Clock, GameClock, ManualClock, Seed, Stop};

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn more_time_proves_more() {
        assert!(horizon(SECOND) > 15.0 && horizon(SECOND) < 23.0);
        assert!(horizon(60 * SECOND) > horizon(SECOND) + 4.0);
        assert!(horizon(Duration::ZERO).is_finite() && horizon(Duration::MAX).is_finite());
    }

    /// The parts of a clock that the moves of a game are given are a whole clock, and the last ones hardly count.
    #[test]
    fn a_game_takes_its_clock_and_the_last_moves_take_little() {
        for seconds in [1, 10, 600] {
            let (mut left, mut given) = (f64::from(seconds), Vec::new());
            for empties in (2..=60).rev().step_by(2) {
                let time = left / moves_to_time(empties, Duration::from_secs_f64(left));
                given.push(time);
                left -= time;
            }
            assert!(given.iter().all(|&time| time > 0.0) && left >= 0.0);
            let last: f64 = given.iter().rev().take(6).sum();
            assert!(last < 0.1 * f64::from(seconds), "{last} of {seconds} s");
            assert!(left + last < 0.2 * f64::from(seconds), "{left} of {seconds} s are left");
        }
    }

    /// Without a clock for the game, what a move leaves of its time is lost.
    #[test]
    fn time_is_saved_only_where_a_clock_keeps_it() {
        let clock = ManualClock::default();
        let mut think = Think::new(Budget::time(10 * SECOND), Seed(1), &clock, Stop::default());
        let game_clock = GameClock { base: 60 * SECOND, increment: Duration::ZERO, left: 60 * SECOND };
        clock.advance(6 * SECOND);
        assert!(!saves_the_rest(&think));
        think.set_game_clock(game_clock);
        assert!(saves_the_rest(&think));
        think.restart(clock.now(), Budget::time(10 * SECOND), Seed(1));
        think.set_game_clock(game_clock);
        assert!(!saves_the_rest(&think));
    }

    #[test]
    fn the_last_move_may_take_all() {
        assert!((moves_to_time(1, SECOND) - 1.0).abs() < 1e-9);
        assert!((moves_to_time(0, SECOND) - 1.0).abs() < 1e-9);
    }
}
