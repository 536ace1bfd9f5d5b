//! The agents, by name, and how their specs are read.
//!
//! Every agent takes the limits `depth=`, `nodes=` and `time=`; they come before those of a match.

mod deepened;
pub(crate) mod levels;
pub(crate) mod line;
pub(crate) mod models;
mod monte_carlo;
mod named;
mod pattern_folder;
pub(crate) mod ranked;
pub(crate) mod thesis;

use agon_core::spec::{Args, Spec, duration};
use agon_core::{Agent, Budget, Evaluator, ReadError};
use agon_search::{Greedy, Random};
use std::borrow::Cow;
use std::str::FromStr;
use std::sync::Arc;

use crate::evaluators::{evaluator, models_come_with_agon};
use crate::playable::Playable;
use named::Named;

/// A kind of agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentKind {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// A spec to try.
    pub example: &'static str,
    /// For how many players it is.
    pub players: Players,
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

const KINDS: &[AgentKind] = &[
    levels::KINDS[0],
    levels::KINDS[1],
    levels::KINDS[2],
    AgentKind {
        name: "random",
        summary: "any legal move, each with equal chance",
        example: "random",
        players: Players::Any,
    },
    AgentKind {
        name: "greedy",
        summary: "the move whose position is worth most; `reply` subtracts the next player's best",
        example: "greedy(eval=material, reply)",
        players: Players::Any,
    },
    AgentKind {
        name: "minimax",
        summary: "plain minimax, the reference; every opponent plays against the mover",
        example: "minimax(depth=3)",
        players: Players::Any,
    },
    AgentKind {
        name: "alphabeta",
        summary: "alpha-beta; table= MiB, order=eval|replies|none, beam=, radius=, endgame= plies, threads=, split=",
        example: "alphabeta(depth=6, eval=material)",
        players: Players::Two { instead: "paranoid" },
    },
    AgentKind {
        name: "negascout",
        summary: "alpha-beta with scout windows (PVS); options as alphabeta, and aspiration= points",
        example: "negascout(time=100ms)",
        players: Players::Two { instead: "paranoid" },
    },
    AgentKind {
        name: "expected-min",
        summary: "minimax against an opponent who errs; `pruned` cuts, as an approximation",
        example: "expected-min(depth=3)",
        players: Players::Any,
    },
    AgentKind {
        name: "maxn",
        summary: "every player for themselves (max^n), with shallow pruning and killer moves",
        example: "maxn(depth=2)",
        players: Players::Any,
    },
    AgentKind {
        name: "paranoid",
        summary: "alpha-beta of one against all; options as alphabeta",
        example: "paranoid(depth=2)",
        players: Players::Any,
    },
    AgentKind {
        name: "mc",
        summary: "flat Monte Carlo: random games from every move; narrow= moves, widen= per ply by eval=, rollout=",
        example: "mc(simulations=1000, narrow=10, eval=material)",
        players: Players::Any,
    },
    AgentKind {
        name: "mcts",
        summary: "Monte Carlo tree search (UCB1); options as mc, exploration=, expand-after=, threads=, forgetful",
        example: "mcts(time=100ms)",
        players: Players::Any,
    },
    AgentKind {
        name: "solve",
        summary: "searches to the end of the game and proves the result, if the limits allow it",
        example: "solve(time=1s)",
        players: Players::Two { instead: "paranoid(endgame=20)" },
    },
];

/// An agent, or why its spec names none.
type Built<G> = Result<Box<dyn Agent<G>>, ReadError>;

