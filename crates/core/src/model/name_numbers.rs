//! Numbers in names of files and problems.

use std::ops::Range;

use super::numeral::digit;

/// Words that number problems, in lower case, the longer ones of one ending first.
const WORDS: [&str; 26] = [
    "problem",
    "prob",
    "number",
    "no",
    "nr",
    "n°",
    "nº",
    "№",
    "p",
    "q",
    "question",
    "exercise",
    "exercice",
    "ex",
    "puzzle",
    "task",
    "aufgabe",
    "übung",
    "problème",
    "probleme",
    "problema",
    "ejercicio",
    "esercizio",
    "opgave",
    "задача",
    "упражнение",
];

/// The same in languages that put no blanks between words.
const DENSE_WORDS: [&str; 16] = [
    "問題", "问题", "例題", "例题", "練習", "练习", "習題", "习题", "題", "题", "問", "问", "문제",
    "예제", "연습", "제",
];

/// A number in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NameNumber {
    /// Its bytes in the text.
    pub(super) range: Range<usize>,
    /// `None` if it has too many digits.
    pub(super) value: Option<u64>,
}

/// The numbers in a text: in digits of any width; in numerals behind 第 or a word such as 问题, before one
/// such as 题, or alone. Sizes of boards, such as `19x19` and `9路`, are none, nor are totals such as the second one
/// in `12 of 300`, and levels such as `10k` beside other numbers.
pub(super) fn find_numbers(text: &str) -> Vec<NameNumber> {
    let mut numbers: Vec<(NameNumber, bool)> = Vec::new();
    let mut at = 0;
    while let Some(char) = text[at..].chars().next() {
        let is_same = |other: char| match (is_digit(char), is_numeral(char)) {
            (true, _) => is_digit(other),
            (_, true) => is_numeral(other),
            _ => false,
        };
        if !is_same(char) {
            at += char.len_utf8();
            continue;
        }
        let length = text[at..].find(|other| !is_same(other)).unwrap_or(text.len() - at);
        let range = at..at + length;
        let (before, after) = (&text[..range.start], &text[range.end..]);
        at = range.end;
        if is_digit(char) {
            if !is_size(before, after) && !is_total(before) {
                let value = parse_digits(&text[range.clone()]);
                numbers.push((NameNumber { range, value }, is_level(after)));
            }
        } else if is_numbered(before, after) {
            let value = parse_numerals(&text[range.clone()]);
            numbers.push((NameNumber { range, value }, false));
        }
    }
    let has_others = numbers.iter().any(|(_, is_level)| !is_level);
    numbers.retain(|(_, is_level)| !is_level || !has_others);
    numbers.into_iter().map(|(number, _)| number).collect()
}

/// A text without what only leads to a number: separators, and words such as "Problem".
pub(super) fn trim_end(text: &str) -> &str {
    const SEPARATORS: &str = " -_.#([第、,：:＃（［【「＿－．　\u{a0}";
    let mut text = text.trim_end_matches(|char| SEPARATORS.contains(char));
    while let Some(rest) = strip_word(text) {
        text = rest.trim_end_matches(|char| SEPARATORS.contains(char));
    }
    text
}

/// A text without the word at its end that numbers problems.
fn strip_word(text: &str) -> Option<&str> {
    let is_whole = |rest: &str| !rest.ends_with(char::is_alphabetic);
    let alone = |word: &&str| strip_folded(text, word).filter(|rest| is_whole(rest));
    let dense = || DENSE_WORDS.iter().find_map(|word| text.strip_suffix(word));
    WORDS.iter().find_map(alone).or_else(dense)
}

/// A text without a word in lower case at its end; accents may be characters of their own.
pub(super) fn strip_folded<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let is_accent = |char: char| matches!(char, '\u{300}'..='\u{36f}');
    let mut chars = text.char_indices().rev().filter(|&(_, char)| !is_accent(char));
    let mut start = text.len();
    for expected in word.chars().rev() {
        let (at, char) = chars.next()?;
        if !char.to_lowercase().eq([expected]) {
            return None;
        }
        start = at;
    }
    Some(&text[..start])
}

pub(super) fn is_digit(char: char) -> bool {
    char.is_ascii_digit() || ('０'..='９').contains(&char)
}

