//! Blokus: the boards of [Hoang2021] for four and two players, Duo, and two colours for each of two players.
//!
//! ```
//! use agon_blokus::{Blokus, Rules};
//! use agon_core::{Game, perft};
//!
//! let game = Blokus::new(Rules::from_spec(&"blokus:duo".parse().unwrap()).unwrap());
//! assert_eq!(perft(&game, &game.start(), 1), 414);
//! ```
//!
//! * [`Rules`] say what is played: board, start cells, pieces, who owns which [`Color`].
//! * [`Blokus`] plays by them and answers what evaluators ask: attach points, open cells, cells of a move.
//! * [`Cells`] are sets of cells, [`Pieces`] sets of pieces.

mod cells;
mod field;
mod game;
mod pieces;
mod playout;
mod position;
mod reach;
mod rules;
mod symmetry;

pub use cells::Cells;
pub use game::{Blokus, Move};
pub use pieces::{Piece, Pieces};
pub use position::Position;
pub use rules::{Color, Rules, Variant};
