//! A table for people, laid out for the width of a terminal.
//!
//! ```text
//! key       name                  records
//! --------- --------------------- --------
//! c7ad6d26  L group, "first"      2
//! 4f64d677  詰碁 第一             15
//! 8d106e86  \x1b[31mred\u{202e}   1
//! ```
//!
//! Without a width, columns are as wide as their contents. To fit a width,
//! paths are cut in the middle, other texts are wrapped at blanks, and keys are
//! cut after a prefix, which all commands accept. A table that is still too
//! wide loses those of its columns that say least; if that is not enough, it
//! becomes a block of lines for each row.
//!
//! The widths are those of the first 10,000 rows. A longer table has all its
//! columns, and without a width a later cell may reach beyond its column.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The width of a key in a table that is short of space: 11 digits and an ellipsis.
const KEY_PREFIX: usize = 12;
/// The width of a key or a path where even that is too much: 8 digits and an ellipsis.
const SHORTEST: usize = 9;
/// The columns that a table loses when it is too wide for a terminal, in this order. JSON and CSV
/// have all columns.
const LEAST: [&str; 7] = ["board", "region", "sources", "records", "bytes", "operation", "in_key"];
/// Blanks between two columns.
const GAP: usize = 2;

/// The number of rows that a table waits for before its columns are laid out.
const LAYOUT_ROWS: usize = 10_000;

/// Rows of texts below headings.
pub struct Table {
    headings: Vec<&'static str>,
    /// The columns of the terminal; unlimited when none.
    width: Option<usize>,
    /// The rows that are not rendered yet.
    rows: Vec<Vec<String>>,
    /// The layout of the rows that are rendered; none before the first ones.
    layout: Option<Layout>,
}

/// The columns, and how they are arranged.
struct Layout {
    columns: Vec<Column>,
    arrangement: Arrangement,
}

enum Arrangement {
    /// Side by side, so wide.
    SideBySide(Vec<usize>),
    /// A block of lines for each row, the cells so wide.
    Blocks { label: usize, cell: usize },
}

/// How a column gives way when the table is too wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Cut in the middle.
    Path,
    /// Cut at the end.
    Key,
    /// Wrapped at blanks.
    Text,
}

impl Kind {
    fn of(heading: &str) -> Kind {
        match heading.rsplit([' ', '_']).next() {
            Some("source" | "path" | "place") => Kind::Path,
            Some("key") => Kind::Key,
            _ => Kind::Text,
        }
    }

    /// The lines of a cell in a column.
    fn lines(self, cell: &str, width: usize) -> Vec<String> {
        if cell.width() <= width {
            return vec![cell.to_owned()];
        }
        match self {
            Kind::Path => vec![cut_in_the_middle(cell, width)],
            Kind::Key => vec![format!("{}…", start_of(cell, width.saturating_sub(1)))],
            Kind::Text => wrap(cell, width),
        }
    }
}

/// A column that is not empty.
struct Column {
    /// The number of the cell in each row.
    cell: usize,
    heading: &'static str,
    kind: Kind,
    /// The width of the widest cell.
    content: usize,
    /// The width of the widest word in the column, up to a limit: beyond it
    /// words are broken.
    word: usize,
}

impl Table {
    /// A table without rows, for a terminal with so many columns.
    pub fn new(headings: &[&'static str], width: Option<usize>) -> Table {
        Table { headings: headings.to_vec(), width, rows: Vec::new(), layout: None }
    }

    /// Adds a row with a cell for each heading. Cells hold no control characters.
    /// Returns the lines of a part of the table when many rows wait for it.
    pub fn push(&mut self, cells: Vec<String>) -> Option<String> {
        debug_assert_eq!(cells.len(), self.headings.len());
        self.rows.push(cells);
        (self.rows.len() == LAYOUT_ROWS).then(|| self.render(false))
    }

    /// The lines that [`push`](Self::push) has not returned, each with its line
    /// feed; empty without rows. Columns with nothing but empty cells are left
    /// out, unless a part of the table is rendered already.
    pub fn finish(&mut self) -> String {
        self.render(true)
    }

    fn render(&mut self, is_complete: bool) -> String {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return String::new();
        }
        let is_first = self.layout.is_none();
        let layout = self
            .layout
            .get_or_insert_with(|| Layout::new(&self.headings, &rows, self.width, is_complete));
        let mut text = String::new();
        match &layout.arrangement {
            Arrangement::SideBySide(widths) => {
                if is_first {
                    layout.push_headings(&mut text, widths);
                }
                for row in &rows {
                    layout.push_side_by_side(&mut text, row, widths, self.width.is_some());
                }
            }
            &Arrangement::Blocks { label, cell } => {
                for (row, number) in rows.iter().zip(0..) {
                    if number > 0 || !is_first {
                        text.push('\n');
                    }
                    layout.push_block(&mut text, row, [label, cell]);
                }
            }
        }
        text
    }
}

