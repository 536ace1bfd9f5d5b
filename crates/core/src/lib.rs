//! The vocabulary of Agon: what a game, a player, an agent and an evaluator are, and how a search is told its
//! limits. Original design; it does no input or output and knows no game.
//!
//! Everything above stands on four ideas:
//!
//! * [`Game`] holds rules and tables; a position is plain data that can be copied, compared and hashed.
//! * Optional abilities are traits of their own: [`Notation`], [`Drawn`], [`Keyed`], [`Symmetric`].
//! * [`Think`] is all that a search may know of the outside: budget, clock, stop flag, randomness, listener.
//! * Values belong to a [`Player`], never to a ply: a player may move twice in a row or be the only one left.

mod agent;
mod carried_state;
mod clock;
mod counted;
mod evaluator;
mod executor;
mod explanation;
mod first_best;
mod game;
pub mod keys;
mod notation;
mod outcome;
mod perft;
mod player;
mod rng;
mod score;
mod session;
pub mod shortage;
pub mod spec;
pub mod static_value;
mod think;
mod unit;
mod value;
mod view;
mod visible;
mod wrapped;

pub use agent::{Agent, AgentError, Choice, Rated};
pub use carried_state::CarriedState;
pub use clock::{Clock, ManualClock, SystemClock};
pub use counted::counted;
pub use evaluator::Evaluator;
pub use executor::{
    ChainedJobs, Cluster, ClusterLost, Desk, Executor, MOST_THREADS, OnOutput, Output, ReadOutput, SentJobs,
    WorkId,
};
pub use explanation::{CellMap, Contribution, Explanation, Place, WeightTable};
pub use first_best::first_best;
pub use game::{Game, IllegalMove, Keyed, Symmetric, least_key};
pub use notation::{Notation, ReadError, whole_lines};
pub use outcome::{Outcome, Status, WHOLE_WIN, split_win};
pub use perft::{LeafCounter, leaves_one_by_one, perft};
pub use player::{MAX_PLAYERS, PerPlayer, Player};
pub use rng::{Rng, Seed};
pub use score::Score;
pub use session::{ForPeople, PlayError, Session};
pub use think::{Budget, Fork, GameClock, Progress, Stop, Stopped, Think};
pub use unit::Unit;
pub use value::Value;
pub use view::{Color, Drawn, HeldPiece, Holding, Look, Tile, View, capitalized};
pub use visible::{is_obeyed, visible, visible_json, visible_lines};
pub use wrapped::{Wrapped, Wrapper};
