//! Ways to choose a move, one readable file each, for every game that meets their needs.
//!
//! No algorithm knows a game. All take their limits and their randomness from [`agon_core::Think`], stop when told to
//! and keep their last finished answer.
//!
//! Two players:
//! * [`Minimax`], the plain reference; [`AlphaBeta`] with all its helpers (`alpha_beta`, `pvs`, `table`, `ordering`,
//!   `root`, `threads`); [`ExpectedMin`] against an opponent who errs.
//!
//! Any number of players:
//! * [`MaxN`] and [`Paranoid`]; [`Greedy`] and [`Random`].
//!
//! Searches to a fixed depth become agents through [`Deepening`].

mod alpha_beta;
mod busy;
mod deepening;
mod expected_min;
mod greedy;
mod max_n;
mod minimax;
mod move_source;
mod ordering;
mod paranoid;
mod pvs;
mod random;
mod ranked;
mod root;
mod table;
mod threads;
mod worth;

pub use deepening::{Deepening, FixedDepth, Found, Root, RootMove};
pub use expected_min::ExpectedMin;
pub use greedy::Greedy;
pub use max_n::MaxN;
pub use minimax::Minimax;
pub use move_source::{AllMoves, Beam, MoveSource};
pub use ordering::Look;
pub use paranoid::Paranoid;
pub use random::Random;
pub use ranked::Ranked;
pub use root::{AlphaBeta, AlphaBetaParams, Threads, Unfit};
pub use table::Table;
