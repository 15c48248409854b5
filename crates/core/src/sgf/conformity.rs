//! Writing any tree as SGF FF\[4\].

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use super::reader::stated_size;
use super::transform::{LINES, POINTS};
use super::value::{Move, format_point, parse_answer, parse_point, parse_points, split_compose};
use super::writer::{write_tree_with, write_value};
use super::{Charset, GameTree, Ident, Layout, Node, Property};
use crate::go::{Point, Size};

/// Writes a tree on one line as SGF FF\[4\] in UTF-8, for readers that accept nothing else.
///
/// | in the tree | written |
/// |---|---|
/// | `L[aa][bb]`, `M[aa]` of FF\[3\] | `LB[aa:a][bb:b]`, `MA[aa]` |
/// | stones set up, or the side to move, beside a move | two nodes, the setup first |
/// | a property twice in a node | lists are merged, comments joined; of others the first counts |
/// | two marks on a point, a stone set up twice | the first |
/// | points outside the board in setups and marks | left out |
/// | a pass as `tt`, tenuki as `zz` | `[]` |
/// | a second move in a node; `SZ` and the like behind the root | left out |
/// | `TR[]`, which uliGo writes for a wrong move | `WV[]` |
/// | `TE[]`, `DO[1]` | `TE[1]`, `DO[]` |
/// | `AddBlack` | `AB` |
///
/// [`solution::read`](crate::solution::read()) finds the same moves and marks as before.
/// Other moves outside the board stay as they are, because every reader would take
/// anything else for a move.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::{Charset, GameTree, to_ff4};
///
/// let tree = GameTree::read(b"(;SZ[9]AB[aa]AB[ba];AW[ca]B[bb]L[cc][dd];W[zz])", Charset::UTF_8);
/// assert_eq!(to_ff4(&tree), "(;SZ[9]AB[aa][ba];AW[ca];B[bb]LB[cc:a][dd:b];W[])");
/// ```
pub fn to_ff4(tree: &GameTree<'_>) -> String {
    to_ff4_counting(tree).0
}

/// [`to_ff4`], with the number of values that are left out. Values that say nothing new do not
/// count, such as a stone that is set up twice.
pub fn to_ff4_counting(tree: &GameTree<'_>) -> (String, u64) {
    let first = tree.nodes().map(|node| node.properties()).find(|node| !node.is_empty());
    let size = first.and_then(stated_size).and_then(Result::ok).unwrap_or(Size::STANDARD);
    let mut out = Vec::new();
    let mut left_out = 0;
    write_tree_with(tree, Layout::OneLine, &mut out, |node, out| {
        let values = NodeValues::collect(node, size);
        left_out += values.left_out;
        values.write(out)
    })
    .expect("writing to memory cannot fail");
    (String::from_utf8(out).expect("names are ASCII and values are decoded"), left_out)
}

/// Those of [`POINTS`] that mark points; a point has one mark.
const MARKUP: [&[u8; 2]; 5] = [b"TR", b"SQ", b"CR", b"MA", b"SL"];
/// Those that set up points; a point is set up once.
const STONES: [&[u8; 2]; 3] = [b"AB", b"AW", b"AE"];
/// Those that may be empty.
const EMPTY_LISTS: [&[u8; 2]; 4] = [b"TB", b"TW", b"DD", b"VW"];
/// Properties that belong to the root only.
const ROOT_ONLY: [&[u8; 2]; 6] = [b"FF", b"GM", b"CA", b"AP", b"ST", b"SZ"];
/// Properties with the value 1 or 2, and those without a value.
const EMPHASES: [&[u8; 2]; 7] = [b"TE", b"BM", b"DM", b"GB", b"GW", b"UC", b"HO"];
const FLAGS: [&[u8; 2]; 3] = [b"DO", b"IT", b"KO"];

fn is_one_of<const N: usize>(name: Ident, names: &[&[u8; N]]) -> bool {
    names.iter().any(|other| name == **other)
}

/// What a point has at most one of in a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Stone,
    Mark,
    Label,
    Dim,
    View,
    Territory,
}

/// The properties of a node as they are written: each name once, in the order of their
/// first values.
struct NodeValues {
    /// Names, and values in UTF-8, escaped.
    properties: Vec<(Ident, String, Vec<String>)>,
    /// The points that are set up, and those that have a mark, a label, …, with the property.
    used: BTreeMap<(Kind, Point), Ident>,
    /// The points of all triangles. Of several marks on a point a triangle stays, because
    /// uliGo marks a wrong move with it.
    triangles: HashSet<Point>,
    size: Size,
    /// The number of values that are not written.
    left_out: u64,
}

