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

use gtn_db::extract::BoardPlace;

/// A diagram as text of several lines, each with its line feed.
pub struct Drawing<'a> {
    /// What is drawn.
    pub diagram: &'a Diagram,
    /// Where it lies; when nobody knows, the edges it shows may tell.
    pub placement: Option<BoardPlace>,
    /// Letters on empty points, in place of what stands there.
    pub labels: &'a [(Point, char)],
    /// Whether to use colors and weights.
    pub is_styled: bool,
}

/// A drawing whose first column and row have other numbers than 1.
pub struct Numbered<'a> {
    /// What is drawn.
    pub drawing: Drawing<'a>,
    /// The number of the first column; less than 1 beyond the side of what was
    /// asked for.
    pub first_col: i16,
    /// The number of the first row.
    pub first_row: i16,
}

/// From here on the number of a column has its tens above its units.
const TENS: i16 = 10;

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
    fn put_columns(&self, f: &mut fmt::Formatter<'_>, indent: usize, first: i16) -> fmt::Result {
        let cols = first..first + i16::from(self.diagram.size().cols());
        let blank = " ".repeat(indent);
        if cols.clone().any(|col| col.abs() >= TENS) {
            let mut tens = blank.clone();
            for col in cols.clone() {
                match col / TENS {
                    0 => tens.push_str("  "),
                    ten => write!(tens, "{ten:2}")?,
                }
            }
            self.put_frame(f, tens.trim_end())?;
            f.write_char('\n')?;
        }
        let mut units = blank;
        for col in cols {
            let unit = if col.abs() < TENS { col } else { (col % TENS).abs() };
            write!(units, "{unit:2}")?;
        }
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
        self.put_numbered(f, 1, 1)
    }
}

impl fmt::Display for Numbered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.drawing.put_numbered(f, self.first_col, self.first_row)
    }
}

