//! Cell weights: the value of a position is what the occupied cells are worth, whoever could flip them.
//!
//! This is the kind of opponent that [OReilly2016] section 4 plays against; it names a positional heuristic but prints
//! no weights, so these are ours, given by what a cell is for a corner and the edge rather than as a table, so that
//! they make sense on every shape. On 8x8:
//!
//! ```text
//!   100 -20  10  10  10  10 -20 100
//!   -20 -50  -2  -2  -2  -2 -50 -20
//!    10  -2   1   1   1   1  -2  10
//!    10  -2   1   1   1   1  -2  10     and the same below
//! ```

use agon_core::{CellMap, Evaluator, Explanation, Player, Score};
use agon_grid::Cell;

use crate::game::Reversi;
use crate::geometry::BoardWord;
use crate::position::Position;

/// What cells are worth by where they lie, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Positional {
    /// A cell that can never be flipped.
    pub corner: i32,
    /// A cell diagonal to a corner.
    pub before_corner: i32,
    /// A cell beside a corner.
    pub beside_corner: i32,
    /// Any other cell on the edge.
    pub edge: i32,
    /// Any other cell that touches the edge.
    pub inner_edge: i32,
    /// All others.
    pub inside: i32,
}

impl Default for Positional {
    fn default() -> Self {
        Self { corner: 100, before_corner: -50, beside_corner: -20, edge: 10, inner_edge: -2, inside: 1 }
    }
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

impl Positional {
    /// What a cell of a board is worth.
    #[must_use]
    pub fn weight<W: BoardWord>(&self, game: &Reversi<W>, cell: Cell) -> i32 {
        let shape = &game.rules().shape;
        let is_corner = |cell: Cell| game.corners().has(cell.index());
        let is_edge = |cell: Cell| STRAIGHT.iter().any(|&step| shape.step(cell, step).is_none());
        let touches = |steps: &[(i32, i32)], wanted: &dyn Fn(Cell) -> bool| {
            steps.iter().filter_map(|&step| shape.step(cell, step)).any(wanted)
        };
        if is_corner(cell) {
            self.corner
        } else if touches(&DIAGONAL, &is_corner) {
            self.before_corner
        } else if touches(&STRAIGHT, &is_corner) {
            self.beside_corner
        } else if is_edge(cell) {
            self.edge
        } else if touches(&STRAIGHT, &is_edge) {
            self.inner_edge
        } else {
            self.inside
        }
    }

    /// The evaluator for a board, its weights looked up once.
    #[must_use]
    pub fn on<W: BoardWord>(&self, game: &Reversi<W>) -> CellWeights<W> {
        let mut sets: Vec<(i32, W)> = Vec::new();
        for cell in game.rules().shape.cells() {
            let (weight, single) = (self.weight(game, cell), W::single(cell.index()));
            match sets.iter_mut().find(|(known, _)| *known == weight) {
                Some((_, set)) => *set |= single,
                None => sets.push((weight, single)),
            }
        }
        CellWeights { sets }
    }
}

/// Cells of equal weight, as sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellWeights<W> {
    sets: Vec<(i32, W)>,
}

impl<W: BoardWord> Evaluator<Reversi<W>> for CellWeights<W> {
    fn value(&self, _: &Reversi<W>, pos: &Position<W>, pov: Player) -> Score {
        let (own, opponent) = (pos.discs(pov), pos.discs(pov.other()));
        let worth = |&(weight, set): &(i32, W)| {
            weight * ((own & set).count() as i32 - (opponent & set).count() as i32)
        };
        Score::points(self.sets.iter().map(worth).sum())
    }

    fn explain(&self, game: &Reversi<W>, _: &Position<W>, _: Player) -> Explanation {
        let shape = &game.rules().shape;
        let weight = |cell: Cell| {
            let (weight, _) = self.sets.iter().find(|(_, set)| set.has(cell.index()))?;
            Some((shape.place(cell), f64::from(*weight)))
        };
        Explanation::showing(CellMap {
            name: "cell weights".to_owned(),
            meaning: "what holding a cell is worth".to_owned(),
            cells: shape.cells().filter_map(weight).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Notation;

    #[test]
    fn the_board_of_the_documentation() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let row = |row: u32| -> Vec<i32> {
            let cells = (0..8).filter_map(|column| game.rules().shape.cell(column, row));
            cells.map(|cell| Positional::default().weight(&game, cell)).collect()
        };
        assert_eq!(row(0), [100, -20, 10, 10, 10, 10, -20, 100]);
        assert_eq!(row(1), [-20, -50, -2, -2, -2, -2, -50, -20]);
        assert_eq!(row(2), [10, -2, 1, 1, 1, 1, -2, 10]);
        assert_eq!([row(0), row(1), row(2)], [row(7), row(6), row(5)]);
    }

    #[test]
    fn values_are_opposite() {
        let game: Reversi<u64> = Reversi::new(Default::default()).unwrap();
        let text = "XO------ -------- --X----- -------- -------- -------- -------- -------- X";
        let pos = game.read_position(text).unwrap();
        let weights = Positional::default().on(&game);
        assert_eq!(weights.value(&game, &pos, Player::FIRST), Score::points(121));
        assert_eq!(weights.value(&game, &pos, Player::SECOND), Score::points(-121));
    }
}
