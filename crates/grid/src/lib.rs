//! Board geometry without rules: cells, shapes, sets of cells and symmetries. Ours.

mod bits;
mod shape;
mod symmetry;

pub use bits::{Bits, CellSet, Indices};
pub use shape::{Cell, LONGEST_SIDE, Shape, column_letter, read_cell_name, read_size};
pub use symmetry::Symmetry;
