//! Cuts a comment into clauses.

use std::str::Chars;

/// What ends at a character.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    Clause,
    Sentence,
    Question,
}

/// The clauses of a comment, folded, with what ends behind each.
pub(super) fn clauses(comment: &str) -> impl Iterator<Item = (String, Stop)> {
    let mut before = '\n';
    let mut rest = comment.chars();
    std::iter::from_fn(move || {
        if rest.as_str().is_empty() {
            return None;
        }
        let mut clause = String::new();
        while let Some(char) = rest.next() {
            let char = match char {
                '<' => skip_tag(&mut rest),
                _ => char,
            };
            let stop = find_stop(before, char, rest.as_str());
            before = char;
            match stop {
                Some(stop) => return Some((clause, stop)),
                None => push_folded(&mut clause, char),
            }
        }
        Some((clause, Stop::Sentence))
    })
}

/// What ends at a character, if anything. `rest` is the text behind it.
fn find_stop(before: char, char: char, rest: &str) -> Option<Stop> {
    let is_apart = || {
        let is_gap = |char: char| char.is_whitespace() || char.is_ascii_digit();
        is_gap(before) || rest.chars().next().is_none_or(char::is_whitespace)
    };
    match char {
        '?' | '？' => Some(Stop::Question),
        '.' | '!' | '。' | '．' | '！' | '…' => Some(Stop::Sentence),
        // A line that begins with a small letter continues the sentence.
        '\n' if rest.trim_start_matches(' ').starts_with(char::is_lowercase) => None,
        '\n' => Some(Stop::Sentence),
        ',' | ':' | ';' | '，' | '、' | '：' | '；' | '–' | '—' => Some(Stop::Clause),
        '(' | ')' | '[' | ']' | '（' | '）' | '【' | '】' => Some(Stop::Clause),
        '-' if is_apart() => Some(Stop::Clause),
        _ => None,
    }
}

/// Skips an HTML tag behind its `<`, as in `<b>Correct</b>`, and returns the character that it stands for: a full stop
/// for a new line or paragraph, a space for others, and `<` itself if there is no tag.
fn skip_tag(rest: &mut Chars<'_>) -> char {
    const LONGEST: usize = 100;
    let text = rest.as_str();
    let name = text.strip_prefix('/').unwrap_or(text);
    let is_named = name.starts_with(|char: char| char.is_ascii_alphabetic());
    let end = text.bytes().take(LONGEST).position(|byte| byte == b'>' || byte == b'<');
    let Some(end) = end.filter(|&end| is_named && text[end..].starts_with('>')) else { return '<' };
    *rest = text[end + 1..].chars();
    let name = name.split(|char: char| !char.is_ascii_alphanumeric()).next().unwrap_or_default();
    let is_break = ["br", "p", "div", "li"].iter().any(|tag| name.eq_ignore_ascii_case(tag));
    if is_break { '.' } else { ' ' }
}

/// Appends a character in lower case, with simple apostrophes and spaces.
/// Contractions are written out: "is not", "can not", "that is", "it is".
fn push_folded(clause: &mut String, char: char) {
    match char {
        '’' | '‘' | 'ʼ' | '＇' => clause.push('\''),
        _ if char.is_whitespace() => {
            if !clause.ends_with(' ') {
                clause.push(' ');
            }
        }
        _ => clause.extend(char.to_lowercase()),
    }
    if let Some(verb) = clause.strip_suffix("n't") {
        // "can't" has only one n.
        let end = if verb.ends_with("ca") { verb.len() + 1 } else { verb.len() };
        clause.truncate(end);
        clause.push_str(" not");
    } else if clause.ends_with("cannot") {
        clause.insert(clause.len() - 3, ' ');
    } else if clause.ends_with("that's") || clause.ends_with("it's") {
        clause.truncate(clause.len() - 2);
        clause.push_str(" is");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(comment: &str) -> String {
        let mark = |stop| match stop {
            Stop::Clause => "/",
            Stop::Sentence => "|",
            Stop::Question => "?",
        };
        clauses(comment).map(|(clause, stop)| format!("{clause}{}", mark(stop))).collect()
    }

    #[test]
    fn comments_are_cut_and_folded() {
        for (comment, expected) in [
            ("", ""),
            ("Correct", "correct|"),
            ("Diag. 3 - Correct", "diag| 3 / correct|"),
            ("1-Correct-ish, B-4", "1/correct-ish/ b-4|"),
            ("Is it? No!", "is it? no|"),
            ("Ko is not the\n correct  answer.\n\nTwo", "ko is not the correct answer|||two|"),
            ("It’s ISN'T can't CANNOT", "it is is not can not can not|"),
            ("<b>Correct</b><br/>This is <i>not</i> it", " correct |this is not it|"),
            ("1 <2 < B > 3 </x", "1 <2 < b > 3 </x|"),
            ("【正解】白死。ÉCHEC　НЕТ", "/正解/白死|échec нет|"),
        ] {
            assert_eq!(cut(comment), expected, "{comment}");
        }
    }
}
