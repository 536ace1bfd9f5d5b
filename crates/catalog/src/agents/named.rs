//! An agent under the name and with the limits of its spec.

use agon_core::{Agent, AgentError, Budget, Choice, Game, Think};

/// Wraps any agent.
pub(crate) struct Named<G: Game> {
    name: String,
    budget: Budget,
    agent: Box<dyn Agent<G>>,
}

impl<G: Game> Named<G> {
    pub(crate) fn new(name: String, budget: Budget, agent: Box<dyn Agent<G>>) -> Self {
        Self { name, budget, agent }
    }
}

impl<G: Game> Agent<G> for Named<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        self.agent.choose(game, pos, think)
    }

    fn budget(&self) -> Budget {
        self.budget
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }
}
