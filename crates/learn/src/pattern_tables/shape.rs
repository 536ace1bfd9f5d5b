//! A shape: cells that are looked at together, and which of their contents mean the same.

use std::fmt;

use agon_abilities::{Coordinates, Stones};
use agon_core::ReadError;

/// No shape has more cells: a table of 3^12 weights is half a million.
pub const LARGEST_SHAPE: usize = 12;

/// Cells that are looked at together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternShape {
    /// One word.
    pub name: String,
    /// In the order of their digits, the one that counts least first.
    pub cells: Vec<Coordinates>,
    /// The symmetries that take the shape onto itself, without the identity: cell number `mirror[i]` comes to where cell
    /// number `i` was.
    pub mirrors: Vec<Vec<u8>>,
}

impl PatternShape {
    /// The shape of these cells on the board of a game.
    ///
    /// # Errors
    /// If the board does not have the cells, or a cell is named twice, or there are none or too many.
    pub fn new<G: Stones>(name: &str, cells: Vec<Coordinates>, game: &G) -> Result<Self, ReadError> {
        let shape = Self { name: name.to_owned(), cells, mirrors: Vec::new() };
        shape.check()?;
        if let Some(&(column, row)) = shape.cells.iter().find(|&&place| game.cell_bit(place).is_none()) {
            return Err(shape.wrong(&format!("the board has no cell {column},{row}")));
        }
        let mirrors = shape.mirrors_on(game);
        Ok(Self { mirrors, ..shape })
    }

    /// The symmetries of the board of a game that take the shape onto itself.
    pub(super) fn mirrors_on<G: Stones>(&self, game: &G) -> Vec<Vec<u8>> {
        let mut mirrors: Vec<Vec<u8>> = (1..game.symmetries())
            .filter_map(|index| {
                let number = |&place: &Coordinates| {
                    let image = game.map_place(index, place);
                    Some(self.cells.iter().position(|&cell| cell == image)? as u8)
                };
                self.cells.iter().map(number).collect()
            })
            .collect();
        mirrors.sort();
        mirrors.dedup();
        mirrors.retain(|mirror| !mirror.is_sorted());
        mirrors
    }

    /// How many indices it has.
    #[must_use]
    pub fn indices(&self) -> usize {
        3usize.pow(self.cells.len() as u32)
    }

    /// By index: the number of the class of indices that share a weight. Classes are numbered by their least index.
    #[must_use]
    pub fn classes(&self) -> Vec<u32> {
        let mut classes = vec![u32::MAX; self.indices()];
        let mut digits = vec![0; self.cells.len()];
        let mut next = 0;
        for index in 0..classes.len() {
            if classes[index] == u32::MAX {
                classes[index] = next;
                for mirror in &self.mirrors {
                    let image = mirror.iter().rev().fold(0, |sum, &cell| 3 * sum + digits[usize::from(cell)]);
                    if classes[image] == u32::MAX {
                        classes[image] = next;
                    }
                }
                next += 1;
            }
            count_up(&mut digits);
        }
        classes
    }

    /// Whether cells and mirrors can be what they are said to be.
    pub(super) fn check(&self) -> Result<(), ReadError> {
        let count = self.cells.len();
        if count == 0 || count > LARGEST_SHAPE {
            return Err(self.wrong(&format!("it has {count} cells; 1 to {LARGEST_SHAPE} are possible")));
        }
        if (1..count).any(|index| self.cells[..index].contains(&self.cells[index])) {
            return Err(self.wrong("it names a cell twice"));
        }
        let is_mirror = |mirror: &Vec<u8>| {
            let mut sorted = mirror.clone();
            sorted.sort_unstable();
            sorted.into_iter().map(usize::from).eq(0..count)
        };
        if self.mirrors.len() > 7 || !self.mirrors.iter().all(is_mirror) {
            return Err(self.wrong("its mirrors do not exchange its cells"));
        }
        Ok(())
    }

    pub(super) fn wrong(&self, why: &str) -> ReadError {
        ReadError::new(format!("shape `{}`: {why}", self.name))
    }
}

/// The next number in base three, the first digit counting one.
fn count_up(digits: &mut [usize]) {
    for digit in digits {
        if *digit < 2 {
            *digit += 1;
            return;
        }
        *digit = 0;
    }
}

impl fmt::Display for PatternShape {
    /// `corner-2x2 0,0 1,0 0,1 1,1 mirror 0 2 1 3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.cells.iter().try_for_each(|(column, row)| write!(f, " {column},{row}"))?;
        for mirror in &self.mirrors {
            f.write_str(" mirror")?;
            mirror.iter().try_for_each(|cell| write!(f, " {cell}"))?;
        }
        Ok(())
    }
}
