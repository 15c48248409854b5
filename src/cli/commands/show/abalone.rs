//! `gtn-db show` with a position of Abalone.

use std::io::Write;

use gtn_db::PositionKey;
use gtn_db::answer::abalone::RecordJson;
use gtn_db::escape::{Escaped, EscapedLines};
use gtn_db::find::Identity;
use gtn_db::find::abalone::{cluster_records, read_problem};
use gtn_db::store::Store;

use crate::cli::output::{LimitArgs, OutputArgs, Row, stdout};
use crate::cli::report;

impl Row for RecordJson {
    const HEADINGS: &'static [&'static str] = &[
        "turn",
        "lost",
        "operation",
        "source",
        "number",
        "byte",
        "form",
        "name",
        "goal",
        "copy of",
    ];
    const FIELDS: &'static [&'static str] = &[
        "family",
        "key",
        "text",
        "turn",
        "lost",
        "operation",
        "source",
        "number",
        "offset",
        "form",
        "name",
        "iatn",
        "goal",
        "solution",
        "comments",
        "comment_words",
        "source_text",
        "copy_of",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        (heading == "byte").then(|| self.offset.to_string())
    }
}

/// Shows the problems with the position of a key; false if there are none.
pub fn show(
    store: &Store,
    (limit, output): (LimitArgs, OutputArgs),
    label: &str,
    key: PositionKey,
    is_further: bool,
) -> anyhow::Result<bool> {
    let records = store.abalone_problems_with(key)?;
    let clusters = cluster_records(&records, Identity::Position);
    let [cluster] = &*clusters else {
        report(&format!("{label}: no problem has the key {key}"));
        return Ok(false);
    };
    let copies = cluster.find_copies();
    let rows = records.iter().zip(copies).take(limit.count());
    let rows = rows.map(|(record, copy)| RecordJson::new(store, record, copy));
    let rows = rows.collect::<Result<Vec<RecordJson>, _>>()?;
    if output.is_table() {
        let mut out = stdout();
        if is_further {
            writeln!(out)?;
        }
        let first = cluster.first();
        writeln!(out, "{}", read_problem(store, first)?.setup.board.to_diagram())?;
        writeln!(out, "key     {key}")?;
        writeln!(out, "text    {}", first.text)?;
        writeln!(out)?;
        out.flush()?;
    }
    let mut listing = output.listing()?;
    rows.iter().try_for_each(|row| listing.push(row))?;
    let mut out = listing.finish()?;
    if output.is_table() {
        rows.iter().try_for_each(|row| describe(&mut out, row))?;
        out.flush()?;
    }
    Ok(true)
}

/// Writes what a row of the table has no room for: solution, comments and text of a record.
fn describe(out: &mut impl Write, record: &RecordJson) -> std::io::Result<()> {
    let RecordJson { source, number, goal, solution, comments, comment_words, .. } = record;
    writeln!(out, "\n{} number {number}", Escaped(source))?;
    if let Some(goal) = goal {
        writeln!(out, "  goal      {goal}")?;
    }
    for line in solution {
        writeln!(out, "  solution  {}", Escaped(&line.moves))?;
        if let Some(fault) = &line.fault {
            writeln!(out, "            {}", Escaped(fault))?;
        }
    }
    for (comment, words) in comments.iter().zip(comment_words) {
        writeln!(out, "  comment   {}", Escaped(comment))?;
        writeln!(out, "            {}", Escaped(words))?;
    }
    for line in record.source_text.lines() {
        writeln!(out, "  {}", EscapedLines(line))?;
    }
    Ok(())
}
