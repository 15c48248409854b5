//! What requests bring: query parameters, bodies and forms, with errors as [`Problem`]s.

use std::error::Error;
use std::sync::Arc;

use axum::extract::rejection::{BytesRejection, FormRejection, JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::{Form, Json};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::problem::Problem;
use super::state::App;
use super::text::texts;
use crate::Color;
use crate::answer::{Aspects, By, ExampleOrder};
use crate::extract::explain_json_error;
use crate::games::MoveRange;
use crate::joseki::CornerOptions;
use crate::similarity::MAX_DISTANCE;

texts! { "server/input":
    NOT_JSON, NO_JSON, NO_QUERY, TOO_LONG, CUT_OFF, OTHER_DISTANCE, NO_NUMBER, NO_WORD, NO_MOVES, NO_SPLIT,
}

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

/// How many points two near positions may differ in: 1 to 5, and 1 if the request does not say.
///
/// # Errors
/// 422 if `k` is another number.
pub(super) fn check_distance(k: Option<u8>) -> Result<u8, Problem> {
    let k = k.unwrap_or(1);
    if (1..=MAX_DISTANCE).contains(&k) {
        return Ok(k);
    }
    Err(Problem::unprocessable(OTHER_DISTANCE.with(&[&MAX_DISTANCE, &k])))
}

/// How many points two near cores may differ in: 0 to 5, and 0 if the request does not say.
///
/// # Errors
/// 422 if `k` is another number.
pub(super) fn check_core_distance(k: Option<u8>) -> Result<u8, Problem> {
    match k {
        None | Some(0) => Ok(0),
        k => check_distance(k),
    }
}

/// How many columns and rows of a corner count, unless the request says so as many as the command counts.
///
/// # Errors
/// 422 if `window` is not 1 to [`CornerOptions::MAX_WINDOW`].
pub(super) fn check_window(window: Option<u8>) -> Result<u8, Problem> {
    const MAX_WINDOW: u8 = CornerOptions::MAX_WINDOW;
    let window = window.unwrap_or(CornerOptions::default().window);
    if (1..=MAX_WINDOW).contains(&window) {
        return Ok(window);
    }
    Err(Problem::unprocessable(format!("window is 1 to {MAX_WINDOW}, not {window}")))
}

gtn_db_core::mirror! {
    /// A player.
    #[derive(Clone, Copy, Debug, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub(super) enum TurnField => Color {
        Black,
        White,
    }
}

gtn_db_core::mirror! {
    /// By what the results of moves are listed.
    #[derive(Clone, Copy, Debug, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub(super) enum ByField => By {
        Year,
        Rank,
    }
}

gtn_db_core::mirror! {
    /// Which games are the examples of moves.
    #[derive(Clone, Copy, Debug, Deserialize)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub(super) enum ExamplesField => ExampleOrder {
        Newest,
        Strongest,
    }
}

/// Reads a number, if there is one.
///
/// # Errors
/// 422 if the text is no number from 0 to 65,535.
pub(super) fn read_number(name: &str, text: &str) -> Result<Option<u16>, Problem> {
    let number = Some(text.trim()).filter(|text| !text.is_empty()).map(str::parse).transpose();
    number.map_err(|_| Problem::unprocessable(NO_NUMBER.with(&[&name, &u16::MAX])))
}

/// The answer to a word that is none of these.
pub(super) fn refuse_word(name: &str, words: &[&str]) -> Problem {
    Problem::unprocessable(NO_WORD.with(&[&name, &words.join(", ")]))
}

/// The moves with which a position may begin.
///
/// # Errors
/// 422 if there are none.
pub(super) fn read_moves(after: Option<u16>, before: Option<u16>) -> Result<MoveRange, Problem> {
    let moves = MoveRange::new(after, before);
    if moves.is_empty() { Err(Problem::unprocessable(NO_MOVES)) } else { Ok(moves) }
}

/// What a request asks about moves besides their results.
///
/// # Errors
/// 422 if `versus` divides no games.
pub(super) fn read_aspects(
    by: Option<ByField>,
    versus: Option<&str>,
    examples: Option<ExamplesField>,
) -> Result<Aspects, Problem> {
    let versus = versus.filter(|text| !text.is_empty()).map(str::parse).transpose();
    let versus = versus.map_err(|_| Problem::unprocessable(NO_SPLIT))?;
    Ok(Aspects { by: by.map(By::from), versus, examples: examples.map(ExampleOrder::from) })
}

