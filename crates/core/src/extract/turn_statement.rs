//! Finds what a text says of the side to move.
//!
//! A phrase counts where a sentence begins: at the start of the text, after a full stop, an
//! exclamation or question mark or a blank line, and behind a short **label** such as
//! `Problem 12:`, `Lv. 5 -` or `第3題`. So "Do not allow White to live" says nothing.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::phrase_pattern::{
    Pattern, fold_all, is_dense, is_word_char, match_word, next_char, skip_blanks,
};
use super::stated_outcome::{StatedOutcome, find_outcome};
use super::turn_phrases::{LANGUAGES, PHRASES, words};
use crate::Color;

/// The most words of a label.
const MAX_LABEL_WORDS: usize = 6;

/// The most characters of a word of a label.
const MAX_WORD: usize = 24;

/// How many characters behind a phrase are searched for a condition or denial.
const MAX_REST: usize = 200;

/// A statement of a text about the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Statement<'a> {
    /// The side to move.
    pub(super) color: Color,
    /// The phrase as it stands in the text.
    pub(super) phrase: &'a str,
    /// The row of [`PHRASES`].
    pub(super) row: usize,
    /// The sentence from the phrase on, with the character that ends it.
    pub(super) sentence: &'a str,
}

/// Calls `visit` with each statement of a text, in their order. Takes time linear in the length.
pub(super) fn find_statements<'a>(text: &'a str, mut visit: impl FnMut(Statement<'a>)) {
    let mut sentence = SentenceStart::new();
    let mut at = 0;
    while let Some((char, start, end)) = next_char(text, at) {
        at = end;
        if !(is_word_char(char) || char == '\'' && sentence.is_in_word()) {
            sentence.separate(char);
            continue;
        }
        if sentence.may_begin(char)
            && let Some(statement) = match_statement(text, start)
        {
            visit(statement);
            at = start + statement.phrase.len();
            sentence.close();
        } else {
            sentence.push(char);
        }
    }
}

/// What stands in a sentence before the next character.
struct SentenceStart {
    /// Whether it is nothing but a label.
    is_label: bool,
    /// The number of its words.
    words: usize,
    /// The last word, as far as it has been read; empty at the start and behind a separator.
    word: Vec<char>,
    /// Whether a label may end with the word before that separator.
    may_end: bool,
    /// Whether a phrase may begin with the next letter.
    is_ready: bool,
    /// Whether a Chinese, Japanese or Korean phrase may.
    is_ready_for_dense: bool,
    /// Whether the last character but for blanks is a line break.
    is_after_line: bool,
}

impl SentenceStart {
    fn new() -> SentenceStart {
        SentenceStart {
            is_label: true,
            words: 0,
            word: Vec::new(),
            may_end: true,
            is_ready: true,
            is_ready_for_dense: true,
            is_after_line: false,
        }
    }

    fn is_in_word(&self) -> bool {
        !self.word.is_empty()
    }

    /// Whether a phrase may begin with this character.
    fn may_begin(&self, char: char) -> bool {
        let is_behind_number = || self.word.iter().any(char::is_ascii_digit);
        self.is_label
            && (self.is_ready || is_dense(char) && (self.is_ready_for_dense || is_behind_number()))
    }

    /// Nothing further in the sentence is a statement.
    fn close(&mut self) {
        self.is_label = false;
        self.is_after_line = false;
    }

    /// Reads a character of a word.
    fn push(&mut self, char: char) {
        (self.is_ready, self.is_ready_for_dense, self.is_after_line) = (false, false, false);
        if self.word.len() == MAX_WORD {
            self.close();
        } else {
            self.word.push(char);
        }
    }

    /// Reads a character between words.
    fn separate(&mut self, char: char) {
        let is_number = self.word.last().is_some_and(char::is_ascii_digit);
        self.end_word();
        match char {
            '.' | '!' | '?' | ';' | '。' | '¿' | '¡' | '…' | '｡' => {
                *self = SentenceStart::new()
            }
            '\n' if self.is_after_line => *self = SentenceStart::new(),
            '\n' => {
                self.is_after_line = true;
                self.is_ready |= self.may_end;
            }
            _ if char.is_whitespace() => self.is_ready |= is_number,
            _ => {
                self.is_after_line = false;
                self.is_ready |= self.may_end;
            }
        }
        self.is_ready_for_dense |= self.may_end;
    }

    /// Ends the word, if there is one.
    fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let word = std::mem::take(&mut self.word);
        self.words += 1;
        if self.words > MAX_LABEL_WORDS || WORDS.ends_labels(&word) {
            self.close();
        }
        self.may_end = !WORDS.no_label_end.contains(&word);
    }
}

/// The folded words that decide what is a label.
struct LabelWords {
    no_label: Vec<Vec<char>>,
    no_label_end: Vec<Vec<char>>,
    color_names: Vec<Vec<char>>,
}

static WORDS: LazyLock<LabelWords> = LazyLock::new(|| LabelWords {
    no_label: fold_words(&["no-label"]),
    no_label_end: fold_words(&["no-label-end"]),
    color_names: fold_words(&["black", "white"]),
});

