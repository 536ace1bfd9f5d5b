//! Games as columns of numbers, for whoever learns from thousands of them. Original design.
//!
//! The positions of all games stand one after the other, each with the move that was played in it; a game is a range of
//! them.

use std::sync::Arc;

use agon_abilities::BoardFeatures;
use agon_core::{Outcome, ReadError, Status, Tile};
use agon_records::Record;

use crate::any_position::no_numbers;
use crate::playable::Playable;

/// What is written down of each position, besides who moves and the move played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArrayColumns {
    /// The tiles of its board.
    pub boards: bool,
    /// The numbers that models look at, as the side to move sees them.
    pub features: bool,
    /// Which moves are legal, a place for each number.
    pub legal: bool,
}

/// Columns of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameArrays {
    /// Where each game begins among the positions.
    pub starts: Vec<u64>,
    /// The points of each seat of each game; zeros where its moves do not end it by the rules.
    pub points: Vec<i32>,
    /// The share of the win of each seat of each game, in twelfths; zeros where nobody knows.
    pub twelfths: Vec<u8>,
    /// Who is to move in each position.
    pub to_move: Vec<u8>,
    /// The number of the move played in it.
    pub moves: Vec<u32>,
    /// Its tiles, as [`tile_number`] gives them; empty unless asked for.
    pub boards: Vec<i8>,
    /// Its features; empty unless asked for.
    pub features: Vec<f64>,
    /// For each number whether it is that of a legal move; empty unless asked for.
    pub legal: Vec<u8>,
}

/// A tile as a number: 0 is empty, n holds colour n - 1, -1 is no part of the board, and -2 - n is a free cell of meaning
/// to colour n.
#[must_use]
pub fn tile_number(tile: Tile) -> i8 {
    match tile {
        Tile::Hole => -1,
        Tile::Empty => 0,
        Tile::Start(color) => -2 - color as i8,
        Tile::Held(color) => 1 + color as i8,
    }
}

/// Writes games of one type down.
pub(crate) struct ArrayWriter<'g, G: Playable> {
    game: &'g G,
    columns: ArrayColumns,
    features: Option<Arc<dyn BoardFeatures<G>>>,
    pub(crate) arrays: GameArrays,
    tiles: Vec<Tile>,
    legal: Vec<G::Move>,
}

impl<'g, G: Playable> ArrayWriter<'g, G> {
    /// # Errors
    /// If the game has no numbers for its moves, or lacks what is to be written down.
    pub(crate) fn new(game: &'g G, columns: ArrayColumns) -> Result<Self, ReadError> {
        game.numbering().ok_or_else(|| no_numbers(game))?;
        let missing = || ReadError::new(format!("{} has no board features", game.spec()));
        let features = match columns.features {
            true => Some(game.board_features().ok_or_else(missing)?),
            false => None,
        };
        let (arrays, tiles, legal) = (GameArrays::default(), Vec::new(), Vec::new());
        Ok(Self { game, columns, features, arrays, tiles, legal })
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self) {
        self.arrays.starts.push(self.arrays.moves.len() as u64);
    }

    /// A position with the move that is played in it.
    pub(crate) fn position(&mut self, pos: &G::Position, mv: G::Move) {
        let (Status::ToMove(player), Some(numbering)) = (self.game.status(pos), self.game.numbering()) else {
            return;
        };
        let arrays = &mut self.arrays;
        arrays.to_move.push(player.0);
        arrays.moves.push(numbering.number_of(mv));
        if self.columns.boards {
            self.tiles.clear();
            self.game.tiles(pos, &mut self.tiles);
            arrays.boards.extend(self.tiles.iter().map(|&tile| tile_number(tile)));
        }
        if let Some(features) = &self.features {
            let begin = arrays.features.len();
            arrays.features.resize(begin + features.count(), 0.0);
            features.write(self.game, pos, player, &mut arrays.features[begin..]);
        }
        if self.columns.legal {
            let begin = arrays.legal.len();
            arrays.legal.resize(begin + numbering.move_numbers() as usize, 0);
            self.legal.clear();
            self.game.moves(pos, &mut self.legal);
            for &mv in &self.legal {
                arrays.legal[begin + numbering.number_of(mv) as usize] = 1;
            }
        }
    }

    /// Ends a game by the rules.
    pub(crate) fn over(&mut self, outcome: &Outcome) {
        self.arrays.points.extend_from_slice(outcome.points.as_slice());
        self.arrays.twelfths.extend(outcome.twelfths().as_slice().iter().map(|&share| share as u8));
    }

    /// A recorded game.
    ///
    /// # Errors
    /// If it cannot be played.
    pub(crate) fn record(&mut self, record: &Record) -> Result<(), ReadError> {
        let replay = record.replay(self.game)?;
        self.begin();
        let mut pos = replay.start;
        for mv in replay.moves {
            self.position(&pos, mv);
            self.game.play_unchecked(&mut pos, mv);
        }
        if let Status::Over(outcome) = self.game.status(&pos) {
            self.over(&outcome);
            return Ok(());
        }
        let players = self.game.players();
        self.arrays.points.extend(std::iter::repeat_n(0, players));
        let shares = record.twelfths().unwrap_or_else(|| vec![0; players]);
        self.arrays.twelfths.extend(shares.into_iter().map(|share| share as u8));
        Ok(())
    }
}

impl GameArrays {
    /// Adds the games of others behind these.
    pub fn append(&mut self, mut others: Self) {
        let positions = self.moves.len() as u64;
        self.starts.extend(others.starts.iter().map(|start| start + positions));
        self.points.append(&mut others.points);
        self.twelfths.append(&mut others.twelfths);
        self.to_move.append(&mut others.to_move);
        self.moves.append(&mut others.moves);
        self.boards.append(&mut others.boards);
        self.features.append(&mut others.features);
        self.legal.append(&mut others.legal);
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.starts.len()
    }
}
