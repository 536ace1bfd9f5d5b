//! Evaluators that know a game by its text only: one of them values the positions of every game. Other languages come in
//! through this door, as agents do by [`TextAgent`](crate::TextAgent).

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use agon_core::spec::Options;
use agon_core::{Evaluator, Player, ReadError, Score};

use crate::evaluator_method::{EvaluatorKind, EvaluatorMethod};
use crate::playable::Playable;
use crate::text_agent::{Board, TextBoard};

/// Values positions by their text. One serves all threads.
pub trait TextEvaluator: Send + Sync {
    /// The value of a position for a player.
    fn value(&self, board: &dyn TextBoard, pov: Player) -> Score;
}

/// Makes a text evaluator from the spec of a game and what its own spec says.
pub type MakeTextEvaluator =
    Arc<dyn Fn(&str, &Options<'_>) -> Result<Arc<dyn TextEvaluator>, ReadError> + Send + Sync>;

/// A kind of text evaluator.
pub(crate) struct TextEvaluatorMethod {
    pub(crate) kind: EvaluatorKind,
    pub(crate) make: MakeTextEvaluator,
}

impl TextEvaluatorMethod {
    /// The same kind for a type of game.
    pub(crate) fn for_game<G: Playable>(&self) -> EvaluatorMethod<G> {
        let make = self.make.clone();
        EvaluatorMethod::new(self.kind.clone(), move |game: &G, options| {
            Ok(Arc::new(ByText(make(&game.spec(), options)?)))
        })
    }
}

impl fmt::Debug for TextEvaluatorMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TextEvaluatorMethod").field(&self.kind.name).finish()
    }
}

/// A text evaluator that values positions of a known type.
struct ByText(Arc<dyn TextEvaluator>);

impl<G: Playable> Evaluator<G> for ByText {
    fn value(&self, game: &G, pos: &G::Position, pov: Player) -> Score {
        self.0.value(&Board { game, pos, trail: &RefCell::default() }, pov)
    }
}