impl Layout {
    /// Fits columns to some rows: to all rows of the table if these are complete.
    fn new(
        headings: &[&'static str],
        rows: &[Vec<String>],
        width: Option<usize>,
        is_complete: bool,
    ) -> Layout {
        const LONGEST_WORD: usize = 24;
        let column = |(cell, &heading): (usize, &&'static str)| {
            let cells = || rows.iter().map(|row| row[cell].as_str());
            let words = cells().chain([heading]).flat_map(str::split_whitespace);
            let word = words.map(|word| word.width()).max().unwrap_or(0).min(LONGEST_WORD);
            let content = cells().chain([heading]).map(|cell| cell.width()).max().unwrap_or(0);
            let column = Column { cell, heading, kind: Kind::of(heading), content, word };
            (!is_complete || cells().any(|cell| !cell.is_empty())).then_some(column)
        };
        let mut columns: Vec<Column> = headings.iter().enumerate().filter_map(column).collect();
        let Some(width) = width else {
            let widths = columns.iter().map(|column| column.content).collect();
            return Layout { columns, arrangement: Arrangement::SideBySide(widths) };
        };
        // The columns are tried without the first of LEAST, without the first two, and so on.
        for count in 0..=LEAST.len() {
            let is_kept = |column: &Column| !LEAST[..count].contains(&column.heading);
            let kept: Vec<&Column> = columns.iter().filter(|column| is_kept(column)).collect();
            if let Some(widths) = fit(&kept, width) {
                columns.retain(is_kept);
                return Layout { columns, arrangement: Arrangement::SideBySide(widths) };
            }
        }
        let label = columns.iter().map(|column| column.heading.width()).max().unwrap_or(0);
        let cell = width.saturating_sub(label + GAP).max(KEY_PREFIX);
        Layout { columns, arrangement: Arrangement::Blocks { label, cell } }
    }

    fn push_headings(&self, text: &mut String, widths: &[usize]) {
        if self.columns.is_empty() {
            return;
        }
        let headings: Vec<Vec<String>> =
            self.columns.iter().map(|column| vec![column.heading.to_owned()]).collect();
        push_row(text, &headings, widths);
        let rules: Vec<String> = widths.iter().map(|width| "-".repeat(width + 1)).collect();
        text.push_str(&rules.join(" "));
        text.push('\n');
    }

    fn push_side_by_side(&self, text: &mut String, row: &[String], widths: &[usize], is_cut: bool) {
        let cell = |(column, &width): (&Column, &usize)| {
            column.kind.lines(&row[column.cell], if is_cut { width } else { usize::MAX })
        };
        let cells: Vec<Vec<String>> = self.columns.iter().zip(widths).map(cell).collect();
        push_row(text, &cells, widths);
    }

    /// A line for each cell that is not empty.
    fn push_block(&self, text: &mut String, row: &[String], [label, room]: [usize; 2]) {
        for column in self.columns.iter().filter(|column| !row[column.cell].is_empty()) {
            let heading = vec![column.heading.to_owned()];
            let cell = column.kind.lines(&row[column.cell], room);
            push_row(text, &[heading, cell], &[label, room]);
        }
    }
}

/// Adds a row of cells of several lines.
fn push_row(text: &mut String, cells: &[Vec<String>], widths: &[usize]) {
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    for line in 0..height {
        let mut joined = String::new();
        for (cell, width) in cells.iter().zip(widths) {
            let part = cell.get(line).map_or("", String::as_str);
            joined.push_str(part);
            joined.push_str(&" ".repeat((width + GAP).saturating_sub(part.width()).max(GAP)));
        }
        text.push_str(joined.trim_end());
        text.push('\n');
    }
}

/// Narrows columns until the table fits; none when it cannot.
fn fit(columns: &[&Column], available: usize) -> Option<Vec<usize>> {
    let mut widths: Vec<usize> = columns.iter().map(|column| column.content).collect();
    // What a column keeps in each round: long texts give way first, then keys.
    let rounds: [fn(&Column) -> usize; 4] = [
        |column| match column.kind {
            Kind::Path => 24,
            Kind::Key => column.content,
            Kind::Text => column.word.max(16),
        },
        |column| match column.kind {
            Kind::Path => 24,
            Kind::Key => KEY_PREFIX,
            Kind::Text => column.word.max(16),
        },
        |column| match column.kind {
            Kind::Path | Kind::Key => KEY_PREFIX,
            Kind::Text => column.word,
        },
        |column| match column.kind {
            Kind::Path | Kind::Key => SHORTEST,
            Kind::Text => column.word.min(SHORTEST),
        },
    ];
    // The rule below the headings is one character wider than the last column.
    let total = |widths: &[usize]| widths.iter().map(|width| width + GAP).sum::<usize>() - 1;
    for keeps in rounds {
        while total(&widths) > available {
            let floor = |i: usize| keeps(columns[i]).max(columns[i].heading.width());
            let Some(widest) =
                (0..widths.len()).filter(|&i| widths[i] > floor(i)).max_by_key(|&i| widths[i])
            else {
                break;
            };
            widths[widest] = if columns[widest].kind == Kind::Key {
                floor(widest) // a key of any other length looks odd
            } else {
                widths[widest] - 1
            };
        }
    }
    (total(&widths) <= available).then_some(widths)
}

/// The longest start of a text that is at most so wide.
fn start_of(text: &str, width: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, char)| {
        used += char.width().unwrap_or(0);
        used > width
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// The longest end of a text that is at most so wide.
fn end_of(text: &str, width: usize) -> &str {
    let mut used = 0;
    let start = text.char_indices().rev().find(|(_, char)| {
        used += char.width().unwrap_or(0);
        used > width
    });
    &text[start.map_or(0, |(at, char)| at + char.len_utf8())..]
}

/// A path with an ellipsis in place of its middle: the folder at its start, which
/// is often a book, and the file name at its end say most.
pub fn cut_in_the_middle(path: &str, width: usize) -> String {
    if path.width() <= width {
        return path.to_owned();
    }
    if let (Some((folder, _)), Some((_, file))) = (path.split_once('/'), path.rsplit_once('/'))
        && folder.width() + file.width() + 3 <= width
    {
        return format!("{folder}/…/{file}");
    }
    let kept = width.saturating_sub(1); // the ellipsis takes one
    let end = end_of(path, kept - kept / 3);
    format!("{}…{end}", start_of(path, kept / 3))
}

/// Lines of a text, broken at blanks where possible.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let mut word = word;
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        while word.width() > width {
            let start = start_of(word, width);
            let start = if start.is_empty() { word } else { start }; // wider than the column
            lines.push(start.to_owned());
            word = &word[start.len()..];
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    const KEY: &str = "b551284523ddc24b10a3c4f951772cbd";

    fn table(width: Option<usize>) -> String {
        let headings = &["kind", "turn", "source", "tree", "name", "note", "key"];
        let mut table = Table::new(headings, width);
        let path = "collections/classic/volume-2/life-and-death/corner-shapes.sgf";
        for (kind, name) in [("same problem", "Bulky five in the corner"), ("near", "詰碁 第一")]
        {
            let cells = [kind, "black", path, "5", name, "", KEY];
            assert_eq!(table.push(cells.map(str::to_owned).into()), None);
        }
        let text = table.finish();
        let widest = text.lines().map(|line| line.width()).max().unwrap();
        assert!(width.is_none_or(|width| widest <= width), "{widest}\n{text}");
        text
    }

    #[test]
    fn a_table_is_as_wide_as_its_contents() {
        assert_snapshot!(table(None), @"
        kind          turn   source                                                         tree  name                      key
        ------------- ------ -------------------------------------------------------------- ----- ------------------------- ---------------------------------
        same problem  black  collections/classic/volume-2/life-and-death/corner-shapes.sgf  5     Bulky five in the corner  b551284523ddc24b10a3c4f951772cbd
        near          black  collections/classic/volume-2/life-and-death/corner-shapes.sgf  5     詰碁 第一                 b551284523ddc24b10a3c4f951772cbd
        ");
    }

    #[test]
    fn paths_are_cut_and_texts_wrapped_to_fit() {
        assert_snapshot!(table(Some(110)), @"
        kind          turn   source                    tree  name                    key
        ------------- ------ ------------------------- ----- ----------------------- ---------------------------------
        same problem  black  collect…orner-shapes.sgf  5     Bulky five in the       b551284523ddc24b10a3c4f951772cbd
                                                             corner
        near          black  collect…orner-shapes.sgf  5     詰碁 第一               b551284523ddc24b10a3c4f951772cbd
        ");
    }

    #[test]
    fn keys_are_shortened_to_a_prefix_and_never_broken() {
        assert_snapshot!(table(Some(80)), @"
        kind          turn   source                tree  name              key
        ------------- ------ --------------------- ----- ----------------- -------------
        same problem  black  collec…er-shapes.sgf  5     Bulky five in     b551284523d…
                                                         the corner
        near          black  collec…er-shapes.sgf  5     詰碁 第一         b551284523d…
        ");
    }

    #[test]
    fn a_narrow_table_is_a_block_for_each_row() {
        assert_snapshot!(table(Some(44)), @"
        kind    same problem
        turn    black
        source  collections/…/corner-shapes.sgf
        tree    5
        name    Bulky five in the corner
        key     b551284523ddc24b10a3c4f951772cbd

        kind    near
        turn    black
        source  collections/…/corner-shapes.sgf
        tree    5
        name    詰碁 第一
        key     b551284523ddc24b10a3c4f951772cbd
        ");
    }

    #[test]
    fn a_table_loses_what_says_least_before_it_becomes_blocks() {
        let table = |width: usize| {
            let headings = [
                "key", "turn", "stones", "region", "board", "records", "sources", "source", "name",
            ];
            let cells = [
                KEY,
                "black",
                "11",
                "corner",
                "19x19",
                "2",
                "2",
                "book/elementary.sgf",
                "Prob0001",
            ];
            let mut table = Table::new(&headings, Some(width));
            assert_eq!(table.push(cells.map(str::to_owned).into()), None);
            table.finish()
        };
        assert_snapshot!(table(65), @"
        key        turn   stones  records  sources  source      name
        ---------- ------ ------- -------- -------- ----------- ---------
        b5512845…  black  11      2        2        boo…ry.sgf  Prob0001
        ");
        assert_snapshot!(table(50), @"
        key        turn   stones  source       name
        ---------- ------ ------- ------------ ---------
        b5512845…  black  11      boo…ary.sgf  Prob0001
        ");
    }

    /// The first rows decide how wide the columns are.
    #[test]
    fn a_long_table_is_rendered_in_parts() {
        for (width, later) in [
            (None, "a longer source  a name  1\n"),
            (Some(30), "a l…r source  a     1\n              name\n"),
            (Some(16), "\nsource  a l…r source\nname    a name\ntree    1\n"),
        ] {
            let mut table = Table::new(&["source", "name", "tree"], width);
            let row = |source: &str, name: &str| vec![source.into(), name.into(), "1".into()];
            let parts: Vec<String> =
                (0..LAYOUT_ROWS).filter_map(|_| table.push(row("source 1 2 3", ""))).collect();
            assert_eq!(parts.len(), 1, "{width:?}");
            assert_eq!(table.push(row("a longer source", "a name")), None);
            assert_eq!(table.finish(), later);
        }
    }

    #[test]
    fn every_width_is_kept() {
        (44..160).for_each(|width| drop(table(Some(width))));
    }

    #[test]
    fn texts_are_wrapped_at_blanks() {
        assert_eq!(wrap("same position, other size", 14), ["same position,", "other size"]);
        assert_eq!(wrap("a longestword b", 5), ["a", "longe", "stwor", "d b"]);
        assert_eq!(wrap("詰碁第一", 4), ["詰碁", "第一"]);
        assert_eq!(wrap("詰碁", 1).concat(), "詰碁");
    }

    #[test]
    fn a_cut_path_keeps_both_ends() {
        assert_eq!(cut_in_the_middle("a/b/c.sgf", 9), "a/b/c.sgf");
        assert_eq!(cut_in_the_middle("folder/other/file.sgf", 13), "fold…file.sgf");
        assert_eq!(cut_in_the_middle("mess/of/many/b1.sgf", 13), "mess/…/b1.sgf");
        assert_eq!(cut_in_the_middle("詰碁第一詰碁第一", 8), "詰…第一");
        assert_eq!(cut_in_the_middle("abc", 0), "…");
    }
}
