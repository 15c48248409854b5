//! Solution trees as nested lists.
//!
//! ```text
//! • B C1 W B1          moves without an alternative share a row,
//!     • B A2 right     and every variation begins a row
//!     • B D1 W A2 wrong
//! • B B1 wrong
//! ```

use maud::{Markup, html};

use super::audit_report::TreeMove;
use super::text::{Count, Text};
use crate::solution::Verdict;

/// The number of moves of a tree that are shown.
const MAX_MOVES: usize = 80;
/// The number of nested lists.
const MAX_LEVEL: usize = 8;

/// Moves that share a row of the list.
struct Row<'a> {
    /// The number of variations that lead to the row.
    level: usize,
    moves: Vec<&'a TreeMove>,
}

/// Finds the parent of each move; `None` for a first move. A move that is
/// deeper than possible is a child of the move before it.
fn find_parents(moves: &[TreeMove]) -> Vec<Option<usize>> {
    let mut line: Vec<usize> = Vec::new(); // the moves that lead here
    let parent = |(at, next): (usize, &TreeMove)| {
        line.truncate(next.depth as usize);
        let parent = line.last().copied();
        line.push(at);
        parent
    };
    moves.iter().enumerate().map(parent).collect()
}

/// Divides a tree into rows. Leaves out moves after the first [`MAX_MOVES`] and
/// those below [`MAX_LEVEL`].
fn split_rows(moves: &[TreeMove]) -> Vec<Row<'_>> {
    let parents = find_parents(moves);
    let mut children = vec![0_u32; moves.len()];
    for &parent in parents.iter().flatten() {
        children[parent] += 1;
    }
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    for (next, parent) in moves.iter().zip(parents).take(MAX_MOVES) {
        let begins_row = parent.is_none_or(|parent| children[parent] > 1);
        let level = parent.map_or(0, |parent| levels[parent] + usize::from(begins_row));
        levels.push(level);
        if level > MAX_LEVEL {
            continue;
        }
        match rows.last_mut().filter(|_| !begins_row) {
            Some(row) => row.moves.push(next),
            None => rows.push(Row { level, moves: vec![next] }),
        }
    }
    rows
}

/// Renders a solution tree.
pub(super) fn render_tree(moves: &[TreeMove]) -> Markup {
    let rows = split_rows(moves);
    let shown: usize = rows.iter().map(|row| row.moves.len()).sum();
    html! {
        @if !rows.is_empty() { (render_list(&rows, 0)) }
        @if shown < moves.len() {
            p.rest { "… " (Count(moves.len() - shown, "more move")) }
        }
    }
}

/// Renders rows that begin at a level, and below each the rows of its
/// variations.
fn render_list(rows: &[Row<'_>], level: usize) -> Markup {
    html! {
        ul class=[(level == 0).then_some("tree")] {
            @for rows in rows.chunk_by(|_, next| next.level > level) {
                li {
                    (render_row(&rows[0]))
                    @if rows.len() > 1 { (render_list(&rows[1..], level + 1)) }
                }
            }
        }
    }
}

fn render_row(row: &Row<'_>) -> Markup {
    html! {
        @for (at, played) in row.moves.iter().enumerate() {
            @if at > 0 { " " }
            // The no-break space keeps a move on one line.
            (Text(&played.name.replace(' ', "\u{a0}")))
            @if let Some(verdict) = played.verdict {
                " " b class=(class(verdict)) { (verdict.name()) }
            }
        }
    }
}

fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Right => "right",
        Verdict::Lesser | Verdict::Doubtful | Verdict::Wrong => "wrong",
    }
}
