//! Games between agents, and what their results say. Ours; the customs of match running are those of the chess
//! world: openings in pairs with seats exchanged, clocks, adjudication, scores with error bars, Elo, SPRT.
//!
//! Every experiment plays its games through this crate; none writes its own loop.

mod adjudication;
mod fingerprint;
mod game;
mod matches;
mod openings;
mod ordered;
pub mod records;
mod referee;
pub mod stats;
mod tally;
mod time_control;
mod timekeeper;
pub mod tournament;

pub use adjudication::{Adjudication, Agreement, Ruling};
pub use game::{Ended, Forfeit, Played, SeatUse, Setting, play_game};
pub use matches::{KeptGame, Match, MatchError, SeatedGame, SprtOf};
pub use openings::{Book, Opening, OpeningOf, Openings};
pub use referee::{Conditions, Contest, Crew, Job, Referee};
pub use tally::{AgentTally, Forfeits, Tally};
pub use time_control::{TIME_MARGIN, TimeControl};
