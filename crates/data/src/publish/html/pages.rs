//! The layout of problems on pages of paper.

use crate::names;
use crate::publish::publication::{Chapter, PublishedProblem};

names! {
    /// A format of paper.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Paper {
        /// 210 x 297 mm.
        #[default]
        A4 => "a4",
        /// 148 x 210 mm.
        A5 => "a5",
        /// 8.5 x 11 inches.
        Letter => "letter",
        /// 6 x 9 inches.
        SixByNine => "6x9in",
    }

    /// `a4`, `a5`, `letter` or `6x9in`.
    pub fn name;
}

impl Paper {
    /// All formats.
    pub const ALL: [Paper; 4] = Paper::VALUES;

    /// Width and height in millimeters.
    pub fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::A5 => (148.0, 210.0),
            Paper::Letter => (215.9, 279.4),
            Paper::SixByNine => (152.4, 228.6),
        }
    }

    /// The margin on all sides in millimeters.
    pub fn margin(self) -> f64 {
        match self {
            Paper::A4 | Paper::Letter => 15.0,
            Paper::A5 | Paper::SixByNine => 11.0,
        }
    }

    /// The width and the height between the margins, in millimeters.
    pub(super) fn inner(self) -> (f64, f64) {
        let (width, height) = self.size();
        (width - 2.0 * self.margin(), height - 2.0 * self.margin())
    }
}

/// The space between columns, and between rows, in millimeters.
pub(super) const GAP: f64 = 8.0;

/// The width of a unit of a board in millimeters. Two lines are ten units apart.
pub(super) const UNIT: f64 = 0.6;

/// The height of the line above a board, of a heading, and of the title, in millimeters.
const HEAD: f64 = 8.0;
const HEADING: f64 = 8.0;
const TITLE: f64 = 24.0;

/// The height of a line of a comment, and the width of a character of it, in millimeters.
const LINE: f64 = 4.6;
const CHAR: f64 = 1.7;

/// The columns of pages, and the most rows of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) columns: usize,
    rows: usize,
    /// The width of a column and the height of a page in millimeters.
    pub(super) column: f64,
    height: f64,
}

impl Grid {
    /// A grid with so many columns, and at most `per_page` problems on a page.
    pub(super) fn new(paper: Paper, columns: usize, per_page: Option<usize>) -> Grid {
        let columns = columns.max(1);
        let (width, height) = paper.inner();
        let column = (width + GAP) / columns as f64 - GAP;
        let rows = per_page.map_or(usize::MAX, |problems| problems.div_ceil(columns).max(1));
        Grid { columns, rows, column, height }
    }

    /// The height of a problem in millimeters: its line, its board and its comment.
    fn height_of(&self, problem: &PublishedProblem) -> f64 {
        let [width, height] = problem.question().picture.size_in_units().map(f64::from);
        let board = (UNIT * width).min(self.column) / width * height;
        let comment = problem.tree.comment.as_deref().filter(|comment| is_short(comment));
        let lines = comment.into_iter().flat_map(str::lines).map(|line| {
            let chars: f64 = line.chars().map(|char| if char.is_ascii() { 1.0 } else { 2.0 }).sum();
            (chars * CHAR / self.column).ceil().max(1.0) * LINE
        });
        HEAD + board + lines.sum::<f64>()
    }
}

/// Whether a comment has room beside a board; a longer one stands before the answer.
pub(super) fn is_short(comment: &str) -> bool {
    const MAX_CHARS: usize = 160;
    const MAX_LINES: usize = 3;
    comment.chars().nth(MAX_CHARS).is_none() && comment.lines().count() <= MAX_LINES
}

/// A row of a page.
#[derive(Clone, Debug)]
pub(super) enum Row<'a> {
    Heading(&'a str),
    Problems(Vec<&'a PublishedProblem>),
}

/// Lays chapters out on pages, each with as many rows as have room. A heading stands before the first row of
/// its chapter, and the last page has two problems at least if the page before has some to spare.
pub(super) fn lay_out<'a>(chapters: &'a [Chapter], grid: Grid) -> Vec<Vec<Row<'a>>> {
    let mut pages: Vec<Vec<Row<'a>>> = Vec::new();
    let (mut used, mut rows) = (f64::INFINITY, 0);
    for chapter in chapters {
        for (number, problems) in chapter.problems.chunks(grid.columns).enumerate() {
            let title = chapter.title.as_deref().filter(|_| number == 0);
            let heights = problems.iter().map(|problem| grid.height_of(problem));
            let mut height = heights.fold(0.0, f64::max) + GAP;
            if title.is_some() {
                height += HEADING + GAP;
            }
            if used + height > grid.height + GAP || rows == grid.rows {
                used = if pages.is_empty() { TITLE } else { 0.0 };
                rows = 0;
                pages.push(Vec::new());
            }
            (used, rows) = (used + height, rows + 1);
            let page = pages.last_mut().expect("a page was begun");
            page.extend(title.map(Row::Heading));
            page.push(Row::Problems(problems.iter().collect()));
        }
    }
    if let [.., before, last] = &mut pages[..]
        && let [Row::Problems(only)] = &mut last[..]
        && only.len() == 1
    {
        if matches!(before[..], [.., Row::Problems(_), Row::Problems(_)]) {
            last.splice(0..0, before.pop());
        } else if let Some(Row::Problems(row)) = before.last_mut()
            && row.len() > 1
        {
            only.splice(0..0, row.pop());
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_the_paper() {
        for (paper, columns, column) in
            [(Paper::A4, 2, 86.0), (Paper::A4, 1, 180.0), (Paper::A5, 2, 59.0)]
        {
            assert_eq!(Grid::new(paper, columns, None).column, column, "{paper:?} {columns}");
        }
        assert_eq!(Grid::new(Paper::A4, 3, Some(7)).rows, 3);
        assert_eq!(
            (Grid::new(Paper::A4, 0, Some(0)).columns, Grid::new(Paper::A4, 0, Some(0)).rows),
            (1, 1)
        );
        assert!(
            is_short("Black to kill") && !is_short("a\nb\nc\nd") && !is_short(&"x".repeat(161))
        );
    }
}
