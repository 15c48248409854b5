//! A database that `gtn-db import` wrote.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gtn_db::KeyPrefix;
use gtn_db::answer::{
    Aspects, ClusterJson, ContainmentJson, CornerJson, FacetJson, GameJson, HitConditions,
    HitCountJson, HitJson, ListedPositionJson, NearestMatchJson, NextMoveJson, PointNames,
    ProblemJson, ProfileMoveJson, RecordMatchJson, SimilarMatchJson, SourceJson, TypedMoves,
    read_given_game,
};
use gtn_db::find::{
    ContainmentQuery, Decisions, ExactFinder, FindOptions, Identity, MAX_LIKE, MAX_NEAREST,
    NEAREST_COUNT, ProblemList, ProfileOptions, count_facets, find_exact, find_nearest,
    leave_out_games, load_dictionary, load_game_sgf, load_joseki, walk_positions,
};
use gtn_db::games::{CountMatches, ListGames, ListMatches, MatchFilter, Search};
use gtn_db::gtn::Pattern;
use gtn_db::joseki::{CornerOptions, Kept, write_sgf};
use gtn_db::similarity::MAX_DISTANCE;
use gtn_db::store::{GameConditions, GameFilter, ProblemFilter, Store};
use gtn_db::view::{CorePair, IndexCache};
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{
    at_most, find_position, game_filter, problem_filter, read_aspects, read_board, read_corner,
    read_moves, read_order, read_position, read_shape, read_window, select_games,
};
use crate::arrow::{ArrowData, KeyBytes};
use crate::pool;
use crate::question::{Failure, File};
use crate::rows::{self, RowSink};
use crate::solve::list_stored;
use crate::sql;
use crate::texts::{read_color, read_edges, read_search, read_turn, refuse};

/// Opens a database that the command `gtn-db import` wrote.
///
/// The methods of the `Database` answer questions about Go as the command with `--json` does:
/// docs/json.md describes the objects and their fields; `query` is left out. The methods
/// return `ArrowData`: a sequence of dicts, and a table for pandas, Polars and others. With
/// `key_bytes=True`, tables with a column `key` have its 16 bytes in a column `key_bytes`, too.
///
/// Never open the file with Python's `sqlite3` as well: when it closes the file, the system drops the
/// locks of this package, as both are in one process. `Database.sql` reads whatever `sqlite3` would.
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
    let file = Arc::new(File { path, indexes: IndexCache::default() });
    let opened = Arc::clone(&file);
    pool::run(py, threads, move || opened.store().map(drop))?.map_err(|failure| failure.0)?;
    Ok(Database { file, threads })
}

// The signature of `Database::nearest` names the number, so that Python can show it.
const _: () = assert!(NEAREST_COUNT == 5);

/// A database; `open` makes it.
///
/// Every question opens its own connection, so a `Database` may be used from several threads and
/// after a fork. `near` and `contains` keep an index of all positions in memory, which is loaded
/// again when the database has changed.
#[pyclass(frozen, module = "gtn_db")]
pub struct Database {
    file: Arc<File>,
    threads: usize,
}

#[pymethods]
impl Database {
    /// The path that was opened.
    #[getter]
    fn path(&self) -> &Path {
        &self.file.path
    }

    fn __repr__(&self) -> String {
        format!("<gtn_db.Database: {}>", self.file.path.display())
    }

    /// The records of a position, in any orientation, color and cropping: `gtn-db find`.
    ///
    /// `position` is an IGTN, a diagram of several lines, SGF, moves on an empty 19x19 board such
    /// as "Q16 D4", or the beginning of a key. `turn` is "black" or "white" and overrides what the
    /// position says.
    ///
    /// Raises ValueError if `position` is none, and LookupError if no stored key begins with it.
    #[pyo3(signature = (position, *, turn=None, limit=None, key_bytes=false))]
    fn find(
        &self,
        py: Python<'_>,
        position: &str,
        turn: Option<&str>,
        limit: Option<usize>,
        key_bytes: bool,
    ) -> PyResult<ArrowData> {
        let limit = at_most(limit)?;
        let turn = read_turn(turn)?;
        let position = position.to_owned();
        self.answer_with(py, KeyBytes(key_bytes), rows::record_match, move |_, store, rows| {
            let asked = read_position(store, &position)?;
            let query = asked.to_query(turn).map_err(refuse)?;
            let found = find_exact(store, &query)?;
            let matches = found.iter().flat_map(|found| {
                found.matches.iter().map(|matched| RecordMatchJson::new(&found.position, matched))
            });
            rows.extend(matches.take(limit))
        })
    }

