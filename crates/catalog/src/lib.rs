//! The only crate that names every game and every agent: a spec in, something to play with out. Ours.
//!
//! Front ends and experiments talk to [`AnyGame`], which has no type parameters; inside, everything is generic.
//!
//! ```
//! use agon_catalog::{Origin, game};
//!
//! let reversi = game("reversi:6x6").unwrap();
//! assert_eq!(reversi.perft(&Origin::Start, 4, 1).unwrap(), 244);
//! let error = reversi.check_agent("greedyy").unwrap_err();
//! assert!(error.to_string().contains("did you mean `greedy`?"));
//! ```

mod agents;
mod any_game;
pub mod artefacts;
mod contests;
mod evaluators;
mod families;
mod named_files;
mod playable;
pub mod records;
mod session;
mod solver;

pub use agents::levels::{Analysis, Levels};
pub use agents::{AgentKind, OwnAgent, Players};
pub use any_game::{AnyGame, MatchRefused, OnRound, Origin};
pub use evaluators::OwnEvaluator;
pub use families::{FAMILIES, Family, game};
pub use named_files::agent_identity;
pub use playable::Playable;
