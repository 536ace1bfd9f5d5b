//! Moves and positions as text.
//!
//! A move is written as the program Pentobi does: its cells from the lowest row up, `e8,f8,f9`, where the letter is
//! the column from the left and the number the row from the BOTTOM. On reading they may stand in any order.
//!
//! A position is one character for each cell, row by row from the TOP: `1` to `4` for the colours, `-` for empty;
//! then a space and the colour to move, `-` when the game is over. The pieces left need no text: own pieces never
//! share an edge, so that each connected part is a piece. Only that a finished colour placed its single cell last
//! cannot be seen; then a space, `*` and the numbers of such colours follow.

use agon_core::{Notation, ReadError};
use agon_grid::{Cell, CellLetters, column_letter, read_cell_name, read_cells, split_turn};

use crate::assembly;
use crate::board::Blokus;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::PieceColor;

impl Notation for Blokus {
    fn write_move(&self, mv: Move) -> String {
        let mut cells: Vec<_> = self.cells_of(mv).map(|cell| self.shape.place(cell)).collect();
        cells.sort_unstable_by_key(|&(column, row)| (std::cmp::Reverse(row), column));
        let names = cells.into_iter().map(|(column, row)| self.cell_name(self.cell(column, row)));
        names.collect::<Vec<_>>().join(",")
    }

    fn read_move(&self, text: &str) -> Result<Move, ReadError> {
        let cells = text.trim().split(',').map(|name| self.read_cell(name.trim()));
        let cells = cells.collect::<Result<Vec<_>, _>>()?;
        if let Some(twice) = (1..cells.len()).find(|&at| cells[..at].contains(&cells[at])) {
            return Err(ReadError::new(format!("{} is named twice", self.cell_name(cells[twice]))));
        }
        let placed = self.placement(&cells).filter(|&mv| self.rules.pieces().has(self.piece_of(mv)));
        placed.ok_or_else(|| ReadError::new(format!("the cells `{}` do not form a piece", text.trim())))
    }

    fn why_illegal(&self, pos: &Position, mv: Move) -> Option<String> {
        let cells: Vec<_> = self.cells_of(mv).collect();
        let why = pos.to_move().and_then(|_| self.typed_cells(pos, &cells, None).err())?.message;
        // A piece by its name is a way to type, and was read as a cell.
        let listed = if cells.len() == 1 { "; in a list a move is its cells, as in e10,e11" } else { "" };
        Some(format!("{why}{listed}"))
    }

    fn write_position(&self, pos: &Position) -> String {
        let letter = |cell: Cell| self.color_on(pos, cell).map_or('-', digit);
        let mut text: String = self.shape.cells().map(letter).collect();
        text.push(' ');
        text.push(pos.to_move().map_or('-', digit));
        if pos.single_last != 0 {
            text.push_str(" *");
            text.extend(self.rules.colors().filter(|&color| pos.ended_with_single(color)).map(digit));
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        let parts = Parts::of(text)?;
        let mut pos = self.empty_position();
        self.read_board(&mut pos, parts.board).map_err(|error| error.within(text))?;
        for color in self.rules.colors() {
            let used = assembly::pieces(self, color, &pos.cells(color))
                .map_err(|error| error.at_part(parts.board, text))?;
            pos.left[color.index()].0 &= !used.0;
        }
        self.mark_out(&mut pos);
        self.read_marker(&mut pos, parts.marker).map_err(|error| error.at_part(parts.marker, text))?;
        self.read_turn(&mut pos, parts.turn).map_err(|error| error.at_part(parts.turn, text))?;
        Ok(pos)
    }
}

/// The parts of a written position.
struct Parts<'t> {
    board: &'t str,
    turn: &'t str,
    /// The colours behind `*`, perhaps none.
    marker: &'t str,
}

