//! Boards for the terminal: in the colours and the width that it has, as plain letters where there are no colours.

use std::env;
use std::io::IsTerminal;

use agon_core::{Look, Tile, View};
use clap::ValueEnum;

mod signs;
mod text_layout;

use text_layout::NARROWEST_TEXT;

pub use signs::signs;
pub use text_layout::{USUAL_COLUMNS, below, beside, explained, fitted, in_columns, wrapped};

/// Whether output has colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// If standard output is a terminal that has colours and `NO_COLOR` is not set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What can be drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// How many colours there are.
    pub paint: Paint,
    /// Characters in a line; `None` where no end is known.
    pub columns: Option<usize>,
    /// Lines that can be seen at once; `None` where no end is known.
    pub rows: Option<usize>,
}

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// None: letters.
    Plain,
    /// The sixteen of every terminal: letters on colours.
    Sixteen,
    /// The palette of 256.
    Palette,
    /// All of them.
    Full,
}

impl ColorChoice {
    /// What this process can draw with.
    pub fn screen(self) -> Screen {
        let variable = |name: &str| env::var(name).unwrap_or_default();
        let terminal = std::io::stdout().is_terminal();
        let size = terminal_size::terminal_size().filter(|_| terminal);
        let size = size.map(|(width, height)| (usize::from(width.0), usize::from(height.0)));
        let columns = said_columns().or(size.map(|(width, _)| width));
        let rows = said("LINES").or(size.map(|(_, height)| height));
        let paint = match self {
            Self::Never => Paint::Plain,
            Self::Auto if !terminal || !variable("NO_COLOR").is_empty() || variable("TERM") == "dumb" => {
                Paint::Plain
            }
            Self::Auto | Self::Always => Paint::of(&variable("TERM"), &variable("COLORTERM")),
        };
        Screen { paint, columns, rows }
    }
}

impl Paint {
    /// What a terminal says of itself in `TERM` and `COLORTERM`.
    fn of(term: &str, colorterm: &str) -> Self {
        match () {
            () if matches!(colorterm, "truecolor" | "24bit") || term.contains("direct") => Self::Full,
            () if term.contains("256color") => Self::Palette,
            () => Self::Sixteen,
        }
    }
}

/// The width that the user says in `COLUMNS`: it comes before what the terminal says.
pub fn said_columns() -> Option<usize> {
    said("COLUMNS")
}

fn said(variable: &str) -> Option<usize> {
    env::var(variable).ok()?.parse().ok().filter(|&size| size > 0)
}

/// A message for standard error: long lines are broken where the terminal ends, but for those that quote what was
/// typed, which begin with a space, and for commands that are there to be copied.
pub fn told(message: &str) -> String {
    let terminal = terminal_size::terminal_size().filter(|_| std::io::stderr().is_terminal());
    let columns = said_columns().or(terminal.map(|(width, _)| width.0.into()));
    let is_text = |line: &str| !line.starts_with([' ', '\t']) && !line.starts_with("to go on:");
    let is_long = |line: &str| columns.is_some_and(|columns| line.chars().count() > columns);
    let line = |line: &str| match is_text(line) && is_long(line) {
        true => wrapped(line, 0, columns),
        false => format!("{line}\n"),
    };
    message.lines().map(line).collect()
}

/// The width of the terminal, where it is known.
pub fn columns() -> Option<usize> {
    ColorChoice::Never.screen().columns
}

/// What to mark on a board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Tiles of the last move.
    pub last: Vec<usize>,
    /// Tiles on which the side to move can put something.
    pub legal: Vec<usize>,
    /// Lines with what the side to move has left to play with.
    pub stock: Vec<String>,
}

const BOARD: [u8; 3] = [24, 84, 52];
const LEGAL: [u8; 3] = [250, 244, 160];
const LAST: [u8; 3] = [196, 84, 60];
const FREE: [u8; 3] = [134, 186, 154];
/// The ground of pieces in many colours, of which one is green.
const TRAY: [u8; 3] = [54, 58, 64];
const FREE_TRAY: [u8; 3] = [150, 156, 164];

