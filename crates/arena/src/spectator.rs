//! Watching games while they are played. Original design.

use agon_core::Player;

/// Sees positions of games in progress. It is asked on the threads that play, so it must be quick, and it changes
/// nothing.
pub trait Spectator: Send + Sync {
    /// The agent of this number is about to choose a move for `player`, on the current thread, which plays one game at a
    /// time. `position` writes the position as text.
    fn sees(&self, agent: usize, player: Player, position: &dyn Fn() -> String);
}
