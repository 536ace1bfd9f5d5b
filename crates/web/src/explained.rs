//! What an agent says of a position, as JSON: cells by their tiles, so that a page only has to draw it.

use agon_core::{CellMap, Explanation, Place};
use serde::Serialize;

/// An explanation.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Explained {
    sentences: Vec<String>,
    maps: Vec<TileMap>,
    contributions: Vec<Part>,
    /// What the contributions count.
    unit: &'static str,
    weights: Vec<Weights>,
}

/// Numbers on tiles.
#[derive(Clone, Debug, Serialize)]
struct TileMap {
    name: String,
    meaning: String,
    /// Each a tile and its number.
    tiles: Vec<(usize, f64)>,
}

#[derive(Clone, Debug, Serialize)]
struct Part {
    name: String,
    amount: f64,
    worth: f64,
}

#[derive(Clone, Debug, Serialize)]
struct Weights {
    name: String,
    columns: Vec<String>,
    rows: Vec<(String, Vec<f64>)>,
}

impl Explained {
    /// An explanation for a board of so many columns.
    pub(crate) fn of(explanation: Explanation, width: usize) -> Self {
        let tile = |((column, row), number): (Place, f64)| (row as usize * width + column as usize, number);
        let map = |CellMap { name, meaning, cells }| TileMap {
            name,
            meaning,
            tiles: cells.into_iter().map(tile).collect(),
        };
        let part =
            |part: agon_core::Contribution| Part { name: part.name, amount: part.amount, worth: part.worth };
        let weights = |table: agon_core::WeightTable| Weights {
            name: table.name,
            columns: table.columns,
            rows: table.rows,
        };
        Self {
            sentences: explanation.sentences,
            maps: explanation.maps.into_iter().map(map).collect(),
            contributions: explanation.contributions.into_iter().map(part).collect(),
            unit: explanation.unit.name(),
            weights: explanation.weights.into_iter().map(weights).collect(),
        }
    }
}
