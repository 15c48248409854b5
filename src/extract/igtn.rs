//! A line of GobanTN as a record.

use super::problem::of_window;
use super::{BoardPlace, diagram_sgf};
use crate::go::{Point, Region};
use crate::gtn::{Diagram, Window};
use crate::model::{Record, Turn};

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
    let place = BoardPlace::likely(&diagram).map_err(|error| error.to_string())?;
    let Point { col, row } = window.region.origin;
    let origin = Point::new(place.origin.col + col, place.origin.row + row);
    let window = Window { region: Region { origin, ..window.region }, sub: window.sub };
    Ok(Record {
        tree: number,
        offset,
        sgf: diagram_sgf(&diagram, place).into_bytes(),
        ..of_window(&window, place.board, Turn::Unknown)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_say_what_is_wrong() {
        for (text, message) in [
            ("3x3|.........", "an empty goban is no position"),
            ("3x3|..", "no IGTN: expected 9 characters after `|`, found 2"),
            (
                "3x3|...?.....",
                "no IGTN: row 2, column 1 (character 8): `?` is not a point: write `.`, `X` or `O`",
            ),
        ] {
            assert_eq!(line(text, 1, 0).unwrap_err(), message);
        }
    }
}