/// The widest tile; narrower ones are taken where the board would not fit.
const WIDEST_TILE: usize = 3;

/// Draws a board, a line for each row, and its notes below, or beside it where the terminal is short.
pub fn draw(view: &View, marks: &Marks, screen: Screen) -> String {
    let margin = view.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let needed = |tile: usize| margin + 1 + tile * view.width;
    let fits = |tile: &usize| screen.columns.is_none_or(|columns| needed(*tile) <= columns);
    let tile = (1..=WIDEST_TILE).rev().find(fits).unwrap_or(1);
    let mut notes: String = view.notes.iter().map(|note| wrapped(note, margin + 1, screen.columns)).collect();
    notes.extend(marks.stock.iter().map(|line| format!("{:1$}{line}\n", "", margin + 1)));
    let height = view.height() + usize::from(!view.columns.is_empty());
    if screen.rows.is_some_and(|rows| height + notes.lines().count() + AROUND > rows)
        && let Some(text) = with_notes_beside(view, marks, screen, margin)
    {
        return text;
    }
    let mut text: String = rows(view, marks, screen.paint, margin, tile).concat() + &notes;
    if let Some(columns) = screen.columns.filter(|&columns| columns < needed(1)) {
        text += &format!("the board takes {} columns, this terminal has {columns}\n", needed(1));
    }
    text
}

/// Lines before and after a board: an empty one each, and the prompt.
const AROUND: usize = 3;

/// The board with its notes to the right, if there is room for them.
fn with_notes_beside(view: &View, marks: &Marks, screen: Screen, margin: usize) -> Option<String> {
    const BETWEEN: usize = 2;
    let columns = screen.columns.unwrap_or(USUAL_COLUMNS);
    (1..=WIDEST_TILE).rev().find_map(|tile| {
        let board = margin + 1 + tile * view.width;
        let room = columns.checked_sub(board + BETWEEN).filter(|room| *room >= NARROWEST_TEXT)?;
        let widest = marks.stock.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let room = Some(room).filter(|&room| room >= widest)?;
        let mut notes: String = view.notes.iter().map(|note| wrapped(note, 0, Some(room))).collect();
        notes.extend(marks.stock.iter().map(|line| format!("{line}\n")));
        let rows = rows(view, marks, screen.paint, margin, tile);
        let beside = |(index, row): (usize, &String)| {
            let row = row.trim_end_matches('\n');
            // Colours take no room, and only the line of labels is shorter than the others.
            let drawn = if index == 0 && !view.columns.is_empty() { row.chars().count() } else { board };
            let note = notes.lines().nth(index).unwrap_or_default();
            format!("{row}{:gap$}{note}", "", gap = board.saturating_sub(drawn) + BETWEEN)
                .trim_end()
                .to_owned()
                + "\n"
        };
        (notes.lines().count() <= rows.len()).then(|| rows.iter().enumerate().map(beside).collect())
    })
}

/// The lines of a board, that of the labels first.
fn rows(view: &View, marks: &Marks, paint: Paint, margin: usize, tile: usize) -> Vec<String> {
    let row = |row: usize| {
        let label = view.rows.get(row).map_or("", String::as_str);
        let tiles = (row * view.width..(row + 1) * view.width).map(|index| match paint {
            Paint::Plain | Paint::Sixteen => lettered(view, index, marks, tile, paint),
            Paint::Palette | Paint::Full => painted(view, index, marks, tile, paint),
        });
        format!("{label:>margin$} {}\n", tiles.collect::<String>())
    };
    let labels = header(view, margin, tile);
    let labels = Some(labels).filter(|labels| !labels.is_empty());
    labels.into_iter().chain((0..view.height()).map(row)).collect()
}

fn header(view: &View, margin: usize, tile: usize) -> String {
    if view.columns.is_empty() {
        return String::new();
    }
    let label = |label: &String| match tile {
        3.. => format!("{label:>2} "),
        _ => format!("{label:>tile$}"),
    };
    let labels: String = view.columns.iter().map(label).collect();
    format!("{:margin$} {}\n", "", labels.trim_end())
}

