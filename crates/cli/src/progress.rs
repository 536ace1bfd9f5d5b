//! The line that shows how far a long command has come: on a terminal only.

use std::thread;
use std::time::Duration;

use agon_core::{Stop, visible};
use indicatif::{ProgressBar, ProgressStyle};

/// A line for so many games.
pub fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len} games, {eta} left  {wide_msg}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}

/// In how many parts a bar shows each step of something long.
const PARTS: u64 = 1000;

/// Shows that so many steps are done, and a part of the next one.
pub fn show_steps(bar: &ProgressBar, (done, part, of): (u64, f64, u64), text: &str) {
    bar.set_length(of.saturating_mul(PARTS));
    move_to(bar, done.saturating_mul(PARTS).saturating_add((part * PARTS as f64) as u64), PARTS);
    bar.set_message(visible(text).into_owned());
}

/// Shows that so many games are done. The text is made only where somebody can see it, and not for every game.
pub fn show(bar: &ProgressBar, games: u64, text: impl Fn() -> String) {
    if bar.is_hidden() {
        return;
    }
    move_to(bar, games, 1);
    if games < 64 || games.is_multiple_of(32) {
        bar.set_message(visible(&text()).into_owned());
    }
}

/// Tells those who pressed Ctrl-C that they were heard, where what is under way ends first: as soon as the signal came, and
/// only on a terminal. It ends with the bar.
pub fn tell_of_stop(bar: &ProgressBar, stop: &Stop, what_comes: &'static str) {
    const BETWEEN_LOOKS: Duration = Duration::from_millis(100);
    /// What ends by itself within this time needs no words.
    const SOON: Duration = Duration::from_millis(300);
    if bar.is_hidden() {
        return;
    }
    let (bar, stop) = (bar.clone(), stop.clone());
    // Without a thread to spare nothing is told.
    let _ = thread::Builder::new().spawn(move || {
        while !bar.is_finished() {
            thread::sleep(BETWEEN_LOOKS);
            if stop.is_set() {
                thread::sleep(SOON);
                if !bar.is_finished() {
                    bar.println(what_comes);
                }
                return;
            }
        }
    });
}

/// Moves on. A first move by more than one step is what an earlier run has done: the time left follows from this run
/// alone.
fn move_to(bar: &ProgressBar, position: u64, step: u64) {
    let resumed = bar.position() == 0 && position > step;
    bar.set_position(position);
    if resumed {
        bar.tick();
        bar.reset_eta();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A resumed training of 200,000 generations once promised to be ready in a second.
    #[test]
    fn what_an_earlier_run_did_is_not_the_speed_of_this_one() {
        let resumed = ProgressBar::hidden();
        resumed.set_length(1000);
        move_to(&resumed, 900, 1);
        assert_eq!(resumed.per_sec(), 0.0);
        move_to(&resumed, 901, 1);
        resumed.tick();
        assert!(resumed.per_sec() > 0.0);
        let new = ProgressBar::hidden();
        new.set_length(1000);
        move_to(&new, 1, 1);
        new.tick();
        assert!(new.per_sec() > 0.0, "the first game of a new run counts");
    }
}
