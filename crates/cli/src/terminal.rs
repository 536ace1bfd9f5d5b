//! Boards for the terminal: with colour where there is colour, as plain letters elsewhere.

use std::io::IsTerminal;

use agon_core::{Tile, View};
use clap::ValueEnum;

/// Whether output has colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// If standard output is a terminal and `NO_COLOR` is not set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// The answer for this process.
    pub fn is_on(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }
}

/// What to mark on a board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Tiles of the last move.
    pub last: Vec<usize>,
    /// Tiles on which the side to move can put something.
    pub legal: Vec<usize>,
}

const BOARD: [u8; 3] = [34, 110, 68];
const LEGAL: [u8; 3] = [140, 200, 150];
const LAST: [u8; 3] = [196, 84, 60];

/// Draws a board, a line for each row.
pub fn draw(view: &View, marks: &Marks, color: bool) -> String {
    let margin = view.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let mut text = header(view, margin);
    for row in 0..view.height() {
        let label = view.rows.get(row).map_or("", String::as_str);
        text += &format!("{label:>margin$} ");
        for column in 0..view.width {
            let index = row * view.width + column;
            text += &if color { painted(view, index, marks) } else { lettered(view, index, marks) };
        }
        text.push('\n');
    }
    for note in &view.notes {
        text += &format!("{:margin$} {note}\n", "");
    }
    text
}

fn header(view: &View, margin: usize) -> String {
    if view.columns.is_empty() {
        return String::new();
    }
    let labels: String = view.columns.iter().map(|label| format!("{label:>2} ")).collect();
    format!("{:margin$} {}\n", "", labels.trim_end())
}

/// Three plain characters for a tile: brackets around the last move, a dot on free cells, `+` where one can move.
fn lettered(view: &View, index: usize, marks: &Marks) -> String {
    let letter = match view.tiles[index] {
        Tile::Hole => return "   ".to_owned(),
        Tile::Held(color) => view.colors[color as usize].letter,
        _ if marks.legal.contains(&index) => '+',
        Tile::Start(color) => view.colors[color as usize].letter.to_ascii_lowercase(),
        Tile::Empty => '.',
    };
    if marks.last.contains(&index) { format!("({letter})") } else { format!(" {letter} ") }
}

/// Three characters with colours for a tile.
fn painted(view: &View, index: usize, marks: &Marks) -> String {
    let (symbol, [r, g, b]) = match view.tiles[index] {
        Tile::Hole => return "   ".to_owned(),
        Tile::Held(color) => ('\u{25cf}', view.colors[color as usize].rgb),
        _ if marks.legal.contains(&index) => ('\u{b7}', LEGAL),
        Tile::Start(color) => ('\u{25cb}', view.colors[color as usize].rgb),
        Tile::Empty => ('\u{b7}', [28, 92, 56]),
    };
    let [r2, g2, b2] = if marks.last.contains(&index) { LAST } else { BOARD };
    format!("\x1b[48;2;{r2};{g2};{b2}m\x1b[38;2;{r};{g};{b}m {symbol} \x1b[0m")
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_catalog::{Origin, game};

    #[test]
    fn a_plain_board_has_letters_and_labels() {
        let session = game("reversi:4x4").unwrap().session(&[], &Origin::Moves("b1")).unwrap();
        let marks = Marks { last: session.last_footprint(), legal: session.footprint("a1") };
        let expected = "   a  b  c  d
1  + (X) .  .\u{20}
2  .  X  X  .\u{20}
3  .  X  O  .\u{20}
4  .  .  .  .\u{20}
  discs: black 4, white 1
";
        assert_eq!(draw(&session.view(), &marks, false), expected);
    }

    #[test]
    fn a_coloured_board_ends_every_colour() {
        let session = game("reversi:88").unwrap().session(&[], &Origin::Start).unwrap();
        let text = draw(&session.view(), &Marks::default(), true);
        assert_eq!(text.matches("\x1b[48").count(), text.matches("\x1b[0m").count());
        assert_eq!(text.matches("\x1b[48").count(), 88);
    }
}
