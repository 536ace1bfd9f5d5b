//! Boards of any shape: which cells exist, how they are numbered and what they are called. Original design.
//!
//! Cells are numbered row by row from the top left. Boards of up to 8 by 8 keep a stride of 8 whatever their
//! width, so that they fit one 64-bit word and share its direction shifts; larger ones use their width.
//!
//! ```text
//!   6x6 in 64 bits:  a1 =  0  b1 =  1 ...  f1 =  5  (6 and 7 unused)
//!                    a2 =  8  b2 =  9 ...
//! ```

use agon_core::ReadError;

use crate::Symmetry;

/// No side of a board is longer; columns are named by one letter.
pub const LONGEST_SIDE: u32 = 26;

/// The number of a cell on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// The number, for use as an index.
    #[must_use]
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }
}

/// A board: a set of cells inside a rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    width: u32,
    height: u32,
    stride: u32,
    /// By cell number.
    present: Vec<bool>,
}

impl Shape {
    /// A full rectangle.
    ///
    /// # Errors
    /// If a side is zero or too long.
    pub fn rectangle(width: u32, height: u32) -> Result<Self, ReadError> {
        Self::from_fn(width, height, |_, _| true)
    }

    /// The cells of a rectangle for which `present` is true, by column and row.
    ///
    /// # Errors
    /// If a side is zero or too long, or no cell is left.
    pub fn from_fn(
        width: u32,
        height: u32,
        mut present: impl FnMut(u32, u32) -> bool,
    ) -> Result<Self, ReadError> {
        if !(1..=LONGEST_SIDE).contains(&width) || !(1..=LONGEST_SIDE).contains(&height) {
            return Err(ReadError::new(format!(
                "a board of {width}x{height} is not possible: each side has 1 to {LONGEST_SIDE} cells"
            )));
        }
        let stride = if width <= 8 && height <= 8 { 8 } else { width };
        let mut shape = Self { width, height, stride, present: vec![false; (stride * height) as usize] };
        for row in 0..height {
            for column in 0..width {
                shape.present[(row * stride + column) as usize] = present(column, row);
            }
        }
        if shape.cells().next().is_none() {
            return Err(ReadError::new("a board needs at least one cell"));
        }
        Ok(shape)
    }

    /// Columns of the surrounding rectangle.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows of the surrounding rectangle.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// How much the cell number grows from one row to the next.
    #[must_use]
    pub fn stride(&self) -> u32 {
        self.stride
    }

    /// One more than the largest cell number there could be.
    #[must_use]
    pub fn numbers(&self) -> u32 {
        self.present.len() as u32
    }

    /// The cell in a column and a row, both from zero at the top left, if there is one.
    #[must_use]
    pub fn cell(&self, column: u32, row: u32) -> Option<Cell> {
        if column >= self.width || row >= self.height {
            return None;
        }
        let number = row * self.stride + column;
        self.present[number as usize].then_some(Cell(number as u16))
    }

    /// The column and row of a cell.
    #[must_use]
    pub fn place(&self, cell: Cell) -> (u32, u32) {
        (cell.index() % self.stride, cell.index() / self.stride)
    }

