//! Boards as text.
//!
//! ```text
//!       A B C D E F
//!     +--------------
//!  19 | . O . . . . ~     the top left corner: lines are edges of the board,
//!  18 | O O O O . X ~     `~` marks a side where the board continues
//!  17 | . X X X X X ~
//!  16 | . . . + . . ~     star points, where the place on the board is known
//!     | ~ ~ ~ ~ ~ ~
//! ```
//!
//! Stones and annotations are the characters of the notation, so that columns
//! are aligned in terminals that draw other characters wide. An empty point
//! with a cross is a `+` as well; a diagram that has one is drawn without star
//! points.
//!
//! Columns and rows are named as on a board: letters from the left without I,
//! numbers from the bottom. A diagram whose place is unknown gets the names of
//! its likely place ([`BoardPlace::likely`]): at the corner or edge that it
//! shows, else in the middle, on a 19x19 board unless its edges say otherwise.

use std::fmt::{self, Write};

use gtn_db::Color;
use gtn_db::extract::BoardPlace;
use gtn_db::go::{Point, Sides, column_name};
use gtn_db::gtn::{Cell, Diagram, Mark};
use owo_colors::Style;

/// The style of a stone or marble.
fn style_of(color: Color) -> Style {
    match color {
        Color::Black => Style::new().bold(),
        // Bright white would be invisible on a white background.
        Color::White => Style::new().bold().cyan(),
    }
}

/// An Abalone diagram with colors and weights: its marbles are `X` and `O`, and everything else is
/// dimmed.
pub fn style_hexagon(diagram: &str) -> String {
    let style_char = |char: char| {
        let color = Color::ALL.into_iter().find(|color| color.gtn_char() == char);
        let style = color.map_or(Style::new().dimmed(), style_of);
        if char.is_whitespace() { char.to_string() } else { style.style(char).to_string() }
    };
    diagram.chars().map(style_char).collect()
}

/// A diagram as text of several lines, each with its line feed.
pub struct Drawing<'a> {
    /// What is drawn.
    pub diagram: &'a Diagram,
    /// Its place on the board, if known.
    pub placement: Option<BoardPlace>,
    /// Letters that replace the characters of points.
    pub labels: &'a [(Point, char)],
    /// Whether to use colors and weights.
    pub is_styled: bool,
}

/// The place of a part that begins `cols` and `rows` after the diagram at a
/// place, or before it where they are negative; none beyond the board.
pub fn shift_place(place: BoardPlace, cols: i16, rows: i16) -> Option<BoardPlace> {
    let col = u8::try_from(i16::from(place.origin.col) + cols).ok()?;
    let row = u8::try_from(i16::from(place.origin.row) + rows).ok()?;
    let origin = Point::new(col, row);
    place.board.contains(origin).then_some(BoardPlace { origin, ..place })
}

/// The place that gives a diagram its names of columns and rows.
fn naming_place(diagram: &Diagram, known: Option<BoardPlace>) -> BoardPlace {
    let place = known.map_or_else(|| BoardPlace::likely(diagram), Ok);
    // Too large for any board with its open sides: a board of its own.
    place.unwrap_or(BoardPlace { origin: Point::new(0, 0), board: diagram.size() })
}

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

    /// Everything but stones and labels is dimmed.
    fn put_frame(&self, f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
        self.put(f, Style::new().dimmed(), text)
    }

    /// The letters of the columns, `indent` characters in. Where names have two
    /// letters, the first ones are in a line above.
    fn put_columns(&self, f: &mut fmt::Formatter<'_>, indent: usize, first: u8) -> fmt::Result {
        let names: Vec<String> =
            (first..first + self.diagram.size().cols()).map(column_name).collect();
        let longest = names.iter().map(String::len).max().unwrap_or(0);
        for line in (1..=longest).rev() {
            let mut letters = " ".repeat(indent);
            for name in &names {
                let at = name.len().checked_sub(line);
                write!(letters, "{:>2}", at.map_or("", |at| &name[at..=at]))?;
            }
            self.put_frame(f, letters.trim_end())?;
            f.write_char('\n')?;
        }
        Ok(())
    }

    /// The line above or below the points. An edge continues past an open side.
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
            Cell { stone: Some(color), .. } => style_of(color),
            Cell { mark: Some(_), .. } => Style::new(),
            _ => Style::new().dimmed(),
        };
        self.put(f, style, char.encode_utf8(&mut [0; 4]))
    }
}