    /// What is known of many positions: for each, in their order, its `key`, the number of its `records`,
    /// and the `first` of them as `find` returns it. Some 100,000 positions a second.
    ///
    /// `positions` are IGTNs, diagrams or SGF. A text that is no position has an `error` in its row. `turn` is
    /// as for `find`, for all of them.
    #[pyo3(signature = (positions, *, turn=None, key_bytes=false))]
    fn find_list(
        &self,
        py: Python<'_>,
        positions: Vec<String>,
        turn: Option<&str>,
        key_bytes: bool,
    ) -> PyResult<ArrowData> {
        let turn = read_turn(turn)?;
        self.answer_with(py, KeyBytes(key_bytes), rows::listed_position, move |_, store, rows| {
            let mut finder = ExactFinder::new(store);
            for position in &positions {
                rows.push(&ListedPositionJson::find(&mut finder, position, turn)?)?;
            }
            Ok(())
        })
    }

    /// The records of the position, of those with the same stones, and of those that differ in at
    /// most `k` points, 1 to 5: `gtn-db find --near`. With `edges="any"` also those whose stones
    /// alone differ in at most `k` points.
    ///
    /// Errors and other arguments are as for `find`.
    #[pyo3(signature = (position, k, *, turn=None, edges="same", limit=None, key_bytes=false))]
    #[expect(clippy::too_many_arguments, reason = "Python gives most of them by name")]
    fn near(
        &self,
        py: Python<'_>,
        position: &str,
        k: u8,
        turn: Option<&str>,
        edges: &str,
        limit: Option<usize>,
        key_bytes: bool,
    ) -> PyResult<ArrowData> {
        let limit = at_most(limit)?;
        let turn = read_turn(turn)?;
        if !(1..=MAX_DISTANCE).contains(&k) {
            return Err(PyValueError::new_err(format!("k: 1 to {MAX_DISTANCE} points")));
        }
        let options = FindOptions { near: Some(k), ..FindOptions::default() };
        let edges = read_edges(edges, options)?;
        let position = position.to_owned();
        self.answer_with(py, KeyBytes(key_bytes), rows::similar_match, move |file, store, rows| {
            file.indexes.with_view(store, |view| {
                let asked = read_position(store, &position)?;
                let query = asked.to_query(turn).map_err(refuse)?;
                let found = view.position_source()?.find_near(&query, k, edges)?;
                let names = PointNames::new(asked.place);
                let matches = found.iter().flat_map(|found| {
                    found.records.iter().map(|record| SimilarMatchJson::new(names, found, record))
                });
                rows.extend(matches.take(limit))
            })
        })
    }

    /// The `count` problems nearest to a position, 1 to 20, that have another position: those with the
    /// same core first. Of `points` that were compared, `distance` differ.
    ///
    /// Errors and other arguments are as for `find`.
    #[pyo3(signature = (position, count=5, *, turn=None, key_bytes=false))]
    fn nearest(
        &self,
        py: Python<'_>,
        position: &str,
        count: usize,
        turn: Option<&str>,
        key_bytes: bool,
    ) -> PyResult<ArrowData> {
        let turn = read_turn(turn)?;
        if !(1..=MAX_NEAREST).contains(&count) {
            return Err(PyValueError::new_err(format!("count: 1 to {MAX_NEAREST} problems")));
        }
        let position = position.to_owned();
        self.answer_with(py, KeyBytes(key_bytes), rows::nearest_match, move |file, store, rows| {
            file.indexes.with_view(store, |view| {
                let query = read_position(store, &position)?.to_query(turn).map_err(refuse)?;
                let mut source = view.position_source()?;
                let found = find_nearest(store, source.nearest(&query)?, &query, count)?;
                rows.extend(found.iter().map(NearestMatchJson::new))
            })
        })
    }

