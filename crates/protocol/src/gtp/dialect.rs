//! Colours and moves as GTP writes them for each family of games.

use agon_core::Player;

use crate::board_text::{BoardFacts, Family};

/// The words of GTP for one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dialect {
    pub(crate) board: BoardFacts,
}

/// In Go no column is called `I`.
const SKIPPED: char = 'i';

impl Dialect {
    pub(crate) fn of(spec: &str) -> Self {
        Self { board: BoardFacts::of(spec) }
    }

    /// The colour to move in a position.
    pub(crate) fn color_to_move(&self, position: &str, player: Player) -> String {
        match self.board.family {
            Family::Blokus { .. } => {
                let turn = position.split_whitespace().nth(1).and_then(|turn| turn.chars().next());
                self.piece_color(turn)
            }
            _ => black_or_white(player),
        }
    }

    /// The colour of a move that led to a position.
    pub(crate) fn color_of_move(&self, position: &str, player: Player, mv: &str) -> String {
        match self.board.family {
            Family::Blokus { .. } => {
                let cell = mv.split(',').next().unwrap_or_default();
                self.piece_color(self.board.occupant(position, cell))
            }
            _ => black_or_white(player),
        }
    }

    /// Two colours are black and white, more have numbers.
    fn piece_color(&self, digit: Option<char>) -> String {
        let digit = digit.unwrap_or('1');
        match (self.board.family, digit) {
            (Family::Blokus { colors: 2 }, '2') => "w".to_owned(),
            (Family::Blokus { colors: 2 }, _) => "b".to_owned(),
            _ => digit.to_string(),
        }
    }

    /// The number of the colour that a word names, from 0.
    pub(crate) fn read_color(&self, word: &str) -> Option<u8> {
        let many = matches!(self.board.family, Family::Blokus { colors: 4 });
        Some(match (word.to_ascii_lowercase().as_str(), many) {
            ("b" | "black", _) | ("1" | "blue", true) | ("blue", false) => 0,
            ("w" | "white", _) | ("2" | "yellow", true) | ("green", false) => 1,
            ("3" | "red", true) => 2,
            ("4" | "green", true) => 3,
            _ => return None,
        })
    }

    /// A move as GTP writes it.
    pub(crate) fn write_move(&self, mv: &str) -> String {
        match (self.board.family, self.board.cell(mv)) {
            (Family::Stones { .. }, Some((column, row))) => {
                let letter = vertex_letter(column).to_ascii_uppercase();
                format!("{letter}{}", row + 1)
            }
            _ => mv.to_owned(),
        }
    }

    /// A move of GTP in the notation of the game. In games with stones every word is one or is refused: a column `I` would
    /// otherwise be taken for the `i` of the game, which is `J` here.
    pub(crate) fn read_move(&self, text: &str) -> Result<String, String> {
        let lower = text.trim().to_ascii_lowercase();
        if !matches!(self.board.family, Family::Stones { .. }) || matches!(lower.as_str(), "pass" | "resign")
        {
            return Ok(lower);
        }
        let mut letters = lower.chars();
        let named = letters.next().and_then(vertex_column).and_then(|column| {
            let row = letters.as_str().parse::<u32>().ok()?.checked_sub(1)?;
            self.board.name(column, row)
        });
        named.ok_or_else(|| {
            let last = self.board.columns.checked_sub(1).map(|last| vertex_letter(last).to_ascii_uppercase());
            let (last, rows) = (last.unwrap_or_default(), self.board.rows);
            format!("`{text}` is not a cell: columns are A to {last} without I, rows 1 to {rows}")
        })
    }

    /// A column as GTP names it; others by their own name.
    pub(crate) fn column_name(&self, column: usize, own: &str) -> String {
        match self.board.family {
            Family::Stones { .. } => vertex_letter(column as u32).to_ascii_uppercase().to_string(),
            _ => own.to_owned(),
        }
    }

    /// Whether an engine that knows the game by its name or by the size of its board begins it as the spec says.
    pub(crate) fn is_usual(&self, spec: &str) -> bool {
        let BoardFacts { family, columns, rows } = self.board;
        match family {
            Family::Blokus { .. } => NAMES.iter().any(|(own, _)| *own == spec),
            Family::Reversi => columns == rows && !spec.contains(['#', '=']) && !spec.contains("88"),
            Family::Stones { .. } => columns == rows,
            Family::Other => true,
        }
    }

