//! Solutions and comments as text, side by side.

use std::io::Write;
use std::{iter, slice};

use anstream::adapter::strip_str;
use gtn_db::Color;
use gtn_db::find::LineMove;
use gtn_db::go::Size;
use unicode_width::UnicodeWidthStr;

use crate::cli::output::{plural, terminal_width, wrap};

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

/// The blanks before the first of two columns and after each.
const MARGINS: [usize; 2] = [2, 4];

/// Breaks rows so that two columns fit a terminal; elsewhere the rows stay whole.
pub fn wrap_column(rows: Vec<String>) -> Vec<String> {
    match terminal_width() {
        Some(width) => rows.iter().flat_map(|row| wrap_row(row, width)).collect(),
        None => rows,
    }
}

/// The lines of a row in one of two columns of a terminal; the later lines are indented further.
fn wrap_row(row: &str, terminal: usize) -> Vec<String> {
    let room = terminal.saturating_sub(MARGINS[0] + 2 * MARGINS[1]) / 2;
    let (text, indent) = (row.trim_start(), row.len() - row.trim_start().len());
    if row.width() <= room {
        return vec![row.to_owned()];
    }
    let lines = wrap(text, room.saturating_sub(indent + 2).max(8));
    let indents = iter::once(indent).chain(iter::repeat(indent + 2));
    lines.iter().zip(indents).map(|(line, indent)| " ".repeat(indent) + line.trim()).collect()
}

/// Writes blocks of lines side by side, or below each other where they do not fit the terminal.
/// Lines may have colors.
pub fn write_columns(out: &mut impl Write, blocks: &[Vec<String>]) -> std::io::Result<()> {
    let width = |line: &str| strip_str(line).to_string().width();
    let widths: Vec<usize> = blocks
        .iter()
        .map(|lines| lines.iter().map(|line| width(line)).max().unwrap_or(0))
        .collect();
    let between = MARGINS[1] * blocks.len().saturating_sub(1);
    let total = MARGINS[0] + between + widths.iter().sum::<usize>();
    if blocks.len() > 1 && terminal_width().is_some_and(|terminal| total > terminal) {
        for (block, number) in blocks.iter().zip(0..) {
            if number > 0 {
                writeln!(out)?;
            }
            write_columns(out, slice::from_ref(block))?;
        }
        return Ok(());
    }
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let mut text = String::new();
        for (lines, widest) in blocks.iter().zip(&widths) {
            let line = lines.get(row).map_or("", String::as_str);
            text.push_str(line);
            text.push_str(&" ".repeat(widest - width(line) + MARGINS[1]));
        }
        writeln!(out, "{}", format!("  {text}").trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_row_is_broken_between_moves() {
        let row = "    B A9 right  W B9  B C9  W D9  B E9  W F9  B G9";
        let lines = wrap_row(row, 80);
        assert_eq!(lines, ["    B A9 right  W B9  B C9  W D9", "      B E9  W F9  B G9"]);
        assert_eq!(wrap_row("  B A9", 80), ["  B A9"]);
        let name = "problems/cho-chikun-encyclopedia-life-and-death.sgf tree 510";
        assert!(wrap_row(name, 80).iter().all(|line| line.width() <= 35));
    }
}
