//! Problems with a list of correct first moves.
//!
//! ```json
//! {"AB": ["ab", "bb"], "AW": ["ba"], "SZ": "19", "C": "Black to play", "SOL": [["B", "aa", "", ""]]}
//! ```
//!
//! AB, AW, SZ and C are those of SGF. Each entry of SOL is a color, a point and
//! any number of texts, which are joined as the comment of the move.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::values::parse;
use crate::extract::draft::Draft;
use crate::{Fault, Rule};

#[derive(Deserialize)]
struct Problem<'a> {
    #[serde(borrow, rename = "AB")]
    black: Option<&'a RawValue>,
    #[serde(rename = "AW")]
    white: Option<&'a RawValue>,
    #[serde(rename = "SZ")]
    size: Option<&'a RawValue>,
    #[serde(rename = "C")]
    comment: Option<&'a RawValue>,
    #[serde(rename = "SOL")]
    answers: Option<&'a RawValue>,
}

/// Writes the problem as a game tree.
pub(super) fn write_problem<'a>(text: &'a str, draft: &mut Draft<'a>) -> Result<(), Fault> {
    let problem: Problem<'a> = parse(draft, text)?;
    if let Some(size) = problem.size {
        draft.set_origin(size.get());
        draft.push_property("SZ", [size.get().trim_matches('"')]);
    }
    for (name, list) in [("AB", problem.black), ("AW", problem.white)] {
        let Some(list) = list else { continue };
        let points: Vec<String> = parse(draft, list.get())?;
        draft.set_origin(list.get());
        draft.push_property(name, points);
    }
    if let Some(comment) = problem.comment {
        let comment: String = parse(draft, comment.get())?;
        draft.push_text("C", &comment);
    }
    let Some(answers) = problem.answers else { return Ok(()) };
    let answers: Vec<&'a RawValue> = parse(draft, answers.get())?;
    let is_single = answers.len() == 1;
    for answer in answers {
        let entry: Vec<Option<String>> = parse(draft, answer.get())?;
        let (color, point, texts) = match entry.as_slice() {
            [Some(color), Some(point), texts @ ..] if matches!(color.as_str(), "B" | "W") => {
                (color, point, texts)
            }
            _ => {
                let message = "SOL: an answer is a list of B or W, a point, and texts".to_owned();
                return Err(draft.fault(answer.get(), Rule::Syntax, message));
            }
        };
        draft.push(if is_single { ";" } else { "(;" });
        draft.set_origin(answer.get());
        draft.push_property(color, [point]);
        draft.push_property("TE", ["1"]);
        let texts: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
        let texts: Vec<&str> = texts.into_iter().filter(|text| !text.trim().is_empty()).collect();
        draft.push_text("C", &texts.join("\n"));
        draft.push(if is_single { "" } else { ")" });
    }
    Ok(())
}
