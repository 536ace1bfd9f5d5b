//! Moves and positions as text.
//!
//! A move is a cell (`d3`) or `pass`. A position is one character for each cell, row by row from a1, then a space and
//! the side to move: `X` is black and moves first, `O` is white, `-` is empty. Holes of the board are not written.
//! On reading, other common letters, spaces and `/` between the rows are accepted too.

use agon_core::{Notation, Player, ReadError};

use crate::game::{Move, Reversi};
use crate::geometry::Word;
use crate::position::Position;

impl<W: Word> Notation for Reversi<W> {
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
        let letter = |cell: agon_grid::Cell| match player_on(pos, cell.index()) {
            Some(Player::FIRST) => 'X',
            Some(_) => 'O',
            None => '-',
        };
        let mut text: String = self.rules.shape.cells().map(letter).collect();
        text.push(' ');
        text.push(if pos.to_move == Player::FIRST { 'X' } else { 'O' });
        text
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, ReadError> {
        let (board, to_move) = split_side(text)?;
        let mut cells = self.rules.shape.cells();
        let mut discs = [W::EMPTY; 2];
        let mut found = 0;
        for (at, letter) in board.char_indices().filter(|(_, c)| !c.is_whitespace() && *c != '/') {
            found += 1;
            let cell = cells.next();
            match (read_side(letter), letter, cell) {
                (_, _, None) | (None, '-' | '.' | '_', _) => {}
                (Some(player), _, Some(cell)) => discs[player.index()] |= W::single(cell.index()),
                (None, _, Some(cell)) => {
                    return Err(ReadError::new(format!(
                        "`{letter}` cannot stand on {}: `X` is black, `O` is white, `-` is empty",
                        self.rules.shape.name(cell)
                    ))
                    .within(text)
                    .at(at..at + letter.len_utf8()));
                }
            }
        }
        let wanted = self.rules.shape.count();
        if found != wanted {
            return Err(ReadError::new(format!(
                "the board has {found} characters, {} needs {wanted}",
                self.rules.spec()
            ))
            .within(text)
            .at(0..board.trim_end().len()));
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

/// The board and the side to move, which stands last.
fn split_side(text: &str) -> Result<(&str, Player), ReadError> {
    let trimmed = text.trim_end();
    let missing = || {
        ReadError::new("the side to move is missing: `X` or `O` after a space")
            .within(text)
            .at(trimmed.len()..trimmed.len())
    };
    let (board, side) = trimmed.rsplit_once(char::is_whitespace).ok_or_else(missing)?;
    let mut letters = side.chars();
    match (letters.next().and_then(read_side), letters.next()) {
        (Some(player), None) => Ok((board, player)),
        _ => Err(ReadError::new(format!("`{side}` is not the side to move: `X` or `O` is"))
            .within(text)
            .at(trimmed.len() - side.len()..trimmed.len())),
    }
}

fn read_side(letter: char) -> Option<Player> {
    match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Player::FIRST),
        'O' | 'o' | 'W' | 'w' => Some(Player::SECOND),
        _ => None,
    }
}

/// Who holds a cell.
pub(crate) fn player_on<W: Word>(pos: &Position<W>, index: u32) -> Option<Player> {
    [Player::FIRST, Player::SECOND].into_iter().find(|&player| pos.discs(player).has(index))
}