/// A letter for a tile: in brackets after the last move, a dot on free cells, `+` where one can move.
fn lettered(view: &View, index: usize, marks: &Marks, tile: usize, paint: Paint) -> String {
    let (letter, held) = match view.tiles[index] {
        Tile::Hole => return " ".repeat(tile),
        Tile::Held(color) => {
            let color = &view.colors[color as usize];
            (color.letter, Some(color.rgb))
        }
        _ if marks.legal.contains(&index) => ('+', None),
        Tile::Start(color) => (view.colors[color as usize].letter.to_ascii_lowercase(), None),
        Tile::Empty => ('.', None),
    };
    let text = match (tile, marks.last.contains(&index)) {
        (3.., true) => format!("({letter})"),
        (3.., false) => format!(" {letter} "),
        (2, true) => format!("({letter}"),
        (2, false) => format!(" {letter}"),
        _ => letter.to_string(),
    };
    match (paint, held) {
        (Paint::Sixteen, Some(rgb)) => format!("\x1b[{}m{text}\x1b[0m", basic_colors(rgb)),
        _ => text,
    }
}

/// Background and foreground among the sixteen colours: the nearest one, and letters that stand out from it.
fn basic_colors([r, g, b]: [u8; 3]) -> &'static str {
    let high = |part: u8| part >= 128;
    match (high(r), high(g), high(b)) {
        (false, false, false) => "40;97",
        (true, true, true) => "107;30",
        (true, false, false) => "41;97",
        (false, true, _) => "42;30",
        (true, true, false) => "103;30",
        (false, false, true) => "44;97",
        (true, false, true) => "45;97",
    }
}

/// A tile with colours.
fn painted(view: &View, index: usize, marks: &Marks, tile: usize, paint: Paint) -> String {
    let is_last = marks.last.contains(&index);
    let pieces = view.look == Look::Pieces;
    let (board, free) = if pieces { (TRAY, FREE_TRAY) } else { (BOARD, FREE) };
    let (symbol, ink, ground) = match view.tiles[index] {
        Tile::Hole => return " ".repeat(tile),
        // Cells of a piece belong together: they are filled, and those of the last moves have a mark.
        Tile::Held(color) if pieces => {
            let rgb = view.colors[color as usize].rgb;
            (if is_last { '\u{25cf}' } else { ' ' }, ink_on(rgb), rgb)
        }
        Tile::Held(color) => {
            ('\u{25cf}', view.colors[color as usize].rgb, if is_last { LAST } else { board })
        }
        _ if marks.legal.contains(&index) => ('+', LEGAL, board),
        Tile::Start(color) => ('\u{25cb}', view.colors[color as usize].rgb, board),
        Tile::Empty => ('\u{b7}', free, board),
    };
    let text = match tile {
        3.. => format!(" {symbol} "),
        2 => format!(" {symbol}"),
        _ => symbol.to_string(),
    };
    format!("\x1b[48;{}m\x1b[38;{}m{text}\x1b[0m", color_code(ground, paint), color_code(ink, paint))
}

/// Black or white, whichever is easier to see on a colour.
fn ink_on(rgb: [u8; 3]) -> [u8; 3] {
    if luminance(rgb) > 0.18 { [0, 0, 0] } else { [255, 255, 255] }
}

