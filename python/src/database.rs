//! A database that `gtn-db import` wrote.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gtn_db::answer::{
    ClusterJson, ContainmentJson, GameJson, GivenPosition, PointNames, ProblemJson,
    RecordMatchJson, SimilarMatchJson, SourceJson, TypedMoves,
};
use gtn_db::extract::BoardPlace;
use gtn_db::find::{
    ContainmentQuery, Decisions, Identity, PositionIndex, ProblemList, RecordView, find_exact,
    find_similar, find_similar_with_any_edges, walk_positions,
};
use gtn_db::go::{Point, Position, Size};
use gtn_db::gtn::SubPosition;
use gtn_db::similarity::MAX_DISTANCE;
use gtn_db::store::{Expression, GameFilter, GameOrder, ProblemFilter, Store, StoreError};
use gtn_db::view::IndexCache;
use gtn_db::{Color, KeyPrefix};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyFileNotFoundError, PyLookupError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

use crate::conditions;
use crate::pool;
use crate::rows::{self, Rows};
use crate::texts::read_search;

create_exception!(gtn_db, DatabaseError, PyException, "A database that cannot be read.");

/// Opens a database that the command `gtn-db import` wrote.
///
/// The methods of the `Database` answer questions about Go as the command with `--json` does:
/// docs/json.md describes the objects and their fields; `query` is left out. The methods
/// return a list of dicts, or with `arrow=True` Arrow data with the same columns.
///
/// A question uses one thread, or as many as `threads` says. A database of an older version of
/// gtn-db is migrated first.
///
/// Raises FileNotFoundError if there is no file, and DatabaseError if the file is no database.
///
/// >>> import gtn_db
/// >>> database = gtn_db.open("gtn.db")
/// >>> [problem["stones"] for problem in database.problems(limit=2)]
/// [16, 12]
#[pyfunction]
#[pyo3(signature = (path, *, threads=1))]
pub fn open(py: Python<'_>, path: PathBuf, threads: usize) -> PyResult<Database> {
    let database = Database { path, threads, indexes: IndexCache::default() };
    pool::run(py, threads, || database.store().map(drop))??;
    Ok(database)
}

/// A database; `open` makes it.
///
/// Every question opens its own connection, so a `Database` may be used from several threads and
/// after a fork. `near` and `contains` keep an index of all positions in memory, which is loaded
/// again when the database has changed.
#[pyclass(frozen, module = "gtn_db")]
pub struct Database {
    path: PathBuf,
    threads: usize,
    indexes: IndexCache,
}

#[pymethods]
impl Database {
    /// The path that was opened.
    #[getter]
    fn path(&self) -> &Path {
        &self.path
    }

    fn __repr__(&self) -> String {
        format!("<gtn_db.Database: {}>", self.path.display())
    }

    /// The records of a position, in any orientation, color and cropping: `gtn-db find`.
    ///
    /// `position` is an IGTN, a diagram of several lines, SGF, moves on an empty 19x19 board such
    /// as "Q16 D4", or the beginning of a key. `turn` is "black" or "white" and overrides what the
    /// position says.
    ///
    /// Raises ValueError if `position` is none, and LookupError if no stored key begins with it.
    #[pyo3(signature = (position, *, turn=None, limit=None, arrow=false))]
    fn find(
        &self,
        py: Python<'_>,
        position: &str,
        turn: Option<&str>,
        limit: Option<usize>,
        arrow: bool,
    ) -> PyResult<Py<PyAny>> {
        let turn = read_turn(turn)?;
        self.answer(py, arrow, rows::record_match, |store| {
            let asked = read_position(store, position)?;
            let query = asked.to_query(turn).map_err(refuse)?;
            let found = find_exact(store, &query).map_err(failed)?;
            let matches = found.iter().flat_map(|found| {
                found.matches.iter().map(|matched| RecordMatchJson::new(&found.position, matched))
            });
            Ok(matches.take(limit.unwrap_or(usize::MAX)).collect())
        })
    }

