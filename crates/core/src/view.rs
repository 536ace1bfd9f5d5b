//! A position as a picture: what a terminal or a browser needs to draw it, without knowing the game. Original design.

use crate::{Game, Player, ReadError};

/// What stands on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Not part of the board.
    Hole,
    /// A free cell.
    Empty,
    /// A free cell of special meaning to this colour, such as where its first piece must go.
    Start(u8),
    /// Held by the colour of this number.
    Held(u8),
}

/// A colour of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    /// In English and in lower case: `black`.
    pub name: &'static str,
    /// The letter that stands for it in plain text.
    pub letter: char,
    /// Red, green and blue.
    pub rgb: [u8; 3],
}

impl Color {
    /// Black pieces, `X`.
    pub const BLACK: Self = Self { name: "black", letter: 'X', rgb: [32, 32, 32] };
    /// White pieces, `O`.
    pub const WHITE: Self = Self { name: "white", letter: 'O', rgb: [240, 240, 240] };
}

/// How a board likes to be drawn, where there is more than letters to draw it with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Look {
    /// Stones in the cells of a grid.
    #[default]
    Cells,
    /// Discs with two sides, on felt.
    Discs,
    /// Stones on the crossings of lines.
    Crossings,
    /// Stones that fall into an upright panel.
    Panel,
    /// Pieces of several cells.
    Pieces,
    /// Marks of a pencil.
    Marks,
}

impl Look {
    /// In lower case: `discs`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::Discs => "discs",
            Self::Crossings => "crossings",
            Self::Panel => "panel",
            Self::Pieces => "pieces",
            Self::Marks => "marks",
        }
    }
}

/// What a colour has, on the board and beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Who plays it.
    pub owner: Player,
    /// How much it has of what is counted ([`View::counts`]).
    pub count: Option<u32>,
    /// All its pieces, placed or not, where there are pieces to choose from.
    pub pieces: Vec<HeldPiece>,
    /// Whether it can never move again.
    pub out: bool,
}

impl Holding {
    /// Of a player, without anything counted or chosen from.
    #[must_use]
    pub fn of(owner: Player) -> Self {
        Self { owner, count: None, pieces: Vec::new(), out: false }
    }
}

/// A piece that a colour may place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldPiece {
    /// As players call it.
    pub name: &'static str,
    /// Its cells, row by row from the top: `#` for a cell.
    pub drawing: &'static [&'static str],
    /// Whether it is still to be placed.
    pub left: bool,
}

/// A rectangle of tiles with its labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Tiles in a row.
    pub width: usize,
    /// The tiles, row by row from the top.
    pub tiles: Vec<Tile>,
    /// A label for each column; none when moves do not name columns.
    pub columns: Vec<String>,
    /// A label for each row, from the top.
    pub rows: Vec<String>,
    /// The colours that tiles refer to.
    pub colors: Vec<Color>,
    /// Which colour is to move, unless the game is over.
    pub to_move: Option<u8>,
    /// What else a player wants to see, a line each.
    pub notes: Vec<String>,
    /// How it likes to be drawn.
    pub look: Look,
    /// What players count, such as `discs`; nothing in many games.
    pub counts: Option<&'static str>,
    /// What each colour has; empty where that is nothing, and colours belong to the players in turn.
    pub holdings: Vec<Holding>,
}

impl View {
    /// How many rows there are.
    #[must_use]
    pub fn height(&self) -> usize {
        self.tiles.len().checked_div(self.width).unwrap_or(0)
    }

    /// The tile in a column and a row, both from zero at the top left.
    #[must_use]
    pub fn tile(&self, column: usize, row: usize) -> Tile {
        self.tiles[row * self.width + column]
    }
}

/// Games that can be drawn.
pub trait Drawn: Game {
    /// The picture of a position.
    fn view(&self, pos: &Self::Position) -> View;

    /// Appends the tiles of that picture alone. A speed hook for whoever looks at many boards.
    fn tiles(&self, pos: &Self::Position, out: &mut Vec<Tile>) {
        out.append(&mut self.view(pos).tiles);
    }

    /// The tiles on which a move played in `pos` puts something, as indices into [`View::tiles`].
    fn footprint(&self, pos: &Self::Position, mv: Self::Move) -> Vec<usize>;

    /// Which colour is to move, as in [`View::to_move`].
    fn color_to_move(&self, pos: &Self::Position) -> Option<u8> {
        self.view(pos).to_move
    }

    /// The move that puts something on exactly these tiles, where a game can tell it from them alone; whether it is legal
    /// is another question.
    fn move_on(&self, _pos: &Self::Position, _tiles: &[usize]) -> Option<Self::Move> {
        None
    }

    /// What players call the one on this seat: by the colour of the pieces, `Black`.
    fn player_name(&self, player: Player) -> String {
        let colors = self.view(&self.start()).colors;
        colors.get(player.index()).map_or_else(|| player.to_string(), |color| capitalized(color.name))
    }

    /// What stands in the list of games below the name, such as pictures of the pieces; often nothing.
    fn about(&self) -> Option<String> {
        None
    }

    /// The tiles to mark for the side to move where single moves cover several: those where it can begin. None where the
    /// footprints of moves say it all.
    fn targets(&self, _pos: &Self::Position) -> Vec<usize> {
        Vec::new()
    }

    /// Pictures of what the side to move has left to play with, in lines; often nothing.
    fn stock(&self, _pos: &Self::Position) -> Vec<String> {
        Vec::new()
    }

    /// How people can type moves of a position besides their notation, in a few words for the prompt.
    fn how_to_type(&self, _pos: &Self::Position) -> Option<String> {
        None
    }

    /// Reads what somebody typed as a move of a position, where there are such ways to type one.
    ///
    /// # Errors
    /// If it is not one legal move; the error says what is wrong and what could be typed.
    fn read_typed(&self, _pos: &Self::Position, _text: &str) -> Option<Result<Self::Move, ReadError>> {
        None
    }

    /// A move as somebody could type it, where that differs from its notation.
    fn write_typed(&self, _mv: Self::Move) -> Option<String> {
        None
    }

    /// The moves that a word stands for, such as those of a piece, as people are shown them, in lines of at most so many
    /// columns.
    ///
    /// # Errors
    /// If the word stands for nothing.
    fn moves_of_word(
        &self,
        _pos: &Self::Position,
        _word: &str,
        _columns: usize,
    ) -> Option<Result<String, ReadError>> {
        None
    }
}

/// A name at the beginning of a sentence.
#[must_use]
pub fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_begins_a_sentence() {
        assert_eq!(["black", "B", "\u{e9}t\u{e9}", ""].map(capitalized), ["Black", "B", "\u{c9}t\u{e9}", ""]);
    }
}
