//! The cells that a tree asks about, and how they are turned and mirrored ([KInARow2012] section 3.5, table 3-3).
//!
//! A pattern lies in a square window. What the source calls its radius is the side of the window: with a radius of 4,
//! table 3-3 has four locations on a board of 5x5.

use std::fmt;
use std::str::FromStr;

use agon_abilities::Coordinates;
use agon_core::{ReadError, Rng};

/// No pattern has more cells: the table of a tree has three to that power.
pub const MOST_ATTRIBUTES: usize = 10;

/// Some cells of a window, in the order in which a tree names them: each is its column plus its row times the side.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pattern {
    cells: [u16; MOST_ATTRIBUTES],
    count: u8,
    side: u8,
}

impl Pattern {
    /// The pattern of these cells of a window.
    ///
    /// # Errors
    /// If there are none or too many, one is outside of the window, or one is named twice.
    pub fn new(side: u32, cells: &[u16]) -> Result<Self, ReadError> {
        let wrong = |cause: String| Err(ReadError::new(cause));
        if !(1..=super::WIDEST_WINDOW).contains(&side) {
            return wrong(format!("a window has a side of 1 to {}, not {side}", super::WIDEST_WINDOW));
        }
        if !(1..=MOST_ATTRIBUTES).contains(&cells.len()) {
            return wrong(format!("a pattern has 1 to {MOST_ATTRIBUTES} cells, not {}", cells.len()));
        }
        let mut all = [0; MOST_ATTRIBUTES];
        for (at, &cell) in cells.iter().enumerate() {
            if u32::from(cell) >= side * side {
                return wrong(format!("a window of side {side} has no cell {cell}"));
            }
            if cells[..at].contains(&cell) {
                return wrong(format!("cell {cell} is named twice"));
            }
            all[at] = cell;
        }
        Ok(Self { cells: all, count: cells.len() as u8, side: side as u8 })
    }

    /// Different random cells; as many as the window has where it has fewer.
    #[must_use]
    pub fn random(side: u32, attributes: usize, rng: &mut Rng) -> Self {
        let mut all: Vec<u16> = (0..side * side).map(|cell| cell as u16).collect();
        let count = attributes.clamp(1, MOST_ATTRIBUTES).min(all.len());
        let mut cells = [0; MOST_ATTRIBUTES];
        for slot in &mut cells[..count] {
            *slot = all.swap_remove(rng.below(all.len() as u32) as usize);
        }
        cells[..count].sort_unstable();
        Self { cells, count: count as u8, side: side as u8 }
    }

    /// Neighbouring cells of the middle row or of a diagonal, where windows have their last move; as many as the window has
    /// in a row where it has fewer.
    #[must_use]
    pub fn straight(side: u32, attributes: usize, rng: &mut Rng) -> Self {
        let count = attributes.clamp(1, MOST_ATTRIBUTES).min(side as usize);
        let first = rng.below(side - count as u32 + 1);
        let row = (rng.below(2) == 0).then_some((side - 1) / 2);
        let mut cells = [0; MOST_ATTRIBUTES];
        for (column, slot) in (first..).zip(&mut cells[..count]) {
            *slot = (row.unwrap_or(column) * side + column) as u16;
        }
        Self { cells, count: count as u8, side: side as u8 }
    }

    /// The cells.
    #[must_use]
    pub fn cells(&self) -> &[u16] {
        &self.cells[..usize::from(self.count)]
    }

    /// The side of the window.
    #[must_use]
    pub fn side(&self) -> u32 {
        u32::from(self.side)
    }

    /// How many cells there are.
    #[must_use]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// Where the cells lie in the window, as columns and rows.
    pub fn places(&self) -> impl Iterator<Item = Coordinates> {
        let side = self.side();
        self.cells().iter().map(move |&cell| (u32::from(cell) % side, u32::from(cell) / side))
    }

    /// The pattern under the transformations of section 3.5, moved to the top left: as it is, mirrored in three ways, and
    /// the same transposed. Images in which every cell has the same place are the same question, and count once; a
    /// pattern on a straight line has such images.
    #[must_use]
    pub fn images(&self) -> Vec<Vec<Coordinates>> {
        let mut images: Vec<Vec<Coordinates>> = Vec::new();
        for transformation in 0..8 {
            let image =
                moved_to_the_corner(self.places().map(|place| self.transformed(transformation, place)));
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }

    /// The cells under the eight transformations of the window as a whole.
    #[must_use]
    pub fn in_window(&self) -> Vec<Vec<u16>> {
        let turned = |transformation: u32| {
            let place = self.places().map(move |place| self.transformed(transformation, place));
            place.map(|(column, row)| (row * self.side() + column) as u16).collect()
        };
        (0..8).map(turned).collect()
    }

    fn transformed(&self, transformation: u32, (column, row): Coordinates) -> Coordinates {
        let last = self.side() - 1;
        let (column, row) = if transformation & 4 != 0 { (row, column) } else { (column, row) };
        let mirrored = |bit: u32, at: u32| if transformation & bit != 0 { last - at } else { at };
        (mirrored(1, column), mirrored(2, row))
    }
}

fn moved_to_the_corner(places: impl Iterator<Item = Coordinates>) -> Vec<Coordinates> {
    let places: Vec<_> = places.collect();
    let left = places.iter().map(|place| place.0).min().unwrap_or(0);
    let top = places.iter().map(|place| place.1).min().unwrap_or(0);
    places.into_iter().map(|(column, row)| (column - left, row - top)).collect()
}

impl fmt::Display for Pattern {
    /// The side and the cells: `7:0,13,48`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<_> = self.cells().iter().map(ToString::to_string).collect();
        write!(f, "{}:{}", self.side, cells.join(","))
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pattern({self})")
    }
}

impl FromStr for Pattern {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let wrong = || ReadError::new(format!("`{text}` is not a pattern such as 7:0,13,48"));
        let (side, cells) = text.split_once(':').ok_or_else(wrong)?;
        let cells: Result<Vec<u16>, _> = cells.split(',').map(str::parse).collect();
        Self::new(side.parse().map_err(|_| wrong())?, &cells.map_err(|_| wrong())?)
    }
}