impl<'t> Parts<'t> {
    fn of(text: &'t str) -> Result<Self, ReadError> {
        let (rest, marker) = match text.split_once('*') {
            Some((rest, marker)) => (rest.trim_end(), marker.trim()),
            None => (text.trim_end(), &text[text.len()..]),
        };
        const MISSING: &str =
            "the colour to move is missing: its number after a space, or `-` when the game is over";
        let (board, turn) = split_turn(rest, MISSING).map_err(|error| error.within(text))?;
        Ok(Self { board, turn, marker })
    }
}

impl Blokus {
    /// The cell's name: rows count from the bottom.
    pub(crate) fn cell_name(&self, cell: Cell) -> String {
        let (column, row) = self.shape.place(cell);
        format!("{}{}", column_letter(column), self.rules.side() - row)
    }

    pub(crate) fn read_cell(&self, name: &str) -> Result<Cell, ReadError> {
        let (column, from_bottom) = read_cell_name(name)?;
        let row = (self.rules.side() - 1).checked_sub(from_bottom);
        let cell = row.and_then(|row| self.shape.cell(column, row));
        let missing = || format!("there is no cell `{name}` on this board ({})", self.shape.size());
        cell.ok_or_else(|| ReadError::new(missing()))
    }

    /// The colour that holds a cell.
    pub(crate) fn color_on(&self, pos: &Position, cell: Cell) -> Option<PieceColor> {
        let (column, row) = self.shape.place(cell);
        self.rules.colors().find(|&color| pos.cells(color).has(column, row))
    }

    fn read_color(&self, letter: char) -> Option<PieceColor> {
        self.rules.colors().find(|&color| digit(color) == letter)
    }

    fn read_board(&self, pos: &mut Position, board: &str) -> Result<(), ReadError> {
        let letters = CellLetters {
            occupant: |letter| self.read_color(letter),
            name: |cell| self.cell_name(cell),
            legend: &format!("{} are colours, `-` is empty", self.digits()),
            spec: &self.rules.spec(),
        };
        for (cell, color) in read_cells(board, self.shape.cells(), &letters)? {
            let (column, row) = self.shape.place(cell);
            pos.own[color.index()].insert(column, row);
        }
        Ok(())
    }

    fn read_marker(&self, pos: &mut Position, marker: &str) -> Result<(), ReadError> {
        for letter in marker.chars() {
            let finished = |color: &PieceColor| pos.pieces_left(*color).is_empty();
            let color = self.read_color(letter).filter(finished).ok_or_else(|| {
                ReadError::new(format!("`{letter}` behind `*` is not a colour that placed all its pieces"))
            })?;
            pos.single_last |= 1 << color.0;
        }
        Ok(())
    }

    fn read_turn(&self, pos: &mut Position, turn: &str) -> Result<(), ReadError> {
        let mut letters = turn.chars();
        let (letter, more) = (letters.next(), letters.next().is_some());
        match (letter.filter(|_| !more), letter.and_then(|letter| self.read_color(letter))) {
            (Some('-'), _) if pos.is_over() => Ok(()),
            (Some('-'), _) => {
                Err(ReadError::new("the game is not over: the number of the colour to move is missing"))
            }
            (Some(_), Some(color)) if !pos.is_out(color) => {
                pos.to_move = color;
                Ok(())
            }
            (Some(_), Some(_)) if pos.is_over() => {
                Err(ReadError::new("no colour can move: `-` stands for a game that is over"))
            }
            (Some(_), Some(_)) => Err(ReadError::new(format!("colour {turn} has no move and is out"))),
            _ => Err(ReadError::new(format!(
                "`{turn}` is not the colour to move: one of {} or `-` is",
                self.digits()
            ))),
        }
    }

    /// The numbers of the colours: `1 2`.
    fn digits(&self) -> String {
        self.rules.colors().map(|color| digit(color).to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// The number that stands for a colour.
fn digit(color: PieceColor) -> char {
    char::from(b'1' + color.0)
}
