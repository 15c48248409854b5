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
//! shortened to a prefix, which all commands accept. A table with too many
//! columns for its width becomes a block of lines for each row.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The digits of a key in a table that is short of space.
const KEY_PREFIX: usize = 12;
/// Blanks between two columns.
const GAP: usize = 2;

/// Rows of texts below headings.
pub struct Table {
    headings: &'static [&'static str],
    rows: Vec<Vec<String>>,
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
            Some("source") => Kind::Path,
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
            Kind::Key => vec![start_of(cell, width).to_owned()],
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
    /// A table without rows.
    pub fn new(headings: &'static [&'static str]) -> Table {
        Table { headings, rows: Vec::new() }
    }

    /// Adds a row with a cell for each heading. Cells hold no control characters.
    pub fn push(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.headings.len());
        self.rows.push(cells);
    }

    /// The table as lines, each with its line feed; empty without rows. Columns
    /// with nothing but empty cells are left out.
    pub fn render(&self, width: Option<usize>) -> String {
        let columns = self.columns();
        if self.rows.is_empty() || columns.is_empty() {
            return String::new();
        }
        let natural: Vec<usize> = columns.iter().map(|column| column.content).collect();
        match width {
            None => self.render_columns(&columns, &natural),
            Some(width) => match fit(&columns, natural, width) {
                Some(widths) => self.render_columns(&columns, &widths),
                None => self.render_blocks(&columns, width),
            },
        }
    }

    fn columns(&self) -> Vec<Column> {
        const LONGEST_WORD: usize = 24;
        let column = |(cell, &heading): (usize, &&'static str)| {
            let cells = || self.rows.iter().map(|row| row[cell].as_str());
            let words = cells().chain([heading]).flat_map(str::split_whitespace);
            let word = words.map(|word| word.width()).max().unwrap_or(0).min(LONGEST_WORD);
            let content = cells().chain([heading]).map(|cell| cell.width()).max().unwrap_or(0);
            let column = Column { cell, heading, kind: Kind::of(heading), content, word };
            cells().any(|cell| !cell.is_empty()).then_some(column)
        };
        self.headings.iter().enumerate().filter_map(column).collect()
    }

    fn render_columns(&self, columns: &[Column], widths: &[usize]) -> String {
        let mut text = String::new();
        let headings: Vec<Vec<String>> =
            columns.iter().map(|column| vec![column.heading.to_owned()]).collect();
        push_row(&mut text, &headings, widths);
        let rules: Vec<String> = widths.iter().map(|width| "-".repeat(width + 1)).collect();
        text.push_str(&rules.join(" "));
        text.push('\n');
        for row in &self.rows {
            let cells: Vec<Vec<String>> = columns
                .iter()
                .zip(widths)
                .map(|(column, &width)| column.kind.lines(&row[column.cell], width))
                .collect();
            push_row(&mut text, &cells, widths);
        }
        text
    }

    /// A line for each cell, a blank line between rows.
    fn render_blocks(&self, columns: &[Column], width: usize) -> String {
        let label = columns.iter().map(|column| column.heading.width()).max().unwrap_or(0);
        let room = width.saturating_sub(label + GAP).max(KEY_PREFIX);
        let mut text = String::new();
        for (row, number) in self.rows.iter().zip(0..) {
            if number > 0 {
                text.push('\n');
            }
            for column in columns.iter().filter(|column| !row[column.cell].is_empty()) {
                let heading = vec![column.heading.to_owned()];
                let cell = column.kind.lines(&row[column.cell], room);
                push_row(&mut text, &[heading, cell], &[label, room]);
            }
        }
        text
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
            joined.push_str(&" ".repeat((width + GAP).saturating_sub(part.width())));
        }
        text.push_str(joined.trim_end());
        text.push('\n');
    }
}

/// Narrows columns until the table fits; none when it cannot.
fn fit(columns: &[Column], mut widths: Vec<usize>, available: usize) -> Option<Vec<usize>> {
    // What a column keeps in each round: long texts give way first, then keys.
    let rounds: [fn(&Column) -> usize; 3] = [
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
    ];
    // The rule below the headings is one character wider than the last column.
    let total = |widths: &[usize]| widths.iter().map(|width| width + GAP).sum::<usize>() - 1;
    for keeps in rounds {
        while total(&widths) > available {
            let floor = |i: usize| keeps(&columns[i]).max(columns[i].heading.width());
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

/// A path with an ellipsis in place of its middle: the folder at its start and
/// the file name at its end say most.
pub fn cut_in_the_middle(path: &str, width: usize) -> String {
    if path.width() <= width {
        return path.to_owned();
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
        let mut table = Table::new(&["kind", "turn", "source", "tree", "name", "note", "key"]);
        let path = "collections/classic/volume-2/life-and-death/corner-shapes.sgf";
        for (kind, name) in [("same problem", "Bulky five in the corner"), ("near", "詰碁 第一")]
        {
            let cells = [kind, "black", path, "5", name, "", KEY];
            table.push(cells.map(str::to_owned).into());
        }
        let text = table.render(width);
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
        same problem  black  collec…er-shapes.sgf  5     Bulky five in     b551284523dd
                                                         the corner
        near          black  collec…er-shapes.sgf  5     詰碁 第一         b551284523dd
        ");
    }

    #[test]
    fn a_narrow_table_is_a_block_for_each_row() {
        assert_snapshot!(table(Some(44)), @"
        kind    same problem
        turn    black
        source  collections…-death/corner-shapes.sgf
        tree    5
        name    Bulky five in the corner
        key     b551284523ddc24b10a3c4f951772cbd

        kind    near
        turn    black
        source  collections…-death/corner-shapes.sgf
        tree    5
        name    詰碁 第一
        key     b551284523ddc24b10a3c4f951772cbd
        ");
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
        assert_eq!(cut_in_the_middle("詰碁第一詰碁第一", 8), "詰…第一");
        assert_eq!(cut_in_the_middle("abc", 0), "…");
    }
}
