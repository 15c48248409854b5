//! A finding of a check, as a line of JSON or a row.

use gtn_db::{Diagnostic, Location};
use serde::Serialize;

use crate::cli::output::Row;

/// A fault of a source or of one of its game trees.
#[derive(Serialize)]
pub struct FindingRow {
    code: &'static str,
    source: String,
    tree: Option<u32>,
    offset: u64,
    cause: String,
}

impl Row for FindingRow {
    const HEADINGS: &'static [&'static str] = &["rule", "source", "tree", "byte", "finding"];
    const FIELDS: &'static [&'static str] = &["code", "source", "tree", "offset", "cause"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.code.to_owned(),
            self.source.clone(),
            self.tree.map(|tree| tree.to_string()).unwrap_or_default(),
            self.offset.to_string(),
            self.cause.clone(),
        ]
    }
}

impl From<Diagnostic> for FindingRow {
    fn from(finding: Diagnostic) -> FindingRow {
        let Diagnostic { location: Location { source, tree, offset }, rule, message, .. } = finding;
        let tree = (tree > 0).then_some(tree);
        FindingRow { code: rule.name(), source, tree, offset, cause: message }
    }
}
