//! Random forests over boards of three-valued cells ([KInARow2012] sections 2.2, 2.3, 3.4 to 3.6).
//!
//! * [`DecisionTree`] tells from a few cells who wins, learned by ID3 from the [ends](EndOfGame) of games.
//! * [`Woods`] is one tree, placed on every location of a board under eight transformations.
//! * [`Forest`] is many woods, each from its own bootstrap sample; [`Lesson`] trains them.
//!
//! A forest values a position by how many locations it takes for won, drawn and lost. It does so in three forms that are
//! always equal: [`WalkingForest`] walks through every tree, [`CachedForest`] looks answers up (section 4.3), and
//! [`IncrementalForest`], which searches use, keeps count while stones come and go.

mod cached;
mod end;
mod grow;
mod incremental;
mod information;
mod pattern;
mod placed;
mod prediction;
mod tree;
mod walking;
mod woods;

pub use cached::CachedForest;
pub use end::{EndOfGame, Places, WIDEST_WINDOW, Window};
pub use grow::Lesson;
pub use incremental::IncrementalForest;
pub use pattern::{MOST_ATTRIBUTES, Pattern};
pub use placed::{PlacedForest, PlacedWoods};
pub use prediction::{Counts, Prediction, PredictionWeights};
pub use tree::{DecisionTree, Node};
pub use walking::WalkingForest;
pub use woods::{Forest, HEAVIEST, Woods};

#[cfg(test)]
mod tests;
