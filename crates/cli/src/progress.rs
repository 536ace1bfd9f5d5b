//! The line that shows how far a long command has come: on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

/// A line for so many games.
pub fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len} games, {eta} left  {msg}");
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
    bar.set_position(done.saturating_mul(PARTS).saturating_add((part * PARTS as f64) as u64));
    bar.set_message(text.to_owned());
}

/// Shows that so many games are done. The text is made only where somebody can see it, and not for every game.
pub fn show(bar: &ProgressBar, games: u64, text: impl Fn() -> String) {
    if bar.is_hidden() {
        return;
    }
    bar.set_position(games);
    if games < 64 || games.is_multiple_of(32) {
        bar.set_message(text());
    }
}
