//! The protocol of Gomocup and Piskvork [Lastovicka2013], which Gomoku engines speak.
//!
//! Cells are numbered from 0 at the top left, columns first.

mod clock;
mod controller;
mod engine;

pub use controller::GomocupController;
pub use engine::GomocupEngine;

use crate::board_text::BoardFacts;

/// What the protocol counts as unlimited would be waited for: this is its own default for a move.
const USUAL_TURN_MILLIS: u128 = 30_000;

/// A cell as the protocol numbers it.
fn write_cell(board: &BoardFacts, name: &str) -> Option<String> {
    let (column, row) = board.cell(name)?;
    Some(format!("{column},{}", board.rows.checked_sub(row + 1)?))
}

/// The name of a cell that the protocol numbers.
fn read_cell(board: &BoardFacts, text: &str) -> Option<String> {
    let (column, from_top) = text.split_once(',')?;
    let from_top: u32 = from_top.trim().parse().ok()?;
    board.name(column.trim().parse().ok()?, board.rows.checked_sub(from_top.checked_add(1)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_count_from_the_top_left() {
        let board = BoardFacts::of("gomoku");
        assert_eq!(write_cell(&board, "a15").as_deref(), Some("0,0"));
        assert_eq!(write_cell(&board, "h8").as_deref(), Some("7,7"));
        assert_eq!(read_cell(&board, " 14 , 14 ").as_deref(), Some("o1"));
        for wrong in ["15,0", "0,15", "-1,0", "x", "1", "1,2,3", "4294967295,4294967295", ""] {
            assert_eq!(read_cell(&board, wrong), None, "{wrong}");
        }
    }
}
