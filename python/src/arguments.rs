//! The arguments of the methods of a database.

use gtn_db::answer::{
    AskedCorner, Aspects, By, CutShapeError, ExampleOrder, GivenPosition, GivenShape, RegionText,
    TypedMoves, likely_turn,
};
use gtn_db::extract::BoardPlace;
use gtn_db::find::{RecordView, find_even_games, find_unique_games};
use gtn_db::games::MoveRange;
use gtn_db::go::{Board, Point, Size};
use gtn_db::gtn::{Pattern, SubPosition};
use gtn_db::joseki::CornerOptions;
use gtn_db::store::{
    Expression, GameFilter, GameOrder, GameOrderKey, ProblemFilter, Store, StoredPosition,
};
use gtn_db::{Color, KeyPrefix};
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::conditions;
use crate::question::{DatabaseError, Failure};
use crate::texts::{self, refuse};

/// The most rows that a method returns.
pub fn at_most(limit: Option<usize>) -> PyResult<usize> {
    match limit {
        Some(0) => Err(PyValueError::new_err("limit: at least 1 is listed")),
        limit => Ok(limit.unwrap_or(usize::MAX)),
    }
}

/// Reads a position as [`Database::find`] takes it.
pub fn read_position(store: &Store, text: &str) -> Result<GivenPosition, Failure> {
    match text.parse::<KeyPrefix>() {
        Ok(prefix) => look_up(store, prefix, text),
        Err(_) => Ok(texts::read_position(text)?),
    }
}

/// The position whose key begins like this.
pub fn find_position(
    store: &Store,
    prefix: KeyPrefix,
    text: &str,
) -> Result<StoredPosition, Failure> {
    let mut found = store.positions_with_prefix(prefix, 2)?;
    match (found.pop(), found.len()) {
        (Some(position), 0) => Ok(position),
        (None, _) => {
            Err(PyLookupError::new_err(format!("no stored key begins with {text}")).into())
        }
        _ => Err(PyValueError::new_err(format!("several stored keys begin with {text}")).into()),
    }
}

/// The position whose key begins like this, as its first record has it.
fn look_up(store: &Store, prefix: KeyPrefix, text: &str) -> Result<GivenPosition, Failure> {
    let position = find_position(store, prefix, text)?;
    let records = store.records(position.id)?;
    let missing = || PyLookupError::new_err(format!("the position {text} has no record"));
    let view = RecordView::new(&position, records.first().ok_or_else(missing)?);
    let RecordView { window: sub, place, .. } =
        view.map_err(|error| DatabaseError::new_err(error.to_string()))?;
    Ok(GivenPosition { sub, place, turn: None })
}

pub fn problem_filter(
    sql: Option<&str>,
    conditions: Option<&Bound<'_, PyDict>>,
) -> PyResult<ProblemFilter> {
    let conditions = conditions::read(conditions)?;
    Ok(ProblemFilter { sources: Vec::new(), conditions, sql: sql.map(Expression::from) })
}

pub fn game_filter(
    sql: Option<&str>,
    conditions: Option<&Bound<'_, PyDict>>,
) -> PyResult<GameFilter> {
    let conditions = conditions::read(conditions)?;
    Ok(GameFilter { ids: None, conditions, sql: sql.map(Expression::from) })
}

/// The ids of the games that count; `None` if these are all.
pub fn select_games(
    store: &Store,
    filter: &GameFilter,
    even: bool,
    unique: bool,
) -> Result<Option<Vec<i64>>, Failure> {
    let mut selected = if filter.is_empty() { None } else { Some(store.find_games(filter)?) };
    if even {
        selected = Some(find_even_games(store, selected.as_deref())?);
    }
    if unique {
        selected = find_unique_games(store, selected)?;
    }
    Ok(selected)
}

/// Reads a position, or the empty board if there is none.
pub fn read_board(store: &Store, text: Option<&str>) -> Result<GivenPosition, Failure> {
    match text {
        Some(text) => read_position(store, text),
        None => {
            let place = BoardPlace { origin: Point::new(0, 0), board: Size::STANDARD };
            let sub = SubPosition::goban(Board::new(Size::STANDARD));
            Ok(GivenPosition { sub, place, turn: None })
        }
    }
}

