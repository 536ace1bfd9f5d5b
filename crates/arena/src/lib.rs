//! Games between agents, and what their results say. Ours; the customs of match running are those of the chess
//! world: openings in pairs with seats exchanged, scores with error bars, Elo.
//!
//! Every experiment plays its games through this crate; none writes its own loop.

mod game;
mod matches;
pub mod stats;
mod tally;

pub use game::{Ended, Forfeit, Played, SeatUse, Setting, play_game};
pub use matches::{Match, MatchError};
pub use tally::{AgentTally, SeatedGame, Tally};
