//! A text of GobanTN as a value.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::grammar::{self, Points};
use super::{Cell, ParseGtnError, SubPosition};
use crate::go::{Board, Point, Region, Sides, Size, Symmetry};

/// A goban or a part of one, with annotations: what an `A_IGTN` says.
///
/// ```
/// use gtn_db::gtn::Diagram;
///
/// let goban: Diagram = "4x6|...XO.XXXXO.OOOOO.......".parse()?;
/// let corner = goban.cut("{(1,1),4,2}".parse()?).unwrap();
/// assert_eq!(corner.to_string(), "2x4|...X_XXXX_!!!!_");
/// assert_eq!(corner.gtn(), "...X_\nXXXX_\n!!!!_\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagram {
    size: Size,
    open: Sides,
    cells: Vec<Cell>, // row by row
}

/// A size that a sub-position cannot be brought to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ResizeError {
    /// It would have to lose points.
    #[error("a sub-position of {from} does not fit into {to}")]
    Smaller {
        /// The size it has.
        from: Size,
        /// The size asked for.
        to: Size,
    },
    /// Both sides of an axis are edges of the goban.
    #[error(
        "a sub-position of {from} cannot grow to {to}: {axis} cannot be extended on either side"
    )]
    Closed {
        /// The size it has.
        from: Size,
        /// The size asked for.
        to: Size,
        /// `rows` or `columns`.
        axis: &'static str,
    },
}

impl Diagram {
    fn from_points(Points { size, open, cells }: Points<Cell>) -> Diagram {
        debug_assert_eq!(cells.len(), size.area());
        Diagram { size, open, cells }
    }

    /// Reads the multi-line form, GTN: one line a row, markers included.
    ///
    /// # Errors
    /// When the lines are no GTN; the error says where.
    pub fn from_gtn(text: &str) -> Result<Diagram, ParseGtnError> {
        grammar::parse_gtn(text, Cell::from_char).map(Diagram::from_points)
    }

    /// The multi-line form, GTN, each line with its line feed.
    pub fn gtn(&self) -> String {
        grammar::print_rows(self, "\n")
    }

    /// Columns and rows, markers not counted.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The sides beyond which the board goes on.
    pub fn open(&self) -> Sides {
        self.open
    }

    /// The points, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// One point.
    ///
    /// # Panics
    /// When the point is outside.
    pub fn cell(&self, point: Point) -> Cell {
        assert!(self.size.contains(point), "{point} is not on a board of {}", self.size);
        self.cells[usize::from(self.size.number(point))]
    }

    /// The same without annotations: L_IGTN.
    pub fn limited(&self) -> Diagram {
        let cells = self.cells.iter().map(|&cell| Cell { mark: None, ..cell }).collect();
        Diagram { cells, ..*self }
    }

    /// Stones and open sides alone.
    pub fn sub_position(&self) -> SubPosition {
        let mut board = Board::new(self.size);
        for point in self.size.points() {
            board.set(point, self.cell(point).stone);
        }
        SubPosition { board, open: self.open }
    }

    /// A diagram whose points are what `cell` gives.
    pub fn build(size: Size, open: Sides, cell: impl FnMut(Point) -> Cell) -> Diagram {
        Diagram { size, open, cells: size.points().map(cell).collect() }
    }

    /// The part in a region; none when the region is not all inside.
    ///
    /// A side of the part is open when it was, or when the goban goes on there.
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

    /// The diagram after an operation; markers turn with the sides.
    pub fn transform(&self, symmetry: Symmetry) -> Diagram {
        let (size, back) = (symmetry.size(self.size), symmetry.inverse());
        Diagram::build(size, self.open.transform(symmetry), |point| {
            self.cell(back.point(point, size)).transform(symmetry)
        })
    }

    /// Empty lines added: `before` at the left and top, the rest behind.
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

    /// How many of the lines that an axis gains come first.
    ///
    /// They come on the side that can be extended, at the end where both or
    /// neither can be.
    fn lines_before(&self, gain: u8, first: Sides, last: Sides) -> u8 {
        let is_only_first = self.open.contains(first) && !self.open.contains(last);
        if is_only_first { gain } else { 0 }
    }

    /// The form with as many rows as columns: IGTN_R, and N_IGTN of a
    /// sub-position.
    pub fn squared(&self) -> Diagram {
        let size = self.size.squared();
        let cols = self.lines_before(size.cols() - self.size.cols(), Sides::LEFT, Sides::RIGHT);
        let rows = self.lines_before(size.rows() - self.size.rows(), Sides::TOP, Sides::BOTTOM);
        self.padded(size, (cols, rows))
    }

    /// The form on a goban of the given size, without markers: N_IGTN_RxC.
    ///
    /// # Errors
    /// When the size is smaller, or larger along an axis that has no open side.
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

    /// Reads an IGTN, annotated or not, whole or part.
    fn from_str(text: &str) -> Result<Diagram, ParseGtnError> {
        grammar::parse_igtn(text, Cell::from_char).map(Diagram::from_points)
    }
}

impl fmt::Display for Diagram {
    /// Prints the IGTN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|{}", self.size, grammar::print_rows(self, ""))
    }
}