    /// Whether the number belongs to a cell.
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        self.present.get(cell.index() as usize).is_some_and(|&present| present)
    }

    /// The cells, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + Clone {
        self.present
            .iter()
            .enumerate()
            .filter(|&(_, &present)| present)
            .map(|(number, _)| Cell(number as u16))
    }

    /// How many cells there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.cells().count() as u32
    }

    /// Whether the cells are a full rectangle.
    #[must_use]
    pub fn is_rectangle(&self) -> bool {
        self.count() == self.width * self.height
    }

    /// The cell a step away, if there is one.
    #[must_use]
    pub fn step(&self, cell: Cell, (columns, rows): (i32, i32)) -> Option<Cell> {
        let (column, row) = self.place(cell);
        self.cell(column.checked_add_signed(columns)?, row.checked_add_signed(rows)?)
    }

    /// The cell's name: a letter for the column, a number for the row from the top.
    #[must_use]
    pub fn name(&self, cell: Cell) -> String {
        let (column, row) = self.place(cell);
        format!("{}{}", column_letter(column), row + 1)
    }

    /// The cell of that name.
    ///
    /// # Errors
    /// If the text is not a name or the board has no such cell.
    pub fn named(&self, text: &str) -> Result<Cell, ReadError> {
        let (column, row) = read_cell_name(text)?;
        self.cell(column, row).ok_or_else(|| {
            ReadError::new(format!("there is no cell `{text}` on this board ({})", self.size()))
        })
    }

    /// The size as people write it: `8x8`.
    #[must_use]
    pub fn size(&self) -> String {
        format!("{}x{}", self.width, self.height)
    }

    /// The symmetries that map the set of cells onto itself, the identity first.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let keeps = |symmetry: &Symmetry| {
            (!symmetry.transpose || self.width == self.height)
                && self.cells().all(|cell| self.mapped(*symmetry, cell).is_some())
        };
        Symmetry::ALL.into_iter().filter(keeps).collect()
    }

    /// Where a symmetry takes a cell, if there is a cell.
    #[must_use]
    pub fn mapped(&self, symmetry: Symmetry, cell: Cell) -> Option<Cell> {
        let (column, row) = symmetry.apply((self.width, self.height), self.place(cell));
        self.cell(column, row)
    }
}

/// Reads a size such as `8x8` as columns and rows; whether such a board is possible is for the caller to say.
#[must_use]
pub fn read_size(text: &str) -> Option<(u32, u32)> {
    let (width, height) = text.split_once('x')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}

/// The letter of a column.
#[must_use]
pub fn column_letter(column: u32) -> char {
    char::from(b'a' + column as u8)
}

/// Reads a letter and a number as column and row, from zero; which of them a board has is for the caller to say.
///
/// # Errors
/// If the text is not a letter followed by a number from 1 on.
pub fn read_cell_name(text: &str) -> Result<(u32, u32), ReadError> {
    let error =
        || ReadError::new(format!("`{text}` is not a cell: write a letter and a number, such as `d3`"));
    let mut chars = text.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic).ok_or_else(error)?.to_ascii_lowercase();
    let digits = chars.as_str();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(error());
    }
    let row: u32 = digits.parse().map_err(|_| error())?;
    Ok((letter as u32 - 'a' as u32, row.checked_sub(1).ok_or_else(error)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_are_eight_wide() {
        let shape = Shape::rectangle(6, 6).unwrap();
        assert_eq!(shape.named("a2").unwrap(), Cell(8));
        assert_eq!(shape.name(Cell(13)), "f2");
        assert_eq!(shape.count(), 36);
        assert_eq!(Shape::rectangle(10, 10).unwrap().named("A2").unwrap(), Cell(10));
    }

    #[test]
    fn names_are_checked() {
        let shape = Shape::rectangle(8, 8).unwrap();
        for bad in ["", "d", "3", "d0", "d9", "i1", "dd", "d+3", "d99999999999", "é4"] {
            assert!(shape.named(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn symmetries_depend_on_the_shape() {
        assert_eq!(Shape::rectangle(8, 8).unwrap().symmetries().len(), 8);
        assert_eq!(Shape::rectangle(7, 6).unwrap().symmetries().len(), 4);
        let without_a_corner = Shape::from_fn(4, 4, |column, row| column + row > 0).unwrap();
        assert_eq!(without_a_corner.symmetries().len(), 2);
    }

    #[test]
    fn impossible_boards_are_refused() {
        assert!(Shape::rectangle(0, 3).is_err());
        assert!(Shape::rectangle(27, 3).is_err());
        assert!(Shape::from_fn(3, 3, |_, _| false).is_err());
    }

    #[test]
    fn steps_stay_on_the_board() {
        let shape = Shape::rectangle(8, 8).unwrap();
        let h1 = shape.named("h1").unwrap();
        assert_eq!(shape.step(h1, (1, 0)), None);
        assert_eq!(shape.step(h1, (0, -1)), None);
        assert_eq!(shape.step(h1, (-1, 1)).map(|cell| shape.name(cell)).as_deref(), Some("g2"));
    }
}
