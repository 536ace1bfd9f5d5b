//! The catalog itself: families of games, and agents and evaluators for them, that anybody can add to.
//!
//! What comes with Agon is an ordinary use of it: [`standard`] adds the families one by one, as a program of its own
//! adds a game, an agent or an evaluator:
//!
//! ```
//! use std::sync::Arc;
//! use agon_catalog::{AgentKind, AgentMethod, EvaluatorKind, EvaluatorMethod, Registry};
//! use agon_reversi::{DiscDifference, Reversi};
//!
//! let mut registry = Registry::standard();
//! let kind = EvaluatorKind::new("discs", "own discs less the opponent's");
//! registry.add_evaluator::<Reversi<u64>>(EvaluatorMethod::new(kind, |_, _| Ok(Arc::new(DiscDifference))));
//! let kind = AgentKind::new("chance", "any legal move", "chance");
//! registry.add_agent::<Reversi<u64>>(AgentMethod::new(kind, |_| Ok(Arc::new(|_| Box::new(agon_search::Random)))));
//!
//! let reversi = registry.game("reversi").unwrap();
//! reversi.check("chance(time=1s)").unwrap();
//! reversi.check("alphabeta(depth=3, eval=discs)").unwrap();
//! ```

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

use agon_core::ReadError;
use agon_core::spec::{GameSpec, SpecOption};

use crate::agent_method::{AgentKind, AgentMethod};
use crate::any_game::{AnyGame, TypedGame};
use crate::evaluator_method::{EvaluatorKind, EvaluatorMethod};
use crate::external;
use crate::games;
use crate::methods::Methods;
use crate::playable::Playable;
use crate::text_agent::{MakeTextAgent, TextMethod};
use crate::text_evaluator::{MakeTextEvaluator, TextEvaluatorMethod};

type Load = dyn Fn(&GameSpec, &Registry) -> Result<Arc<dyn AnyGame>, ReadError> + Send + Sync;

/// A family of games that share their rules.
pub struct Family {
    name: &'static str,
    summary: &'static str,
    examples: Vec<(&'static str, &'static str)>,
    options: Vec<SpecOption>,
    load: Box<Load>,
}

impl Family {
    /// A family whose games are all of one type.
    pub fn new<G: Playable>(
        name: &'static str,
        summary: &'static str,
        load: impl Fn(&GameSpec) -> Result<G, ReadError> + Send + Sync + 'static,
    ) -> Self {
        Self::of_types(name, summary, move |spec, registry| Ok(registry.load(load(spec)?)))
    }

    /// A family whose games are of several types, such as boards of several widths; `load` hands the game that a spec
    /// names to [`Registry::load`].
    pub fn of_types(
        name: &'static str,
        summary: &'static str,
        load: impl Fn(&GameSpec, &Registry) -> Result<Arc<dyn AnyGame>, ReadError> + Send + Sync + 'static,
    ) -> Self {
        Self { name, summary, examples: Vec::new(), options: Vec::new(), load: Box::new(load) }
    }

    /// With a spec to try and what it is.
    #[must_use]
    pub fn example(mut self, spec: &'static str, about: &'static str) -> Self {
        self.examples.push((spec, about));
        self
    }

    /// With what its specs can be told, behind the colon.
    #[must_use]
    pub fn takes(mut self, options: &[SpecOption]) -> Self {
        self.options.extend_from_slice(options);
        self
    }

    /// The name before the colon.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// One line about it.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// What its specs can be told.
    #[must_use]
    pub fn options(&self) -> &[SpecOption] {
        &self.options
    }

    /// Specs to try, each with what it is.
    #[must_use]
    pub fn examples(&self) -> &[(&'static str, &'static str)] {
        &self.examples
    }
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Family").field(&self.name).finish()
    }
}

/// What was added for one type of game.
struct Added<G: Playable> {
    agents: Vec<AgentMethod<G>>,
    evaluators: Vec<EvaluatorMethod<G>>,
}

/// Families of games, and what plays and values them.
#[derive(Debug, Default)]
pub struct Registry {
    families: Vec<Family>,
    /// By the type of the game `G`: an [`Added<G>`].
    added: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
    text_agents: Vec<TextMethod>,
    text_evaluators: Vec<TextEvaluatorMethod>,
}

