//! Boards and parts of boards that requests look for in games: typed moves, IGTN, GTN or SGF.

use super::position::{read_pattern, read_position};
use super::problem::Problem;
use super::text::texts;
use crate::Color;
use crate::answer::{AskedCorner, CutShapeError, GivenShape, RegionText, TypedMoves, likely_turn};
use crate::extract::BoardPlace;
use crate::go::{Board, Point, Position, Region, Size};
use crate::gtn::{Pattern, SubPosition};

texts! { "server/given_board":
    WHOLE_BOARD, MOVE_BESIDE_ANYTHING, ONLY_ANYTHING, NO_SHAPE, NO_CORNER,
}

/// A board or a part of one as a client gave it, in which `?` may be anything.
#[derive(Clone, Debug)]
pub(super) struct GivenBoard {
    pub(super) pattern: Pattern,
    /// Where the pattern lies: known, or likely from its edges.
    pub(super) place: BoardPlace,
    /// Who is to move, if the text says so.
    pub(super) turn: Option<Color>,
    /// Whether this is a whole board from moves or SGF. A shape of such a board is its window.
    is_replayed: bool,
}

impl GivenBoard {
    /// Reads a text as the command does: moves such as `Q16 D4` on an empty board with so many
    /// lines, or a position. No text is the empty board.
    ///
    /// # Errors
    /// 422 if the text is none of these, or the rules forbid a move.
    pub(super) fn read(text: Option<&str>, lines: Option<u8>) -> Result<GivenBoard, Problem> {
        let given = text.unwrap_or_default();
        let text = given.trim();
        let size = match lines {
            None => Size::STANDARD,
            Some(lines) => Size::new(lines, lines)
                .map_err(|error| Problem::unprocessable(format!("board: {error}")))?,
        };
        if text.is_empty() {
            return Ok(GivenBoard::whole(&Board::new(size), None));
        }
        if TypedMoves::is_meant_by(text, size) {
            let (board, turn) = play(Position::new(size), text)?;
            return Ok(GivenBoard::whole(&board, Some(turn)));
        }
        if text.starts_with('(') {
            let given = read_position(text)?;
            let mut board = GivenBoard::whole(&given.sub.board, given.turn);
            board.place = given.place;
            return Ok(board);
        }
        let pattern = read_pattern(given)?;
        let GivenShape { pattern, place } = GivenShape::at_likely_place(pattern);
        Ok(GivenBoard { pattern, place, turn: None, is_replayed: false })
    }

    fn whole(board: &Board, turn: Option<Color>) -> GivenBoard {
        let pattern = Pattern::try_from(&SubPosition::goban(board.clone()));
        let pattern = pattern.expect("a pattern without wildcards requires something");
        let place = BoardPlace { origin: Point::new(0, 0), board: board.size() };
        GivenBoard { pattern, place, turn, is_replayed: true }
    }

    /// The whole board on which a part lies, and the rectangle of the part. Points outside of the
    /// part are empty.
    pub(super) fn on_board(&self) -> (GivenBoard, Option<Region>) {
        let BoardPlace { origin, board } = self.place;
        let part = Region { origin, size: self.pattern.size() };
        if self.pattern.open().is_empty() || !part.fits(board) {
            return (self.clone(), None);
        }
        let asked = |point: Point| {
            let inside = || Point::new(point.col - origin.col, point.row - origin.row);
            if part.contains(point) { self.pattern.asked(inside()).to_char() } else { '.' }
        };
        let points: String = board.points().map(asked).collect();
        let pattern = format!("{board}|{points}").parse();
        let pattern = pattern.expect("the points of a board are an IGTN, and the part asks some");
        let place = BoardPlace { origin: Point::new(0, 0), board };
        (GivenBoard { pattern, place, turn: self.turn, is_replayed: false }, Some(part))
    }

    /// The rectangle of the board that a shape of this board is.
    pub(super) fn region(&self) -> Region {
        Region { origin: self.place.origin, size: self.pattern.size() }
    }

