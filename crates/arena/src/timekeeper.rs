//! The clocks of one game. Original design.
//!
//! A move ends when the next one begins, so time is read once for each move: what the rules take to play it, some
//! nanoseconds, is counted for the next player.

use std::time::Duration;

use agon_core::{Budget, GameClock, PerPlayer, Player};

use crate::game::GameSettings;
use crate::time_control::TimeControl;

/// Measures the moves of a game and says who is late.
pub(crate) struct Timekeeper<'a> {
    setting: &'a GameSettings,
    left: PerPlayer<Duration>,
    pressed: Duration,
}

impl<'a> Timekeeper<'a> {
    /// Starts the clocks of a game.
    pub(crate) fn start(setting: &'a GameSettings, players: usize, now: Duration) -> Self {
        let start = |player| setting.clocks[player].map_or(Duration::ZERO, |control| control.start());
        Self { setting, left: PerPlayer::new(players, start), pressed: now }
    }

    /// When the last move ended.
    pub(crate) fn pressed(&self) -> Duration {
        self.pressed
    }

    /// The limits of the next move, which are `limits` and the share of the clock.
    #[inline]
    pub(crate) fn budget(
        &self,
        player: Player,
        limits: Budget,
        moves: impl FnOnce(Duration) -> f64,
    ) -> Budget {
        let Some(control) = self.setting.clocks[player] else { return limits };
        let left = self.left[player];
        let time = control.allot(left, moves(left));
        Budget { time: Some(limits.time.map_or(time, |limit| limit.min(time))), ..limits }
    }

    /// What the clock of a player shows, if there is one.
    #[inline]
    pub(crate) fn clock(&self, player: Player) -> Option<GameClock> {
        let TimeControl { base, increment } = self.setting.clocks[player]?;
        Some(GameClock { base, increment, left: self.left[player] })
    }

    /// Ends a move: how long it took, and how late it was if that loses the game. `limit` is the time that the player
    /// had for this move, whatever the clock shows.
    #[inline]
    pub(crate) fn press(
        &mut self,
        player: Player,
        limit: Option<Duration>,
        now: Duration,
    ) -> (Duration, Option<Duration>) {
        let taken = now.saturating_sub(std::mem::replace(&mut self.pressed, now));
        let mut late = limit.map_or(Duration::ZERO, |limit| taken.saturating_sub(limit));
        if let Some(control) = self.setting.clocks[player] {
            let left = &mut self.left[player];
            late = late.max(taken.saturating_sub(*left));
            *left = left.saturating_sub(taken).saturating_add(control.increment);
        }
        (taken, (late > self.setting.time_margin).then_some(late))
    }
}
