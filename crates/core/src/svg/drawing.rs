//! The content of a picture, from the bottom to the top: lines, star points,
//! stones, marks, labels, coordinates.

use std::fmt::{self, Display, Write};

use super::picture::{Picture, shorten_label};
use crate::Color;
use crate::escape::Markup;
use crate::extract::BoardPlace;
use crate::go::{Point, Sides, column_name};
use crate::gtn::{Cell, Mark};

/// The distance between two lines.
const STEP: i32 = 10;
/// The distance from the outermost line to the end of the picture: the radius
/// of a stone and a little more. On an open side lines extend that far.
const PADDING: i32 = 6;
/// The additional space for names of columns and rows.
const NAMES: i32 = 7;
/// The distance from a label or mark to the ends of the lines around it.
const GAP: i32 = 4;
/// The distance from the middle of a character to its baseline.
const BASELINE: i32 = 2;

/// A picture with its labels by point.
pub(super) struct Drawing<'a> {
    picture: &'a Picture,
    place: Option<BoardPlace>,
    /// The label of each point, row by row.
    labels: Vec<Option<&'a str>>,
}

/// A path under construction. An empty path is not written.
struct Path {
    class: &'static str,
    data: String,
}

impl Path {
    fn new(class: &'static str) -> Path {
        Path { class, data: String::new() }
    }

    fn push(&mut self, piece: fmt::Arguments<'_>) {
        self.data.write_fmt(piece).expect("writing to a String does not fail");
    }

    /// Adds a disc with the stroke width of the path as its diameter.
    fn push_disc(&mut self, (x, y): (i32, i32)) {
        self.push(format_args!("M{x} {y}h0"));
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.data.is_empty() {
            return Ok(());
        }
        write!(f, "<path class=\"{}\" d=\"{}\"/>", self.class, self.data)
    }
}

/// The coordinates of a point in the picture.
fn coordinates(point: Point) -> (i32, i32) {
    (i32::from(point.col) * STEP, i32::from(point.row) * STEP)
}

impl<'a> Drawing<'a> {
    pub(super) fn new(picture: &'a Picture) -> Drawing<'a> {
        let size = picture.diagram.size();
        let mut labels = vec![None; size.area()];
        for (point, label) in &picture.labels {
            if size.contains(*point) {
                labels[usize::from(size.number(*point))] = Some(shorten_label(label));
            }
        }
        Drawing { picture, place: picture.known_place(), labels }
    }

    /// The place on the board, if names of columns and rows are to be drawn.
    fn place_of_names(&self) -> Option<BoardPlace> {
        self.place.filter(|_| self.picture.has_coordinates)
    }

    /// Left, top, width and height of the picture.
    pub(super) fn view_box(&self) -> [i32; 4] {
        let size = self.picture.diagram.size();
        let before = PADDING + if self.place_of_names().is_some() { NAMES } else { 0 };
        let len = |lines: u8| (i32::from(lines) - 1) * STEP + before + PADDING;
        [-before, -before, len(size.cols()), len(size.rows())]
    }

    /// Left, top, width and height of the squares of the points, and of those of the names at the
    /// top and the left.
    pub(super) fn squares(&self) -> [i32; 4] {
        let size = self.picture.diagram.size();
        let names = i32::from(self.place_of_names().is_some());
        let begin = -STEP / 2 - names * STEP;
        let len = |lines: u8| (i32::from(lines) + names) * STEP;
        [begin, begin, len(size.cols()), len(size.rows())]
    }

    /// Every point with its cell and its label.
    fn points(&self) -> impl Iterator<Item = (Point, Cell, Option<&'a str>)> {
        let diagram = &self.picture.diagram;
        let cells = diagram.cells().iter().zip(&self.labels);
        diagram.size().points().zip(cells).map(|(point, (&cell, &label))| (point, cell, label))
    }

    /// Whether lines are interrupted at a point: an empty point with a mark or a
    /// label.
    fn is_gap(&self, point: Point) -> bool {
        let Cell { stone, mark } = self.picture.diagram.cell(point);
        let size = self.picture.diagram.size();
        let index = usize::from(size.number(point));
        stone.is_none() && (mark.is_some() || self.labels[index].is_some())
    }

    /// Calls `push` with the start and the end of each piece of a line of `len`
    /// points, between the gaps.
    fn for_each_piece(
        &self,
        len: u8,
        [first, last]: [Sides; 2],
        point: impl Fn(u8) -> Point,
        mut push: impl FnMut(i32, i32),
    ) {
        let open = self.picture.diagram.open();
        let out = |side| if open.contains(side) { PADDING } else { 0 };
        let mut from = -out(first);
        for along in (0..len).filter(|&along| self.is_gap(point(along))) {
            let gap = i32::from(along) * STEP;
            if gap - GAP > from {
                push(from, gap - GAP);
            }
            from = gap + GAP;
        }
        let to = (i32::from(len) - 1) * STEP + out(last);
        if to > from {
            push(from, to);
        }
    }

    fn write_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = &self.picture.diagram;
        let (cols, rows) = (diagram.size().cols(), diagram.size().rows());
        let is_edge = |line: u8, lines: u8, [first, last]: [Sides; 2]| {
            line == 0 && !diagram.open().contains(first)
                || line + 1 == lines && !diagram.open().contains(last)
        };
        let (across, down) = ([Sides::LEFT, Sides::RIGHT], [Sides::TOP, Sides::BOTTOM]);
        let (mut lines, mut edges) = (Path::new("l"), Path::new("e"));
        for row in 0..rows {
            let path = if is_edge(row, rows, down) { &mut edges } else { &mut lines };
            let y = i32::from(row) * STEP;
            let point = |col| Point::new(col, row);
            self.for_each_piece(cols, across, point, |from, to| {
                path.push(format_args!("M{from} {y}H{to}"))
            });
        }
        for col in 0..cols {
            let path = if is_edge(col, cols, across) { &mut edges } else { &mut lines };
            let x = i32::from(col) * STEP;
            let point = |row| Point::new(col, row);
            self.for_each_piece(rows, down, point, |from, to| {
                path.push(format_args!("M{x} {from}V{to}"))
            });
        }
        write!(f, "{lines}{edges}")
    }

