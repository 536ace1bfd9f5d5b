//! Makes agents of one spec.

use std::fmt;

use agon_arena::AgentMaker;
use agon_core::spec::Spec;
use agon_core::{Agent, Budget, Game, Wrapped, Wrapper};

use crate::agent_method::MakeAgent;

/// A spec that was read and checked: makes as many agents of it as there are threads.
#[derive(Clone)]
pub(crate) struct AgentFactory<G: Game> {
    pub(crate) name: String,
    pub(crate) limits: SpecLimits,
    pub(crate) make: MakeAgent<G>,
}

impl<G: Game + 'static> AgentMaker<G> for AgentFactory<G> {
    /// An agent under the name and with the limits of the spec.
    fn make(&self, game: &G) -> Box<dyn Agent<G>> {
        let limits = (self.limits != SpecLimits::default()).then_some(self.limits);
        let wrapper = FromSpec { name: self.name.clone(), limits };
        Box::new(Wrapped { wrapper, agent: (self.make)(game) })
    }
}

impl<G: Game> fmt::Debug for AgentFactory<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AgentFactory").field(&self.name).finish()
    }
}

/// Two words for one limit.
pub(crate) const SAME_LIMIT: [&str; 2] = ["nodes", "simulations"];

/// The limits of a spec.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SpecLimits {
    /// Those that stand in it.
    written: Budget,
    /// Those of the level that it names: they hold where nobody gives others.
    of_level: Budget,
    /// Those of its kind: they hold where there are no others at all.
    usual: Budget,
}

impl SpecLimits {
    /// The limits of an agent, told apart by what stands in the spec that was given for it.
    pub(crate) fn split(all: Budget, spec: &Spec) -> Self {
        let stands = |name: &str| spec.get(name).is_some();
        let (depth, nodes, time) = (stands("depth"), SAME_LIMIT.into_iter().any(stands), stands("time"));
        let part = |written: bool| Budget {
            depth: all.depth.filter(|_| depth == written),
            nodes: all.nodes.filter(|_| nodes == written),
            time: all.time.filter(|_| time == written),
        };
        Self { written: part(true), of_level: part(false), usual: Budget::default() }
    }

    /// The same for a kind of agent that has limits of its own where nobody gives any.
    pub(crate) fn or_usual(self, usual: Budget) -> Self {
        Self { usual, ..self }
    }

    /// With limits from outside, such as those of a match. A level's time is only there lest it thinks for ever: any
    /// limit that is given replaces it.
    pub(crate) fn with(self, given: Budget) -> Budget {
        let time = self.of_level.time.filter(|_| given == Budget::default());
        let limits = self.written.or(given).or(Budget { time, ..self.of_level });
        if limits == Budget::default() { self.usual } else { limits }
    }
}

/// What the spec of an agent says of its name and limits.
struct FromSpec {
    name: String,
    /// None where the spec and its kind say nothing: many agents move so fast that adding nothing to limits would be felt.
    limits: Option<SpecLimits>,
}

impl<G: Game> Wrapper<G> for FromSpec {
    fn name<'a>(&'a self, _: &'a impl Agent<G>) -> &'a str {
        &self.name
    }

    fn limits(&self, agent: &impl Agent<G>, given: Budget) -> Budget {
        agent.limits(self.limits.map_or(given, |limits| limits.with(given)))
    }
}
