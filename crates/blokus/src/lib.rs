//! Blokus: the boards of [Hoang2021] for four and two players, Duo, and two colours for each of two players.
//!
//! ```
//! use agon_blokus::{Blokus, Rules};
//! use agon_core::{Game, Notation, perft};
//!
//! let game = Blokus::new(Rules::from_spec(&"blokus:duo".parse().unwrap()).unwrap());
//! assert_eq!(perft(&game, &game.start(), 1), 414);
//! let mut pos = game.start();
//! game.play_moves(&mut pos, "e9,f9,d10,e10,f10 j4,k4,i5,j5,i6").unwrap();
//! assert_eq!(game.count_moves(&pos), 508);
//! ```
//!
//! * [`Rules`] say what is played: board, start cells, pieces, who owns which [`PieceColor`].
//! * [`Blokus`] plays by them and answers what evaluators ask: attach points, open cells, cells of a move.
//! * [`Cells`] are sets of cells, [`Pieces`] sets of pieces.

mod assembly;
mod board;
mod cells;
mod closed;
mod field;
mod game;
mod material;
mod moves;
mod notation;
mod numbers;
mod outlook;
mod pieces;
mod playout;
mod position;
mod reach;
mod rules;
mod standing;
mod stock;
mod strategies;
mod strategy_weights;
mod symmetry;
mod typed;
mod view;

pub use board::Blokus;
pub use cells::Cells;
pub use material::PlacedCells;
pub use moves::Move;
pub use outlook::Outlook;
pub use pieces::{Piece, Pieces};
pub use position::Position;
pub use rules::{OPTIONS, PieceColor, Rules, Variant};
pub use strategies::{Strategy, StrategyNumbers};
pub use strategy_weights::{Phase, StrategyWeights};
