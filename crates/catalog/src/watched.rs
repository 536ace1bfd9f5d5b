//! Agents whose games somebody watches.

use std::sync::Arc;

use agon_arena::{AgentMaker, Spectator};
use agon_core::{Agent, AgentError, Choice, Think, Wrapped, Wrapper};

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
            Some(spectator) => {
                let wrapper = Watched { number: self.number, spectator: spectator.clone() };
                Box::new(Wrapped { wrapper, agent })
            }
        }
    }
}

struct Watched {
    number: usize,
    spectator: Arc<dyn Spectator>,
}

impl<G: Playable> Wrapper<G> for Watched {
    fn choose(
        &mut self,
        agent: &mut impl Agent<G>,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        if let Some(player) = game.status(pos).to_move() {
            self.spectator.sees(self.number, player, &|| game.write_position(pos));
        }
        agent.choose(game, pos, think)
    }
}
