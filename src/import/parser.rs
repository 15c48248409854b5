//! The second stage: bytes to records, on all cores.

use rayon::prelude::*;

use super::inputs::Kind;
use super::json;
use super::stage::{Harvest, Parcel, Parsed, Piece, PieceContent};
use crate::extract::{self, Extracted, TreeLocation};
use crate::model::TreeOptions;
use crate::sgf::{self, Charset, CharsetSource, Detected, TreeSpan};
use crate::{Diagnostic, Disposition, Location, Rule};

/// Trees that one thread takes of a large source at a time.
const TREES: usize = 256;

/// Faults between the trees of a piece that are told one by one.
const FAULTS: usize = 20;

/// Parses a group of parcels; their order is kept.
pub(super) fn group(parcels: Vec<Parcel>, taken: TreeOptions) -> Vec<Parsed> {
    parcels.into_par_iter().map(|parcel| parse(parcel, taken)).collect()
}

fn parse(parcel: Parcel, taken: TreeOptions) -> Parsed {
    match parcel {
        Parcel::Whole { source, kind: Kind::Sgf, bytes } => {
            let harvest = collection(&source.name, bytes, taken);
            Parsed::Whole { source, harvest }
        }
        Parcel::Whole { source, kind: Kind::IgtnLines, bytes } => {
            let harvest = lines(&source.name, &bytes, 0, 0);
            Parsed::Whole { source, harvest }
        }
        Parcel::Whole { source, kind: Kind::Json, bytes } => {
            let harvest = json::objects(&source.name, bytes, taken);
            Parsed::Whole { source, harvest }
        }
        Parcel::Piece(source, piece) => Parsed::Piece(parse_piece(&source, &piece, taken)),
        Parcel::Begin(source) => Parsed::Begin(source),
        Parcel::End => Parsed::End,
        Parcel::Abandon => Parsed::Abandon,
        Parcel::Unchanged(source) => Parsed::Unchanged(source),
        Parcel::Skipped(skip) => Parsed::Skipped(skip),
    }
}

/// A whole collection of game trees.
fn collection(source: &str, bytes: Vec<u8>, taken: TreeOptions) -> Harvest {
    let bytes = sgf::to_utf8(&bytes).unwrap_or(bytes);
    let charset = sgf::detect_charset(&bytes);
    let split = sgf::split(&bytes, charset.charset, true);
    if split.trees.is_empty() && split.faults.is_empty() {
        let is_empty = bytes.trim_ascii().is_empty();
        let cause = if is_empty { "the file is empty" } else { "there is no game tree in it" };
        let skips = vec![skip(Rule::Syntax, source, 0, 0, cause)];
        return Harvest { skips, ..Harvest::default() };
    }
    let piece = Piece {
        offset: 0,
        before: 0,
        bytes,
        content: PieceContent::Trees { spans: split.trees, faults: split.faults, charset },
    };
    parse_piece(source, &piece, taken)
}

pub(super) fn skip(
    rule: Rule,
    source: &str,
    tree: u32,
    offset: u64,
    message: impl Into<String>,
) -> Diagnostic {
    let location = Location { source: source.to_owned(), tree, offset };
    Diagnostic { location, rule, message: message.into(), disposition: Disposition::Skipped }
}

fn parse_piece(source: &str, piece: &Piece, taken: TreeOptions) -> Harvest {
    let PieceContent::Trees { spans, faults, charset } = &piece.content else {
        return lines(source, &piece.bytes, piece.before, piece.offset);
    };
    let trees = |(chunk, spans): (usize, &[TreeSpan])| {
        let mut harvest = Harvest::default();
        for (span, i) in spans.iter().zip(chunk * TREES..) {
            tree(source, piece, span, i, *charset, taken, &mut harvest);
        }
        harvest
    };
    let mut harvest = Harvest::default();
    if spans.len() <= TREES {
        harvest = trees((0, spans)); // as in most files: there is nothing to share out
    } else {
        let parts: Vec<Harvest> = spans.par_chunks(TREES).enumerate().map(trees).collect();
        parts.into_iter().for_each(|part| harvest.append(part));
    }
    for (fault, number) in faults.iter().zip(1..=FAULTS + 1) {
        let cause = match number {
            ..=FAULTS => fault.kind.to_string(),
            _ => format!("and {} more faults between trees", faults.len() - FAULTS),
        };
        let before = spans.partition_point(|span| span.start <= fault.offset);
        harvest.skips.push(Diagnostic {
            disposition: Disposition::Kept,
            ..skip(
                Rule::Syntax,
                source,
                piece.before + before as u32,
                piece.offset + fault.offset as u64,
                cause,
            )
        });
    }
    harvest
}

/// One game tree, the `i`th of the piece.
fn tree(
    source: &str,
    piece: &Piece,
    span: &TreeSpan,
    i: usize,
    charset: Detected,
    taken: TreeOptions,
    harvest: &mut Harvest,
) {
    let bytes = &piece.bytes[span.range()];
    let number = piece.before + i as u32 + 1;
    let offset = piece.offset + span.start as u64;
    // A tree in plain ASCII has no other charset, whatever its neighbors have.
    let charset = if bytes.is_ascii() {
        Detected { charset: Charset::UTF_8, source: CharsetSource::Utf8 }
    } else {
        charset
    };
    let (extracted, faults) =
        extract::extract_tree(bytes, charset, TreeLocation { tree: number, offset }, taken);
    let disposition = extracted.disposition();
    let first = harvest.skips.len();
    harvest.skips.extend(span.faults.iter().map(|fault| Diagnostic {
        disposition,
        ..skip(
            Rule::Syntax,
            source,
            number,
            piece.offset + fault.offset as u64,
            fault.kind.to_string(),
        )
    }));
    for fault in faults {
        // The splitter and the reader both report a value that is never closed.
        let diagnostic = fault.locate(source, number, offset, disposition);
        if !harvest.skips[first..].contains(&diagnostic) {
            harvest.skips.push(diagnostic);
        }
    }
    match extracted {
        Extracted::Problem(record) => harvest.records.push(*record),
        Extracted::Game(game) => {
            if harvest.games.is_empty() {
                harvest.games.reserve_exact(1); // mostly there is one in a file
            }
            harvest.games.push(*game);
        }
        Extracted::Nothing => {}
    }
}

/// Lines of IGTN; empty ones and those that begin with `#` are passed over.
fn lines(source: &str, bytes: &[u8], before: u32, offset: u64) -> Harvest {
    let mut harvest = Harvest::default();
    let mut at = offset;
    for (line, number) in bytes.split_inclusive(|&byte| byte == b'\n').zip(before + 1..) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if !text.is_empty() && !text.starts_with('#') {
            match extract::extract_line(text, TreeLocation { tree: number, offset: at }) {
                Ok(record) => harvest.records.push(record),
                Err(cause) => harvest.skips.push(skip(Rule::Syntax, source, number, at, cause)),
            }
        }
        at += line.len() as u64;
    }
    harvest
}
