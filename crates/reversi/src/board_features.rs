//! What the models of [Engel2015] look at (section V): parity, mobility, frontier, flippable discs, and who holds which
//! kind of cell. All are white's minus black's, except parity.
//!
//! ```text
//!   88 cells, two mirrors:  . . . a b b a . . .      cells with the same letter are one feature, named after its
//!                           . . c d e e d c . .      first cell in board order: 22 of them here, 16 on 8x8
//! ```
//!
//! The mirrors are those that exchange left and right, or top and bottom, and keep the shape; the diagonals of a square
//! board make no kinds, as in the source; evaluators give kinds that a diagonal exchanges the mean of their weights
//! ([`BoardFeatures::symmetric`]), so that symmetric positions have equal values. A side that has to pass is not the active one: what is seen before a pass
//! is what is seen after it. For black everything, parity included, is seen with the opposite sign.

use std::sync::Arc;

use agon_abilities::{BoardFeatures, Features, Weighing};
use agon_core::{Place, Player};
use agon_grid::{Cell, Shape, Symmetry};

use crate::position::Stage;
use crate::{BoardWord, Position, Reversi};

/// What comes before the cells.
const WHOLE_BOARD: [&str; 4] = ["parity", "mobility", "frontier", "flippable"];

/// The features on one board.
#[derive(Clone, Debug)]
pub struct CellKindFeatures<W> {
    names: Vec<String>,
    /// The cells of each kind.
    kinds: Vec<W>,
    /// By feature.
    classes: Vec<usize>,
    cells: W,
}

impl<W: BoardWord> CellKindFeatures<W> {
    /// The features on the board of `game`.
    #[must_use]
    pub fn new(game: &Reversi<W>) -> Self {
        let shape = &game.rules().shape;
        let mut names: Vec<_> = WHOLE_BOARD.iter().map(ToString::to_string).collect();
        let (mut kinds, mut seen) = (Vec::new(), W::EMPTY);
        for cell in shape.cells() {
            if !seen.has(cell.index()) {
                let kind = mirrored(shape, cell);
                seen |= kind;
                names.push(shape.name(cell));
                kinds.push(kind);
            }
        }
        let of_kinds = kinds.iter().map(|&kind| WHOLE_BOARD.len() + first_image(shape, kind, &kinds));
        let classes = (0..WHOLE_BOARD.len()).chain(of_kinds).collect();
        Self { names, kinds, classes, cells: game.cells() }
    }
}

/// A cell and its images under the mirrors of the board.
fn mirrored<W: BoardWord>(shape: &Shape, cell: Cell) -> W {
    let mirrors: Vec<Symmetry> =
        shape.symmetries().into_iter().filter(|symmetry| !symmetry.transpose).collect();
    let single = mirrors.iter().filter(|symmetry| symmetry.mirror_columns != symmetry.mirror_rows);
    let mut kind = W::single(cell.index());
    for &mirror in single {
        let images = kind.indices().filter_map(|index| shape.mapped(mirror, Cell(index as u16)));
        kind |= images.fold(W::EMPTY, |set, cell| set | W::single(cell.index()));
    }
    kind
}

/// The first kind onto which a symmetry of the board maps this one.
fn first_image<W: BoardWord>(shape: &Shape, kind: W, kinds: &[W]) -> usize {
    let images: Vec<Cell> = shape
        .symmetries()
        .into_iter()
        .filter_map(|symmetry| shape.mapped(symmetry, Cell(kind.first() as u16)))
        .collect();
    let holds_one = |kind: &W| images.iter().any(|cell| kind.has(cell.index()));
    kinds.iter().position(holds_one).unwrap_or(0)
}

/// The numbers that belong to the whole board, as white sees them.
#[inline]
fn whole_board<W: BoardWord>(game: &Reversi<W>, pos: &Position<W>) -> [i32; 4] {
    let (black, white) = (pos.discs(Player::FIRST), pos.discs(Player::SECOND));
    let for_black = game.geometry.prospects(black, white);
    let for_white = game.geometry.prospects(white, black);
    let black_is_active = (pos.to_move() == Player::FIRST) != (pos.stage == Stage::Pass);
    let even = (black | white).count().is_multiple_of(2);
    [
        if black_is_active == even { 1 } else { -1 },
        for_white.moves as i32 - for_black.moves as i32,
        for_white.frontier as i32 - for_black.frontier as i32,
        // White's discs that black can flip, minus black's that white can.
        for_black.flips as i32 - for_white.flips as i32,
    ]
}

