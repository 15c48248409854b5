//! Errors as RFC 9457 has them.

use std::convert::Infallible;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::text::{Sentence, Translations, texts};
use crate::answer::HitError;
use crate::find::{DamagedTextError, LoadGamesError};
use crate::import::ImportError;
use crate::store::StoreError;
use crate::view::UnknownPlace;

texts! { "server/problem":
    READ_ONLY, BUSY, UNKNOWN_PLACE, NO_SOURCE, NO_COMMENT_INDEX, STALE_PAGE, IMPORTING, FAILED,
}

/// Why a request has no answer: `application/problem+json`. A page shows the same sentence.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct Problem {
    /// Always `about:blank`: the status says what kind of error this is.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The reason phrase of the status.
    title: &'static str,
    /// The status of the response.
    pub(super) status: u16,
    /// The fault, in a sentence.
    pub(super) detail: String,
    /// The character of the position's text at which it is wrong, from 1; null if there is none.
    pub(super) at: Option<usize>,
    /// The same in the other languages, for pages; none where the library says what is wrong.
    #[serde(skip)]
    pub(super) translations: Option<Box<Translations>>,
    /// What only the person who runs the server reads.
    #[serde(skip)]
    pub(super) log: Option<String>,
}

impl Problem {
    /// An error with this status.
    pub(super) fn new(status: StatusCode, detail: impl Into<Sentence>) -> Problem {
        let Sentence { english, others } = detail.into();
        Problem {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            detail: english,
            at: None,
            translations: others.map(Box::new),
            log: None,
        }
    }

    /// Whether something in the request has no meaning: people can mend it.
    pub(super) fn is_refusal(&self) -> bool {
        self.status == StatusCode::UNPROCESSABLE_ENTITY.as_u16()
    }

    /// Something in the request has no meaning.
    pub(super) fn unprocessable(detail: impl Into<Sentence>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    /// The request asks for something that is not there.
    pub(super) fn not_found(detail: impl Into<Sentence>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, detail)
    }

    /// The server cannot answer at present.
    pub(super) fn busy() -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, BUSY)
    }

    /// A form does not have the token of this process.
    pub(super) fn stale_page() -> Problem {
        Problem::new(StatusCode::FORBIDDEN, STALE_PAGE)
    }

    /// The server changes nothing.
    pub(super) fn read_only() -> Problem {
        Problem::new(StatusCode::FORBIDDEN, READ_ONLY)
    }

    /// An import keeps the request from writing.
    pub(super) fn importing() -> Problem {
        Problem::new(StatusCode::CONFLICT, IMPORTING)
    }

    /// The server is at fault. The client does not see `log`.
    pub(super) fn internal(log: impl Into<String>) -> Problem {
        Problem { log: Some(log.into()), ..Problem::new(StatusCode::INTERNAL_SERVER_ERROR, FAILED) }
    }

    /// Adds the place of the error in the text of a position: a character, from 1.
    pub(super) fn at(self, at: Option<usize>) -> Problem {
        Problem { at, ..self }
    }
}

/// The place in a list at which a part is to begin is none.
impl From<UnknownPlace> for Problem {
    fn from(_: UnknownPlace) -> Problem {
        Problem::unprocessable(UNKNOWN_PLACE)
    }
}

/// Any text is a place in a list that is sorted by texts.
impl From<Infallible> for Problem {
    fn from(never: Infallible) -> Problem {
        match never {}
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Busy { .. } => Problem::busy(),
            StoreError::ImportRunning { .. } => Problem::importing(),
            StoreError::NoCommentIndex { .. } => Problem::unprocessable(NO_COMMENT_INDEX),
            StoreError::NoSource { pattern } => Problem::unprocessable(NO_SOURCE.with(&[&pattern])),
            error => Problem::internal(describe(&error)),
        }
    }
}

impl From<ImportError> for Problem {
    fn from(error: ImportError) -> Problem {
        match error {
            ImportError::Store(error) => error.into(),
            ImportError::NameTaken { .. } => Problem::new(StatusCode::CONFLICT, error.to_string()),
            error => Problem::internal(describe(&error)),
        }
    }
}

impl From<LoadGamesError> for Problem {
    fn from(error: LoadGamesError) -> Problem {
        match error {
            LoadGamesError::Store(error) => error.into(),
            error => Problem::internal(describe(&error)),
        }
    }
}

impl From<HitError> for Problem {
    fn from(error: HitError) -> Problem {
        match error {
            HitError::Store(error) => error.into(),
            error => Problem::internal(describe(&error)),
        }
    }
}

impl From<DamagedTextError> for Problem {
    fn from(error: DamagedTextError) -> Problem {
        Problem::internal(describe(&error))
    }
}

/// An error with its causes: `game 7: the moves are damaged`.
pub(super) fn describe(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).expect("made from a status");
        let mut response = (status, Json(&self)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response.extensions_mut().insert(self); // for the guard and the pages
        response
    }
}
