//! The agents, by name, and how their specs are read.
//!
//! Every agent takes the limits `depth=`, `nodes=` and `time=`; they come before those of a match.

use std::sync::Arc;

use agon_core::spec::{Args, Spec, duration};
use agon_core::{Agent, AgentError, Budget, Choice, Evaluator, Game, ReadError, Think};
use agon_search::{Greedy, Random};

use crate::evaluators::evaluator;
use crate::playable::Playable;

/// A kind of agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentKind {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// A spec to try.
    pub example: &'static str,
}

const KINDS: &[AgentKind] = &[
    AgentKind { name: "random", summary: "any legal move, each with equal chance", example: "random" },
    AgentKind {
        name: "greedy",
        summary: "the move whose position is worth most; eval=material counts discs, lines or cells",
        example: "greedy(eval=material, reply)",
    },
];

/// The agents that can play a game.
#[must_use]
pub fn agent_kinds() -> &'static [AgentKind] {
    KINDS
}

/// The agent that a spec names.
pub(crate) fn build<G: Playable>(game: &G, text: &str) -> Result<Box<dyn Agent<G>>, ReadError> {
    let spec: Spec = text.parse()?;
    build_spec(game, &spec).map_err(|error| error.within(text))
}

fn build_spec<G: Playable>(game: &G, spec: &Spec) -> Result<Box<dyn Agent<G>>, ReadError> {
    let mut args = Args::of(spec);
    let budget = read_budget(&mut args)?;
    let agent: Box<dyn Agent<G>> = match spec.name.text.as_str() {
        "random" => Box::new(Random),
        "greedy" => {
            let reply = args.flag("reply");
            Box::new(Greedy { evaluator: read_evaluator(game, &mut args)?, reply })
        }
        _ => {
            let names: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
            return Err(spec.name.unknown(&format!("agent for {}", game.spec()), &names));
        }
    };
    args.finish()?;
    Ok(Box::new(Named { name: spec.to_string(), budget, agent }))
}

fn read_budget(args: &mut Args<'_>) -> Result<Budget, ReadError> {
    Ok(Budget {
        depth: args.value("depth", "a whole number of plies")?,
        nodes: args.value("nodes", "a whole number of nodes")?,
        time: args.keyed("time").map(|spec| duration(&spec.name)).transpose()?,
    })
}

fn read_evaluator<G: Playable>(game: &G, args: &mut Args<'_>) -> Result<Arc<dyn Evaluator<G>>, ReadError> {
    match args.keyed_or_bare("eval") {
        Some(spec) => evaluator(game, spec),
        None => Ok(game.material()),
    }
}

/// An agent under the name and with the limits of its spec.
struct Named<G: Game> {
    name: String,
    budget: Budget,
    agent: Box<dyn Agent<G>>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game;

    #[test]
    fn every_kind_has_an_example_that_works() {
        let reversi = game("reversi").unwrap();
        for kind in agent_kinds() {
            reversi.check_agent(kind.example).unwrap_or_else(|error| panic!("{}: {error}", kind.example));
            reversi.check_agent(kind.name).unwrap_or_else(|error| panic!("{}: {error}", kind.name));
        }
    }

    #[test]
    fn errors_point_at_the_word() {
        let reversi = game("reversi").unwrap();
        let wrong = |text: &str| {
            let error = reversi.check_agent(text).unwrap_err();
            text[error.span.clone().unwrap_or_else(|| panic!("{error}"))].to_owned()
        };
        assert_eq!(wrong("greedyy"), "greedyy");
        assert_eq!(wrong("greedy(evl=material)"), "evl");
        assert_eq!(wrong("greedy(eval=matter)"), "matter");
        assert_eq!(wrong("random(time=5)"), "5");
        assert_eq!(wrong("random(nodes=many)"), "many");
    }
}
