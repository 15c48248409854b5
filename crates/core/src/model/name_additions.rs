//! What programs, sites and people add to the name of a file: votes, versions, the words and counts of copies.

use super::name_numbers::{find_numbers, is_digit, strip_folded, trim_end};

/// How the names of copies begin: a word, perhaps a count in parentheses, and what follows.
const BEFORE: [(&str, &str); 6] = [
    ("copy", " of "),
    ("kopie", " von "),
    ("copie", " de "),
    ("copia", " de "),
    ("copia", " di "),
    ("копия", " "),
];

/// How the names of copies end, perhaps with a count behind. Letters stand apart from the name.
const BEHIND: [&str; 10] =
    ["copy", "kopie", "copie", "copia", "копия", "副本", "のコピー", "コピー", "拷贝", "복사본"];

/// What separates a name from an addition.
const SEPARATORS: [char; 8] = [' ', '-', '_', '.', '(', '（', '\u{a0}', '\u{3000}'];

/// The name of a file without what was added to it.
///
/// ```text
///   001 (1)   Problem 17 (2)   xxqj-0012 (1)   9306(2)      copies
///   001_v2   12 (ver 2)   xxqj-12 v1.1                      versions
///   Copy of 12   12 - Copy (2)   12のコピー                  copies
///   [+10]10_kyu_9306                                        votes
///   cho (17)   vol2 (15)   cho_v2                           nothing
/// ```
pub(super) fn trim_additions(name: &str) -> &str {
    const RULES: [fn(&str) -> Option<&str>; 5] =
        [strip_votes, strip_copy_before, strip_copy_behind, strip_version, strip_count];
    // Each rule is linear in the name; more additions are somebody's jest.
    const MOST: usize = 8;
    let mut name = name;
    for _ in 0..MOST {
        let Some(shorter) = RULES.iter().find_map(|rule| rule(name)) else { break };
        name = shorter;
    }
    name
}

/// Whether a name is a hash of 32, 40 or 64 hexadecimal digits, or a UUID.
pub(super) fn is_hash(name: &str) -> bool {
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    matches!(name.len(), 32 | 40 | 64) && is_hex(name)
        || name.split('-').map(str::len).eq([8, 4, 4, 4, 12]) && name.split('-').all(is_hex)
}

/// `[+10]`, as a site puts before the names of its problems.
fn strip_votes(name: &str) -> Option<&str> {
    let (votes, rest) = name.strip_prefix('[')?.split_once(']')?;
    is_number(votes.strip_prefix(['+', '-'])?).then_some(rest)
}

fn strip_copy_before(name: &str) -> Option<&str> {
    BEFORE.iter().find_map(|(word, link)| {
        let rest = strip_folded_prefix(name, word)?;
        let counted =
            || rest.strip_prefix(" (")?.split_once(')').filter(|(count, _)| is_number(count));
        strip_folded_prefix(counted().map_or(rest, |(_, rest)| rest), link)
    })
}

fn strip_copy_behind(name: &str) -> Option<&str> {
    let text = name.trim_end_matches([')', '）']).trim_end_matches(is_digit);
    let text = text.trim_end_matches(SEPARATORS);
    BEHIND.iter().find_map(|word| {
        let rest = strip_folded(text, word)?;
        let name = rest.trim_end_matches(SEPARATORS);
        let is_apart =
            !word.chars().all(char::is_lowercase) || !rest.ends_with(char::is_alphabetic);
        (is_apart && !name.is_empty()).then_some(name)
    })
}

/// A version in parentheses, or directly behind a number: elsewhere `v2` may be a volume.
fn strip_version(name: &str) -> Option<&str> {
    let text = name.trim_end_matches([')', '）']);
    let is_in_parentheses = text.len() < name.len();
    let text = text.strip_suffix(is_digit)?.trim_end_matches(|char| is_digit(char) || char == '.');
    let text = text.trim_end_matches(SEPARATORS);
    let rest = ["version", "ver", "v"].iter().find_map(|word| strip_folded(text, word))?;
    let name = rest.trim_end_matches(SEPARATORS);
    (is_in_parentheses && rest.ends_with(['(', '（']) || name.ends_with(is_digit)).then_some(name)
}

/// The count that programs append to the name of a copy. It is one behind a number alone, one with zeros in
/// front, and one that is too large for a volume or chapter.
fn strip_count(name: &str) -> Option<&str> {
    let (original, count) = name.strip_suffix([')', '）'])?.rsplit_once(['(', '（'])?;
    let name = original.trim_end();
    let numbers = find_numbers(name);
    let number = numbers.last().filter(|_| is_number(count))?;
    let is_apart = name.len() < original.len();
    let is_copy = trim_end(&name[..number.range.start]).is_empty()
        || is_apart && name[number.range.start..].starts_with('0')
        || number.value.is_none_or(|value| value >= 100);
    is_copy.then_some(name)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_digit)
}

/// A text without a word in lower case at its beginning.
fn strip_folded_prefix<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(word.len())?;
    (start.to_lowercase() == word).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_to_names_is_left_out() {
        for (name, original) in [
            ("[+10]10_kyu_9306", "10_kyu_9306"),
            ("[-3]7", "7"),
            ("Copy of Copy of 12", "12"),
            ("copia di 12", "12"),
            ("COPY (3) OF hane", "hane"),
            ("Копия 12", "12"),
            ("12 - Copy", "12"),
            ("12 - Copy (2)", "12"),
            ("12 copy 3", "12"),
            ("12_copy", "12"),
            ("12 (Kopie)", "12"),
            ("12 - Copy - Copy (2)", "12"),
            ("hane - 副本", "hane"),
            ("hane副本2", "hane"),
            ("問題12のコピー", "問題12"),
            ("12 - コピー (2)", "12"),
            ("12_v2", "12"),
            ("12v3", "12"),
            ("12 (ver 2)", "12"),
            ("12(ver.2)", "12"),
            ("12（version 2）", "12"),
            ("hane (v2)", "hane"),
            ("9306(2)", "9306"),
            ("10_kyu_9306 (2)", "10_kyu_9306"),
        ] {
            assert_eq!(trim_additions(name), original, "{name}");
        }
    }

    #[test]
    fn names_that_only_look_as_if_something_was_added_stay() {
        for name in [
            "",
            "12",
            "cho (17)",
            "vol2 (15)",
            "Lesson 3 (15)",
            "cho_v2",
            "cho_v2_15",
            "vol 2",
            "[12]",
            "[+]1",
            "[a]12",
            "hardcopy",
            "hardcopy 12",
            "Copying 12",
            "copy that 12",
            "19x19 (ko)",
            "12 (",
            ")",
            "Iv2",
            "copie 12a",
            "ver 2",
            "copy 12",
            "xxqj01(15)",
        ] {
            assert_eq!(trim_additions(name), name, "{name}");
        }
    }

    #[test]
    fn hashes_are_told_from_names() {
        for name in [
            "d41d8cd98f00b204e9800998ecf8427e",
            "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709",
            "123e4567-e89b-12d3-a456-426614174000",
        ] {
            assert!(is_hash(name), "{name}");
        }
        for name in [
            "",
            "d41d8cd98f00b204",
            "d41d8cd98f00b204e9800998ecf8427g",
            "123e4567-e89b-12d3-a456-42661417400",
            "123e4567-e89b-12d3-a456426614174000",
            "problem-0001",
        ] {
            assert!(!is_hash(name), "{name}");
        }
    }
}
