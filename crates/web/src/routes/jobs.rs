//! Matches, tournaments, trainings and tables: begun, watched, stopped, gone on with.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use agon_core::spec::{Preset, Takes};
use agon_papers::{recipe, recipes};
use agon_records::{Store, write_record};
use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, unfold};
use serde::Serialize;

use super::body::{Body, Named};
use crate::app::App;
use crate::clients::Client;
use crate::jobs::{self, Film, JobState, LiveGame, Plan, film};
use crate::refusal::Refusal;

/// Jobs that a client may begin while the server runs.
const MOST_JOBS: usize = 200;

/// All jobs, those that changed last first; what came out of each is at its own address.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<Vec<JobState>> {
    let brief = |state: JobState| JobState { result: brief(&state), ..state };
    Json(app.jobs.list().into_iter().map(brief).collect())
}

/// Of a result, what a list shows.
fn brief(state: &JobState) -> serde_json::Value {
    match &state.plan {
        Plan::Training(_) => {
            let points = state.result["points"].as_array().map_or(&[][..], Vec::as_slice);
            let apart = points.len().div_ceil(40).max(1);
            let few: Vec<_> = points.iter().step_by(apart).chain(points.last()).collect();
            serde_json::json!({ "columns": state.result["columns"], "drawn": state.result["drawn"], "points": few })
        }
        _ => serde_json::Value::Null,
    }
}

/// Begins a job.
pub(crate) async fn begin(
    State(app): State<Arc<App>>,
    client: Client,
    Body(plan): Body<Plan>,
) -> Result<Json<JobState>, Refusal> {
    app.begun.one_more(&client, "jobs", MOST_JOBS)?;
    Ok(Json(jobs::begin(&app, plan)?.state()))
}

/// A job as it stands.
pub(crate) async fn state(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
) -> Result<Json<JobState>, Refusal> {
    Ok(Json(app.jobs.get(&id)?.state()))
}

/// Stops a job; what is known is kept.
pub(crate) async fn stop(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
) -> Result<Json<JobState>, Refusal> {
    let job = app.jobs.get(&id)?;
    job.stop()?;
    Ok(Json(job.state()))
}

/// Goes on with a job.
pub(crate) async fn resume(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
) -> Result<Json<JobState>, Refusal> {
    let job = app.jobs.get(&id)?;
    jobs::resume(&app, &job)?;
    Ok(Json(job.state()))
}

/// The last games of a contest, to be watched.
pub(crate) async fn films(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
) -> Result<Json<Vec<Film>>, Refusal> {
    let job = app.jobs.get(&id)?;
    let shown = tokio::task::spawn_blocking(move || film(app.catalog, &job.folder)).await;
    Ok(Json(shown.map_err(|_| Refusal::failed("The games cannot be shown."))??))
}

/// The games of a contest that are being played, one for each thread.
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
) -> Result<Json<Vec<LiveGame>>, Refusal> {
    let job = app.jobs.get(&id)?;
    let (game, agents) = match job.state().plan {
        Plan::Tournament(wish) => (wish.game, wish.agents),
        Plan::Match(wish) => (wish.game, wish.agents.to_vec()),
        Plan::Training(_) | Plan::Table(_) => return Ok(Json(Vec::new())),
    };
    let game = app.catalog.game(&game)?;
    Ok(Json(job.live().map(|live| live.shown(&game, &agents)).unwrap_or_default()))
}

/// What came out, as a file: games, or what was learned.
pub(crate) async fn download(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
) -> Result<Response, Refusal> {
    let job = app.jobs.get(&id)?;
    let (text, name, kind) = match job.state().plan {
        Plan::Training(wish) => {
            let result = recipe(&wish.recipe)?.result;
            let text = agon_files::read_text_if_there(&job.folder.join("run").join(result))?;
            (text.ok_or_else(|| Refusal::conflict("There is no result yet."))?, result, "text/plain")
        }
        Plan::Table(_) => return Err(Refusal::unknown("The table is on its own page.")),
        Plan::Tournament(_) | Plan::Match(_) => (records(&job.folder)?, "games.jsonl", "application/jsonl"),
    };
    let headers = [
        (CONTENT_TYPE, kind.to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"agon-{id}-{name}\"")),
    ];
    Ok((headers, text).into_response())
}

fn records(folder: &std::path::Path) -> Result<String, Refusal> {
    let failed = |error: &dyn std::fmt::Display| Refusal::failed(error.to_string());
    let store = Store::open_existing(&folder.join("games.db"))
        .map_err(|_| Refusal::conflict("There are no games yet."))?;
    let (mut lines, mut failure) = (Vec::new(), None);
    let read = store.for_each(None, |record| {
        failure = write_record(&mut lines, &record).err();
        failure.is_none()
    });
    read.map_err(|error| failed(&error))?;
    String::from_utf8(lines).map_err(|error| failed(&error))
}

/// Everything that happens to a job, from now on.
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let job = app.jobs.get(&id)?;
    let mut news = job.news.subscribe();
    news.mark_changed();
    let stream = unfold((job, news), |(job, mut news)| async move {
        news.changed().await.ok()?;
        news.mark_unchanged();
        let event = Event::default().event("state").json_data(job.state());
        let event = event.unwrap_or_else(|_| Event::default().comment("not sent"));
        Some((Ok(event), (job, news)))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

#[derive(Serialize)]
pub(crate) struct ListedRecipe {
    name: &'static str,
    summary: &'static str,
    seed: u64,
    settings: Vec<ListedSetting>,
}

#[derive(Serialize)]
struct ListedSetting {
    name: &'static str,
    about: &'static str,
    takes: String,
    usual: Option<&'static str>,
    /// Whether it names files, which lie in the data folder.
    is_file: bool,
}

/// What can be trained.
pub(crate) async fn recipe_list() -> Json<Vec<ListedRecipe>> {
    let setting = |option: &agon_core::spec::SpecOption| ListedSetting {
        name: option.name,
        about: option.about,
        takes: option.wanted(),
        usual: match option.default {
            Preset::Value(value) | Preset::Depends(value) => Some(value),
            _ => None,
        },
        is_file: matches!(option.takes, Takes::File | Takes::Folder),
    };
    let listed = recipes().map(|recipe| ListedRecipe {
        name: recipe.name,
        summary: recipe.summary,
        seed: recipe.seed,
        settings: recipe.settings.iter().map(setting).collect(),
    });
    Json(listed.collect())
}
