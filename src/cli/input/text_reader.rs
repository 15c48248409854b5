//! Splits a file or standard input into the texts of positions.
//!
//! A paragraph is one of two things. When its first line is a key or has a `|` or a digit, which no
//! row of a diagram has, every line is a text of its own: an IGTN, a key, or moves. Otherwise the
//! paragraph is one diagram. Comments are lines that begin with `#`; but a row of
//! a diagram may begin so too, with an empty point marked by a square, so in a diagram only what
//! cannot be a row is a comment, such as `# Corners`. If the texts are known to be drawings, every paragraph is one.

use std::io::{BufRead, Read};

use anyhow::anyhow;
use gtn_db::KeyPrefix;
use gtn_db::gtn::Cell;

use super::typed_board::is_spaced_row;

/// No text is as long: the largest board has 54 lines of 54 characters. Input that never ends must
/// not fill the memory.
const LONGEST: u64 = 1 << 16;

/// One text, not yet parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// A line with a `|`: an IGTN, or an IATN of Abalone.
    Igtn(String),
    /// A diagram of several lines, of Go or of Abalone.
    Gtn(String),
    /// Another line: a key, moves, or a position of Abalone.
    Line(String),
}

/// What the lines of the current paragraph are.
enum Paragraph {
    /// There were no lines yet, or only some that begin with `#`.
    Unknown,
    Lines,
    Diagram,
}

/// Iterates over the texts, each with the number of its first line, from 1.
pub struct TextReader<R> {
    input: R,
    /// Whether every paragraph is a diagram.
    are_drawings: bool,
    line_number: usize,
    paragraph: Paragraph,
    /// The rows of the current diagram.
    rows: String,
    first_row: usize,
    has_ended: bool,
}

impl<R: BufRead> TextReader<R> {
    pub fn new(input: R, are_drawings: bool) -> TextReader<R> {
        TextReader {
            input,
            are_drawings,
            line_number: 0,
            paragraph: Paragraph::Unknown,
            rows: String::new(),
            first_row: 0,
            has_ended: false,
        }
    }

    /// Ends the paragraph and returns its diagram, if it is one.
    fn end_paragraph(&mut self) -> Option<(usize, Text)> {
        let rows = std::mem::take(&mut self.rows);
        match std::mem::replace(&mut self.paragraph, Paragraph::Unknown) {
            Paragraph::Diagram => Some((self.first_row, Text::Gtn(rows))),
            Paragraph::Unknown | Paragraph::Lines => None, // only comments, or nothing is left
        }
    }

    fn add_line(&mut self, line: &str) -> Option<(usize, Text)> {
        let is_marked = line.starts_with('#');
        if line.is_empty() {
            return self.end_paragraph();
        }
        if matches!(self.paragraph, Paragraph::Unknown) && !is_marked {
            let is_never_in_rows = |char: char| char == '|' || char.is_ascii_digit();
            let is_key = line.parse::<KeyPrefix>().is_ok();
            let are_lines = !self.are_drawings && (is_key || line.contains(is_never_in_rows));
            self.paragraph = if are_lines {
                self.rows.clear();
                Paragraph::Lines
            } else {
                Paragraph::Diagram
            };
        }
        match self.paragraph {
            Paragraph::Lines if is_marked => None,
            Paragraph::Lines if line.contains('|') => {
                Some((self.line_number, Text::Igtn(line.trim_start().to_owned())))
            }
            Paragraph::Lines => Some((self.line_number, Text::Line(line.trim_start().to_owned()))),
            // Marked rows may come before the first unmarked one.
            Paragraph::Diagram | Paragraph::Unknown => {
                self.add_row(line);
                None
            }
        }
    }

    fn add_row(&mut self, line: &str) {
        let is_row = |char| Cell::from_char(char).is_some() || matches!(char, '?' | '_' | '!');
        if line.starts_with('#') && !line.chars().all(is_row) && !is_spaced_row(line, is_row) {
            return;
        }
        if self.rows.is_empty() {
            self.first_row = self.line_number;
        }
        self.rows.push_str(line);
        self.rows.push('\n');
    }
}

impl<R: BufRead> Iterator for TextReader<R> {
    type Item = (usize, anyhow::Result<Text>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        while !self.has_ended {
            bytes.clear();
            self.line_number += 1;
            let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
            let text = match read {
                Ok(0) => {
                    self.has_ended = true;
                    self.end_paragraph()
                }
                Ok(_) if bytes.len() + self.rows.len() >= LONGEST as usize => {
                    self.has_ended = true;
                    return Some((self.line_number, Err(anyhow!("longer than any position"))));
                }
                Ok(_) => {
                    // Bytes that are not UTF-8 become a character that is no point.
                    let line = String::from_utf8_lossy(&bytes);
                    self.add_line(line.strip_prefix('\u{feff}').unwrap_or(&line).trim_end())
                }
                Err(error) => {
                    self.has_ended = true;
                    return Some((self.line_number, Err(error.into())));
                }
            };
            if let Some((line, text)) = text {
                return Some((line, Ok(text)));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(input: &str) -> Vec<(usize, Text)> {
        let texts = TextReader::new(input.as_bytes(), false);
        texts.map(|(line, text)| (line, text.unwrap())).collect()
    }

    fn igtn(text: &str) -> Text {
        Text::Igtn(text.to_owned())
    }

    fn gtn(text: &str) -> Text {
        Text::Gtn(text.to_owned())
    }

    #[test]
    fn every_form_in_one_file() {
        let file =
            "# a | comment\n1x1|X\n  1x2|XO\r\n\n# a corner\n.X_\n!!_\n\n\nQ16 D4\nc7ad\n\nbeef\n";
        let line = |text: &str| Text::Line(text.to_owned());
        assert_eq!(
            texts(file),
            [
                (2, igtn("1x1|X")),
                (3, igtn("1x2|XO")),
                (6, gtn(".X_\n!!_\n")),
                (10, line("Q16 D4")),
                (11, line("c7ad")),
                (13, line("beef")),
            ]
        );
    }

    #[test]
    fn rows_that_look_like_comments() {
        assert_eq!(texts("#X\n##\nXX\n"), [(1, gtn("#X\n##\nXX\n"))]);
        assert_eq!(texts("# X\n##\n\nXX\n"), [(4, gtn("XX\n"))]);
        assert_eq!(texts("XX\n##"), [(1, gtn("XX\n##\n"))]);
        assert_eq!(texts("##\n1x1|#\n##\n"), [(2, igtn("1x1|#"))]);
        assert_eq!(texts("#\n##\n# nothing\n"), []);
        assert_eq!(texts("# . X\n# O O\n. . .\n"), [(1, gtn("# . X\n# O O\n. . .\n"))]);
    }

    #[test]
    fn a_drawing_may_have_numbers_and_a_frame() {
        let drawing = "19 . X |\n18 X O |\n";
        let mut texts = TextReader::new(drawing.as_bytes(), true);
        assert_eq!(texts.next().unwrap().1.unwrap(), gtn(drawing));
        assert!(texts.next().is_none());
    }

    #[test]
    fn input_without_end_is_an_error() {
        for piece in ["X", "X\n", "1x1|X ", "# "] {
            let input = piece.repeat(100_000);
            let last = TextReader::new(input.as_bytes(), false).last().unwrap();
            assert!(last.1.is_err(), "{piece}");
        }
    }
}
