//! The format [`Format::Sgf`](super::Format::Sgf).

use std::io::{self, Write};

use super::merged_sgf::merge_records;
use super::orientation::{read_kept_tree, turn_of_kept};
use super::oriented_problem::OrientedProblem;
use crate::model::Turn;
use crate::sgf::value::{decode_simple_text, escape, format_size_property, parse_player};
use crate::sgf::{
    Charset, GameTree, Layout, Node, Property, map_texts, to_ff4_counting, transform,
};
use crate::solution::{Loss, Losses, convert_marks, read_as, swap_color_words};

/// Writes the game tree.
pub(super) fn write(oriented: &OrientedProblem<'_>, out: &mut impl Write) -> io::Result<Losses> {
    let (sgf, losses) = format_tree(oriented);
    writeln!(out, "{sgf}")?;
    Ok(losses)
}

/// Formats the game tree on one line. Returns with it what its marks cannot express.
#[doc(hidden)]
pub fn format_tree(oriented: &OrientedProblem<'_>) -> (String, Losses) {
    // The root is changed first, so that its SZ and PL are rotated with the rest.
    let (text, mut losses) = replace_root(oriented);
    if oriented.is_kept_for_words {
        losses.add(Loss::PlaceWords);
    }
    let tree = GameTree::read(text.as_bytes(), Charset::UTF_8);
    let mut rotated = transform(&tree, oriented.symmetry, Layout::OneLine);
    if oriented.symmetry.is_negative() {
        // A merged tree has the comments behind its moves with other colors already.
        let in_setup = oriented.options.merge_solutions;
        let tree = GameTree::read(rotated.as_bytes(), Charset::UTF_8);
        rotated = map_texts(&tree, in_setup, |text| {
            let (text, stay) = swap_color_words(text)?;
            losses.add_count(Loss::ColorWords, stay);
            Some(text)
        });
    }
    let Some(dialect) = oriented.options.marks else { return (rotated, losses) };
    // Some dialects mark by color, so the marks are read before colors are
    // exchanged.
    let reading = read_as(&tree, oriented.problem.placement.board, oriented.dialect());
    let rotated = GameTree::read(rotated.as_bytes(), Charset::UTF_8);
    let converted = convert_marks(&rotated, &reading, dialect);
    losses.extend(&converted.losses);
    (converted.sgf, losses)
}

