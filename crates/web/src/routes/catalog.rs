//! What can be played, and by whom.

use std::sync::Arc;

use agon_catalog::{AgentKind, Family};
use agon_core::spec::Spec;
use agon_core::{Budget, Player};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::body::{Asked, Body};
use crate::app::App;
use crate::policy;
use crate::refusal::Refusal;

/// Longer names of games are nobody's.
const LONGEST_SPEC: usize = 1000;

#[derive(Serialize)]
pub(crate) struct ListedFamily {
    name: &'static str,
    summary: &'static str,
    /// Specs to try, each with what it is.
    examples: Vec<(&'static str, &'static str)>,
}

/// All families of games.
pub(crate) async fn families(State(app): State<Arc<App>>) -> Json<Vec<ListedFamily>> {
    let listed = |family: &Family| ListedFamily {
        name: family.name(),
        summary: family.summary(),
        examples: family.examples().to_vec(),
    };
    Json(app.catalog.families().map(listed).collect())
}

#[derive(Deserialize)]
pub(crate) struct WhichGame {
    spec: String,
}

#[derive(Serialize)]
pub(crate) struct GameKind {
    spec: String,
    /// What the players are called, in turn order.
    players: Vec<String>,
    agents: Vec<ListedAgent>,
}

#[derive(Serialize)]
struct ListedAgent {
    name: &'static str,
    summary: &'static str,
    example: &'static str,
    options: Vec<ListedOption>,
    /// What it stands for, if it is a level.
    means: Option<String>,
}

#[derive(Serialize)]
struct ListedOption {
    name: &'static str,
    about: &'static str,
    takes: String,
}

/// One game: who plays it.
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    Asked(which): Asked<WhichGame>,
) -> Result<Json<GameKind>, Refusal> {
    let game = find(&app, &which.spec)?;
    let session = game.clone().session(&[], &agon_catalog::Origin::Start)?;
    let agents = game.agents();
    let allowed = agents.iter().filter(|kind| !kind.outside && kind.name != "human" && kind.needs.is_none());
    let listed = |kind: &AgentKind| ListedAgent {
        name: kind.name,
        summary: kind.summary,
        example: kind.example,
        options: kind.options.iter().map(listed_option).collect(),
        means: game.stands_for(&Spec::new(kind.name), Budget::default()).map(|spec| spec.to_string()),
    };
    Ok(Json(GameKind {
        spec: game.spec(),
        players: Player::all(game.players()).map(|player| session.player_name(player)).collect(),
        agents: allowed.map(listed).collect(),
    }))
}

fn listed_option(option: &agon_core::spec::SpecOption) -> ListedOption {
    ListedOption { name: option.name, about: option.about, takes: option.wanted() }
}

/// The game that a spec names.
pub(crate) fn find(app: &App, spec: &str) -> Result<Arc<dyn agon_catalog::AnyGame>, Refusal> {
    if spec.len() > LONGEST_SPEC {
        return Err(Refusal::wrong(format!("The name of a game has at most {LONGEST_SPEC} bytes.")));
    }
    Ok(app.catalog.game(spec)?)
}

#[derive(Deserialize)]
pub(crate) struct WhichAgent {
    game: String,
    agent: String,
}

#[derive(Serialize)]
pub(crate) struct GoodAgent {
    /// The spec as it is understood.
    agent: String,
    summary: String,
    means: Option<String>,
}

/// Whether a spec names an agent that can play a game.
pub(crate) async fn check(
    State(app): State<Arc<App>>,
    Body(which): Body<WhichAgent>,
) -> Result<Json<GoodAgent>, Refusal> {
    let game = find(&app, &which.game)?;
    let spec = policy::agent(&*game, &which.agent, &app.data)?;
    let kind = game.agents().into_iter().find(|kind| kind.name == spec.name.text);
    let means = game.stands_for(&spec, Budget::default()).map(|spec| spec.to_string());
    Ok(Json(GoodAgent {
        agent: which.agent.trim().to_owned(),
        summary: kind.map_or(String::new(), |kind| kind.summary.to_owned()),
        means,
    }))
}