impl Drawing<'_> {
    /// The same with one line of margin beyond the stones on every open side.
    /// For whole positions only: the margin is drawn as empty points.
    pub fn with_margin(&self) -> String {
        let (diagram, Point { col: left, row: top }) = self.diagram.with_margin();
        let moved = |point: Point| Point::new(point.col + left, point.row + top);
        let labels: Vec<(Point, char)> =
            self.labels.iter().map(|&(point, label)| (moved(point), label)).collect();
        let shift = |place| shift_place(place, -i16::from(left), -i16::from(top));
        let placement = self.placement.and_then(shift);
        Drawing { diagram: &diagram, placement, labels: &labels, is_styled: self.is_styled }
            .to_string()
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.diagram.size();
        let has_crosses =
            self.diagram.cells().contains(&Cell { stone: None, mark: Some(Mark::Cross) });
        let stars =
            self.placement.or_else(|| BoardPlace::shown(self.diagram)).filter(|_| !has_crosses);

        let BoardPlace { origin, board } = naming_place(self.diagram, self.placement);
        let number = |row: u8| board.rows().saturating_sub(origin.row + row);
        let digits = number(0).to_string().len();
        let indent = digits + 2; // a blank and the left side behind the number
        let border = |side, edge| if self.is_edge(side) { edge } else { "~" };
        self.put_columns(f, indent, origin.col)?;
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
                let is_star = stars.is_some_and(|place| place.is_star(point));
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

    use gtn_db::go::Size;

    use super::*;

    fn drawn(igtn: &str) -> String {
        let diagram = igtn.parse().unwrap();
        Drawing { diagram: &diagram, placement: None, labels: &[], is_styled: false }.to_string()
    }

    #[test]
    fn a_corner() {
        assert_snapshot!(drawn("5x6|.O...._OOOO.X_.XXXXX_......_.X...._!!!!!!_"), @"
             A B C D E F
           +--------------
        19 | . O . . . . ~
        18 | O O O O . X ~
        17 | . X X X X X ~
        16 | . . . + . . ~
        15 | . X . . . . ~
           | ~ ~ ~ ~ ~ ~
        ");
    }

    #[test]
    fn the_opposite_corner() {
        assert_snapshot!(drawn("4x5|_!!!!!_....X_..+.._...XX_..XOO"), @"
            P Q R S T
            ~ ~ ~ ~ ~ |
        4 ~ . . . . X |
        3 ~ . . + . . |
        2 ~ . . . X X |
        1 ~ . . X O O |
          ------------+
        ");
    }

    #[test]
    fn a_side() {
        assert_snapshot!(drawn("4x3|_!!!_X.._O.._.(._..._!!!"), @"
             R S T
             ~ ~ ~ |
        12 ~ X . . |
        11 ~ O . . |
        10 ~ . ( . |
         9 ~ . . . |
             ~ ~ ~ |
        ");
    }

    #[test]
    fn nothing_but_open_sides() {
        assert_snapshot!(drawn("1x2|_!!__XO__!!_"), @"
             J K
             ~ ~
        10 ~ X O ~
             ~ ~
        ");
    }

    #[test]
    fn a_whole_9x9() {
        assert_snapshot!(drawn("9x9|.........................X......*......O........([<\\#^)]>/......................."), @r"
            A B C D E F G H J
          +-------------------+
        9 | . . . . . . . . . |
        8 | . . . . . . . . . |
        7 | . . + . . . + X . |
        6 | . . . . . * . . . |
        5 | . . . O + . . . . |
        4 | . . . ( [ < \ # ^ |
        3 | ) ] > / . . + . . |
        2 | . . . . . . . . . |
        1 | . . . . . . . . . |
          +-------------------+
        ");
    }

    #[test]
    fn a_standard_goban() {
        assert_snapshot!(drawn(&format!("19x19|{}X{}", ".".repeat(60), ".".repeat(300))), @"
             A B C D E F G H J K L M N O P Q R S T
           +---------------------------------------+
        19 | . . . . . . . . . . . . . . . . . . . |
        18 | . . . . . . . . . . . . . . . . . . . |
        17 | . . . . . . . . . . . . . . . . . . . |
        16 | . . . X . . . . . + . . . . . + . . . |
        15 | . . . . . . . . . . . . . . . . . . . |
        14 | . . . . . . . . . . . . . . . . . . . |
        13 | . . . . . . . . . . . . . . . . . . . |
        12 | . . . . . . . . . . . . . . . . . . . |
        11 | . . . . . . . . . . . . . . . . . . . |
        10 | . . . + . . . . . + . . . . . + . . . |
         9 | . . . . . . . . . . . . . . . . . . . |
         8 | . . . . . . . . . . . . . . . . . . . |
         7 | . . . . . . . . . . . . . . . . . . . |
         6 | . . . . . . . . . . . . . . . . . . . |
         5 | . . . . . . . . . . . . . . . . . . . |
         4 | . . . + . . . . . + . . . . . + . . . |
         3 | . . . . . . . . . . . . . . . . . . . |
         2 | . . . . . . . . . . . . . . . . . . . |
         1 | . . . . . . . . . . . . . . . . . . . |
           +---------------------------------------+
        ");
    }

    #[test]
    fn one_point() {
        assert_snapshot!(drawn("1x1|X"), @"
            A
          +---+
        1 | X |
          +---+
        ");
    }

    #[test]
    fn fifty_two_columns() {
        assert_snapshot!(drawn(&format!("2x52|{}{}", "XO".repeat(26), ".".repeat(52))), @"
                                                              A A A A A A A A A A A A A A A A A A A A A A A A A B B
            A B C D E F G H J K L M N O P Q R S T U V W X Y Z A B C D E F G H J K L M N O P Q R S T U V W X Y Z A B
          +---------------------------------------------------------------------------------------------------------+
        2 | X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O X O |
        1 | . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . |
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
            J K L
            ~ ~ ~
        4 ~ . + . ~
            ~ ~ ~
        ");
    }

    #[test]
    fn a_margin_is_drawn_beyond_stones_only() {
        let diagram: Diagram = "2x3|.XO_.X._!!!_".parse().unwrap();
        let board = Size::STANDARD;
        let placement = Some(BoardPlace { origin: Point::new(0, 0), board });
        let labels = [(Point::new(0, 1), 'a')];
        let drawing = Drawing { diagram: &diagram, placement, labels: &labels, is_styled: false };
        assert_snapshot!(drawing.with_margin(), @"
             A B C D
           +----------
        19 | . X O . ~
        18 | a X . . ~
        17 | . . . . ~
           | ~ ~ ~ ~
        ");
        let diagram: Diagram = "1x1|_!__X__!_".parse().unwrap();
        let placement = Some(BoardPlace { origin: Point::new(15, 3), board });
        let drawing = Drawing { diagram: &diagram, placement, labels: &[], is_styled: false };
        assert_snapshot!(drawing.with_margin(), @"
             P Q R
             ~ ~ ~
        17 ~ . . . ~
        16 ~ . X . ~
        15 ~ . . . ~
             ~ ~ ~
        ");
        let whole: Diagram = "1x2|XO".parse().unwrap();
        assert_eq!(whole.with_margin(), (whole, Point::new(0, 0)));
    }

    #[test]
    fn a_place_is_shifted_within_the_board() {
        let place = BoardPlace { origin: Point::new(15, 0), board: Size::STANDARD };
        let origin = |place: Option<BoardPlace>| place.map(|place| place.origin);
        assert_eq!(origin(shift_place(place, -1, 2)), Some(Point::new(14, 2)));
        assert_eq!(origin(shift_place(place, 0, -1)), None);
        assert_eq!(origin(shift_place(place, 4, 0)), None);
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
