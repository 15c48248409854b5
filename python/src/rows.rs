//! Answers of a database as Arrow data.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_json::ReaderBuilder;
use arrow_json::reader::Decoder;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use gtn_db::answer::{Column, GameJson, Kind};
use pyo3::PyErr;
use pyo3::exceptions::PyRuntimeError;
use serde::Serialize;

use crate::arrow::ArrowData;
use crate::pool;

/// Collects objects of [`gtn_db::answer`] as Arrow data, some rows at a time, so that there is never
/// a second copy of them all.
pub struct RowSink {
    schema: SchemaRef,
    decoder: Decoder,
    pending: usize,
    batches: Vec<RecordBatch>,
}

/// The answer is not wanted any more, or a bug.
fn failed(error: ArrowError) -> PyErr {
    PyRuntimeError::new_err(format!("rows as Arrow data: {error}"))
}

impl RowSink {
    pub fn new(columns: Vec<Field>) -> RowSink {
        let schema = Arc::new(Schema::new(columns));
        let decoder =
            ReaderBuilder::new(Arc::clone(&schema)).with_strict_mode(true).build_decoder();
        let decoder = decoder.expect("columns of these types can be read");
        RowSink { schema, decoder, pending: 0, batches: Vec::new() }
    }

    /// The number of rows so far.
    pub fn len(&self) -> usize {
        self.pending + self.batches.iter().map(RecordBatch::num_rows).sum::<usize>()
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If nobody waits for the answer any more.
    pub fn push(&mut self, object: &impl Serialize) -> Result<(), PyErr> {
        if pool::is_cancelled() {
            return Err(PyRuntimeError::new_err("the call was cancelled"));
        }
        self.decoder.serialize(std::slice::from_ref(object)).map_err(failed)?;
        self.pending += 1;
        if self.pending == pool::ROWS { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), PyErr> {
        self.pending = 0;
        self.batches.extend(self.decoder.flush().map_err(failed)?);
        Ok(())
    }

    pub fn finish(mut self) -> Result<ArrowData, PyErr> {
        self.flush()?;
        Ok(ArrowData::table(&self.schema, self.batches))
    }
}

fn texts<const N: usize>(names: [&str; N]) -> impl Iterator<Item = Field> {
    names.map(|name| Field::new(name, DataType::Utf8, true)).into_iter()
}

fn text_list(name: &str) -> Field {
    Field::new_list(name, Field::new_list_field(DataType::Utf8, true), true)
}

/// The tree of a record, and its rank there.
fn place_in_source() -> [Field; 2] {
    ["tree", "problem"].map(|name| Field::new(name, DataType::Int32, true))
}

/// The columns of [`RecordMatchJson`](gtn_db::answer::RecordMatchJson).
pub fn record_match() -> Vec<Field> {
    let mut columns: Vec<Field> = texts(["kind", "key", "turn", "operation", "source"]).collect();
    columns.extend(place_in_source());
    columns.extend(texts(["name"]));
    columns.push(Field::new("other_size", DataType::Boolean, true));
    columns
}

/// The columns of [`ListedPositionJson`](gtn_db::answer::ListedPositionJson).
pub fn listed_position() -> Vec<Field> {
    let mut columns: Vec<Field> = texts(["key"]).chain(counts(["records"])).collect();
    columns.push(Field::new("first", DataType::Struct(record_match().into()), true));
    columns.extend(texts(["error"]));
    columns
}

/// The columns of [`SimilarMatchJson`](gtn_db::answer::SimilarMatchJson).
pub fn similar_match() -> Vec<Field> {
    let mut columns = record_match();
    columns.push(Field::new("distance", DataType::Int8, true));
    columns.push(text_list("difference"));
    columns
}

/// The columns of [`NearestMatchJson`](gtn_db::answer::NearestMatchJson).
pub fn nearest_match() -> Vec<Field> {
    let mut columns = record_match();
    columns.push(Field::new("nearest", DataType::Boolean, true));
    columns.push(Field::new("distance", DataType::Int32, true));
    columns.push(Field::new("points", DataType::Int32, true));
    columns
}

/// The columns of [`ContainmentJson`](gtn_db::answer::ContainmentJson).
pub fn containment() -> Vec<Field> {
    let mut columns: Vec<Field> = texts(["kind", "key", "turn", "operation", "at"]).collect();
    columns.push(Field::new("placements", DataType::Int32, true));
    columns.extend(texts(["source"]));
    columns.extend(place_in_source());
    columns.extend(texts(["name"]));
    columns
}

/// The columns of [`CorePairJson`](gtn_db::answer::CorePairJson).
pub fn core_pair() -> Vec<Field> {
    let numbers = ["distance", "margin"].map(|name| Field::new(name, DataType::Int8, true));
    [text_list("keys")].into_iter().chain(numbers).collect()
}

/// The columns of [`BookNumberJson`](gtn_db::answer::BookNumberJson).
pub fn book_number() -> Vec<Field> {
    let side = |prefix: &str| {
        let text = |name: &str| Field::new(format!("{prefix}{name}"), DataType::Utf8, true);
        let number = |name: &str| Field::new(format!("{prefix}{name}"), DataType::Int32, true);
        [text("book"), text("key"), text("source"), number("tree"), number("problem")]
    };
    let number = Field::new("number", DataType::Int64, true);
    [number].into_iter().chain(side("")).chain(side("other_")).collect()
}

/// The columns of [`ClusterJson`](gtn_db::answer::ClusterJson).
pub fn cluster() -> Vec<Field> {
    let mut record: Vec<Field> = texts(["source"]).collect();
    record.extend(place_in_source());
    record.extend(texts(["name", "operation", "turn"]));
    record.push(Field::new("copy_of", DataType::Int32, true));
    let record = Field::new_list_field(DataType::Struct(record.into()), true);
    let mut columns: Vec<Field> = texts(["key", "turn"]).collect();
    columns.push(Field::new_list("records", record, true));
    columns
}

/// The columns of [`NextMoveJson`](gtn_db::answer::NextMoveJson).
pub fn next_move() -> Vec<Field> {
    let mut columns: Vec<Field> = texts(["turn"]).collect();
    columns.push(Field::new("pass", DataType::Boolean, true));
    columns.extend(texts(["point", "point_name"]));
    columns.push(Field::new("games", DataType::Int64, true));
    columns.extend(results());
    columns
}

/// The columns of [`HitJson`](gtn_db::answer::HitJson).
pub fn hit() -> Vec<Field> {
    let flag = |name| Field::new(name, DataType::Boolean, true);
    let number = |name| Field::new(name, DataType::Int32, true);
    let next = texts(["point", "point_name", "turn"]).chain([flag("pass"), number("move")]);
    let next = next.chain(texts(["game_point", "game_point_name", "game_turn"]));
    let next = DataType::Struct(next.collect());
    let mut columns: Vec<Field> = counts(["game"]).chain(texts(["source"])).collect();
    columns.push(number("tree"));
    columns.extend(texts(["black", "white", "date", "result"]));
    columns.extend([number("line"), flag("main")]);
    columns.extend(texts(["path"]));
    columns.push(number("move"));
    columns.extend(texts(["operation", "place", "place_name"]));
    columns.push(Field::new("next", next, true));
    columns
}

/// The columns of [`ContinuationJson`](gtn_db::answer::ContinuationJson).
pub fn continuation() -> Vec<Field> {
    let mut columns: Vec<Field> = texts(["point", "point_name", "turn"]).collect();
    columns.push(Field::new("pass", DataType::Boolean, true));
    columns.extend(counts(["games", "hits", "wins", "losses"]));
    columns
}

/// The columns of [`ProfileMoveJson`](gtn_db::answer::ProfileMoveJson).
pub fn profile_move() -> Vec<Field> {
    let mut columns: Vec<Field> = texts(["side", "line"]).collect();
    columns.extend(next_move());
    columns.extend(counts(["field_games"]));
    columns.extend(numbers(["field_share"]));
    columns.extend(counts(["field_wins", "field_losses"]));
    columns
}

/// The columns of [`GameJson`](gtn_db::answer::GameJson), with those of a likeness.
pub fn like_game() -> Vec<Field> {
    let mut columns = fields(GameJson::COLUMNS);
    columns.push(Field::new("common_moves", DataType::Int32, true));
    let corner = Field::new_list_field(DataType::Int32, true);
    columns.push(Field::new_list("common_corners", corner, true));
    columns
}

/// The columns of [`CornerMoveJson`](gtn_db::answer::CornerMoveJson).
pub fn corner_move() -> Vec<Field> {
    let mut columns: Vec<Field> = texts(["point", "point_name"]).collect();
    columns.extend(counts(["games", "occurrences"]));
    columns.extend(results());
    columns
}

fn counts<const N: usize>(names: [&str; N]) -> impl Iterator<Item = Field> {
    names.map(|name| Field::new(name, DataType::Int64, true)).into_iter()
}

fn numbers<const N: usize>(names: [&str; N]) -> impl Iterator<Item = Field> {
    names.map(|name| Field::new(name, DataType::Float64, true)).into_iter()
}

/// The share of a move, and the columns of [`ResultsJson`](gtn_db::answer::ResultsJson).
fn results() -> Vec<Field> {
    let object = |fields: Vec<Field>| DataType::Struct(fields.into());
    let list = |name, item| Field::new_list(name, Field::new_list_field(item, true), true);
    let year = [Field::new("year", DataType::Int32, true)].into_iter();
    let year = year.chain(counts(["count", "of"])).chain(numbers(["share"]));
    let year = object(year.chain(counts(["wins", "losses"])).collect());
    let fashion = texts(["trend"]).chain([Field::new("since", DataType::Int32, true)]);
    let fashion = object(fashion.chain([list("years", year)]).collect());
    let share = texts(["group"]).chain(counts(["count", "of"]));
    let share = object(share.chain(numbers(["share", "low", "high"])).collect());
    let versus = ["first", "second"].map(|name| Field::new(name, share.clone(), true));
    let versus = versus.into_iter().chain(numbers(["difference", "low", "high"]));
    let mut columns: Vec<Field> = numbers(["share"]).chain(counts(["wins", "losses"])).collect();
    columns.extend(["first_year", "last_year"].map(|name| Field::new(name, DataType::Int32, true)));
    columns.extend(["samples", "examples"].map(|name| list(name, DataType::Int64)));
    columns.push(Field::new("fashion", fashion, true));
    let rank = texts(["rank"]).chain(counts(["count", "of"])).chain(numbers(["share"]));
    let rank = object(rank.chain(counts(["wins", "losses"])).collect());
    let strength = texts(["mean_amateur", "mean_pro"]).chain([list("ranks", rank)]);
    columns.push(Field::new("strength", object(strength.collect()), true));
    columns.push(Field::new("versus", object(versus.collect()), true));
    columns
}

/// The columns of [`SolveJson`](gtn_db::answer::SolveJson) but the query, and the proofs as SGF.
pub fn verdict() -> Vec<Field> {
    let object = |fields: Vec<Field>| DataType::Struct(fields.into());
    let list =
        |name, fields| Field::new_list(name, Field::new_list_field(object(fields), true), true);
    let flag = |name: &str| Field::new(name, DataType::Boolean, true);
    let mut columns: Vec<Field> = texts(["turn", "outcome", "unknown", "defender"]).collect();
    columns.push(flag("settled"));
    columns.push(text_list("moves"));
    columns.push(list("refuted", texts(["move", "reply"]).collect()));
    columns.push(text_list("undecided"));
    columns.push(flag("friends_outside"));
    columns.push(list("book", texts(["move", "verdict"]).collect()));
    columns.push(text_list("line"));
    let frame = texts(["frame", "outcome", "unknown"]).chain([text_list("moves")]);
    columns.push(list("frames", frame.collect()));
    columns.extend(counts(["nodes"]));
    columns.extend(texts(["sgf"]));
    columns
}

/// The columns of [`verdict`], and the most positions that the search was to take.
pub fn stored_verdict() -> Vec<Field> {
    verdict().into_iter().chain(counts(["budget"])).collect()
}

/// The columns of [`SourceJson`](gtn_db::answer::SourceJson).
pub fn source() -> Vec<Field> {
    let mut columns = vec![Field::new("id", DataType::Int64, true)];
    columns.extend(texts(["name", "place", "path", "entry"]));
    let numbers = ["records", "games", "bytes"];
    columns.extend(numbers.map(|name| Field::new(name, DataType::Int64, true)));
    columns.extend(texts(["imported"]));
    columns
}

/// The columns of a list, as Arrow has them.
pub fn fields(columns: &[Column]) -> Vec<Field> {
    let fields = columns.iter().map(|Column { name, kind, .. }| match kind {
        Kind::Text => Field::new(*name, DataType::Utf8, true),
        Kind::Texts => text_list(name),
        Kind::Int32 => Field::new(*name, DataType::Int32, true),
        Kind::Int64 => Field::new(*name, DataType::Int64, true),
        Kind::Float => Field::new(*name, DataType::Float64, true),
    });
    fields.collect()
}
