//! The words of games: tags, moves, comments, variations and results.

use std::ops::Range;

use super::board::Board;

/// A part of the text of games, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// The line on which the word begins, from 1.
    pub line: usize,
    /// The bytes of the word in the text, with the number before it.
    pub span: Range<usize>,
    /// What the numbers before the word say.
    pub number: Number,
    pub kind: WordKind,
}

/// What a number of a move says besides its value, which means nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Number {
    /// `1...` or `1…`: the move is White's.
    pub is_reply: bool,
    /// `-1.`: the move takes one back.
    pub is_inverse: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WordKind {
    /// `[Name "value"]`
    Tag(String, String),
    /// The rest of a line from a `[` on that begins no tag.
    SpoiledTag(String),
    /// A line of words that is no move, such as the name of a start.
    Heading(String),
    /// The start and the players of a share code, as tags. Its moves follow.
    Code(Vec<(String, String)>),
    /// A move, or anything else between blanks.
    Move(String),
    /// `(`
    Begin,
    /// `)`
    End,
    /// The text between `{` and `}`, or after `;` until the end of its line.
    Comment(String),
    /// The text after a `{` that no `}` follows.
    OpenComment(String),
    /// `1-0`, `0-1`, `1/2-1/2` or `*`
    Result(String),
}

impl WordKind {
    pub(super) fn is_comment(&self) -> bool {
        matches!(self, WordKind::Comment(_) | WordKind::OpenComment(_))
    }
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// What a share code begins with.
pub(super) const CODE: &str = "ABAL1:";

/// Whether a text is a result, as it stands after the moves.
pub(super) fn is_result(text: &str) -> bool {
    RESULTS.contains(&text)
}

/// Splits a text into words. Numbers of moves such as `12.` and `…`, at the beginning of a line also
/// `12`, are no words, nor are lines that begin with `%`, and the lines of tables.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let without_mark = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut rest, mut line, mut is_line_start) = (without_mark, 1, true);
    let (mut number_start, mut number, mut in_moves) = (None, Number::default(), false);
    let mut next_line = 0; // found once a line: a line may hold a whole game
    while let Some(char) = rest.chars().next() {
        let after = &rest[char.len_utf8()..];
        let start = text.len() - rest.len();
        if start >= next_line {
            next_line = start + rest.find('\n').map_or(rest.len(), |end| end + 1);
        }
        let line_end = rest[..next_line - start].trim_end_matches('\n').len();
        let passed_over = passed_over_length(rest, line_end, is_line_start);
        if passed_over > 0 {
            rest = &rest[passed_over..];
            continue;
        }
        let (length, kind) = match char {
            '\n' => {
                (line, rest, is_line_start) = (line + 1, after, true);
                continue;
            }
            '[' if is_line_start => match read_tag(&rest[..line_end]) {
                Some(tag) => tag,
                None => (line_end, WordKind::SpoiledTag(rest[..line_end].trim_end().to_owned())),
            },
            ';' => (line_end, WordKind::Comment(rest[1..line_end].trim_end().to_owned())),
            '{' => match after.find('}') {
                Some(end) => (end + 2, WordKind::Comment(after[..end].to_owned())),
                None => (rest.len(), WordKind::OpenComment(after.trim_end().to_owned())),
            },
            '(' if points_length(rest) == 0 => (1, WordKind::Begin),
            ')' => (1, WordKind::End),
            _ if is_line_start && rest.starts_with(CODE) => {
                let length = code_length(rest);
                let (tags, tokens) = split_code(&rest[..length]);
                let code = |kind| Word { line, span: start..start + length, number, kind };
                words.push(code(WordKind::Code(tags)));
                words.extend(tokens.into_iter().map(|token| code(WordKind::Move(token))));
                line += rest[..length].matches('\n').count();
                (rest, is_line_start, in_moves) = (&rest[length..], false, true);
                continue;
            }
            _ if is_line_start && has_heading(&rest[..line_end], in_moves) => {
                let length = heading_length(&rest[..line_end]);
                (length, WordKind::Heading(rest[..length].to_owned()))
            }
            _ => {
                let length = number_length(rest, is_line_start);
                if length > 0 {
                    number_start.get_or_insert(start);
                    number.is_reply =
                        rest[..length].ends_with("..") || rest[..length].ends_with('…');
                    number.is_inverse |= char == '-';
                    (rest, is_line_start) = (&rest[length..], false);
                    continue;
                }
                let points = points_length(rest);
                if points > 0
                    && number_start.is_none()
                    && let Some(Word { kind: WordKind::Move(token), span, .. }) = words.last_mut()
                {
                    token.push_str(&rest[..points]);
                    (span.end, rest) = (start + points, &rest[points..]);
                    continue;
                }
                let length = move_length(rest);
                let word = rest[..length].to_owned();
                let kind =
                    if is_result(&word) { WordKind::Result(word) } else { WordKind::Move(word) };
                (length, kind)
            }
        };
        let span = number_start.take().unwrap_or(start)..start + length;
        // A game after a result is read as if its text stood alone.
        (is_line_start, in_moves) = match kind {
            // Another tag or the moves may follow a tag on its line.
            WordKind::Result(_) | WordKind::Tag(..) => (true, false),
            WordKind::Comment(_) | WordKind::OpenComment(_) => (is_line_start, in_moves),
            WordKind::Move(_) | WordKind::Begin | WordKind::End => (false, true),
            _ => (false, false),
        };
        words.push(Word { line, span, number: std::mem::take(&mut number), kind });
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    words
}

/// The length of what means nothing at the beginning of a text: a blank, a byte order mark, which
/// comes from joined files, the border of a column; at the beginning of a line also a line with `%`
/// and a ruled line.
fn passed_over_length(text: &str, line_end: usize, is_line_start: bool) -> usize {
    let is_blank =
        |char: char| (char.is_whitespace() && char != '\n') || "\u{feff}|".contains(char);
    let blanks = text.len() - text.trim_start_matches(is_blank).len();
    let ruled = text.len() - text.trim_start_matches(['-', '=', '+', '_']).len();
    match blanks {
        0 if is_line_start && text.starts_with('%') => line_end,
        0 if is_line_start && ruled > 1 => ruled,
        blanks => blanks,
    }
}

/// Whether a line begins with words that are no moves. Between moves only the name of a start does,
/// with which another game begins.
fn has_heading(line: &str, in_moves: bool) -> bool {
    let length = heading_length(line);
    length > 0 && (!in_moves || Board::of_start(&line[..length]).is_some())
}

/// The length of words at the beginning of a line that are no moves: up to the first one that begins
/// like a move, a number, a comment, a variation or a tag. 0 if there are none.
fn heading_length(line: &str) -> usize {
    let is_move = |word: &str| {
        let mut chars = word.chars();
        chars.next().is_some_and(|char| char.is_ascii_alphabetic())
            && chars.next().is_some_and(|char| char.is_ascii_digit())
    };
    let is_other = |word: &&str| {
        is_move(word)
            || word.starts_with('[')
            || word.contains(['{', ';', '(', ')'])
            || number_length(word, false) > 0
            || is_result(word.trim_end())
    };
    if !line.starts_with(char::is_alphabetic) {
        return 0;
    }
    let words = line.split_inclusive(char::is_whitespace).take_while(|word| !is_other(word));
    let is_border = |char: char| char.is_whitespace() || char == '|';
    line[..words.map(str::len).sum()].trim_end_matches(is_border).len()
}

/// The length of a share code: to the first blank, and the lines after it that can only be more of it.
fn code_length(text: &str) -> usize {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let code = first.split_whitespace().next().map_or(0, str::len);
    if !first[code..].trim().is_empty() {
        return code;
    }
    let is_more = |line: &&str| {
        let body = line.trim();
        let is_known = |char: char| matches!(char.to_ascii_lowercase(), 'a'..='i' | '0'..='9');
        !body.is_empty() && body.chars().all(is_known)
    };
    let more: usize = lines.take_while(is_more).map(str::len).sum();
    if more > 0 { text[..first.len() + more].trim_end().len() } else { code }
}

/// Splits a share code, `ABAL1:variant:black|white:moves`, into tags and moves. Old codes have no
/// players.
fn split_code(code: &str) -> (Vec<(String, String)>, Vec<String>) {
    let code: String = code[CODE.len()..].split_whitespace().collect();
    let (variant, rest) = code.split_once(':').unwrap_or((&code, ""));
    let (players, body) = rest.rsplit_once(':').unwrap_or(("", rest));
    let (black, white) = players.split_once('|').unwrap_or((players, ""));
    let tags = [("Black", black), ("White", white), ("Variant", variant)].into_iter();
    let tags = tags.filter(|tag| !tag.1.is_empty());
    let tags = tags.map(|(name, value)| (name.to_owned(), value.replace('_', " "))).collect();
    // What cannot stand in a code becomes a character that spoils its move.
    let known = |char: char| if char.is_ascii_alphanumeric() { char } else { 'x' };
    let body: String = body.chars().map(known).collect();
    let (mut tokens, mut body) = (Vec::new(), &*body);
    while let Some(count) = body.chars().next() {
        let length = count.to_digit(10).map_or(body.len(), |count| 2 + 2 * count as usize);
        let (token, more) = body.split_at_checked(length).unwrap_or((body, ""));
        tokens.push(token.to_owned());
        body = more;
    }
    (tags, tokens)
}

/// Reads the tag with which a line begins, and its length; `None` if that is none.
fn read_tag(line: &str) -> Option<(usize, WordKind)> {
    let (name, value) = line[1..].split_once('"')?;
    let name = name.trim();
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|char| char.is_ascii_alphanumeric() || char == '_')
    };
    let mut chars = value.chars();
    let mut read = String::new();
    loop {
        match chars.next()? {
            '"' => break,
            '\\' => match chars.next()? {
                char @ ('"' | '\\') => read.push(char),
                char => read.extend(['\\', char]),
            },
            char => read.push(char),
        }
    }
    let rest = chars.as_str().trim_start().strip_prefix(']')?;
    is_name(name).then(|| (line.len() - rest.len(), WordKind::Tag(name.to_owned(), read)))
}

