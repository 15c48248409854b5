//! A line of GobanTN as a record.

use super::problem::of_window;
use crate::Color;
use crate::go::{Point, Region, Sides, Size};
use crate::gtn::{Diagram, Window};
use crate::record::{Record, Turn};
use crate::sgf::value;

/// Makes a record of an IGTN; `number` and `offset` as for
/// [`tree`](super::tree). Its SGF is made for it.
///
/// # Errors
/// What is wrong with the line.
///
/// ```
/// use gtn_db::extract;
///
/// let record = extract::line("2x4|...X_XXXX_!!!!_", 1, 0)?;
/// assert_eq!(record.text, "4x4|!!!!_...._...._OOOO_...O_");
/// assert_eq!(record.sgf, b"(;GM[1]FF[4]CA[UTF-8]SZ[19]AB[da][ab][bb][cb][db])");
/// # Ok::<(), String>(())
/// ```
pub fn line(text: &str, number: u32, offset: u64) -> Result<Record, String> {
    let diagram: Diagram = text.parse().map_err(|error| format!("no IGTN: {error}"))?;
    let sub = diagram.sub_position();
    let window = sub.window().ok_or("an empty goban is no position")?;
    let (board, at) = on_board(&diagram)?;
    let shifted = |point: Point| Point::new(at.col + point.col, at.row + point.row);
    let region = Region { origin: shifted(window.region.origin), ..window.region };
    let mut sgf = String::from("(;GM[1]FF[4]CA[UTF-8]");
    sgf.push_str(&value::size_property(board));
    for color in Color::ALL {
        let mut stones = sub.board.stones().filter(|&(_, stone)| stone == color).peekable();
        if stones.peek().is_some() {
            sgf.extend(['A', color.sgf_char()]);
        }
        for (point, _) in stones {
            sgf.push_str(&format!("[{}]", value::letters(shifted(point))));
        }
    }
    sgf.push(')');
    Ok(Record {
        tree: number,
        offset,
        sgf: sgf.into_bytes(),
        ..of_window(&Window { region, sub: window.sub }, board, Turn::Unknown)
    })
}

/// A board that a diagram can lie on, and the point its top left point has
/// there.
///
/// It lies at the edges that it shows, in the middle of an axis that shows
/// none. An axis that shows both is as long as the diagram, any other 19, or
/// longer where that does not suffice.
///
/// # Errors
/// When no board is large enough.
pub fn on_board(diagram: &Diagram) -> Result<(Size, Point), String> {
    let axis = |points: u8, first: Sides, last: Sides| {
        let is_open = |side| diagram.open().contains(side);
        let beyond = u8::from(is_open(first)) + u8::from(is_open(last));
        let lines = if beyond == 0 { points } else { 19.max(points + beyond) };
        let before = match (is_open(first), is_open(last)) {
            (false, _) => 0,
            (true, false) => lines - points,
            (true, true) => (lines - points) / 2,
        };
        (lines, before)
    };
    let size = diagram.size();
    let (cols, col) = axis(size.cols(), Sides::LEFT, Sides::RIGHT);
    let (rows, row) = axis(size.rows(), Sides::TOP, Sides::BOTTOM);
    let board = Size::new(cols, rows).map_err(|error| error.to_string())?;
    Ok((board, Point::new(col, row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(igtn: &str) -> String {
        let (board, at) = on_board(&igtn.parse().unwrap()).unwrap();
        format!("{at} on {board}")
    }

    #[test]
    fn a_diagram_lies_at_the_edges_it_shows() {
        assert_eq!(placed("2x3|......"), "(1,1) on 2x3");
        assert_eq!(placed("2x3|..._..._!!!_"), "(1,1) on 19x19");
        assert_eq!(placed("2x3|_!!!_..._..."), "(17,18) on 19x19");
        assert_eq!(placed("2x3|_!!!__...__...__!!!_"), "(9,9) on 19x19");
        assert_eq!(placed("2x3|_...__...__!!!_"), "(9,1) on 19x19");
        assert_eq!(placed("1x20|...................._"), "(1,1) on 1x21");
    }

    #[test]
    fn bad_lines_say_what_is_wrong() {
        for (text, cause) in [
            ("3x3|.........", "an empty goban is no position"),
            ("3x3|..", "no IGTN: 2 characters of points where 9 are due"),
            ("3x3|...?.....", "no IGTN: row 2, column 1 (character 8): `?` stands for no point"),
        ] {
            assert_eq!(line(text, 1, 0).unwrap_err(), cause);
        }
    }
}