/// The game tree of the kept record as FF\[4\] in UTF-8, not rotated, with the root that
/// [`Format::Sgf`](super::Format::Sgf) describes.
fn replace_root(oriented: &OrientedProblem<'_>) -> (String, Losses) {
    let problem = oriented.problem;
    let kept = read_kept_tree(problem);
    let (text, mut losses) = if oriented.options.merge_solutions {
        merge_records(oriented)
    } else {
        let (text, left_out) = to_ff4_counting(&kept);
        let mut losses = Losses::default();
        losses.add_count(Loss::Value, left_out);
        (text, losses)
    };
    let tree = GameTree::read(text.as_bytes(), Charset::UTF_8);
    let root = tree.root().map_or(&[][..], Node::properties);
    let (before, behind) = text.split_once(';').unwrap_or(("(", ")"));
    let player = match turn_of_kept(problem) {
        Turn::Black => "B",
        Turn::White => "W",
        Turn::Either | Turn::Unknown => "",
    };
    let board = problem.placement.board;

    let mut out = String::with_capacity(text.len() + 200);
    out.push_str(before);
    out.push_str(";FF[4]GM[1]CA[UTF-8]");
    out.push_str(&format_size_property(board));
    if let Some(name) = &problem.kept.name
        && !root.iter().any(|property| property.name() == b"GN")
    {
        push_property(&mut out, "GN", name);
    }
    if !player.is_empty() {
        push_property(&mut out, "PL", player);
    }
    push_property(&mut out, "SO", &list_sources(oriented, &kept));
    let rights = &problem.rights;
    let copyright = join_texts(rights.iter().flat_map(|one| [&one.copyright, &one.set]).flatten());
    let annotators = join_texts(rights.iter().filter_map(|one| one.annotator.as_ref()));
    for (name, texts) in [("CP", &copyright), ("AN", &annotators)] {
        if !texts.is_empty() {
            push_property(&mut out, name, texts);
        }
    }

    let computed = describe_computed(oriented);
    let own = root.iter().filter(|property| computed.is_some() && property.name() == b"GC");
    let own = own.flat_map(Property::values);
    let own = own.map(|value| decode_simple_text(value, Charset::UTF_8).trim().to_owned());
    if let Some(computed) = &computed {
        let all: Vec<String> = std::iter::once(computed.clone()).chain(own).collect();
        push_property(&mut out, "GC", &all.join("; "));
    }

    let is_replaced = |property: &&Property<'_>| {
        property.name() == b"PL" && parse_player(property.value()) != turn_of_kept(problem).color()
    };
    if !player.is_empty() {
        losses.add_count(Loss::Value, root.iter().filter(is_replaced).count() as u64);
    }
    let is_kept = |property: &&Property<'_>| {
        let name = property.name();
        let is_new = [*b"FF", *b"GM", *b"CA", *b"SZ", *b"SO"].iter().any(|new| name == *new);
        let is_joined = name == b"GC" && computed.is_some()
            || name == b"CP" && !copyright.is_empty()
            || name == b"AN" && !annotators.is_empty();
        !is_new && !is_joined && (player.is_empty() || name != b"PL")
    };
    for property in root.iter().filter(is_kept) {
        out.push_str(text.get(property.offset..end(property)).unwrap_or_default());
    }
    out.push_str(root.last().map_or(behind, |last| text.get(end(last)..).unwrap_or_default()));
    (out, losses)
}

/// What a solver computed, for people: it is no move of the tree, so that no reader takes it for an
/// answer of the source.
fn describe_computed(oriented: &OrientedProblem<'_>) -> Option<String> {
    let computed = oriented.problem.computed.as_ref()?;
    let size = oriented.symmetry.size(oriented.problem.placement.board);
    let moves: Vec<String> = oriented.computed_moves().map(|at| at.name(size)).collect();
    let how = match computed.is_settled {
        true => ", whoever moves first".to_owned(),
        false => format!(" by {}", moves.join(" ")),
    };
    Some(format!("computed by gtn-db: {}{how}", computed.outcome))
}

/// The end of a property in a text without blanks between identifier and value.
fn end(property: &Property<'_>) -> usize {
    property.offset + property.ident.len() + property.raw.len()
}

/// Appends a property with a one-line text.
fn push_property(out: &mut String, name: &str, text: &str) {
    out.push_str(name);
    out.push('[');
    out.push_str(&escape(text));
    out.push(']');
}

/// Different texts on one line.
fn join_texts<'a>(texts: impl Iterator<Item = &'a String>) -> String {
    let mut different: Vec<&str> = Vec::new();
    for text in texts {
        if !different.contains(&text.as_str()) {
            different.push(text);
        }
    }
    different.join("; ")
}

/// The value of SO: the origins that the records state, then all records of the problem and of those for which it stands.
fn list_sources(oriented: &OrientedProblem<'_>, kept: &GameTree<'_>) -> String {
    let root = kept.root().map_or(&[][..], Node::properties);
    let own = root.iter().filter(|property| property.name() == b"SO").flat_map(Property::values);
    let own = own.map(|value| decode_simple_text(value, kept.charset()).trim().to_owned());
    let others = oriented.problem.rights.iter().skip(1).filter_map(|one| one.origin.clone());
    let mut own: Vec<String> = own.filter(|own| !own.is_empty()).collect();
    for other in others {
        if !own.contains(&other) {
            own.push(other);
        }
    }
    let labels = oriented.occurrences().map(|occurrence| oriented.label(occurrence));
    own.extend(labels.chain(oriented.replaced_labels()));
    own.join("; ")
}
