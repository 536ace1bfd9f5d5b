//! A shape on the board of a game: all its instances.

use agon_abilities::Stones;
use agon_core::ReadError;

use super::shape::PatternShape;
use crate::ternary_places::MOST_CELLS;

/// The instances of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedShape {
    /// For each instance the bits of its cells, in the order of the shape.
    pub instances: Vec<Vec<u16>>,
}

impl PlacedShape {
    /// Places a shape wherever the symmetries of the board take it.
    ///
    /// # Errors
    /// If the board has no such cells, or other symmetries than the shape was made for.
    pub fn new<G: Stones>(shape: &PatternShape, game: &G) -> Result<Self, ReadError> {
        shape.check()?;
        let (mut instances, mut seen) = (Vec::new(), Vec::new());
        for symmetry in 0..game.symmetries() {
            let bit = |&place: &_| Some(game.cell_bit(game.map_place(symmetry, place))? as u16);
            let bits: Option<Vec<u16>> = shape.cells.iter().map(bit).collect();
            let bits = bits.ok_or_else(|| shape.wrong("the board does not have its cells"))?;
            let mut sorted = bits.clone();
            sorted.sort_unstable();
            if !seen.contains(&sorted) {
                seen.push(sorted);
                instances.push(bits);
            }
        }
        if shape.mirrors != shape.mirrors_on(game) {
            return Err(shape.wrong("it was made for a board with other symmetries"));
        }
        Ok(Self { instances })
    }
}

/// How many cells the board has.
pub(super) fn cells<G: Stones>(game: &G) -> u32 {
    let (columns, rows) = game.extent();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    places.filter(|&place| game.cell_bit(place).is_some()).count() as u32
}

/// The index of an instance.
#[inline]
pub(super) fn index_of(cells: &[u16], digits: &[u8; MOST_CELLS]) -> usize {
    cells.iter().rev().fold(0, |index, &cell| 3 * index + usize::from(digits[usize::from(cell)]))
}