    /// The records of the position, of those with the same stones, and of those that differ in at
    /// most `k` points, 1 to 5: `gtn-db find --near`. With `edges="any"` also those whose stones
    /// alone differ in at most `k` points.
    ///
    /// Errors and other arguments are as for `find`.
    #[pyo3(signature = (position, k, *, turn=None, edges="same", limit=None, arrow=false))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn near(
        &self,
        py: Python<'_>,
        position: &str,
        k: u8,
        turn: Option<&str>,
        edges: &str,
        limit: Option<usize>,
        arrow: bool,
    ) -> PyResult<Py<PyAny>> {
        let turn = read_turn(turn)?;
        if !(1..=MAX_DISTANCE).contains(&k) {
            return Err(PyValueError::new_err(format!("k: 1 to {MAX_DISTANCE} points")));
        }
        let find = match edges {
            "same" => find_similar,
            "any" => find_similar_with_any_edges,
            _ => return Err(PyValueError::new_err("edges: write `same` or `any`")),
        };
        self.answer(py, arrow, rows::similar_match, |store| {
            let _snapshot = store.snapshot().map_err(failed)?;
            let asked = read_position(store, position)?;
            let query = asked.to_query(turn).map_err(refuse)?;
            let index = self.index(store)?;
            let found = find(store, &index, &query, k).map_err(failed)?;
            let names = PointNames::new(asked.place);
            let matches = found.iter().flat_map(|found| {
                found.records.iter().map(|record| SimilarMatchJson::new(names, found, record))
            });
            Ok(matches.take(limit.unwrap_or(usize::MAX)).collect())
        })
    }

    /// The records of the positions that contain a pattern: `gtn-db find --contains`.
    ///
    /// `pattern` and `edges` are as for `gtn_db.contains`. With `turn`, only records in which this
    /// color may be to move, in the colors of the pattern.
    #[pyo3(signature = (pattern, *, turn=None, edges="marked", limit=None, arrow=false))]
    fn contains(
        &self,
        py: Python<'_>,
        pattern: &str,
        turn: Option<&str>,
        edges: &str,
        limit: Option<usize>,
        arrow: bool,
    ) -> PyResult<Py<PyAny>> {
        let turn = read_turn(turn)?;
        let search = ContainmentQuery::Containing(read_search(pattern, edges)?);
        let limit = limit.unwrap_or(usize::MAX);
        self.answer(py, arrow, rows::containment, |store| {
            let _snapshot = store.snapshot().map_err(failed)?;
            let index = self.index(store)?;
            let mut rows = Vec::new();
            for found in search.find(&index) {
                if rows.len() >= limit {
                    break;
                }
                let records = search.load_records(store, &index, &found, turn).map_err(failed)?;
                rows.extend(records.into_iter().map(ContainmentJson::new));
            }
            rows.truncate(limit);
            Ok(rows)
        })
    }

    /// Duplicates, each with its records: `gtn-db dups`.
    ///
    /// With `by="problem"`, records with the same position and side to move; with `by="position"`,
    /// those with the same position. `where` and `conditions` are as for `problems`, and select
    /// records.
    #[pyo3(signature = (*, by="problem", r#where=None, limit=None, arrow=false, **conditions))]
    fn dups(
        &self,
        py: Python<'_>,
        by: &str,
        r#where: Option<&str>,
        limit: Option<usize>,
        arrow: bool,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let identity = match by {
            "problem" => Identity::Problem,
            "position" => Identity::Position,
            _ => return Err(PyValueError::new_err("by: write `problem` or `position`")),
        };
        let filter = problem_filter(r#where, conditions)?;
        self.list(py, arrow, rows::cluster, |store| {
            store.select_records(&filter)?;
            list_duplicates(store, identity, limit.unwrap_or(usize::MAX))
        })
    }

    /// The files and archive entries that were imported: `gtn-db sources`.
    #[pyo3(signature = (*, arrow=false))]
    fn sources(&self, py: Python<'_>, arrow: bool) -> PyResult<Py<PyAny>> {
        self.list(py, arrow, rows::source, |store| {
            let sources = store.source_details()?;
            Ok(sources.iter().map(|source| SourceJson::new(source, None)).collect())
        })
    }

    /// The problems of Go: `gtn-db problems --family go`.
    ///
    /// `where` is an SQL expression over the columns of `v_record`, such as
    /// "stones < 10 AND records > 1", as `gtn-db problems --where` takes it.
    ///
    /// The conditions are the query parameters of `/api/v1/problems`, such as `stones="5-12"`,
    /// `turn="white"` and `answered=True`. A `source` is the name of a source, not its path.
    ///
    /// Raises ValueError if the expression or a condition is refused, or no source matches.
    #[pyo3(signature = (*, r#where=None, limit=None, arrow=false, **conditions))]
    fn problems(
        &self,
        py: Python<'_>,
        r#where: Option<&str>,
        limit: Option<usize>,
        arrow: bool,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let filter = problem_filter(r#where, conditions)?;
        self.list(
            py,
            arrow,
            || rows::fields(ProblemJson::COLUMNS),
            |store| list_problems(store, &filter, limit.unwrap_or(usize::MAX)),
        )
    }

    /// The games of Go: `gtn-db games --family go`.
    ///
    /// `where` is an SQL expression such as "year > 1990 AND winner = 1", as `gtn-db games --where`
    /// takes it. The conditions are the query parameters of `/api/v1/games`, such as
    /// `player="Shusaku"` and `year="1840-1860"`.
    ///
    /// Raises ValueError if the expression or a condition is refused.
    #[pyo3(signature = (*, r#where=None, limit=None, arrow=false, **conditions))]
    fn games(
        &self,
        py: Python<'_>,
        r#where: Option<&str>,
        limit: Option<usize>,
        arrow: bool,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let conditions = conditions::read(conditions)?;
        let filter = GameFilter { ids: None, conditions, sql: r#where.map(Expression::from) };
        self.list(
            py,
            arrow,
            || rows::fields(GameJson::COLUMNS),
            |store| {
                let ids =
                    store.list_games(&filter, GameOrder::default(), limit.unwrap_or(usize::MAX))?;
                let games = ids.into_iter().filter_map(|id| store.game(id).transpose());
                games.map(|game| Ok(GameJson::new(game?, None))).collect()
            },
        )
    }
}

impl Database {
    fn store(&self) -> PyResult<Store> {
        Store::open(&self.path).map_err(failed)
    }

    /// Answers a question on a connection of its own.
    fn answer<T: Serialize + Send>(
        &self,
        py: Python<'_>,
        arrow: bool,
        columns: fn() -> Vec<arrow_schema::Field>,
        question: impl FnOnce(&Store) -> PyResult<Vec<T>> + Send,
    ) -> PyResult<Py<PyAny>> {
        let objects = pool::run(py, self.threads, || question(&self.store()?))??;
        Rows { columns, objects }.into_python(py, arrow)
    }

    /// As [`answer`](Self::answer), for a question in which only the database can fail.
    fn list<T: Serialize + Send>(
        &self,
        py: Python<'_>,
        arrow: bool,
        columns: fn() -> Vec<arrow_schema::Field>,
        question: impl FnOnce(&Store) -> Result<Vec<T>, StoreError> + Send,
    ) -> PyResult<Py<PyAny>> {
        self.answer(py, arrow, columns, |store| question(store).map_err(failed))
    }

    /// The index of all positions, in the state that the connection sees.
    fn index(&self, store: &Store) -> PyResult<Arc<PositionIndex>> {
        self.indexes.with_view(store, |view| view.positions()).map_err(failed)
    }
}

/// Reads a position as [`Database::find`] takes it.
fn read_position(store: &Store, text: &str) -> PyResult<GivenPosition> {
    if let Ok(prefix) = text.parse::<KeyPrefix>() {
        return look_up(store, prefix, text);
    }
    if TypedMoves::is_meant_by(text, Size::STANDARD) {
        let moves: TypedMoves =
            text.parse().map_err(|error| PyValueError::new_err(format!("position: {error}")))?;
        let (board, turn) = moves.play(Position::new(Size::STANDARD)).map_err(refuse)?;
        let place = BoardPlace { origin: Point::new(0, 0), board: board.size() };
        let sub = SubPosition::goban(board);
        return Ok(GivenPosition { sub, place, turn: Some(turn) });
    }
    GivenPosition::read(text).map_err(refuse)
}

/// The position whose key begins like this, as its first record has it.
fn look_up(store: &Store, prefix: KeyPrefix, text: &str) -> PyResult<GivenPosition> {
    let found = store.positions_with_prefix(prefix, 2).map_err(failed)?;
    let [position] = &*found else {
        return Err(match found.len() {
            0 => PyLookupError::new_err(format!("no stored key begins with {text}")),
            _ => PyValueError::new_err(format!("several stored keys begin with {text}")),
        });
    };
    let records = store.records(position.id).map_err(failed)?;
    let missing = || PyLookupError::new_err(format!("the position {text} has no record"));
    let view = RecordView::new(position, records.first().ok_or_else(missing)?);
    let RecordView { window: sub, place, .. } =
        view.map_err(|error| DatabaseError::new_err(error.to_string()))?;
    Ok(GivenPosition { sub, place, turn: None })
}

fn list_duplicates(
    store: &Store,
    identity: Identity,
    limit: usize,
) -> Result<Vec<ClusterJson>, StoreError> {
    let decisions = Decisions::load(store)?;
    let mut duplicates = Vec::new();
    for stored in walk_positions(store, 2)? {
        let (position, records) = stored?;
        let clusters = decisions.cluster_records(store, &position, &records, identity)?;
        for cluster in clusters.iter().filter(|cluster| cluster.redundant() > 0) {
            if duplicates.len() == limit {
                return Ok(duplicates);
            }
            duplicates.push(ClusterJson::new(store, position.key, cluster)?);
        }
    }
    Ok(duplicates)
}

fn list_problems(
    store: &Store,
    filter: &ProblemFilter,
    limit: usize,
) -> Result<Vec<ProblemJson>, StoreError> {
    let list = ProblemList::load(store, filter)?;
    let mut problems = Vec::new();
    let listed = &list.problems()[..list.problems().len().min(limit)];
    list.visit(store, listed, |position, _, cluster| -> Result<(), StoreError> {
        problems.push(ProblemJson::new(store, position, cluster)?);
        Ok(())
    })?;
    Ok(problems)
}

fn problem_filter(
    sql: Option<&str>,
    conditions: Option<&Bound<'_, PyDict>>,
) -> PyResult<ProblemFilter> {
    let conditions = conditions::read(conditions)?;
    Ok(ProblemFilter { sources: Vec::new(), conditions, sql: sql.map(Expression::from) })
}

fn read_turn(turn: Option<&str>) -> PyResult<Option<Color>> {
    match turn {
        None => Ok(None),
        Some("black") => Ok(Some(Color::Black)),
        Some("white") => Ok(Some(Color::White)),
        Some(_) => Err(PyValueError::new_err("turn: write `black` or `white`")),
    }
}

/// The exception for something in a position that has no meaning.
fn refuse(error: impl std::error::Error) -> PyErr {
    PyValueError::new_err(format!("position: {error}"))
}

/// The exception for a database that cannot be read, or a condition that cannot be evaluated.
fn failed(error: StoreError) -> PyErr {
    let causes = std::iter::successors(std::error::Error::source(&error), |cause| cause.source());
    let message = causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"));
    match error {
        StoreError::Missing { .. } => PyFileNotFoundError::new_err(message),
        StoreError::Expression { .. } | StoreError::NoSource { .. } => {
            PyValueError::new_err(message)
        }
        _ => DatabaseError::new_err(message),
    }
}
