//! Positions and patterns as a program writes them: IGTN, GTN or SGF.

use thiserror::Error;

use crate::extract::{BoardPlace, extract_setup};
use crate::find::{PositionQuery, QueryError};
use crate::go::Point;
use crate::gtn::{Diagram, ParseGtnError, Pattern, PatternError, SubPosition, WrittenError};
use crate::sgf::Charset;
use crate::{Color, Fault};

/// A position as a program gave it.
#[derive(Clone, Debug)]
pub struct GivenPosition {
    /// The stones and open sides.
    pub sub: SubPosition,
    /// Where the position lies on a board: known, or likely from its edges.
    pub place: BoardPlace,
    /// Who is to move, if the text says so.
    pub turn: Option<Color>,
}

/// Why a text is not a position or a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GivenPositionError {
    /// The text is neither an IGTN nor a GTN.
    #[error(transparent)]
    Notation(#[from] ParseGtnError),
    /// A form, an operation or a region before the text has a fault.
    #[error(transparent)]
    Written(WrittenError),
    /// The setup of the game tree has a fault.
    #[error(transparent)]
    Sgf(#[from] Fault),
    /// The text is not a pattern.
    #[error(transparent)]
    Pattern(PatternError),
    /// There are no stones.
    #[error(transparent)]
    Empty(#[from] QueryError),
}

impl From<WrittenError> for GivenPositionError {
    fn from(error: WrittenError) -> GivenPositionError {
        match error {
            WrittenError::Text(error) => error.into(),
            error => GivenPositionError::Written(error),
        }
    }
}

impl From<PatternError> for GivenPositionError {
    fn from(error: PatternError) -> GivenPositionError {
        match error {
            PatternError::Parse(error) => error.into(),
            error => GivenPositionError::Pattern(error),
        }
    }
}

impl GivenPositionError {
    /// The wrong character, from 1, without white space before the text; `None` if no single one
    /// is wrong.
    pub fn char(&self) -> Option<usize> {
        match self {
            GivenPositionError::Notation(error) => error.char(),
            _ => None,
        }
    }
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

impl GivenPosition {
    /// Reads an IGTN, also with forms, operations and regions before it, a GTN or the setup of a game
    /// tree in SGF.
    ///
    /// ```
    /// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
    /// use gtn_db::answer::GivenPosition;
    ///
    /// let given = GivenPosition::read("(;SZ[9]AB[aa][ba]AW[ca]PL[W])")?;
    /// assert_eq!(given.to_query(None)?.text(), "3x3|!!!_..._..._OOX_");
    /// # Ok::<(), gtn_db::answer::GivenPositionError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is none of these, or has a fault.
    pub fn read(text: &str) -> Result<GivenPosition, GivenPositionError> {
        let text = text.trim();
        let diagram = match form(text) {
            Form::Sgf => {
                let setup = extract_setup(text.as_bytes(), Charset::UTF_8)?;
                let (turn, _) = setup.turn_evidence.turn();
                let sub = SubPosition::goban(setup.board);
                let place = BoardPlace { origin: Point::new(0, 0), board: sub.board.size() };
                return Ok(GivenPosition { sub, place, turn });
            }
            Form::Gtn => Diagram::from_gtn(text)?,
            Form::Igtn => Diagram::from_written(text)?,
        };
        let place = BoardPlace::likely_or_own(&diagram);
        Ok(GivenPosition { sub: diagram.sub_position(), place, turn: None })
    }

    /// Reads a pattern, in which `?` is any point. Of a whole board in SGF the pattern is the
    /// window.
    ///
    /// # Errors
    /// If the text is no pattern.
    pub fn read_pattern(text: &str) -> Result<Pattern, GivenPositionError> {
        let text = text.trim();
        Ok(match form(text) {
            Form::Sgf => Pattern::try_from(&GivenPosition::read(text)?.to_query(None)?.window)?,
            Form::Gtn => Pattern::from_gtn(text)?,
            Form::Igtn
                if text.starts_with(|first: char| first == '{' || first.is_ascii_uppercase()) =>
            {
                Pattern::try_from(&Diagram::from_written(text)?.sub_position())?
            }
            Form::Igtn => text.parse()?,
        })
    }

    /// The query for the database. `turn` overrides what the text says.
    ///
    /// # Errors
    /// If there are no stones.
    pub fn to_query(&self, turn: Option<Color>) -> Result<PositionQuery, QueryError> {
        PositionQuery::new(&self.sub, turn.or(self.turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_operations_and_regions_before_a_text_are_read() {
        for (text, expected) in [
            ("IR1(3x3|XX.OO....)", "3x3|.OX.OX..."),
            ("{(1,1),4,2}4x6|...XO.XXXXO.OOOOO.......", "2x4|...X_XXXX_!!!!_"),
            ("N_IGTN({(1,1),4,2}4x6|...XO.XXXXO.OOOOO.......)", "4x4|...X_XXXX_...._...._!!!!_"),
        ] {
            assert_eq!(GivenPosition::read(text).unwrap().sub.to_string(), expected);
            assert_eq!(
                GivenPosition::read_pattern(text).unwrap().sub_position().to_string(),
                expected
            );
        }
        let error = GivenPosition::read("IR9(3x3|XX.OO....)").unwrap_err();
        assert_eq!(error.to_string(), "`IR9` is neither a form nor an operation");
        assert_eq!(GivenPosition::read("3x3|XX.OZ....").unwrap_err().char(), Some(9));
    }
}
