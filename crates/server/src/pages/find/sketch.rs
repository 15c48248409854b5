//! The board that a person draws.

use std::fmt;

use crate::Color;
use crate::extract::BoardPlace;
use crate::go::{Point, Region, Sides, Size, Symmetry};
use crate::gtn::{Asked, Cell, Diagram, Mark, Pattern, SubPosition, Window};
use crate::pages::board::WILDCARD;
use crate::position::{read_pattern, read_position};
use crate::problem::Problem;
use crate::svg::Picture;

/// A board with stones and with points that may be anything. Printed as IGTN with `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sketch {
    /// Stones; a point that may be anything is empty and has this mark: [`ANYTHING`].
    diagram: Diagram,
}

/// A point that may be anything.
const ANYTHING: Cell = Cell { stone: None, mark: Some(Mark::Circle) };

impl Sketch {
    /// A board without stones.
    pub(super) fn empty(size: Size) -> Sketch {
        Sketch { diagram: Diagram::build(size, Sides::NONE, |_| Cell::default()) }
    }

    /// Reads IGTN, GTN or SGF, and who is to move if the text says so.
    ///
    /// # Errors
    /// 422 with the place of the fault, if the text is no position.
    pub(super) fn read(text: &str) -> Result<(Sketch, Option<Color>), Problem> {
        let is_pattern = !text.trim_start().starts_with('(') && text.contains('?');
        if is_pattern {
            return Ok((Sketch::from(&read_pattern(text)?), None));
        }
        let given = read_position(text)?;
        Ok((Sketch { diagram: Diagram::from(&given.sub) }, given.turn))
    }

    pub(super) fn size(&self) -> Size {
        self.diagram.size()
    }

    /// Whether all sides are edges of the board.
    pub(super) fn is_whole_board(&self) -> bool {
        self.diagram.open() == Sides::NONE
    }

    /// Whether nothing is drawn.
    pub(super) fn is_empty(&self) -> bool {
        self.diagram.cells().iter().all(|cell| *cell == Cell::default())
    }

    pub(super) fn has_wildcards(&self) -> bool {
        self.diagram.cells().contains(&ANYTHING)
    }

    pub(super) fn get(&self, point: Point) -> Asked {
        match self.diagram.cell(point) {
            Cell { stone: Some(color), .. } => Asked::Stone(color),
            ANYTHING => Asked::Anything,
            _ => Asked::Empty,
        }
    }

    /// Sets a point, or empties it if it is already in this state.
    pub(super) fn toggle(&mut self, point: Point, asked: Asked) {
        let asked = if self.get(point) == asked { Asked::Empty } else { asked };
        let (size, open) = (self.size(), self.diagram.open());
        self.diagram = Diagram::build(size, open, |at| {
            if at == point { cell(asked) } else { self.diagram.cell(at) }
        });
    }

    /// Stones and open sides; points that may be anything are empty.
    pub(super) fn sub_position(&self) -> SubPosition {
        self.diagram.sub_position()
    }

    /// Where the sketch lies on a board.
    pub(super) fn place(&self) -> BoardPlace {
        BoardPlace::likely_or_own(&self.diagram)
    }

    /// The picture, with all points that may be anything as labels.
    pub(super) fn picture(&self) -> Picture {
        let points = self.size().points();
        let anything = points.filter(|&point| self.get(point) == Asked::Anything);
        Picture {
            diagram: self.diagram.without_marks(),
            place: Some(self.place()),
            labels: anything.map(|point| (point, WILDCARD.to_owned())).collect(),
            has_coordinates: false,
        }
    }

    /// The window of what is drawn, in which a point that may be anything counts as a stone.
    fn window(&self) -> Option<Window> {
        let mut sub = self.sub_position();
        for point in self.size().points() {
            if self.get(point) == Asked::Anything {
                sub.board.set(point, Some(Color::Black));
            }
        }
        sub.window()
    }

