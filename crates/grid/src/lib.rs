//! Board geometry without rules: cells, shapes, sets of cells and symmetries. Original design.

mod bits;
mod board_text;
mod shape;
mod symmetry;

pub use bits::{Bits, CellSet, Indices};
pub use board_text::{CellLetters, read_cells, read_side, side_letter, split_turn};
pub use shape::{Cell, LONGEST_SIDE, Shape, column_letter, read_cell_name, read_size};
pub use symmetry::Symmetry;
