//! Annotated positions: all forms of GobanTN.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::grammar::{self, ParsedText};
use super::{Cell, ParseGtnError, SubPosition};
use crate::go::{Board, Point, Region, Sides, Size, Symmetry};

/// A goban or a part of one, with annotations: the value of an `A_IGTN`.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::gtn::Diagram;
///
/// let goban: Diagram = "4x6|...XO.XXXXO.OOOOO.......".parse()?;
/// let corner = goban.cut("{(1,1),4,2}".parse()?).unwrap();
/// assert_eq!(corner.to_string(), "2x4|...X_XXXX_!!!!_");
/// assert_eq!(corner.to_gtn(), "...X_\nXXXX_\n!!!!_\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagram {
    size: Size,
    open: Sides,
    cells: Vec<Cell>, // row by row
}

/// A size that [`Diagram::resized`] cannot produce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ResizeError {
    /// The size is smaller.
    #[error("a sub-position of {from} does not fit into {to}")]
    Smaller {
        /// The size of the diagram.
        from: Size,
        /// The requested size.
        to: Size,
    },
    /// The size is larger along an axis without an open side.
    #[error(
        "a sub-position of {from} cannot grow to {to}: {axis} cannot be extended on either side"
    )]
    Closed {
        /// The size of the diagram.
        from: Size,
        /// The requested size.
        to: Size,
        /// `rows` or `columns`.
        axis: &'static str,
    },
}

impl Diagram {
    fn from_parsed(ParsedText { size, open, cells }: ParsedText<Cell>) -> Diagram {
        debug_assert_eq!(cells.len(), size.area());
        Diagram { size, open, cells }
    }

    /// Parses a GTN: one line of text per row, markers included.
    ///
    /// # Errors
    /// When the text is not a GTN; the error names the row and column.
    pub fn from_gtn(text: &str) -> Result<Diagram, ParseGtnError> {
        grammar::parse_gtn(text, Cell::from_char).map(Diagram::from_parsed)
    }

    /// Formats the diagram as GTN, each line followed by a line feed.
    pub fn to_gtn(&self) -> String {
        self.format_rows("\n")
    }

    fn format_rows(&self, end: &str) -> String {
        grammar::format_rows(
            self.size,
            self.open,
            self.cells.iter().map(|cell| cell.to_char()),
            end,
        )
    }

    /// The number of columns and rows, without markers.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The sides beyond which the board continues.
    pub fn open(&self) -> Sides {
        self.open
    }

    /// All points, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell of a point.
    ///
    /// # Panics
    /// When the point is outside.
    pub fn cell(&self, point: Point) -> Cell {
        assert!(self.size.contains(point), "{point} is not on a board of {}", self.size);
        self.cells[usize::from(self.size.number(point))]
    }

    /// Removes the annotations: the form L_IGTN.
    pub fn without_marks(&self) -> Diagram {
        let cells = self.cells.iter().map(|&cell| Cell { mark: None, ..cell }).collect();
        Diagram { cells, ..*self }
    }

    /// The stones and open sides, without annotations.
    pub fn sub_position(&self) -> SubPosition {
        let mut board = Board::new(self.size);
        for point in self.size.points() {
            board.set(point, self.cell(point).stone);
        }
        SubPosition { board, open: self.open }
    }

    /// Builds a diagram from a function of its points, called row by row.
    pub fn build(size: Size, open: Sides, cell: impl FnMut(Point) -> Cell) -> Diagram {
        Diagram { size, open, cells: size.points().map(cell).collect() }
    }