/// The query parameters of a request. What does not fit `T` is 422.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueryOf<T>(pub(super) T);

/// A body in JSON. What does not fit `T` is 422, and another type of body 415.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyOf<T>(pub(super) T);

/// A form of a page of this process: its field `token` is the one of the process, else 403.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormOf<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for QueryOf<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let query = Query::from_request_parts(parts, app).await;
        let Query(query) = query.map_err(|error| refuse_query(&error))?;
        Ok(QueryOf(query))
    }
}

/// Reads a query, such as `limit=5`.
///
/// # Errors
/// 422 if its pairs do not fit `T`.
pub(super) fn read_query<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    let uri: Uri = format!("/?{query}").parse().expect("a query has no other characters");
    let Query(fields) = Query::try_from_uri(&uri).map_err(|error| refuse_query(&error))?;
    Ok(fields)
}

impl<T: DeserializeOwned> FromRequest<Arc<App>> for BodyOf<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        let text: Json<Box<RawValue>> =
            Json::from_request(request, app).await.map_err(refuse_body)?;
        let text = text.0.get();
        let body = Json::from_bytes(text.as_bytes()).or_else(|error| {
            let text = write_integers(text).ok_or(error)?;
            Json::from_bytes(text.as_bytes())
        });
        let Json(body) = body.map_err(refuse_body)?;
        Ok(BodyOf(body))
    }
}

/// The answer to parameters that do not fit.
fn refuse_query(error: &QueryRejection) -> Problem {
    let mut cause = find_cause(error);
    for (of_library, said) in [
        ("invalid digit found in string", "a whole number is needed"),
        ("cannot parse integer from empty string", "a whole number is needed"),
        ("number too large to fit in target type", "the number is too large"),
        ("number too small to fit in target type", "the number is too small"),
    ] {
        cause = cause.replace(of_library, said);
    }
    Problem::unprocessable(NO_QUERY.with(&[&cause]))
}

/// The answer to a body that does not fit.
fn refuse_body(error: JsonRejection) -> Problem {
    match error {
        JsonRejection::MissingJsonContentType(_) => Problem::new(error.status(), NOT_JSON),
        JsonRejection::BytesRejection(error) => refuse_bytes(&error),
        error => Problem::new(error.status(), NO_JSON.with(&[&find_cause(&error)])),
    }
}

/// The answer to a body that was not received.
fn refuse_bytes(error: &BytesRejection) -> Problem {
    let status = error.status();
    Problem::new(status, if status == StatusCode::PAYLOAD_TOO_LARGE { TOO_LONG } else { CUT_OFF })
}

/// What is wrong, without what the library says of its own steps before it.
fn find_cause(error: &(dyn Error + 'static)) -> String {
    let mut cause = error;
    while let Some(error) = cause.source() {
        cause = error;
    }
    let Some(error) = cause.downcast_ref::<serde_path_to_error::Error<serde_json::Error>>() else {
        return cause.to_string();
    };
    let why = explain_json_error(error.inner());
    match error.path().to_string().as_str() {
        "." => why,
        field => format!("{field}: {why}"),
    }
}

/// A text of JSON with integers in place of numbers such as `5.0`, which are integers to a JSON
/// Schema; `None` if there are no such numbers.
fn write_integers(text: &str) -> Option<String> {
    fn write(value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(write),
            Value::Object(fields) => fields.values_mut().for_each(write),
            Value::Number(number) => {
                let whole = number.as_f64().filter(|number| number.fract() == 0.0);
                let is_small = |whole: &f64| (0.0..=f64::from(u32::MAX)).contains(whole);
                if let Some(whole) = whole.filter(is_small) {
                    *value = (whole as u32).into();
                }
            }
            _ => {}
        }
    }
    let given: Value = serde_json::from_str(text).ok()?;
    let mut written = given.clone();
    write(&mut written);
    (written != given).then(|| written.to_string())
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
        let Form(WithToken { token, fields }) =
            Form::from_request(request, app).await.map_err(|error| match error {
                FormRejection::BytesRejection(error) => refuse_bytes(&error),
                error => Problem::new(error.status(), NO_JSON.with(&[&find_cause(&error)])),
            })?;
        if token != app.token {
            return Err(Problem::stale_page());
        }
        Ok(FormOf(fields))
    }
}
