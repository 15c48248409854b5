//! The objects of a file in JSON, to records.

use rayon::prelude::*;

use super::parser::skip;
use super::stage::Harvest;
use crate::extract::{self, Extracted, TreeLocation};
use crate::model::TreeOptions;
use crate::sgf;
use crate::{Diagnostic, Disposition, Rule};

/// Objects that are handed to the threads at a time.
const OBJECTS: usize = 4096;
/// Faults of one file that are told one by one, as many as a report lists.
const TOLD: usize = 100_000;

/// All objects of a file; a bad one costs no other.
pub(super) fn objects(source: &str, bytes: Vec<u8>, taken: TreeOptions) -> Harvest {
    let mut harvest = Harvest::default();
    let text = text(source, bytes, &mut harvest);
    let mut values = (1..).zip(extract::read_json_values(&text));
    let mut untold = 0;
    loop {
        let some: Vec<_> = values.by_ref().take(OBJECTS).collect();
        if some.is_empty() {
            break;
        }
        let parts = some.into_par_iter().map(|(number, value)| match value {
            Ok((at, object)) => one(source, object, number, at, taken),
            Err(fault) => {
                let skips = vec![fault.locate(source, number, 0, Disposition::Skipped)];
                Harvest { skips, ..Harvest::default() }
            }
        });
        let parts: Vec<Harvest> = parts.collect();
        for mut part in parts {
            let room = TOLD.saturating_sub(harvest.skips.len());
            untold += part.skips.len().saturating_sub(room);
            part.skips.truncate(room);
            harvest.append(part);
        }
    }
    if untold > 0 {
        let cause = format!("and {untold} more faults");
        harvest.skips.push(skip(Rule::Syntax, source, 0, 0, cause));
    }
    if harvest.records.is_empty() && harvest.games.is_empty() && harvest.skips.is_empty() {
        let is_empty = text.trim().is_empty();
        let cause = if is_empty { "the file is empty" } else { "there is no problem in it" };
        harvest.skips.push(skip(Rule::Syntax, source, 0, 0, cause));
    }
    harvest
}

/// The text of a file, every byte of which keeps its place.
fn text(source: &str, bytes: Vec<u8>, harvest: &mut Harvest) -> String {
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
        if harvest.skips.is_empty() {
            let cause = "not in UTF-8; each such byte is read as `?`";
            let fault = skip(Rule::Syntax, source, 0, text.len() as u64, cause);
            harvest.skips.push(Diagnostic { disposition: Disposition::Kept, ..fault });
        }
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

fn one(source: &str, object: &str, number: u32, at: usize, taken: TreeOptions) -> Harvest {
    let mut harvest = Harvest::default();
    let at = at as u64;
    let (extracted, faults) =
        extract::extract_json(object, TreeLocation { tree: number, offset: at }, taken);
    let disposition = extracted.disposition();
    let located = faults.into_iter().map(|fault| fault.locate(source, number, at, disposition));
    harvest.skips.extend(located);
    match extracted {
        Extracted::Problem(record) => harvest.records.push(*record),
        Extracted::Game(game) => harvest.games.push(*game),
        Extracted::Nothing => {}
    }
    harvest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of the records, and what is wrong.
    fn harvest(bytes: &[u8]) -> (Vec<String>, Vec<String>) {
        let harvest = objects("x.json", bytes.to_vec(), TreeOptions::default());
        let record = |record: &crate::model::Record| {
            format!("{} at {}: {}", record.tree, record.offset, record.text)
        };
        let skip = |skip: &Diagnostic| {
            let kept = if skip.is_kept() { ", kept" } else { "" };
            let Diagnostic { location, rule, message, .. } = skip;
            format!("{rule} {} at {}: {message}{kept}", location.tree, location.offset)
        };
        (harvest.records.iter().map(record).collect(), harvest.skips.iter().map(skip).collect())
    }

    #[test]
    fn objects_are_numbered_and_bad_ones_cost_no_other() {
        let text = r#"[{"AB": ["aa"], "SZ": 2}, 7,
{"AB": ["zz"]},
{"AB": ["aa"] "AW": []},
{"AB": ["aa"], "SZ": 2}"#;
        let (records, skips) = harvest(text.as_bytes());
        assert_eq!(records, ["1 at 1: 2x2|...O", "5 at 70: 2x2|...O"]);
        assert_eq!(
            skips,
            [
                "syntax 2 at 26: not a JSON object",
                "setup-point 3 at 36: AB: `zz` is not a point of a 19x19 board",
                "syntax 4 at 59: expected `,` or `}`",
                "syntax 6 at 93: the file ends before its list does",
            ]
        );
    }

    #[test]
    fn every_charset_of_unicode_is_read_and_others_are_told() {
        let text = r#"{"AB": ["aa"], "C": "詰碁"}"#;
        let wide: Vec<u8> = "\u{feff}"
            .encode_utf16()
            .chain(text.encode_utf16())
            .flat_map(u16::to_be_bytes)
            .collect();
        for bytes in [text.as_bytes(), &wide] {
            let (records, skips) = harvest(bytes);
            assert_eq!((records.len(), skips.len()), (1, 0));
        }
        let latin = b"{\"C\": \"\xe9\xe9\", \"AB\": [\"aa\", \"zz\"]}";
        assert_eq!(
            harvest(latin).1,
            [
                "syntax 0 at 7: not in UTF-8; each such byte is read as `?`, kept",
                "setup-point 1 at 18: AB: `zz` is not a point of a 19x19 board",
            ]
        );
    }

    #[test]
    fn files_without_a_problem_say_so() {
        for (text, fault) in [
            ("", "syntax 0 at 0: the file is empty"),
            ("[]", "syntax 0 at 0: there is no problem in it"),
            ("{}", "syntax 1 at 0: neither an OGS puzzle nor a problem with AB, AW and SOL"),
            ("hello", "syntax 1 at 0: expected value"),
        ] {
            assert_eq!(harvest(text.as_bytes()), (vec![], vec![fault.to_owned()]), "{text}");
        }
    }

    #[test]
    fn faults_without_end_are_counted() {
        let harvest = objects("x", b"1 ".repeat(TOLD + 7), TreeOptions::default());
        assert_eq!(harvest.skips.len(), TOLD + 1);
        assert_eq!(harvest.skips[TOLD].message, "and 7 more faults");
    }

    #[test]
    fn a_puzzle_is_a_game_only_when_that_is_asked_for() {
        let text = br#"{"AB": ["dd", "pd"], "SOL": [["W", "pp"]]}"#.to_vec();
        assert_eq!(objects("x", text.clone(), TreeOptions::default()).records.len(), 1);
        let games =
            TreeOptions { kind: Some(crate::model::TreeKind::Game), ..TreeOptions::default() };
        assert_eq!(objects("x", text, games).games.len(), 1);
    }
}
