//! Moves and positions as text. Original design, by the customs of the players.
//!
//! A dropped stone is its column: a digit from 1 (`4`), or a letter on boards of more than nine columns; a list needs
//! no spaces (`4453`). Other stones are a letter and the row from the bottom (`h8`), as Gomoku players write them; a
//! list may do without spaces too. Openings of Gomocup are read as well: pairs of numbers (`0,0, 1,0, -3,2`), columns to
//! the right of the centre and rows below it; the centre of an even side is the right or lower one of the middle two.
//!
//! A position is one character for each cell, row by row from the top left, then a space and the side to move: `X`
//! moves first, `O` second, `-` is empty. The number of stones left in the turn follows the side (`X1`) unless it is
//! that of a whole turn: q on an empty board, p on any other. On reading, other common letters, spaces and `/` between
//! the rows are accepted too, and numbers of stones that no game leads to.

use agon_core::{Notation, Player, ReadError};
use agon_grid::{
    Cell, CellLetters, CellSet, column_letter, read_cell_name, read_cells, read_side, side_letter, split_turn,
};

use crate::game::{Line, Move};
use crate::position::Position;
use crate::rules::Rules;

impl<W: CellSet> Notation for Line<W> {
    fn write_move(&self, mv: Move) -> String {
        match mv {
            Move::Place(cell) => self.cell_name(cell),
            Move::Drop(column) => self.column_name(u32::from(column)).to_string(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, ReadError> {
        let name = text.trim();
        if self.rules.gravity { self.read_column(name) } else { self.read_cell(name) }
    }

    fn write_position(&self, pos: &Position<W>) -> String {
        let letter = |cell: Cell| pos.player_on(cell.index()).map_or('-', side_letter);
        let mut text: String = self.cells_from_top().map(letter).collect();
        text.push(' ');
        text.push(side_letter(pos.to_move));
        if pos.left() != self.whole_turn(pos.placed == 0) {
            text.push_str(&pos.left.to_string());
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, ReadError> {
        let (board, side) = split_turn(text, "the side to move is missing: `X` or `O` after a space")?;
        let (to_move, left) =
            read_turn(side, self.rules.p.max(self.rules.q)).map_err(|error| error.at_part(side, text))?;
        let stones = self.read_stones(board).map_err(|error| error.within(text))?;
        let whole = self.whole_turn((stones[0] | stones[1]).is_empty());
        let pos = self.position(stones, to_move, left.unwrap_or(whole as u8));
        self.check_stones(&pos).map_err(|error| error.at_part(board, text))?;
        Ok(pos)
    }

    /// `4453` and `4 4 5 3` are the same list, and so are `h8i9` and `h8 i9`, `0,0,1,2` and `0,0, 1,2`.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        if !self.rules.gravity && is_list_of_offsets(text) {
            return split_offsets(text);
        }
        let mut moves = Vec::new();
        for word in text.split(|c: char| c.is_whitespace() || c == ',') {
            let mut rest = word;
            while let Some(first) = rest.chars().next() {
                let digits = rest[first.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
                let length = first.len_utf8() + if self.rules.gravity { 0 } else { digits };
                moves.push(&rest[..length]);
                rest = &rest[length..];
            }
        }
        moves
    }
}

impl<W: CellSet> Line<W> {
    /// The cells in the order of the position text.
    pub(crate) fn cells_from_top(&self) -> impl Iterator<Item = Cell> {
        let rows = (0..self.rules.rows).rev();
        rows.flat_map(move |row| (0..self.rules.columns).filter_map(move |column| self.cell(column, row)))
    }

    pub(crate) fn column_name(&self, column: u32) -> char {
        match self.rules.gravity && self.rules.columns <= 9 {
            true => char::from_digit(column + 1, 10).unwrap_or('?'),
            false => column_letter(column),
        }
    }

    fn cell_name(&self, cell: Cell) -> String {
        let (column, row) = self.place(cell);
        format!("{}{}", column_letter(column), row + 1)
    }

    fn read_column(&self, name: &str) -> Result<Move, ReadError> {
        let columns = self.rules.columns;
        let named =
            |&column: &u32| name.eq_ignore_ascii_case(self.column_name(column).encode_utf8(&mut [0; 4]));
        let column = (0..columns).find(named).ok_or_else(|| {
            let (first, last) = (self.column_name(0), self.column_name(columns - 1));
            ReadError::new(format!("`{name}` is not a column of this board: `{first}` to `{last}` are"))
        })?;
        Ok(Move::Drop(column as u8))
    }

    fn read_cell(&self, name: &str) -> Result<Move, ReadError> {
        let cell = if is_list_of_offsets(name) {
            self.cell_at_offset(read_offset(name)?)
        } else {
            let (column, row) = read_cell_name(name)?;
            self.cell(column, row)
        };
        let cell = cell.ok_or_else(|| {
            ReadError::new(format!("there is no cell `{name}` on this board ({})", self.rules.size()))
        })?;
        Ok(Move::Place(cell))
    }

    /// The cell so many columns to the right of the centre and so many rows below it.
    fn cell_at_offset(&self, (right, down): (i32, i32)) -> Option<Cell> {
        let &Rules { columns, rows, .. } = &self.rules;
        let column = (columns / 2).checked_add_signed(right)?;
        let from_top = (rows / 2).checked_add_signed(down)?;
        self.cell(column, rows.checked_sub(from_top)?.checked_sub(1)?)
    }

    /// How many stones a turn has that begins now.
    fn whole_turn(&self, board_is_empty: bool) -> u32 {
        if board_is_empty { self.rules.q } else { self.rules.p }
    }

    fn read_stones(&self, board: &str) -> Result<[W; 2], ReadError> {
        let letters = CellLetters {
            occupant: read_stone,
            name: |cell| self.cell_name(cell),
            legend: "`X` moves first, `O` second, `-` is empty",
            spec: &self.rules.spec(),
        };
        let mut stones = [W::EMPTY; 2];
        for (cell, player) in read_cells(board, self.cells_from_top(), &letters)? {
            stones[player.index()] |= W::single(cell.index());
        }
        Ok(stones)
    }

    /// Whether the stones can lie like this: none floats, and at most one side has a line.
    fn check_stones(&self, pos: &Position<W>) -> Result<(), ReadError> {
        let occupied = pos.occupied();
        let floating = occupied & !(occupied << 1 | self.geometry.bottom);
        if self.rules.gravity && !floating.is_empty() {
            let name = self.cell_name(Cell(floating.first() as u16));
            return Err(ReadError::new(format!("the stone on {name} floats: the cell below it is empty")));
        }
        if pos.stones.into_iter().all(|stones| self.geometry.has_line(stones)) {
            return Err(ReadError::new(format!("both sides have a line of {}", self.rules.k)));
        }
        Ok(())
    }
}

/// Whether the text is made of numbers and commas, as openings of Gomocup are; no cell is called so.
fn is_list_of_offsets(text: &str) -> bool {
    let belongs = |c: char| c.is_ascii_digit() || matches!(c, '-' | ',') || c.is_whitespace();
    text.contains(',') && text.chars().all(belongs)
}

/// The pairs of numbers of a list; a number without a partner stands alone, and what separates too much is left to
/// the reader of pairs.
fn split_offsets(text: &str) -> Vec<&str> {
    let mut commas = text.match_indices(',').map(|(at, _)| at).skip(1).step_by(2);
    let mut pairs = Vec::new();
    let mut from = 0;
    while from < text.len() {
        let to = commas.next().unwrap_or(text.len());
        pairs.push(text[from..to].trim());
        from = to + 1;
    }
    pairs.retain(|pair| !pair.is_empty());
    pairs
}

/// Reads `-3,2`.
fn read_offset(text: &str) -> Result<(i32, i32), ReadError> {
    let read = || {
        let (right, down) = text.split_once(',')?;
        Some((right.trim().parse().ok()?, down.trim().parse().ok()?))
    };
    read().ok_or_else(|| {
        ReadError::new(format!(
            "`{text}` is not a pair of numbers, columns and rows from the centre, such as `-3,2`"
        ))
    })
}

/// The side to move, and how many stones it has left if the text says so: at most `most`.
fn read_turn(side: &str, most: u32) -> Result<(Player, Option<u8>), ReadError> {
    let mut letters = side.chars();
    let Some(player) = letters.next().and_then(read_stone) else {
        return Err(ReadError::new(format!("`{side}` is not the side to move: `X` or `O` is")));
    };
    let number = letters.as_str();
    if number.is_empty() {
        return Ok((player, None));
    }
    let digit = number.parse::<char>().ok().and_then(|digit| digit.to_digit(10));
    match digit.filter(|left| (1..=most).contains(left)) {
        Some(left) => Ok((player, Some(left as u8))),
        None => Err(ReadError::new(format!(
            "`{number}` is not a number of stones left in the turn: 1 to {most} is"
        ))),
    }
}

/// The side of a stone: red and yellow are those of Connect Four.
fn read_stone(letter: char) -> Option<Player> {
    match letter {
        'R' | 'r' => Some(Player::FIRST),
        'Y' | 'y' => Some(Player::SECOND),
        _ => read_side(letter),
    }
}