impl NodeValues {
    fn collect(node: Node<'_, '_>, size: Size) -> NodeValues {
        let triangles = node.properties().iter().filter(|property| property.name() == *b"TR");
        let triangles = triangles.flat_map(Property::values);
        let triangles = triangles.flat_map(|value| parse_points(value, size)).flatten().collect();
        let (properties, used) = (Vec::new(), BTreeMap::new());
        let mut values = NodeValues { properties, used, triangles, size, left_out: 0 };
        let is_root = node.parent().is_none();
        for property in node.properties() {
            values.add(property, is_root);
        }
        values
    }

    fn add(&mut self, property: &Property<'_>, is_root: bool) {
        let name = property.name();
        if POINTS.contains(&name) {
            self.add_points(property);
        } else if name == *b"L" {
            self.add_letters(property);
        } else if name == *b"M" {
            self.add_list("MA", Kind::Mark, property);
        } else if name == *b"LB" {
            self.add_labels(property);
        } else if LINES.contains(&name) {
            self.add_lines(property);
        } else if name == *b"B" || name == *b"W" {
            self.add_move(property);
        } else if is_one_of(name, &EMPHASES) {
            let is_double = property.value().trim_ascii() == b"2";
            self.set(name, if is_double { "2" } else { "1" }.to_owned());
        } else if is_one_of(name, &FLAGS) {
            self.set(name, String::new());
        } else if name == *b"CA" && is_root {
            self.set(name, "UTF-8".to_owned());
        } else if name == *b"C" {
            self.add_comment(property);
        } else if is_one_of(name, &ROOT_ONLY) && !is_root {
            self.left_out += 1;
        } else if name.belongs_to_root() || is_one_of(name, &[b"N", b"V"]) {
            let mut values = property.values().map(|value| to_utf8(value, property.charset()));
            let value = values.next().unwrap_or_default();
            self.left_out += values.count() as u64;
            if self.list(name).first().is_some_and(|first| *first != value) {
                self.left_out += 1;
            }
            self.set(name, value);
        } else {
            let values = property.values().map(|value| to_utf8(value, property.charset()));
            let values: Vec<String> = values.collect();
            match name {
                // An identifier that is too long, or has no capitals, is copied.
                Ident::OTHER => {
                    let ident = String::from_utf8_lossy(property.ident).into_owned();
                    self.properties.push((name, ident, values));
                }
                _ => self.list(name).extend(values),
            }
        }
    }

    /// The values of a property, which is added if it is new.
    fn list(&mut self, name: Ident) -> &mut Vec<String> {
        let place = self.properties.iter().position(|(other, ..)| *other == name);
        let place = place.unwrap_or_else(|| {
            self.properties.push((name, name.to_string(), Vec::new()));
            self.properties.len() - 1
        });
        &mut self.properties[place].2
    }

    /// Sets the value of a property, unless it has one.
    fn set(&mut self, name: Ident, value: String) {
        let list = self.list(name);
        if list.is_empty() {
            list.push(value);
        }
    }

    fn add_comment(&mut self, property: &Property<'_>) {
        let text = to_utf8(property.value(), property.charset());
        self.left_out += property.values().count() as u64 - 1;
        match self.list(property.name()).first_mut() {
            // A `+` is the mark of Tsumego Hero only where the comment begins.
            Some(comment) if text.trim_start().starts_with('+') => {
                *comment = format!("{text}\n\n{comment}");
            }
            Some(comment) => comment.extend(["\n\n", &text]),
            None => self.set(property.name(), text),
        }
    }

    fn add_move(&mut self, property: &Property<'_>) {
        let has_move = |(name, ..): &(Ident, _, _)| is_one_of(*name, &[b"B", b"W"]);
        self.left_out += property.values().count() as u64 - 1;
        if self.properties.iter().any(has_move) {
            self.left_out += 1;
            return;
        }
        let value = match parse_answer(property.value(), self.size) {
            Ok(Move::At(point)) => format_point(point),
            Ok(Move::Pass) => String::new(),
            Err(_) => to_utf8(property.value(), property.charset()),
        };
        self.set(property.name(), value);
    }

