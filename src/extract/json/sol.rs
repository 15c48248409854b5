//! Problems that name the first moves which are right.
//!
//! ```json
//! {"AB": ["ab", "bb"], "AW": ["ba"], "SZ": "19", "C": "Black to play", "SOL": [["B", "aa", "", ""]]}
//! ```
//!
//! AB, AW, SZ and C are those of SGF. Each entry of SOL is a color, a point and
//! texts, which together become the comment of the move.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::draft::{Draft, parse};
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

/// Writes the tree.
pub(super) fn draft<'a>(text: &'a str, draft: &mut Draft<'a>) -> Result<(), Fault> {
    let problem: Problem<'a> = parse(draft, text)?;
    if let Some(size) = problem.size {
        draft.from(size.get());
        draft.property("SZ", [size.get().trim_matches('"')]);
    }
    for (name, list) in [("AB", problem.black), ("AW", problem.white)] {
        let Some(list) = list else { continue };
        let points: Vec<String> = parse(draft, list.get())?;
        draft.from(list.get());
        draft.property(name, points);
    }
    if let Some(comment) = problem.comment {
        let comment: String = parse(draft, comment.get())?;
        draft.text("C", &comment);
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
        draft.from(answer.get());
        draft.property(color, [point]);
        draft.property("TE", ["1"]);
        let texts: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
        let texts: Vec<&str> = texts.into_iter().filter(|text| !text.trim().is_empty()).collect();
        draft.text("C", &texts.join("\n"));
        draft.push(if is_single { "" } else { ")" });
    }
    Ok(())
}
