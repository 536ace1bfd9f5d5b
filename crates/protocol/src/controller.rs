//! The side that asks: what is common to all protocols.

use agon_core::{Budget, GameClock, Player};

/// A move of a game that is going on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Who made it.
    pub player: Player,
    /// In the notation of the game.
    pub text: String,
}

/// A position in which an engine is asked for a move.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position as the game writes it.
    pub position: &'a str,
    /// The moves that led to it from the usual start of the game, if anybody knows.
    pub moves: Option<&'a [PlayedMove]>,
    /// Whose turn it is.
    pub to_move: Player,
    /// What the engine may use.
    pub limits: Budget,
    /// The clock of the game, where it has one: `limits` has a share of it.
    pub clock: Option<GameClock>,
    /// From which everything random follows, for engines that can be told.
    pub seed: u64,
}

/// What a line of the engine meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Nothing yet: listen on.
    Nothing,
    /// Nothing yet, but these lines are to be sent.
    Reply(Vec<String>),
    /// The greeting is over: the engine can be asked.
    Ready,
    /// The move that was asked for, in the notation of the game, or what the engine said in its place.
    Move(String),
    /// The engine gives the game up.
    Resigned,
    /// The engine refused, or said what cannot be understood.
    Wrong(String),
    /// The engine does not play the game at all.
    Refused(String),
}

/// Why a question cannot be put to an engine at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// One side of a conversation: asks an engine for moves of one game.
pub trait Controller: Send {
    /// The first lines. [`Heard::Ready`] follows.
    fn greet(&mut self) -> Vec<String>;

    /// Lines that ask for a move. [`Heard::Move`] or [`Heard::Resigned`] follows.
    ///
    /// # Errors
    /// If the protocol has no words for the question.
    fn ask(&mut self, question: &Question<'_>) -> Result<Vec<String>, Refusal>;

    /// Takes in a line of the engine.
    fn hear(&mut self, line: &str) -> Heard;

    /// The next question belongs to another game.
    fn new_game(&mut self);

    /// Whether the protocol, and the engine as far as it has been heard, has words for a question.
    ///
    /// # Errors
    /// If it has not.
    fn accepts(&self, _question: &Question<'_>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether the engine can be told how long a move may take: before it was greeted, whether any can.
    fn tells_time(&self) -> bool {
        true
    }

    /// The last lines.
    fn goodbye(&self) -> Vec<String>;
}