    fn add_points(&mut self, property: &Property<'_>) {
        let name = property.name();
        let is_empty = property.values().any(|value| value.trim_ascii().is_empty());
        if is_empty && name == *b"TR" {
            self.set(Ident::new(b"WV"), String::new());
        } else if is_empty && is_one_of(name, &EMPTY_LISTS) {
            self.set(name, String::new());
        }
        let kind = match name {
            _ if is_one_of(name, &STONES) => Kind::Stone,
            _ if is_one_of(name, &MARKUP) => Kind::Mark,
            _ if name == *b"DD" => Kind::Dim,
            _ if name == *b"VW" => Kind::View,
            _ => Kind::Territory,
        };
        self.add_list(&name.to_string(), kind, property);
    }

    /// Adds the points of a property to the list `name`, but not those already used by a
    /// property of the same kind.
    fn add_list(&mut self, name: &str, kind: Kind, property: &Property<'_>) {
        let mut added = Vec::new();
        let ident = Ident::new(name.as_bytes());
        for value in property.values() {
            let Ok(points) = parse_points(value, self.size) else {
                self.left_out += u64::from(!value.trim_ascii().is_empty());
                continue;
            };
            let (from, to) = points.corners();
            let is_other_mark = kind == Kind::Mark && name != "TR";
            let is_new = |point: &Point| {
                let is_triangle = is_other_mark && self.triangles.contains(point);
                let before = match self.used.get(&(kind, *point)) {
                    Some(before) => Some(*before),
                    None => is_triangle.then_some(Ident::new(b"TR")),
                };
                self.left_out += u64::from(before.is_some_and(|before| before != ident));
                if before.is_none() {
                    self.used.insert((kind, *point), ident);
                }
                before.is_none()
            };
            let new: Vec<Point> = points.clone().filter(is_new).collect();
            if new.len() > 1 && new.len() == points.count() {
                added.push(format!("{}:{}", format_point(from), format_point(to)));
            } else {
                added.extend(new.into_iter().map(format_point));
            }
        }
        if !added.is_empty() {
            let list = self.list(ident);
            list.retain(|value| !value.is_empty());
            list.extend(added);
        }
    }

    /// Adds FF\[3\]'s letters a, b, c … as labels.
    fn add_letters(&mut self, property: &Property<'_>) {
        let points = property.values().flat_map(|value| parse_points(value, self.size));
        let points: Vec<Point> = points.flatten().collect();
        let letters = ('a'..='z').chain('A'..='Z').map(String::from);
        let letters = letters.chain((53..).map(|number: u32| number.to_string()));
        for (point, letter) in points.into_iter().zip(letters) {
            self.add_label(point, &letter);
        }
    }

    fn add_labels(&mut self, property: &Property<'_>) {
        let charset = property.charset();
        for value in property.values() {
            if let Some((at, label)) = split_compose(value, charset)
                && let Ok(point) = parse_point(at, self.size)
            {
                self.add_label(point, &to_utf8(label, charset));
            } else {
                self.left_out += 1;
            }
        }
    }

    fn add_label(&mut self, point: Point, label: &str) {
        let name = Ident::new(b"LB");
        let label = format!("{}:{label}", format_point(point));
        if self.used.insert((Kind::Label, point), name).is_none() {
            self.list(name).push(label);
        } else if !self.list(name).contains(&label) {
            self.left_out += 1;
        }
    }

    fn add_lines(&mut self, property: &Property<'_>) {
        for value in property.values() {
            let ends = split_compose(value, property.charset())
                .map(|(from, to)| [from, to].map(|end| parse_point(end, self.size)));
            self.left_out += 1;
            if let Some([Ok(from), Ok(to)]) = ends
                && from != to
            {
                self.left_out -= 1;
                let line = format!("{}:{}", format_point(from), format_point(to));
                let list = self.list(property.name());
                if !list.contains(&line) {
                    list.push(line);
                }
            }
        }
    }

    /// Writes the node, or two nodes if it has both a setup and a move.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let has = |names: &[&[u8]]| {
            self.properties.iter().any(|(name, ..)| names.iter().any(|is| *name == Ident::new(is)))
        };
        let is_split = has(&[b"B", b"W"]) && has(&[b"AB", b"AW", b"AE", b"PL"]);
        let is_setup = |name: Ident| is_split && name.belongs_to_root();
        self.write_those(is_setup, out)?;
        if is_split {
            out.write_all(b";")?;
        }
        self.write_those(|name| !is_setup(name), out)
    }

    fn write_those(
        &self,
        is_wanted: impl Fn(Ident) -> bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        for (_, name, values) in self.properties.iter().filter(|(name, ..)| is_wanted(*name)) {
            if values.is_empty() {
                continue;
            }
            write!(out, "{name}[{}]", values.join("]["))?;
        }
        Ok(())
    }
}

