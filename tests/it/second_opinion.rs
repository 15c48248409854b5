//! A second opinion on the SGF reader: the crate `sgf-parse` reads the same files, and every
//! disagreement has a known reason.
//!
//! Compared are the number of game trees and, in each tree, the board size, the number of nodes,
//! all points of `AB` and `AW`, and the moves of the main line; comments and names are not.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use gtn_db::Color;
use gtn_db::go::Size;
use gtn_db::import::inputs::{InputEvent, InputFormat, Inputs, Limits};
use gtn_db::sgf::value::{self, Move};
use gtn_db::sgf::{self, Charset, GameTree, SyntaxFault, SyntaxFaultKind};
use rayon::prelude::*;
use sgf_parse::go::{self, Prop};
use sgf_parse::{SgfNode, SgfParseError, SgfProp};

use crate::common::scale;

/// The number of disagreements per reason.
type Tally = BTreeMap<String, usize>;

/// The parts of a tree that are compared.
#[derive(Debug, Default)]
struct Reading {
    size: Value<(u8, u8)>,
    nodes: usize,
    /// The points of `AB` and `AW`.
    stones: [BTreeSet<(u8, u8)>; 2],
    /// The number of values of `AB` and `AW` that are invalid.
    bad_stones: usize,
    moves: Vec<(Color, Value<Played>)>,
}

/// A point, or `None` for a pass.
type Played = Option<(u8, u8)>;

#[derive(Clone, Debug, PartialEq, Default)]
enum Value<T> {
    /// The property is missing.
    #[default]
    Missing,
    Good(T),
    /// Invalid for the property.
    Bad(String),
}

/// What the reader of this project reads.
fn first_reading(tree: &GameTree<'_>) -> Reading {
    let mut reading = Reading { nodes: tree.node_count(), ..Reading::default() };
    let mut board = Size::STANDARD;
    if let Some(bytes) = tree.root().and_then(|root| root.get(b"SZ")) {
        reading.size = match value::parse_size(bytes) {
            Ok(size) => {
                board = size;
                Value::Good((size.cols(), size.rows()))
            }
            Err(error) => Value::Bad(error.to_string()),
        };
    }
    for property in tree.nodes().flat_map(|node| node.properties()) {
        let name = property.name();
        let color = if name == *b"AB" {
            Color::Black
        } else if name == *b"AW" {
            Color::White
        } else {
            continue;
        };
        for list in property.values() {
            match value::parse_points(list, board) {
                Ok(points) => {
                    reading.stones[color as usize].extend(points.map(|at| (at.col, at.row)));
                }
                Err(_) => reading.bad_stones += 1,
            }
        }
    }
    for property in tree.main_line().flat_map(|node| node.properties()) {
        let name = property.name();
        let color = if name == *b"B" {
            Color::Black
        } else if name == *b"W" {
            Color::White
        } else {
            continue;
        };
        let play = match value::parse_move(property.value(), board) {
            Ok(Move::At(at)) => Value::Good(Some((at.col, at.row))),
            Ok(Move::Pass) => Value::Good(None),
            Err(error) => Value::Bad(error.to_string()),
        };
        reading.moves.push((color, play));
    }
    reading
}

/// What `sgf-parse` reads.
fn second_reading(root: &SgfNode<Prop>) -> Reading {
    let size = match root.get_property("SZ") {
        None => Value::Missing,
        Some(Prop::SZ(size)) => Value::Good(*size),
        Some(other) => Value::Bad(other.to_string()),
    };
    let mut reading = Reading { size, ..Reading::default() };
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        reading.nodes += 1;
        waiting.extend(node.children());
        for property in node.properties() {
            match property {
                Prop::AB(points) | Prop::AW(points) => {
                    let color = if matches!(property, Prop::AB(_)) { 0 } else { 1 };
                    reading.stones[color].extend(points.iter().map(|at| (at.x, at.y)));
                }
                Prop::Invalid(name, _) if name == "AB" || name == "AW" => reading.bad_stones += 1,
                _ => {}
            }
        }
    }
    for property in root.main_variation().flat_map(SgfNode::properties) {
        let color = match property.identifier().as_str() {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        let play = match property {
            Prop::B(go::Move::Pass) | Prop::W(go::Move::Pass) => Value::Good(None),
            Prop::B(go::Move::Move(at)) | Prop::W(go::Move::Move(at)) => {
                Value::Good(Some((at.x, at.y)))
            }
            Prop::Invalid(_, values) => Value::Bad(values.join(", ")),
            other => panic!("{other:?} as a move"),
        };
        reading.moves.push((color, play));
    }
    reading
}

