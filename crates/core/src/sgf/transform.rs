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
/// arrows, lines, territory and views; and FF\[3\]'s `L` and `M`, and uliGo's `WV`. So are the values
/// of old and private properties, such as FF\[3\]'s `RG` and `SC`, if all of them are points of the
/// board: `[ab]`, `[ab:cd]`, `[ab,cd]`, `[ab:text]`, `[1:ab]`; and the moves of SmartGo's `S[abba]`. Negative operations also swap the properties of the players, the side to move and the
/// result. Passes, values that are not points of the board, and text are copied unchanged.
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

/// The name and the raw values of a property after an operation, as [`transform`] writes them, and
/// whether the property is one that the operation can change.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::{Size, Symmetry};
/// use gtn_db::sgf::{Charset, GameTree, transform_property};
///
/// let tree = GameTree::read(b"(;AddBlack[aa])", Charset::UTF_8);
/// let property = &tree.root().unwrap().properties()[0];
/// let operation: Symmetry = "N_IR1".parse()?;
/// let (name, values, is_changed) = transform_property(property, operation, Size::new(9, 9)?);
/// assert_eq!((&*name, is_changed), (&b"AW"[..], true));
/// assert!(values.eq([&b"ia"[..]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn transform_property<'a>(
    property: &Property<'a>,
    symmetry: Symmetry,
    size: Size,
) -> (Vec<u8>, impl Iterator<Item = Cow<'a, [u8]>>, bool) {
    let (transform, charset) = (Transform { symmetry, size }, property.charset());
    let kind = transform.kind_of(property);
    let other = swap_player(property.name());
    let significant = || property.ident.iter().copied().filter(|byte| !byte.is_ascii_lowercase());
    let name = match other {
        Some(other) if symmetry.is_negative() => other.to_vec(),
        _ if property.name() == Ident::OTHER => property.ident.to_vec(),
        _ => significant().collect(),
    };
    let values = property.values().map(move |value| transform.value(kind, value, charset));
    (name, values, kind != ValueKind::Other || other.is_some())
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
    /// Of an unknown property: points, lists of points, and points with a text, if all values are such.
    Unknown,
    /// The points of moves, without anything between them.
    Moves,
    Size,
    /// A player: the side to move, or the winner.
    Side,
    /// A number that is positive where the position is good for Black.
    Score,
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
            _ if name == b"V" => ValueKind::Score,
            _ if name == b"LB" => ValueKind::Label,
            _ if name == b"SZ" => ValueKind::Size,
            _ if name == b"S" => ValueKind::Moves,
            _ if name.belongs_to_root()
                || NO_POINTS.iter().any(|other| name == Ident::new(other)) =>
            {
                ValueKind::Other
            }
            _ => ValueKind::Unknown,
        }
    }
}

