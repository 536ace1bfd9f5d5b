//! What is played: the shape of the board, how the game starts, and how it is scored.
//!
//! Starts: the standard one; the one of [Cherry2011] section 1.2, with black on (3,3) and (4,4) where standard play
//! has white; and historical Reversi (same section), where the players fill the four centre cells in turn.
//! Scoring: tournament rules give the empty cells to the winner; the papers count plain discs.

use agon_core::spec::{GameOption, GameSpec, SpecOption};
use agon_core::{Player, ReadError};
use agon_grid::{Cell, Shape, read_size};

use crate::geometry::{MOST_CELLS, MOST_NUMBERS};

/// The rules of one kind of Reversi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The cells of the board.
    pub shape: Shape,
    /// How the game starts.
    pub start: Start,
    /// How the end is scored.
    pub scoring: Scoring,
}

/// How the game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// White on d4 and e5, black on e4 and d5 (of 8x8).
    Standard,
    /// The colours of the standard start exchanged, black to move.
    Thesis,
    /// An empty board; the players fill the four centre cells in turn.
    Historical,
    /// The discs that the text of the shape shows.
    Discs(Vec<(Cell, Player)>),
}

/// How the end is scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// Empty cells go to the winner; a draw shares them.
    #[default]
    Tournament,
    /// Every player has the discs on the board.
    Discs,
}

impl Default for Rules {
    /// The game everyone knows: 8x8, standard start, tournament scoring.
    fn default() -> Self {
        let shape = Shape::rectangle(8, 8).expect("8x8 is a board");
        Self { shape, start: Start::Standard, scoring: Scoring::Tournament }
    }
}

impl Rules {
    /// Reads the options of a spec such as `reversi:88,discs`.
    ///
    /// # Errors
    /// If an option is unknown or the board is not possible; the error points at the option.
    pub fn from_spec(spec: &GameSpec) -> Result<Self, ReadError> {
        let mut rules = Self::default();
        for (index, option) in spec.options.iter().enumerate() {
            rules.apply(option)?;
            let says = option_says(option);
            if spec.options[..index].iter().any(|earlier| option_says(earlier) == says) {
                return Err(option.name.error(format!("the {says} is given twice")));
            }
        }
        let shape = spec.options.iter().find(|option| option_says(option) == BOARD);
        let blame = |error: ReadError| match shape {
            Some(option) => error.at(option.name.span.clone()),
            None => error,
        };
        rules.check().map_err(blame)?;
        Ok(rules)
    }

    fn apply(&mut self, option: &GameOption) -> Result<(), ReadError> {
        let word = &option.name;
        match (word.text.as_str(), &option.value) {
            ("discs", None) => self.scoring = Scoring::Discs,
            ("tournament", None) => self.scoring = Scoring::Tournament,
            ("start", Some(value)) => {
                self.start =
                    read_start(&value.text).ok_or_else(|| value.unknown("start of reversi", START_NAMES))?;
            }
            ("shape", Some(value)) => {
                self.set_drawing(&value.text).map_err(|error| error.at(value.span.clone()))?;
            }
            ("start" | "shape", None) => {
                return Err(word.error(format!("`{}` needs a value: `{}=...`", word.text, word.text)));
            }
            ("88", None) => self.shape = eighty_eight(),
            (text, None) if text.contains('/') => {
                self.set_drawing(text).map_err(|error| error.at(word.span.clone()))?;
            }
            (text, None) => match (read_start(text), read_size(text)) {
                (Some(start), _) => self.start = start,
                (None, Some((width, height))) => {
                    self.shape =
                        Shape::rectangle(width, height).map_err(|error| error.at(word.span.clone()))?;
                }
                (None, None) => return Err(word.unknown("option of reversi", &option_names())),
            },
            ("discs" | "tournament" | "88", Some(_)) => {
                return Err(word.error(format!("`{}` takes no value", word.text)));
            }
            (_, Some(_)) => return Err(word.unknown("option of reversi with a value", &["start", "shape"])),
        }
        Ok(())
    }

