//! Ways to choose a move, one readable file each, for every game that meets their needs.
//!
//! No algorithm knows a game. All take their limits and their randomness from [`agon_core::Think`], stop when told to
//! and keep their last finished answer.
//!
//! Two players:
//! * [`Minimax`], the plain reference; [`AlphaBeta`] with all its helpers (`alpha_beta`, `pvs`, `table`, `ordering`,
//!   `root`, `threads`); [`ExpectedMin`] against an opponent who errs; [`Advisor`], which shares
//!   [`FreeThreads`] with other games.
//!
//! Any number of players:
//! * [`MaxN`] and [`Paranoid`]; [`FlatMc`] and [`Mcts`], both with an optional [`Narrowing`]; [`Greedy`] and [`Random`];
//!   [`Overlooking`], who errs as people do.
//!
//! Where something is known of the game:
//! * [`Remembering`] repeats moves that did well in earlier games.
//! * [`Booked`] plays by an [`OpeningBook`] that a search has made.
//! * [`RuleFirst`] tries five techniques, one file each, before it lets a search choose.
//!
//! Searches to a fixed depth become agents through [`Deepening`].

mod advisor;
mod alpha_beta;
mod deepening;
mod expected_min;
mod flat_mc;
mod free_threads;
mod greedy;
mod last_plies;
mod max_n;
mod mcts;
mod minimax;
mod move_history;
mod move_source;
mod narrowing;
mod opening_book;
mod ordering;
mod overlooking;
mod paranoid;
mod probcut;
mod pvs;
mod random;
mod ranked;
mod recall;
mod rollout;
mod root;
mod rule_first;
mod simulation;
mod table;
mod threads;
mod work_in_progress;

pub use advisor::{Advisor, AdvisorParams};
pub use deepening::{ChooseAmong, Deepening, FixedDepth, Found, Root, RootMove, USUAL_ENDGAME};
pub use expected_min::ExpectedMin;
pub use flat_mc::FlatMc;
pub use free_threads::{FreeThreads, RunningGame};
pub use greedy::Greedy;
pub use max_n::MaxN;
pub use mcts::{Mcts, MctsParams};
pub use minimax::Minimax;
pub use move_history::{MoveHistory, Remembering, USUAL_LIMIT};
pub use move_source::{AllMoves, Beam, MoveSource};
pub use narrowing::Narrowing;
pub use opening_book::{BookMove, BookPosition, Booked, OpeningBook};
pub use ordering::Look;
pub use overlooking::{Overlooking, Sight};
pub use paranoid::Paranoid;
pub use probcut::{ProbCut, ProbCutFit, Selective};
pub use random::Random;
pub use ranked::Ranked;
pub use rollout::{Heuristic, Rollout, Uniform};
pub use root::{AlphaBeta, AlphaBetaParams, MOST_SEARCH_THREADS, Threads, WrongPlayerCount};
pub use rule_first::{RuleFirst, Techniques, UnknownTechnique};
pub use simulation::DEFAULT_SIMULATIONS;
pub use table::TranspositionTable;
