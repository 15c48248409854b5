//! `/api/v1/books`: numbers under which two hands of one book differ.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::answer::BookNumberJson;
use crate::input::QueryOf;
use crate::listing::{Listing, PartQuery};
use crate::problem::Problem;
use crate::state::{App, View};
use crate::view::BookNumber;

/// The numbers under which two hands of one book have different positions, as `dups --books --json`
/// prints them.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(PartQuery), responses(
    (status = 200, body = Listing<BookNumberJson>),
)))]
pub(super) async fn books(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<PartQuery>,
) -> Result<Json<Listing<BookNumberJson>>, Problem> {
    let list = move |view: &View<'_>| {
        let asked = query.check()?;
        asked.list(&view.book_numbers()?, BookNumber::place, |one| Ok(one.describe(view.store)?))
    };
    Ok(Json(app.read(list).await?))
}