impl Registry {
    /// A catalog without any game.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// The games that come with Agon.
    #[must_use]
    pub fn standard() -> Self {
        let mut registry = Self::empty();
        games::add_all(&mut registry);
        registry.add_text_agent(external::kind(), Arc::new(external::make));
        registry
    }

    /// Adds a family; an earlier one of the same name is replaced.
    pub fn add_family(&mut self, family: Family) -> &mut Self {
        put(&mut self.families, family, Family::name);
        self
    }

    /// Adds an agent for the games of type `G`; an earlier one of the same name is replaced.
    pub fn add_agent<G: Playable>(&mut self, agent: AgentMethod<G>) -> &mut Self {
        put(&mut self.added_for::<G>().agents, agent, |method| method.kind.name);
        self
    }

    /// Adds an evaluator for the games of type `G`; an earlier one of the same name is replaced.
    pub fn add_evaluator<G: Playable>(&mut self, evaluator: EvaluatorMethod<G>) -> &mut Self {
        put(&mut self.added_for::<G>().evaluators, evaluator, |method| method.kind.name);
        self
    }

    /// Adds an agent that knows games by their text only, and so plays all of them: an outside program, say. It counts
    /// as one from outside ([`AgentKind::outside`]).
    pub fn add_text_agent(&mut self, kind: AgentKind, make: MakeTextAgent) -> &mut Self {
        put(&mut self.text_agents, TextMethod { kind: kind.from_outside(), make }, |method| method.kind.name);
        self
    }

    /// Adds an evaluator that knows games by their text only, and so values the positions of all of them.
    pub fn add_text_evaluator(&mut self, kind: EvaluatorKind, make: MakeTextEvaluator) -> &mut Self {
        put(&mut self.text_evaluators, TextEvaluatorMethod { kind, make }, |method| method.kind.name);
        self
    }

    fn added_for<G: Playable>(&mut self) -> &mut Added<G> {
        let none = || Box::new(Added::<G> { agents: Vec::new(), evaluators: Vec::new() });
        let added = self.added.entry(TypeId::of::<G>()).or_insert_with(|| none());
        // The key says what type it is.
        match added.downcast_mut() {
            Some(added) => added,
            None => unreachable!("what was added for a type is kept under that type"),
        }
    }

    /// All families, in the order in which they were added.
    pub fn families(&self) -> impl Iterator<Item = &Family> {
        self.families.iter()
    }

    /// The game that a spec names.
    ///
    /// # Errors
    /// If there is no such game; the error points at the wrong word and says what could stand there.
    pub fn game(&self, text: &str) -> Result<Arc<dyn AnyGame>, ReadError> {
        let spec: GameSpec = text.parse()?;
        let load = || {
            let names: Vec<_> = self.families().map(Family::name).collect();
            let family = self.families().find(|family| family.name == spec.name.text);
            (family.ok_or_else(|| spec.name.unknown("game", &names))?.load)(&spec, self)
        };
        load().map_err(|error| error.within(text))
    }

    /// A game of a known type with everything that can play it: what the families load.
    #[must_use]
    pub fn load<G: Playable>(&self, game: G) -> Arc<dyn AnyGame> {
        let mut methods = Methods::of(&game);
        let text: Vec<_> = self.text_agents.iter().map(TextMethod::for_game).collect();
        let values: Vec<_> = self.text_evaluators.iter().map(TextEvaluatorMethod::for_game).collect();
        methods.extend(&text, &values);
        if let Some(added) =
            self.added.get(&TypeId::of::<G>()).and_then(|added| added.downcast_ref::<Added<G>>())
        {
            methods.extend(&added.agents, &added.evaluators);
        }
        Arc::new(TypedGame { game, methods })
    }
}

/// Adds something to a list in the place of what has the same name.
pub(crate) fn put<T>(list: &mut Vec<T>, new: T, name: impl Fn(&T) -> &'static str) {
    list.retain(|earlier| name(earlier) != name(&new));
    list.push(new);
}

/// The catalog that comes with Agon.
#[must_use]
pub fn standard() -> &'static Registry {
    static STANDARD: LazyLock<Registry> = LazyLock::new(Registry::standard);
    &STANDARD
}

/// The game that a spec names, out of those that come with Agon.
///
/// # Errors
/// As [`Registry::game`].
pub fn game(text: &str) -> Result<Arc<dyn AnyGame>, ReadError> {
    standard().game(text)
}
