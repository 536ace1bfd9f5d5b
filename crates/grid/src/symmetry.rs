//! The eight ways to turn and mirror a square board. Original design.

/// One of the eight: an optional exchange of columns and rows, then optional mirrors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Columns become rows and rows become columns.
    pub transpose: bool,
    /// Left and right change places.
    pub mirror_columns: bool,
    /// Top and bottom change places.
    pub mirror_rows: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { transpose: false, mirror_columns: false, mirror_rows: false }; 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Self {
                transpose: index & 4 != 0,
                mirror_columns: index & 1 != 0,
                mirror_rows: index & 2 != 0,
            };
            index += 1;
        }
        all
    };

    /// Where a cell of a board of the given size goes, as column and row.
    ///
    /// A transposed board has its width and height exchanged; the mirrors act on the transposed board.
    #[must_use]
    pub fn apply(self, (width, height): (u32, u32), (column, row): (u32, u32)) -> (u32, u32) {
        let (width, height, column, row) =
            if self.transpose { (height, width, row, column) } else { (width, height, column, row) };
        (
            if self.mirror_columns { width - 1 - column } else { column },
            if self.mirror_rows { height - 1 - row } else { row },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_eight_are_different() {
        let corner_and_neighbour = Symmetry::ALL.map(|s| (s.apply((5, 5), (0, 0)), s.apply((5, 5), (1, 0))));
        assert_eq!(corner_and_neighbour.into_iter().collect::<HashSet<_>>().len(), 8);
        assert_eq!(Symmetry::ALL[0].apply((5, 4), (3, 2)), (3, 2));
    }
}
