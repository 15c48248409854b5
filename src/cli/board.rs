//! Boards for the terminal.
//!
//! ```text
//!       1 2 3 4 5 6
//!     +--------------
//!   1 | . O . . . . ~     the top left corner: lines are edges of the board,
//!   2 | O O O O . X ~     `~` stands where the board goes on
//!   3 | . X X X X X ~
//!   4 | . . . + . . ~     star points, where the place on the board is known
//!     | ~ ~ ~ ~ ~ ~
//! ```
//!
//! The letters are those of the notation, annotations included, so columns
//! stay straight in terminals that draw other signs wide. The coordinates are
//! the notation's too: what is read here can be typed after `--sub`. An empty
//! point with a cross is a `+` as well; where a diagram has one, it is drawn
//! without star points.

use std::fmt::{self, Write};

use gtn_db::Color;
use gtn_db::go::{Point, Sides};
use gtn_db::gtn::{Cell, Diagram, Mark};
use owo_colors::Style;

use super::placement::Placement;

/// A diagram as text of several lines, each with its line feed.
pub struct Drawing<'a> {
    /// What is drawn.
    pub diagram: &'a Diagram,
    /// Where it lies; when nobody knows, the edges it shows may tell.
    pub placement: Option<Placement>,
    /// Whether to use colors and weights.
    pub is_styled: bool,
}

/// A column from 20 on has a 2 above its unit.
const TENS: u8 = 10;

impl Drawing<'_> {
    fn is_edge(&self, side: Sides) -> bool {
        !self.diagram.open().contains(side)
    }

    fn put(&self, f: &mut fmt::Formatter<'_>, style: Style, text: &str) -> fmt::Result {
        if self.is_styled && !text.trim().is_empty() {
            write!(f, "{}", style.style(text))
        } else {
            f.write_str(text)
        }
    }

    /// Everything that is no stone stands back.
    fn put_frame(&self, f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
        self.put(f, Style::new().dimmed(), text)
    }

    /// The numbers of the columns, `indent` characters in; tens stand above.
    fn put_columns(&self, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
        let cols = 1..=self.diagram.size().cols();
        let blank = " ".repeat(indent);
        if *cols.end() >= TENS {
            let mut tens = blank.clone();
            for col in cols.clone() {
                match col / TENS {
                    0 => tens.push_str("  "),
                    ten => write!(tens, " {ten}")?,
                }
            }
            self.put_frame(f, &tens)?;
            f.write_char('\n')?;
        }
        let mut units = blank;
        cols.into_iter().try_for_each(|col| write!(units, " {}", col % TENS))?;
        self.put_frame(f, &units)?;
        f.write_char('\n')
    }

    /// The line above or below the points. An edge runs on past an open side.
    fn put_end(&self, f: &mut fmt::Formatter<'_>, indent: usize, side: Sides) -> fmt::Result {
        let is_edge = self.is_edge(side);
        let corner = |beside: Sides| match (is_edge, self.is_edge(beside)) {
            (true, true) => '+',
            (true, false) => '-',
            (false, true) => '|',
            (false, false) => ' ',
        };
        let mut line = " ".repeat(indent - 1);
        line.push(corner(Sides::LEFT));
        for _ in 0..self.diagram.size().cols() {
            line.push_str(if is_edge { "--" } else { " ~" });
        }
        line.push(if is_edge { '-' } else { ' ' });
        line.push(corner(Sides::RIGHT));
        self.put_frame(f, line.trim_end())?;
        f.write_char('\n')
    }

    fn put_cell(&self, f: &mut fmt::Formatter<'_>, cell: Cell, is_star: bool) -> fmt::Result {
        let char = if is_star && cell == Cell::default() { '+' } else { cell.to_char() };
        let style = match cell {
            Cell { stone: Some(Color::Black), .. } => Style::new().bold(),
            // Not bright white, which is no color on a white ground.
            Cell { stone: Some(Color::White), .. } => Style::new().bold().cyan(),
            Cell { mark: Some(_), .. } => Style::new(),
            _ => Style::new().dimmed(),
        };
        self.put(f, style, char.encode_utf8(&mut [0; 4]))
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.diagram.size();
        let has_crosses =
            self.diagram.cells().contains(&Cell { stone: None, mark: Some(Mark::Cross) });
        let placement =
            self.placement.or_else(|| Placement::shown(self.diagram)).filter(|_| !has_crosses);

        let digits = if size.rows() < TENS { 1 } else { 2 };
        let indent = digits + 2; // a blank and the left side behind the number
        let border = |side, edge| if self.is_edge(side) { edge } else { "~" };
        self.put_columns(f, indent)?;
        self.put_end(f, indent, Sides::TOP)?;
        for row in 0..size.rows() {
            let number = format!("{:digits$} {}", row + 1, border(Sides::LEFT, "|"));
            self.put_frame(f, &number)?;
            for point in (0..size.cols()).map(|col| Point::new(col, row)) {
                f.write_char(' ')?;
                let is_star = placement.is_some_and(|placement| placement.is_star(point));
                self.put_cell(f, self.diagram.cell(point), is_star)?;
            }
            f.write_char(' ')?;
            self.put_frame(f, border(Sides::RIGHT, "|"))?;
            f.write_char('\n')?;
        }
        self.put_end(f, indent, Sides::BOTTOM)
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    fn drawn(igtn: &str) -> String {
        let diagram = igtn.parse().unwrap();
        Drawing { diagram: &diagram, placement: None, is_styled: false }.to_string()
    }
}
