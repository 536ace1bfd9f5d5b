//! Gomoku and Blokus in the words of SGF.

use agon_core::ReadError;
use agon_core::spec::GameSpec;
use agon_formats::sgf::Node;
use agon_formats::{FormatError, Place};

/// What names and cells mean in one game.
pub(super) struct SgfDialect {
    /// The spec of the game.
    pub(super) spec: String,
    kind: Kind,
    columns: usize,
    rows: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Gomoku {
        exact: bool,
    },
    /// With so many colours and players.
    Blokus {
        colors: u8,
        players: usize,
    },
}

/// What Pentobi calls the kinds of Blokus, the spec of each, its side, its colours and its players.
const BLOKUS: &[(&str, &str, usize, u8, usize)] = &[
    ("Blokus", "blokus", 20, 4, 4),
    ("Blokus Two-Player", "blokus:classic-two", 20, 4, 2),
    ("Blokus Duo", "blokus:duo", 14, 2, 2),
    // Pentobi has no name for these.
    ("blokus:two", "blokus:two", 16, 2, 2),
    ("blokus:mini", "blokus:mini", 10, 4, 4),
];

/// The number of Gomoku in SGF.
const GOMOKU: &str = "4";
const USUAL_SIDE: usize = 15;

impl SgfDialect {
    /// What the head of a game says.
    pub(super) fn of(head: &Node, place: Place) -> Result<Self, FormatError> {
        let Some(kind) = head.get("GM").filter(|kind| kind.text.trim() != GOMOKU) else {
            return Self::gomoku(head);
        };
        let name = kind.text.trim();
        let known = BLOKUS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
        let known = known.or_else(|| BLOKUS.iter().find(|(_, spec, ..)| *spec == name));
        match known {
            Some(&(_, spec, side, colors, players)) => Ok(Self {
                spec: spec.to_owned(),
                kind: Kind::Blokus { colors, players },
                columns: side,
                rows: side,
            }),
            None => {
                let names: Vec<_> = BLOKUS.iter().map(|(name, ..)| *name).collect();
                let place = if kind.text.is_empty() { place } else { kind.place };
                Err(place.error(format!(
                    "`{name}` is not a game that is known here: {GOMOKU} (Gomoku), {} are",
                    names.join(", ")
                )))
            }
        }
    }

    fn gomoku(head: &Node) -> Result<Self, FormatError> {
        let (columns, rows) = match head.get("SZ") {
            None => (USUAL_SIDE, USUAL_SIDE),
            Some(size) => {
                let (columns, rows) = size.text.split_once(':').unwrap_or((&size.text, &size.text));
                match (columns.trim().parse(), rows.trim().parse()) {
                    (Ok(columns @ 1..=20), Ok(rows @ 1..=20)) => (columns, rows),
                    _ => return Err(size.place.error(format!("`{}` is not a size from 1 to 20", size.text))),
                }
            }
        };
        let exact = head.get("RU").is_some_and(|rule| rule.text.to_ascii_lowercase().contains("exact"));
        let spec = format!("gomoku:{columns}x{rows}{}", if exact { ",exact" } else { "" });
        Ok(Self { spec, kind: Kind::Gomoku { exact }, columns, rows })
    }

    /// What the spec of a record says.
    pub(super) fn of_spec(spec: &str) -> Result<Self, ReadError> {
        if let Some(&(_, known, side, colors, players)) = BLOKUS.iter().find(|(_, known, ..)| *known == spec)
        {
            let kind = Kind::Blokus { colors, players };
            return Ok(Self { spec: known.to_owned(), kind, columns: side, rows: side });
        }
        let parsed: GameSpec = spec.parse()?;
        if parsed.name.text != "gomoku" {
            return Err(ReadError::new(format!(
                "SGF files have no place for {spec}, only for gomoku and blokus"
            )));
        }
        let word = |text: &str| parsed.options.iter().any(|option| option.name.text == text);
        let size = parsed.options.iter().find_map(|option| option.name.text.split_once('x'));
        let (columns, rows) = match size.map(|(columns, rows)| (columns.parse(), rows.parse())) {
            Some((Ok(columns), Ok(rows))) => (columns, rows),
            _ => (USUAL_SIDE, USUAL_SIDE),
        };
        Ok(Self { spec: spec.to_owned(), kind: Kind::Gomoku { exact: word("exact") }, columns, rows })
    }

