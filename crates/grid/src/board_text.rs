//! Boards as text: a character for each cell, then a space and whose turn it is. Original design.
//!
//! White space and `/` between the rows are skipped; `-`, `.` and `_` are empty cells. What stands for a piece, and what
//! cells are called, the game says.

use agon_core::{Player, ReadError};

use crate::Cell;

/// How a game writes what stands on its cells, for [`read_cells`].
pub struct CellLetters<'g, O, N> {
    /// Who holds a cell with this letter; `None` if it is not one of theirs.
    pub occupant: O,
    /// The name of a cell, for errors.
    pub name: N,
    /// What letters mean, for errors: `` `X` is black, `-` is empty ``.
    pub legend: &'g str,
    /// The spec of the game, for errors.
    pub spec: &'g str,
}

/// Reads what stands on the cells, in the order in which they are written.
///
/// # Errors
/// If a character is not a letter of the game, or there are more or fewer than cells; the error points into `board`.
pub fn read_cells<T>(
    board: &str,
    cells: impl IntoIterator<Item = Cell>,
    letters: &CellLetters<'_, impl Fn(char) -> Option<T>, impl Fn(Cell) -> String>,
) -> Result<Vec<(Cell, T)>, ReadError> {
    let (mut cells, mut wanted, mut found) = (cells.into_iter(), 0u32, 0u32);
    let mut held = Vec::new();
    for (at, letter) in board.char_indices().filter(|(_, c)| !c.is_whitespace() && *c != '/') {
        found += 1;
        let Some(cell) = cells.next() else { continue };
        wanted += 1;
        match (letter, (letters.occupant)(letter)) {
            (_, Some(occupant)) => held.push((cell, occupant)),
            ('-' | '.' | '_', None) => {}
            (_, None) => {
                let (name, legend) = ((letters.name)(cell), letters.legend);
                let error = ReadError::new(format!("`{letter}` cannot stand on {name}: {legend}"));
                return Err(error.at(at..at + letter.len_utf8()));
            }
        }
    }
    wanted += cells.count() as u32;
    if found != wanted {
        let message = format!("the board has {found} characters, {} needs {wanted}", letters.spec);
        return Err(ReadError::new(message).at(0..board.trim_end().len()));
    }
    Ok(held)
}

/// The board and what stands behind it, after the last space: whose turn it is.
///
/// # Errors
/// If there is no space; `missing` is the message.
pub fn split_turn<'t>(text: &'t str, missing: &str) -> Result<(&'t str, &'t str), ReadError> {
    let trimmed = text.trim_end();
    let end = trimmed.len()..trimmed.len();
    trimmed.rsplit_once(char::is_whitespace).ok_or_else(|| ReadError::new(missing).within(text).at(end))
}

/// The letter of one of two sides: `X` moves first.
#[must_use]
pub fn side_letter(player: Player) -> char {
    if player == Player::FIRST { 'X' } else { 'O' }
}

/// The side that a letter stands for, [ours](side_letter) and those of other programs.
#[must_use]
pub fn read_side(letter: char) -> Option<Player> {
    match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Player::FIRST),
        'O' | 'o' | 'W' | 'w' => Some(Player::SECOND),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(board: &str) -> Result<Vec<(Cell, Player)>, ReadError> {
        let letters = CellLetters {
            occupant: read_side,
            name: |cell: Cell| format!("cell {}", cell.0),
            legend: "`X` and `O` can",
            spec: "a game",
        };
        read_cells(board, (0..4).map(Cell), &letters)
    }

    #[test]
    fn rows_may_be_set_apart() {
        let held = vec![(Cell(0), Player::FIRST), (Cell(3), Player::SECOND)];
        for board in ["X--O", "x./_o", " B -  -W "] {
            assert_eq!(read(board), Ok(held.clone()), "{board}");
        }
    }

    #[test]
    fn errors_point_at_what_is_wrong() {
        let wrong = read("X é-O").unwrap_err();
        assert_eq!(
            (wrong.message.as_str(), wrong.span),
            ("`é` cannot stand on cell 1: `X` and `O` can", Some(2..4))
        );
        for (board, count) in [("X-", 2), ("X--O-", 5), ("X--Oé", 5), ("", 0)] {
            let message = format!("the board has {count} characters, a game needs 4");
            assert_eq!(read(board).unwrap_err().message, message);
        }
    }

    #[test]
    fn the_turn_stands_last() {
        assert_eq!(split_turn("X--- O \n", "no turn"), Ok(("X---", "O")));
        let error = split_turn("X---", "no turn").unwrap_err();
        assert_eq!((error.message.as_str(), error.span), ("no turn", Some(4..4)));
    }
}