    fn write_stones(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A white stone is a small white disc on a black one: a rim remains.
        let [mut stars, mut black, mut rims, mut white] = ["h", "b", "r", "w"].map(Path::new);
        for (point, cell, label) in self.points() {
            match cell.stone {
                Some(Color::Black) => black.push_disc(coordinates(point)),
                Some(Color::White) => {
                    rims.push_disc(coordinates(point));
                    white.push_disc(coordinates(point));
                }
                None => {
                    let is_star = self.place.is_some_and(|place| place.is_star(point));
                    if is_star && cell.mark.is_none() && label.is_none() {
                        stars.push_disc(coordinates(point));
                    }
                }
            }
        }
        write!(f, "{stars}{black}{rims}{white}")
    }

    fn write_marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut dark, mut light) = (Path::new("m"), Path::new("m o"));
        for (point, cell, label) in self.points() {
            let Some(mark) = cell.mark.filter(|_| label.is_none()) else { continue };
            let path = if cell.stone == Some(Color::Black) { &mut light } else { &mut dark };
            let (x, y) = coordinates(point);
            let (left, top) = (x - 3, y - 3);
            match mark {
                Mark::Circle => {
                    path.push(format_args!("M{left} {y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"));
                }
                Mark::Cross => path.push(format_args!("M{left} {top}l6 6m0-6l-6 6")),
                Mark::Square => path.push(format_args!("M{left} {top}h6v6h-6z")),
                Mark::Triangle => path.push(format_args!("M{x} {}l3 5h-6z", y - 4)),
            }
        }
        write!(f, "{dark}{light}")
    }

    fn write_labels(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (point, cell, label) in self.points() {
            let Some(label) = label else { continue };
            let (x, y) = coordinates(point);
            let len = label.chars().count();
            let classes = match (cell.stone == Some(Color::Black), len) {
                (false, 0..=1) => "",
                (true, 0..=1) => " class=\"o\"",
                (false, 2) => " class=\"s\"",
                (true, 2) => " class=\"s o\"",
                (false, _) => " class=\"t\"",
                (true, _) => " class=\"t o\"",
            };
            write!(f, "<text{classes}")?;
            if len > 3 {
                write!(f, " textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", 2 * GAP)?;
            }
            write!(f, " x=\"{x}\" y=\"{}\">{}</text>", y + BASELINE, Markup(label))?;
        }
        Ok(())
    }

    fn write_names(&self, f: &mut fmt::Formatter<'_>, place: BoardPlace) -> fmt::Result {
        let size = self.picture.diagram.size();
        let before = -PADDING - NAMES / 2 - 1;
        f.write_str("<g>")?;
        for col in 0..size.cols() {
            let (x, name) = (i32::from(col) * STEP, column_name(place.origin.col + col));
            write!(f, "<text class=\"c\" x=\"{x}\" y=\"{}\">{name}</text>", before + BASELINE)?;
        }
        for row in 0..size.rows() {
            let (y, name) = (i32::from(row) * STEP, place.board.rows() - place.origin.row - row);
            write!(f, "<text class=\"c\" x=\"{before}\" y=\"{}\">{name}</text>", y + BASELINE)?;
        }
        f.write_str("</g>")
    }
}

impl Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_lines(f)?;
        self.write_stones(f)?;
        self.write_marks(f)?;
        self.write_labels(f)?;
        self.place_of_names().map_or(Ok(()), |place| self.write_names(f, place))
    }
}
