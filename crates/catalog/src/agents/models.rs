//! `models(set=FILE, between=larger, depth=3)`: alpha-beta over models for the stages of a game ([Engel2015]).

use super::{AgentKind, OwnAgent, Players, deepened};
use crate::evaluators::staged_evaluator;
use crate::playable::Playable;

/// The name in specs.
pub(super) const NAME: &str = "models";

const MODELS: AgentKind = AgentKind {
    name: NAME,
    summary: "alpha-beta over models by stage; set= a file of agon train, between=interpolate|larger",
    example: "models(depth=3)",
    players: Players::Two { instead: "paranoid" },
};

/// The player of games with board features; all options of alpha-beta but `eval=` can be given.
pub(crate) fn agent<G: Playable>() -> OwnAgent<G> {
    OwnAgent {
        kind: MODELS,
        build: |game, args| {
            let flags = deepened::Flags::read("alphabeta", args);
            let evaluator = staged_evaluator(game, args)?;
            Ok(deepened::build_with(game, "alphabeta", None, evaluator, flags, args)?)
        },
    }
}
