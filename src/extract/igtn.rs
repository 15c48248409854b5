//! A line of GobanTN as a record.

use super::problem::of_window;
use crate::go::{MAX_SIDE, Point, Region, Sides, Size};
use crate::gtn::{Diagram, Window};
use crate::record::{Record, Turn};

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
    let on_board = on_board(&diagram)?;
    let origin = window.region.origin;
    let region = Region {
        origin: Point::new(on_board.origin.col + origin.col, on_board.origin.row + origin.row),
        size: window.region.size,
    };
    let window = Window { region, sub: window.sub };
    let mut sgf = format!("(;GM[1]FF[4]CA[UTF-8]SZ[{}]", sgf_size(on_board.size));
    for (name, color) in [("AB", crate::Color::Black), ("AW", crate::Color::White)] {
        let mut stones = sub.board.stones().filter(|&(_, stone)| stone == color).peekable();
        if stones.peek().is_some() {
            sgf.push_str(name);
        }
        for (point, _) in stones {
            sgf.push('[');
            sgf.push(letter(on_board.origin.col + point.col));
            sgf.push(letter(on_board.origin.row + point.row));
            sgf.push(']');
        }
    }
    sgf.push(')');
    Ok(Record {
        tree: number,
        offset,
        sgf: sgf.into_bytes(),
        ..of_window(&window, on_board.size, Turn::Unknown)
    })
}
