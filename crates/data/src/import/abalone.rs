//! Parsing of Abalone: games, and positions in lines.

use rayon::prelude::*;

use super::stage::Parsed;
use crate::abalone::GameRecord;
use crate::extract::abalone::{self, Extracted, PuzzleFault};
use crate::model::TreeOptions;
use crate::{Diagnostic, Disposition, Fault, Item, Rule, sgf};

/// Parses APGN or a linear text.
pub(super) fn parse_games(source: &str, bytes: Vec<u8>, options: TreeOptions) -> Parsed {
    let mut parsed = Parsed::default();
    let bytes = sgf::to_utf8(&bytes).unwrap_or(bytes);
    let charset = sgf::detect_charset(&bytes).charset;
    if charset != sgf::Charset::UTF_8 {
        let message = format!("not in UTF-8; read as {}", charset.name());
        let fault = Fault { rule: Rule::Syntax, offset: 0, message };
        parsed.diagnostics.push(fault.locate(source, 0, 0, Disposition::Kept));
    }
    let text = charset.decode(&bytes);
    let start = options.abalone_start.map(|setup| setup.to_position());
    let games = GameRecord::read_all(&text, start);
    let extracted: Vec<_> = (1..)
        .zip(&games)
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|(number, game)| (number, game, abalone::extract_game(&text, game, number)))
        .collect();
    for (number, game, (extracted, faults)) in extracted {
        let disposition = match extracted {
            Extracted::Nothing => Disposition::Skipped,
            Extracted::Problem(_) | Extracted::Game(_) => Disposition::Kept,
        };
        let offset = game.span.start as u64;
        parsed.diagnostics.extend(
            faults.into_iter().map(|fault| {
                fault.locate(source, number, offset, disposition).counting(Item::Game)
            }),
        );
        parsed.push_abalone(extracted);
    }
    if parsed.is_empty() {
        let message = "the file has no game of Abalone";
        parsed.diagnostics.push(Diagnostic::of_source(source, Rule::Syntax, message));
    }
    parsed
}

/// Parses a file of KAAWA puzzles.
pub(super) fn parse_puzzles(source: &str, text: &str, parsed: &mut Parsed) {
    let (problems, faults) = abalone::read_puzzles(text);
    parsed.abalone_problems.extend(problems);
    parsed.diagnostics.extend(faults.into_iter().map(
        |PuzzleFault { number, disposition, fault }| {
            fault.locate(source, number, 0, disposition).counting(Item::Puzzle)
        },
    ));
}

/// Parses a position in one line.
pub(super) fn parse_line(source: &str, text: &str, number: u32, offset: u64, parsed: &mut Parsed) {
    match abalone::read_line(text, number, offset) {
        Ok(problem) => parsed.abalone_problems.push(problem),
        Err(message) => {
            let fault = Fault { rule: Rule::Syntax, offset: 0, message };
            let diagnostic = fault.locate(source, number, offset, Disposition::Skipped);
            parsed.diagnostics.push(diagnostic.counting(Item::Line));
        }
    }
}