/// An agent that only some games have, and how it is made from the arguments of its spec.
pub struct OwnAgent<G> {
    /// What it is.
    pub kind: AgentKind,
    /// Makes it.
    pub build: fn(&G, &mut Args<'_>) -> Built<G>,
}

/// The agents that can play a game: those of all games that have its number of players, then its own. Where no models
/// come with Agon, `models` is known but not listed: it needs a file.
pub(crate) fn kinds<G: Playable>(game: &G) -> Vec<AgentKind> {
    let fits = |kind: &&AgentKind| kind.players == Players::Any || game.players() == 2;
    let ready = |kind: &AgentKind| kind.name != models::NAME || models_come_with_agon(game);
    let own = game.own_agents().into_iter().map(|own| own.kind).filter(ready);
    KINDS.iter().filter(fits).copied().chain(own).collect()
}

/// Who sits on a seat that no agent plays for.
pub(crate) const HUMAN: &str = "human";

/// The agent that a spec names.
pub(crate) fn build<G: Playable>(game: &G, text: &str) -> Built<G> {
    build_spec(game, &text.parse()?, &[]).map_err(|error| error.within(text))
}

/// The agent for a seat that people can take too; `None` for a person.
pub(crate) fn build_seat<G: Playable>(game: &G, text: &str) -> Result<Option<Box<dyn Agent<G>>>, ReadError> {
    if text == HUMAN {
        return Ok(None);
    }
    build_spec(game, &text.parse()?, &[HUMAN]).map(Some).map_err(|error| error.within(text))
}

/// The agent of a spec; `others` can stand in its place too.
fn build_spec<G: Playable>(game: &G, spec: &Spec, others: &[&str]) -> Built<G> {
    let kind = find_kind(game, spec, others)?;
    let name = spec.to_string();
    let (kind, spec) = match game.levels().spec_of(kind.name).or_else(|| thesis::preset(kind.name)) {
        None => (kind, Cow::Borrowed(spec)),
        Some(preset) => {
            let full = levels::merged(preset?, spec);
            (find_kind(game, &full, others)?, Cow::Owned(full))
        }
    };
    let spec = &*spec;
    let mut args = Args::of(spec);
    let mut budget = read_budget(&mut args, kind.name)?;
    let own = game.own_agents().into_iter().find(|own| own.kind == kind);
    let agent: Box<dyn Agent<G>> = match (own, kind.name) {
        (Some(own), _) => (own.build)(game, &mut args)?,
        (None, "random") => Box::new(Random),
        (None, "greedy") => {
            let reply = args.flag("reply");
            Box::new(Greedy { evaluator: read_evaluator(game, &mut args)?, reply })
        }
        (None, "mc" | "mcts") => {
            budget = monte_carlo::read_simulations(&mut args, budget)?;
            match kind.name {
                "mc" => monte_carlo::flat(game, &mut args)?,
                _ => monte_carlo::tree(game, &mut args)?,
            }
        }
        (None, _) => {
            let evaluator = if kind.name == "solve" { game.guide() } else { game.material() };
            let usual = deepened::Usual { evaluator, endgame: None };
            deepened::build(game, kind.name, usual, &mut args)?
        }
    };
    args.finish()?;
    Ok(Box::new(Named::new(name, budget, agent)))
}

/// The kind that a spec names, if it fits the game.
fn find_kind<G: Playable>(game: &G, spec: &Spec, others: &[&str]) -> Result<AgentKind, ReadError> {
    let (players, fitting) = (game.players(), kinds(game));
    let named = |kind: &&AgentKind| kind.name == spec.name.text;
    let own: Vec<_> = game.own_agents().into_iter().map(|own| own.kind).collect();
    let Some(kind) = fitting.iter().chain(&own).chain(KINDS).find(named).copied() else {
        let names: Vec<_> = others.iter().copied().chain(fitting.iter().map(|kind| kind.name)).collect();
        return Err(spec.name.unknown(&format!("agent for {}", game.spec()), &names));
    };
    match kind.players {
        Players::Two { instead } if players != 2 => Err(spec.name.error(format!(
            "`{}` is for two players, {} has {players}; the nearest that fits is `{instead}`",
            kind.name,
            game.spec()
        ))),
        _ => Ok(kind),
    }
}

fn read_budget(args: &mut Args<'_>, name: &str) -> Result<Budget, ReadError> {
    let depth = args.keyed("depth");
    if let (Some(spec), "solve") = (depth, name) {
        let message = "`solve` always searches to the end: `alphabeta(depth=...)` stops before, `nodes` and `time` limit it";
        return Err(spec.name.error(message));
    }
    let time = |spec: &Spec| match duration(&spec.name)? {
        time if time.is_zero() => Err(spec.name.error("no time for a move: give some, such as 1ms")),
        time => Ok(time),
    };
    Ok(Budget {
        depth: depth.map(|spec| positive(spec, "a whole number of plies")).transpose()?,
        nodes: args.keyed("nodes").map(|spec| positive(spec, "a whole number of nodes")).transpose()?,
        time: args.keyed("time").map(time).transpose()?,
    })
}

/// Reads a number from 1 on: of 0 plies, moves or threads nothing comes.
fn positive<T: FromStr + Default + PartialEq>(spec: &Spec, wanted: &str) -> Result<T, ReadError> {
    let number: T = spec.value(wanted)?;
    if number == T::default() {
        return Err(spec.name.error(format!("`{}` is not {wanted} from 1 on", spec.name.text)));
    }
    Ok(number)
}

/// Reads a number of threads, from 1 on.
fn read_threads(args: &mut Args<'_>) -> Result<Option<usize>, ReadError> {
    let Some(spec) = args.keyed("threads") else { return Ok(None) };
    match positive(spec, "a number of threads")? {
        number if number > MOST_THREADS => {
            Err(spec.name.error(format!("`{number}` is too large: at most {MOST_THREADS}")))
        }
        number => Ok(Some(number)),
    }
}

/// No search uses more.
const MOST_THREADS: usize = 64;

/// Reads a number that may not be larger than `most`.
fn read_at_most(
    args: &mut Args<'_>,
    key: &'static str,
    wanted: &str,
    most: usize,
) -> Result<Option<usize>, ReadError> {
    let Some(spec) = args.keyed(key) else { return Ok(None) };
    match spec.value(wanted)? {
        number if number > most => Err(spec.name.error(format!("`{number}` is too large: at most {most}"))),
        number => Ok(Some(number)),
    }
}

pub(crate) fn read_evaluator<G: Playable>(
    game: &G,
    args: &mut Args<'_>,
) -> Result<Arc<dyn Evaluator<G>>, ReadError> {
    read_evaluator_or(game, args, game.material())
}

/// The evaluator that the arguments name, or else the usual one.
fn read_evaluator_or<G: Playable>(
    game: &G,
    args: &mut Args<'_>,
    usual: Arc<dyn Evaluator<G>>,
) -> Result<Arc<dyn Evaluator<G>>, ReadError> {
    match args.keyed_or_bare("eval") {
        Some(spec) => evaluator(game, spec),
        None => Ok(usual),
    }
}

#[cfg(test)]
mod tests {
    use crate::game;

