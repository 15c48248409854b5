//! The layout of problems on pages of paper.

use crate::names;
use crate::publish::publication::Chapter;
use crate::publish::published_problem::{PublishedProblem, width_of};

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

/// The height of a further line of the title, and the width of a character of it, in millimeters.
const TITLE_LINE: f64 = 9.5;
const TITLE_CHAR: f64 = 4.2;

/// The height of a line of the contents, the width of a character of it, and that of the number of a page with
/// the space before it, in millimeters.
const CONTENTS_LINE: f64 = 6.3;
const CONTENTS_CHAR: f64 = 2.4;
const CONTENTS_NUMBER: f64 = 15.0;

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
    /// The height of the title in millimeters.
    title: f64,
}

impl Grid {
    /// A grid with so many columns, and at most `per_page` problems on a page, of a book with a title.
    pub(super) fn new(paper: Paper, columns: usize, per_page: Option<usize>, title: &str) -> Grid {
        let columns = columns.max(1);
        let (width, height) = paper.inner();
        let column = (width + GAP) / columns as f64 - GAP;
        let rows = per_page.map_or(usize::MAX, |problems| problems.div_ceil(columns).max(1));
        let title = TITLE + (lines_of(title, TITLE_CHAR, width) - 1.0) * TITLE_LINE;
        Grid { columns, rows, column, height, title }
    }

    /// The height of the tallest board in millimeters. The rest of the page is for the title, a heading and
    /// what stands beside the board.
    pub(super) fn max_board_height(&self) -> f64 {
        (self.height * 0.75).round()
    }

    /// How many sixths of the page an answer with a narrow board has: a third if that is 52 mm, else a half.
    pub(super) fn narrow_span(&self) -> usize {
        const MIN_WIDTH: f64 = 52.0;
        let width = (self.column + GAP) * self.columns as f64 - GAP;
        if (width - 2.0 * GAP) / 3.0 >= MIN_WIDTH { 2 } else { 3 }
    }

    /// The entries of the contents on each page; no page without entries, as the title is on the first page
    /// of problems then.
    pub(super) fn lay_out_contents<'a>(&self, entries: &'a [String]) -> Vec<&'a [String]> {
        let width = (self.column + GAP) * self.columns as f64 - GAP - CONTENTS_NUMBER;
        let mut pages = Vec::new();
        let (mut begin, mut used) = (0, self.title + HEADING);
        for (at, entry) in entries.iter().enumerate() {
            let height = lines_of(entry, CONTENTS_CHAR, width) * CONTENTS_LINE;
            if used + height > self.height && at > begin {
                pages.push(&entries[begin..at]);
                (begin, used) = (at, 0.0);
            }
            used += height;
        }
        if begin < entries.len() {
            pages.push(&entries[begin..]);
        }
        pages
    }

    /// The height of a row in millimeters, with the space behind it.
    fn height_of_row(&self, row: &Row<'_>) -> f64 {
        let height = match row {
            Row::Heading(_) => HEADING,
            Row::Problems(problems) => {
                let heights = problems.iter().map(|problem| self.height_of(problem));
                heights.fold(0.0, f64::max)
            }
        };
        height + GAP
    }

    /// The height of a problem in millimeters: its line, its board and its comment.
    fn height_of(&self, problem: &PublishedProblem) -> f64 {
        let [width, height] = problem.question().picture.size_in_units().map(f64::from);
        let board = (UNIT * height).min(self.column / width * height).min(self.max_board_height());
        let lines = problem.short_comment().into_iter().flat_map(str::lines);
        let lines = lines.map(|line| lines_of(line, CHAR, self.column) * LINE);
        HEAD + board + lines.sum::<f64>()
    }
}

/// The lines of a text whose characters have a width, in a column.
fn lines_of(text: &str, char: f64, column: f64) -> f64 {
    (width_of(text) as f64 * char / column).ceil().max(1.0)
}

