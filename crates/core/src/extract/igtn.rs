//! Makes a record of a line of IGTN.

use super::board_place::BoardPlace;
use super::classify::TreeLocation;
use super::diagram_sgf::diagram_to_sgf;
use super::problem::record_of_window;
use crate::go::{Point, Region};
use crate::gtn::{Diagram, Window};
use crate::model::{Record, Turn};

/// Extracts a problem from a line of IGTN, with an SGF that shows it on the board
/// of [`BoardPlace::likely`].
///
/// # Errors
/// If the line is not an IGTN, has no stones or needs a board that is too large:
/// the cause.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::{TreeLocation, extract_line};
///
/// let record = extract_line("2x4|...X_XXXX_!!!!_", TreeLocation::FIRST)?;
/// assert_eq!(record.text, "4x4|!!!!_...._...._OOOO_...O_");
/// assert_eq!(record.sgf, b"(;GM[1]FF[4]CA[UTF-8]SZ[19]AB[da][ab][bb][cb][db])");
/// # Ok::<(), String>(())
/// ```
pub fn extract_line(text: &str, location: TreeLocation) -> Result<Record, String> {
    let diagram: Diagram = text.parse().map_err(|error| format!("not an IGTN: {error}"))?;
    let sub = diagram.sub_position();
    let window = sub.window().ok_or("there are no stones")?;
    let place = BoardPlace::likely(&diagram).map_err(|error| error.to_string())?;
    let Point { col, row } = window.region.origin;
    let origin = Point::new(place.origin.col + col, place.origin.row + row);
    let window = Window { region: Region { origin, ..window.region }, sub: window.sub };
    Ok(Record {
        tree: location.tree,
        offset: location.offset,
        sgf: diagram_to_sgf(&diagram, place).into_bytes(),
        ..record_of_window(&window, place.board, Turn::Unknown)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_say_what_is_wrong() {
        for (text, message) in [
            ("3x3|.........", "there are no stones"),
            ("3x3|..", "not an IGTN: expected 9 characters after `|`, found 2"),
            (
                "3x3|...?.....",
                "not an IGTN: row 2, column 1 (character 8): `?` is not a point: write `.`, `X` or `O`",
            ),
        ] {
            assert_eq!(extract_line(text, TreeLocation::FIRST).unwrap_err(), message);
        }
    }
}
