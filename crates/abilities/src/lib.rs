//! What single methods ask of a game beyond its rules. Original design.
//!
//! A game that plays needs none of these traits. One that has [`Exploits`] and [`Occupied`] can be played by rules first,
//! one with [`BoardFeatures`] can be learned backwards from its end, one with [`Stones`] can be valued by forests, one
//! with [`NumberedMoves`] can be laid out in arrays, and a [`MoveRanker`] narrows any search. They stand apart from `agon-core`, which holds only what every crate needs.

mod exploits;
mod features;
mod numbered_moves;
mod pattern;
mod ranker;
mod stones;

pub use exploits::{Coordinates, Exploits, Occupant, Occupied};
pub use features::{BoardFeatures, Features, MOST_BOARD_FEATURES, Weighing};
pub use numbered_moves::{NumberedMoves, Numbering};
pub use pattern::{Pattern, States};
pub use ranker::{MoveRanker, OneAhead, RankMeaning};
pub use stones::{CellBits, Stones};