/// The value that an argument names, if it is given.
pub fn read_choice<T: Copy>(
    argument: &str,
    given: Option<&str>,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> PyResult<Option<T>> {
    let Some(given) = given else { return Ok(None) };
    let found = all.iter().copied().find(|&value| name(value) == given);
    let refused = || {
        let names = all.iter().map(|&value| name(value)).collect::<Vec<_>>().join("` or `");
        PyValueError::new_err(format!("{argument}: write `{names}`"))
    };
    found.ok_or_else(refused).map(Some)
}

/// The moves with which a position may begin.
pub fn read_moves(after: Option<u16>, before: Option<u16>) -> PyResult<MoveRange> {
    let moves = MoveRange::new(after, before);
    if moves.is_empty() {
        return Err(PyValueError::new_err("after_move is larger than before_move"));
    }
    Ok(moves)
}

pub fn read_aspects(
    by: Option<&str>,
    versus: Option<&Bound<'_, PyAny>>,
    examples: Option<&str>,
) -> PyResult<Aspects> {
    let by = read_choice("by", by, &By::ALL, By::name)?;
    let versus = match versus {
        None => None,
        Some(value) => Some(
            conditions::read_text("versus", value)?
                .parse()
                .map_err(|error| PyValueError::new_err(format!("versus: {error}")))?,
        ),
    };
    let examples = read_choice("examples", examples, &ExampleOrder::ALL, ExampleOrder::name)?;
    Ok(Aspects { by, versus, examples })
}

/// Reads a corner, or the empty one, with the player to move: `turn`, or else as the text says or as is likely.
pub fn read_corner(
    store: &Store,
    text: Option<&str>,
    window: u8,
    turn: Option<Color>,
) -> Result<(AskedCorner, Color), Failure> {
    let GivenPosition { sub, place, turn: stated } = read_board(store, text)?;
    let asked = AskedCorner::new(sub, place.board, window).map_err(refuse)?;
    let turn = turn.or(stated).unwrap_or_else(|| likely_turn(asked.corner.board()));
    Ok((asked, turn))
}

/// Reads what is looked for in games: the region of a position, or else all of it, but of a whole board the
/// stones with the edges near them.
pub fn read_shape(store: &Store, text: &str, region: Option<&str>) -> Result<GivenShape, Failure> {
    let is_sgf = text.trim_start().starts_with('(');
    let is_key = text.parse::<KeyPrefix>().is_ok();
    let shape = if is_sgf || is_key || TypedMoves::is_meant_by(text, Size::STANDARD) {
        let GivenPosition { sub, place, .. } = read_position(store, text)?;
        if region.is_none() {
            let none = || PyValueError::new_err("position: there are no stones");
            return Ok(GivenShape::window(&sub, place).ok_or_else(none)?);
        }
        GivenShape { pattern: Pattern::try_from(&sub).map_err(refuse)?, place }
    } else {
        GivenShape::at_likely_place(GivenPosition::read_pattern(text).map_err(refuse)?)
    };
    let Some(region) = region else { return Ok(shape) };
    let refuse = |error: String| PyValueError::new_err(format!("region: {error}"));
    let region: RegionText = region.parse().map_err(refuse)?;
    Ok(shape.cut(&region).map_err(|error: CutShapeError| refuse(error.to_string()))?)
}

/// Reads the order of a list of games.
pub fn read_order(sort: &str, reverse: bool) -> PyResult<GameOrder> {
    let key = read_choice("sort", Some(sort), &GameOrderKey::ALL, GameOrderKey::name)?;
    let key = key.expect("a value is given");
    Ok(GameOrder { key, is_descending: reverse })
}

/// The columns and rows of a corner.
pub fn read_window(window: u8) -> PyResult<u8> {
    const MAX_WINDOW: u8 = CornerOptions::MAX_WINDOW;
    match window {
        1..=MAX_WINDOW => Ok(window),
        _ => Err(PyValueError::new_err(format!("window: 1 to {MAX_WINDOW}"))),
    }
}
