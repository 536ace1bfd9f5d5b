//! A position whose type is gone, with the moves that led to it: what programs hold in their hands. Original design.
//!
//! A [`Session`](agon_core::Session) is a game that agents and people play, in text. A position here is a value: it can be
//! copied, compared and handed to agents, its moves have numbers where the game has them, and its board is an array.

use std::any::Any;
use std::sync::Arc;

use agon_core::{PlayError, ReadError, Score, Status, Tile, Unit, Value, View};

use crate::any_game::{AnyGame, TypedGame};
use crate::playable::Playable;

/// A position of some game.
pub trait AnyPosition: Any + Send + Sync {
    /// The same once more, to be played on by itself.
    fn copy(&self) -> Box<dyn AnyPosition>;

    /// Its game.
    fn game(&self) -> Arc<dyn AnyGame>;

    /// Where its game lies: positions of one game have one address, those of others another one as long as both are there.
    fn game_address(&self) -> usize;

    /// Who moves or how it ended.
    fn status(&self) -> Status;

    /// A word from which the legal moves follow in this game, where there are few: who has listed them for it once need not
    /// do so again.
    fn moves_word(&self) -> Option<u64>;

    /// Appends the numbers of the legal moves, in the order of the rules; `false` if the moves of the game have none.
    fn legal_numbers(&mut self, out: &mut Vec<u32>) -> bool;

    /// The legal moves as text, in the order of the rules.
    fn legal(&self) -> Vec<String>;

    /// Plays the move of a number.
    ///
    /// # Errors
    /// If no legal move has it; nothing is then changed.
    fn play_number(&mut self, number: u32) -> Result<(), PlayError>;

    /// Plays a move given as text.
    ///
    /// # Errors
    /// If it is not a legal move; nothing is then changed.
    fn play(&mut self, text: &str) -> Result<(), PlayError>;

    /// Takes the last move back; `false` if none is known.
    fn undo(&mut self) -> bool;

    /// The moves that led here, as far as they are known.
    fn played(&self) -> Vec<String>;

    /// The position before the first of them as text, where it is not the start of the game.
    fn origin(&self) -> Option<String>;

    /// No game goes on for more plies than this from here (passes not counted); `u32::MAX` if nothing is known.
    fn plies_left(&self) -> u32;

    /// The position as text.
    fn text(&self) -> String;

    /// The picture of it.
    fn view(&self) -> View;

    /// Appends the tiles of the picture alone.
    fn tiles(&self, out: &mut Vec<Tile>);

    /// The tiles on which the last move put something.
    fn last_footprint(&self) -> Vec<usize>;

    /// A number that tells it from other positions of the same game.
    fn key(&self) -> u64;

    /// Whether the same game can go on from both in the same ways; how they came about does not matter.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;

    /// A score for the side to move, in words.
    fn in_words(&self, score: Score, unit: Unit) -> String;

    /// Itself, for who knows its type.
    fn as_any(&self) -> &dyn Any;
}

/// A position of a known type.
pub(crate) struct TypedPosition<G: Playable> {
    pub(crate) loaded: Arc<TypedGame<G>>,
    pub(crate) pos: G::Position,
    /// Every move that is known to have led here, with the position before it.
    past: Vec<(G::Position, G::Move)>,
    /// Kept between questions, which would else allocate.
    moves: Vec<G::Move>,
}

/// Room for the past of a short game: most games need it once begun, and growing step by step takes longer.
const SHORT_GAME: usize = 32;
/// Room for the moves of most positions, for the same reason.
const FEW_MOVES: usize = 16;

impl<G: Playable> TypedPosition<G> {
    /// A position of which no past is known.
    pub(crate) fn new(loaded: Arc<TypedGame<G>>, pos: G::Position) -> Self {
        Self { loaded, pos, past: Vec::new(), moves: Vec::new() }
    }

    /// Plays a legal move.
    pub(crate) fn advance(&mut self, mv: G::Move) {
        if self.past.is_empty() {
            self.past.reserve(SHORT_GAME);
        }
        let next = self.loaded.game.after(&self.pos, mv);
        self.past.push((std::mem::replace(&mut self.pos, next), mv));
    }

