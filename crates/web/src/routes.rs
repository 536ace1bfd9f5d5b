//! What is answered at which address.

mod analyses;
mod api;
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
use axum::routing::get;

use crate::app::App;
use crate::assets;
use crate::refusal::Refusal;

/// Every address of the server.
pub(crate) fn router() -> Router<Arc<App>> {
    let pages = Router::new()
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
        .route("/assets/{name}", get(assets::asset));
    let all = api::api().into_iter().fold(pages, |all, route| all.route(route.path, route.answers));
    all.fallback(missing).method_not_allowed_fallback(wrong_method)
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