    #[test]
    fn every_kind_has_an_example_that_works() {
        for spec in ["reversi", "reversi:88", "tictactoe", "connect6", "blokus"] {
            let game = game(spec).unwrap();
            for kind in game.agents() {
                for text in [kind.example, kind.name] {
                    game.check_agent(text).unwrap_or_else(|error| panic!("{spec}: {error}"));
                }
            }
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
        // All of these were once taken, and then ignored or played with the first move.
        for agent in ["alphabeta", "mcts", "thesis", "random"] {
            assert_eq!(wrong(&format!("{agent}(depth=0)")), "0");
            assert_eq!(wrong(&format!("{agent}(nodes=0)")), "0");
            assert_eq!(wrong(&format!("{agent}(time=0ms)")), "0ms");
        }
        assert_eq!(wrong("mcts(simulations=0)"), "0");
        assert_eq!(wrong("mc(simulations=0)"), "0");
        assert_eq!(wrong("mcts(narrow=0)"), "0");
        assert_eq!(wrong("mcts(threads=0)"), "0");
        assert_eq!(wrong("mcts(max-nodes=0)"), "0");
        assert_eq!(wrong("alphabeta(threads=0)"), "0");
        assert_eq!(wrong("solve(depth=1)"), "1");
        assert_eq!(wrong("solve(endgame=5)"), "endgame");
        assert_eq!(wrong("alphabeta(order=best)"), "best");
        assert_eq!(wrong("alphabeta(radius=2)"), "radius", "Reversi knows no nearness");
        assert_eq!(wrong("alphabeta(threads=2, split=top)"), "top");
        assert_eq!(wrong("alphabeta(beam=0)"), "0");
        assert_eq!(wrong("alphabeta(order=material(foo))"), "foo");
        assert_eq!(wrong("alphabeta(table=99999999999)"), "99999999999");
        assert_eq!(wrong("mcts(threads=1000000)"), "1000000");
        assert_eq!(wrong("mcts(widen=3)"), "3");
        assert_eq!(wrong("mcts(nodes=5, simulations=10)"), "10");
        assert_eq!(wrong("mcts(exploration=-1)"), "-1");
        assert_eq!(wrong("mc(rollout=matter)"), "matter");
        assert_eq!(wrong("thesis(techniques=MCX)"), "MCX");
        assert_eq!(wrong("thesis(patterns=no-such-folder)"), "no-such-folder");
        assert_eq!(wrong("hard(evl=material)"), "evl");
        assert_eq!(wrong("line-simple"), "line-simple", "only line games have it");
        assert_eq!(wrong("greedy(eval=four-heuristics(ply=0))"), "0");
        assert_eq!(wrong("greedy(eval=positional(1))"), "1");
    }

    #[test]
    fn a_method_that_does_not_fit_names_one_that_does() {
        let error = game("blokus").unwrap().check_agent("alphabeta(depth=3)").unwrap_err();
        assert_eq!(
            error.message,
            "`alphabeta` is for two players, blokus has 4; the nearest that fits is `paranoid`"
        );
    }
}