/// The words of some kinds in all languages, folded.
fn fold_words(kinds: &[&str]) -> Vec<Vec<char>> {
    let in_language = |language| kinds.iter().flat_map(move |kind| words(kind, language));
    LANGUAGES.into_iter().flat_map(in_language).map(fold_all).collect()
}

impl LabelWords {
    /// Whether a sentence with this word has no label up to here.
    fn ends_labels(&self, word: &[char]) -> bool {
        let is_in = |part: &Vec<char>| match is_dense(part[0]) {
            true => word.windows(part.len()).any(|window| window == part),
            false => {
                word == part
                    || word.strip_prefix(&**part).is_some_and(|end| end.starts_with(&['\'']))
            }
        };
        self.no_label.iter().any(is_in) || self.color_names.iter().any(is_in)
    }
}

/// The patterns of all rows for both colors.
struct Patterns {
    /// Row, color and pattern, in the order of the rows.
    patterns: Vec<(usize, Color, Pattern)>,
    /// The indices of the patterns that can begin with a character.
    by_first: HashMap<char, Vec<usize>>,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let mut patterns = Vec::new();
    for (number, row) in PHRASES.iter().enumerate() {
        for color in Color::ALL {
            let names = words(color.name(), row.language);
            patterns.push((number, color, Pattern::parse(&row.pattern(), &names)));
        }
    }
    let mut by_first: HashMap<char, Vec<usize>> = HashMap::new();
    for (index, (_, _, pattern)) in patterns.iter().enumerate() {
        for first in pattern.first_chars() {
            let indices = by_first.entry(first).or_default();
            if indices.last() != Some(&index) {
                indices.push(index);
            }
        }
    }
    Patterns { patterns, by_first }
});

/// The statement whose phrase begins at the byte `start`.
fn match_statement(text: &str, start: usize) -> Option<Statement<'_>> {
    let (first, ..) = next_char(text, start)?;
    let (row, color, end) = PATTERNS.by_first.get(&first)?.iter().find_map(|&index| {
        let (row, color, pattern) = &PATTERNS.patterns[index];
        Some((*row, *color, pattern.match_at(text, start)?))
    })?;
    let (rest, last) = fold_sentence(text, end);
    if is_denied(text, end, &rest, PHRASES[row].language) {
        return None;
    }
    Some(Statement { color, phrase: &text[start..end], row, sentence: &text[start..last] })
}

/// What a statement says becomes of a group.
pub(super) fn read_outcome(turn: Color, sentence: &str, row: usize) -> Option<StatedOutcome> {
    if sentence.ends_with(['?', '？']) {
        return None;
    }
    let language = PHRASES[row].language;
    find_outcome(&fold_sentence(sentence, 0).0, language, turn, &COLOR_NAMES[language])
}

/// The folded names of both colors in each language.
static COLOR_NAMES: LazyLock<HashMap<&str, [Vec<String>; 2]>> = LazyLock::new(|| {
    let fold = |name: &str| fold_all(name).iter().collect();
    let names = |language| {
        // Chinese and Japanese texts begin with the same phrases.
        let languages = if matches!(language, "ja" | "zh") { ["ja", "zh"] } else { [language; 2] };
        Color::ALL.map(|color| {
            let names = languages.into_iter().flat_map(|one| words(color.name(), one));
            names.map(fold).collect()
        })
    };
    LANGUAGES.into_iter().map(|language| (language, names(language))).collect()
});

/// The rest of a sentence from the byte `at` on: its folded words, each with a blank on both sides, at most
/// [`MAX_REST`] bytes or a little more; and the byte behind the character that ends the sentence.
fn fold_sentence(text: &str, mut at: usize) -> (String, usize) {
    let mut rest = String::from(" ");
    while rest.len() < MAX_REST
        && let Some((char, _, next)) = next_char(text, at)
    {
        at = next;
        match char {
            '.' | '!' | '?' | ';' | '。' => break,
            _ if is_word_char(char) || char == '\'' => rest.push(char),
            _ if rest.ends_with(' ') => {}
            _ => rest.push(' '),
        }
    }
    rest.push(' ');
    (rest, at)
}

/// The folded words of a language that make a phrase a condition or a denial.
struct Denials {
    not_before: Vec<Vec<char>>,
    not_with: Vec<String>,
}

/// Those of each language.
static DENIALS: LazyLock<HashMap<&str, Denials>> = LazyLock::new(|| {
    let denials = LANGUAGES.map(|language| {
        let not_before = words("before", language).into_iter().map(fold_all).collect();
        let not_with = words("with", language).into_iter();
        let not_with = not_with.map(|words| fold_all(words).iter().collect()).collect();
        (language, Denials { not_before, not_with })
    });
    HashMap::from(denials)
});

/// Whether what follows a phrase makes it a condition, a denial or a part of another word.
fn is_denied(text: &str, end: usize, rest: &str, language: &str) -> bool {
    let Denials { not_before, not_with } = &DENIALS[language];
    let next = skip_blanks(text, end);
    if not_before.iter().any(|word| match_word(text, next, word).is_some()) {
        return true;
    }
    not_with.iter().any(|words| match words.chars().next().is_some_and(is_dense) {
        true => rest.contains(words),
        false => rest.contains(&format!(" {words} ")),
    })
}
