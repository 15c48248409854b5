//! Solutions as lists of lines: moves without an alternative share a row.

use maud::{Markup, html};

use crate::answer::PointNames;
use crate::find::LineMove;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;

/// The most moves that are listed.
const MAX_MOVES: usize = 60;

/// The deepest indentation, which the style sheet knows.
const MAX_INDENT: usize = 8;

texts! { "curate/lines": MORE, LESSER, NO_SOLUTION }

/// Moves that share a row.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    /// The number of branchings before the row.
    indent: usize,
    /// The numbers of the moves.
    moves: Vec<usize>,
}

/// The rows of the first `limit` moves.
fn list_rows(line: &[LineMove], limit: usize) -> Vec<Row> {
    let mut ancestors: Vec<usize> = Vec::new();
    let parents: Vec<Option<usize>> = line
        .iter()
        .enumerate()
        .map(|(at, next)| {
            ancestors.truncate(next.depth as usize);
            let parent = ancestors.last().copied();
            ancestors.push(at);
            parent
        })
        .collect();
    let mut children = vec![0_u32; line.len()];
    parents.iter().flatten().for_each(|&parent| children[parent] += 1);
    let mut rows: Vec<Row> = Vec::new();
    let mut indents: Vec<usize> = Vec::with_capacity(line.len());
    for (at, parent) in parents.into_iter().enumerate().take(limit) {
        let is_branch = parent.is_none_or(|parent| children[parent] > 1);
        let indent = parent.map_or(0, |parent| indents[parent] + usize::from(is_branch));
        indents.push(indent);
        match rows.last_mut().filter(|_| !is_branch) {
            Some(row) => row.moves.push(at),
            None => rows.push(Row { indent, moves: vec![at] }),
        }
    }
    rows
}

/// The solution, whose points have these names.
pub(in crate::pages) fn render(page: &Page, names: PointNames, line: &[LineMove]) -> Markup {
    html! {
        @if line.is_empty() { p.soft { (page.text(NO_SOLUTION)) } }
        ol.lines {
            @for row in list_rows(line, MAX_MOVES) {
                li class={ "in-" (row.indent.min(MAX_INDENT)) } {
                    @for &at in &row.moves {
                        @let LineMove { color, at, verdict, .. } = line[at];
                        span.move { (color.sgf_char()) "\u{a0}" (names.name_move(at)) } " "
                        @if let Some(verdict) = verdict { (words::verdict(page, verdict, LESSER)) " " }
                    }
                }
            }
        }
        @if let Some(more @ 1..) = line.len().checked_sub(MAX_MOVES) {
            p.soft { (words::count(more)) " " (page.text(MORE)) }
        }
    }
}
