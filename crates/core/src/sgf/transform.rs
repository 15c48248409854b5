//! Rotating and mirroring game trees, and swapping their colors.

use std::borrow::Cow;
use std::io::{self, Write};

use super::reader::stated_size;
use super::value::{
    Move, format_point, parse_move, parse_point, parse_points, parse_size, split_compose,
};
use super::writer::{write_property, write_tree_with, write_value};
use super::{Charset, GameTree, Ident, Layout, Property};
use crate::go::{Point, Size, Symmetry};

/// Applies one of the sixteen operations to a tree and writes it as SGF in UTF-8.
///
/// All values that SGF FF\[4\] defines as points are transformed: moves, setup, marks, labels,
/// arrows, lines, territory and views; and FF\[3\]'s `L` and `M`, and uliGo's `WV`. Negative
/// operations also swap the properties of the players, the side to move and the result. Passes,
/// values that are not points of the board, text and unknown properties are copied unchanged.
///
/// The board size is the first `SZ` of the first node with properties, or 19x19.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::Symmetry;
/// use gtn_db::sgf::{Charset, GameTree, Layout, transform};
///
/// let tree = GameTree::read(b"(;SZ[9]AB[aa:cb]PL[B];B[dc]LB[dc:1])", Charset::UTF_8);
/// let operation: Symmetry = "N_IR1".parse()?;
/// assert_eq!(
///     transform(&tree, operation, Layout::OneLine),
///     "(;SZ[9]AW[ha:ic]PL[W];W[gd]LB[gd:1])"
/// );
/// # Ok::<(), gtn_db::go::ParseSymmetryError>(())
/// ```
pub fn transform(tree: &GameTree<'_>, symmetry: Symmetry, layout: Layout) -> String {
    let first = tree.nodes().map(|node| node.properties()).find(|node| !node.is_empty());
    let board = first.and_then(stated_size).and_then(Result::ok);
    let transform = Transform { symmetry, size: board.unwrap_or(Size::STANDARD) };
    let mut out = Vec::new();
    write_tree_with(tree, layout, &mut out, |node, out| {
        node.properties().iter().try_for_each(|property| transform.write(property, out))
    })
    .expect("writing to memory cannot fail");
    String::from_utf8(out).expect("names are ASCII and values are decoded")
}

#[derive(Clone, Copy)]
struct Transform {
    symmetry: Symmetry,
    size: Size,
}

/// The type of the values of a property, as far as an operation changes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValueKind {
    Move,
    /// Points and rectangles.
    Points,
    /// A point and a text.
    Label,
    /// Two points in a fixed order, as of an arrow.
    Line,
    Size,
    /// A player: the side to move, or the winner.
    Side,
    Other,
}

const MOVES: [Ident; 2] = [Ident::new(b"B"), Ident::new(b"W")];
/// Properties of FF\[4\] whose values are points and rectangles.
pub(super) const POINTS: [Ident; 12] = [
    Ident::new(b"AB"),
    Ident::new(b"AW"),
    Ident::new(b"AE"),
    Ident::new(b"TR"),
    Ident::new(b"SQ"),
    Ident::new(b"CR"),
    Ident::new(b"MA"),
    Ident::new(b"SL"),
    Ident::new(b"TB"),
    Ident::new(b"TW"),
    Ident::new(b"DD"),
    Ident::new(b"VW"),
];
/// FF\[3\]: letters and marks; uliGo: a wrong move.
const OLD_POINTS: [Ident; 3] = [Ident::new(b"L"), Ident::new(b"M"), Ident::new(b"WV")];
/// Properties whose values are two points.
pub(super) const LINES: [Ident; 2] = [Ident::new(b"AR"), Ident::new(b"LN")];
const SIDES: [Ident; 2] = [Ident::new(b"PL"), Ident::new(b"RE")];

/// The properties that exist for Black and for White.
const PAIRS: [[&[u8]; 2]; 10] = [
    [b"B", b"W"],
    [b"AB", b"AW"],
    [b"TB", b"TW"],
    [b"BL", b"WL"],
    [b"OB", b"OW"],
    [b"PB", b"PW"],
    [b"BR", b"WR"],
    [b"BT", b"WT"],
    [b"BS", b"WS"],
    [b"GB", b"GW"],
];

