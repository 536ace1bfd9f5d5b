//! The agents and evaluators of a game, by name: those that every game has, then its own, then what was added.
//!
//! Every agent takes the limits `depth=`, `nodes=` and `time=`; they come before those of a match, and those of a match
//! before what a level stands for.

mod deepening;
pub(crate) mod forest;
pub(crate) mod models;
mod monte_carlo;
pub(crate) mod overlooking;
pub(crate) mod patterns;
pub(crate) mod rule_first;
mod simple;
pub(crate) mod staged;

pub(crate) use deepening::solver;

use std::sync::Arc;

use agon_abilities::{MoveRanker, OneAhead};
use agon_core::spec::{Options, Spec};
use agon_core::{Budget, Game, ReadError};
use agon_search::Ranked;

use crate::agent_factory::{AgentFactory, SAME_LIMIT, SpecLimits};
use crate::agent_method::{AgentKind, AgentMethod, How, Players, Prepare, Setup, budget};
use crate::evaluator_method::{BuiltEvaluator, BuiltRanker, EvaluatorKind, EvaluatorMethod};
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
            [simple::agents(game), deepening::agents(game), monte_carlo::agents(game), vec![solver(game)]];
        let agents = levels::agents(&game.levels()).into_iter().chain(general.into_iter().flatten());
        let material = EvaluatorKind::new("material", "what needs no training: discs, lines, cells");
        let material = EvaluatorMethod::new(material, |game: &G, _: &Options<'_>| Ok(game.material()));
        let mut methods = Self {
            agents: agents.collect(),
            evaluators: [material].into_iter().chain(game.own_evaluators()).collect(),
        };
        methods.extend(&game.own_agents(), &[]);
        methods
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
        self.agents.iter().map(AgentMethod::kind).filter(move |kind| fits(kind))
    }

    /// The kinds of evaluators.
    pub(crate) fn evaluator_kinds(&self) -> impl Iterator<Item = &EvaluatorKind> {
        self.evaluators.iter().map(EvaluatorMethod::kind)
    }

    /// The spec that another one stands for under limits from outside, if its name is only another name.
    pub(crate) fn stands_for(&self, game: &G, spec: &Spec, given: Budget) -> Option<Spec> {
        let (kind, _, full) = self.resolved(game, spec, &[]).ok()?;
        let limits = SpecLimits::split(budget(&Options::read(&full, &kind.options).ok()?).ok()?, spec);
        (full.name != spec.name).then(|| limited(full, limits.with(given)))
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
        let (kind, prepare, mut full) = self.resolved(game, spec, others)?;
        // Errors speak of the name that was given.
        full.name = spec.name.clone();
        let options = &Options::read(&full, &kind.options)?;
        let make = prepare(&Setup { game, spec: &full, options, methods: self })?;
        let limits = SpecLimits::split(budget(options)?, spec).or_usual(kind.usual);
        Ok(AgentFactory { name: spec.to_string(), limits, make })
    }

    /// The kind of agent that a spec names in the end, and the spec with that name and all arguments.
    fn resolved(&self, game: &G, spec: &Spec, others: &[&str]) -> Result<Resolved<'_, G>, ReadError> {
        let (mut full, mut seen) = (spec.clone(), Vec::new());
        loop {
            let method = self.find(game, &full, others)?;
            match &method.how {
                How::Prepared(prepare) => return Ok((&method.kind, &**prepare, full)),
                _ if seen.contains(&method.kind.name) => {
                    return Err(spec.name.error(format!("`{}` stands for itself", method.kind.name)));
                }
                How::StandsFor(stands) => full = completed(stands, &full),
                How::ChosenBy(choose) => {
                    let (chosen, rest) = choose(&full)?;
                    full = completed(&chosen, &rest);
                }
            }
            seen.push(method.kind.name);
        }
    }

    /// The method that a spec names, if it fits the game.
    fn find(&self, game: &G, spec: &Spec, others: &[&str]) -> Result<&AgentMethod<G>, ReadError> {
        let Some(method) = self.agents.iter().find(|method| method.kind.name == spec.name.text) else {
            if spec.name.text == HUMAN && !others.contains(&HUMAN) {
                return Err(spec.name.error("`human` is a person, and people play in `agon play` only"));
            }
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
        let method = self.find_evaluator(spec)?;
        let options = Options::read(spec, &method.kind.options)?;
        match &method.build {
            Some(build) => build(game, &options),
            None => Err(spec.name.error(format!(
                "`{}` ranks moves and cannot value positions; `ga` plays by it, `gamc` and `gamcts` narrow by it",
                method.kind.name
            ))),
        }
    }

    /// What ranks moves by the name of a spec: a ranker, or an evaluator of the positions that moves lead to.
    pub(crate) fn ranker(&self, game: &G, spec: &Spec) -> BuiltRanker<G> {
        let method = self.find_evaluator(spec)?;
        match &method.rank {
            Some(rank) => rank(game, &Options::read(spec, &method.kind.options)?),
            None => Ok(Arc::new(OneAhead(self.evaluator(game, spec)?))),
        }
    }

    fn find_evaluator(&self, spec: &Spec) -> Result<&EvaluatorMethod<G>, ReadError> {
        self.evaluators.iter().find(|method| method.kind.name == spec.name.text).ok_or_else(|| {
            let names: Vec<_> = self.evaluator_kinds().map(|kind| kind.name).collect();
            spec.name.unknown("evaluator", &names)
        })
    }
}

/// A kind of agent, how it is made, and the whole spec.
type Resolved<'m, G> = (&'m AgentKind, &'m Prepare<G>, Spec);

/// A spec with these limits and no others.
fn limited(mut full: Spec, limits: Budget) -> Spec {
    let nodes = SAME_LIMIT.into_iter().find(|word| full.get(word).is_some()).unwrap_or(SAME_LIMIT[0]);
    let texts = [
        ("depth", limits.depth.map(|depth| depth.to_string())),
        (nodes, limits.nodes.map(|nodes| nodes.to_string())),
        // Specs write microseconds with a letter that every keyboard has.
        ("time", limits.time.map(|time| format!("{time:?}").replace('µ', "u"))),
    ];
    for (limit, text) in texts {
        let place = full.args.iter().position(|arg| arg.key.as_ref().is_some_and(|key| key.text == limit));
        match (place, text) {
            (Some(place), Some(text)) => full.args[place].value = text.into(),
            (Some(place), None) => drop(full.args.remove(place)),
            (None, Some(text)) => full = full.with(limit, text),
            (None, None) => {}
        }
    }
    full
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

/// What ranks moves: as given for `eval`, or else what ranks them best in this game.
pub(crate) fn ranker_or_best<G: Playable>(setup: &Setup<'_, G>) -> BuiltRanker<G> {
    let usual = setup.game.best_ranker();
    let spec = setup.options.given("eval").unwrap_or(&usual);
    setup.methods.ranker(setup.game, spec)
}

/// A function that makes agents, shared by threads.
pub(crate) fn maker<G: Playable, A: agon_core::Agent<G> + 'static>(
    make: impl Fn(&G) -> A + Send + Sync + 'static,
) -> crate::MakeAgent<G> {
    Arc::new(move |game| Box::new(make(game)))
}

/// A function that makes players of the best-ranked move; all rankers of a game share the code of the player.
pub(crate) fn ranked<G: Playable>(ranker: impl MoveRanker<G> + 'static) -> crate::MakeAgent<G> {
    let ranker: Arc<dyn MoveRanker<G>> = Arc::new(ranker);
    maker(move |_| Ranked::new(ranker.clone()))
}
