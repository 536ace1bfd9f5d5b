//! The catalog: a spec in, something to play with out. Original design.
//!
//! A [`Registry`] holds families of games, agents and evaluators; [`standard`] is the one that comes with Agon, and
//! anybody can add to it. Front ends and experiments talk to [`AnyGame`], which has no type parameters; inside,
//! everything is generic over [`Playable`].
//!
//! ```
//! use agon_catalog::{Origin, game};
//! use agon_core::LeafCounter;
//!
//! let reversi = game("reversi:6x6").unwrap();
//! assert_eq!(reversi.perft(&Origin::Start, 4, 1, &LeafCounter::default()).unwrap(), Some(244));
//! let error = reversi.check("greedyy").unwrap_err();
//! assert!(error.to_string().contains("did you mean `greedy`?"));
//! ```

mod agent_factory;
mod agent_method;
mod any_agent;
mod any_game;
mod any_position;
pub mod artefacts;
mod board_order;
mod books;
mod contest_order;
mod evaluator_method;
mod external;
mod forest_ability;
mod forests;
mod game_arrays;
mod games;
mod levels;
mod methods;
mod named_files;
mod packed_files;
mod pattern_ability;
mod playable;
pub mod records;
mod registry;
mod session;
mod solver;
mod text_agent;
mod text_evaluator;
mod trail;
mod watched;

pub use agent_method::{AgentKind, AgentMethod, MakeAgent, Players, Setup};
pub use agon_learn::models::forest::{WIDEST_WINDOW, Window};
pub use agon_search::MOST_SEARCH_THREADS;
pub use any_agent::AnyAgent;
pub use any_game::{AnyGame, ContestGame, LearningGame, MatchRefused, NumberGame, OnRound, Origin, TextGame};
pub use any_position::AnyPosition;
pub use board_order::BOARDS;
pub use books::{AnyBook, BookLine, BookPlan, OnBookLine};
pub use contest_order::GAMES;
pub use evaluator_method::{BuiltEvaluator, BuiltRanker, EvaluatorKind, EvaluatorMethod};
pub use forest_ability::{ForestAbility, ForestForm};
pub use forests::ForestPlay;
pub use game_arrays::{ArrayColumns, GameArrays, tile_number};
pub use levels::{Analysis, Levels};
pub use named_files::{agent_identity, is_shipped};
pub use packed_files::{PackedFiles, UnpackedFiles, lend_file, remove_unpacked};
pub use pattern_ability::{OnPatterns, OwnPlay, PatternAbility, PatternCourse};
pub use playable::Playable;
pub use registry::{Family, Registry, game, standard};
pub use solver::EndgameSolver;
pub use text_agent::{MakeTextAgent, TextAgent, TextBoard};
pub use text_evaluator::{MakeTextEvaluator, TextEvaluator};
