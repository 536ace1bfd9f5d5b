//! Moves and positions as text.
//!
//! A move is a cell (`d3`) or `pass`. A position is one character for each cell, row by row from a1, then a space and
//! the side to move: `X` is black and moves first, `O` is white, `-` is empty. Holes of the board are not written.
//! On reading, other common letters, spaces and `/` between the rows are accepted too.

use agon_core::{Notation, Player, ReadError};
use agon_grid::{Cell, CellLetters, read_cells, read_side, side_letter, split_turn};

use crate::game::{Move, Reversi};
use crate::geometry::BoardWord;
use crate::position::Position;

impl<W: BoardWord> Notation for Reversi<W> {
    fn write_move(&self, mv: Move) -> String {
        match mv {
            Move::Place(cell) => self.rules.shape.name(cell),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, ReadError> {
        match text.trim().to_ascii_lowercase().as_str() {
            "pass" | "pa" | "ps" | "--" => Ok(Move::Pass),
            name => self.rules.shape.named(name).map(Move::Place),
        }
    }

    fn write_position(&self, pos: &Position<W>) -> String {
        let letter = |cell: Cell| player_on(pos, cell.index()).map_or('-', side_letter);
        let mut text: String = self.rules.shape.cells().map(letter).collect();
        text.push(' ');
        text.push(side_letter(pos.to_move));
        text
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, ReadError> {
        let (board, side) = split_turn(text, "the side to move is missing: `X` or `O` after a space")?;
        let to_move = read_turn(side).map_err(|error| error.at_part(side, text))?;
        let shape = &self.rules.shape;
        let letters = CellLetters {
            occupant: read_side,
            name: |cell| shape.name(cell),
            legend: "`X` is black, `O` is white, `-` is empty",
            spec: &self.rules.spec(),
        };
        let mut discs = [W::EMPTY; 2];
        for (cell, player) in
            read_cells(board, shape.cells(), &letters).map_err(|error| error.within(text))?
        {
            discs[player.index()] |= W::single(cell.index());
        }
        let (own, opponent) = (discs[to_move.index()], discs[to_move.other().index()]);
        Ok(self.position(own, opponent, to_move))
    }

    /// `f5d6c3` and `f5 d6 c3` are the same list.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut moves = Vec::new();
        for word in text.split(|c: char| c.is_whitespace() || c == ',') {
            let mut rest = word;
            while !rest.is_empty() {
                let length = move_length(rest);
                moves.push(&rest[..length]);
                rest = &rest[length..];
            }
        }
        moves
    }
}

/// How many bytes the first move of a list without spaces takes: a letter and its digits, or a word.
fn move_length(text: &str) -> usize {
    if text.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass")) {
        return 4;
    }
    let letters = text.chars().next().map_or(0, char::len_utf8);
    let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 { letters + digits } else { text.len() }
}

fn read_turn(side: &str) -> Result<Player, ReadError> {
    let mut letters = side.chars();
    match (letters.next().and_then(read_side), letters.next()) {
        (Some(player), None) => Ok(player),
        _ => Err(ReadError::new(format!("`{side}` is not the side to move: `X` or `O` is"))),
    }
}

/// Who holds a cell.
pub(crate) fn player_on<W: BoardWord>(pos: &Position<W>, index: u32) -> Option<Player> {
    [Player::FIRST, Player::SECOND].into_iter().find(|&player| pos.discs(player).has(index))
}