    /// Sets shape and start from rows such as `.OX./.XO.`.
    fn set_drawing(&mut self, text: &str) -> Result<(), ReadError> {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        let width = rows[0].len();
        if let Some(uneven) = rows.iter().position(|row| row.len() != width) {
            return Err(ReadError::new(format!(
                "row {} of the shape has {} characters, row 1 has {width}",
                uneven + 1,
                rows[uneven].len()
            )));
        }
        if let Some(strange) = rows.iter().flatten().find(|c| !".#XO".contains(**c)) {
            return Err(ReadError::new(format!(
                "`{strange}` cannot stand in a shape: `.` is a cell, `#` a hole, `X` and `O` are discs"
            )));
        }
        let tile = |column: u32, row: u32| rows[row as usize][column as usize];
        self.shape = Shape::from_fn(width as u32, rows.len() as u32, |column, row| tile(column, row) != '#')?;
        let discs = self.shape.cells().filter_map(|cell| {
            let (column, row) = self.shape.place(cell);
            match tile(column, row) {
                'X' => Some((cell, Player::FIRST)),
                'O' => Some((cell, Player::SECOND)),
                _ => None,
            }
        });
        let discs: Vec<_> = discs.collect();
        if !discs.is_empty() {
            self.start = Start::Discs(discs);
        }
        Ok(())
    }

    /// Whether the board fits and the start is possible on it.
    pub(crate) fn check(&self) -> Result<(), ReadError> {
        let (cells, numbers) = (self.shape.count(), self.shape.numbers());
        if cells > MOST_CELLS || numbers > MOST_NUMBERS {
            return Err(ReadError::new(format!(
                "a board of {} with {cells} cells is too large: at most {MOST_CELLS} cells inside a rectangle of \
                 {MOST_NUMBERS} are possible",
                self.shape.size()
            )));
        }
        if !matches!(self.start, Start::Discs(_)) && self.centre().is_none() {
            return Err(ReadError::new(
                "the start needs the four centre cells; draw the first discs into the shape with `X` and `O`",
            ));
        }
        Ok(())
    }

    /// The four centre cells, row by row, if the shape has them.
    #[must_use]
    pub fn centre(&self) -> Option<[Cell; 4]> {
        let left = (self.shape.width() / 2).checked_sub(1)?;
        let top = (self.shape.height() / 2).checked_sub(1)?;
        let cell = |column, row| self.shape.cell(left + column, top + row);
        Some([cell(0, 0)?, cell(1, 0)?, cell(0, 1)?, cell(1, 1)?])
    }

    /// The discs on the board when the first move is made.
    #[must_use]
    pub fn first_discs(&self) -> Vec<(Cell, Player)> {
        let [a, b, c, d] = self.centre().unwrap_or([Cell(0); 4]);
        let (black, white) = (Player::FIRST, Player::SECOND);
        match &self.start {
            Start::Standard => vec![(a, white), (b, black), (c, black), (d, white)],
            Start::Thesis => vec![(a, black), (b, white), (c, white), (d, black)],
            Start::Historical => Vec::new(),
            Start::Discs(discs) => discs.clone(),
        }
    }

    /// The spec that gives these rules, in its shortest form.
    #[must_use]
    pub fn spec(&self) -> String {
        let mut options = Vec::new();
        if matches!(self.start, Start::Discs(_))
            || !(self.shape.is_rectangle() || self.shape == eighty_eight())
        {
            options.push(self.drawing());
        } else if self.shape == eighty_eight() {
            options.push("88".to_owned());
        } else if self.shape != Self::default().shape {
            options.push(self.shape.size());
        }
        match self.start {
            Start::Thesis => options.push("start=thesis".to_owned()),
            Start::Historical => options.push("start=historical".to_owned()),
            Start::Standard | Start::Discs(_) => {}
        }
        if self.scoring == Scoring::Discs {
            options.push("discs".to_owned());
        }
        if options.is_empty() { "reversi".to_owned() } else { format!("reversi:{}", options.join(",")) }
    }

    /// The shape as text, with the discs of a drawn start.
    fn drawing(&self) -> String {
        let discs = match &self.start {
            Start::Discs(discs) => discs.as_slice(),
            _ => &[],
        };
        let tile = |column, row| match self.shape.cell(column, row) {
            None => '#',
            Some(cell) => match discs.iter().find(|(disc, _)| *disc == cell) {
                None => '.',
                Some((_, Player::FIRST)) => 'X',
                Some(_) => 'O',
            },
        };
        let row = |row| (0..self.shape.width()).map(|column| tile(column, row)).collect::<String>();
        let text = (0..self.shape.height()).map(row).collect::<Vec<_>>().join("/");
        if self.shape.height() == 1 { format!("shape={text}") } else { text }
    }
}