impl<W: BoardWord> Features<Reversi<W>> for CellKindFeatures<W> {
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn count(&self) -> usize {
        self.names.len()
    }

    fn write(&self, game: &Reversi<W>, pos: &Position<W>, pov: Player, out: &mut [f64]) {
        let (own, other) = (pos.discs(pov), pos.discs(pov.other()));
        let (whole, kinds) = out.split_at_mut(WHOLE_BOARD.len());
        for (slot, number) in whole.iter_mut().zip(whole_board(game, pos)) {
            *slot = f64::from(if pov == Player::SECOND { number } else { -number });
        }
        for (slot, &kind) in kinds.iter_mut().zip(&self.kinds) {
            *slot = f64::from((own & kind).count()) - f64::from((other & kind).count());
        }
    }
}

impl<W: BoardWord + 'static> BoardFeatures<Reversi<W>> for CellKindFeatures<W> {
    fn cells(&self) -> u32 {
        self.cells.count()
    }

    fn counted_cells(&self, game: &Reversi<W>) -> Vec<Vec<Place>> {
        let shape = &game.rules().shape;
        let places = |kind: &W| kind.indices().map(|index| shape.place(Cell(index as u16))).collect();
        WHOLE_BOARD.iter().map(|_| Vec::new()).chain(self.kinds.iter().map(places)).collect()
    }

    fn classes(&self) -> Vec<usize> {
        self.classes.clone()
    }

    fn weighing(self: Arc<Self>, weights: &[i32]) -> Box<dyn Weighing<Reversi<W>>> {
        Box::new(ByteTables::new(&self, weights))
    }
}

/// Weights over [`CellKindFeatures`]: the cells of a byte are looked up together, not counted kind by kind.
struct ByteTables {
    whole: [i32; 4],
    bytes: Vec<[i32; 256]>,
}

/// Eight weights of this size still fit one entry.
const HEAVIEST: i32 = i32::MAX / 8;

impl ByteTables {
    fn new<W: BoardWord>(features: &CellKindFeatures<W>, weights: &[i32]) -> Self {
        let (whole, kinds) = weights.split_at(WHOLE_BOARD.len().min(weights.len()));
        let mut by_cell = vec![0; W::CAPACITY as usize];
        for (&kind, &weight) in features.kinds.iter().zip(kinds) {
            for cell in kind.indices() {
                by_cell[cell as usize] = weight.clamp(-HEAVIEST, HEAVIEST);
            }
        }
        let bytes = features.cells.last() / 8 + 1;
        let sum = |cells: &[i32], set: usize| {
            cells.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, weight)| weight).sum()
        };
        let table = |cells: &[i32]| std::array::from_fn(|set| sum(cells, set));
        Self {
            whole: std::array::from_fn(|index| whole.get(index).copied().unwrap_or(0)),
            bytes: by_cell.chunks(8).take(bytes as usize).map(table).collect(),
        }
    }
}

impl<W: BoardWord> Weighing<Reversi<W>> for ByteTables {
    fn weigh(&self, game: &Reversi<W>, pos: &Position<W>) -> i64 {
        let (black, white) = (pos.discs(Player::FIRST), pos.discs(Player::SECOND));
        let mut sum = 0;
        for ((table, black), white) in self.bytes.iter().zip(black.bytes()).zip(white.bytes()) {
            sum += i64::from(table[usize::from(white)]) - i64::from(table[usize::from(black)]);
        }
        let whole = whole_board(game, pos);
        let weighed =
            whole.iter().zip(&self.whole).map(|(&number, &weight)| i64::from(number) * i64::from(weight));
        sum + weighed.sum::<i64>()
    }
}

#[cfg(test)]
mod tests;
