//! What a protocol needs to know of a game beside its spec: the size of the board, and where a cell lies.

use agon_core::spec::GameSpec;

/// What a spec says of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardFacts {
    pub(crate) family: Family,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// Rows count from the top.
    Reversi,
    /// Stones on any free cell; rows count from the bottom. `exact`: longer rows do not win.
    Stones { exact: bool, single: bool },
    /// Pieces of several cells; so many colours. Rows count from the bottom.
    Blokus { colors: u8 },
    /// Any other: moves are passed on as they are.
    Other,
}

impl BoardFacts {
    /// What the spec of a game says. A game that is not known has no board.
    pub(crate) fn of(spec: &str) -> Self {
        let other = Self { family: Family::Other, columns: 0, rows: 0 };
        let Ok(spec) = spec.parse::<GameSpec>() else { return other };
        let has = |word: &str| spec.options.iter().any(|option| option.name.text == word);
        let number = |name: &str| {
            let option = spec.options.iter().find(|option| option.name.text == name)?;
            option.value.as_ref()?.text.parse::<u32>().ok()
        };
        let size = spec.options.iter().find_map(|option| size(&option.name.text));
        let stones = |side: u32, single| {
            let (columns, rows) = size.unwrap_or((number("m").unwrap_or(side), number("n").unwrap_or(side)));
            Self { family: Family::Stones { exact: has("exact"), single }, columns, rows }
        };
        let blokus = |side, colors| Self { family: Family::Blokus { colors }, columns: side, rows: side };
        match spec.name.text.as_str() {
            "reversi" => {
                let (columns, rows) = if has("88") { (10, 10) } else { size.unwrap_or((8, 8)) };
                Self { family: Family::Reversi, columns, rows }
            }
            "tictactoe" => stones(3, true),
            "gomoku" => stones(15, true),
            "connect6" => stones(19, false),
            "line" if !has("gravity") => {
                let one = |name| number(name).unwrap_or(1) == 1;
                stones(0, one("p") && one("q"))
            }
            "blokus" if has("duo") => blokus(14, 2),
            "blokus" if has("two") => blokus(16, 2),
            "blokus" if has("mini") => blokus(10, 4),
            "blokus" => blokus(20, 4),
            _ => other,
        }
    }

    /// Column and row of a named cell, both from 0, the row as the game counts it.
    pub(crate) fn cell(&self, name: &str) -> Option<(u32, u32)> {
        let mut letters = name.trim().chars();
        let column = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
        let column = u32::from(column) - u32::from('a');
        let row = letters.as_str().parse::<u32>().ok()?.checked_sub(1)?;
        (column < self.columns && row < self.rows).then_some((column, row))
    }

    /// The name of a cell, the row as the game counts it.
    pub(crate) fn name(&self, column: u32, row: u32) -> Option<String> {
        let letter = char::from_u32(u32::from('a') + column).filter(char::is_ascii_lowercase)?;
        (column < self.columns && row < self.rows).then(|| format!("{letter}{}", row + 1))
    }

    /// What stands on a cell in the text of a position that begins at the top left; rows count from the bottom.
    pub(crate) fn occupant(&self, position: &str, name: &str) -> Option<char> {
        let (column, row) = self.cell(name)?;
        let from_top = self.rows.checked_sub(row + 1)?;
        position.chars().nth((from_top * self.columns + column) as usize)
    }
}

/// Reads `15x15`.
fn size(text: &str) -> Option<(u32, u32)> {
    let (columns, rows) = text.split_once('x')?;
    Some((columns.parse().ok()?, rows.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_tell_the_board() {
        let facts = |spec: &str| {
            let BoardFacts { family, columns, rows } = BoardFacts::of(spec);
            (family, columns, rows)
        };
        assert_eq!(facts("reversi"), (Family::Reversi, 8, 8));
        assert_eq!(facts("reversi:6x6,discs"), (Family::Reversi, 6, 6));
        assert_eq!(facts("reversi:88"), (Family::Reversi, 10, 10));
        assert_eq!(facts("gomoku"), (Family::Stones { exact: false, single: true }, 15, 15));
        assert_eq!(facts("gomoku:20x20,exact"), (Family::Stones { exact: true, single: true }, 20, 20));
        assert_eq!(facts("connect6").0, Family::Stones { exact: false, single: false });
        assert_eq!(facts("line:m=6,n=5,k=4"), (Family::Stones { exact: false, single: true }, 6, 5));
        assert_eq!(facts("line:m=6,n=5,k=4,p=2").0, Family::Stones { exact: false, single: false });
        assert_eq!(facts("blokus:duo"), (Family::Blokus { colors: 2 }, 14, 14));
        assert_eq!(facts("blokus:classic-two"), (Family::Blokus { colors: 4 }, 20, 20));
        assert_eq!(facts("connect4").0, Family::Other);
        assert_eq!(facts("((").0, Family::Other);
    }

    #[test]
    fn cells_are_found_in_a_position() {
        let board = BoardFacts::of("tictactoe");
        assert_eq!(board.cell("c1"), Some((2, 0)));
        assert_eq!(board.name(2, 0).as_deref(), Some("c1"));
        assert_eq!(board.occupant("X-------O X", "a3"), Some('X'));
        assert_eq!(board.occupant("X-------O X", "c1"), Some('O'));
        for wrong in ["d1", "a0", "a4", "", "é1", "a"] {
            assert_eq!(board.cell(wrong), None, "{wrong}");
        }
    }
}
