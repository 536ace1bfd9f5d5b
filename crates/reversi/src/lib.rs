//! Reversi on any board of up to 128 cells: the usual 8x8, the 88-cell board of [Engel2015], or any shape.
//!
//! ```
//! use agon_core::{Game, Notation, perft};
//! use agon_reversi::Reversi;
//!
//! let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
//! assert_eq!(perft(&game, &game.start(), 5), 1396);
//! let mut pos = game.start();
//! game.play_moves(&mut pos, "f5d6c3").unwrap();
//! assert_eq!(game.write_position(&pos), "------------------X--------XX------OXX-----O-------------------- O");
//! ```
//!
//! * [`Rules`] say what is played: shape, start and scoring, read from the options of a game spec.
//! * [`Reversi`] plays by them over a word that is wide enough: `u64`, `u128` or [`Wide`].
//! * [`Geometry`] finds moves and flips: one portable form, and faster ones for processors with AVX2.
//! * [`wthor`] and [`Transcript`] are files of recorded games.
//! * [`InfluenceMap`], the rankers and [`ThesisFeatures`] are what the players of [Cherry2011] look at,
//!   [`CellKindFeatures`] what the models of [Engel2015] do.

#[cfg(all(target_arch = "x86_64", not(agon_portable)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(agon_portable)))]
mod avx2_wide;
mod board_features;
mod exploits;
mod four_heuristics;
mod four_weights;
mod game;
mod geometry;
mod implied_passes;
mod influence;
mod material;
mod mobility;
mod notation;
mod numbers;
mod position;
mod positional;
mod rankers;
mod rules;
mod stones;
pub mod strong_groups;
mod thesis_features;
mod transcript;
mod view;
pub mod wthor;

pub use board_features::CellKindFeatures;
pub use four_heuristics::FourHeuristics;
pub use four_weights::FourWeights;
pub use game::{Move, Reversi};
pub use geometry::{BoardWord, FastPath, Geometry, NoFastPath, Wide};
pub use influence::{Influence, InfluenceMap};
pub use material::DiscDifference;
pub use mobility::Mobility;
pub use position::Position;
pub use positional::{CellWeights, Positional};
pub use rankers::{BestPlace, FlipsTimesPlace, MostFlips};
pub use rules::{OPTIONS, Rules, Scoring, Start};
pub use thesis_features::{FeatureSet, ThesisFeatures};
pub use transcript::Transcript;