impl Drawing<'_> {
    fn put_numbered(
        &self,
        f: &mut fmt::Formatter<'_>,
        first_col: i16,
        first_row: i16,
    ) -> fmt::Result {
        let size = self.diagram.size();
        let has_crosses =
            self.diagram.cells().contains(&Cell { stone: None, mark: Some(Mark::Cross) });
        let placement =
            self.placement.or_else(|| BoardPlace::shown(self.diagram)).filter(|_| !has_crosses);

        let number = |row: u8| first_row + i16::from(row);
        let ends = [number(0), number(size.rows() - 1)];
        let digits = ends.map(|number| number.to_string().len()).into_iter().max().unwrap_or(1);
        let indent = digits + 2; // a blank and the left side behind the number
        let border = |side, edge| if self.is_edge(side) { edge } else { "~" };
        self.put_columns(f, indent, first_col)?;
        self.put_end(f, indent, Sides::TOP)?;
        for row in 0..size.rows() {
            let number = format!("{:digits$} {}", number(row), border(Sides::LEFT, "|"));
            self.put_frame(f, &number)?;
            for point in (0..size.cols()).map(|col| Point::new(col, row)) {
                f.write_char(' ')?;
                if let Some((_, label)) = self.labels.iter().find(|(at, _)| *at == point) {
                    self.put(f, Style::new().bold(), label.encode_utf8(&mut [0; 4]))?;
                    continue;
                }
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
    use gtn_db::go::Size;
    use insta::assert_snapshot;

    use super::*;

    fn drawn(igtn: &str) -> String {
        let diagram = igtn.parse().unwrap();
        Drawing { diagram: &diagram, placement: None, labels: &[], is_styled: false }.to_string()
    }

    #[test]
    fn a_corner() {
        assert_snapshot!(drawn("5x6|.O...._OOOO.X_.XXXXX_......_.X...._!!!!!!_"), @"
            1 2 3 4 5 6
          +--------------
        1 | . O . . . . ~
        2 | O O O O . X ~
        3 | . X X X X X ~
        4 | . . . + . . ~
        5 | . X . . . . ~
          | ~ ~ ~ ~ ~ ~
        ");
    }

    #[test]
    fn the_opposite_corner() {
        assert_snapshot!(drawn("4x5|_!!!!!_....X_..+.._...XX_..XOO"), @"
            1 2 3 4 5
            ~ ~ ~ ~ ~ |
        1 ~ . . . . X |
        2 ~ . . + . . |
        3 ~ . . . X X |
        4 ~ . . X O O |
          ------------+
        ");
    }

    #[test]
    fn a_side() {
        assert_snapshot!(drawn("4x3|_!!!_X.._O.._.(._..._!!!"), @"
            1 2 3
            ~ ~ ~ |
        1 ~ X . . |
        2 ~ O . . |
        3 ~ . ( . |
        4 ~ . . . |
            ~ ~ ~ |
        ");
    }

    #[test]
    fn nothing_but_open_sides() {
        assert_snapshot!(drawn("1x2|_!!__XO__!!_"), @"
            1 2
            ~ ~
        1 ~ X O ~
            ~ ~
        ");
    }

    #[test]
    fn a_whole_9x9() {
        assert_snapshot!(drawn("9x9|.........................X......*......O........([<\\#^)]>/......................."), @r"
            1 2 3 4 5 6 7 8 9
          +-------------------+
        1 | . . . . . . . . . |
        2 | . . . . . . . . . |
        3 | . . + . . . + X . |
        4 | . . . . . * . . . |
        5 | . . . O + . . . . |
        6 | . . . ( [ < \ # ^ |
        7 | ) ] > / . . + . . |
        8 | . . . . . . . . . |
        9 | . . . . . . . . . |
          +-------------------+
        ");
    }

    #[test]
    fn a_standard_goban() {
        assert_snapshot!(drawn(&format!("19x19|{}X{}", ".".repeat(60), ".".repeat(300))), @"
                               1 1 1 1 1 1 1 1 1 1
             1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9
           +---------------------------------------+
         1 | . . . . . . . . . . . . . . . . . . . |
         2 | . . . . . . . . . . . . . . . . . . . |
         3 | . . . . . . . . . . . . . . . . . . . |
         4 | . . . X . . . . . + . . . . . + . . . |
         5 | . . . . . . . . . . . . . . . . . . . |
         6 | . . . . . . . . . . . . . . . . . . . |
         7 | . . . . . . . . . . . . . . . . . . . |
         8 | . . . . . . . . . . . . . . . . . . . |
         9 | . . . . . . . . . . . . . . . . . . . |
        10 | . . . + . . . . . + . . . . . + . . . |
        11 | . . . . . . . . . . . . . . . . . . . |
        12 | . . . . . . . . . . . . . . . . . . . |
        13 | . . . . . . . . . . . . . . . . . . . |
        14 | . . . . . . . . . . . . . . . . . . . |
        15 | . . . . . . . . . . . . . . . . . . . |
        16 | . . . + . . . . . + . . . . . + . . . |
        17 | . . . . . . . . . . . . . . . . . . . |
        18 | . . . . . . . . . . . . . . . . . . . |
        19 | . . . . . . . . . . . . . . . . . . . |
           +---------------------------------------+
        ");
    }

    #[test]
    fn one_point() {
        assert_snapshot!(drawn("1x1|X"), @"
            1
          +---+
        1 | X |
          +---+
        ");
    }

    #[test]
    fn fifty_two_columns() {
        assert_snapshot!(drawn(&format!("2x52|{}{}", "XO".repeat(26), ".".repeat(52))), @"
                              1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5
            1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2
          +---------------------------------------------------------------------------------------------------------+
        1 | X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O |
        2 | . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . |
          +---------------------------------------------------------------------------------------------------------+
        ");
    }

    #[test]
    fn a_place_that_is_known() {
        let diagram = "1x3|_!!!__...__!!!_".parse().unwrap();
        let placement = BoardPlace { origin: Point::new(8, 15), board: Size::STANDARD };
        let drawing = Drawing {
            diagram: &diagram,
            placement: Some(placement),
            labels: &[],
            is_styled: false,
        };
        assert_snapshot!(drawing.to_string(), @"
            1 2 3
            ~ ~ ~
        1 ~ . + . ~
            ~ ~ ~
        ");
    }

    #[test]
    fn a_board_with_other_numbers() {
        let diagram = "2x14|_!!!!!!!!!!!!!!__..X..........O__..............__!!!!!!!!!!!!!!_"
            .parse()
            .unwrap();
        let drawing = Drawing { diagram: &diagram, placement: None, labels: &[], is_styled: false };
        let numbered = Numbered { drawing, first_col: -11, first_row: 0 };
        assert_snapshot!(numbered.to_string(), @"
           -1-1
            1 0-9-8-7-6-5-4-3-2-1 0 1 2
            ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
        0 ~ . . X . . . . . . . . . . O ~
        1 ~ . . . . . . . . . . . . . . ~
            ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
        ");
        let drawing = Drawing { diagram: &diagram, placement: None, labels: &[], is_styled: false };
        let numbered = Numbered { drawing, first_col: 6, first_row: 9 };
        assert_snapshot!(numbered.to_string(), @"
                     1 1 1 1 1 1 1 1 1 1
             6 7 8 9 0 1 2 3 4 5 6 7 8 9
             ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
         9 ~ . . X . . . . . . . . . . O ~
        10 ~ . . . . . . . . . . . . . . ~
             ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
        ");
    }

    #[test]
    fn a_styled_board_is_the_same_without_its_styles() {
        let diagram: Diagram = "2x4|.X*X_O(XX_!!!!_".parse().unwrap();
        let draw = |is_styled| {
            Drawing { diagram: &diagram, placement: None, labels: &[], is_styled }.to_string()
        };
        let styled = draw(true);
        assert!(styled.contains("\x1b[1mX"), "{styled:?}");
        assert_eq!(anstream::adapter::strip_str(&styled).to_string(), draw(false));
    }
}
