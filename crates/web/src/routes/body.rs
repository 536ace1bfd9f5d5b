//! What a request brings along: JSON of a known shape, or words about what is wrong with it.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::clients::Client;
use crate::refusal::Refusal;

/// Whoever sends more slowly is not waited for.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// The JSON of a request.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        // A form of another site cannot say so.
        if !kind.is_some_and(|kind| kind.split(';').next() == Some("application/json")) {
            let said = "The request must say that it is application/json.";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, said));
        }
        let read = tokio::time::timeout(LONGEST_WAIT, Bytes::from_request(request, state)).await;
        let bytes =
            read.map_err(|_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "The request came too slowly."))?;
        let bytes = bytes.map_err(|error| Refusal::new(error.status(), error.body_text()))?;
        let read = serde_json::from_slice(&bytes).map(Body);
        read.map_err(|error| Refusal::wrong(format!("The request is not as it should be: {error}.")))
    }
}

/// What stands behind the question mark of an address.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let asked = Query::from_request_parts(parts, state).await;
        asked.map(|Query(asked)| Self(asked)).map_err(|error| Refusal::wrong(error.body_text()))
    }
}

/// The parts of a path.
pub(crate) struct Named<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let named = Path::from_request_parts(parts, state).await;
        named.map(|Path(named)| Self(named)).map_err(|error| Refusal::unknown(error.body_text()))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let client = parts.extensions.get::<Self>().cloned();
        client.ok_or_else(|| Refusal::failed("The request was let in by nobody."))
    }
}
