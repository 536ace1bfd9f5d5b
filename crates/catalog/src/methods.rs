//! The agents and evaluators of a game, by name: those that every game has, then its own, then what was added.
//!
//! Every agent takes the limits `depth=`, `nodes=` and `time=`; they come before those of a match, and those of a match
//! before what a level stands for.

mod deepening;
pub(crate) mod models;
mod monte_carlo;
pub(crate) mod rule_first;
mod simple;
pub(crate) mod staged;

use std::sync::Arc;

use agon_core::spec::{Options, Spec};
use agon_core::{Game, ReadError};

use crate::agent_factory::{AgentFactory, SAME_LIMIT, SpecLimits};
use crate::agent_method::{AgentKind, AgentMethod, How, Players, Setup, budget};
use crate::evaluator_method::{BuiltEvaluator, EvaluatorKind, EvaluatorMethod};
use crate::levels;
use crate::playable::Playable;
use crate::registry::put;

/// Who sits on a seat that no agent plays for.
pub(crate) const HUMAN: &str = "human";

/// What can play a game, and what can value its positions.
pub(crate) struct Methods<G: Game> {
    agents: Vec<AgentMethod<G>>,
    evaluators: Vec<EvaluatorMethod<G>>,
}

impl<G: Playable> Methods<G> {
    /// What comes with Agon and with the game itself.
    pub(crate) fn of(game: &G) -> Self {
        let general =
            [simple::agents(), deepening::agents(game), monte_carlo::agents(), vec![deepening::solver(game)]];
        let agents = levels::agents(&game.levels()).into_iter().chain(general.into_iter().flatten());
        let material = EvaluatorKind::new("material", "what needs no training: discs, lines, cells");
        let material = EvaluatorMethod::new(material, |game: &G, _: &Options<'_>| Ok(game.material()));
        Self {
            agents: agents.chain(game.own_agents()).collect(),
            evaluators: [material].into_iter().chain(game.own_evaluators()).collect(),
        }
    }

    /// With what somebody else has added; a name that is there already means the new one.
    pub(crate) fn extend(&mut self, agents: &[AgentMethod<G>], evaluators: &[EvaluatorMethod<G>]) {
        for agent in agents {
            put(&mut self.agents, agent.clone(), |method| method.kind.name);
        }
        for evaluator in evaluators {
            put(&mut self.evaluators, evaluator.clone(), |method| method.kind.name);
        }
    }

    /// The agents that people are offered for a game.
    pub(crate) fn listed(&self, game: &G) -> impl Iterator<Item = &AgentKind> {
        let fits = |kind: &&AgentKind| kind.players == Players::Any || game.players() == 2;
        let kinds = self.agents.iter().map(AgentMethod::kind);
        kinds.filter(|kind| kind.listed).filter(move |kind| fits(kind))
    }

    /// The kinds of evaluators.
    pub(crate) fn evaluator_kinds(&self) -> impl Iterator<Item = &EvaluatorKind> {
        self.evaluators.iter().map(EvaluatorMethod::kind)
    }

    /// What an agent's name stands for, if it is only another name.
    pub(crate) fn stands_for(&self, name: &str) -> Option<&Spec> {
        let method = self.agents.iter().find(|method| method.kind.name == name)?;
        match &method.how {
            How::StandsFor(spec) => Some(spec),
            How::Prepared(_) => None,
        }
    }

    /// Reads and checks the spec of an agent.
    pub(crate) fn agent(&self, game: &G, spec: &Spec) -> Result<AgentFactory<G>, ReadError> {
        let spec = spec.located();
        self.prepared(game, &spec, &[]).map_err(|error| spec.explain(error))
    }

    /// The agent for a seat that people can take too; `None` for a person.
    pub(crate) fn seat(&self, game: &G, spec: &Spec) -> Result<Option<AgentFactory<G>>, ReadError> {
        if spec.name.text == HUMAN && spec.args.is_empty() {
            return Ok(None);
        }
        let spec = spec.located();
        self.prepared(game, &spec, &[HUMAN]).map(Some).map_err(|error| spec.explain(error))
    }

    /// As [`agent`](Self::agent); `others` can stand in its place too.
    fn prepared(&self, game: &G, spec: &Spec, others: &[&str]) -> Result<AgentFactory<G>, ReadError> {
        let (mut full, mut seen) = (spec.clone(), Vec::new());
        let (kind, prepare) = loop {
            let method = self.find(game, &full, others)?;
            match &method.how {
                How::Prepared(prepare) => break (&method.kind, prepare),
                How::StandsFor(_) if seen.contains(&method.kind.name) => {
                    return Err(spec.name.error(format!("`{}` stands for itself", method.kind.name)));
                }
                How::StandsFor(stands) => full = completed(stands, &full),
            }
            seen.push(method.kind.name);
        };
        let options = &Options::read(&full, &kind.options)?;
        let make = prepare(&Setup { game, spec: &full, options, methods: self })?;
        let limits = SpecLimits::split(budget(options)?, spec);
        Ok(AgentFactory { name: spec.to_string(), limits, make })
    }

    /// The method that a spec names, if it fits the game.
    fn find(&self, game: &G, spec: &Spec, others: &[&str]) -> Result<&AgentMethod<G>, ReadError> {
        let Some(method) = self.agents.iter().find(|method| method.kind.name == spec.name.text) else {
            let listed = self.listed(game).map(|kind| kind.name);
            let names: Vec<_> = others.iter().copied().chain(listed).collect();
            return Err(spec.name.unknown(&format!("agent for {}", game.spec()), &names));
        };
        match (method.kind.players, game.players()) {
            (Players::Two { instead }, players) if players != 2 => Err(spec.name.error(format!(
                "`{}` is for two players, {} has {players}; the nearest that fits is `{instead}`",
                method.kind.name,
                game.spec()
            ))),
            _ => Ok(method),
        }
    }

    /// The evaluator that a spec names.
    pub(crate) fn evaluator(&self, game: &G, spec: &Spec) -> BuiltEvaluator<G> {
        let Some(method) = self.evaluators.iter().find(|method| method.kind.name == spec.name.text) else {
            let names: Vec<_> = self.evaluator_kinds().map(|kind| kind.name).collect();
            return Err(spec.name.unknown("evaluator", &names));
        };
        (method.build)(game, &Options::read(spec, &method.kind.options)?)
    }
}

/// What a name stands for, with the arguments that were given to the name.
fn completed(full: &Spec, given: &Spec) -> Spec {
    let mut full = full.clone();
    let is_limit = |word: &str| SAME_LIMIT.contains(&word);
    if SAME_LIMIT.iter().any(|limit| given.get(limit).is_some()) {
        full.args.retain(|arg| arg.key.as_ref().is_none_or(|key| !is_limit(&key.text)));
    }
    full.merged(given)
}

/// The evaluator given for `eval`, or else the game's material.
pub(crate) fn evaluator_or_material<G: Playable>(setup: &Setup<'_, G>) -> BuiltEvaluator<G> {
    Ok(setup.evaluator("eval")?.unwrap_or_else(|| setup.game.material()))
}

/// A function that makes agents, shared by threads.
pub(crate) fn maker<G: Playable, A: agon_core::Agent<G> + 'static>(
    make: impl Fn(&G) -> A + Send + Sync + 'static,
) -> crate::MakeAgent<G> {
    Arc::new(move |game| Box::new(make(game)))
}