impl ValueKind {
    fn of(name: Ident) -> ValueKind {
        match name {
            _ if MOVES.contains(&name) => ValueKind::Move,
            _ if POINTS.contains(&name) || OLD_POINTS.contains(&name) => ValueKind::Points,
            _ if LINES.contains(&name) => ValueKind::Line,
            _ if SIDES.contains(&name) => ValueKind::Side,
            _ if name == b"LB" => ValueKind::Label,
            _ if name == b"SZ" => ValueKind::Size,
            _ => ValueKind::Other,
        }
    }
}

/// The same property of the other player.
fn swap_player(name: Ident) -> Option<&'static [u8]> {
    PAIRS.iter().find_map(|[black, white]| match name {
        _ if name == Ident::new(black) => Some(*white),
        _ if name == Ident::new(white) => Some(*black),
        _ => None,
    })
}

impl Transform {
    fn write(self, property: &Property<'_>, out: &mut impl Write) -> io::Result<()> {
        let name = property.name();
        let kind = ValueKind::of(name);
        let other = if self.symmetry.is_negative() { swap_player(name) } else { None };
        if kind == ValueKind::Other && other.is_none() {
            return write_property(property, out);
        }
        out.write_all(other.unwrap_or(property.ident))?;
        for value in property.values() {
            out.write_all(b"[")?;
            let charset = property.charset();
            write_value(&self.value(kind, value, charset), charset, out)?;
            out.write_all(b"]")?;
        }
        Ok(())
    }

    fn value<'a>(self, kind: ValueKind, value: &'a [u8], charset: Charset) -> Cow<'a, [u8]> {
        let changed = match kind {
            ValueKind::Move => self.play(value),
            ValueKind::Points => self.points(value),
            ValueKind::Label => self.label(value, charset),
            ValueKind::Line => self.line(value, charset),
            ValueKind::Size => self.sides(value),
            ValueKind::Side if self.symmetry.is_negative() => swap_side(value),
            ValueKind::Side | ValueKind::Other => None,
        };
        changed.map_or(Cow::Borrowed(value), Cow::Owned)
    }

    fn point(self, at: Point) -> String {
        format_point(self.symmetry.point(at, self.size))
    }

    fn play(self, value: &[u8]) -> Option<Vec<u8>> {
        match parse_move(value, self.size).ok()? {
            Move::At(at) => Some(self.point(at).into_bytes()),
            Move::Pass => None,
        }
    }

    fn points(self, value: &[u8]) -> Option<Vec<u8>> {
        let (from, to) = parse_points(value, self.size).ok()?.corners();
        if !value.contains(&b':') {
            return Some(self.point(from).into_bytes());
        }
        // Another corner may be the upper left one now.
        let [a, b] = [from, to].map(|at| self.symmetry.point(at, self.size));
        let from = Point::new(a.col.min(b.col), a.row.min(b.row));
        let to = Point::new(a.col.max(b.col), a.row.max(b.row));
        Some(format!("{}:{}", format_point(from), format_point(to)).into_bytes())
    }

    fn label(self, value: &[u8], charset: Charset) -> Option<Vec<u8>> {
        let (at, label) = split_compose(value, charset)?;
        let at = self.point(parse_point(at, self.size).ok()?);
        Some([at.as_bytes(), b":", label].concat())
    }

    fn line(self, value: &[u8], charset: Charset) -> Option<Vec<u8>> {
        let (from, to) = split_compose(value, charset)?;
        let [from, to] = [parse_point(from, self.size).ok()?, parse_point(to, self.size).ok()?];
        Some(format!("{}:{}", self.point(from), self.point(to)).into_bytes())
    }

    fn sides(self, value: &[u8]) -> Option<Vec<u8>> {
        let given = parse_size(value).ok()?;
        let turned = self.symmetry.size(given);
        (turned != given).then(|| format!("{}:{}", turned.cols(), turned.rows()).into_bytes())
    }
}

