//! How problems are laid out on pages of paper.

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

/// The space between columns in millimeters.
pub(super) const GAP: f64 = 8.0;

/// The height of the line above a board in millimeters.
const HEAD: f64 = 8.0;

/// The columns and rows of problems on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Grid {
    /// A grid with so many columns, and as many rows as have room for boards a little wider than high,
    /// or enough of them for `per_page` problems.
    pub(super) fn new(paper: Paper, columns: usize, per_page: Option<usize>) -> Grid {
        let columns = columns.max(1);
        let (width, height) = paper.inner();
        let column = (width + GAP) / columns as f64 - GAP;
        let fitting = ((height + GAP) / (0.85 * column + HEAD + GAP)).floor() as usize;
        let rows = per_page.map_or(fitting, |problems| problems.div_ceil(columns));
        Grid { columns, rows: rows.max(1) }
    }
}

/// A row of a page.
#[derive(Clone, Debug)]
pub(super) enum Row<'a> {
    Heading(&'a str),
    Problems(Vec<&'a PublishedProblem>),
}

/// Lays chapters out on pages. A heading stands before the first row of its chapter, and the last page has
/// two problems at least if there are so many.
pub(super) fn lay_out<'a>(chapters: &'a [Chapter], grid: Grid) -> Vec<Vec<Row<'a>>> {
    let mut pages: Vec<Vec<Row<'a>>> = Vec::new();
    let is_row = |row: &&Row<'_>| matches!(row, Row::Problems(_));
    let count = |page: &Vec<Row<'_>>| page.iter().filter(is_row).count();
    for chapter in chapters {
        for (number, problems) in chapter.problems.chunks(grid.columns).enumerate() {
            if pages.last().is_none_or(|page| count(page) == grid.rows) {
                pages.push(Vec::new());
            }
            let page = pages.last_mut().expect("a page was begun");
            if let Some(title) = chapter.title.as_deref().filter(|_| number == 0) {
                page.push(Row::Heading(title));
            }
            page.push(Row::Problems(problems.iter().collect()));
        }
    }
    if let [.., before, last] = &mut pages[..]
        && let [Row::Problems(only)] = &mut last[..]
        && only.len() == 1
    {
        if count(before) > 1 && matches!(before[..], [.., Row::Problems(_), Row::Problems(_)]) {
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
    fn a_grid_fills_the_page() {
        for (paper, columns, rows) in [
            (Paper::A4, 2, 3),
            (Paper::A4, 3, 4),
            (Paper::A4, 1, 1),
            (Paper::A5, 2, 2),
            (Paper::Letter, 2, 2),
        ] {
            assert_eq!(
                Grid::new(paper, columns, None),
                Grid { columns, rows },
                "{paper:?} {columns}"
            );
        }
        assert_eq!(Grid::new(Paper::A4, 3, Some(7)), Grid { columns: 3, rows: 3 });
        assert_eq!(Grid::new(Paper::A4, 0, Some(0)), Grid { columns: 1, rows: 1 });
    }
}