    /// The text of a position of Blokus with another colour to move.
    pub(crate) fn with_turn(&self, position: &str, color: u8) -> Option<String> {
        let (board, rest) = position.split_once(' ')?;
        let marker = rest.split_once(' ').map_or(String::new(), |(_, marker)| format!(" {marker}"));
        Some(format!("{board} {}{marker}", color + 1))
    }

    pub(crate) fn is_blokus(&self) -> bool {
        matches!(self.board.family, Family::Blokus { .. })
    }

    /// What Pentobi calls a kind of Blokus; others by their spec.
    pub(crate) fn game_name(&self, spec: &str) -> String {
        let known = NAMES.iter().find(|(own, _)| *own == spec);
        known.map_or_else(|| spec.to_owned(), |(_, name)| (*name).to_owned())
    }

    /// The spec of a game that a client names.
    pub(crate) fn game_spec(name: &str) -> String {
        let known = NAMES.iter().find(|(_, known)| known.eq_ignore_ascii_case(name.trim()));
        known.map_or_else(|| name.trim().to_owned(), |(spec, _)| (*spec).to_owned())
    }
}

/// Specs, and what clients call these games.
const NAMES: &[(&str, &str)] = &[
    ("blokus", "Blokus"),
    ("blokus:duo", "Blokus Duo"),
    ("blokus:classic-two", "Blokus Two-Player"),
    ("reversi", "Othello"),
    ("reversi", "Reversi"),
    ("gomoku", "Gomoku"),
    ("gomoku", "Five in a Row"),
];

fn black_or_white(player: Player) -> String {
    if player.index() == 0 { "b" } else { "w" }.to_owned()
}

fn vertex_letter(column: u32) -> char {
    let letter = (b'a' + column.min(24) as u8) as char;
    if letter < SKIPPED { letter } else { (letter as u8 + 1) as char }
}

fn vertex_column(letter: char) -> Option<u32> {
    match letter {
        SKIPPED => None,
        'a'..SKIPPED => Some(letter as u32 - 'a' as u32),
        SKIPPED..='z' => Some(letter as u32 - 'a' as u32 - 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_of_go_have_no_i() {
        let gomoku = Dialect::of("gomoku");
        assert_eq!(gomoku.write_move("h8"), "H8");
        assert_eq!(gomoku.write_move("i9"), "J9");
        let read = |text: &str| gomoku.read_move(text).unwrap();
        assert_eq!([read("J9"), read("P15"), read("PASS")], ["i9", "o15", "pass"]);
        let refusal = "`I9` is not a cell: columns are A to P without I, rows 1 to 15";
        assert_eq!(gomoku.read_move("I9"), Err(refusal.to_owned()), "it was taken for J9");
        for column in 0..15 {
            for row in 0..15 {
                let name = gomoku.board.name(column, row).unwrap();
                assert_eq!(read(&gomoku.write_move(&name)), name);
            }
        }
        assert_eq!(Dialect::of("reversi").write_move("f5"), "f5");
        assert_eq!(Dialect::of("blokus:duo").read_move("E8,D9"), Ok("e8,d9".to_owned()));
    }

    #[test]
    fn colours_of_pieces_are_seen_on_the_board() {
        let duo = Dialect::of("blokus:duo");
        let mut board = vec!["-".repeat(14); 14];
        board[4].replace_range(4..5, "1");
        board[9].replace_range(9..10, "2");
        let position = format!("{} 1", board.concat());
        assert_eq!(duo.color_of_move(&position, Player(0), "e10"), "b");
        assert_eq!(duo.color_of_move(&position, Player(1), "j5"), "w");
        assert_eq!(duo.color_to_move(&position, Player(0)), "b");
        let classic = Dialect::of("blokus:classic-two");
        assert_eq!(classic.color_to_move(&format!("{} 3", "-".repeat(400)), Player(0)), "3");
        assert_eq!(
            (classic.read_color("RED"), duo.read_color("Green"), duo.read_color("3")),
            (Some(2), Some(1), None)
        );
    }

    #[test]
    fn games_have_the_names_of_their_clients() {
        assert_eq!(Dialect::of("blokus:duo").game_name("blokus:duo"), "Blokus Duo");
        assert_eq!(Dialect::game_spec("Blokus Two-Player"), "blokus:classic-two");
        assert_eq!(Dialect::game_spec("othello"), "reversi");
        assert_eq!(Dialect::game_spec("blokus:mini"), "blokus:mini");
    }
}