    /// Cuts out a region; `None` when part of it is outside.
    ///
    /// A side of the result is open when it is inside the diagram or on an open side of it.
    pub fn cut(&self, region: Region) -> Option<Diagram> {
        if !region.fits(self.size) {
            return None;
        }
        let Region { origin, size } = region;
        let is_edge = |side: Sides, at_edge: bool| {
            if at_edge && !self.open.contains(side) { Sides::NONE } else { side }
        };
        let open = is_edge(Sides::TOP, origin.row == 0)
            | is_edge(Sides::LEFT, origin.col == 0)
            | is_edge(Sides::BOTTOM, origin.row + size.rows() == self.size.rows())
            | is_edge(Sides::RIGHT, origin.col + size.cols() == self.size.cols());
        Some(Diagram::build(size, open, |point| {
            self.cell(Point::new(point.col + origin.col, point.row + origin.row))
        }))
    }

    /// Applies an operation, to open sides too.
    pub fn transform(&self, symmetry: Symmetry) -> Diagram {
        let (size, back) = (symmetry.size(self.size), symmetry.inverse());
        Diagram::build(size, self.open.transform(symmetry), |point| {
            self.cell(back.point(point, size)).transform(symmetry)
        })
    }

    /// Adds empty lines up to a size: `before` (columns, rows) on the left and at the top, the others
    /// after.
    fn padded(&self, size: Size, before: (u8, u8)) -> Diagram {
        Diagram::build(size, self.open, |point| {
            match (point.col.checked_sub(before.0), point.row.checked_sub(before.1)) {
                (Some(col), Some(row)) if self.size.contains(Point::new(col, row)) => {
                    self.cell(Point::new(col, row))
                }
                _ => Cell::default(),
            }
        })
    }

    /// How many of `gain` lines added to an axis go to its first side: all if only that side is
    /// open, else none.
    fn lines_before(&self, gain: u8, first: Sides, last: Sides) -> u8 {
        let is_only_first = self.open.contains(first) && !self.open.contains(last);
        if is_only_first { gain } else { 0 }
    }

    /// Adds empty lines until there are as many rows as columns: the form IGTN_R, or N_IGTN for a
    /// sub-position.
    pub fn squared(&self) -> Diagram {
        let size = self.size.squared();
        let cols = self.lines_before(size.cols() - self.size.cols(), Sides::LEFT, Sides::RIGHT);
        let rows = self.lines_before(size.rows() - self.size.rows(), Sides::TOP, Sides::BOTTOM);
        self.padded(size, (cols, rows))
    }

    /// Adds empty lines up to a size and closes all sides: the form N_IGTN_RxC.
    ///
    /// # Errors
    /// When the size is smaller, or larger along an axis without an open side.
    pub fn resized(&self, to: Size) -> Result<Diagram, ResizeError> {
        let from = self.size;
        if to.cols() < from.cols() || to.rows() < from.rows() {
            return Err(ResizeError::Smaller { from, to });
        }
        let (cols, rows) = (to.cols() - from.cols(), to.rows() - from.rows());
        let is_closed = |sides: Sides| self.open.complement().contains(sides);
        if cols > 0 && is_closed(Sides::LEFT | Sides::RIGHT) {
            return Err(ResizeError::Closed { from, to, axis: "columns" });
        }
        if rows > 0 && is_closed(Sides::TOP | Sides::BOTTOM) {
            return Err(ResizeError::Closed { from, to, axis: "rows" });
        }
        let before = (
            self.lines_before(cols, Sides::LEFT, Sides::RIGHT),
            self.lines_before(rows, Sides::TOP, Sides::BOTTOM),
        );
        Ok(Diagram { open: Sides::NONE, ..self.padded(to, before) })
    }
}

impl From<&SubPosition> for Diagram {
    fn from(sub: &SubPosition) -> Diagram {
        Diagram::build(sub.board.size(), sub.open, |point| Cell {
            stone: sub.board.get(point),
            mark: None,
        })
    }
}

impl FromStr for Diagram {
    type Err = ParseGtnError;

    /// Parses an IGTN, with or without annotations and markers.
    fn from_str(text: &str) -> Result<Diagram, ParseGtnError> {
        grammar::parse_igtn(text, Cell::from_char).map(Diagram::from_parsed)
    }
}

impl fmt::Display for Diagram {
    /// Formats the diagram as IGTN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|{}", self.size, self.format_rows(""))
    }
}
