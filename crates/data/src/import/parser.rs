//! The second stage: from bytes to records and games, on all cores.

use rayon::prelude::*;

use super::inputs::InputFormat;
use super::stage::{Parsed, Piece, PieceContent, Stage, Text, Unparsed};
#[cfg(feature = "parquet")]
use super::stored_tree::StoredTree;
use super::{abalone, json};
use crate::abalone::Setup;
#[cfg(feature = "parquet")]
use crate::extract::Extracted;
use crate::extract::{self, GameFormat, TreeLocation};
use crate::model::TreeOptions;
#[cfg(feature = "parquet")]
use crate::model::{TreeKind, TreeParts};
use crate::sgf::{self, Charset, CharsetSource, Detected, TreeSpan};
use crate::{Diagnostic, Disposition, Fault, Rule};

/// The number of trees of a large source that one thread parses at a time.
const TREES_PER_TASK: usize = 256;

/// The most faults between the trees of a piece that are reported.
const MAX_FAULTS: usize = 20;

/// Parses a group of items and keeps their order.
pub(super) fn parse_group(items: Vec<Stage<Unparsed>>) -> Vec<Stage<Parsed>> {
    items.into_par_iter().map(|item| item.map(parse)).collect()
}

/// Parses a source or a piece of one.
pub(super) fn parse(unparsed: Unparsed) -> Parsed {
    let Unparsed { source, text, options, charset } = unparsed;
    match text {
        Text::Whole(format @ (InputFormat::Sgf | InputFormat::ServerGame), bytes) => {
            parse_collection(&source, bytes, charset, format.tree_options(options))
        }
        Text::Whole(InputFormat::Lines, bytes) => parse_lines(&source, &bytes, 0, 0),
        Text::Whole(InputFormat::Json, bytes) => json::parse(&source, bytes, options),
        Text::Whole(InputFormat::AbaloneGames, bytes) => {
            abalone::parse_games(&source, bytes, options)
        }
        Text::Whole(InputFormat::Game(format), bytes) => {
            parse_game_file(&source, &bytes, format, options)
        }
        Text::Whole(InputFormat::Foreign(what), _) => {
            let message = format!("is {what}, not SGF");
            Parsed::of_diagnostic(Diagnostic::of_source(source, Rule::Unreadable, message))
        }
        #[cfg(feature = "parquet")]
        Text::Whole(InputFormat::StoredTrees, bytes) => {
            parse_stored_trees(&source, &bytes, options)
        }
        Text::Piece(piece) => parse_piece(&source, &piece, options),
    }
}

/// Parses a whole SGF collection, in a charset if that is known.
fn parse_collection(
    source: &str,
    bytes: Vec<u8>,
    charset: Option<Charset>,
    options: TreeOptions,
) -> Parsed {
    let bytes = sgf::to_utf8(&bytes).unwrap_or(bytes);
    let charset = match charset {
        Some(charset) => Detected { charset, source: CharsetSource::Detected },
        None => sgf::detect_charset(&bytes),
    };
    let split = sgf::split(&bytes, charset.charset, true);
    if split.trees.is_empty() && split.faults.is_empty() {
        let is_blank = bytes.trim_ascii().is_empty();
        let message = if is_blank { "the file is empty" } else { "the file has no game tree" };
        return Parsed::of_diagnostic(Diagnostic::of_source(source, Rule::Syntax, message));
    }
    let content = PieceContent::Trees { spans: split.trees, faults: split.faults, charset };
    parse_piece(source, &Piece { offset: 0, before: 0, bytes, content }, options)
}

fn parse_piece(source: &str, piece: &Piece, options: TreeOptions) -> Parsed {
    let PieceContent::Trees { spans, faults, charset } = &piece.content else {
        return parse_lines(source, &piece.bytes, piece.before, piece.offset);
    };
    let parse_chunk = |(chunk, spans): (usize, &[TreeSpan])| {
        let mut parsed = Parsed::default();
        for (span, i) in spans.iter().zip(chunk * TREES_PER_TASK..) {
            let number = piece.before + i as u32 + 1;
            parse_tree(source, piece, span, number, *charset, options, &mut parsed);
        }
        parsed
    };
    let mut parsed = Parsed::default();
    if spans.len() <= TREES_PER_TASK {
        parsed = parse_chunk((0, spans)); // most files: no work to distribute
    } else {
        let chunks = spans.par_chunks(TREES_PER_TASK).enumerate();
        let parts: Vec<Parsed> = chunks.map(parse_chunk).collect();
        parts.into_iter().for_each(|part| parsed.append(part));
    }
    for (fault, number) in faults.iter().zip(1..=MAX_FAULTS + 1) {
        let message = match number {
            ..=MAX_FAULTS => fault.kind.to_string(),
            _ => format!("and {} more faults between trees", faults.len() - MAX_FAULTS),
        };
        let before = spans.partition_point(|span| span.start <= fault.offset);
        let tree = piece.before + before as u32;
        let fault = Fault { rule: Rule::Syntax, offset: fault.offset, message };
        parsed.diagnostics.push(fault.locate(source, tree, piece.offset, Disposition::Kept));
    }
    parsed
}

