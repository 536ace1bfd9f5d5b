//! What is answered at which address.

mod analyses;
mod body;
mod catalog;
mod description;
mod explain;
mod games;
mod jobs;
mod papers;
mod reading;

use std::sync::Arc;

use axum::Router;
use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::app::App;
use crate::assets;
use crate::refusal::Refusal;

/// Every address of the server.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(assets::page))
        .route("/play", get(assets::page))
        .route("/play/{id}", get(assets::page))
        .route("/analyse", get(assets::page))
        .route("/analyse/{id}", get(assets::page))
        .route("/arena", get(assets::page))
        .route("/arena/{id}", get(assets::page))
        .route("/training", get(assets::page))
        .route("/training/{id}", get(assets::page))
        .route("/papers", get(assets::page))
        .route("/papers/{paper}", get(assets::page))
        .route("/papers/{paper}/{table}", get(assets::page))
        .route("/assets/{name}", get(assets::asset))
        .route("/api", get(description::description))
        .route("/api/catalog", get(catalog::families))
        .route("/api/catalog/game", get(catalog::game))
        .route("/api/check", post(catalog::check))
        .route("/api/games", get(games::list).post(games::begin))
        .route("/api/games/{id}", get(games::state))
        .route("/api/games/{id}/events", get(games::events))
        .route("/api/games/{id}/positions/{ply}", get(games::position))
        .route("/api/games/{id}/record", get(games::record))
        .route("/api/games/{id}/moves", post(games::make_move))
        .route("/api/games/{id}/take-back", post(games::take_back))
        .route("/api/games/{id}/redo", post(games::redo))
        .route("/api/games/{id}/resign", post(games::resign))
        .route("/api/games/{id}/swap", post(games::swap))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/hint", post(games::hint))
        .route("/api/analyses", post(analyses::begin))
        .route("/api/analyses/upload", post(reading::upload))
        .route("/api/analyses/{id}", get(analyses::state))
        .route("/api/analyses/{id}/nodes", post(analyses::add))
        .route("/api/analyses/{id}/nodes/{node}", get(analyses::position))
        .route("/api/analyses/{id}/nodes/{node}/compare", get(analyses::compare))
        .route("/api/analyses/{id}/nodes/{node}/explain", get(explain::explain))
        .route("/api/analyses/{id}/explainers", get(explain::explainers))
        .route("/api/analyses/{id}/record", get(reading::record))
        .route("/api/analyses/{id}/nodes/{node}/engine", get(analyses::engine))
        .route("/api/analyses/{id}/graph", get(analyses::graph))
        .route("/api/jobs", get(jobs::list).post(jobs::begin))
        .route("/api/jobs/{id}", get(jobs::state))
        .route("/api/jobs/{id}/events", get(jobs::events))
        .route("/api/jobs/{id}/stop", post(jobs::stop))
        .route("/api/jobs/{id}/resume", post(jobs::resume))
        .route("/api/jobs/{id}/live", get(jobs::live))
        .route("/api/jobs/{id}/films", get(jobs::films))
        .route("/api/jobs/{id}/download", get(jobs::download))
        .route("/api/recipes", get(jobs::recipe_list))
        .route("/api/papers", get(papers::list))
        .route("/api/papers/{paper}/{table}", get(papers::table))
        .fallback(missing)
        .method_not_allowed_fallback(wrong_method)
}

/// A program gets words, somebody who looks for a page gets one that says so.
async fn missing(uri: Uri, headers: HeaderMap) -> Response {
    let wants_page = headers.get(ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"text/html"));
    if wants_page && !uri.path().starts_with("/api") {
        return (StatusCode::NOT_FOUND, assets::page(headers).await).into_response();
    }
    Refusal::unknown("There is nothing at this address.").into_response()
}

async fn wrong_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "This address is not asked like this.")
}
