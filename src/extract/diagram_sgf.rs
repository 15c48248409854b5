//! A diagram as an SGF game tree of one node.

use crate::Color;
use crate::go::Point;
use crate::gtn::{Cell, Diagram, Mark};

use super::BoardPlace;
use crate::sgf::value::{format_point, format_size_property};

/// What a property says of its points.
#[derive(Clone, Copy)]
enum Says {
    Stone(Color),
    Mark(Mark),
}

/// The properties, in the order they are written.
const PROPERTIES: [(&str, Says); 6] = [
    ("AB", Says::Stone(Color::Black)),
    ("AW", Says::Stone(Color::White)),
    ("CR", Says::Mark(Mark::Circle)),
    ("MA", Says::Mark(Mark::Cross)),
    ("SQ", Says::Mark(Mark::Square)),
    ("TR", Says::Mark(Mark::Triangle)),
];

impl Says {
    fn of(self, cell: Cell) -> bool {
        match self {
            Says::Stone(color) => cell.stone == Some(color),
            Says::Mark(mark) => cell.mark == Some(mark),
        }
    }
}

/// A diagram as a game tree of one node, on one line: stones, marks, size.
///
/// ```
/// use gtn_db::extract::{BoardPlace, diagram_sgf};
///
/// let diagram = "2x4|...X_XXXX_!!!!_".parse()?;
/// let place = BoardPlace::likely(&diagram)?;
/// assert_eq!(
///     diagram_sgf(&diagram, place),
///     "(;GM[1]FF[4]CA[UTF-8]SZ[19]AB[da][ab][bb][cb][db])"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diagram_sgf(diagram: &Diagram, place: BoardPlace) -> String {
    let mut tree = format!("(;GM[1]FF[4]CA[UTF-8]{}", format_size_property(place.board));
    let Point { col: left, row: top } = place.origin;
    for (name, says) in PROPERTIES {
        let cells = diagram.size().points().zip(diagram.cells());
        let mut points = cells.filter(|&(_, &cell)| says.of(cell)).peekable();
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
        diagram_sgf(&diagram, BoardPlace::likely(&diagram).unwrap())
    }

    #[test]
    fn a_goban_is_its_own_board() {
        assert_eq!(tree("1x1|."), "(;GM[1]FF[4]CA[UTF-8]SZ[1])");
        assert_eq!(tree("2x3|X.O(]^"), {
            "(;GM[1]FF[4]CA[UTF-8]SZ[3:2]AB[aa][ab]AW[ca][bb]CR[ab]SQ[bb]TR[cb])"
        });
        assert_eq!(tree("1x3|\\+/"), "(;GM[1]FF[4]CA[UTF-8]SZ[3:1]AB[aa]AW[ca]MA[aa][ba][ca])");
    }

    #[test]
    fn a_part_lies_at_its_corner() {
        assert_eq!(tree("2x4|...X_XXXX_!!!!_"), {
            "(;GM[1]FF[4]CA[UTF-8]SZ[19]AB[da][ab][bb][cb][db])"
        });
        assert_eq!(tree("1x2|_!!_XO"), "(;GM[1]FF[4]CA[UTF-8]SZ[19]AB[rs]AW[ss])");
    }

    #[test]
    fn the_far_lines_of_a_large_board_have_capital_letters() {
        assert_eq!(tree(&format!("1x52|{}X", ".".repeat(51))), {
            "(;GM[1]FF[4]CA[UTF-8]SZ[52:1]AB[Za])"
        });
    }
}
