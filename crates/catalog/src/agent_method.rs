//! A kind of agent, and how its specs are read.

use std::fmt;
use std::sync::Arc;

use agon_core::spec::{Options, Spec, SpecOption};
use agon_core::{Agent, Budget, Evaluator, Game, ReadError};

use crate::methods::Methods;
use crate::playable::Playable;

/// A kind of agent: what people are told of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AgentKind {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// A spec to try.
    pub example: &'static str,
    /// For how many players it is.
    pub players: Players,
    /// What it can be told.
    pub options: Vec<SpecOption>,
    /// What its spec must say before it can play this game, such as a file of the user's own.
    pub needs: Option<&'static str>,
    /// Limits that hold where neither its spec nor anybody else gives any.
    pub usual: Budget,
    /// Whether it brings in what is not Agon, such as a program: strangers must not be able to start it.
    pub outside: bool,
}

/// For how many players an agent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// Any number.
    Any,
    /// Two; for other numbers the named agent comes nearest.
    Two {
        /// The nearest agent for any number of players.
        instead: &'static str,
    },
}

/// The limits that every agent takes; they come before those of a match.
const LIMITS: [SpecOption; 3] = [
    SpecOption::whole("depth", "plies", 1, u32::MAX as u64, "plies to look ahead"),
    SpecOption::whole("nodes", "nodes", 1, u64::MAX, "positions to visit for a move"),
    SpecOption::time("time", "time for a move"),
];

impl AgentKind {
    /// A kind for any number of players that takes the usual limits.
    #[must_use]
    pub fn new(name: &'static str, summary: &'static str, example: &'static str) -> Self {
        Self {
            name,
            summary,
            example,
            players: Players::Any,
            options: LIMITS.to_vec(),
            needs: None,
            usual: Budget::default(),
            outside: false,
        }
    }

    /// For two players; `instead` names what comes nearest for others.
    #[must_use]
    pub fn for_two(self, instead: &'static str) -> Self {
        Self { players: Players::Two { instead }, ..self }
    }

    /// That takes these options too; one of a name that is there already replaces it.
    #[must_use]
    pub fn takes(mut self, options: &[SpecOption]) -> Self {
        self.options.retain(|old| options.iter().all(|new| new.name != old.name));
        self.options.extend_from_slice(options);
        self
    }

    /// That has these limits where nobody gives any.
    #[must_use]
    pub fn usually(self, usual: Budget) -> Self {
        Self { usual, ..self }
    }

    /// That brings in what is not Agon, such as a program.
    #[must_use]
    pub fn from_outside(self) -> Self {
        Self { outside: true, ..self }
    }

    /// That cannot play unless its spec says this; `example` is such a spec.
    #[must_use]
    pub fn needing(self, needs: &'static str, example: &'static str) -> Self {
        Self { needs: Some(needs), example, ..self }
    }
}

/// The limits that the options of a spec set; `simulations` is another word for `nodes` where it is declared.
pub(crate) fn budget(options: &Options<'_>) -> Result<Budget, ReadError> {
    let (depth, nodes, time) = (options.whole_u32("depth"), options.whole("nodes"), options.time("time"));
    let simulations = if options.declares("simulations") { options.given("simulations") } else { None };
    match (simulations, nodes) {
        (None, nodes) => Ok(Budget { depth, nodes, time }),
        (Some(_), None) => Ok(Budget { depth, nodes: options.whole("simulations"), time }),
        (Some(given), Some(_)) => {
            Err(given.name.error("`simulations` and `nodes` are the same limit: give one of them"))
        }
    }
}

/// Makes an agent; called once for each thread that needs one.
pub type MakeAgent<G> = Arc<dyn Fn(&G) -> Box<dyn Agent<G>> + Send + Sync>;

/// What an agent is made from: the game, what else is known for it, and what the spec says.
pub struct Setup<'a, G: Game> {
    /// The game that it is to play.
    pub game: &'a G,
    /// The spec.
    pub spec: &'a Spec,
    /// What the spec says.
    pub options: &'a Options<'a>,
    pub(crate) methods: &'a Methods<G>,
}

impl<G: Playable> Setup<'_, G> {
    /// The evaluator given for an option.
    ///
    /// # Errors
    /// If the game has none of that name, or it is told what it does not take.
    pub fn evaluator(&self, option: &str) -> Result<Option<Arc<dyn Evaluator<G>>>, ReadError> {
        self.options.given(option).map(|spec| self.methods.evaluator(self.game, spec)).transpose()
    }
}

pub(crate) type Prepare<G> = dyn Fn(&Setup<'_, G>) -> Result<MakeAgent<G>, ReadError> + Send + Sync;

/// A kind of agent for a type of game.
///
/// ```
/// use std::sync::Arc;
/// use agon_catalog::{AgentKind, AgentMethod};
/// use agon_line::Line;
///
/// let kind = AgentKind::new("chance", "any legal move", "chance");
/// let method = AgentMethod::<Line<u64>>::new(kind, |_| Ok(Arc::new(|_| Box::new(agon_search::Random))));
/// assert_eq!(method.kind().name, "chance");
/// ```
pub struct AgentMethod<G: Game> {
    pub(crate) kind: AgentKind,
    pub(crate) how: How<G>,
}

/// How the spec of an agent becomes one.
pub(crate) enum How<G: Game> {
    /// By its options.
    Prepared(Arc<Prepare<G>>),
    /// By another spec, to which the arguments are added.
    StandsFor(Spec),
    /// By one of several specs, which some of the arguments choose; the others are added.
    ChosenBy(Arc<Choose>),
}

/// The spec that arguments choose, and the arguments that are left.
pub(crate) type Choose = dyn Fn(&Spec) -> Result<(Spec, Spec), ReadError> + Send + Sync;

impl<G: Game> AgentMethod<G> {
    /// A kind of agent. `prepare` reads and checks everything that the spec says, once; what it returns then makes an
    /// agent for each thread.
    pub fn new(
        kind: AgentKind,
        prepare: impl Fn(&Setup<'_, G>) -> Result<MakeAgent<G>, ReadError> + Send + Sync + 'static,
    ) -> Self {
        Self { kind, how: How::Prepared(Arc::new(prepare)) }
    }

    /// Another name for a spec; arguments given to it come before those of the spec.
    #[must_use]
    pub fn stands_for(kind: AgentKind, spec: Spec) -> Self {
        Self { kind, how: How::StandsFor(spec) }
    }

    /// A name for one of several specs, chosen by arguments of the name.
    pub(crate) fn chosen_by(
        kind: AgentKind,
        choose: impl Fn(&Spec) -> Result<(Spec, Spec), ReadError> + Send + Sync + 'static,
    ) -> Self {
        Self { kind, how: How::ChosenBy(Arc::new(choose)) }
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> &AgentKind {
        &self.kind
    }
}

impl<G: Game> Clone for AgentMethod<G> {
    fn clone(&self) -> Self {
        let how = match &self.how {
            How::Prepared(prepare) => How::Prepared(prepare.clone()),
            How::StandsFor(spec) => How::StandsFor(spec.clone()),
            How::ChosenBy(choose) => How::ChosenBy(choose.clone()),
        };
        Self { kind: self.kind.clone(), how }
    }
}

impl<G: Game> fmt::Debug for AgentMethod<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AgentMethod").field(&self.kind.name).finish()
    }
}
