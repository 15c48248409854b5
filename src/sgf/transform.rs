//! Game trees in another orientation, or with the colors exchanged.

use std::borrow::Cow;
use std::io::{self, Write};

use super::value::{Move, halves, letters, play, point, points, size};
use super::writer::{write_property, write_tree_with, write_value};
use super::{Charset, GameTree, Ident, Layout, Property};
use crate::go::{Point, Size, Symmetry};

/// A tree as SGF in UTF-8, after one of the sixteen operations.
///
/// Every value that SGF FF\[4\] defines as a point is carried along: moves, setup, marks, labels,
/// arrows, lines, territory and views. Negative operations exchange the properties of the
/// players, the side to move and the result too. Passes, values that are no point of the board,
/// text and unknown properties stay as they are.
///
/// The board has the size that the root gives, or 19 lines.
///
/// ```
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
    let given = tree.root().and_then(|root| root.get(b"SZ"));
    let board = given.and_then(|value| size(value).ok());
    let transform = Transform { symmetry, size: board.unwrap_or(Size::STANDARD) };
    let mut out = Vec::new();
    // Writing into memory cannot fail.
    let _ = write_tree_with(tree, layout, &mut out, |node, out| {
        node.properties().iter().try_for_each(|property| transform.write(property, out))
    });
    String::from_utf8_lossy(&out).into_owned()
}

#[derive(Clone, Copy)]
struct Transform {
    symmetry: Symmetry,
    size: Size,
}

/// What the values of a property are, as far as an operation changes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Move,
    /// Points and rectangles.
    Points,
    /// A point and a text.
    Label,
    /// Two points, in this order.
    Line,
    Size,
    /// The side to move, or the winner.
    Side,
    Other,
}

const MOVES: [Ident; 2] = [Ident::new(b"B"), Ident::new(b"W")];
const POINTS: [Ident; 12] = [
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
const LINES: [Ident; 2] = [Ident::new(b"AR"), Ident::new(b"LN")];
const SIDES: [Ident; 2] = [Ident::new(b"PL"), Ident::new(b"RE")];

/// The properties that both players have.
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

impl Kind {
    fn of(name: Ident) -> Kind {
        match name {
            _ if MOVES.contains(&name) => Kind::Move,
            _ if POINTS.contains(&name) => Kind::Points,
            _ if LINES.contains(&name) => Kind::Line,
            _ if SIDES.contains(&name) => Kind::Side,
            _ if name == b"LB" => Kind::Label,
            _ if name == b"SZ" => Kind::Size,
            _ => Kind::Other,
        }
    }
}

/// The property of the other player.
fn paired(name: Ident) -> Option<&'static [u8]> {
    PAIRS.iter().find_map(|[black, white]| match name {
        _ if name == Ident::new(black) => Some(*white),
        _ if name == Ident::new(white) => Some(*black),
        _ => None,
    })
}

impl Transform {
    fn write(self, property: &Property<'_>, out: &mut impl Write) -> io::Result<()> {
        let name = property.name();
        let kind = Kind::of(name);
        let other = if self.symmetry.is_negative() { paired(name) } else { None };
        if kind == Kind::Other && other.is_none() {
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

    fn value<'a>(self, kind: Kind, value: &'a [u8], charset: Charset) -> Cow<'a, [u8]> {
        let changed = match kind {
            Kind::Move => self.play(value),
            Kind::Points => self.points(value),
            Kind::Label => self.label(value, charset),
            Kind::Line => self.line(value, charset),
            Kind::Size => self.sides(value),
            Kind::Side if self.symmetry.is_negative() => other_side(value),
            Kind::Side | Kind::Other => None,
        };
        changed.map_or(Cow::Borrowed(value), Cow::Owned)
    }

    fn point(self, at: Point) -> String {
        letters(self.symmetry.point(at, self.size))
    }

    fn play(self, value: &[u8]) -> Option<Vec<u8>> {
        match play(value, self.size).ok()? {
            Move::At(at) => Some(self.point(at).into_bytes()),
            Move::Pass => None,
        }
    }

    fn points(self, value: &[u8]) -> Option<Vec<u8>> {
        let (from, to) = points(value, self.size).ok()?.corners();
        if !value.contains(&b':') {
            return Some(self.point(from).into_bytes());
        }
        // The corner that was upper left need not be so any more.
        let [a, b] = [from, to].map(|at| self.symmetry.point(at, self.size));
        let from = Point::new(a.col.min(b.col), a.row.min(b.row));
        let to = Point::new(a.col.max(b.col), a.row.max(b.row));
        Some(format!("{}:{}", letters(from), letters(to)).into_bytes())
    }

    fn label(self, value: &[u8], charset: Charset) -> Option<Vec<u8>> {
        let (at, label) = halves(value, charset)?;
        let at = self.point(point(at, self.size).ok()?);
        Some([at.as_bytes(), b":", label].concat())
    }

    fn line(self, value: &[u8], charset: Charset) -> Option<Vec<u8>> {
        let (from, to) = halves(value, charset)?;
        let [from, to] = [point(from, self.size).ok()?, point(to, self.size).ok()?];
        Some(format!("{}:{}", self.point(from), self.point(to)).into_bytes())
    }

    fn sides(self, value: &[u8]) -> Option<Vec<u8>> {
        let given = size(value).ok()?;
        let turned = self.symmetry.size(given);
        (turned != given).then(|| format!("{}:{}", turned.cols(), turned.rows()).into_bytes())
    }
}

/// `B`, `W`, `Black`, `White` in front of a value, exchanged.
fn other_side(value: &[u8]) -> Option<Vec<u8>> {
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
    fn points_of_all_kinds_turn() {
        assert_eq!(
            turned("(;SZ[5]AB[aa][bb:cc]TR[ab];B[ea]AR[aa:ea]LB[ab:a\\]:b]VW[])", "IR1"),
            "(;SZ[5]AB[ea][cb:dc]TR[da];B[ee]AR[ea:ee]LB[da:a\\]:b]VW[])"
        );
    }

    #[test]
    fn what_is_no_point_stays() {
        let text = "(;GM[1]SZ[9]C[aa]XY[aa]AB[zz][a][aa:zz];B[];W[tt]LB[aa]AR[aa:zz])";
        assert_eq!(turned(text, "SR2"), text);
    }

    #[test]
    fn colors_change_in_pairs() {
        assert_eq!(
            turned("(;PB[a]PW[b]PL[Black]RE[B+3.5]AddBlack[aa];B[bb]BL[3];W[]OW[2])", "N_IR0"),
            "(;PW[a]PB[b]PL[White]RE[W+3.5]AW[aa];W[bb]WL[3];B[]OB[2])"
        );
        assert_eq!(turned("(;RE[Void]PL[x])", "N_IR0"), "(;RE[Void]PL[x])");
    }

    #[test]
    fn boards_that_are_not_square_change_sides() {
        assert_eq!(turned("(;SZ[13:9]B[mi])", "IR1"), "(;SZ[9:13]B[am])");
        assert_eq!(turned("(;SZ[13:9]B[mi])", "IR2"), "(;SZ[13:9]B[aa])");
        assert_eq!(turned("(;SZ[9:9]B[ai])", "IR1"), "(;SZ[9:9]B[aa])");
    }

    #[test]
    fn the_other_charsets_become_utf8() {
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
                let name = MOVES.iter().chain(&POINTS).nth(name).unwrap();
                let at = letters(Point::new(col % cols, row % rows));
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