    /// The side to move: as the text says, else the player with fewer stones, else Black.
    pub(super) fn likely_turn(&self) -> Color {
        self.turn.unwrap_or_else(|| likely_turn(&self.pattern.sub_position().board))
    }

    /// The whole board.
    ///
    /// # Errors
    /// 422 if only a part of a board was given.
    pub(super) fn into_whole(self) -> Result<GivenBoard, Problem> {
        if self.pattern.open().is_empty() {
            return Ok(self);
        }
        Err(Problem::unprocessable(WHOLE_BOARD))
    }

    /// The board after more moves. Unless they name it, the color that the text says begins, else
    /// the one with fewer stones.
    ///
    /// # Errors
    /// 422 if a word is no move, the rules forbid a move, or the board has a `?` or is a part.
    pub(super) fn play(self, moves: &str) -> Result<GivenBoard, Problem> {
        if moves.trim().is_empty() {
            return Ok(self);
        }
        let given = self.into_whole()?;
        if given.pattern.wildcards().next().is_some() {
            return Err(Problem::unprocessable(MOVE_BESIDE_ANYTHING));
        }
        let board = given.pattern.sub_position().board;
        let position = Position::from_board(&board, given.likely_turn())
            .map_err(|error| Problem::unprocessable(error.to_string()))?;
        let (board, turn) = play(position, moves)?;
        Ok(GivenBoard::whole(&board, Some(turn)))
    }

    /// The part of the board that is a shape: the region, else of a replayed board the window.
    ///
    /// # Errors
    /// 422 if the region is not inside, or asks for nothing.
    pub(super) fn into_shape(self, region: Option<&str>) -> Result<GivenBoard, Problem> {
        let region = region.map(str::trim).filter(|region| !region.is_empty());
        let Some(region) = region else {
            return if self.is_replayed { self.into_window() } else { Ok(self) };
        };
        let refuse =
            |error: &dyn std::fmt::Display| Problem::unprocessable(format!("region: {error}"));
        let region: RegionText = region.parse().map_err(|error: String| refuse(&error))?;
        let shape = match self.shape().cut(&region) {
            Ok(shape) => shape,
            Err(CutShapeError::OnlyAnything) => return Err(Problem::unprocessable(ONLY_ANYTHING)),
            Err(error) => return Err(refuse(&error)),
        };
        Ok(self.with_shape(shape))
    }

    fn into_window(self) -> Result<GivenBoard, Problem> {
        let window = GivenShape::window(&self.pattern.sub_position(), self.place);
        let shape = window.ok_or_else(|| Problem::unprocessable(NO_SHAPE))?;
        Ok(self.with_shape(shape))
    }

    fn with_shape(self, shape: GivenShape) -> GivenBoard {
        let GivenShape { pattern, place } = shape;
        GivenBoard { pattern, place, turn: self.turn, is_replayed: false }
    }

    /// What is looked for in games.
    pub(super) fn shape(&self) -> GivenShape {
        GivenShape { pattern: self.pattern.clone(), place: self.place }
    }

    /// The corner that the board is, in a window of so many lines or half of the board.
    ///
    /// # Errors
    /// 422 if there is a `?`, the board is no corner, or its stones are in several corners.
    pub(super) fn to_corner(&self, window: u8) -> Result<AskedCorner, Problem> {
        if self.pattern.wildcards().next().is_some() {
            return Err(Problem::unprocessable(NO_CORNER));
        }
        AskedCorner::new(self.pattern.sub_position(), self.place.board, window)
            .map_err(|error| Problem::unprocessable(error.to_string()))
    }
}

/// Plays typed moves; returns the board and the player whose turn it is then.
fn play(position: Position, moves: &str) -> Result<(Board, Color), Problem> {
    let moves: TypedMoves = moves.parse().map_err(|error: String| Problem::unprocessable(error))?;
    moves.play(position).map_err(|error| Problem::unprocessable(error.to_string()))
}