/// Why the readers disagree. In none of these cases is the reader of this project wrong.
mod reasons {
    pub const TT: &str = "sgf-parse takes the pass `tt` for a point";
    pub const BESIDE: &str = "sgf-parse takes a point beside the board";
    pub const COLON: &str = "sgf-parse takes an escaped colon for one between two corners";
    pub const LIST: &str = "sgf-parse drops all stones of a property for one value";
    pub const MOVE: &str = "sgf-parse drops a move with blanks or a second value";
    pub const SIZE: &str = "sgf-parse cannot read a size with blanks";
    pub const LARGE: &str = "sgf-parse takes a size that no board has";
    pub const NO_VALUE: &str = "sgf-parse joins a name without a value with what follows";
    pub const NOT_GO: &str = "sgf-parse refuses another game";
    pub const JUNK: &str = "sgf-parse refuses a file with text between the trees";
    pub const FILE: &str = "sgf-parse refuses a file for the sake of one tree";
}

/// Adds the differences between the readings of one tree to the tally, by reason.
fn differences(tree: &GameTree<'_>, second: &Reading, tally: &mut Tally) {
    let first = &first_reading(tree);
    let mut differ = |reason: &str| *tally.entry(reason.to_owned()).or_default() += 1;
    let size = match &first.size {
        Value::Good(size) => *size,
        _ => (19, 19),
    };
    let is_beside = |at: (u8, u8)| at.0 >= size.0 || at.1 >= size.1;
    match (&first.size, &second.size) {
        (Value::Bad(_), Value::Bad(_)) => {}
        (one, other) if one == other => {}
        (Value::Good(_), Value::Bad(_)) => differ(reasons::SIZE),
        (Value::Bad(_), Value::Good(size)) if size.0 > 52 || size.1 > 52 => differ(reasons::LARGE),
        (one, other) => differ(&format!("UNEXPLAINED size: {one:?} or {other:?}")),
    }
    for color in [0, 1] {
        let (one, other) = (&first.stones[color], &second.stones[color]);
        if one == other {
            continue;
        }
        if one.is_superset(other) && second.bad_stones > 0 {
            differ(reasons::LIST);
        } else if one.is_subset(other) && first.bad_stones > 0 {
            let is_beside = other.difference(one).any(|&at| is_beside(at));
            differ(if is_beside { reasons::BESIDE } else { reasons::COLON });
        } else {
            differ(&format!("UNEXPLAINED stones: {one:?} or {other:?}"));
        }
    }
    if (first.nodes, first.moves.len()) != (second.nodes, second.moves.len()) {
        let is_joined = |fault: &SyntaxFault| matches!(fault.kind, SyntaxFaultKind::NoValue { .. });
        if tree.faults().iter().any(is_joined) {
            return differ(reasons::NO_VALUE);
        }
        let one = (first.nodes, first.moves.len());
        let other = (second.nodes, second.moves.len());
        return differ(&format!("UNEXPLAINED nodes and moves: {one:?} or {other:?}"));
    }
    for (one, other) in first.moves.iter().zip(&second.moves) {
        match (&one.1, &other.1) {
            _ if one == other => {}
            (Value::Good(None), Value::Good(Some((19, 19)))) if size.0 <= 19 && size.1 <= 19 => {
                differ(reasons::TT);
            }
            (Value::Bad(_), Value::Good(Some(at))) if is_beside(*at) => differ(reasons::BESIDE),
            (Value::Bad(_), Value::Bad(_)) if one.0 == other.0 => {}
            (Value::Good(_), Value::Bad(_)) if one.0 == other.0 => differ(reasons::MOVE),
            _ => differ(&format!("UNEXPLAINED move: {one:?} or {other:?}")),
        }
    }
}

