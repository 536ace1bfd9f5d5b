//! Where cells lie in a word, and how lines are found. Original design.
//!
//! Cells are numbered column by column from the bottom, with one spare bit above each column. So gravity is a shift by
//! one, every direction is a shift of the whole board, and what leaves an edge lands on a spare bit, which is never
//! set.
//!
//! ```text
//!   3x3:   (3) (7) (11)   spare     up          +1        a line of k is found by shifting
//!           2   6   10              right       +4        the stones onto themselves:
//!           1   5    9              up right    +5        set & set >> s & set >> 2s ...
//!           0   4    8              down right  +3
//! ```

use agon_grid::{Cell, CellSet};

use crate::rules::Rules;

/// The tables of a board.
#[derive(Clone, Debug)]
pub(crate) struct Geometry<W> {
    columns: u32,
    rows: u32,
    k: u32,
    exact: bool,
    /// All cells.
    pub(crate) board: W,
    /// The lowest cell of each column.
    pub(crate) bottom: W,
    first_column: W,
    /// Shifts of the directions in which a line fits; the first one again in place of the others.
    steps: [u32; 4],
    directions: usize,
}

impl<W: CellSet> Geometry<W> {
    /// The tables for rules that were checked, over a word that is wide enough.
    pub(crate) fn new(rules: &Rules) -> Self {
        let &Rules { columns, rows, k, exact, .. } = rules;
        let stride = rows + 1;
        let (up, right) = (rows >= k, columns >= k);
        let fitting = [(up, 1), (right, stride), (up && right, stride + 1), (up && right, stride - 1)];
        let mut fitting: Vec<u32> =
            fitting.into_iter().filter(|&(fits, _)| fits).map(|(_, step)| step).collect();
        let directions = fitting.len();
        fitting.resize(4, fitting[0]);
        let bottom = (0..columns).fold(W::EMPTY, |set, column| set | W::single(column * stride));
        let board = (0..rows).fold(W::EMPTY, |set, row| set | bottom << row);
        let first_column = (0..rows).fold(W::EMPTY, |set, row| set | W::single(row));
        let steps = std::array::from_fn(|i| fitting[i]);
        Self { columns, rows, k, exact, board, bottom, first_column, steps, directions }
    }

    /// How far apart neighbouring columns are.
    #[inline]
    pub(crate) fn stride(&self) -> u32 {
        self.rows + 1
    }

    /// The cell in a column and a row from the bottom, if the board has it.
    pub(crate) fn cell(&self, column: u32, row: u32) -> Option<Cell> {
        let exists = column < self.columns && row < self.rows;
        exists.then(|| Cell((column * self.stride() + row) as u16))
    }

    /// The column and the row from the bottom.
    #[inline]
    pub(crate) fn place(&self, cell: Cell) -> (u32, u32) {
        (cell.index() / self.stride(), cell.index() % self.stride())
    }

    /// The cells of a column.
    #[inline]
    pub(crate) fn column(&self, column: u32) -> W {
        self.first_column << (column * self.stride())
    }

    /// The directions in which a line fits.
    pub(crate) fn directions(&self) -> &[u32] {
        &self.steps[..self.directions]
    }

    /// Whether the set has a line that wins, anywhere.
    #[inline]
    pub(crate) fn has_line(&self, set: W) -> bool {
        has_winning_run([set; 4], self.steps, self.k, self.exact)
    }

    /// Whether a line that wins passes through a cell of the set.
    ///
    /// In one machine word, looking everywhere is faster than walking; it finds the same, because a position
    /// with an older line is over.
    #[inline]
    pub(crate) fn has_line_through(&self, set: W, cell: u32) -> bool {
        if W::CAPACITY <= 64 { self.has_line(set) } else { self.walks_a_line(set, cell) }
    }

    fn walks_a_line(&self, set: W, cell: u32) -> bool {
        self.directions().iter().any(|&step| {
            let length = 1 + reach(set, cell, step) + reach(set, cell, 0u32.wrapping_sub(step));
            if self.exact { length == self.k } else { length >= self.k }
        })
    }
}

/// The cells of each set from which `k` of its cells follow each other in steps of the given width, found by doubling.
#[inline]
pub(crate) fn runs<W: CellSet, const N: usize>(mut sets: [W; N], steps: [u32; N], k: u32) -> [W; N] {
    let mut length = 1;
    while length < k {
        let more = length.min(k - length);
        for (set, step) in sets.iter_mut().zip(steps) {
            *set &= *set >> (more * step);
        }
        length += more;
    }
    sets
}

/// Whether one of the sets has `k` cells in a row, in steps of its width; where `exact`, no more than that.
#[inline]
pub(crate) fn has_winning_run<W: CellSet>(sets: [W; 4], steps: [u32; 4], k: u32, exact: bool) -> bool {
    let mut starts = runs(sets, steps, k);
    if exact {
        // The other starts of a longer run are a step before or behind.
        for (starts, step) in starts.iter_mut().zip(steps) {
            *starts = *starts & !(*starts << step) & !(*starts >> step);
        }
    }
    !starts.into_iter().fold(W::EMPTY, |found, starts| found | starts).is_empty()
}

/// How many cells of the set follow each other from a cell on, which is not counted.
///
/// Steps off the board meet a spare bit, or a number beyond the word.
#[inline]
fn reach<W: CellSet>(set: W, cell: u32, step: u32) -> u32 {
    let mut at = cell.wrapping_add(step);
    let mut length = 0;
    while at < W::CAPACITY && set.has(at) {
        length += 1;
        at = at.wrapping_add(step);
    }
    length
}
