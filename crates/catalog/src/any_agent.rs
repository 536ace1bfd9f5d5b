//! An agent whose type of game is gone: it chooses moves of positions that it is handed. Original design.

use std::sync::Arc;

use agon_core::{Agent, AgentError, Budget, Choice, Notation, Think};

use crate::any_game::TypedGame;
use crate::any_position::{AnyPosition, TypedPosition};
use crate::playable::Playable;

/// An agent that was made for one game.
pub trait AnyAgent: Send {
    /// Its spec.
    fn name(&self) -> &str;

    /// Its limits: its own, and those that are given where it has none.
    fn limits(&self, given: Budget) -> Budget;

    /// Chooses a legal move of a position.
    ///
    /// # Errors
    /// If the position is of another game, the game is over, or the agent failed.
    fn choose(
        &mut self,
        position: &dyn AnyPosition,
        think: &mut Think<'_>,
    ) -> Result<Choice<String>, AgentError>;

    /// Called before the first move of a game: what was learned of the last one is forgotten.
    fn new_game(&mut self);
}

/// An agent of a known type of game.
pub(crate) struct TypedAgent<G: Playable> {
    pub(crate) loaded: Arc<TypedGame<G>>,
    pub(crate) agent: Box<dyn Agent<G>>,
}

impl<G: Playable> AnyAgent for TypedAgent<G> {
    fn name(&self) -> &str {
        self.agent.name()
    }

    fn limits(&self, given: Budget) -> Budget {
        self.agent.limits(given)
    }

    fn choose(
        &mut self,
        position: &dyn AnyPosition,
        think: &mut Think<'_>,
    ) -> Result<Choice<String>, AgentError> {
        let typed = position.as_any().downcast_ref::<TypedPosition<G>>();
        let same = |typed: &&TypedPosition<G>| {
            Arc::ptr_eq(&typed.loaded, &self.loaded) || typed.loaded.game.spec() == self.loaded.game.spec()
        };
        let Some(typed) = typed.filter(same) else {
            let (own, other) = (self.loaded.game.spec(), position.game().spec());
            let cause = format!("was made for {own} and is asked about {other}");
            return Err(AgentError::Failed { agent: self.name().to_owned(), cause });
        };
        let game = &typed.loaded.game;
        if game.status(&typed.pos).to_move().is_none() {
            return Err(AgentError::GameOver);
        }
        Ok(spelled(game, self.agent.choose(game, &typed.pos, think)?))
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }
}

/// A choice with its moves as text.
pub(crate) fn spelled<G: Notation>(game: &G, choice: Choice<G::Move>) -> Choice<String> {
    let text = |mv| game.write_move(mv);
    Choice {
        mv: text(choice.mv),
        score: choice.score,
        unit: choice.unit,
        exact: choice.exact,
        depth: choice.depth,
        nodes: choice.nodes,
        line: choice.line.into_iter().map(text).collect(),
        moves: choice.moves.into_iter().map(|rated| rated.map(text)).collect(),
    }
}
