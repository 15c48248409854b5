//! Cuts a comment into clauses.

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
            ("【正解】白死。ÉCHEC　НЕТ", "/正解/白死|échec нет|"),
        ] {
            assert_eq!(cut(comment), expected, "{comment}");
        }
    }
}
