//! Writes a diagram as an SGF game tree of one node.

use crate::Color;
use crate::go::Point;
use crate::gtn::{Cell, Diagram, Mark};

use super::board_place::BoardPlace;
use crate::sgf::value::{format_point, format_size_property};

/// What a property puts on its points.
#[derive(Clone, Copy)]
enum Content {
    Stone(Color),
    Mark(Mark),
}

/// The properties, in the order in which they are written.
const PROPERTIES: [(&str, Content); 6] = [
    ("AB", Content::Stone(Color::Black)),
    ("AW", Content::Stone(Color::White)),
    ("CR", Content::Mark(Mark::Circle)),
    ("MA", Content::Mark(Mark::Cross)),
    ("SQ", Content::Mark(Mark::Square)),
    ("TR", Content::Mark(Mark::Triangle)),
];

impl Content {
    fn is_in(self, cell: Cell) -> bool {
        match self {
            Content::Stone(color) => cell.stone == Some(color),
            Content::Mark(mark) => cell.mark == Some(mark),
        }
    }
}

/// Writes a diagram as a game tree of one node, on one line: board size, stones,
/// marks.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::{BoardPlace, diagram_to_sgf};
///
/// let diagram = "2x4|...X_XXXX_!!!!_".parse()?;
/// let place = BoardPlace::likely(&diagram)?;
/// assert_eq!(
///     diagram_to_sgf(&diagram, place),
///     "(;GM[1]FF[4]CA[UTF-8]SZ[19]AB[da][ab][bb][cb][db])"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diagram_to_sgf(diagram: &Diagram, place: BoardPlace) -> String {
    let mut tree = format!("(;GM[1]FF[4]CA[UTF-8]{}", format_size_property(place.board));
    let Point { col: left, row: top } = place.origin;
    for (name, content) in PROPERTIES {
        let cells = diagram.size().points().zip(diagram.cells());
        let mut points = cells.filter(|&(_, &cell)| content.is_in(cell)).peekable();
        if points.peek().is_some() {
            tree.push_str(name);
        }
        for (Point { col, row }, _) in points {
            tree.extend(["[", &format_point(Point::new(left + col, top + row)), "]"]);
        }
    }
    tree.push(')');
    tree
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(igtn: &str) -> String {
        let diagram: Diagram = igtn.parse().unwrap();
        diagram_to_sgf(&diagram, BoardPlace::likely(&diagram).unwrap())
    }

    #[test]
    fn a_goban_fills_its_board() {
        assert_eq!(tree("1x1|."), "(;GM[1]FF[4]CA[UTF-8]SZ[1])");
        assert_eq!(tree("2x3|X.O(]^"), {
            "(;GM[1]FF[4]CA[UTF-8]SZ[3:2]AB[aa][ab]AW[ca][bb]CR[ab]SQ[bb]TR[cb])"
        });
        assert_eq!(tree("1x3|\\+/"), "(;GM[1]FF[4]CA[UTF-8]SZ[3:1]AB[aa]AW[ca]MA[aa][ba][ca])");
    }

    #[test]
    fn a_part_is_written_at_its_corner() {
        assert_eq!(tree("2x4|...X_XXXX_!!!!_"), {
            "(;GM[1]FF[4]CA[UTF-8]SZ[19]AB[da][ab][bb][cb][db])"
        });
        assert_eq!(tree("1x2|_!!_XO"), "(;GM[1]FF[4]CA[UTF-8]SZ[19]AB[rs]AW[ss])");
    }

    #[test]
    fn lines_beyond_26_have_capital_letters() {
        assert_eq!(tree(&format!("1x52|{}X", ".".repeat(51))), {
            "(;GM[1]FF[4]CA[UTF-8]SZ[52:1]AB[Za])"
        });
    }
}
