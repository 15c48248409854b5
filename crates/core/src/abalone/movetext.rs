//! The words of games: tags, moves, comments and results.

use std::ops::Range;

/// A part of the text of games, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// The line on which the word begins, from 1.
    pub line: usize,
    /// The bytes of the word in the text, with the number before it.
    pub span: Range<usize>,
    pub kind: WordKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WordKind {
    /// `[Name "value"]`
    Tag(String, String),
    /// A line that begins with `[` and is no tag.
    SpoiledTag(String),
    /// A move, or anything else between blanks.
    Move(String),
    /// The text between `{` and `}`, or after `;` until the end of its line.
    Comment(String),
    /// The text after a `{` that no `}` follows.
    OpenComment(String),
    /// `1-0`, `0-1`, `1/2-1/2` or `*`
    Result(String),
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Whether a text is a result, as it stands after the moves.
pub(super) fn is_result(text: &str) -> bool {
    RESULTS.contains(&text)
}

/// Splits a text into words. Numbers of moves such as `12.` and `…` mean nothing, also where no
/// blank separates them from a move.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let without_mark = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut rest, mut line, mut is_line_start) = (without_mark, 1, true);
    let mut number_start = None;
    while let Some(char) = rest.chars().next() {
        let after = &rest[char.len_utf8()..];
        let line_end = rest.find('\n').unwrap_or(rest.len());
        let (length, kind) = match char {
            '\n' => {
                (line, rest, is_line_start) = (line + 1, after, true);
                continue;
            }
            // A byte order mark inside a text comes from joined files.
            _ if char.is_whitespace() || char == '\u{feff}' => {
                rest = after;
                continue;
            }
            '[' if is_line_start => (line_end, read_tag(rest[..line_end].trim_end())),
            ';' => (line_end, WordKind::Comment(rest[1..line_end].trim_end().to_owned())),
            '{' => match after.find('}') {
                Some(end) => (end + 2, WordKind::Comment(after[..end].to_owned())),
                None => (rest.len(), WordKind::OpenComment(after.trim_end().to_owned())),
            },
            _ => {
                let number = number_length(rest);
                if number > 0 {
                    number_start.get_or_insert(text.len() - rest.len());
                    (rest, is_line_start) = (&rest[number..], false);
                    continue;
                }
                let length = move_length(rest);
                let word = rest[..length].to_owned();
                let kind =
                    if is_result(&word) { WordKind::Result(word) } else { WordKind::Move(word) };
                (length, kind)
            }
        };
        let start = text.len() - rest.len();
        let span = number_start.take().unwrap_or(start)..start + length;
        // A game after a result is read as if its text stood alone.
        is_line_start = match kind {
            WordKind::Result(_) => true,
            WordKind::Comment(_) | WordKind::OpenComment(_) => is_line_start,
            WordKind::Tag(..) | WordKind::SpoiledTag(_) | WordKind::Move(_) => false,
        };
        words.push(Word { line, span, kind });
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    words
}

/// Reads a line that begins with `[`.
fn read_tag(line: &str) -> WordKind {
    let spoiled = || WordKind::SpoiledTag(line.to_owned());
    let Some((name, value)) = line[1..].split_once('"') else { return spoiled() };
    let name = name.trim();
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|char| char.is_ascii_alphanumeric() || char == '_')
    };
    let mut chars = value.chars();
    let mut read = String::new();
    loop {
        match chars.next() {
            None => return spoiled(),
            Some('"') => break,
            Some('\\') => match chars.next() {
                Some(char @ ('"' | '\\')) => read.push(char),
                Some(char) => read.extend(['\\', char]),
                None => return spoiled(),
            },
            Some(char) => read.push(char),
        }
    }
    if chars.as_str().trim() != "]" || !is_name(name) {
        return spoiled();
    }
    WordKind::Tag(name.to_owned(), read)
}

/// The length of a number of a move: `12.`, `-3.`, `4…`, or dots alone.
fn number_length(text: &str) -> usize {
    let is_dot = |char: char| matches!(char, '.' | '…');
    let digits = text.trim_start_matches(|char: char| char.is_ascii_digit());
    let negative = text.strip_prefix('-').unwrap_or(text);
    let negative = negative.trim_start_matches(|char: char| char.is_ascii_digit());
    let after = if negative.starts_with(is_dot) { negative } else { digits };
    let dots = after.trim_start_matches(is_dot);
    if dots.len() < after.len() { text.len() - dots.len() } else { 0 }
}

/// The length of a move: to the next blank, comment, or number after a cell.
fn move_length(text: &str) -> usize {
    let mut previous = [' '; 2];
    for (i, char) in text.char_indices() {
        let is_after_cell = previous[0].is_ascii_alphabetic() && previous[1].is_ascii_digit();
        let is_number = || char.is_ascii_digit() && number_length(&text[i..]) > 0;
        if char.is_whitespace() || matches!(char, '{' | ';') || (is_after_cell && is_number()) {
            return i;
        }
        previous = [previous[1], char];
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<WordKind> {
        words(text).into_iter().map(|word| word.kind).collect()
    }

    fn moves(text: &str) -> Vec<String> {
        let moves = kinds(text).into_iter().map(|kind| match kind {
            WordKind::Move(text) => text,
            other => panic!("{other:?} is no move"),
        });
        moves.collect()
    }

    #[test]
    fn numbers_mean_nothing() {
        let expected = ["a1b2", "i5h5", "a2b3"];
        for text in [
            "1.a1b2 i5h5 2.a2b3",
            "1. a1b2 1... i5h5 2. a2b3",
            "1.a1b2 i5h52.a2b3 4…",
            "…-3. a1b2 i5h5 -2. a2b3",
            "\u{feff}a1b2\r\ni5h5\n\na2b3",
        ] {
            assert_eq!(moves(text), expected, "{text}");
        }
        assert_eq!(moves("b6c510.e5>(0-1) 12"), ["b6c5", "e5>(0-1)", "12"]);
        assert_eq!(moves("e5e10 -"), ["e5e10", "-"]);
    }

    #[test]
    fn tags_comments_and_results() {
        let tag = |name: &str, value: &str| WordKind::Tag(name.to_owned(), value.to_owned());
        let comment = |text: &str| WordKind::Comment(text.to_owned());
        let text = "[Event \"a \\\"b\\\" \\\\\"]\n[Bad\na1b2{x\ny} 1-0 ; z } \n*";
        assert_eq!(
            kinds(text),
            [
                tag("Event", "a \"b\" \\"),
                WordKind::SpoiledTag("[Bad".to_owned()),
                WordKind::Move("a1b2".to_owned()),
                comment("x\ny"),
                WordKind::Result("1-0".to_owned()),
                comment(" z }"),
                WordKind::Result("*".to_owned()),
            ]
        );
        let lines: Vec<usize> = words(text).into_iter().map(|word| word.line).collect();
        assert_eq!(lines, [1, 2, 3, 3, 4, 4, 5]);
        assert_eq!(kinds("{x"), [WordKind::OpenComment("x".to_owned())]);
        for spoiled in ["[]", "[A \"b]", "[A \"b\" c]", "[ä \"b\"]", "[A \"\\", "[\"b\"]"] {
            assert_eq!(kinds(spoiled), [WordKind::SpoiledTag(spoiled.to_owned())]);
        }
    }
}
