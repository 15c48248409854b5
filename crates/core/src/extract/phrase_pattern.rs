//! Patterns of phrases, matched against text in any spelling.
//!
//! Letters match without regard to case, accents and width: `à` matches `A`, `ё` matches `Е`, and a
//! full-width `Ｂ` matches `b`. Up to [`MAX_BLANKS`] blanks, hyphens, underscores or colons may
//! stand between two elements.

use crate::model::narrow;

/// The most characters between two elements of a pattern.
const MAX_BLANKS: usize = 3;

/// A pattern for one color. The table of phrases describes the notation.
pub(super) struct Pattern {
    elements: Vec<Element>,
}

struct Element {
    alternatives: Vec<Alternative>,
    is_optional: bool,
}

enum Alternative {
    /// Folded characters.
    Word(Vec<char>),
    /// The end of the clause.
    End,
}

impl Pattern {
    /// Reads a pattern. `@` stands for each of the color names, `#` for the initial of the first.
    pub(super) fn parse(pattern: &str, color_names: &[&str]) -> Pattern {
        let initial = || color_names[0].chars().take(1).collect();
        let read = |alternative: &str| -> Vec<Alternative> {
            let word = |text: String| Alternative::Word(fold_all(&text));
            match alternative {
                "$" => vec![Alternative::End],
                "#" => vec![word(initial())],
                _ if alternative.contains('@') => {
                    color_names.iter().map(|name| word(alternative.replace('@', name))).collect()
                }
                _ => vec![word(alternative.to_owned())],
            }
        };
        let elements = pattern.split_whitespace().map(|element| Element {
            alternatives: element.trim_end_matches('?').split('|').flat_map(read).collect(),
            is_optional: element.ends_with('?'),
        });
        Pattern { elements: elements.collect() }
    }

    /// The characters that a match can begin with, in their folded form.
    pub(super) fn first_chars(&self) -> Vec<char> {
        let mut chars = Vec::new();
        for element in &self.elements {
            chars.extend(element.alternatives.iter().filter_map(|alternative| match alternative {
                Alternative::Word(word) => word.first(),
                Alternative::End => None,
            }));
            if !element.is_optional {
                break;
            }
        }
        chars
    }

    /// The end of the match that begins at the byte `start` of a text.
    pub(super) fn match_at(&self, text: &str, start: usize) -> Option<usize> {
        let mut end = start;
        for element in &self.elements {
            let from = if end == start { start } else { skip_blanks(text, end) };
            let matched = element.alternatives.iter().find_map(|alternative| match alternative {
                Alternative::Word(word) => match_word(text, from, word),
                Alternative::End => ends_clause(text, end).then_some(end),
            });
            match matched {
                Some(at) => end = at,
                None if element.is_optional => {}
                None => return None,
            }
        }
        Some(end)
    }
}

/// The next character from the byte `at` on, folded, with the bytes where it begins and ends.
pub(super) fn next_char(text: &str, at: usize) -> Option<(char, usize, usize)> {
    text[at..].char_indices().find_map(|(offset, char)| {
        let start = at + offset;
        Some((fold(char)?, start, start + char.len_utf8()))
    })
}

/// The folded characters of a text.
pub(super) fn fold_all(text: &str) -> Vec<char> {
    text.chars().filter_map(fold).collect()
}

/// The character without case, accent and width; `None` for marks that only modify their neighbor.
fn fold(char: char) -> Option<char> {
    let char = match char {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' => {
            return None;
        }
        _ => narrow(char),
    };
    let lower = char.to_lowercase().next().expect("a character has a lower-case form");
    Some(match lower {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' => 'o',
        'ù'..='ü' => 'u',
        'ё' => 'е',
        'й' => 'и',
        '‘' | '’' | 'ʼ' | '`' | '´' => '\'',
        other => other,
    })
}

/// Whether a character belongs to a word. Symbols of stones do.
pub(super) fn is_word_char(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '●' | '○' | '◯' | '⚫' | '⚪')
}

/// Whether words are written without blanks around this character: Chinese characters, kana,
/// Hangul, and symbols of stones.
pub(super) fn is_dense(char: char) -> bool {
    matches!(char, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}')
        || matches!(char, '\u{20000}'..='\u{3ffff}')
        || is_word_char(char) && !char.is_alphanumeric()
}

/// The end of a word that stands at the byte `at`. No letter follows it, unless words of its script
/// are written without blanks.
pub(super) fn match_word(text: &str, at: usize, word: &[char]) -> Option<usize> {
    let mut end = at;
    for &expected in word {
        let (char, _, next) = next_char(text, end)?;
        if char != expected {
            return None;
        }
        end = next;
    }
    let last = *word.last()?;
    let is_part = |char: char| char.is_alphanumeric();
    let continues = match next_char(text, end) {
        Some(('\'', _, next)) => next_char(text, next).is_some_and(|(char, ..)| is_part(char)),
        Some((char, ..)) => is_part(char),
        None => false,
    };
    (is_dense(last) || !continues).then_some(end)
}

/// Skips what may stand between two elements.
pub(super) fn skip_blanks(text: &str, mut at: usize) -> usize {
    for _ in 0..MAX_BLANKS {
        match next_char(text, at) {
            Some((char, _, end)) if char.is_whitespace() || matches!(char, '-' | '_' | ':') => {
                at = end;
            }
            _ => break,
        }
    }
    at
}

/// Whether a clause ends at the byte `at`: the text ends, or a line break or punctuation follows.
fn ends_clause(text: &str, at: usize) -> bool {
    let mut next = at;
    loop {
        match next_char(text, next) {
            None | Some(('\n', ..)) => return true,
            Some((char, _, end)) if char.is_whitespace() => next = end,
            // A quote behind a blank opens what follows, as in: Black plays "A".
            Some(('\'' | '"' | '“' | '«' | '„', ..)) => return next == at,
            Some((char, ..)) => return !is_word_char(char),
        }
    }
}
