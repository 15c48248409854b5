//! Solutions and comments as text, side by side.

use std::io::Write;

use anstream::adapter::strip_str;
use gtn_db::Color;
use gtn_db::find::LineMove;
use gtn_db::go::Size;
use unicode_width::UnicodeWidthStr;

use crate::cli::output::plural;

/// The number of moves of a solution that are shown.
const MAX_MOVES: usize = 60;

/// Describes a solution tree: moves without an alternative continue their row,
/// and every variation begins a row.
///
/// ```text
///   B A9  W B9
///     B C9  right
///     B D9  wrong
/// ```
pub fn describe_tree(line: &[LineMove], board: Size) -> Vec<String> {
    let parents = find_parents(line);
    let mut children = vec![0; line.len()];
    for &parent in parents.iter().flatten() {
        children[parent] += 1;
    }
    let mut rows: Vec<String> = Vec::new();
    let mut indents: Vec<usize> = Vec::new(); // of the moves that lead here
    for (at, next) in line.iter().enumerate().take(MAX_MOVES) {
        let depth = next.depth as usize;
        let is_branch = parents[at].is_none_or(|parent| children[parent] > 1);
        indents.truncate(depth);
        let above = indents.last().copied().unwrap_or(0);
        let indent = above + usize::from(is_branch && depth > 0);
        indents.push(indent);
        let point = next.at.map_or_else(|| "tenuki".to_owned(), |at| at.name(board));
        let color = if next.color == Color::Black { 'B' } else { 'W' };
        let verdict =
            next.verdict.map(|verdict| format!(" {}", verdict.name())).unwrap_or_default();
        let text = format!("{color} {point}{verdict}");
        match rows.last_mut().filter(|_| !is_branch) {
            Some(row) => {
                row.push_str("  ");
                row.push_str(&text);
            }
            None => rows.push(format!("{}{text}", "  ".repeat(indent.min(8)))),
        }
    }
    if let Some(more @ 1..) = line.len().checked_sub(MAX_MOVES) {
        rows.push(format!("… {}", plural(more as u64, "more move")));
    }
    rows
}

/// The place of each move's parent; `None` for a first move.
fn find_parents(line: &[LineMove]) -> Vec<Option<usize>> {
    let mut ancestors: Vec<usize> = Vec::new();
    let parent = |(at, next): (usize, &LineMove)| {
        ancestors.truncate(next.depth as usize);
        let parent = ancestors.last().copied();
        ancestors.push(at);
        parent
    };
    line.iter().enumerate().map(parent).collect()
}

/// Writes blocks of lines side by side. Lines may have colors.
pub fn write_columns(out: &mut impl Write, blocks: &[Vec<String>]) -> std::io::Result<()> {
    let width = |line: &str| strip_str(line).to_string().width();
    let widths: Vec<usize> = blocks
        .iter()
        .map(|lines| lines.iter().map(|line| width(line)).max().unwrap_or(0))
        .collect();
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let mut text = String::new();
        for (lines, widest) in blocks.iter().zip(&widths) {
            let line = lines.get(row).map_or("", String::as_str);
            text.push_str(line);
            text.push_str(&" ".repeat(widest - width(line) + 4));
        }
        writeln!(out, "{}", format!("  {text}").trim_end())?;
    }
    Ok(())
}
