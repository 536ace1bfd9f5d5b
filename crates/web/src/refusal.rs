//! Why a request was not answered as it wished: a status, and words that say what was wrong and what to do.

use agon_core::{AgentError, PlayError, ReadError};
use agon_files::FileError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// An answer that is none.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    said: Said,
}

/// The same as JSON.
#[derive(Clone, Debug, Serialize)]
struct Said {
    /// What is wrong, in a sentence.
    error: String,
    /// The text in which it is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Where in that text: characters from and to.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<[usize; 2]>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, said: Said { error: error.into(), text: None, at: None } }
    }

    /// The request makes no sense.
    pub(crate) fn wrong(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    /// There is no such thing.
    pub(crate) fn unknown(error: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error)
    }

    /// It would make sense, but not now.
    pub(crate) fn conflict(error: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, error)
    }

    /// Somebody else may.
    pub(crate) fn forbidden(error: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, error)
    }

    /// It is too much.
    pub(crate) fn too_much(error: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, error)
    }

    /// It is our own fault.
    pub(crate) fn failed(error: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }

    /// What is wrong, in words.
    pub(crate) fn message(&self) -> &str {
        &self.said.error
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        let at = match (&error.text, &error.span) {
            (Some(text), Some(span)) => {
                let characters = |end: usize| text.get(..end).map_or(0, |part| part.chars().count());
                Some([characters(span.start), characters(span.end)])
            }
            _ => None,
        };
        let said = Said { error: error.message, text: error.text, at };
        Self { status: StatusCode::BAD_REQUEST, said }
    }
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Unreadable(error) => error.into(),
            PlayError::Illegal { mv, .. } => Self::conflict(format!("{mv} is not legal here.")),
            PlayError::GameOver => Self::conflict("The game is over."),
        }
    }
}

impl From<AgentError> for Refusal {
    fn from(error: AgentError) -> Self {
        Self::failed(error.to_string())
    }
}

impl From<FileError> for Refusal {
    fn from(error: FileError) -> Self {
        Self::failed(format!("It could not be kept: {}", error.source))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.said)).into_response()
    }
}