fn is_numeral(char: char) -> bool {
    "〇零一二三四五六七八九十百千".contains(char)
}

/// Whether a number between two texts belongs to the size of a board.
fn is_size(before: &str, after: &str) -> bool {
    let is_times = |char: char| "xX×*".contains(char);
    let follows = after.strip_prefix(is_times).is_some_and(|rest| rest.starts_with(is_digit));
    let leads = before.strip_suffix(is_times).is_some_and(|rest| rest.ends_with(is_digit));
    follows || leads || after.starts_with('路')
}

/// Whether a number behind a text counts the problems of a book, as in `12 of 300`.
fn is_total(before: &str) -> bool {
    let words = [" of ", " von ", " sur ", " из "].into_iter();
    words.filter_map(|word| before.strip_suffix(word)).any(|rest| rest.ends_with(is_digit))
}

/// Whether a number before a text is a level.
fn is_level(after: &str) -> bool {
    let mut chars = after.chars();
    match chars.next() {
        Some('k' | 'K' | 'd' | 'D') => !chars.next().is_some_and(char::is_alphanumeric),
        Some('段' | '级' | '級' | '단' | '급') => true,
        _ => false,
    }
}

/// Whether numerals between two texts number a problem.
fn is_numbered(before: &str, after: &str) -> bool {
    let (before, after) = (before.trim_end(), after.trim_start());
    before.is_empty() && after.is_empty()
        || before.ends_with('第')
        || DENSE_WORDS.iter().any(|word| before.ends_with(word))
        || after.starts_with(['题', '題', '問', '问'])
}

/// A number of at most 18 digits, zeros at its beginning left out: SQL and Arrow have numbers of 64 bits
/// with a sign.
fn parse_digits(text: &str) -> Option<u64> {
    let digits = text.chars().filter_map(digit).skip_while(|&digit| digit == 0);
    digits
        .clone()
        .nth(18)
        .is_none()
        .then(|| digits.fold(0, |number, digit| 10 * number + u64::from(digit)))
}

/// The value of numerals up to 9999, such as 十二, 一百零五 and 一二三.
fn parse_numerals(text: &str) -> Option<u64> {
    let (mut number, mut last) = (0_u64, None);
    for char in text.chars() {
        let unit = match char {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            _ => {
                let value = u64::from(digit(char).unwrap_or(0));
                last = Some(last.unwrap_or(0_u64).checked_mul(10)?.checked_add(value)?);
                continue;
            }
        };
        number += last.take().unwrap_or(1).max(1).checked_mul(unit)?;
    }
    number.checked_add(last.unwrap_or(0)).filter(|&number| number < 10_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found() {
        for (text, expected) in [
            ("012_19x19", &[12][..]),
            ("9路 5", &[5]),
            ("５", &[5]),
            ("第七题", &[7]),
            ("问题十二", &[12]),
            ("一百零五", &[105]),
            ("二〇三题", &[203]),
            ("第一卷第七题", &[1, 7]),
            ("10k-11", &[11]),
            ("10k", &[10]),
            ("3级 12", &[12]),
            ("vol2 15", &[2, 15]),
            ("三手詰", &[]),
            ("13x13", &[]),
            ("", &[]),
        ] {
            let found: Vec<u64> =
                find_numbers(text).into_iter().filter_map(|number| number.value).collect();
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(find_numbers(&"9".repeat(19))[0].value, None);
        assert_eq!(find_numbers(&"千".repeat(90))[0].value, None);
    }

    #[test]
    fn words_that_number_problems_are_no_names() {
        for text in [
            "",
            "問題",
            "问题",
            "問題 ",
            "第",
            "문제",
            "제",
            "Задача ",
            "ЗАДАЧА",
            "Aufgabe ",
            "Problème ",
            "Proble\u{300}me ",
            "Ejercicio ",
            "练习",
            "例題",
            "№",
            "N°",
            "Exercise_",
            "Q",
            "Problem No. ",
            "Puzzle-",
            "Übung ",
        ] {
            assert_eq!(trim_end(text), "", "{text}");
            assert_eq!(trim_end(&format!("cho {text}")), "cho", "{text}");
        }
        for text in ["step", "Iraq", "Ishida vol", "Casino", "Lesson", "Index"] {
            assert_eq!(trim_end(text), text, "{text}");
        }
    }
}
