//! What requests bring: query parameters, bodies and forms, with errors as [`Problem`]s.

use std::sync::Arc;

use axum::extract::rejection::{FormRejection, JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::Uri;
use axum::http::request::Parts;
use axum::{Form, Json};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::problem::Problem;
use super::state::App;
use crate::Color;

/// The most items of an answer.
pub(super) const MAX_LIMIT: usize = 200;

/// The items of an answer, unless the request says how many.
pub(super) const LIMIT: usize = 50;

/// How many items an answer may list.
///
/// # Errors
/// 422 if `limit` is not 1 to [`MAX_LIMIT`].
pub(super) fn check_limit(limit: Option<usize>) -> Result<usize, Problem> {
    let limit = limit.unwrap_or(LIMIT);
    if (1..=MAX_LIMIT).contains(&limit) {
        return Ok(limit);
    }
    Err(Problem::unprocessable(format!("limit is 1 to {MAX_LIMIT}, not {limit}")))
}

gtn_db_core::mirror! {
    /// A player.
    #[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub(super) enum TurnField => Color {
        Black,
        White,
    }
}

/// The query parameters of a request. What does not fit `T` is 422.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueryOf<T>(pub(super) T);

/// A body in JSON. What does not fit `T` is 422.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyOf<T>(pub(super) T);

/// A form of a page of this process: its field `token` is the one of the process, else 403.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormOf<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for QueryOf<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Query(query) = Query::from_request_parts(parts, app)
            .await
            .map_err(|error: QueryRejection| Problem::unprocessable(error.body_text()))?;
        Ok(QueryOf(query))
    }
}

/// Reads some of the pairs of a query, such as `limit=5`.
///
/// # Errors
/// 422 if the pairs do not fit `T`.
pub(super) fn read_pairs<T: DeserializeOwned>(pairs: &[&str]) -> Result<T, Problem> {
    let uri: Uri = format!("/?{}", pairs.join("&")).parse().expect("parts of a query are one");
    let Query(fields) =
        Query::try_from_uri(&uri).map_err(|error| Problem::unprocessable(error.body_text()))?;
    Ok(fields)
}

impl<T: DeserializeOwned> FromRequest<Arc<App>> for BodyOf<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        let Json(body) = Json::from_request(request, app)
            .await
            .map_err(|error: JsonRejection| Problem::new(error.status(), error.body_text()))?;
        Ok(BodyOf(body))
    }
}

/// A form with the token that it must bring.
#[derive(Deserialize)]
struct WithToken<T> {
    token: String,
    #[serde(flatten)]
    fields: T,
}

impl<T: DeserializeOwned> FromRequest<Arc<App>> for FormOf<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        let Form(WithToken { token, fields }) = Form::from_request(request, app)
            .await
            .map_err(|error: FormRejection| Problem::new(error.status(), error.body_text()))?;
        if token != app.token {
            return Err(Problem::stale_page());
        }
        Ok(FormOf(fields))
    }
}
