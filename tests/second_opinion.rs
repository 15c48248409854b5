//! A second opinion on the reader of SGF: the crate `sgf-parse` reads the same
//! files, and where the two disagree there is a reason that is known.
//!
//! Compared are the number of game trees, and in each tree the size of the
//! board, the number of nodes, all points of `AB` and of `AW`, and the moves of
//! the main line. What either makes of comments and names is not.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use gtn_db::Color;
use gtn_db::go::Size;
use gtn_db::import::inputs::{Delivery, Inputs, Kind, Limits};
use gtn_db::sgf::value::{self, Move};
use gtn_db::sgf::{self, Charset, GameTree, TreeSpan};
use rayon::prelude::*;
use sgf_parse::go::{self, Prop};
use sgf_parse::{SgfNode, SgfParseError, SgfProp};

/// How often the two disagree for each reason.
type Tally = BTreeMap<String, usize>;

/// What is compared of a tree.
#[derive(Debug, Default)]
struct Reading {
    size: Value<(u8, u8)>,
    nodes: usize,
    /// For each color.
    stones: [BTreeSet<(u8, u8)>; 2],
    /// The lists of stones that could not be read.
    bad_stones: usize,
    moves: Vec<(Color, Value<Option<(u8, u8)>>)>,
}

#[derive(Clone, Debug, PartialEq, Default)]
enum Value<T> {
    /// Not there.
    #[default]
    Missing,
    Good(T),
    /// Not what the property needs.
    Bad(String),
}