/// Parses the game tree at `span`, which is number `number` of the source.
fn parse_tree(
    source: &str,
    piece: &Piece,
    span: &TreeSpan,
    number: u32,
    charset: Detected,
    options: TreeOptions,
    parsed: &mut Parsed,
) {
    let bytes = &piece.bytes[span.range()];
    let offset = piece.offset + span.start as u64;
    let (charset, contradiction) = sgf::tree_charset(bytes, charset);
    let (extracted, faults) =
        extract::extract_tree(bytes, charset, TreeLocation { tree: number, offset }, options);
    let disposition = extracted.disposition();
    let first = parsed.diagnostics.len();
    for fault in &span.faults {
        let message = fault.kind.to_string();
        let fault = Fault { rule: Rule::Syntax, offset: fault.offset, message };
        parsed.diagnostics.push(fault.locate(source, number, piece.offset, disposition));
    }
    let contradiction =
        contradiction.map(|message| Fault { rule: Rule::Charset, offset: 0, message });
    for fault in contradiction.into_iter().chain(faults) {
        // The splitter and the reader both report a value that is never closed.
        let diagnostic = fault.locate(source, number, offset, disposition);
        if !parsed.diagnostics[first..].contains(&diagnostic) {
            parsed.diagnostics.push(diagnostic);
        }
    }
    parsed.push(extracted);
}

/// Parses a file with one game, which is its first tree.
fn parse_game_file(source: &str, bytes: &[u8], format: GameFormat, options: TreeOptions) -> Parsed {
    let mut parsed = Parsed::default();
    let (extracted, faults) = extract::extract_game_file(bytes, format, options);
    let disposition = extracted.disposition();
    let locate = |fault: Fault| fault.locate(source, 1, 0, disposition);
    parsed.diagnostics.extend(faults.into_iter().map(locate));
    parsed.push(extracted);
    parsed
}

/// Parses trees that an import has read before.
#[cfg(feature = "parquet")]
fn parse_stored_trees(source: &str, mut bytes: &[u8], options: TreeOptions) -> Parsed {
    let mut trees = Vec::new();
    while let Some(tree) = StoredTree::decode(&mut bytes).expect("the pieces are whole trees") {
        trees.push(tree);
    }
    let parse_chunk = |trees: &[StoredTree]| {
        let mut parsed = Parsed::default();
        for stored in trees {
            let StoredTree { part, dialect, tree, offset, charset, sgf, .. } = stored;
            let location = TreeLocation { tree: *tree, offset: *offset };
            let charset = extract::stored_charset(charset.as_ref());
            let options = stored_options(stored, charset, options);
            let (mut extracted, faults) =
                extract::extract_tree_as(sgf, charset, location, options, *dialect);
            if let Extracted::Problem(record) = &mut extracted {
                record.part = part.clone().map(Box::new);
            }
            let disposition = extracted.disposition();
            let locate = |fault: Fault| fault.locate(source, *tree, *offset, disposition);
            parsed.diagnostics.extend(faults.into_iter().map(locate));
            parsed.push(extracted);
        }
        parsed
    };
    let chunks = trees.par_chunks(TREES_PER_TASK);
    let parts: Vec<Parsed> = chunks.map(parse_chunk).collect();
    let mut parsed = Parsed::default();
    parts.into_iter().for_each(|part| parsed.append(part));
    parsed
}

/// How a tree that an import has read before is read.
#[cfg(feature = "parquet")]
fn stored_options(stored: &StoredTree, charset: Detected, options: TreeOptions) -> TreeOptions {
    if stored.part.is_some() {
        let (kind, parts) = (Some(TreeKind::Problem), Some(TreeParts::One));
        return TreeOptions { kind, parts, ..options };
    }
    // A game of schema 1 can have problems in it, which were not read.
    let has_problems = !stored.is_game_alone
        && stored.kind == TreeKind::Game
        && extract::is_game_with_problems(&stored.sgf, charset, options);
    let kind = options.kind.or((!has_problems).then_some(stored.kind));
    TreeOptions { kind, ..options }
}

/// Parses positions, one per line. Ignores empty lines and lines that begin with
/// `#`.
fn parse_lines(source: &str, bytes: &[u8], before: u32, offset: u64) -> Parsed {
    let mut parsed = Parsed::default();
    let mut at = offset;
    for (line, number) in bytes.split_inclusive(|&byte| byte == b'\n').zip(before + 1..) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
        } else if Setup::is_meant_by(text) {
            abalone::parse_line(source, text, number, at, &mut parsed);
        } else {
            match extract::extract_line(text, TreeLocation { tree: number, offset: at }) {
                Ok(record) => parsed.records.push(record),
                Err(message) => {
                    let fault = Fault { rule: Rule::Syntax, offset: 0, message };
                    parsed.diagnostics.push(fault.locate(source, number, at, Disposition::Skipped));
                }
            }
        }
        at += line.len() as u64;
    }
    parsed
}