/// Reads a file with both readers. Returns the number of trees and the differences.
fn compare(name: &str, bytes: &[u8]) -> (usize, Tally) {
    let mut tally = Tally::new();
    let utf8 = sgf::to_utf8(bytes);
    let bytes = utf8.as_deref().unwrap_or(bytes);
    let charset = sgf::detect_charset(bytes).charset;
    let split = sgf::split(bytes, charset, true);
    let trees = split.trees.iter().map(|span| (span, &bytes[span.range()]));
    match go::parse(&charset.decode(bytes)) {
        Ok(others) if others.len() == split.trees.len() => {
            for ((_, tree), other) in trees.zip(&others) {
                let tree = GameTree::read(tree, charset);
                differences(&tree, &second_reading(other), &mut tally);
            }
        }
        Ok(others) => {
            let counts = (split.trees.len(), others.len());
            tally.insert(format!("UNEXPLAINED number of trees: {counts:?}"), 1);
        }
        // One fault makes `sgf-parse` reject the whole file: compare tree by tree.
        Err(error) => {
            let mut refused = 0;
            for (span, tree) in trees {
                let is_read = compare_tree(&span.faults, tree, charset, &mut tally);
                refused += usize::from(!is_read);
            }
            let first = split.trees.first().map_or(bytes.len(), |tree| tree.start);
            let has_junk = !bytes[..first].trim_ascii().is_empty() || !split.faults.is_empty();
            let reason = match refused {
                0 if has_junk => reasons::JUNK.to_owned(),
                0 => format!("UNEXPLAINED: a file is refused: {error}"),
                _ => reasons::FILE.to_owned(),
            };
            tally.insert(reason, 1);
        }
    }
    let located = |(reason, count): (String, usize)| {
        let is_known = !reason.starts_with("UNEXPLAINED");
        (if is_known { reason } else { format!("{reason} ({name})") }, count)
    };
    (split.trees.len(), tally.into_iter().map(located).collect())
}

/// Reads one tree with both readers. Returns whether `sgf-parse` accepts it.
fn compare_tree(faults: &[SyntaxFault], bytes: &[u8], charset: Charset, tally: &mut Tally) -> bool {
    let tree = GameTree::read(bytes, charset);
    let text = charset.decode(bytes);
    let error = match go::parse(&text) {
        Ok(others) if others.len() == 1 => {
            differences(&tree, &second_reading(&others[0]), tally);
            return true;
        }
        Ok(others) => {
            *tally.entry(format!("UNEXPLAINED: a tree is {}", others.len())).or_default() += 1;
            return false;
        }
        Err(error) => error,
    };
    // `sgf-parse` rejects a tree with a fault. With the missing parentheses added, it must read
    // the same.
    let fault = faults.iter().chain(tree.faults()).next().map(|fault| fault.kind.to_string());
    let reason = match fault {
        Some(fault) => format!("sgf-parse refuses a tree: {fault}"),
        None if error == SgfParseError::UnexpectedGameType => reasons::NOT_GO.to_owned(),
        None => format!("UNEXPLAINED: a tree is refused: {error}"),
    };
    *tally.entry(reason).or_default() += 1;
    let mended = [format!("({text}"), format!("{text})"), format!("{text}])")];
    match mended.iter().find_map(|text| go::parse(text).ok()).as_deref() {
        Some([other]) => differences(&tree, &second_reading(other), tally),
        _ if error == SgfParseError::UnexpectedGameType => {}
        _ => *tally.entry("UNEXPLAINED: a tree cannot be mended".to_owned()).or_default() += 1,
    }
    false
}

/// Compares all SGF files below some paths. Returns the number of files, of trees, and the
/// disagreements.
fn second_opinion(paths: &[PathBuf]) -> (usize, usize, Tally) {
    let mut files = Vec::new();
    Inputs::gather(paths, Limits::default()).unwrap().visit(&mut |delivery| {
        match delivery {
            InputEvent::Input(mut input) if input.format == InputFormat::Sgf => {
                let mut bytes = Vec::new();
                input.content.reader().unwrap().read_to_end(&mut bytes).unwrap();
                files.push((input.name, bytes));
            }
            InputEvent::Skipped(skip) => panic!("{skip}"),
            InputEvent::Input(_) | InputEvent::Unpacked(_) | InputEvent::Progress(_) => {}
        }
        ControlFlow::Continue(())
    });
    let read = files.par_iter().map(|(name, bytes)| compare(name, bytes));
    let (trees, tally) = read.reduce(Default::default, |(trees, mut all), (more, tally)| {
        for (reason, count) in tally {
            *all.entry(reason).or_default() += count;
        }
        (trees + more, all)
    });
    (files.len(), trees, tally)
}

