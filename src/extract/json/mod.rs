//! A problem in JSON as a record: the object becomes a game tree in SGF, which
//! is then read as any other.
//!
//! | form | an object with | dialect |
//! |---|---|---|
//! | OGS puzzle | `initial_state`, `move_tree`, or these in its `puzzle` | [`Dialect::OgsJson`] |
//! | one of a list | `AB`, `AW`, `SOL` | [`Dialect::SolJson`] |
//!
//! Sources: the puzzles of online-go.com as its interface gives them, and the
//! collection sanderland/tsumego.

mod draft;
mod ogs;
mod sol;
mod values;

use serde::Deserialize;
use serde_json::value::RawValue;

use draft::{Draft, parse};
pub use values::json_values;

use super::Extracted;
use super::problem::tree_in;
use crate::model::{TreeKind, TreeOptions};
use crate::sgf::{Charset, CharsetSource, Detected};
use crate::solution::Dialect;
use crate::{Fault, Rule};

/// What tells one form from the other.
#[derive(Deserialize)]
struct Keys<'a> {
    #[serde(borrow)]
    puzzle: Option<&'a RawValue>,
    initial_state: Option<&'a RawValue>,
    move_tree: Option<&'a RawValue>,
    name: Option<&'a RawValue>,
    #[serde(rename = "AB")]
    black: Option<&'a RawValue>,
    #[serde(rename = "AW")]
    white: Option<&'a RawValue>,
    #[serde(rename = "SOL")]
    answers: Option<&'a RawValue>,
}

/// Makes a record of a JSON object; `number`, `offset` and `taken` as for
/// [`tree`](super::tree). Its SGF is made for it, and what the object holds is
/// a problem unless `taken` says otherwise.
///
/// The faults are those of the tree, at the bytes of the object they come from.
///
/// ```
/// use gtn_db::extract::{self, Extracted};
///
/// let object = r#"{"AB": ["ab", "bb"], "AW": ["ba"], "SZ": 9, "SOL": [["B", "aa", "Correct."]]}"#;
/// let (extracted, faults) = extract::json(object, 1, 0, Default::default());
/// let Extracted::Problem(record) = extracted else { panic!() };
/// assert!(faults.is_empty());
/// assert_eq!(record.dialect.name(), "sol-json");
/// let sgf = "(;GM[1]FF[4]CA[UTF-8]SZ[9]AB[ab][bb]AW[ba];B[aa]TE[1]C[Correct.])";
/// assert_eq!(String::from_utf8_lossy(&record.sgf), sgf);
/// ```
pub fn json(text: &str, number: u32, offset: u64, taken: TreeOptions) -> (Extracted, Vec<Fault>) {
    let (draft, dialect) = match draft(text) {
        Ok(drafted) => drafted,
        Err(fault) => return (Extracted::Nothing, vec![fault]),
    };
    let charset = Detected { charset: Charset::UTF_8, source: CharsetSource::Utf8 };
    let taken = TreeOptions { kind: taken.kind.or(Some(TreeKind::Problem)), ..taken };
    let tree = draft.sgf();
    let (extracted, faults) =
        tree_in(tree.as_bytes(), charset, number, offset, taken, Some(dialect));
    (extracted, draft.faults(faults))
}

/// The object as a game tree.
fn draft(text: &str) -> Result<(Draft<'_>, Dialect), Fault> {
    let none = |message: &str| Fault { rule: Rule::Syntax, offset: 0, message: message.to_owned() };
    if !text.trim_start().starts_with('{') {
        return Err(none("not a JSON object"));
    }
    let mut draft = Draft::new(text);
    let keys: Keys<'_> = parse(&draft, text)?;
    if let Some(puzzle) = keys.puzzle {
        ogs::draft(puzzle, keys.name, &mut draft)?;
    } else if keys.initial_state.is_some() || keys.move_tree.is_some() {
        ogs::puzzle(text, None, &mut draft)?;
    } else if keys.black.or(keys.white).or(keys.answers).is_some() {
        sol::draft(text, &mut draft)?;
        return Ok((draft, Dialect::SolJson));
    } else {
        return Err(none("neither an OGS puzzle nor a problem with AB, AW and SOL"));
    }
    Ok((draft, Dialect::OgsJson))
}

#[cfg(test)]
mod tests;