/// A row of a page.
#[derive(Clone, Debug)]
pub(super) enum Row<'a> {
    Heading(&'a str),
    Problems(Vec<&'a PublishedProblem>),
}

/// Lays chapters out on pages, each with as many rows as have room; the title is on the first page, or else
/// on pages of its own. A heading stands before the first row of its chapter, and the last page has two
/// problems at least if the page before has some to spare, of another chapter maybe.
pub(super) fn lay_out(chapters: &[Chapter], grid: Grid, has_title: bool) -> Vec<Vec<Row<'_>>> {
    let mut pages: Vec<Vec<Row<'_>>> = Vec::new();
    let (mut used, mut rows) = (f64::INFINITY, 0);
    for chapter in chapters {
        for (number, problems) in chapter.problems.chunks(grid.columns).enumerate() {
            let heading = chapter.title.as_deref().filter(|_| number == 0).map(Row::Heading);
            let row = Row::Problems(problems.iter().collect());
            let height =
                heading.iter().chain([&row]).map(|row| grid.height_of_row(row)).sum::<f64>();
            if used + height > grid.height + GAP || rows == grid.rows {
                used = if pages.is_empty() && has_title { grid.title } else { 0.0 };
                rows = 0;
                pages.push(Vec::new());
            }
            (used, rows) = (used + height, rows + 1);
            let page = pages.last_mut().expect("a page was begun");
            page.extend(heading);
            page.push(row);
        }
    }
    if let [.., before, last] = &mut pages[..] {
        keep_company(before, last, grid);
    }
    pages
}

/// Gives the only problem of the last page the row before it, or else a problem of that row, if the page before
/// keeps a problem and the last page has room.
fn keep_company<'a>(before: &mut Vec<Row<'a>>, last: &mut Vec<Row<'a>>, grid: Grid) {
    let is_alone = |row: &Row<'_>| matches!(row, Row::Problems(problems) if problems.len() == 1);
    let begins_chapter = match &last[..] {
        [only] if is_alone(only) => false,
        [Row::Heading(_), only] if is_alone(only) => true,
        _ => return,
    };
    let height = |rows: &[Row<'_>]| rows.iter().map(|row| grid.height_of_row(row)).sum::<f64>();
    let room = grid.height + GAP - height(last);
    // A heading goes with its row.
    let from = match before[..] {
        [.., Row::Problems(_), Row::Heading(_), Row::Problems(_)] => before.len() - 2,
        _ => before.len() - 1,
    };
    if from > 0 && matches!(before[from - 1], Row::Problems(_)) && height(&before[from..]) <= room {
        last.splice(0..0, before.drain(from..));
        return;
    }
    let Some(Row::Problems(row)) = before.last_mut().filter(|row| !is_alone(row)) else { return };
    let Some(spared) = row.pop() else { return };
    match last.last_mut() {
        Some(Row::Problems(only)) if !begins_chapter => only.insert(0, spared),
        _ if grid.rows > 1 && height(&[Row::Problems(vec![spared])]) <= room => {
            last.insert(0, Row::Problems(vec![spared]));
        }
        _ => row.push(spared),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_the_paper() {
        for (paper, columns, column) in
            [(Paper::A4, 2, 86.0), (Paper::A4, 1, 180.0), (Paper::A5, 2, 59.0)]
        {
            assert_eq!(Grid::new(paper, columns, None, "").column, column, "{paper:?} {columns}");
        }
        assert_eq!(Grid::new(Paper::A4, 3, Some(7), "").rows, 3);
        let spans = Paper::ALL.map(|paper| Grid::new(paper, 2, None, "").narrow_span());
        assert_eq!(spans, [2, 3, 2, 3]);
        let none = Grid::new(Paper::A4, 0, Some(0), "");
        assert_eq!((none.columns, none.rows), (1, 1));
    }

    #[test]
    fn long_titles_and_contents_have_room() {
        let grid = |title: &str| Grid::new(Paper::A4, 2, None, title);
        assert!(grid(&"long title ".repeat(20)).title > grid("Tuesday").title);
        let pages = |count: usize, entry: &str| -> Vec<usize> {
            let entries = vec![entry.to_owned(); count];
            grid("").lay_out_contents(&entries).iter().map(|page| page.len()).collect()
        };
        assert!(pages(0, "10k").is_empty());
        assert_eq!(pages(1, "10k"), [1]);
        assert_eq!(pages(37, "10k"), [37]);
        assert_eq!(pages(60, "10k"), [37, 23]);
        assert_eq!(pages(30, &"long title ".repeat(10)), [18, 12], "of two lines each");
        assert_eq!(pages(2, &"w".repeat(9000)), [1, 1]);
    }
}
