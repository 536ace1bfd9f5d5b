//! Tables of patterns: what stands on a few cells together is looked up and added up ([Buro1998]).
//!
//! ```text
//!   shape        corner-3x3   its first cell in the corner
//!   instances    the four corners: wherever the symmetries of the board take the shape
//!   index        0 empty, 1 own, 2 opponent's, as the player to move sees it; the first cell counts 1, the next 3, 9, ...
//!   weight       by phase of the game and by index; symmetric indices of a shape share theirs
//! ```
//!
//! The value of a position is the sum of the weights of all instances and of an offset for its number of stones, in
//! points for the player to move. A position in which that player can only pass has the value of the one after it.
//!
//! * [`PatternShape`] and [`usual_shapes`]: which cells; the usual ones suit Reversi on any board.
//! * [`PatternTables`]: the weights, and their file.
//! * [`PatternEvaluator`]: values positions of any game on a board of [`Stones`](agon_abilities::Stones).
//! * [`PatternTrainer`]: fits them to games that were played, or backwards from the end as [Engel2015] does.
//!
//! Differs from [Buro1998]: weights are found by conjugate gradients on the normal equations [HestenesStiefel1952], not by
//! steps of steepest descent; a phase is drawn towards the weights of the one after it, so that patterns it has rarely
//! seen keep what was learned later in the game; and the number of stones has an offset of its own, which holds who has
//! the last move.

mod asked;
mod board_shapes;
mod checkpoint;
mod evaluator;
mod file;
mod labels;
mod least_squares;
mod own_games;
mod placed;
mod samples;
mod shape;
mod tables;
#[cfg(test)]
mod tests;
mod trainer;

pub use board_shapes::usual_shapes;
pub use evaluator::PatternEvaluator;
pub use own_games::{MakePlayer, OwnGames};
pub use placed::PlacedShape;
pub use samples::Samples;
pub use shape::{LARGEST_SHAPE, PatternShape};
pub use tables::{PARTS_OF_A_POINT, PatternTables, PhaseTables};
pub use trainer::{Fitted, Labels, PatternSettings, PatternTrainer, PatternTraining};
