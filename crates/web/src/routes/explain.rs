//! Why: what agents say of a position.

use std::sync::Arc;

use agon_core::spec::Spec;
use axum::Json;
use axum::extract::State;
use serde::Serialize;

use super::analyses::{Engine, analyst, get, seated};
use super::body::{Asked, Named};
use crate::analysis::Analysis;
use crate::app::App;
use crate::explained::Explained;
use crate::policy;
use crate::refusal::Refusal;

#[derive(Serialize)]
pub(crate) struct Answer {
    agent: String,
    #[serde(flatten)]
    explained: Explained,
}

fn broken<E>(_: E) -> Refusal {
    Refusal::failed("The agent broke down.")
}

/// What an agent says of a position.
pub(crate) async fn explain(
    State(app): State<Arc<App>>,
    Named((id, node)): Named<(String, usize)>,
    Asked(asked): Asked<Engine>,
) -> Result<Json<Answer>, Refusal> {
    let analysis = get(&app, &id)?;
    let spec = analyst(&app, &analysis, asked.agent.as_deref())?;
    let answer = tokio::task::spawn_blocking(move || {
        let session = seated(&analysis, &spec, node)?;
        let explained = Explained::of(session.explain(), session.view().width);
        Ok::<_, Refusal>(Answer { agent: spec.to_string(), explained })
    });
    Ok(Json(answer.await.map_err(broken)??))
}

/// The agents that have something to say about positions of the game: examples of each kind that comes with it.
pub(crate) async fn explainers(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
) -> Result<Json<Vec<String>>, Refusal> {
    let analysis = get(&app, &id)?;
    let found = tokio::task::spawn_blocking(move || {
        let kinds = analysis.game.agents();
        let examples = kinds.iter().filter(|kind| !kind.outside && kind.needs.is_none());
        let specs = examples.filter_map(|kind| policy::agent(&*analysis.game, kind.example, &app.data).ok());
        specs.filter(|spec| explains(&analysis, spec)).map(|spec| spec.to_string()).collect()
    });
    Ok(Json(found.await.map_err(broken)?))
}

/// Whether an agent has something to say about the first position.
fn explains(analysis: &Analysis, spec: &Spec) -> bool {
    seated(analysis, spec, 0).is_ok_and(|session| !session.explain().is_empty())
}
