//! Extracts problems from JSON objects. The object is written as a game tree in
//! SGF, and the tree is extracted as any other.
//!
//! | form | keys | dialect |
//! |---|---|---|
//! | OGS puzzle | `initial_state`, `move_tree`, or `puzzle` with these | [`Dialect::OgsJson`] |
//! | problem with answers | `AB`, `AW`, `SOL` | [`Dialect::SolJson`] |
//!
//! The first form comes from the API of online-go.com, the second from the
//! collection sanderland/tsumego. The games of a dump of online-go.com are not
//! extracted here but only written as SGF.

mod move_tree;
mod ogs;
mod ogs_game;
mod sol;
mod values;

use serde::Deserialize;
use serde_json::value::RawValue;

pub use ogs_game::{ServerGame, write_ogs_game};
use values::parse;
pub(super) use values::syntax_fault;
pub use values::{explain_json_error, read_json_values};

use super::classify::{Extracted, TreeLocation, extract_tree_as};
use super::draft::Draft;
use crate::model::{TreeKind, TreeOptions};
use crate::sgf::{Charset, CharsetSource, Detected};
use crate::solution::Dialect;
use crate::{Fault, Rule};

/// The keys that identify the form of an object.
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

/// Extracts a problem from a JSON object, with an SGF that was made of it. The
/// object is a problem, whatever its stones, unless `options` says that it is a
/// game.
///
/// The offsets of the faults are in bytes from the start of the object.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::{Extracted, TreeLocation, extract_json};
///
/// let object = r#"{"AB": ["ab", "bb"], "AW": ["ba"], "SZ": 9, "SOL": [["B", "aa", "Correct."]]}"#;
/// let (extracted, faults) = extract_json(object, TreeLocation::FIRST, Default::default());
/// let Extracted::Problem(record) = extracted else { panic!() };
/// assert!(faults.is_empty());
/// assert_eq!(record.dialect.name(), "sol-json");
/// let sgf = "(;GM[1]FF[4]CA[UTF-8]SZ[9]AB[ab][bb]AW[ba];B[aa]TE[1]C[Correct.])";
/// assert_eq!(String::from_utf8_lossy(&record.sgf), sgf);
/// ```
pub fn extract_json(
    text: &str,
    location: TreeLocation,
    options: TreeOptions,
) -> (Extracted, Vec<Fault>) {
    let (draft, dialect) = match write_draft(text) {
        Ok(written) => written,
        Err(fault) => return (Extracted::Nothing, vec![fault]),
    };
    let charset = Detected { charset: Charset::UTF_8, source: CharsetSource::Utf8 };
    let options = TreeOptions { kind: options.kind.or(Some(TreeKind::Problem)), ..options };
    let tree = draft.sgf();
    let (extracted, faults) =
        extract_tree_as(tree.as_bytes(), charset, location, options, Some(dialect));
    (extracted, draft.into_faults(faults))
}

/// Writes the object as a game tree.
fn write_draft(text: &str) -> Result<(Draft<'_>, Dialect), Fault> {
    let unknown =
        |message: &str| Fault { rule: Rule::Syntax, offset: 0, message: message.to_owned() };
    if !text.trim_start().starts_with('{') {
        return Err(unknown("not a JSON object"));
    }
    let mut draft = Draft::new(text);
    let keys: Keys<'_> = parse(&draft, text)?;
    if let Some(puzzle) = keys.puzzle {
        ogs::write_named_puzzle(puzzle, keys.name, &mut draft)?;
    } else if keys.initial_state.is_some() || keys.move_tree.is_some() {
        ogs::write_puzzle(text, None, &mut draft)?;
    } else if keys.black.or(keys.white).or(keys.answers).is_some() {
        sol::write_problem(text, &mut draft)?;
        return Ok((draft, Dialect::SolJson));
    } else {
        return Err(unknown("neither an OGS puzzle nor a problem with AB, AW and SOL"));
    }
    Ok((draft, Dialect::OgsJson))
}

#[cfg(test)]
mod tests;