/// The reader of this project.
fn first_reading(tree: &GameTree<'_>) -> Reading {
    let mut reading = Reading { nodes: tree.node_count(), ..Reading::default() };
    let mut board = Size::STANDARD;
    if let Some(bytes) = tree.root().and_then(|root| root.get(b"SZ")) {
        reading.size = match value::size(bytes) {
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
            match value::points(list, board) {
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
        let play = match value::play(property.value(), board) {
            Ok(Move::At(at)) => Value::Good(Some((at.col, at.row))),
            Ok(Move::Pass) => Value::Good(None),
            Err(error) => Value::Bad(error.to_string()),
        };
        reading.moves.push((color, play));
    }
    reading
}

/// The reader of `sgf-parse`.
fn second_reading(root: &SgfNode<Prop>) -> Reading {
    let mut reading = Reading::default();
    reading.size = match root.get_property("SZ") {
        None => Value::Missing,
        Some(Prop::SZ(size)) => Value::Good(*size),
        Some(other) => Value::Bad(other.to_string()),
    };
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

/// Where the readings of one tree differ, and why.
fn differences(first: &Reading, second: &Reading, tally: &mut Tally) {
    let mut differ = |reason: String| *tally.entry(reason).or_default() += 1;
    let size = match &first.size {
        Value::Good(size) => *size,
        _ => (19, 19),
    };
    match (&first.size, &second.size) {
        (Value::Bad(_), Value::Bad(_)) => {}
        (one, other) if one == other => {}
        (one, other) => differ(format!("UNEXPLAINED size: {one:?} or {other:?}")),
    }
    if first.nodes != second.nodes {
        differ(format!("UNEXPLAINED nodes: {} or {}", first.nodes, second.nodes));
    }
    for color in [0, 1] {
        if first.stones[color] != second.stones[color] {
            let both = (&first.stones[color], &second.stones[color]);
            let faults = (first.bad_stones, second.bad_stones);
            differ(format!("UNEXPLAINED stones: {both:?} {faults:?}"));
        }
    }
    if first.moves.len() != second.moves.len() {
        let lengths = (first.moves.len(), second.moves.len());
        return differ(format!("UNEXPLAINED number of moves: {lengths:?}"));
    }
    for (one, other) in first.moves.iter().zip(&second.moves) {
        match (&one.1, &other.1) {
            _ if one == other => {}
            (Value::Good(None), Value::Good(Some((19, 19)))) if size.0 <= 19 && size.1 <= 19 => {
                differ("sgf-parse takes the pass `tt` for a point".to_owned());
            }
            (Value::Bad(_), Value::Good(Some(at))) if at.0 >= size.0 || at.1 >= size.1 => {
                differ("sgf-parse takes a point beside the board".to_owned());
            }
            (Value::Bad(_), Value::Bad(_)) if one.0 == other.0 => {}
            _ => differ(format!("UNEXPLAINED move: {one:?} or {other:?}")),
        }
    }
}

/// What `sgf-parse` makes of a text.
fn second_parse(text: &str) -> Result<Vec<SgfNode<Prop>>, SgfParseError> {
    go::parse(text)
}

/// Lets both read a file.
fn compare(name: &str, bytes: &[u8]) -> Tally {
    let mut tally = Tally::new();
    let utf8 = sgf::to_utf8(bytes);
    let bytes = utf8.as_deref().unwrap_or(bytes);
    let charset = sgf::detect(bytes).charset;
    let split = sgf::split(bytes, charset, true);
    match second_parse(&charset.decode(bytes)) {
        Ok(trees) if trees.len() == split.trees.len() => {
            for (span, second) in split.trees.iter().zip(&trees) {
                let first = GameTree::read(&bytes[span.range()], charset);
                differences(&first_reading(&first), &second_reading(second), &mut tally);
            }
        }
        Ok(trees) => {
            let counts = (split.trees.len(), trees.len());
            *tally.entry(format!("UNEXPLAINED trees: {counts:?}")).or_default() += 1;
        }
        // One fault costs `sgf-parse` the whole file: tree by tree, then.
        Err(_) => {
            let mut is_refused = !split.faults.is_empty();
            for span in &split.trees {
                is_refused |= !compare_tree(bytes, span, charset, &mut tally);
            }
            let reason = if is_refused {
                "sgf-parse refuses the whole file for the sake of one tree"
            } else {
                "UNEXPLAINED: the file is refused, and none of its trees is"
            };
            *tally.entry(reason.to_owned()).or_default() += 1;
        }
    }
    let unexplained = |(reason, count): (String, usize)| {
        let at =
            if reason.starts_with("UNEXPLAINED") { format!(" in {name}") } else { String::new() };
        (format!("{reason}{at}"), count)
    };
    tally.into_iter().map(unexplained).collect()
}

/// Lets both read one tree, and tells whether `sgf-parse` could.
fn compare_tree(bytes: &[u8], span: &TreeSpan, charset: Charset, tally: &mut Tally) -> bool {
    let bytes = &bytes[span.range()];
    let first = GameTree::read(bytes, charset);
    let has_faults = !first.faults().is_empty() || !span.faults.is_empty();
    match second_parse(&charset.decode(bytes)) {
        Ok(trees) if trees.len() == 1 => {
            differences(&first_reading(&first), &second_reading(&trees[0]), tally);
            return true;
        }
        Ok(trees) => {
            let reason = format!("UNEXPLAINED: one tree is {}", trees.len());
            *tally.entry(reason).or_default() += 1;
        }
        Err(error) if has_faults => {
            let fault =
                span.faults.iter().chain(first.faults()).next().map(|fault| fault.kind.to_string());
            let reason =
                format!("sgf-parse refuses a tree ({error}) with a fault: {}", fault.unwrap());
            *tally.entry(reason).or_default() += 1;
        }
        Err(error) => {
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(300)]).into_owned();
            *tally
                .entry(format!("UNEXPLAINED: a tree is refused: {error}: {text}"))
                .or_default() += 1;
        }
    }
    false
}

/// The disagreements over all files that lie somewhere, and how many files
/// and trees there are.
fn second_opinion(paths: &[PathBuf]) -> (usize, Tally) {
    let mut files = Vec::new();
    Inputs::gather(paths, Limits::default()).visit(&mut |delivery| {
        match delivery {
            Delivery::Input(mut input) if input.kind == Kind::Sgf => {
                let mut bytes = Vec::new();
                let mut reader = input.content.reader().unwrap();
                std::io::Read::read_to_end(&mut reader, &mut bytes).unwrap();
                drop(reader);
                files.push((input.name, bytes));
            }
            Delivery::Skipped(skip) => panic!("{skip}"),
            Delivery::Input(_) | Delivery::Progress(_) => {}
        }
        ControlFlow::Continue(())
    });
    let tallies = files.par_iter().map(|(name, bytes)| compare(name, bytes));
    let tally = tallies.reduce(Tally::new, |mut all, tally| {
        for (reason, count) in tally {
            *all.entry(reason).or_default() += count;
        }
        all
    });
    (files.len(), tally)
}

/// Fails unless the reasons are those that are known.
fn check(paths: &[&str], folder: &Path, files: usize, known: &[(&str, usize)]) {
    let paths: Vec<_> = paths.iter().map(|path| folder.join(path)).collect();
    let (seen, tally) = second_opinion(&paths);
    let known: Tally = known.iter().map(|&(reason, count)| (reason.to_owned(), count)).collect();
    let shown = |tally: &Tally| -> String {
        tally.iter().take(40).map(|(reason, count)| format!("  {count:6} {reason}\n")).collect()
    };
    assert!(tally == known, "found\n{}where there should be\n{}", shown(&tally), shown(&known));
    assert_eq!(seen, files);
}

#[test]
fn the_sample_collection() {
    check(&["data"], Path::new(env!("CARGO_MANIFEST_DIR")), 3, &[]);
}

/// The folder of real collections, when it lies beside the project.
fn shared() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: there is no ../shared beside the project");
    None
}

#[test]
fn the_shared_problems() {
    let Some(folder) = shared() else { return };
    check(&["problems"], &folder, 0, &[]);
}

#[test]
fn the_shared_games() {
    let Some(folder) = shared() else { return };
    check(&["games/title-match", "games/fox-pro.7z", "games/fox-pro2.7z"], &folder, 0, &[]);
}
