//! What every search needs: the queries, the database and the options for the answers.

use std::ffi::OsString;
use std::io::{self, Write};
use std::iter::Peekable;

use gtn_db::Color;
use gtn_db::extract::BoardPlace;
use gtn_db::find::{PositionQuery, PositionSource};
use gtn_db::gtn::Diagram;
use gtn_db::store::{Store, StoreError};

use crate::cli::Global;
use crate::cli::input::{AskedPosition, LabeledQuery, PositionArgs, QueryText, read_queries};
use crate::cli::output::points::draw_diagram;
use crate::cli::output::{Listing, OutputArgs, Row};

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

/// The queries of a search.
pub struct Queries<'a> {
    pub naming: Naming,
    pub texts: Peekable<Box<dyn Iterator<Item = LabeledQuery> + 'a>>,
}

impl Queries<'_> {
    /// Whether the first query is a position of Abalone, which decides for all of them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn are_abalone(&mut self, store: &Store) -> Result<bool, StoreError> {
        match self.texts.peek() {
            Some((_, Ok(text))) => text.is_abalone(store),
            Some((_, Err(_))) | None => Ok(false),
        }
    }
}

/// Whether answers have to name the query that they belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// There is one query.
    One,
    /// There are several.
    Several,
}

impl Naming {
    /// The label for a column of a table, which is left out when all its cells are empty.
    pub fn cell(self, label: &str) -> String {
        match self {
            Naming::One => String::new(),
            Naming::Several => label.to_owned(),
        }
    }

    /// The label before a sentence.
    pub fn prefix(self, label: &str) -> String {
        match self {
            Naming::One => String::new(),
            Naming::Several => format!("{label}: "),
        }
    }

    /// Adds a row without a match to a listing, for one query among several, so that the answers
    /// tell which queries found nothing.
    pub fn push_not_found<R: Row, W: Write>(
        self,
        listing: &mut Listing<R, W>,
        label: &str,
    ) -> io::Result<()> {
        match self {
            Naming::One => Ok(()),
            Naming::Several => listing.push_partial(&[("query", label), ("kind", "not found")]),
        }
    }
}

impl Request<'_> {
    /// Reads the queries one at a time. The answers name them if there are several, or could be:
    /// of standard input only the first is read ahead, because a program may wait for each answer.
    pub fn read_queries(&self) -> Queries<'_> {
        let mut queries = read_queries(self.queries, self.position);
        let ahead = if self.reads_stdin() { 0 } else { 2 };
        let first: Vec<LabeledQuery> = queries.by_ref().take(ahead).collect();
        let naming = if first.len() == 1 { Naming::One } else { Naming::Several };
        let texts: Box<dyn Iterator<Item = LabeledQuery>> =
            Box::new(first.into_iter().chain(queries));
        Queries { naming, texts: texts.peekable() }
    }

    /// Whether a query is read from standard input.
    pub fn reads_stdin(&self) -> bool {
        self.queries.iter().any(|query| query == "-")
    }

    /// The positions of the database.
    pub fn position_source(&self) -> Result<PositionSource<'_>, StoreError> {
        PositionSource::new(self.store, !self.global.no_index)
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
    /// The window of the query as a drawn board.
    pub fn draw(&self) -> String {
        draw_diagram(&Diagram::from(&self.query.window), self.place_of_window(), &[])
    }

    /// Where the window of the query lies.
    pub fn place_of_window(&self) -> BoardPlace {
        self.position.place_of_window(&self.query)
    }
}
