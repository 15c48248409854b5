//! Recognizes the start positions of games.

use crate::Color;
use crate::go::{Board, Point, Size};

/// The columns or rows of the handicap points on a board of `side` lines, from 0.
fn handicap_lines(side: u8) -> Option<[u8; 3]> {
    match side {
        0..7 => None,
        7..13 => Some([2, side / 2, side - 3]),
        _ => Some([3, side / 2, side - 4]),
    }
}

/// The corners of the first four handicap stones, as places in [`handicap_lines`] of the columns and
/// the rows. The third stone of Tygem is in the upper left corner, that of online-go.com in the lower right one.
pub(super) const TOP_LEFT_THIRD: [[usize; 2]; 4] = [[2, 0], [0, 2], [0, 0], [2, 2]];
pub(super) const BOTTOM_RIGHT_THIRD: [[usize; 2]; 4] = [[2, 0], [0, 2], [2, 2], [0, 0]];

/// The usual points of 2 to 9 handicap stones; `None` for other numbers and on small boards.
/// `corners` has the order of the corners.
pub(super) fn handicap_stones(
    count: u64,
    size: Size,
    corners: [[usize; 2]; 4],
) -> Option<Vec<Point>> {
    let (cols, rows) = (handicap_lines(size.cols())?, handicap_lines(size.rows())?);
    let mut places = match count {
        2..=4 => corners[..count as usize].to_vec(),
        5..=9 => corners.to_vec(),
        _ => return None,
    };
    if count >= 6 {
        places.extend([[0, 1], [2, 1]]);
    }
    if count >= 8 {
        places.extend([[1, 0], [1, 2]]);
    }
    if count >= 5 && count % 2 == 1 {
        places.push([1, 1]);
    }
    Some(places.into_iter().map(|[col, row]| Point::new(cols[col], rows[row])).collect())
}

/// `Some` if the point is one of the nine handicap points; `Some(true)` if it is
/// one of the four in the corners.
fn handicap_point(point: Point, size: Size) -> Option<bool> {
    let (cols, rows) = (handicap_lines(size.cols())?, handicap_lines(size.rows())?);
    let col = cols.iter().position(|&col| col == point.col)?;
    let row = rows.iter().position(|&row| row == point.row)?;
    Some(col != 1 && row != 1)
}

/// Whether these stones are the start position of a game, by the rules of
/// [`extract`](super).
///
/// `handicap` is the number in HA, `first` the color of the first move.
pub(super) fn is_game_start(board: &Board, handicap: Option<u32>, first: Option<Color>) -> bool {
    let (mut black, mut white) = (Vec::new(), Vec::new());
    for (point, color) in board.stones() {
        match color {
            Color::Black => black.push(point),
            Color::White => white.push(point),
        }
    }
    let size = board.size();
    if white.is_empty() {
        let announced =
            handicap.is_some_and(|stones| stones >= 1 && stones as usize == black.len());
        let usual = (2..=9).contains(&black.len())
            && first != Some(Color::Black)
            && black.iter().all(|&point| handicap_point(point, size).is_some());
        return announced || usual;
    }
    let across = |stones: &[Point]| {
        matches!(stones, [a, b] if a.row != b.row && a.col != b.col)
            && stones.iter().all(|&point| handicap_point(point, size) == Some(true))
    };
    across(&black) && across(&white)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtn::Diagram;

    fn starts(gtn: &str, handicap: Option<u32>, first: Option<Color>) -> bool {
        let board = Diagram::from_gtn(gtn).unwrap().sub_position().board;
        is_game_start(&board, handicap, first)
    }

    const TWO: &str = "
        .......
        .......
        ..X.X..
        .......
        .......
        .......
        .......";

    fn flat(gtn: &str) -> String {
        gtn.lines().map(str::trim).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn stones_on_handicap_points_start_a_game_unless_black_moves_first() {
        assert!(starts(&flat(TWO), None, Some(Color::White)));
        assert!(starts(&flat(TWO), None, None));
        assert!(!starts(&flat(TWO), None, Some(Color::Black)));
    }

    #[test]
    fn other_stones_start_a_game_if_ha_has_their_number() {
        let free = flat(TWO).replace("..X.X..", ".X.X...");
        assert!(!starts(&free, None, Some(Color::White)));
        assert!(!starts(&free, Some(3), Some(Color::White)));
        assert!(starts(&free, Some(2), Some(Color::White)));
        let one = free.replace("X...", "....");
        assert!(starts(&one, Some(1), Some(Color::White)));
        assert!(!starts(&one, None, Some(Color::White)));
    }

    #[test]
    fn the_old_chinese_opening_starts_a_game() {
        let corners = flat(
            ".........
             .........
             ..X...O..
             .........
             .........
             .........
             ..O...X..
             .........
             .........",
        );
        assert!(starts(&corners, None, Some(Color::White)));
        let side_by_side = corners.replace("X...O", "X...X").replace("O...X", "O...O");
        assert!(!starts(&side_by_side, None, Some(Color::White)));
        assert!(!starts(&corners.replacen("..X", ".X.", 1), None, Some(Color::White)));
    }
}