    fn game(&self) -> &G {
        &self.loaded.game
    }

    fn refused(&self, mv: String) -> PlayError {
        match self.status() {
            Status::Over(_) => PlayError::GameOver,
            Status::ToMove(_) => PlayError::Illegal { mv, legal: self.legal() },
        }
    }
}

impl<G: Playable> AnyPosition for TypedPosition<G> {
    fn copy(&self) -> Box<dyn AnyPosition> {
        let (loaded, pos, past) = (self.loaded.clone(), self.pos.clone(), self.past.clone());
        Box::new(Self { loaded, pos, past, moves: Vec::new() })
    }

    fn game(&self) -> Arc<dyn AnyGame> {
        self.loaded.clone()
    }

    fn game_address(&self) -> usize {
        Arc::as_ptr(&self.loaded).addr()
    }

    fn status(&self) -> Status {
        self.game().status(&self.pos)
    }

    fn moves_word(&self) -> Option<u64> {
        self.game().numbering()?.moves_word(&self.pos)
    }

    fn legal_numbers(&mut self, out: &mut Vec<u32>) -> bool {
        let Some(numbering) = self.loaded.game.numbering() else { return false };
        self.moves.clear();
        if self.moves.capacity() == 0 {
            self.moves.reserve(FEW_MOVES);
        }
        self.loaded.game.moves(&self.pos, &mut self.moves);
        numbering.numbers_of(&self.moves, out);
        true
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game().moves(&self.pos, &mut moves);
        moves.into_iter().map(|mv| self.game().write_move(mv)).collect()
    }

    fn play_number(&mut self, number: u32) -> Result<(), PlayError> {
        let numbering = self.game().numbering();
        match numbering.and_then(|numbering| numbering.numbered(number)) {
            Some(mv) if self.game().is_legal(&self.pos, mv) => {
                self.advance(mv);
                Ok(())
            }
            Some(mv) => Err(self.refused(self.game().write_move(mv))),
            None if numbering.is_none() => Err(no_numbers(self.game()).into()),
            None => Err(ReadError::new(format!("{number} is not the number of a move")).into()),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let mv = self.game().read_move(text)?;
        if !self.game().is_legal(&self.pos, mv) {
            return Err(self.refused(text.to_owned()));
        }
        self.advance(mv);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some((before, _)) => {
                self.pos = before;
                true
            }
            None => false,
        }
    }

    fn played(&self) -> Vec<String> {
        self.past.iter().map(|(_, mv)| self.game().write_move(*mv)).collect()
    }

    fn origin(&self) -> Option<String> {
        let first = self.past.first().map_or(&self.pos, |(before, _)| before);
        (*first != self.game().start()).then(|| self.game().write_position(first))
    }

    fn plies_left(&self) -> u32 {
        self.game().plies_left(&self.pos)
    }

    fn text(&self) -> String {
        self.game().write_position(&self.pos)
    }

    fn view(&self) -> View {
        self.game().view(&self.pos)
    }

    fn tiles(&self, out: &mut Vec<Tile>) {
        self.game().tiles(&self.pos, out);
    }

    fn last_footprint(&self) -> Vec<usize> {
        self.past.last().map(|(before, mv)| self.game().footprint(before, *mv)).unwrap_or_default()
    }

    fn key(&self) -> u64 {
        self.game().key(&self.pos)
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        let same_game = |other: &Self| {
            Arc::ptr_eq(&self.loaded, &other.loaded) || self.game().spec() == other.game().spec()
        };
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.pos == other.pos && same_game(other))
    }

    fn in_words(&self, score: Score, unit: Unit) -> String {
        let plies = if unit == Unit::Distance { self.game().plies_to(&self.pos, score) } else { None };
        Value { score, unit, plies }.to_string()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What is said where moves have no numbers.
pub(crate) fn no_numbers<G: Playable>(game: &G) -> ReadError {
    ReadError::new(format!("the moves of {} have no numbers; play them by their text", game.spec()))
}
