//! Which values of a node are understood: the one place that knows what readers leave out.
//!
//! | in a node | counts |
//! |---|---|
//! | a property with one value, several values: `B[aa][bb]` | the first value |
//! | a property with one value, twice: `GN[a]GN[b]` | the first one |
//! | a root or game info property behind the root: `SZ[9]` | nothing |
//! | `PL` with another value than a player | nothing |
//! | `AE` with a point that has a stone in the node: `AE[aa]AB[aa]` | the stone |
//! | moves in the format of SmartGo: `S[abba]` | nothing |

use std::collections::HashSet;

use super::reader::Property;
use super::{Ident, value};
use crate::Color;

/// The properties that a node has at most once, with one value. Those before [`ANYWHERE`] belong to the
/// root.
const SINGLE: [&[u8; 2]; 30] = [
    b"SZ", b"GM", b"FF", b"CA", b"AP", b"ST", b"PB", b"PW", b"BR", b"WR", b"BT", b"WT", b"EV",
    b"RO", b"DT", b"PC", b"RE", b"KM", b"HA", b"RU", b"TM", b"OT", b"ON", b"GC", b"SO", b"US",
    b"AN", b"CP", b"GN", b"PL",
];

/// The index in [`SINGLE`] of the first property that other nodes than the root have, too.
const ANYWHERE: usize = 28;

/// The properties that a game is known by: behind the root nobody reads them.
const READ_IN_ROOT: [&[u8; 2]; 13] =
    [b"SZ", b"GM", b"CA", b"PB", b"PW", b"BR", b"WR", b"EV", b"DT", b"RE", b"KM", b"HA", b"RU"];

fn single(name: Ident) -> Option<usize> {
    SINGLE.iter().position(|single| name == **single)
}

/// The properties of a node that count: of those that a node has once, the first.
pub(crate) fn counting<'p, 'a>(node: &'p [Property<'a>]) -> impl Iterator<Item = &'p Property<'a>> {
    let mut seen = 0_u32;
    node.iter().filter(move |property| match single(property.name()) {
        Some(index) => {
            let is_first = seen >> index & 1 == 0;
            seen |= 1 << index;
            is_first
        }
        None => true,
    })
}

/// The properties of a node that set up stones, each with what its points become. Those that empty
/// points are first: `AB[dd]AE[aa:ss]` clears the board for the stone.
#[doc(hidden)]
pub fn setups<'p, 'a>(
    node: &'p [Property<'a>],
) -> impl Iterator<Item = (&'p Property<'a>, Option<Color>)> {
    let stones = node.iter().filter_map(|property| match property.name() {
        name if name == *b"AB" => Some((property, Some(Color::Black))),
        name if name == *b"AW" => Some((property, Some(Color::White))),
        _ => None,
    });
    let empties = node.iter().filter(|property| property.name() == *b"AE");
    empties.map(|property| (property, None)).chain(stones)
}

/// The values of AB and AW.
fn collect_stones<'a>(node: &[Property<'a>]) -> HashSet<&'a [u8]> {
    let stones = setups(node).filter(|(_, to)| to.is_some());
    stones.flat_map(|(property, _)| property.values()).collect()
}

