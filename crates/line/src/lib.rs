//! The (m,n,k,p,q) family of [KInARow2012] chapter 1: who first has k stones in a row wins.
//!
//! Tic-tac-toe, Connect Four, Gomoku and Connect6 are settings of one implementation, not copies of it.
//!
//! ```
//! use agon_core::{Game, Notation, perft};
//! use agon_line::{Line, Rules};
//!
//! let rules = Rules::from_spec(&"connect4".parse().unwrap()).unwrap();
//! let game: Line<u64> = Line::new(rules).unwrap();
//! assert_eq!(perft(&game, &game.start(), 5), 16807);
//! let mut pos = game.start();
//! game.play_moves(&mut pos, "4453").unwrap();
//! assert_eq!(game.write_position(&pos), "-------------------------------O-----OXX-- X");
//! ```
//!
//! * [`Rules`] say what is played, read from the options of a game spec.
//! * [`Line`] plays by them over a word of at least [`Rules::bits_needed`] bits: `u64` for boards such as 7x6 and
//!   7x7, `u128` up to 10x10, `Bits<4>` for 15x15, `Bits<6>` for 19x19, `Bits<7>` for 20x20, the largest. Narrower is faster.
//! * [`LongestLines`] and [`SimplePatterns`] are values of a position without search; [`Line::near`] keeps to moves close to the stones;
//!   [`WindowFeatures`] are what models look at; [`CellWeighing`] and [`FirstFree`] rank moves for players without search.

mod board_features;
mod exploits;
mod game;
mod geometry;
mod material;
mod near;
mod notation;
mod numbers;
mod options;
mod playout;
mod position;
mod rankers;
mod rules;
mod simple_patterns;
mod stones;
mod symmetric;
mod threats;
mod view;

pub use board_features::WindowFeatures;
pub use game::{Line, Move};
pub use material::LongestLines;
pub use options::options;
pub use position::Position;
pub use rankers::{CellWeighing, FirstFree};
pub use rules::{LONGEST_SIDE, MOST_STONES, Rules};
pub use simple_patterns::SimplePatterns;
