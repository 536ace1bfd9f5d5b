//! Moves and positions as text. Original design.

use std::fmt;
use std::ops::Range;

use crate::{Game, visible, visible_lines};

/// Games whose moves and positions people can write down.
pub trait Notation: Game {
    /// The move as text, in the notation of the game's players.
    fn write_move(&self, mv: Self::Move) -> String;

    /// Reads a move; whether it is legal is not asked.
    ///
    /// # Errors
    /// If the text names no move of this game.
    fn read_move(&self, text: &str) -> Result<Self::Move, ReadError>;

    /// The position as one line of text that [`read_position`](Self::read_position) understands.
    fn write_position(&self, pos: &Self::Position) -> String;

    /// Reads a position.
    ///
    /// # Errors
    /// If the text does not describe a position of this game.
    fn read_position(&self, text: &str) -> Result<Self::Position, ReadError>;

    /// Splits a written move list into moves: at white space, unless the game has a denser custom.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split_whitespace().collect()
    }

    /// Why a move is not legal, in a few words, where the game can tell.
    fn why_illegal(&self, _pos: &Self::Position, _mv: Self::Move) -> Option<String> {
        None
    }

    /// Plays a written move list from `pos` on.
    ///
    /// # Errors
    /// If a move cannot be read or is not legal where it stands; `pos` is then untouched.
    fn play_moves(&self, pos: &mut Self::Position, text: &str) -> Result<Vec<Self::Move>, ReadError> {
        let mut reached = pos.clone();
        let mut played = Vec::new();
        for word in self.split_moves(text) {
            let place = |message: String| {
                ReadError::new(format!("move {}: {message}", played.len() + 1)).at_part(word, text)
            };
            let mv = self.read_move(word).map_err(|error| place(error.message))?;
            self.play(&mut reached, mv).map_err(|_| {
                let why = self.why_illegal(&reached, mv).map_or_else(String::new, |why| format!(": {why}"));
                place(format!("`{word}` is not legal here{why}"))
            })?;
            played.push(mv);
        }
        *pos = reached;
        Ok(played)
    }
}

/// Text that could not be read: what was wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What was wrong and what would be right.
    pub message: String,
    /// The whole text, if showing it helps.
    pub text: Option<String>,
    /// Which bytes of the text are wrong.
    pub span: Option<Range<usize>>,
}

impl ReadError {
    /// An error that is about the text as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), text: None, span: None }
    }

    /// Shows the text that was read.
    #[must_use]
    pub fn within(mut self, text: &str) -> Self {
        self.text = Some(text.to_owned());
        self
    }

    /// Shows the text that was read and points at a part of it, which must be a slice of it.
    #[must_use]
    pub fn at_part(self, part: &str, text: &str) -> Self {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        self.within(text).at(start..start + part.len())
    }

    /// Points at a part of the text.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }
}

impl fmt::Display for ReadError {
    /// The message, then the text with the wrong part underlined.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible_lines(&self.message))?;
        let Some(text) = &self.text else { return Ok(()) };
        if text.contains('\n') {
            return Ok(());
        }
        write!(f, "\n  {}", visible(text))?;
        let Some(span) = &self.span else { return Ok(()) };
        let shown_width = |part| visible(part).chars().count();
        let before = text.get(..span.start).map_or(0, shown_width);
        let width = text.get(span.clone()).map_or(1, shown_width).max(1);
        write!(f, "\n  {}{}", " ".repeat(before), "^".repeat(width))
    }
}

impl std::error::Error for ReadError {}

/// The text of a file whose lines all have an end: in one that was cut short the last number may be another.
///
/// # Errors
/// If the last line has none.
pub fn whole_lines(text: &str) -> Result<&str, ReadError> {
    if text.is_empty() || text.ends_with('\n') {
        return Ok(text);
    }
    let number = text.lines().count();
    Err(ReadError::new(format!(
        "line {number} has no end: the file was cut short, or lacks its last line break"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wrong_part_is_underlined() {
        let error = ReadError::new("no such cell").within("f5 z9").at(3..5);
        assert_eq!(error.to_string(), "no such cell\n  f5 z9\n     ^^");
    }

    /// What is wrong stands under what is shown, not under what was typed.
    #[test]
    fn control_characters_are_shown_and_underlined_as_shown() {
        let error = ReadError::new("`\u{7f}` is not a cell").within("\u{1b}[1m \u{7f}").at(5..6);
        assert_eq!(error.to_string(), "`\\u{7f}` is not a cell\n  \\u{1b}[1m \\u{7f}\n            ^^^^^^");
    }

    #[test]
    fn the_end_of_the_text_can_be_pointed_at() {
        let error = ReadError::new("something is missing").within("line:").at(5..5);
        assert_eq!(error.to_string(), "something is missing\n  line:\n       ^");
    }

    /// Only what is shown can be underlined: text of several lines is left out.
    #[test]
    fn text_of_several_lines_is_not_shown() {
        let error = ReadError::new("no such cell").within("f5\nz9").at(3..5);
        assert_eq!(error.to_string(), "no such cell");
        assert_eq!(ReadError::new("no such cell").within("z9").to_string(), "no such cell\n  z9");
    }

    #[test]
    fn a_line_without_an_end_is_named() {
        assert_eq!(whole_lines(""), Ok(""));
        assert_eq!(whole_lines("1\n2\n"), Ok("1\n2\n"));
        let cut = whole_lines("1\n2\n3").unwrap_err().message;
        assert!(cut.starts_with("line 3 has no end"), "{cut}");
    }
}
