//! The player who plays any legal move: the non-deterministic opponent of [Cherry2011] section 5.2.

use agon_core::{Agent, AgentError, Choice, Game, Think};

/// Chooses each legal move with equal chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn name(&self) -> &str {
        "random"
    }

    fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        think: &mut Think<'_>,
    ) -> Result<Choice<G::Move>, AgentError> {
        let mv = game.random_move(pos, &mut think.rng("random"), &mut Vec::new());
        mv.map(Choice::unscored).ok_or(AgentError::GameOver)
    }
}
