//! `models(set=FILE, between=larger, depth=3)`: alpha-beta over models for the stages of a game ([Engel2015]).

use super::deepening::{Search, as_agent};
use super::staged::{self, models_come_with_agon, staged_evaluator};
use crate::agent_method::{AgentKind, AgentMethod};
use crate::playable::Playable;

/// The player of games with board features; all options of alpha-beta but `eval=` can be given. Where no models come
/// with Agon it needs a file.
pub(crate) fn agent<G: Playable>(game: &G) -> AgentMethod<G> {
    let kind = AgentKind::new(
        "models",
        "alpha-beta over models by stage; set= a file of agon train, between=interpolate|larger",
        "models(depth=3)",
    );
    let kind = kind.for_two("paranoid").takes(staged::OPTIONS).takes(&Search::AlphaBeta.options(game));
    let kind = match models_come_with_agon(game) {
        true => kind,
        false => kind.needing("set=FILE", "models(set=FILE, depth=3)"),
    };
    AgentMethod::new(kind, |setup| {
        let evaluator = staged_evaluator(setup.game, setup.options)?;
        Ok(as_agent(Search::AlphaBeta.read(setup, evaluator, None)?))
    })
}