/// The length of a number of a move: `12.`, `-3.`, `4…`, or dots alone; at the beginning of a line
/// also `12` or `-3` before a blank.
fn number_length(text: &str, is_line_start: bool) -> usize {
    let is_dot = |char: char| matches!(char, '.' | '…');
    let digits = text.trim_start_matches(|char: char| char.is_ascii_digit());
    let negative = text.strip_prefix('-').unwrap_or(text);
    let negative = negative.trim_start_matches(|char: char| char.is_ascii_digit());
    let after = if negative.starts_with(is_dot) { negative } else { digits };
    let dots = after.trim_start_matches(is_dot);
    let length = text.len() - negative.len();
    let is_bare = text[..length].ends_with(|char: char| char.is_ascii_digit())
        && negative.starts_with(|char: char| char.is_whitespace() || char == '|');
    if dots.len() < after.len() {
        text.len() - dots.len()
    } else if is_line_start && is_bare {
        length
    } else {
        0
    }
}

/// The length of points such as `(1-0)`, or of `(e)`, the marks of a marble that went off the board.
pub(super) fn points_length(text: &str) -> usize {
    match text.as_bytes() {
        [b'(', b'e' | b'E', b')', ..] => 3,
        [b'(', black, b'-', white, b')', ..]
            if [black, white].iter().all(|byte| byte.is_ascii_digit()) =>
        {
            5
        }
        _ => 0,
    }
}

/// The length of a move: to the next blank, comment, parenthesis or border, or to a number after a
/// cell. Points belong to the move.
fn move_length(text: &str) -> usize {
    let (mut previous, mut points_end) = ([' '; 2], 0);
    for (i, char) in text.char_indices() {
        if i < points_end {
            continue;
        }
        let points = points_length(&text[i..]);
        if points > 0 {
            (previous, points_end) = (['a', '1'], i + points);
            continue;
        }
        let is_after_cell = previous[0].is_ascii_alphabetic() && previous[1].is_ascii_digit();
        let is_number = || char.is_ascii_digit() && number_length(&text[i..], false) > 0;
        let is_end = char.is_whitespace() || matches!(char, '{' | ';' | '(' | ')' | '|');
        if is_end || (is_after_cell && is_number()) {
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
