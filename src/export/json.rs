//! Problems as JSON, one object per line.
//!
//! | field | what it is |
//! |---|---|
//! | `key` | the position key |
//! | `turn` | `black`, `white`, `either` or `unknown`: who is to move on the published board |
//! | `igtn` | the window as published |
//! | `text` | the canonical text |
//! | `operation` | carries the published board onto the canonical text |
//! | `source`, `tree`, `name` | the kept record; `name` is null where it has none |
//! | `sgf` | the game tree as published |
//! | `others` | the other records, in the order of import: their `source`, `tree`, `name`, and the `operation` that carries the published board onto their board |

use std::io::{self, Write};

use serde::Serialize;

use super::{Exported, sgf};

#[derive(Serialize)]
struct Row<'a> {
    key: String,
    turn: &'a str,
    igtn: String,
    text: &'a str,
    operation: &'a str,
    source: &'a str,
    tree: u32,
    name: Option<&'a str>,
    sgf: String,
    others: Vec<Other<'a>>,
}

#[derive(Serialize)]
struct Other<'a> {
    source: &'a str,
    tree: u32,
    name: Option<&'a str>,
    operation: &'a str,
}

/// Writes the object.
pub(super) fn write(exported: &Exported<'_>, out: &mut impl Write) -> io::Result<()> {
    let problem = exported.problem;
    let row = Row {
        key: problem.key.to_string(),
        turn: exported.turn.name(),
        igtn: exported.window()?.to_string(),
        text: &problem.text,
        operation: exported.onto_canonical().name(),
        source: &problem.kept.source,
        tree: problem.kept.tree,
        name: problem.kept.name.as_deref(),
        sgf: sgf::text(exported),
        others: problem
            .others
            .iter()
            .map(|other| Other {
                source: &other.source,
                tree: other.tree,
                name: other.name.as_deref(),
                operation: exported.onto(other).name(),
            })
            .collect(),
    };
    serde_json::to_writer(&mut *out, &row)?;
    writeln!(out)
}
