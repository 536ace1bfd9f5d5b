//! What programs ask of a game: positions as values, moves as numbers, boards and whole games as arrays.

use std::any::Any;
use std::sync::Arc;

use agon_abilities::NumberedMoves;
use agon_arena::AgentMaker;
use agon_core::spec::Spec;
use agon_core::{Player, ReadError, Rng, Score, Stop};
use agon_records::Record;

use super::{Origin, TypedGame};
use crate::any_agent::{AnyAgent, TypedAgent};
use crate::any_position::{AnyPosition, TypedPosition, no_numbers};
use crate::game_arrays::{ArrayColumns, ArrayWriter, GameArrays};
use crate::playable::Playable;

/// A game as programs see it.
pub trait NumberGame: Send + Sync {
    /// A position to play on from.
    ///
    /// # Errors
    /// If the origin cannot be read.
    fn position(self: Arc<Self>, origin: &Origin<'_>) -> Result<Box<dyn AnyPosition>, ReadError>;

    /// A position from code that knows its type ([`crate::TextBoard::typed`]); `None` if it is of another type.
    fn adopt(self: Arc<Self>, typed: &dyn Any) -> Option<Box<dyn AnyPosition>>;

    /// An agent that is asked about positions of this game.
    ///
    /// # Errors
    /// If the spec does not name one.
    fn agent(self: Arc<Self>, spec: &Spec) -> Result<Box<dyn AnyAgent>, ReadError>;

    /// Every number of a move is below this; `None` if moves have no numbers.
    fn move_numbers(&self) -> Option<u32>;

    /// The number of a move.
    ///
    /// # Errors
    /// If the text is not a move, or moves have no numbers.
    fn number_of_move(&self, text: &str) -> Result<u32, ReadError>;

    /// The move of a number, as text.
    fn numbered_move(&self, number: u32) -> Option<String>;

    /// What each number says that models of this game look at; empty if there are none.
    fn feature_names(&self) -> Vec<String>;

    /// Appends these numbers for each position, as the side to move sees it, and the first player when the game is over.
    ///
    /// # Errors
    /// If the game has none, or a position is of another game.
    fn features(&self, positions: &[&dyn AnyPosition], out: &mut Vec<f64>) -> Result<(), ReadError>;

    /// What an evaluator gives each position, for the side to move, and for the first player when the game is over; those
    /// that it came to before somebody asked to stop.
    ///
    /// # Errors
    /// If there is no such evaluator, or a position is of another game.
    fn values(
        &self,
        evaluator: &Spec,
        positions: &[&dyn AnyPosition],
        stop: &Stop,
    ) -> Result<Vec<Score>, ReadError>;

    /// Plays random games from the start and appends the points of each seat.
    fn random_points(&self, games: u64, rng: &mut Rng, out: &mut Vec<i32>);

    /// Plays random games from the start and writes them down.
    ///
    /// # Errors
    /// If moves have no numbers, or the game lacks what is to be written down.
    fn random_arrays(
        &self,
        games: u64,
        rng: &mut Rng,
        columns: ArrayColumns,
    ) -> Result<GameArrays, ReadError>;

    /// Recorded games, played again and written down.
    ///
    /// # Errors
    /// As [`random_arrays`](Self::random_arrays), or if a record cannot be played.
    fn record_arrays(&self, records: &[Record], columns: ArrayColumns) -> Result<GameArrays, ReadError>;
}

impl<G: Playable> TypedGame<G> {
    /// A position of this game, and who looks at it: the side to move, or the first player when the game is over.
    fn typed<'p>(&self, position: &'p dyn AnyPosition) -> Result<(&'p G::Position, Player), ReadError> {
        let typed = position.as_any().downcast_ref::<TypedPosition<G>>();
        let same = typed.filter(|typed| {
            std::ptr::eq(&*typed.loaded, self) || typed.loaded.game.spec() == self.game.spec()
        });
        let Some(typed) = same else {
            let (own, other) = (self.game.spec(), position.game().spec());
            return Err(ReadError::new(format!("a position of {other}, not of {own}")));
        };
        Ok((&typed.pos, self.game.status(&typed.pos).to_move().unwrap_or(Player::FIRST)))
    }
}