/// Fails unless the disagreements are exactly the known ones.
fn check(paths: &[&str], folder: &Path, files_and_trees: (usize, usize), known: &[(&str, usize)]) {
    let paths: Vec<_> = paths.iter().map(|path| folder.join(path)).collect();
    let (files, trees, tally) = second_opinion(&paths);
    let known: Tally = known.iter().map(|&(reason, count)| (reason.to_owned(), count)).collect();
    let shown = |tally: &Tally| -> String {
        tally.iter().take(40).map(|(reason, count)| format!("  {count:6} {reason}\n")).collect()
    };
    assert!(tally == known, "found\n{}where there should be\n{}", shown(&tally), shown(&known));
    assert_eq!((files, trees), files_and_trees);
}

/// Hand-made examples of every reason, most of which the real files do not have. They also show
/// that differences are detected.
#[test]
fn known_disagreements() {
    for (text, reasons) in [
        ("(;SZ[9]AB[aa:cb][dd]AB[ee]AddWhite[ff];B[];W[ab])(;B[ss])", &[][..]),
        ("(;B[aa](;W[bb];B[cc])(;W[dd]);W[ee])", &[]),
        ("(;B[dd];W[tt];B[])", &[reasons::TT]),
        ("(;SZ[9];B[pq])", &[reasons::BESIDE]),
        ("(;SZ[9]AB[aa]AW[bb][ss])", &[reasons::BESIDE]),
        (r"(;AB[aa\:bb])", &[reasons::COLON]),
        ("(;AB[aa][])", &[reasons::LIST]),
        ("(;AB[cc:aa])", &[reasons::LIST]),
        ("(;AW[ aa ])", &[reasons::LIST]),
        ("(;B[ aa ];W[bb][cc])", &[reasons::MOVE, reasons::MOVE]),
        ("(;SZ[ 9 ]B[aa])", &[reasons::SIZE]),
        ("(;SZ[60])", &[reasons::LARGE]),
        ("(;KO;B[aa])", &[reasons::NO_VALUE]),
        ("(;GM[2]B[aa])", &[reasons::NOT_GO, reasons::FILE]),
        ("Dear all,\n(;B[aa])", &[reasons::JUNK]),
        (
            "(;B[aa](;B[bb])",
            &["sgf-parse refuses a tree: the game tree is never closed", reasons::FILE],
        ),
        (
            "(;B[aa])\n;GM[1];B[bb])",
            &["sgf-parse refuses a tree: the game tree has no opening parenthesis", reasons::FILE],
        ),
    ] {
        let mut expected = Tally::new();
        for &reason in reasons {
            *expected.entry(reason.to_owned()).or_default() += 1;
        }
        assert_eq!(compare("", text.as_bytes()).1, expected, "{text}");
    }
}

#[test]
fn the_sample_collection() {
    check(&["data"], Path::new(env!("CARGO_MANIFEST_DIR")), (4, 61), &[]);
}

/// The folder of real collections, if it exists.
fn shared() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: ../shared/data does not exist");
    None
}

#[test]
fn the_shared_problems() {
    let Some(folder) = shared() else { return };
    check(&["problems"], &folder, (37, 5557), &[]);
}

#[cfg(feature = "archives")]
#[test]
fn the_shared_games() {
    const NO_OPENING: &str = "sgf-parse refuses a tree: the game tree has no opening parenthesis";
    let Some(folder) = shared() else { return };
    if scale(true, false) {
        let paths = ["games/title-match", "games/fox-pro2.7z"];
        let known = [(reasons::FILE, 19), (NO_OPENING, 19)];
        return check(&paths, &folder, (37 + 680, 43 + 680), &known);
    }
    let paths = ["games/title-match", "games/fox-pro.7z", "games/fox-pro2.7z"];
    check(
        &paths,
        &folder,
        (37 + 10_349, 43 + 10_349),
        &[
            (NO_OPENING, 19),
            ("sgf-parse refuses a tree: the game tree is never closed", 2),
            ("sgf-parse refuses a tree: a value of the property B is never closed", 1),
            ("sgf-parse refuses a tree: a value of the property W is never closed", 1),
            (reasons::FILE, 23),
        ],
    );
}
