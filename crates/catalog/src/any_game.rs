//! A game without its type, in four parts by who asks: front ends ([`TextGame`]), whoever lets agents play each other
//! ([`ContestGame`]), trainings ([`LearningGame`]) and programs to which text would be too slow ([`NumberGame`]).

mod contests;
mod learning;
mod numbers;
mod text;

use agon_core::ReadError;
use agon_core::spec::Spec;

use crate::methods::Methods;
use crate::playable::Playable;

pub use contests::{ContestGame, MatchRefused, OnRound};
pub(crate) use learning::of_other_game;
pub use learning::{LearningGame, TrainingPlayer};
pub use numbers::NumberGame;
pub use text::TextGame;

/// Where a game is taken up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin<'a> {
    /// At its start.
    #[default]
    Start,
    /// At a position, as text.
    Position(&'a str),
    /// After these moves.
    Moves(&'a str),
}

/// A game whose type is gone: what front ends and experiments work with.
pub trait AnyGame: TextGame + ContestGame + LearningGame + NumberGame {}

impl<G: TextGame + ContestGame + LearningGame + NumberGame> AnyGame for G {}

impl dyn AnyGame {
    /// Whether a text is the spec of an agent that can play the game.
    ///
    /// # Errors
    /// If it is not; the error points at the wrong word.
    pub fn check(&self, agent: &str) -> Result<(), ReadError> {
        self.check_agent(&agent.parse::<Spec>()?)
    }
}

/// A game of a known type, with all that can play it.
pub(crate) struct TypedGame<G: Playable> {
    pub(crate) game: G,
    pub(crate) methods: Methods<G>,
}

impl<G: Playable> TypedGame<G> {
    /// The position at the origin and the moves that led there.
    pub(crate) fn take_up(&self, origin: &Origin<'_>) -> Result<(G::Position, Vec<G::Move>), ReadError> {
        let mut pos = self.game.start();
        let moves = match origin {
            Origin::Start => Vec::new(),
            Origin::Position(text) => {
                pos = self.game.read_position(text)?;
                Vec::new()
            }
            Origin::Moves(text) => self.game.play_moves(&mut pos, text)?,
        };
        Ok((pos, moves))
    }

    /// The children of a position, with the moves that lead to them.
    fn children(&self, pos: &G::Position) -> Vec<(G::Move, G::Position)> {
        let mut moves = Vec::new();
        self.game.moves(pos, &mut moves);
        moves.into_iter().map(|mv| (mv, self.game.after(pos, mv))).collect()
    }
}
