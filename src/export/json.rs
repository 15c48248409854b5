//! Problems as JSON, one object per line; the fields are told by
//! [`Format::Json`](super::Format::Json).

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