    /// The part that a pattern asks for: of a whole board the window, else all of the sketch.
    pub(super) fn pattern(&self) -> Sketch {
        if self.is_whole_board() { self.cut_window() } else { self.clone() }
    }

    /// The window; all of a sketch in which nothing is drawn.
    fn cut_window(&self) -> Sketch {
        self.window().map_or_else(|| self.clone(), |window| self.cut(window.region))
    }

    /// The shortest text that [`read`](Self::read) and [`on_whole_board`](Self::on_whole_board)
    /// turn into the same sketch: that of the window if its edges tell the place.
    pub(super) fn short_text(&self) -> String {
        let pattern = self.pattern();
        let asks_something = pattern.diagram.cells().iter().any(|cell| *cell != ANYTHING);
        if asks_something && pattern.clone().on_whole_board() == *self {
            pattern.to_string()
        } else {
            self.to_string()
        }
    }

    fn cut(&self, region: Region) -> Sketch {
        let diagram = self.diagram.cut(region).expect("the window of a sketch is a part of it");
        Sketch { diagram }
    }

    /// The same on the whole board, where it likely lies, so that there is room to draw. If the
    /// whole board would ask for something else, the sketch stays a part: with other edges, or as
    /// a pattern with other empty points.
    pub(super) fn on_whole_board(self) -> Sketch {
        let place = self.place();
        let region = Region { origin: place.origin, size: self.size() };
        if self.is_whole_board() || !region.fits(place.board) {
            return self;
        }
        let (cols, rows) = (i16::from(place.origin.col), i16::from(place.origin.row));
        let whole = Sketch { diagram: self.moved(place.board, cols, rows) };
        let asked = if self.has_wildcards() { self.clone() } else { self.cut_window() };
        if whole.pattern() == asked { whole } else { self }
    }

    /// A whole board with everything moved to the right and down; what is then outside is left
    /// out.
    fn moved(&self, board: Size, cols: i16, rows: i16) -> Diagram {
        Diagram::build(board, Sides::NONE, |point| {
            let col = u8::try_from(i16::from(point.col) - cols).ok();
            let row = u8::try_from(i16::from(point.row) - rows).ok();
            let from = col.zip(row).map(|(col, row)| Point::new(col, row));
            let from = from.filter(|&from| self.size().contains(from));
            from.map_or(Cell::default(), |from| self.diagram.cell(from))
        })
    }

    /// The same on a whole board of another size, at the same edges.
    pub(super) fn resized(&self, board: Size) -> Sketch {
        let Some(Window { sub, region }) = self.window() else { return Sketch::empty(board) };
        let shift = |lines: u8, board: u8, first: Sides, last: Sides| {
            let gain = i16::from(board) - i16::from(lines);
            match (sub.open.contains(first), sub.open.contains(last)) {
                (false, _) => 0,
                (true, false) => gain,
                (true, true) => gain / 2,
            }
        };
        let cols = shift(region.size.cols(), board.cols(), Sides::LEFT, Sides::RIGHT);
        let rows = shift(region.size.rows(), board.rows(), Sides::TOP, Sides::BOTTOM);
        Sketch { diagram: self.cut(region).moved(board, cols, rows) }
    }

    /// Applies an operation, to open sides too.
    pub(super) fn transform(&self, symmetry: Symmetry) -> Sketch {
        Sketch { diagram: self.diagram.transform(symmetry) }
    }
}

fn cell(asked: Asked) -> Cell {
    match asked {
        Asked::Anything => ANYTHING,
        Asked::Empty => Cell::default(),
        Asked::Stone(color) => Cell { stone: Some(color), mark: None },
    }
}

impl From<&Pattern> for Sketch {
    fn from(pattern: &Pattern) -> Sketch {
        let (size, open) = (pattern.size(), pattern.open());
        Sketch { diagram: Diagram::build(size, open, |point| cell(pattern.asked(point))) }
    }
}

impl fmt::Display for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let circle = ANYTHING.to_char();
        f.write_str(&self.diagram.to_string().replace(circle, WILDCARD))
    }
}
