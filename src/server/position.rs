//! Positions in requests: IGTN, GTN or SGF.

use super::problem::Problem;
use crate::Color;
use crate::extract::{BoardPlace, extract_setup};
use crate::find::PositionQuery;
use crate::go::Point;
use crate::gtn::{Diagram, ParseGtnError, Pattern, PatternError, SubPosition};
use crate::sgf::Charset;

/// A position as a client gave it.
#[derive(Clone, Debug)]
pub(super) struct GivenPosition {
    /// The stones and open sides.
    pub(super) sub: SubPosition,
    /// Where the position lies on a board: known, or likely from its edges.
    pub(super) place: BoardPlace,
    /// Who is to move, if the text says so.
    pub(super) turn: Option<Color>,
}

/// The forms of a position's text.
enum Form {
    Igtn,
    Gtn,
    Sgf,
}

fn form(text: &str) -> Form {
    match text {
        _ if text.starts_with('(') => Form::Sgf,
        _ if text.contains('\n') => Form::Gtn,
        _ => Form::Igtn,
    }
}

/// Reads a position.
///
/// # Errors
/// 422 with the place of the fault, if the text is no position.
pub(super) fn read_position(text: &str) -> Result<GivenPosition, Problem> {
    let (text, refuse) = trim(text);
    let diagram = match form(text) {
        Form::Sgf => {
            let setup = extract_setup(text.as_bytes(), Charset::UTF_8)
                .map_err(|fault| Problem::unprocessable(fault.to_string()))?;
            let (turn, _) = setup.turn_evidence.turn();
            let sub = SubPosition::goban(setup.board);
            let place = BoardPlace { origin: Point::new(0, 0), board: sub.board.size() };
            return Ok(GivenPosition { sub, place, turn });
        }
        Form::Gtn => Diagram::from_gtn(text).map_err(refuse)?,
        Form::Igtn => text.parse().map_err(refuse)?,
    };
    let own = BoardPlace { origin: Point::new(0, 0), board: diagram.size() };
    let place = BoardPlace::likely(&diagram).unwrap_or(own);
    Ok(GivenPosition { sub: diagram.sub_position(), place, turn: None })
}

/// Reads a pattern, in which `?` is any point. Of a whole board in SGF the pattern is the window.
///
/// # Errors
/// 422 with the place of the fault, if the text is no pattern.
pub(super) fn read_pattern(text: &str) -> Result<Pattern, Problem> {
    let (text, refuse) = trim(text);
    let pattern = match form(text) {
        Form::Sgf => Pattern::try_from(&read_position(text)?.to_query(None)?.window),
        Form::Gtn => Pattern::from_gtn(text),
        Form::Igtn => text.parse(),
    };
    pattern.map_err(|error| match error {
        PatternError::Parse(error) => refuse(error),
        error => Problem::unprocessable(error.to_string()),
    })
}

impl GivenPosition {
    /// The query for the database. `turn` overrides what the text says.
    ///
    /// # Errors
    /// 422 if there are no stones.
    pub(super) fn to_query(&self, turn: Option<Color>) -> Result<PositionQuery, Problem> {
        PositionQuery::new(&self.sub, turn.or(self.turn))
            .map_err(|error| Problem::unprocessable(error.to_string()))
    }
}

/// The text without white space at its ends, and the error for a text that is no position: its
/// place is one of the text as it was given.
fn trim(text: &str) -> (&str, impl Fn(ParseGtnError) -> Problem + Copy) {
    let trimmed = text.trim_start();
    let before = text.chars().count() - trimmed.chars().count();
    let refuse = move |error: ParseGtnError| {
        Problem::unprocessable(error.to_string()).at(error.char().map(|char| char + before))
    };
    (trimmed.trim_end(), refuse)
}
