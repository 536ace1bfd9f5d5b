//! Agents whose games somebody watches.

use std::sync::Arc;

use agon_arena::{AgentMaker, Spectator};
use agon_core::{Agent, AgentError, Budget, Choice, Explanation, Think};

use crate::agent_factory::AgentFactory;
use crate::playable::Playable;

/// Makes agents that show a spectator each position before they choose.
pub(crate) struct WatchedMaker<'a, G: Playable> {
    pub(crate) factory: &'a AgentFactory<G>,
    /// The number of the agent in its contest.
    pub(crate) number: usize,
    pub(crate) spectator: Option<Arc<dyn Spectator>>,
}

impl<G: Playable> AgentMaker<G> for WatchedMaker<'_, G> {
    fn make(&self, game: &G) -> Box<dyn Agent<G>> {
        let agent = self.factory.make(game);
        match &self.spectator {
            None => agent,
            Some(spectator) => Box::new(Watched { agent, number: self.number, spectator: spectator.clone() }),
        }
    }
}

struct Watched<G: Playable> {
    agent: Box<dyn Agent<G>>,
    number: usize,
    spectator: Arc<dyn Spectator>,
}

impl<G: Playable> Agent<G> for Watched<G> {
    fn name(&self) -> &str {
        self.agent.name()
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        if let Some(player) = game.status(pos).to_move() {
            self.spectator.sees(self.number, player, &|| game.write_position(pos));
        }
        self.agent.choose(game, pos, think)
    }

    fn explain(&self, game: &G, pos: &G::Position) -> Explanation {
        self.agent.explain(game, pos)
    }

    fn limits(&self, given: Budget) -> Budget {
        self.agent.limits(given)
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }
}
