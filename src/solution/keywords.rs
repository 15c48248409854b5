//! Words in comments that call a line right or wrong.

use super::solution_tree::Verdict;

/// Whole sentences that mean right.
const RIGHT: [&str; 10] = [
    "correct",
    "right",
    "correct answer",
    "the correct answer",
    "right answer",
    "the right answer",
    "correct solution",
    "right move",
    "correct move",
    "well done",
];

/// Ends of sentences that mean right.
const ENDS_RIGHT: [&str; 5] =
    [" is correct", " is right", "'s correct", "'s right", " the correct answer"];
/// Ends of sentences that mean wrong.
const ENDS_WRONG: [&str; 8] = [
    " is wrong",
    " is incorrect",
    " not correct",
    " not right",
    "'s wrong",
    " fails",
    " failure",
    " n't correct",
];

/// Words in Chinese, Japanese and Korean, anywhere in a sentence. The longer
/// ones come first, because 不正解 contains 正解.
const CJK_WORDS: [(&str, Verdict); 16] = [
    ("不正解", Verdict::Wrong),
    ("不正確", Verdict::Wrong),
    ("不正确", Verdict::Wrong),
    ("失敗", Verdict::Wrong),
    ("失败", Verdict::Wrong),
    ("变化", Verdict::Wrong),
    ("變化", Verdict::Wrong),
    ("変化", Verdict::Wrong),
    ("错误", Verdict::Wrong),
    ("錯誤", Verdict::Wrong),
    ("오답", Verdict::Wrong),
    ("실패", Verdict::Wrong),
    ("正解", Verdict::Right),
    ("正確", Verdict::Right),
    ("正确", Verdict::Right),
    ("정답", Verdict::Right),
];

/// Returns the verdict of the first sentence that has one.
///
/// "Right" is also a direction, and many questions contain "correct". So a
/// sentence counts only if it begins with "correct", "wrong", "incorrect" or
/// "failure", or consists of such a statement.
pub(super) fn find_verdict(comment: &str) -> Option<Verdict> {
    let ends_sentence = |char: char| {
        matches!(char, '.' | '!' | '?' | ':' | ';' | '\n' | ',')
            || matches!(char, '。' | '！' | '？' | '：' | '，' | '、')
    };
    comment.split(ends_sentence).find_map(judge_sentence)
}

fn judge_sentence(sentence: &str) -> Option<Verdict> {
    let judge = |&(word, verdict): &(&str, Verdict)| sentence.contains(word).then_some(verdict);
    if !sentence.is_ascii()
        && let Some(verdict) = CJK_WORDS.iter().find_map(judge)
    {
        return Some(verdict);
    }
    let sentence = sentence.trim_matches(|char: char| !char.is_alphanumeric());
    let sentence = sentence.to_ascii_lowercase();
    let first = sentence.split(|char: char| !char.is_alphanumeric()).next()?;
    let ends = |ends: &[&str]| ends.iter().any(|end| sentence.ends_with(end));
    match first {
        "wrong" | "incorrect" | "failure" | "fail" | "fails" | "failed" => Some(Verdict::Wrong),
        _ if ends(&ENDS_WRONG) => Some(Verdict::Wrong),
        "correct" => Some(Verdict::Right),
        _ if RIGHT.contains(&sentence.as_str()) || ends(&ENDS_RIGHT) => Some(Verdict::Right),
        _ => None,
    }
}

/// Finds a word with no letter or digit next to it; returns its byte offset.
pub(super) fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_part = |char: Option<char>| char.is_some_and(char::is_alphanumeric);
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let behind = text[at + word.len()..].chars().next();
        !is_part(before) && !is_part(behind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_that_mean_right_or_wrong() {
        for (comment, verdict) in [
            ("Correct!", Some(Verdict::Right)),
            ("Correct - black lives", Some(Verdict::Right)),
            ("correct answer", Some(Verdict::Right)),
            ("RIGHT", Some(Verdict::Right)),
            ("Good. That's right", Some(Verdict::Right)),
            ("This move is correct, White dies.", Some(Verdict::Right)),
            ("正解图", Some(Verdict::Right)),
            ("【正解】", Some(Verdict::Right)),
            ("Wrong. The correct answer is a1", Some(Verdict::Wrong)),
            ("Incorrect", Some(Verdict::Wrong)),
            ("This is not correct", Some(Verdict::Wrong)),
            ("(Failure diagram)", Some(Verdict::Wrong)),
            ("失敗図", Some(Verdict::Wrong)),
            ("变化1", Some(Verdict::Wrong)),
            ("不正解", Some(Verdict::Wrong)),
        ] {
            assert_eq!(find_verdict(comment), verdict, "{comment}");
        }
    }

    #[test]
    fn comments_that_mean_neither() {
        for comment in [
            "",
            "Black to play",
            "The stones on the right side",
            "Right side: the corner",
            "Can you find the correct move",
            "corrected by the editor",
            "a wrongly placed stone",
            "...",
        ] {
            assert_eq!(find_verdict(comment), None, "{comment}");
        }
    }

    #[test]
    fn a_word_has_no_letters_next_to_it() {
        assert_eq!(find_word("well: RIGHT.", "RIGHT"), Some(6));
        assert_eq!(find_word("BRIGHT RIGHTS right", "RIGHT"), None);
        assert_eq!(find_word("RIGHTS or RIGHT", "RIGHT"), Some(10));
    }
}
