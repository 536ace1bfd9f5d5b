//! A forest on the board of a game: all places of all images of its patterns ([KInARow2012] section 3.5).

use agon_abilities::{Coordinates, Stones};
use agon_core::ReadError;

use super::{DecisionTree, Forest, Pattern, PredictionWeights};

/// A tree with its places.
#[derive(Clone, Debug)]
pub struct PlacedWoods {
    /// How it answers.
    pub tree: DecisionTree,
    /// How many cells it asks about.
    pub attributes: usize,
    /// How much its predictions count.
    pub weight: u8,
    /// The bits of the cells of every place, one after the other, those of each in the order of the pattern.
    pub(super) cells: Vec<u16>,
}

impl PlacedWoods {
    /// The cells of every place, as bits of the game.
    pub fn places(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        self.cells.chunks_exact(self.attributes)
    }
}

/// A forest on a board.
#[derive(Clone, Debug)]
pub struct PlacedForest {
    /// In the order of the forest.
    pub woods: Vec<PlacedWoods>,
    /// What predictions are worth.
    pub weights: PredictionWeights,
}

impl PlacedForest {
    /// Places a forest on the board of a game.
    ///
    /// # Errors
    /// If no pattern of it fits the board.
    pub fn new<G: Stones>(forest: &Forest, game: &G) -> Result<Self, ReadError> {
        let placed = |woods: &super::Woods| PlacedWoods {
            tree: woods.tree.clone(),
            attributes: woods.pattern.count(),
            weight: woods.weight,
            cells: places(&woods.pattern, game).into_iter().flatten().map(|bit| bit as u16).collect(),
        };
        let woods: Vec<_> = forest.woods.iter().map(placed).collect();
        if woods.iter().all(|woods| woods.cells.is_empty()) {
            let (columns, rows) = game.extent();
            return Err(ReadError::new(format!("no pattern of the forest fits a board of {columns}x{rows}")));
        }
        Ok(Self { woods, weights: forest.weights })
    }
}

/// The bits under a pattern wherever one of its images fits, image after image, row by row.
fn places<G: Stones>(pattern: &Pattern, game: &G) -> Vec<Vec<u32>> {
    let (columns, rows) = game.extent();
    let locations = |row| (0..columns).map(move |column| (column, row));
    let all = || (0..rows).flat_map(locations);
    let fit = |image: &[Coordinates], (left, top): Coordinates| -> Option<Vec<u32>> {
        image.iter().map(|(column, row)| game.cell_bit((left + column, top + row))).collect()
    };
    pattern.images().iter().flat_map(|image| all().filter_map(|at| fit(image, at))).collect()
}
