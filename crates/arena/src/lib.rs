//! Games between agents, and what their results say. Original design; the customs of match running are those of the chess
//! world: openings in pairs with seats exchanged, clocks, adjudication, scores with error bars, Elo, SPRT.
//!
//! Every experiment plays its games through this crate; none writes its own loop. A match needs the rules of a game only:
//! neither notation nor files.
//!
//! ```
//! use agon_arena::Match;
//! use agon_core::Seed;
//! use agon_reversi::{DiscDifference, Reversi, Rules};
//! use agon_search::{Greedy, Random};
//!
//! let game: Reversi<u64> = Reversi::new(Rules::default())?;
//! let greedy = || Greedy { evaluator: DiscDifference, reply: false };
//! let tally = Match::new(200)
//!     .random_openings(6)
//!     .threads(0)
//!     .seed(Seed(1))
//!     .play(&game, &[&greedy, &|| Random])?;
//! assert_eq!(tally.games, 200);
//! assert!(tally.score(0).low > 0.5, "greedy is better, with 95 percent confidence");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod adjudication;
mod contest;
mod fingerprint;
mod first_games;
mod game;
mod match_report;
mod matches;
mod openings;
mod ordered;
mod referee;
mod remote;
mod spectator;
pub mod stats;
mod tally;
mod time_control;
mod timekeeper;

pub use adjudication::{Adjudication, Agreement, Ruling};
pub use contest::{Conditions, Contest};
pub use first_games::FirstGames;
pub use game::{Ended, Forfeit, GameSettings, Played, SeatUse, play_game};
pub use match_report::MatchReport;
pub use matches::{KeptGame, Match, MatchError, MatchSprt};
pub use openings::{Book, ListedOpening, Opening, OpeningOf, Openings};
pub use referee::{AgentMaker, GameJob, Referee, SeatedGame, ThreadAgents};
pub use spectator::Spectator;
pub use tally::{AgentTally, FailedGame, Forfeits, TOLD_FAILURES, Tally};
pub use time_control::{TIME_MARGIN, TimeControl};
