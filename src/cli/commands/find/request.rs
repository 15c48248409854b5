//! What every search needs: the queries, the database and the options for the answers.

use std::ffi::OsString;

use gtn_db::Color;
use gtn_db::extract::BoardPlace;
use gtn_db::find::PositionQuery;
use gtn_db::store::Store;

use crate::cli::Global;
use crate::cli::input::{AskedPosition, LabeledQuery, PositionArgs, QueryText, read_queries};
use crate::cli::output::OutputArgs;

/// The options that all searches share.
pub struct Request<'a> {
    pub global: &'a Global,
    pub store: &'a Store,
    pub queries: &'a [OsString],
    pub position: &'a PositionArgs,
    pub turn: Option<Color>,
    pub limit: Option<usize>,
    pub output: OutputArgs,
}

/// A query for the database, and where its position lies on a board.
pub struct PlacedQuery {
    pub query: PositionQuery,
    pub position: AskedPosition,
}

impl Request<'_> {
    /// Reads the queries one at a time.
    pub fn read_queries(&self) -> impl Iterator<Item = LabeledQuery> {
        read_queries(self.queries, self.position)
    }

    /// The most rows to list for each query.
    pub fn limit(&self) -> usize {
        self.limit.unwrap_or(usize::MAX)
    }

    /// The query for the database; `None` when it is a key that is not there.
    pub fn resolve(&self, text: anyhow::Result<QueryText>) -> anyhow::Result<Option<PlacedQuery>> {
        let Some(position) = text?.into_position(self.store)? else { return Ok(None) };
        let query = position.to_query(self.turn)?;
        Ok(Some(PlacedQuery { query, position }))
    }
}

impl PlacedQuery {
    /// Where the window of the query lies.
    pub fn place_of_window(&self) -> BoardPlace {
        self.position.place_of_window(&self.query)
    }
}