    /// The records of the positions that contain a pattern: `gtn-db find --contains`.
    ///
    /// `pattern` and `edges` are as for `gtn_db.contains`. With `turn`, only records in which this
    /// color may be to move, in the colors of the pattern.
    #[pyo3(signature = (pattern, *, turn=None, edges="marked", limit=None, key_bytes=false))]
    fn contains(
        &self,
        py: Python<'_>,
        pattern: &str,
        turn: Option<&str>,
        edges: &str,
        limit: Option<usize>,
        key_bytes: bool,
    ) -> PyResult<ArrowData> {
        let turn = read_turn(turn)?;
        let search = ContainmentQuery::Containing(read_search(pattern, edges)?);
        let limit = at_most(limit)?;
        self.answer_with(py, KeyBytes(key_bytes), rows::containment, move |file, store, rows| {
            file.indexes.with_view(store, |view| {
                let mut source = view.position_source()?;
                let index = source.containment(&search)?;
                for found in search.find(index) {
                    let left = limit - rows.len();
                    if left == 0 {
                        break;
                    }
                    let records = search.load_records(store, index, &found, turn)?;
                    rows.extend(records.into_iter().take(left).map(ContainmentJson::new))?;
                }
                Ok(())
            })
        })
    }

    /// Duplicates, each with its records: `gtn-db dups`.
    ///
    /// With `by="problem"`, records with the same position and side to move; with `by="position"`,
    /// those with the same position. `where` and `conditions` are as for `problems`, and select
    /// records.
    #[pyo3(signature = (*, by="problem", r#where=None, limit=None, key_bytes=false, **conditions))]
    fn dups(
        &self,
        py: Python<'_>,
        by: &str,
        r#where: Option<&str>,
        limit: Option<usize>,
        key_bytes: bool,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ArrowData> {
        let identity = match by {
            "problem" => Identity::Problem,
            "position" => Identity::Position,
            _ => return Err(PyValueError::new_err("by: write `problem` or `position`")),
        };
        let filter = problem_filter(r#where, conditions)?;
        self.answer_with(py, KeyBytes(key_bytes), rows::cluster, move |_, store, rows| {
            store.select_records(&filter)?;
            list_duplicates(store, identity, at_most(limit)?, rows)
        })
    }

    /// The pairs of positions whose problems have the same core: their right lines are played on the
    /// same part of the board. `margin` is 2 where two lines around agree, and such pairs come first.
    /// With `near`, up to 5 points of that part may differ: `distance` is their number.
    #[pyo3(signature = (*, near=0, limit=None))]
    fn cores(&self, py: Python<'_>, near: u8, limit: Option<usize>) -> PyResult<ArrowData> {
        if near > MAX_DISTANCE {
            return Err(PyValueError::new_err(format!("near: 0 to {MAX_DISTANCE} points")));
        }
        self.answer(py, rows::core_pair, move |file, store, rows| {
            file.indexes.with_view(store, |view| {
                let cores = view.cores(near)?;
                rows.extend(cores.iter().take(at_most(limit)?).map(CorePair::describe))
            })
        })
    }

    /// The numbers under which two hands of one book have different positions, with the first record of
    /// each: `gtn-db dups --books`.
    #[pyo3(signature = (*, limit=None))]
    fn books(&self, py: Python<'_>, limit: Option<usize>) -> PyResult<ArrowData> {
        self.answer(py, rows::book_number, move |file, store, rows| {
            file.indexes.with_view(store, |view| {
                let numbers = view.book_numbers()?;
                for number in numbers.iter().take(at_most(limit)?) {
                    if let Some(row) = number.describe(view.store)? {
                        rows.push(&row)?;
                    }
                }
                Ok(())
            })
        })
    }

    /// The files and archive entries that were imported: `gtn-db sources`.
    fn sources(&self, py: Python<'_>) -> PyResult<ArrowData> {
        self.answer(py, rows::source, |_, store, rows| {
            let sources = store.source_details()?;
            rows.extend(sources.iter().map(|source| SourceJson::new(source, None)))
        })
    }

    /// The records of Go, a row for each problem as one source has it: the view `v_record` of
    /// docs/database.md, in the order of import. `answers` has the first moves that the record accepts.
    ///
    /// `where` and `conditions` are as for `problems`. With `sgf=False` the game trees are left out.
    #[pyo3(signature = (*, r#where=None, limit=None, sgf=true, key_bytes=false, **conditions))]
    fn records(
        &self,
        py: Python<'_>,
        r#where: Option<&str>,
        limit: Option<usize>,
        sgf: bool,
        key_bytes: bool,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ArrowData> {
        let filter = problem_filter(r#where, conditions)?;
        let records = self.run(py, move |_, store| {
            store.select_records(&filter)?;
            let limit = i64::try_from(at_most(limit)?).unwrap_or(-1);
            Ok(sql::list_records(store, !filter.is_empty(), limit, sgf)?)
        })?;
        Ok(records.with_key_bytes(KeyBytes(key_bytes)))
    }

    /// What the solver has computed about a life-and-death problem, as `gtn-db check --solve` stores it; the
    /// proofs are replayed.
    ///
    /// `key` is the key of a position, or its beginning. Returns a row for each side that may be to move, none
    /// if nobody has solved the problem. The fields are those of `gtn_db.solve`, and `budget`, the most
    /// positions that the search was to take. Points are those of the first record that accepts a move, or
    /// else of the first one; `book` is about the moves that it accepts.
    ///
    /// Raises LookupError if no stored key begins like this, and ValueError if several do or it is none.
    fn verdict(&self, py: Python<'_>, key: &str) -> PyResult<ArrowData> {
        let prefix: KeyPrefix =
            key.parse().map_err(|error| PyValueError::new_err(format!("key: {error}")))?;
        let key = key.to_owned();
        self.answer(py, rows::stored_verdict, move |_, store, rows| {
            let position = find_position(store, prefix, &key)?;
            rows.extend(list_stored(store, &position)?.iter())
        })
    }

    /// The rows of a query in SQL, which reads the views that docs/database.md describes and cannot
    /// write.
    ///
    /// Texts are strings, blobs bytes, and numbers 64 bits long. If a column has values of several
    /// kinds, all of them become floating-point numbers, strings or bytes. Of several columns `id`, the second is
    /// named `id:1`, the third `id:2`.
    ///
    /// Raises ValueError if the text is not one query that reads, or cannot be answered.
    fn sql(&self, py: Python<'_>, query: &str) -> PyResult<ArrowData> {
        let query = query.to_owned();
        self.run(py, move |_, store| Ok(sql::answer(store, &query, &[])?))
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
    #[pyo3(signature = (*, r#where=None, limit=None, key_bytes=false, **conditions))]
    fn problems(
        &self,
        py: Python<'_>,
        r#where: Option<&str>,
        limit: Option<usize>,
        key_bytes: bool,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ArrowData> {
        let filter = problem_filter(r#where, conditions)?;
        let columns = || rows::fields(ProblemJson::COLUMNS);
        self.answer_with(py, KeyBytes(key_bytes), columns, move |_, store, rows| {
            list_problems(store, &filter, at_most(limit)?, rows)
        })
    }

    /// How many problems of Go have each level, each tag, and known rights: `gtn-db problems --facets`.
    ///
    /// `where` and the conditions select problems as those of `problems` do.
    ///
    /// Raises ValueError if the expression or a condition is refused, or no source matches.
    #[pyo3(signature = (*, r#where=None, **conditions))]
    fn facets(
        &self,
        py: Python<'_>,
        r#where: Option<&str>,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ArrowData> {
        let filter = problem_filter(r#where, conditions)?;
        let columns = || rows::fields(FacetJson::COLUMNS);
        self.answer(py, columns, move |_, store, rows| {
            rows.extend(count_facets(store, &filter)?.into_iter().map(FacetJson::from))
        })
    }

    /// The games of Go: `gtn-db games --family go`.
    ///
    /// `where` is an SQL expression such as "year > 1990 AND winner = 'black'", as `gtn-db games --where`
    /// takes it. The conditions are the query parameters of `/api/v1/games`, such as
    /// `player="Shusaku"` and `year="1840-1860"`.
    ///
    /// `sort` is "id", the order of import, or "date", "black", "white", "event", "moves" or "rank". Games that
    /// do not say it come last.
    ///
    /// With `shape`, only games in which this shape occurs, written as the position of `shapes`; with `after_move`
    /// and `before_move`, only those in which it begins with such a move.
    ///
    /// Raises ValueError if the expression, a condition, the order or the shape is refused.
    #[pyo3(signature = (*, shape=None, after_move=None, before_move=None, r#where=None, sort="id", reverse=false, limit=None, **conditions))]
    #[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of Python")]
    fn games(
        &self,
        py: Python<'_>,
        shape: Option<String>,
        after_move: Option<u16>,
        before_move: Option<u16>,
        r#where: Option<&str>,
        sort: &str,
        reverse: bool,
        limit: Option<usize>,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ArrowData> {
        let filter = game_filter(r#where, conditions)?;
        let (order, limit) = (read_order(sort, reverse)?, at_most(limit)?);
        let moves = read_moves(after_move, before_move)?;
        let columns = || rows::fields(GameJson::COLUMNS);
        self.answer(py, columns, move |file, store, rows| {
            let ids = match &shape {
                None => store.list_games(&filter, order, limit)?,
                Some(shape) => {
                    let conditions = HitConditions { moves, ..HitConditions::default() };
                    let search = read_shape(store, shape, None)?.search(conditions);
                    let search = search.expect("no sequence leaves the shape");
                    let found = file.indexes.with_view(store, |view| {
                        let games = select_games(store, &filter, false, false)?;
                        Ok::<_, Failure>(view.search(games, &search, &ListGames)?)
                    })?;
                    let found = GameFilter { ids: Some(found), ..GameFilter::default() };
                    store.list_games(&found, order, limit)?
                }
            };
            for id in ids {
                if let Some(game) = store.game(id)? {
                    let phrase = filter.conditions.comment.as_ref();
                    rows.push(&GameJson::new(game, None).with_comment(store, phrase)?)?;
                }
            }
            Ok(())
        })
    }

    /// The game tree of a game in SGF. With `orient=True`, turned and mirrored to its normal form, with the first
    /// move in the upper right corner: `gtn-db games --sgf --orient`.
    ///
    /// Raises LookupError if there is no such game.
    #[pyo3(signature = (game, *, orient=false))]
    fn game_sgf(&self, py: Python<'_>, game: i64, orient: bool) -> PyResult<String> {
        self.run(py, move |_, store| {
            store.game(game)?.ok_or_else(|| no_game(game))?;
            Ok(load_game_sgf(store, game, orient)?)
        })
    }

    /// The games that are most like a game, the number of a game of the database or a text with one game in
    /// SGF: `gtn-db games --like`.
    ///
    /// `common_moves` and `common_corners` are the longest common positions. Other arguments are as for `games`; at
    /// most 200 games are listed.
    ///
    /// Raises LookupError if there is no such game, ValueError if the text is no game, and errors as `games` does.
    #[pyo3(signature = (game, *, r#where=None, limit=None, **conditions))]
    fn like(
        &self,
        py: Python<'_>,
        game: GivenGame,
        r#where: Option<&str>,
        limit: Option<usize>,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ArrowData> {
        let filter = game_filter(r#where, conditions)?;
        let limit = at_most(limit)?.min(MAX_LIKE);
        self.answer(py, rows::like_game, move |file, store, rows| {
            let (lines, own) = match game {
                GivenGame::Number(id) => {
                    (store.game_lines(id)?.ok_or_else(|| no_game(id))?, Some(id))
                }
                GivenGame::Sgf(text) => {
                    (read_given_game(text.into_bytes()).map_err(PyValueError::new_err)?.lines, None)
                }
            };
            file.indexes.with_view(store, |view| {
                let games = select_games(store, &filter, false, false)?;
                for like in view.like_games(games, &lines, own, limit)? {
                    if let Some(game) = store.game(like.game)? {
                        rows.push(&GameJson::new(game, None).with_likeness(&like))?;
                    }
                }
                Ok(())
            })
        })
    }

    /// The moves that were played next on a whole board: `gtn-db next`.
    ///
    /// `position` is as for `find`; without it the empty 19x19 board. With `by="year"`, `fashion` has the share
    /// of each move by year; with `by="rank"`, `strength` has it by the rank of the players. With
    /// `versus=2016`, `versus` has its share before this year and since; with `versus="pro"`, among amateurs
    /// and among professionals.
    ///
    /// `examples` are the five games of each move that were imported first, or with `"newest"` or `"strongest"`
    /// those of the last years or of the players with the highest mean rank.
    ///
    /// Only positions that begin with move `after_move` or later, and with move `before_move` or earlier.
    /// `where` and `conditions` are as for `games`. With `unique=True`, a group of the same game counts once.
    ///
    /// Raises ValueError if `position` is no whole board, and errors as `games` does.
    #[pyo3(signature = (position=None, *, by=None, versus=None, examples=None, after_move=None, before_move=None, unique=false, min_games=1, r#where=None, limit=None, **conditions))]
    #[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of Python")]
    fn next(
        &self,
        py: Python<'_>,
        position: Option<String>,
        by: Option<&str>,
        versus: Option<&Bound<'_, PyAny>>,
        examples: Option<&str>,
        after_move: Option<u16>,
        before_move: Option<u16>,
        unique: bool,
        min_games: u64,
        r#where: Option<&str>,
        limit: Option<usize>,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ArrowData> {
        let (limit, aspects) = (at_most(limit)?, read_aspects(by, versus, examples)?);
        let filter = game_filter(r#where, conditions)?;
        self.answer(py, rows::next_move, move |file, store, rows| {
            file.indexes.with_view(store, |view| {
                let asked = read_board(store, position.as_deref())?;
                let pattern = Pattern::try_from(&asked.sub).map_err(refuse)?;
                if !pattern.open().is_empty() {
                    return Err(PyValueError::new_err("position: a whole board is needed").into());
                }
                let moves = read_moves(after_move, before_move)?;
                let games = select_games(store, &filter, false, unique)?;
                let condition = MatchFilter { moves, ..MatchFilter::default() };
                let search = Search::new(pattern).filter(condition);
                let mut found = view.played_next(games, &search)?;
                found.moves.retain(|played| played.results.games >= min_games);
                found.moves.truncate(limit);
                rows.extend(
                    NextMoveJson::list(&found, PointNames::new(asked.place), aspects).iter(),
                )
            })
        })
    }

    /// Where a shape occurs in games: `gtn-db find --in games`.
    ///
    /// `position` is as for `find`, but in an IGTN or a diagram `?` is any point. `region`, such as "K10-T19", is
    /// the part of the position that is the shape; without it all of it, and of a whole board the stones with the
    /// edges near them. With `what="hits"` a row is a hit, by game; with `what="moves"` a move that is played inside
    /// the shape next, the most frequent first, with its games, hits and results.
    ///
    /// With `anchor=True`, only hits at the place of the shape on its board, and at the images of this place.
    /// `next` is the color that plays inside the shape first, and `sequence` what is played there, such as
    /// "B R14 W Q17". `after_move` and `before_move` are as for `next`, `where` and `conditions` as for `games`.
    ///
    /// Raises ValueError if an argument has no meaning, and errors as `games` does.
    #[pyo3(signature = (position, what="hits", *, region=None, anchor=false, next=None, sequence=None, after_move=None, before_move=None, r#where=None, limit=None, **conditions))]
    #[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of Python")]
    fn shapes(
        &self,
        py: Python<'_>,
        position: String,
        what: &str,
        region: Option<String>,
        anchor: bool,
        next: Option<&str>,
        sequence: Option<&str>,
        after_move: Option<u16>,
        before_move: Option<u16>,
        r#where: Option<&str>,
        limit: Option<usize>,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ArrowData> {
        let (limit, filter) = (at_most(limit)?, game_filter(r#where, conditions)?);
        let (moves, next) = (read_moves(after_move, before_move)?, read_color("next", next)?);
        let refuse = |error: String| PyValueError::new_err(format!("sequence: {error}"));
        let sequence: Option<TypedMoves> =
            sequence.map(|moves| moves.parse().map_err(refuse)).transpose()?;
        let columns = match what {
            "hits" => rows::hit,
            "moves" => rows::continuation,
            _ => return Err(PyValueError::new_err("what: write `hits` or `moves`")),
        };
        let lists_hits = what == "hits";
        self.answer(py, columns, move |file, store, rows| {
            file.indexes.with_view(store, |view| {
                let shape = read_shape(store, &position, region.as_deref())?;
                let conditions = HitConditions { moves, anchor, next, sequence: sequence.as_ref() };
                let search = shape.search(conditions).map_err(|error| refuse(error.to_string()))?;
                let (games, names) =
                    (select_games(store, &filter, false, false)?, PointNames::new(shape.place));
                if !lists_hits {
                    let (counts, played) = view.search_and_count(games, &search, &CountMatches)?;
                    let counted = HitCountJson::new(&counts, &played.moves, names);
                    return rows.extend(counted.continuations.iter().take(limit));
                }
                let found = view.search(games, &search, &ListMatches::limit(limit))?;
                for of_game in found.chunk_by(|one, other| one.game == other.game) {
                    rows.extend(HitJson::of_game(store, of_game, names)?.iter())?;
                }
                Ok(())
            })
        })
    }

    /// What a player chose in the first moves as Black and as White, and what all others chose in the same
    /// positions: `gtn-db next --profile`.
    ///
    /// `position` is as for `next`. Only positions after fewer than `depth` moves, and at most `positions` of each
    /// color, those that most games of the player reach. `min_games` leaves out rarer moves of the player. Other
    /// arguments are as for `next`; conditions that name players are refused.
    ///
    /// Raises ValueError if `position` is no whole board, and errors as `games` does.
    #[pyo3(signature = (name, position=None, *, depth=6, positions=10, min_games=1, unique=false, r#where=None, **conditions))]
    #[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of Python")]
    fn profile(
        &self,
        py: Python<'_>,
        name: String,
        position: Option<String>,
        depth: usize,
        positions: usize,
        min_games: u64,
        unique: bool,
        r#where: Option<&str>,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ArrowData> {
        let filter = game_filter(r#where, conditions)?;
        let GameConditions { players, black, white, .. } = &filter.conditions;
        if !players.is_empty() || black.is_some() || white.is_some() {
            return Err(PyValueError::new_err("a profile compares a player with all others"));
        }
        let options = ProfileOptions { depth, positions, least: min_games };
        self.answer(py, rows::profile_move, move |file, store, rows| {
            file.indexes.with_view(store, |view| {
                let asked = read_board(store, position.as_deref())?;
                let pattern = Pattern::try_from(&asked.sub).map_err(refuse)?;
                if !pattern.open().is_empty() {
                    return Err(PyValueError::new_err("position: a whole board is needed").into());
                }
                let games = select_games(store, &filter, false, unique)?;
                let mut profile = view.profile(games, &name, &pattern, options)?;
                for position in &mut profile.positions {
                    position.own.moves.retain(|played| played.results.games >= min_games);
                }
                let names = PointNames::new(asked.place);
                rows.extend(ProfileMoveJson::list(&profile, names, Aspects::default()).iter())
            })
        })
    }

    /// The moves that were played next in a corner, of the corners of all lines of games: `gtn-db joseki`.
    ///
    /// `position` is a corner, as for `find`; without it the empty corner. `window` columns and rows of each
    /// corner count, 1 to 26, at most half of the board. `turn` is as for `find`. With `even=True`, handicap games do
    /// not count. Other arguments are as for `next`.
    ///
    /// Raises ValueError if `position` is no corner, and errors as `next` does.
    #[pyo3(signature = (position=None, *, turn=None, window=10, by=None, versus=None, examples=None, after_move=None, before_move=None, even=false, unique=false, min_games=1, r#where=None, limit=None, **conditions))]
    #[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of Python")]
    fn joseki(
        &self,
        py: Python<'_>,
        position: Option<String>,
        turn: Option<&str>,
        window: u8,
        by: Option<&str>,
        versus: Option<&Bound<'_, PyAny>>,
        examples: Option<&str>,
        after_move: Option<u16>,
        before_move: Option<u16>,
        even: bool,
        unique: bool,
        min_games: u64,
        r#where: Option<&str>,
        limit: Option<usize>,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<ArrowData> {
        let (limit, aspects) = (at_most(limit)?, read_aspects(by, versus, examples)?);
        let (turn, window) = (read_turn(turn)?, read_window(window)?);
        let filter = game_filter(r#where, conditions)?;
        self.answer(py, rows::corner_move, move |file, store, rows| {
            file.indexes.with_view(store, |view| {
                let (asked, turn) = read_corner(store, position.as_deref(), window, turn)?;
                let games = select_games(store, &filter, even, unique)?;
                let after = read_moves(after_move, before_move)?;
                let options = CornerOptions { window, after, ..CornerOptions::default() };
                let mut counted = view.corner_moves(games, &asked.corner, turn, options)?;
                counted.moves.retain(|found| found.results.games >= min_games);
                counted.moves.truncate(limit);
                let corner = CornerJson::new(&asked, &asked.corner, turn, &counted, aspects);
                rows.extend(corner.moves.iter())
            })
        })
    }

    /// The moves in the corners of games as one game tree in SGF: `gtn-db export --joseki`.
    ///
    /// It begins with the corner `position`; moves that occur in fewer games than `min_games` are left out.
    /// `dictionaries` are the numbers of games that do not count, whose moves and comments are written beside
    /// those of the others. Other arguments are as for `joseki`.
    ///
    /// Raises LookupError if there is no such game or no move, and errors as `joseki` does.
    #[pyo3(signature = (position=None, *, turn=None, window=10, dictionaries=None, after_move=None, before_move=None, even=false, unique=false, min_games=2, r#where=None, **conditions))]
    #[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of Python")]
    fn joseki_sgf(
        &self,
        py: Python<'_>,
        position: Option<String>,
        turn: Option<&str>,
        window: u8,
        dictionaries: Option<Vec<i64>>,
        after_move: Option<u16>,
        before_move: Option<u16>,
        even: bool,
        unique: bool,
        min_games: u64,
        r#where: Option<&str>,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let (turn, window) = (read_turn(turn)?, read_window(window)?);
        let after = read_moves(after_move, before_move)?;
        let filter = game_filter(r#where, conditions)?;
        let mut dictionaries = dictionaries.unwrap_or_default();
        dictionaries.sort_unstable();
        dictionaries.dedup();
        self.run(py, move |_, store| {
            let (asked, turn) = read_corner(store, position.as_deref(), window, turn)?;
            let options = CornerOptions { window, after, ..CornerOptions::default() };
            let mut games = select_games(store, &filter, even, unique)?;
            let mut dictionary = None;
            if !dictionaries.is_empty() {
                for &game in &dictionaries {
                    store.game(game)?.ok_or_else(|| no_game(game))?;
                }
                let is_dictionary = |id: &i64| dictionaries.contains(id);
                games = Some(leave_out_games(store, games, is_dictionary)?);
                dictionary = Some(load_dictionary(store, &dictionaries, options)?);
            }
            let joseki = load_joseki(store, games.as_deref(), options, Kept::All)?;
            if !joseki.has_moves(&asked.corner, turn, min_games) && dictionary.is_none() {
                let message = format!("no move in the corner occurs in {min_games} games");
                return Err(PyLookupError::new_err(message).into());
            }
            let (from, depth) = ((&asked.corner, turn), options.moves.into());
            let mut text = Vec::new();
            write_sgf(&joseki, dictionary.as_ref(), from, min_games, depth, &mut text)
                .expect("a vector takes all bytes");
            Ok(String::from_utf8(text).expect("SGF is written as UTF-8"))
        })
    }
}

impl Database {
    /// Runs a question on a connection of its own.
    fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&File, &Store) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let file = Arc::clone(&self.file);
        let run = move || question(&file, &file.store()?);
        pool::run(py, self.threads, run)?.map_err(|failure| failure.0)
    }

    /// [`answer`](Self::answer), with the column that `keys` asks for.
    fn answer_with(
        &self,
        py: Python<'_>,
        keys: KeyBytes,
        columns: fn() -> Vec<arrow_schema::Field>,
        question: impl FnOnce(&File, &Store, &mut RowSink) -> Result<(), Failure> + Send + 'static,
    ) -> PyResult<ArrowData> {
        Ok(self.answer(py, columns, question)?.with_key_bytes(keys))
    }

    /// Answers a question with the rows that it adds.
    fn answer(
        &self,
        py: Python<'_>,
        columns: fn() -> Vec<arrow_schema::Field>,
        question: impl FnOnce(&File, &Store, &mut RowSink) -> Result<(), Failure> + Send + 'static,
    ) -> PyResult<ArrowData> {
        self.run(py, move |file, store| {
            let mut rows = RowSink::new(columns());
            question(file, store, &mut rows)?;
            Ok(rows.finish()?)
        })
    }
}

/// The exception for a game that is not there.
fn no_game(id: i64) -> PyErr {
    PyLookupError::new_err(format!("the database has no game {id}"))
}

/// A game of the database, or a text in SGF.
#[derive(FromPyObject)]
enum GivenGame {
    Number(i64),
    Sgf(String),
}

fn list_duplicates(
    store: &Store,
    identity: Identity,
    limit: usize,
    rows: &mut RowSink,
) -> Result<(), Failure> {
    let decisions = Decisions::load(store)?;
    for stored in walk_positions(store, 2)? {
        let (position, records) = stored?;
        let clusters = decisions.cluster_records(store, &position, &records, identity)?;
        for cluster in clusters.iter().filter(|cluster| cluster.redundant() > 0) {
            if rows.len() == limit {
                return Ok(());
            }
            rows.push(&ClusterJson::new(store, position.key, cluster)?)?;
        }
    }
    Ok(())
}

fn list_problems(
    store: &Store,
    filter: &ProblemFilter,
    limit: usize,
    rows: &mut RowSink,
) -> Result<(), Failure> {
    let list = ProblemList::load(store, filter)?;
    let listed = &list.problems()[..list.problems().len().min(limit)];
    list.visit(store, listed, |position, _, cluster| -> Result<(), Failure> {
        let problem = ProblemJson::new(store, position, cluster)?;
        Ok(rows.push(&problem.with_comment(store, filter.conditions.comment.as_ref())?)?)
    })
}