const START_NAMES: &[&str] = &["standard", "thesis", "historical"];

/// What a spec of Reversi can be told. A size and a shape may stand without their names, and so may a start.
pub const OPTIONS: &[SpecOption] = &[
    SpecOption::text("a size such as 6x6", "columns and rows, at most 128 cells").or("8x8"),
    SpecOption::flag("88", "10x10 without the three cells at each corner"),
    SpecOption::text(
        "a shape such as #..#/..../..../#..#",
        "rows: . is a cell, # a hole, X and O are first discs",
    ),
    SpecOption::flag("discs", "count the discs on the board, no more"),
    SpecOption::flag("tournament", "empty cells go to the winner, as without any word"),
    SpecOption::one_of("start", "start of reversi", START_NAMES, "the first discs").or("standard"),
];

fn option_names() -> Vec<&'static str> {
    OPTIONS.iter().map(|option| option.name).collect()
}

/// What most options say something about.
const BOARD: &str = "board";

/// What an option says something about: each thing can be said once.
fn option_says(option: &GameOption) -> &'static str {
    match option.name.text.as_str() {
        "discs" | "tournament" => "scoring",
        "start" => "start",
        text if read_start(text).is_some() => "start",
        _ => BOARD,
    }
}

fn read_start(text: &str) -> Option<Start> {
    match text {
        "standard" => Some(Start::Standard),
        "thesis" => Some(Start::Thesis),
        "historical" => Some(Start::Historical),
        _ => None,
    }
}

/// 10x10 without the three cells at each corner: as many cells as the board of [Engel2015], which is known as a picture
/// only.
fn eighty_eight() -> Shape {
    let edge = |place: u32| place.min(9 - place);
    Shape::from_fn(10, 10, |column, row| edge(column) + edge(row) > 1).expect("88 cells are a board")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Rules, ReadError> {
        Rules::from_spec(&text.parse()?).map_err(|error| error.within(text))
    }

    #[test]
    fn specs_round_trip() {
        for text in [
            "reversi",
            "reversi:6x6",
            "reversi:88",
            "reversi:88,discs",
            "reversi:start=thesis",
            "reversi:4x4,start=historical,discs",
            "reversi:#..#/..../..../#..#",
            "reversi:.OX./.XO./....",
            "reversi:shape=.XO...,discs",
        ] {
            assert_eq!(read(text).unwrap().spec(), text);
        }
        assert_eq!(read("reversi:8x8,standard,tournament").unwrap(), Rules::default());
        assert_eq!(read("reversi:88").unwrap().shape.count(), 88);
    }

    #[test]
    fn errors_name_the_option() {
        for (text, wrong) in [
            ("reversi:8z8", "8z8"),
            ("reversi:discs,start=middle", "middle"),
            ("reversi:11x12", "11x12"),
            ("reversi:discs,12x11", "12x11"),
            ("reversi:6x6,4x4", "4x4"),
            ("reversi:30x4", "30x4"),
            ("reversi:1x1", "1x1"),
            ("reversi:##/##", "##/##"),
            ("reversi:.../..", ".../.."),
            ("reversi:.?./...", ".?./..."),
            ("reversi:size=3", "size"),
            ("reversi:discs,tournament", "tournament"),
            ("reversi:discs,discs", "discs"),
            ("reversi:start=thesis,standard", "standard"),
            ("reversi:discs=yes", "discs"),
            ("reversi:6x6,start", "start"),
        ] {
            let error = read(text).unwrap_err();
            let span = error.span.clone().unwrap_or_else(|| panic!("{text}: {error} points nowhere"));
            assert_eq!(&text[span], wrong, "{error}");
        }
    }

    /// Full rows at both ends and in the middle, holes between them.
    #[test]
    fn the_largest_boards_are_taken() {
        let striped = |rows: usize| {
            let full = |row: usize| row == 0 || row + 1 == rows || row.abs_diff(rows / 2) <= 1;
            let row = |row| if full(row) { "." } else { "#" }.repeat(16);
            read(&format!("reversi:{}", (0..rows).map(row).collect::<Vec<_>>().join("/")))
        };
        assert_eq!(striped(16).unwrap().shape.numbers(), MOST_NUMBERS);
        assert!(striped(17).unwrap_err().message.contains("is too large"));
        assert_eq!(read("reversi:16x8").unwrap().shape.count(), MOST_CELLS);
    }
}