/// Swaps `B`, `W`, `Black`, `White` at the start of a value; `None` if there is none of them.
fn swap_side(value: &[u8]) -> Option<Vec<u8>> {
    let end = value.iter().position(|b| !b.is_ascii_alphabetic()).unwrap_or(value.len());
    let (side, rest) = value.split_at(end);
    let other: &[u8] = match side {
        b"B" => b"W",
        b"W" => b"B",
        b"b" => b"w",
        b"w" => b"b",
        b"Black" => b"White",
        b"White" => b"Black",
        b"black" => b"white",
        b"white" => b"black",
        _ => return None,
    };
    Some([other, rest].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn turned(text: &str, symmetry: &str) -> String {
        let tree = GameTree::read(text.as_bytes(), Charset::UTF_8);
        transform(&tree, symmetry.parse().unwrap(), Layout::OneLine)
    }

    #[test]
    fn points_of_all_properties_are_transformed() {
        assert_eq!(
            turned("(;SZ[5]AB[aa][bb:cc]TR[ab];B[ea]AR[aa:ea]LB[ab:a\\]:b]VW[])", "IR1"),
            "(;SZ[5]AB[ea][cb:dc]TR[da];B[ee]AR[ea:ee]LB[da:a\\]:b]VW[])"
        );
        assert_eq!(
            turned("(;SZ[5]L[aa][ab]M[ea];B[ea]WV[ea];W[aa]WV[])", "IR1"),
            "(;SZ[5]L[ea][da]M[ee];B[ee]WV[ee];W[ea]WV[])"
        );
    }

    #[test]
    fn values_that_are_not_points_are_unchanged() {
        let text = "(;GM[1]SZ[9]C[aa]XY[aa]AB[zz][a][aa:zz];B[];W[tt]LB[aa]AR[aa:zz])";
        assert_eq!(turned(text, "SR2"), text);
    }

    #[test]
    fn negative_operations_swap_the_players() {
        assert_eq!(
            turned("(;PB[a]PW[b]PL[Black]RE[B+3.5]AddBlack[aa];B[bb]BL[3];W[]OW[2])", "N_IR0"),
            "(;PW[a]PB[b]PL[White]RE[W+3.5]AW[aa];W[bb]WL[3];B[]OB[2])"
        );
        assert_eq!(turned("(;RE[Void]PL[x])", "N_IR0"), "(;RE[Void]PL[x])");
    }

    #[test]
    fn a_quarter_turn_swaps_columns_and_rows() {
        assert_eq!(turned("(;SZ[13:9]B[mi])", "IR1"), "(;SZ[9:13]B[am])");
        assert_eq!(turned("(;SZ[13:9]B[mi])", "IR2"), "(;SZ[13:9]B[aa])");
        assert_eq!(turned("(;SZ[9:9]B[ai])", "IR1"), "(;SZ[9:9]B[aa])");
    }

    #[test]
    fn the_output_is_utf8() {
        let tree = GameTree::read(b"(;AB[aa]LB[aa:\x83\x5D])", Charset::SHIFT_JIS);
        let text = transform(&tree, Symmetry::ALL[2], Layout::OneLine);
        assert_eq!(text, "(;CA[UTF-8]AB[ss]LB[ss:ゾ])");
    }

    proptest! {
        #[test]
        fn the_inverse_undoes_an_operation(
            cols in 1..30u8,
            rows in 1..30u8,
            index in 0..16u8,
            values in prop::collection::vec((0..14usize, 0..30u8, 0..30u8), 0..20),
        ) {
            let symmetry = Symmetry::from_index(index).unwrap();
            let mut text = format!("(;SZ[{cols}:{rows}]");
            for (name, col, row) in values {
                let name = MOVES.iter().chain(&POINTS).chain(&OLD_POINTS).nth(name).unwrap();
                let at = format_point(Point::new(col % cols, row % rows));
                text.push_str(&format!(";{name}[{at}]"));
            }
            text.push(')');
            let tree = GameTree::read(text.as_bytes(), Charset::UTF_8);
            let there = transform(&tree, symmetry, Layout::OneLine);
            let there = GameTree::read(there.as_bytes(), Charset::UTF_8);
            let back = transform(&there, symmetry.inverse(), Layout::OneLine);
            let back = GameTree::read(back.as_bytes(), Charset::UTF_8);
            prop_assert_eq!(back, tree);
        }
    }
}
