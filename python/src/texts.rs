//! Functions of the texts of positions: canonical form, containment, near positions.

use std::sync::{Arc, LazyLock};

use arrow_array::builder::{BooleanBuilder, Int8Builder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::Int8Type;
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use gtn_db::Color;
use gtn_db::answer::{GivenPosition, TypedMoves};
use gtn_db::extract::BoardPlace;
use gtn_db::find::{EdgesOption, FindOptions};
use gtn_db::go::{Point, Position, Sides, Size, Symmetry};
use gtn_db::gtn::SubPosition;
use gtn_db::similarity::{self, Containing, Edges, SimilarityIndexBuilder};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrow::{ArrowData, Given, KeyBytes, check_text_type, read_texts};
use crate::pool;

/// The schema of [`canonical`].
static CANONICAL: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        Field::new("key", DataType::Utf8, true),
        Field::new("text", DataType::Utf8, true),
        Field::new("operation", DataType::Utf8, true),
    ]))
});

/// The window of a position; `None` if the text is no position, or one without stones.
fn read_window(text: Option<&str>) -> Option<SubPosition> {
    Some(GivenPosition::read(text?).ok()?.sub.window()?.sub)
}

/// Reads a position that is no key, as `Database.find` takes it.
pub fn read_position(text: &str) -> PyResult<GivenPosition> {
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

/// The side to move that an argument names.
pub fn read_turn(turn: Option<&str>) -> PyResult<Option<Color>> {
    read_color("turn", turn)
}

/// The color that an argument names.
pub fn read_color(argument: &str, color: Option<&str>) -> PyResult<Option<Color>> {
    match color {
        None => Ok(None),
        Some("black") => Ok(Some(Color::Black)),
        Some("white") => Ok(Some(Color::White)),
        Some(_) => Err(PyValueError::new_err(format!("{argument}: write `black` or `white`"))),
    }
}

/// The exception for something in a position that has no meaning.
pub fn refuse(error: impl std::error::Error) -> PyErr {
    PyValueError::new_err(format!("position: {error}"))
}

/// The canonical form of positions: the same for all orientations, colors and croppings.
///
/// `texts` are Arrow data: an array, a chunked array, or a table with one column, of any type of
/// strings or bytes. A text is an IGTN, a diagram of several lines, or SGF, whose stones
/// before the first move count. Or they are a table of problems, as for `near_keys`, whose keys are
/// computed anew.
///
/// Returns a table with one row for each text:
///
/// - `key` (string): the position's key as 32 hexadecimal digits, scheme `KEY_SCHEME`
/// - `text` (string): the canonical text
/// - `operation` (string): the operation that maps the position to the canonical text: IR0 to IR3,
///   SR0 to SR3, N_IR0 to N_IR3 or N_SR0 to N_SR3
/// - `key_bytes` (binary): with `key_bytes=True`, the 16 bytes of the key
///
/// All are null where the text is null, is no position, or has no stones.
///
/// The call uses one thread, or as many as `threads` says.
///
/// Raises TypeError if `texts` are no Arrow data, or of another type.
///
/// >>> import gtn_db, pyarrow as pa
/// >>> texts = pa.array(["3x3|.O.X.....", "3x3|.X...O...", "junk", None])
/// >>> found = pa.table(gtn_db.canonical(texts))
/// >>> found["text"].to_pylist()
/// ['3x3|.....O.X.', '3x3|.....O.X.', None, None]
#[pyfunction]
#[pyo3(signature = (texts, *, key_bytes=false, threads=1))]
pub fn canonical(texts: &Bound<'_, PyAny>, key_bytes: bool, threads: usize) -> PyResult<ArrowData> {
    let keys = KeyBytes(key_bytes);
    let windows = GivenWindows::read(texts, "texts")?;
    let batches = pool::run(texts.py(), threads, move || {
        let canonicalize = |windows: &[_]| keys.add(canonicalize(windows));
        pool::map_pieces(&windows.rows(), pool::ROWS, canonicalize)
    })?;
    Ok(ArrowData::table(&keys.schema(&CANONICAL), batches))
}

fn canonicalize(windows: &[GivenWindow<'_>]) -> RecordBatch {
    let rows = windows.len();
    let mut keys = StringBuilder::with_capacity(rows, 32 * rows);
    let mut canonical_texts = StringBuilder::with_capacity(rows, 64 * rows);
    let mut operations = StringBuilder::with_capacity(rows, 5 * rows);
    for window in windows {
        let form = window.read().map(|window| window.canonicalize());
        keys.append_option(form.as_ref().map(|form| form.key().to_string()));
        canonical_texts.append_option(form.as_ref().map(|form| form.text()));
        operations.append_option(form.map(|form| form.symmetry().name()));
    }
    let columns: Vec<ArrayRef> = vec![
        Arc::new(keys.finish()),
        Arc::new(canonical_texts.finish()),
        Arc::new(operations.finish()),
    ];
    RecordBatch::try_new(Arc::clone(&CANONICAL), columns).expect("the columns have these types")
}

/// Whether positions contain a pattern, in any orientation and color.
///
/// `texts` are as for `canonical`. `pattern` is an IGTN, a diagram of several lines, or SGF; `?`
/// matches black, white and empty points. With `edges="marked"`, sides of the pattern without `_`
/// and `!` must be edges of the board, and beyond the others the board must continue; with
/// `edges="any"` neither is required.
///
/// Returns a column of booleans, null where the text is null, is no position, or has no stones.
///
/// The call uses one thread, or as many as `threads` says.
///
/// Raises ValueError if the pattern is none or has no stone, or `edges` is another word, and
/// TypeError as `canonical` does.
///
/// >>> import gtn_db, pyarrow as pa
/// >>> texts = pa.array(["3x4|XO.._XO.._O..._!!!!_", "1x3|XX._!!!_", None])
/// >>> pa.array(gtn_db.contains(texts, "2x2|OX_?X_!!_")).to_pylist()
/// [True, False, None]
#[pyfunction]
#[pyo3(signature = (texts, pattern, *, edges="marked", threads=1))]
pub fn contains(
    texts: &Bound<'_, PyAny>,
    pattern: &str,
    edges: &str,
    threads: usize,
) -> PyResult<ArrowData> {
    let search = read_search(pattern, edges)?;
    let chunks = Given::read(texts, "texts")?.into_text_chunks("texts")?;
    let chunks = pool::run(texts.py(), threads, move || {
        let find = |texts: &[Option<&str>]| find_containing(&search, texts);
        let pieces = |chunk: &ArrayRef| pool::map_pieces(&read_texts(chunk), pool::ROWS, find);
        chunks.iter().flat_map(pieces).collect()
    })?;
    Ok(ArrowData::column(Field::new("contains", DataType::Boolean, true), chunks))
}

/// The search for a pattern.
///
/// # Errors
/// `ValueError` if the pattern is none or has no stone, or the edges are another word.
pub fn read_search(pattern: &str, edges: &str) -> PyResult<Containing> {
    let edges = read_edges(edges, FindOptions { contains: true, ..FindOptions::default() })?;
    let refuse = |error: &dyn std::error::Error| PyValueError::new_err(format!("pattern: {error}"));
    let pattern = GivenPosition::read_pattern(pattern).map_err(|error| refuse(&error))?;
    Containing::new(&pattern, edges).map_err(|error| refuse(&error))
}

/// What the edges of a search mean.
///
/// # Errors
/// `ValueError` if the word has no meaning with the other options.
pub fn read_edges(word: &str, options: FindOptions<'_>) -> PyResult<Edges> {
    let spell = |name: &str, value: &str| format!("{name}={value:?}").replace("=\"\"", "");
    let edges = EdgesOption::ALL.into_iter().find(|edges| edges.name() == word);
    let checked = match edges {
        Some(_) => FindOptions { edges, ..options }.check(spell).map(|(_, edges)| edges),
        None => {
            let words = EdgesOption::ALL.map(|edges| format!("`{}`", edges.name()));
            Err(format!("edges: write {}", words.join(" or ")))
        }
    };
    checked.map_err(PyValueError::new_err)
}

fn find_containing(search: &Containing, texts: &[Option<&str>]) -> ArrayRef {
    let windows: Vec<Option<SubPosition>> = texts.iter().map(|&text| read_window(text)).collect();
    let mut index = SimilarityIndexBuilder::default();
    for (window, number) in windows.iter().zip(0..) {
        if let Some(window) = window {
            index.add(number, window);
        }
    }
    let hits = search.find(&index.build());
    let mut hits = hits.iter().map(|hit| hit.number).peekable(); // sorted
    let mut found = BooleanBuilder::with_capacity(texts.len());
    for (window, number) in windows.iter().zip(0..) {
        let is_hit = hits.next_if_eq(&number).is_some();
        found.append_option(window.as_ref().map(|_| is_hit));
    }
    Arc::new(found.finish())
}

/// Signatures of positions: two positions that differ in at most `k` points have at least one in
/// common.
///
/// `texts` are as for `canonical`, or a table of problems as `extract` returns it, with the
/// columns `text` and `operation` (strings), `window_cols`, `window_rows` and `window_open` (int8). The
/// table is the exact way: where a position reaches from one edge of the board to the facing one,
/// the canonical text alone may have more lines than the window. `k` is 0, 1 or 2. Signatures are
/// comparable only if `k` is equal.
///
/// The reverse does not hold: `near_distance` tells whether positions with a common signature are
/// near. So a table joins itself by the exploded signatures, and keeps the pairs with a distance.
///
/// Returns a column of lists of int64, null where the text is null, is no position, or has no
/// stones.
///
/// The call uses one thread, or as many as `threads` says.
///
/// Raises ValueError if `k` is another number, and TypeError as `canonical` does.
///
/// >>> import gtn_db, pyarrow as pa
/// >>> texts = pa.array(["2x3|XO._XX._!!!_", "2x3|_.OX_XXX_!!!", "junk"])
/// >>> one, other, junk = pa.array(gtn_db.near_keys(texts, 1)).to_pylist()
/// >>> len(set(one) & set(other)) > 0, junk
/// (True, None)
#[pyfunction]
#[pyo3(signature = (texts, k, *, threads=1))]
pub fn near_keys(texts: &Bound<'_, PyAny>, k: u8, threads: usize) -> PyResult<ArrowData> {
    check_k(k)?;
    let windows = GivenWindows::read(texts, "texts")?;
    let sign = move |windows: &[GivenWindow<'_>]| {
        let mut signatures = ListBuilder::new(Int64Builder::new());
        for window in windows {
            let keys = window.read().map(|window| similarity::near_keys(&window, k));
            signatures.append_option(keys.map(|keys| keys.into_iter().map(|key| Some(key as i64))));
        }
        Arc::new(signatures.finish()) as ArrayRef
    };
    let chunks = pool::run(texts.py(), threads, move || {
        pool::map_pieces(&windows.rows(), pool::ROWS, sign)
    })?;
    let item = Field::new_list_field(DataType::Int64, true);
    Ok(ArrowData::column(Field::new_list("near_keys", item, true), chunks))
}

/// The number of points at which two positions differ.
///
/// `a` and `b` are as `texts` of `near_keys`, and equally long. `k` is 0, 1 or 2.
///
/// Returns a column of int8: null where more than `k` points differ, or one of the texts is null,
/// is no position, or has no stones.
///
/// The call uses one thread, or as many as `threads` says.
///
/// Raises ValueError if `k` is another number or the columns differ in length, and TypeError as
/// `canonical` does.
///
/// >>> import gtn_db, pyarrow as pa
/// >>> a = pa.array(["2x3|XO._XX._!!!_", "1x1|X"])
/// >>> b = pa.array(["2x3|_.OX_XXX_!!!", None])
/// >>> pa.array(gtn_db.near_distance(a, b, 2)).to_pylist()
/// [1, None]
#[pyfunction]
#[pyo3(signature = (a, b, k, *, threads=1))]
pub fn near_distance(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    k: u8,
    threads: usize,
) -> PyResult<ArrowData> {
    check_k(k)?;
    let (first, second) = (GivenWindows::read(a, "a")?, GivenWindows::read(b, "b")?);
    if first.len() != second.len() {
        return Err(PyValueError::new_err(format!(
            "a and b: {} and {} texts, where as many are needed",
            first.len(),
            second.len()
        )));
    }
    let measure = move |pairs: &[(GivenWindow<'_>, GivenWindow<'_>)]| {
        let mut distances = Int8Builder::with_capacity(pairs.len());
        for (one, other) in pairs {
            let windows = one.read().zip(other.read());
            let distance =
                windows.and_then(|(one, other)| similarity::near_distance(&one, &other, k));
            distances.append_option(distance.map(|distance| distance as i8));
        }
        Arc::new(distances.finish()) as ArrayRef
    };
    let chunks = pool::run(a.py(), threads, move || {
        let pairs: Vec<_> = first.rows().into_iter().zip(second.rows()).collect();
        pool::map_pieces(&pairs, pool::ROWS, measure)
    })?;
    Ok(ArrowData::column(Field::new("near_distance", DataType::Int8, true), chunks))
}

/// The columns of a table of problems that give their windows, besides `text` and `operation`.
const PLACEMENT: [&str; 3] = ["window_cols", "window_rows", "window_open"];

/// Positions as [`near_keys`] takes them.
enum GivenWindows {
    Texts(Vec<ArrayRef>),
    Problems(Vec<StructArray>),
}

/// A position as [`near_keys`] takes it.
struct GivenWindow<'a> {
    text: Option<&'a str>,
    /// The numbers in the columns of [`PLACEMENT`] and the operation, if the position is from a table
    /// of problems.
    placement: Option<([i8; 3], Option<&'a str>)>,
}

impl GivenWindows {
    fn read(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<GivenWindows> {
        let given = Given::read(object, argument)?;
        let DataType::Struct(fields) = given.data_type() else {
            return Ok(GivenWindows::Texts(given.into_text_chunks(argument)?));
        };
        if fields.len() == 1 {
            return Ok(GivenWindows::Texts(given.into_text_chunks(argument)?));
        }
        for field in fields {
            let (name, found) = (field.name(), field.data_type());
            if ["text", "operation"].contains(&&**name) {
                check_text_type(found, &format!("{argument}: column `{name}`"))?;
            } else if PLACEMENT.contains(&&**name) && *found != DataType::Int8 {
                return Err(PyTypeError::new_err(format!(
                    "{argument}: column `{name}`: Int8 is needed, not {found}"
                )));
            }
        }
        let [cols, rows, open] = PLACEMENT;
        let columns = ["text", "operation", cols, rows, open];
        Ok(GivenWindows::Problems(given.into_table_chunks(argument, &columns)?))
    }

    fn len(&self) -> usize {
        match self {
            GivenWindows::Texts(chunks) => chunks.iter().map(|chunk| chunk.len()).sum(),
            GivenWindows::Problems(chunks) => chunks.iter().map(StructArray::len).sum(),
        }
    }

    fn rows(&self) -> Vec<GivenWindow<'_>> {
        match self {
            GivenWindows::Texts(chunks) => {
                let texts = chunks.iter().flat_map(|chunk| read_texts(chunk));
                texts.map(|text| GivenWindow { text, placement: None }).collect()
            }
            GivenWindows::Problems(chunks) => {
                chunks.iter().flat_map(GivenWindows::rows_of_problems).collect()
            }
        }
    }

    /// The rows of a table of problems. A row with a null in a column is no position.
    fn rows_of_problems(table: &StructArray) -> Vec<GivenWindow<'_>> {
        let column = |name| table.column_by_name(name).expect("the table has the columns");
        let numbers = PLACEMENT.map(|name| column(name).as_primitive::<Int8Type>());
        let operations = read_texts(column("operation"));
        let texts = read_texts(column("text")).into_iter().zip(operations).enumerate();
        let row = |(index, (text, operation)): (usize, (Option<_>, _))| {
            let is_valid = numbers.iter().all(|column| column.is_valid(index));
            let placement = numbers.map(|column| column.value(index));
            GivenWindow { text: text.filter(|_| is_valid), placement: Some((placement, operation)) }
        };
        texts.map(row).collect()
    }
}

impl GivenWindow<'_> {
    /// The window; `None` if the row is no position with stones.
    fn read(&self) -> Option<SubPosition> {
        let Some((numbers, operation)) = self.placement else { return read_window(self.text) };
        let canonical: SubPosition = self.text?.parse().ok()?;
        let [cols, rows, open] = numbers.map(|number| u8::try_from(number).ok());
        let symmetry: Symmetry = operation?.parse().ok()?;
        let size = symmetry.size(Size::new(cols?, rows?).ok()?);
        let open = Sides::from_bits(open?).transform(symmetry);
        Some(canonical.unsquared(size, open).unwrap_or(canonical).window()?.sub)
    }
}

/// The most points by which signatures find near positions.
const MAX_K: u8 = 2;

fn check_k(k: u8) -> PyResult<()> {
    if k > MAX_K {
        return Err(PyValueError::new_err(format!("k: 0 to {MAX_K} points, not {k}")));
    }
    Ok(())
}
