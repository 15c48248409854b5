//! Reads boards as `convert --to diagram` draws them.

use gtn_db::extract::BoardPlace;
use gtn_db::go::{Point, Size};
use gtn_db::gtn::{Cell, Diagram, Mark};

/// The GTN of a drawn board; `None` if the text is none.
///
/// ```text
///       A B C                     a `+` is a star point where exactly the empty star points of the
///     +-------                    board are drawn so, else an empty point with a cross
///  19 | X . . ~       X.._
///  18 | . O . ~   →   .O._
///     | ~ ~ ~         !!!_
/// ```
pub fn read_drawn_board(text: &str) -> Option<String> {
    let is_name = |char: char| char.is_ascii_uppercase() || char == ' ';
    let mut lines = text.lines().skip_while(|line| line.chars().all(is_name));
    let is_open = |line: &str| {
        let is_end = !line.is_empty() && line.chars().all(|char| "+-|~ ".contains(char));
        is_end.then(|| line.contains('~'))
    };
    let is_top_open = is_open(lines.next()?)?;
    let (mut rows, mut sides, mut is_bottom_open) = (Vec::new(), None, None);
    let mut top = None;
    for line in lines {
        if let Some(is_open) = is_open(line) {
            is_bottom_open = Some(is_open);
            break;
        }
        let mut parts = line.split_whitespace();
        let number: u8 = parts.next()?.parse().ok()?;
        top.get_or_insert(number);
        let parts: Vec<&str> = parts.collect();
        let [left, cells @ .., right] = &*parts else { return None };
        let of_row = (*left == "~", *right == "~");
        if *sides.get_or_insert(of_row) != of_row || cells.iter().any(|cell| cell.len() != 1) {
            return None;
        }
        rows.push(cells.concat());
    }
    let (is_left_open, is_right_open) = sides?;
    let marker = |is_open| if is_open { "_" } else { "" };
    let row = |row: &str| [marker(is_left_open), row, marker(is_right_open), "\n"].concat();
    let margin = row(&"!".repeat(rows[0].len()));
    let mut gtn: String = rows.iter().map(|cells| row(cells)).collect();
    if is_top_open {
        gtn.insert_str(0, &margin);
    }
    if is_bottom_open? {
        gtn.push_str(&margin);
    }
    let diagram = Diagram::from_gtn(&gtn).ok()?;
    let place = BoardPlace::shown(&diagram).or_else(|| place_by_names(text, top?));
    Some(if place.is_some_and(|place| shows_stars(&diagram, place)) {
        gtn.replace('+', ".")
    } else {
        gtn
    })
}

/// The place on a standard board of a diagram whose first row has this number.
fn place_by_names(text: &str, top: u8) -> Option<BoardPlace> {
    let letter = text.lines().next()?.trim_start().bytes().next()?;
    let col = letter.checked_sub(b'A')? - u8::from(letter > b'I');
    let board = Size::STANDARD;
    let origin = Point::new(col, board.rows().checked_sub(top)?);
    Some(BoardPlace { origin, board })
}

/// Whether the crosses of a diagram are exactly its empty star points.
fn shows_stars(diagram: &Diagram, place: BoardPlace) -> bool {
    let cross = Cell { stone: None, mark: Some(Mark::Cross) };
    let size = diagram.size();
    let points =
        (0..size.rows()).flat_map(|row| (0..size.cols()).map(move |col| Point::new(col, row)));
    points.zip(diagram.cells()).all(|(point, &cell)| match cell {
        _ if cell == cross => place.is_star(point),
        _ if cell == Cell::default() => !place.is_star(point),
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::output::board::Drawing;

    #[test]
    fn a_drawn_board_is_read_back() {
        for igtn in [
            "5x6|.O...._OOOO.X_.XXXXX_......_.X...._!!!!!!_",
            "4x5|_!!!!!_....X_....._...XX_..XOO",
            "4x3|_!!!_X.._O.._.(._..._!!!",
            "1x2|_!!__XO__!!_",
            "9x9|.........................X......*......O........([<\\#^)]>/.......................",
            "9x9|+........................X......*......O........([<\\#^)]>/.......................",
            "1x1|X",
            &format!("2x52|{}{}", "XO".repeat(26), ".".repeat(52)),
            &format!("19x19|{}X{}", ".".repeat(60), ".".repeat(300)),
        ] {
            let diagram: Diagram = igtn.parse().unwrap();
            let drawing =
                Drawing { diagram: &diagram, placement: None, labels: &[], is_styled: false };
            let drawn = drawing.to_string();
            assert_eq!(read_drawn_board(&drawn), Some(diagram.to_gtn()), "{drawn}");
        }
    }

    #[test]
    fn a_place_that_is_known_has_its_star_points() {
        let diagram: Diagram = "1x3|_!!!__...__!!!_".parse().unwrap();
        let place = BoardPlace { origin: Point::new(8, 15), board: Size::STANDARD };
        let drawing =
            Drawing { diagram: &diagram, placement: Some(place), labels: &[], is_styled: false };
        assert_eq!(read_drawn_board(&drawing.to_string()), Some(diagram.to_gtn()));
    }

    #[test]
    fn other_texts_are_no_drawn_boards() {
        for text in [
            "",
            "X.O\n...\n",
            "XO\n--\n",
            "  A B\n +----+\n2 | X |\n1 | O O |\n +----+\n",
            "A\n~\n",
        ] {
            assert_eq!(read_drawn_board(text), None, "{text}");
        }
    }
}