impl<G: Playable> NumberGame for TypedGame<G> {
    fn position(self: Arc<Self>, origin: &Origin<'_>) -> Result<Box<dyn AnyPosition>, ReadError> {
        let (pos, moves) = self.take_up(origin)?;
        if moves.is_empty() {
            return Ok(Box::new(TypedPosition::new(self, pos)));
        }
        let start = self.game.start();
        let mut position = TypedPosition::new(self, start);
        moves.into_iter().for_each(|mv| position.advance(mv));
        Ok(Box::new(position))
    }

    fn adopt(self: Arc<Self>, typed: &dyn Any) -> Option<Box<dyn AnyPosition>> {
        let pos: &G::Position = typed.downcast_ref()?;
        Some(Box::new(TypedPosition::new(self, pos.clone())))
    }

    fn agent(self: Arc<Self>, spec: &Spec) -> Result<Box<dyn AnyAgent>, ReadError> {
        let agent = self.methods.agent(&self.game, spec)?.make(&self.game);
        Ok(Box::new(TypedAgent { loaded: self, agent }))
    }

    fn move_numbers(&self) -> Option<u32> {
        self.game.numbering().map(NumberedMoves::move_numbers)
    }

    fn number_of_move(&self, text: &str) -> Result<u32, ReadError> {
        let numbering = self.game.numbering().ok_or_else(|| no_numbers(&self.game))?;
        Ok(numbering.number_of(self.game.read_move(text)?))
    }

    fn numbered_move(&self, number: u32) -> Option<String> {
        self.game.numbering()?.numbered(number).map(|mv| self.game.write_move(mv))
    }

    fn feature_names(&self) -> Vec<String> {
        self.game.board_features().map(|features| features.names()).unwrap_or_default()
    }

    fn features(&self, positions: &[&dyn AnyPosition], out: &mut Vec<f64>) -> Result<(), ReadError> {
        let features = self.board_features()?;
        let count = features.count();
        for position in positions {
            let (pos, pov) = self.typed(*position)?;
            let begin = out.len();
            out.resize(begin + count, 0.0);
            features.write(&self.game, pos, pov, &mut out[begin..]);
        }
        Ok(())
    }

    fn values(
        &self,
        evaluator: &Spec,
        positions: &[&dyn AnyPosition],
        stop: &Stop,
    ) -> Result<Vec<Score>, ReadError> {
        let spec = evaluator.located();
        let evaluator = self.methods.evaluator(&self.game, &spec).map_err(|error| spec.explain(error))?;
        let value = |position: &&dyn AnyPosition| {
            let (pos, pov) = self.typed(*position)?;
            Ok(evaluator.value(&self.game, pos, pov))
        };
        positions.iter().take_while(|_| !stop.is_set()).map(value).collect()
    }

    fn random_points(&self, games: u64, rng: &mut Rng, out: &mut Vec<i32>) {
        let (start, mut scratch) = (self.game.start(), Vec::new());
        for _ in 0..games {
            let outcome = self.game.playout(&mut start.clone(), rng, &mut scratch);
            out.extend_from_slice(outcome.points.as_slice());
        }
    }

    fn random_arrays(
        &self,
        games: u64,
        rng: &mut Rng,
        columns: ArrayColumns,
    ) -> Result<GameArrays, ReadError> {
        let mut writer = ArrayWriter::new(&self.game, columns)?;
        let mut scratch = Vec::new();
        for _ in 0..games {
            writer.begin();
            let mut pos = self.game.start();
            while let Some(mv) = self.game.random_move(&pos, rng, &mut scratch) {
                writer.position(&pos, mv);
                self.game.play_unchecked(&mut pos, mv);
            }
            if let Some(outcome) = self.game.status(&pos).outcome() {
                writer.over(outcome);
            }
        }
        Ok(writer.arrays)
    }

    fn record_arrays(&self, records: &[Record], columns: ArrayColumns) -> Result<GameArrays, ReadError> {
        let mut writer = ArrayWriter::new(&self.game, columns)?;
        records.iter().try_for_each(|record| writer.record(record))?;
        Ok(writer.arrays)
    }
}