/// Properties of the four versions of SGF with text, numbers or nothing as their values, apart from
/// those of the root.
const NO_POINTS: [&[u8]; 33] = [
    b"C", b"N", b"BL", b"WL", b"OB", b"OW", b"OM", b"OP", b"OV", b"MN", b"PM", b"FG", b"KO", b"DO",
    b"IT", b"TE", b"BM", b"DM", b"GB", b"GW", b"HO", b"UC", b"BS", b"WS", b"BT", b"WT", b"ID",
    b"LT", b"CH", b"TC", b"EL", b"EX", b"SU",
];

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
        let kind = self.kind_of(property);
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

    /// The kind of the values. Those of an unknown property are points only if all of them are.
    fn kind_of(self, property: &Property<'_>) -> ValueKind {
        match ValueKind::of(property.name()) {
            ValueKind::Unknown => {
                let charset = property.charset();
                let is_understood = |value: &[u8]| {
                    value.trim_ascii().is_empty() || self.unknown(value, charset).is_some()
                };
                let are_points = property.values().all(is_understood);
                if are_points { ValueKind::Unknown } else { ValueKind::Other }
            }
            kind => kind,
        }
    }

    fn value<'a>(self, kind: ValueKind, value: &'a [u8], charset: Charset) -> Cow<'a, [u8]> {
        let changed = match kind {
            ValueKind::Move => self.play(value),
            ValueKind::Points => self.points(value),
            ValueKind::Label => self.label(value, charset),
            ValueKind::Line => self.line(value, charset),
            ValueKind::Unknown => self.unknown(value, charset),
            ValueKind::Moves => self.moves(value),
            ValueKind::Size => self.sides(value),
            ValueKind::Side if self.symmetry.is_negative() => swap_side(value),
            ValueKind::Score if self.symmetry.is_negative() => negate(value),
            ValueKind::Side | ValueKind::Score | ValueKind::Other => None,
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

    /// A value of an unknown property: points, alone, before another value, or behind a number or letter.
    fn unknown(self, value: &[u8], charset: Charset) -> Option<Vec<u8>> {
        let Some((first, second)) = split_compose(value, charset) else { return self.list(value) };
        let is_label = first.len() == 1 || first.iter().all(u8::is_ascii_digit);
        let halves = match (self.list(first), self.list(second)) {
            (Some(first), Some(second)) => [first, second],
            (Some(first), None) => [first, second.to_vec()],
            (None, Some(second)) if is_label => [first.to_vec(), second],
            (None, _) => return None,
        };
        Some(halves.join(&b':'))
    }

    /// Points with commas, semicolons or blanks between them.
    fn list(self, text: &[u8]) -> Option<Vec<u8>> {
        let is_separator = |byte: &u8| byte.is_ascii_whitespace() || b",;".contains(byte);
        let mut list = Vec::with_capacity(text.len());
        let mut has_points = false;
        for part in text.chunk_by(|a, b| is_separator(a) == is_separator(b)) {
            if is_separator(&part[0]) {
                list.extend_from_slice(part);
            } else {
                list.extend(self.point(parse_point(part, self.size).ok()?).into_bytes());
                has_points = true;
            }
        }
        has_points.then_some(list)
    }

    fn moves(self, value: &[u8]) -> Option<Vec<u8>> {
        let mut points = value.trim_ascii().chunks(2);
        points.try_fold(Vec::with_capacity(value.len()), |mut moves, at| {
            match parse_move(at, self.size).ok()? {
                Move::At(at) => moves.extend(self.point(at).into_bytes()),
                Move::Pass => moves.extend_from_slice(at),
            }
            Some(moves)
        })
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

/// The number with the other sign.
fn negate(value: &[u8]) -> Option<Vec<u8>> {
    let number = value.trim_ascii();
    let (sign, digits): (&[u8], _) = match *number.first()? {
        b'-' => (b"", &number[1..]),
        b'+' => (b"-", &number[1..]),
        _ => (b"-", number),
    };
    let is_number = digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    let is_zero = !digits.iter().any(|byte| matches!(byte, b'1'..=b'9'));
    (is_number && !is_zero).then(|| [sign, digits].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_value_of_a_position_is_that_of_the_other_side() {
        for (value, other) in [("5", "-5"), ("-0.5", "0.5"), ("+3", "-3"), ("0", "0"), ("?", "?")] {
            let tree = |value| format!("(;SZ[9]V[{value}])");
            assert_eq!(turned(&tree(value), "N_IR0"), tree(other));
            assert_eq!(turned(&tree(value), "IR1"), tree(value));
        }
    }

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
        assert_eq!(
            turned("(;SZ[5]XX[aa][ba]RG[aa:ba]SC[ab];B[aa]MYPT[bb]XX[];W[ee]XX[aa][x])", "IR1"),
            "(;SZ[5]XX[ea][eb]RG[ea:eb]SC[da];B[ea]MYPT[db]XX[];W[ae]XX[aa][x])"
        );
    }

    #[test]
    fn points_in_values_of_unknown_properties_are_transformed() {
        for (value, expected) in [
            ("XX[ab:text]", "XX[da:text]"),
            ("XX[ab:1][cc]", "XX[da:1][cc]"),
            ("MYPT[ab:a\\]\\: b]", "MYPT[da:a\\]\\: b]"),
            ("XX[ab,ea]", "XX[da,ee]"),
            ("XX[ab; ea]", "XX[da; ee]"),
            ("XX[ab ea:x]", "XX[da ee:x]"),
            ("XX[ab,ea:ea]", "XX[da,ee:ee]"),
            ("XX[1:ab]", "XX[1:da]"),
            ("XX[ab:cd:ee]", "XX[da:cd:ee]"),
            ("S[abea]", "S[daee]"),
            ("S[abttea]", "S[dattee]"),
        ] {
            assert_eq!(turned(&format!("(;SZ[5];{value})"), "IR1"), format!("(;SZ[5];{expected})"));
        }
        for value in
            ["XX[text:ab]", "XX[ab:text][x]", "XX[abea]", "XX[ab.ea]", "XX[,]", "S[abe]", "S[abzz]"]
        {
            let text = format!("(;SZ[5];{value})");
            assert_eq!(turned(&text, "IR1"), text);
        }
    }

    #[test]
    fn values_that_are_not_points_are_unchanged() {
        let text =
            "(;GM[1]SZ[9]C[aa]XY[aa][not]XZ[a]N[ab]AB[zz][a][aa:zz];B[];W[tt]LB[aa]AR[aa:zz])";
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