/// A raw value in UTF-8, with its escapes.
fn to_utf8(value: &[u8], charset: Charset) -> String {
    let mut out = Vec::new();
    write_value(value, charset, &mut out).expect("writing to memory cannot fail");
    String::from_utf8(out).expect("values are decoded")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        to_ff4(&GameTree::read(text.as_bytes(), Charset::UTF_8))
    }

    #[test]
    fn old_and_wild_properties_become_those_of_ff4() {
        for (text, expected) in [
            ("(;L[aa][bb];B[cc]LB[aa:x]L[aa][bb])", "(;LB[aa:a][bb:b];B[cc]LB[aa:x][bb:b])"),
            ("(;M[aa]TR[bb]MA[aa][cc])", "(;MA[aa][cc]TR[bb])"),
            ("(;AddBlack[aa]AB[aa][ba:bc][bb:cb])", "(;AB[aa][ba:bc][cb])"),
            ("(;AB[cc:aa][dd:dd])", "(;AB[aa:cc][dd])"),
            ("(;TR[zz][aa]SQ[zz]LB[zz:a][aa]AR[aa:aa][aa:bb][aa:bb])", "(;TR[aa]AR[aa:bb])"),
            ("(;B[zz];W[tt];B[])", "(;B[];W[];B[])"),
            ("(;B[zy];W[Q16])", "(;B[zy];W[Q16])"),
            ("(;B[aa]B[bb]W[cc]TR[aa])", "(;B[aa]TR[aa])"),
            ("(;B[aa]MA[aa:bb]M[aa]TR[aa])", "(;B[aa]MA[ba][ab][bb]TR[aa])"),
            ("(;B[aa]TR[];W[bb]WV[bb])", "(;B[aa]WV[];W[bb]WV[bb])"),
            ("(;VW[];VW[aa]VW[];DD[])", "(;VW[];VW[aa];DD[])"),
            ("(;C[one]GN[a]C[two]KM[1]KM[2]GN[b])", "(;C[one\n\ntwo]GN[a]KM[1])"),
            ("(;PL[W]HA[2]PL[B]HA[3]C[a][b])", "(;PL[W]HA[2]C[a])"),
            ("(;LB[aa:\\:colon])", "(;LB[aa:\\:colon])"),
            ("(;B[aa]C[one]C[+ two])", "(;B[aa]C[+ two\n\none])"),
            ("(;SZ[9];SZ[19]GM[1]B[aa])", "(;SZ[9];B[aa])"),
            (
                "(;B[aa]TE[];W[bb]DO[1]IT[x];B[cc]BM[2]KO[1])",
                "(;B[aa]TE[1];W[bb]DO[]IT[];B[cc]BM[2]KO[])",
            ),
            ("(;XY[a][b]XY[c])", "(;XY[a][b][c])"),
            ("(;LB[aa:a\\]:b]C[x\\\\])", "(;LB[aa:a\\]:b]C[x\\\\])"),
        ] {
            assert_eq!(written(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_left_out_is_counted() {
        for (text, count) in [
            ("(;GN[a]GN[b]KM[1][2]AB[aa][zz])", 3),
            ("(;B[aa]W[bb];W[cc][dd];SZ[9])", 3),
            ("(;TR[aa]CR[aa][bb]LB[cc:x][cc:y][cc]AR[aa:zz])", 4),
            ("(;GN[a]GN[a]AB[aa][aa]TR[aa][aa]C[a]C[b]LB[cc:x][cc:x])", 0),
        ] {
            let tree = GameTree::read(text.as_bytes(), Charset::UTF_8);
            assert_eq!(to_ff4_counting(&tree).1, count, "{text}");
        }
    }

    #[test]
    fn a_setup_beside_a_move_gets_a_node_before_it() {
        assert_eq!(
            written("(;SZ[9]GN[x]B[aa]AB[bb]C[y](;W[cc]PL[B]TE[1])(;W[dd]))"),
            "(;SZ[9]GN[x]AB[bb];B[aa]C[y](;PL[B];W[cc]TE[1])(;W[dd]))"
        );
    }

    #[test]
    fn letters_go_on_behind_z() {
        let labels = written("(;SZ[52]L[aa:aZ][ba])");
        assert!(labels.contains("[aA:A]") && labels.ends_with("[ba:53])"), "{labels}");
    }

    #[test]
    fn values_are_utf8() {
        let tree = GameTree::read(b"(;CA[Shift_JIS]C[\x83\x5D]XY[\x83\x5C])", Charset::SHIFT_JIS);
        assert_eq!(to_ff4(&tree), "(;CA[UTF-8]C[ゾ]XY[ソ])");
    }
}