/// Reports what of a node counts for nothing: the property, and a sentence.
pub(crate) fn find_left_out<'a>(
    node: &[Property<'a>],
    is_root: bool,
    report: &mut dyn FnMut(&Property<'a>, String),
) {
    let mut seen = 0_u32;
    let mut stones = None;
    for property in node {
        let name = property.name();
        let index = single(name);
        let is_move = value::player_of(name).is_some();
        if let Some(index) = index {
            if seen >> index & 1 == 1 {
                let place = if is_root { "the root" } else { "a node" };
                report(property, format!("{name} stands twice in {place}: the first one counts"));
                continue;
            }
            seen |= 1 << index;
            let is_read = || READ_IN_ROOT.iter().any(|read| name == **read);
            if !is_root && index < ANYWHERE && is_read() {
                report(property, format!("{name} stands behind the root, where it means nothing"));
                continue;
            }
        }
        let has_one = index.is_some() || is_move || name == *b"C" || name == *b"N";
        if has_one && property.values().nth(1).is_some() {
            let count = property.values().count();
            report(property, format!("{name} has {count} values: the first one counts"));
        }
        if name == *b"PL" && value::parse_player(property.value()).is_none() {
            let text = property.simple_text();
            report(property, format!("PL: `{}` is neither Black nor White", text.escape_debug()));
        } else if name == *b"S" {
            report(property, "S: the moves of SmartGo's format are not read".to_owned());
        } else if name == *b"AE" {
            let stones = stones.get_or_insert_with(|| collect_stones(node));
            if let Some(point) = property.values().find(|point| stones.contains(point)) {
                let point = String::from_utf8_lossy(point).escape_debug().to_string();
                report(
                    property,
                    format!("AE: `{point}` has a stone in the same node, which counts"),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Charset, GameTree};

    fn left_out(text: &str) -> Vec<String> {
        let tree = GameTree::read(text.as_bytes(), Charset::UTF_8);
        let mut found = Vec::new();
        for node in tree.nodes() {
            let is_root = node.parent().is_none();
            find_left_out(node.properties(), is_root, &mut |property, sentence| {
                found.push(format!("{}: {sentence}", property.offset));
            });
        }
        found
    }

    #[test]
    fn values_that_count_for_nothing_are_found() {
        for (text, expected) in [
            ("(;B[aa][bb])", "2: B has 2 values: the first one counts"),
            ("(;SZ[9][19])", "2: SZ has 2 values: the first one counts"),
            ("(;PL[W][B])", "2: PL has 2 values: the first one counts"),
            ("(;C[a][b][c])", "2: C has 3 values: the first one counts"),
            ("(;PL[W]PL[B])", "7: PL stands twice in the root: the first one counts"),
            ("(;;B[aa];PL[W]PL[B])", "14: PL stands twice in a node: the first one counts"),
            ("(;GM[1];SZ[9])", "8: SZ stands behind the root, where it means nothing"),
            ("(;PL[X])", "2: PL: `X` is neither Black nor White"),
            ("(;PL[])", "2: PL: `` is neither Black nor White"),
            ("(;AB[aa]AE[bb][aa])", "8: AE: `aa` has a stone in the same node, which counts"),
            ("(;GM[1];S[abba])", "8: S: the moves of SmartGo's format are not read"),
        ] {
            assert_eq!(left_out(text), [expected], "{text}");
        }
        for text in [
            "(;SZ[9]PL[b]GN[x]AB[aa]AB[bb];PL[White]GN[y]AB[cc][dd];B[ee]C[a]N[b];PL[1])",
            "(;AN[x]XY[a][b]XY[c])",
            "(;SZ[9]AB[aa]AE[aa:ii]AW[bb])",
        ] {
            assert_eq!(left_out(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_node_is_emptied_before_its_stones() {
        let tree = GameTree::read(b"(;AB[aa]AE[aa:ss]PL[B]AW[bb])", Charset::UTF_8);
        let set = setups(tree.root().unwrap().properties());
        let names: Vec<String> =
            set.map(|(property, to)| format!("{} {to:?}", property.name())).collect();
        assert_eq!(names, ["AE None", "AB Some(Black)", "AW Some(White)"]);
    }

    #[test]
    fn the_first_of_a_kind_counts() {
        let tree = GameTree::read(b"(;GN[a]AB[aa]GN[b]AB[bb]C[c]C[d])", Charset::UTF_8);
        let root = tree.root().unwrap();
        let kept = counting(root.properties()).map(|property| property.raw);
        assert!(kept.eq([&b"[a]"[..], b"[aa]", b"[bb]", b"[c]", b"[d]"]));
    }
}
