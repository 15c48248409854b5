//! Parsing of a file with JSON objects.

use rayon::prelude::*;

use super::abalone;
use super::stage::Parsed;
use crate::extract::abalone::has_puzzles;
use crate::extract::{self, TreeLocation};
use crate::model::TreeOptions;
use crate::sgf;
use crate::{Diagnostic, Disposition, Fault, Rule};

/// The number of objects that are passed to the threads at a time.
const CHUNK: usize = 4096;

/// The most diagnostics of one file that are kept, as many as a report lists.
const MAX_DIAGNOSTICS: usize = 100_000;

/// Parses all objects of a file. A faulty object costs no other.
pub(super) fn parse(source: &str, bytes: Vec<u8>, options: TreeOptions) -> Parsed {
    let mut parsed = Parsed::default();
    let text = decode(source, bytes, &mut parsed);
    if has_puzzles(text.as_bytes()) {
        abalone::parse_puzzles(source, &text, &mut parsed);
    } else {
        parse_objects(source, &text, options, &mut parsed);
    }
    if parsed.is_empty() {
        let is_blank = text.trim().is_empty();
        let message = if is_blank { "the file is empty" } else { "the file has no problem" };
        parsed.diagnostics.push(Diagnostic::of_source(source, Rule::Syntax, message));
    }
    parsed
}

/// Parses problems of Go, each an object.
fn parse_objects(source: &str, text: &str, options: TreeOptions, parsed: &mut Parsed) {
    let mut values = (1..).zip(extract::read_json_values(text));
    let mut omitted = 0;
    loop {
        let chunk: Vec<_> = values.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            break;
        }
        let parts = chunk.into_par_iter().map(|(number, value)| match value {
            Ok((at, object)) => parse_object(source, object, number, at, options),
            Err(fault) => {
                Parsed::of_diagnostic(fault.locate(source, number, 0, Disposition::Skipped))
            }
        });
        let parts: Vec<Parsed> = parts.collect();
        for mut part in parts {
            let room = MAX_DIAGNOSTICS.saturating_sub(parsed.diagnostics.len());
            omitted += part.diagnostics.len().saturating_sub(room);
            part.diagnostics.truncate(room);
            parsed.append(part);
        }
    }
    if omitted > 0 {
        let message = format!("and {omitted} more faults");
        parsed.diagnostics.push(Diagnostic::of_source(source, Rule::Syntax, message));
    }
}

/// Decodes a file. Every byte that is not valid UTF-8 becomes one `?`, so that
/// offsets stay right.
fn decode(source: &str, bytes: Vec<u8>, parsed: &mut Parsed) -> String {
    let bytes = sgf::to_utf8(&bytes).unwrap_or(bytes);
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if chunk.invalid().is_empty() {
            continue;
        }
        if parsed.diagnostics.is_empty() {
            let message = "not in UTF-8; each such byte is read as `?`".to_owned();
            let fault = Fault { rule: Rule::Syntax, offset: text.len(), message };
            parsed.diagnostics.push(fault.locate(source, 0, 0, Disposition::Kept));
        }
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

fn parse_object(
    source: &str,
    object: &str,
    number: u32,
    offset: usize,
    options: TreeOptions,
) -> Parsed {
    let mut parsed = Parsed::default();
    let offset = offset as u64;
    let location = TreeLocation { tree: number, offset };
    let (extracted, faults) = extract::extract_json(object, location, options);
    let disposition = extracted.disposition();
    parsed
        .diagnostics
        .extend(faults.into_iter().map(|fault| fault.locate(source, number, offset, disposition)));
    parsed.push(extracted);
    parsed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The records and the diagnostics, one line each.
    fn lines(bytes: &[u8]) -> (Vec<String>, Vec<String>) {
        let parsed = parse("x.json", bytes.to_vec(), TreeOptions::default());
        let record = |record: &crate::model::Record| {
            format!("{} at {}: {}", record.tree, record.offset, record.text)
        };
        let fault = |diagnostic: &Diagnostic| {
            let kept = if diagnostic.is_kept() { ", kept" } else { "" };
            let Diagnostic { location, rule, message, .. } = diagnostic;
            format!("{rule} {} at {}: {message}{kept}", location.tree, location.offset)
        };
        let faults = parsed.diagnostics.iter().map(fault).collect();
        (parsed.records.iter().map(record).collect(), faults)
    }

    #[test]
    fn objects_are_numbered_and_faulty_ones_cost_no_other() {
        let text = r#"[{"AB": ["aa"], "SZ": 2}, 7,
{"AB": ["zz"]},
{"AB": ["aa"] "AW": []},
{"AB": ["aa"], "SZ": 2}"#;
        let (records, faults) = lines(text.as_bytes());
        assert_eq!(records, ["1 at 1: 2x2|...O", "5 at 70: 2x2|...O"]);
        assert_eq!(
            faults,
            [
                "syntax 2 at 26: not a JSON object",
                "setup-point 3 at 36: AB: `zz` is not a point of a 19x19 board",
                "syntax 4 at 59: expected `,` or `}`",
                "syntax 6 at 93: the file ends before its list does",
            ]
        );
    }

    #[test]
    fn every_unicode_charset_is_read_and_others_are_reported() {
        let text = r#"{"AB": ["aa"], "C": "詰碁"}"#;
        let wide: Vec<u8> = "\u{feff}"
            .encode_utf16()
            .chain(text.encode_utf16())
            .flat_map(u16::to_be_bytes)
            .collect();
        for bytes in [text.as_bytes(), &wide] {
            let (records, faults) = lines(bytes);
            assert_eq!((records.len(), faults.len()), (1, 0));
        }
        let latin = b"{\"C\": \"\xe9\xe9\", \"AB\": [\"aa\", \"zz\"]}";
        assert_eq!(
            lines(latin).1,
            [
                "syntax 0 at 7: not in UTF-8; each such byte is read as `?`, kept",
                "setup-point 1 at 18: AB: `zz` is not a point of a 19x19 board",
            ]
        );
    }

    #[test]
    fn a_file_without_a_problem_is_reported() {
        for (text, fault) in [
            ("", "syntax 0 at 0: the file is empty"),
            ("[]", "syntax 0 at 0: the file has no problem"),
            ("{}", "syntax 1 at 0: neither an OGS puzzle nor a problem with AB, AW and SOL"),
            ("hello", "syntax 1 at 0: expected value"),
        ] {
            assert_eq!(lines(text.as_bytes()), (vec![], vec![fault.to_owned()]), "{text}");
        }
    }

    #[test]
    fn endless_faults_are_counted() {
        let text = b"1 ".repeat(MAX_DIAGNOSTICS + 7);
        let parsed = parse("x", text, TreeOptions::default());
        assert_eq!(parsed.diagnostics.len(), MAX_DIAGNOSTICS + 1);
        assert_eq!(parsed.diagnostics[MAX_DIAGNOSTICS].message, "and 7 more faults");
    }

    #[test]
    fn a_puzzle_is_a_game_only_when_that_is_asked_for() {
        let text = br#"{"AB": ["dd", "pd"], "SOL": [["W", "pp"]]}"#.to_vec();
        assert_eq!(parse("x", text.clone(), TreeOptions::default()).records.len(), 1);
        let games =
            TreeOptions { kind: Some(crate::model::TreeKind::Game), ..TreeOptions::default() };
        assert_eq!(parse("x", text, games).games.len(), 1);
    }
}
