//! Files of other programs, as text and without rules: whoever knows the game makes sense of the moves. Original design of
//! the readers; the formats are cited where they are read.
//!
//! Everything that is read keeps its place, so that whoever finds something wrong can say the line and the column.

mod charset;
pub mod ggf;
mod place;
pub mod psq;
pub mod sgf;

pub use charset::decoded;
pub use place::{FormatError, Place};