    /// The properties that say which game it is.
    pub(super) fn head(&self) -> String {
        match self.kind {
            Kind::Gomoku { exact } => {
                let size = match self.columns == self.rows {
                    true => self.columns.to_string(),
                    false => format!("{}:{}", self.columns, self.rows),
                };
                format!("FF[4]GM[{GOMOKU}]SZ[{size}]{}", if exact { "RU[exact]" } else { "" })
            }
            Kind::Blokus { .. } => {
                let name =
                    BLOKUS.iter().find(|(_, spec, ..)| *spec == self.spec).map_or("", |(name, ..)| name);
                format!("GM[{name}]")
            }
        }
    }

    /// The property of each player's name, and another one that some files have.
    pub(super) fn players(&self) -> &'static [[&'static str; 2]] {
        match self.kind {
            Kind::Blokus { players: 4, .. } => &[["P1", "PB"], ["P2", "PW"], ["P3", "P3"], ["P4", "P4"]],
            _ => &[["PB", "P1"], ["PW", "P2"]],
        }
    }

    fn colors(&self) -> u8 {
        match self.kind {
            Kind::Gomoku { .. } => 2,
            Kind::Blokus { colors, .. } => colors,
        }
    }

    /// The number of the colour that a word names.
    fn color(&self, word: &str) -> Option<u8> {
        let many = self.colors() == 4;
        let color = match word.trim().to_ascii_uppercase().as_str() {
            "B" | "BLACK" | "1" | "BLUE" => 0,
            "GREEN" if many => 3,
            "W" | "WHITE" | "2" | "YELLOW" | "GREEN" => 1,
            "3" | "RED" => 2,
            "4" => 3,
            _ => return None,
        };
        (color < self.colors()).then_some(color)
    }

    /// Whose move a property is.
    pub(super) fn mover(&self, property: &str) -> Option<u8> {
        self.color(property)
    }

    /// The property of a move.
    pub(super) fn mover_name(&self, color: u8) -> String {
        match self.colors() {
            2 => if color == 0 { "B" } else { "W" }.to_owned(),
            _ => (color + 1).to_string(),
        }
    }

    /// What a set-up puts on its cells, as a position writes it.
    pub(super) fn setter(&self, property: &str) -> Option<char> {
        let color = property.strip_prefix('A').filter(|rest| !rest.is_empty())?;
        if color == "E" {
            return Some('-');
        }
        // `AB` and `A1`, but not `AP`, which tells the program.
        (color.len() == 1).then(|| self.color(color)).flatten().map(|color| self.letter(color))
    }

    /// How a position writes a colour.
    fn letter(&self, color: u8) -> char {
        match self.kind {
            Kind::Gomoku { .. } => {
                if color == 0 {
                    'X'
                } else {
                    'O'
                }
            }
            Kind::Blokus { .. } => char::from(b'1' + color),
        }
    }

    /// How a position writes the side that a file names.
    pub(super) fn side(&self, text: &str) -> Option<char> {
        self.color(text).map(|color| self.letter(color))
    }

    /// Who may be to move after a set-up that does not say: the likeliest first.
    pub(super) fn sides(&self, board: &str) -> Vec<char> {
        match self.kind {
            Kind::Gomoku { .. } => {
                let count = |stone: char| board.chars().filter(|&cell| cell == stone).count();
                if count('X') > count('O') { vec!['O', 'X'] } else { vec!['X', 'O'] }
            }
            Kind::Blokus { colors, .. } => (0..colors).map(|color| self.letter(color)).chain(['-']).collect(),
        }
    }

    /// A move in our notation; empty for a pass.
    pub(super) fn read_cells(&self, text: &str) -> Result<String, String> {
        let text = text.trim().to_ascii_lowercase();
        match self.kind {
            Kind::Blokus { .. } => Ok(text),
            Kind::Gomoku { .. } if text.is_empty() => Ok(text),
            Kind::Gomoku { .. } => {
                let (column, row) = self.place(&text)?;
                Ok(format!("{}{}", char::from(b'a' + column as u8), self.rows - row))
            }
        }
    }

    /// Column and row from the top left: `hh`, or `h8` with the row from the bottom.
    fn place(&self, text: &str) -> Result<(usize, usize), String> {
        let wrong = || format!("`{text}` is not a cell of this board ({}x{})", self.columns, self.rows);
        let mut letters = text.chars();
        let column =
            letters.next().filter(char::is_ascii_lowercase).ok_or_else(wrong)? as usize - 'a' as usize;
        let rest = letters.as_str();
        let row = match (rest.parse::<usize>(), rest.chars().next()) {
            (Ok(number), _) => self.rows.checked_sub(number),
            (Err(_), Some(letter)) if rest.len() == 1 && letter.is_ascii_lowercase() => {
                Some(letter as usize - 'a' as usize)
            }
            _ => None,
        };
        let row = row.filter(|&row| row < self.rows && column < self.columns);
        row.map(|row| (column, row)).ok_or_else(wrong)
    }

    /// The cells of a value of a set-up, as places in the text of a position. `aa:cc` is a rectangle.
    pub(super) fn cells(&self, text: &str) -> Result<Vec<usize>, String> {
        let text = text.trim().to_ascii_lowercase();
        let index = |(column, row): (usize, usize)| row * self.columns + column;
        match self.kind {
            Kind::Blokus { .. } => text.split(',').map(|cell| self.place(cell.trim()).map(index)).collect(),
            Kind::Gomoku { .. } => match text.split_once(':') {
                None => self.place(&text).map(|place| vec![index(place)]),
                Some((from, to)) => {
                    let ((left, top), (right, bottom)) = (self.place(from)?, self.place(to)?);
                    let rows = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row)));
                    Ok(rows.map(index).collect())
                }
            },
        }
    }

    /// A move as a file has it.
    pub(super) fn write_move(&self, mv: &str) -> Result<String, ReadError> {
        match self.kind {
            Kind::Blokus { .. } => Ok(mv.to_owned()),
            Kind::Gomoku { .. } => {
                let (column, row) = self.place(mv).map_err(ReadError::new)?;
                Ok([column, row].map(|number| char::from(b'a' + number as u8)).iter().collect())
            }
        }
    }

    /// The set-up that leads to a position.
    pub(super) fn write_set_up(&self, position: &str) -> String {
        let mut words = position.split_whitespace();
        let (board, turn) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let board: Vec<char> = board.chars().collect();
        let mut text = String::new();
        for color in 0..self.colors() {
            let pieces = self.pieces(&board, self.letter(color));
            if !pieces.is_empty() {
                text += &format!("A{}[{}]", self.mover_name(color), pieces.join("]["));
            }
            if turn.starts_with(self.letter(color)) {
                text += &format!("PL[{}]", self.mover_name(color));
            }
        }
        text
    }

    /// What of one letter lies together: pieces in Blokus, stones in Gomoku.
    fn pieces(&self, board: &[char], letter: char) -> Vec<String> {
        let mut seen = vec![false; board.len()];
        let mut pieces = Vec::new();
        for first in 0..board.len() {
            if board[first] != letter || seen[first] {
                continue;
            }
            let (mut cells, mut open) = (Vec::new(), vec![first]);
            seen[first] = true;
            while let Some(cell) = open.pop() {
                cells.push(cell);
                for next in self.neighbours(cell) {
                    if board.get(next) == Some(&letter) && !seen[next] {
                        seen[next] = true;
                        open.push(next);
                    }
                }
            }
            cells.sort_unstable();
            pieces.push(cells.iter().map(|&cell| self.cell_name(cell)).collect::<Vec<_>>().join(","));
        }
        pieces
    }

    /// Cells that a piece may go on with; stones stand alone.
    fn neighbours(&self, cell: usize) -> Vec<usize> {
        if matches!(self.kind, Kind::Gomoku { .. }) {
            return Vec::new();
        }
        let (column, row) = (cell % self.columns, cell / self.columns);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < self.columns).then_some(cell + 1);
        let up = (row > 0).then(|| cell - self.columns);
        let down = (row + 1 < self.rows).then_some(cell + self.columns);
        [left, right, up, down].into_iter().flatten().collect()
    }

    fn cell_name(&self, cell: usize) -> String {
        let letter = |number: usize| char::from(b'a' + number as u8);
        let (column, row) = (cell % self.columns, cell / self.columns);
        match self.kind {
            Kind::Gomoku { .. } => [letter(column), letter(row)].iter().collect(),
            Kind::Blokus { .. } => format!("{}{}", letter(column), self.rows - row),
        }
    }
}