/// How bright a colour is, from 0 to 1, as WCAG counts it.
fn luminance(rgb: [u8; 3]) -> f64 {
    let linear = |part: u8| match f64::from(part) / 255.0 {
        low if low <= 0.04045 => low / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    };
    let [r, g, b] = rgb.map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn color_code([r, g, b]: [u8; 3], paint: Paint) -> String {
    if paint == Paint::Full {
        return format!("2;{r};{g};{b}");
    }
    // The cube of 6x6x6 colours begins at 16.
    let step = |part: u8| (u32::from(part) * 5 + 127) / 255;
    format!("5;{}", 16 + 36 * step(r) + 6 * step(g) + step(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_catalog::{Family, Origin, game, standard};

    const PLAIN: Screen = Screen { paint: Paint::Plain, columns: None, rows: None };

    fn view(spec: &str) -> View {
        game(spec).unwrap().session(&[], &Origin::Start).unwrap().view()
    }

    /// The list of commands lost its columns on narrow terminals.
    #[test]
    fn meanings_stay_in_their_column() {
        assert_eq!(explained("undo", "take it back", 6, None), "undo  take it back");
        assert_eq!(explained("undo", "take it back", 6, Some(14)), "undo  take it\n      back");
    }

    /// Summaries were broken in the middle of words.
    #[test]
    fn long_lines_are_broken_between_words_and_stay_indented() {
        assert_eq!(
            fitted("one two three\n  four five six\nx", Some(9)),
            "one two\nthree\n  four\n    five\n    six\nx"
        );
        assert_eq!(fitted("one two three", None), "one two three");
        assert_eq!(fitted("\x1b[1mone two three", Some(9)), "\x1b[1mone two three");
        assert_eq!(fitted("a\n", Some(9)), "a\n");
    }

    #[test]
    fn a_plain_board_has_letters_and_labels() {
        let session = game("reversi:4x4").unwrap().session(&[], &Origin::Moves("b1")).unwrap();
        let marks =
            Marks { last: session.last_footprint(), legal: session.footprint("a1"), stock: Vec::new() };
        let expected = "   a  b  c  d
1  + (X) .  .\u{20}
2  .  X  X  .\u{20}
3  .  X  O  .\u{20}
4  .  .  .  .\u{20}
  discs: black 4, white 1
";
        assert_eq!(draw(&session.view(), &marks, PLAIN), expected);
        let narrow = "   a b c d
1  +(X . .
2  . X X .
3  . X O .
4  . . . .
  discs:
  black 4,
  white 1
";
        assert_eq!(draw(&session.view(), &marks, Screen { columns: Some(13), ..PLAIN }), narrow);
    }

    #[test]
    fn a_coloured_board_ends_every_colour() {
        for paint in [Paint::Full, Paint::Palette] {
            let text =
                draw(&view("reversi:88"), &Marks::default(), Screen { paint, columns: None, rows: None });
            assert_eq!(text.matches("\x1b[48").count(), text.matches("\x1b[0m").count());
            assert_eq!(text.matches("\x1b[48").count(), 88);
        }
        let sixteen = draw(&view("reversi"), &Marks::default(), Screen { paint: Paint::Sixteen, ..PLAIN });
        assert_eq!(sixteen.matches("\x1b[40;97m X \x1b[0m").count(), 2);
        assert_eq!(sixteen.matches("\x1b[107;30m O \x1b[0m").count(), 2);
    }

    /// The dots of free cells could hardly be seen, nor where one can move.
    #[test]
    fn free_cells_stand_out_from_the_board() {
        let contrast = |one, other| {
            let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
            f64::max(one, other) / f64::min(one, other)
        };
        for (board, free) in [(BOARD, FREE), (TRAY, FREE_TRAY)] {
            assert!(contrast(board, free) >= 3.0 && contrast(board, LEGAL) >= 4.5, "{board:?}");
            assert!(contrast(FREE, LEGAL) >= 1.5);
        }
        for color in view("blokus").colors {
            assert!(contrast(color.rgb, ink_on(color.rgb)) >= 4.5, "{}", color.name);
        }
    }

    #[test]
    fn pieces_are_filled_and_the_last_ones_marked() {
        let session = game("blokus:duo").unwrap().session(&[], &Origin::Moves("e10,e11")).unwrap();
        let screen = Screen { paint: Paint::Full, ..PLAIN };
        let marks = Marks { last: session.last_footprint(), ..Marks::default() };
        let text = draw(&session.view(), &marks, screen);
        assert_eq!(
            text.matches("\x1b[48;2;0;98;184m\x1b[38;2;255;255;255m \u{25cf} ").count(),
            2,
            "{text:?}"
        );
        let later = draw(&session.view(), &Marks::default(), screen);
        assert_eq!(later.matches("\x1b[48;2;0;98;184m").count(), 2);
        assert!(!later.contains('\u{25cf}'));
    }

    #[test]
    fn every_example_fits_forty_columns() {
        for (spec, _) in standard().families().flat_map(Family::examples) {
            let text = draw(&view(spec), &Marks::default(), Screen { columns: Some(40), ..PLAIN });
            for line in text.lines() {
                assert!(line.trim_end().chars().count() <= 40, "{spec}: {line:?}");
            }
        }
        let tiny = draw(&view("blokus"), &Marks::default(), Screen { columns: Some(20), ..PLAIN });
        assert!(tiny.ends_with("the board takes 23 columns, this terminal has 20\n"), "{tiny}");
    }

    /// Blokus took 25 lines and more, so that the first rows of its board were never seen.
    #[test]
    fn a_short_terminal_has_the_notes_beside_the_board() {
        for paint in [Paint::Plain, Paint::Full] {
            let short = Screen { paint, columns: Some(80), rows: Some(24) };
            let session = game("blokus").unwrap().session(&[], &Origin::Start).unwrap();
            let people = session.for_people();
            let marks = Marks { legal: people.targets, stock: people.stock, ..Marks::default() };
            let text = draw(&session.view(), &marks, short);
            assert_eq!(text.lines().count(), 21, "{text}");
            assert!(text.contains("F    T5   V5") && text.contains("#####"), "{text}");
            assert!(text.contains("blue: -89 points") && text.contains("green: -89 points"), "{text}");
        }
        let plain =
            draw(&view("blokus"), &Marks::default(), Screen { columns: Some(80), rows: Some(24), ..PLAIN });
        assert!(plain.lines().all(|line| line.chars().count() <= 80), "{plain}");
        assert!(plain.lines().nth(1).unwrap().contains(" y  "), "{plain}");
        let tall =
            draw(&view("blokus"), &Marks::default(), Screen { columns: Some(80), rows: Some(40), ..PLAIN });
        assert_eq!(tall.lines().count(), 25, "{tall}");
    }

    #[test]
    fn words_stand_in_columns() {
        let words: Vec<_> = (1..=12).map(|number| format!("a{number}")).collect();
        assert_eq!(in_columns(&words[..2], Some(12)), "a1 a2");
        assert_eq!(in_columns(&words, Some(12)), "a1  a2  a3\na4  a5  a6\na7  a8  a9\na10 a11 a12");
    }

    #[test]
    fn text_stands_beside_its_label_or_below() {
        assert_eq!(beside("name", 6, "what it is", None), "name   what it is\n");
        assert_eq!(
            beside("name", 6, "one two three four five six", Some(31)),
            "name   one two three four five\n       six\n"
        );
        assert_eq!(
            beside("name", 6, "one two three four five six", Some(20)),
            "name\n  one two three four\n  five six\n"
        );
    }

    #[test]
    fn a_terminal_says_what_colours_it_has() {
        assert_eq!(Paint::of("xterm-256color", ""), Paint::Palette);
        assert_eq!(Paint::of("xterm-256color", "truecolor"), Paint::Full);
        assert_eq!(Paint::of("linux", ""), Paint::Sixteen);
        assert_eq!(color_code([255, 0, 0], Paint::Palette), "5;196");
    }

    #[test]
    fn no_two_colours_of_a_game_look_the_same_in_sixteen() {
        for spec in ["reversi", "connect4", "blokus", "tictactoe"] {
            let codes: Vec<_> = view(spec).colors.iter().map(|color| basic_colors(color.rgb)).collect();
            let different: std::collections::BTreeSet<_> = codes.iter().collect();
            assert_eq!(different.len(), codes.len(), "{spec}: {codes:?}");
        }
    }
}
