//! Levels of problems, from 30k to 9d.

use std::str::FromStr;

use super::{Charset, Rank, RankCondition};
use crate::sgf::value::decode_text;
use crate::sgf::{self, Event, Reader};

/// The level that a text is: `5k`, `3 dan`, `12 kyu`.
pub fn read_level(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let digits = text.find(|char: char| !char.is_ascii_digit())?;
    let number: u8 = text[..digits].parse().ok().filter(|number| (1..=30).contains(number))?;
    match text[digits..].trim_start_matches([' ', '-']) {
        "k" | "kyu" | "級" | "级" => Some(format!("{number}k")),
        "d" | "dan" | "段" if number <= 9 => Some(format!("{number}d")),
        _ => None,
    }
}

/// What a tag that sets the level begins with.
pub const LEVEL_TAG: &str = "level:";

/// The level of a problem: of the first tag such as `level:5k`, else of its difficulty (DI), else of the
/// first name of a source that has one.
pub fn find_problem_level<'a>(
    mut tags: impl Iterator<Item = &'a str>,
    difficulty: Option<&str>,
    mut sources: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let tagged = tags.find_map(|tag| read_level(tag.strip_prefix(LEVEL_TAG)?));
    tagged.or_else(|| difficulty.and_then(read_level)).or_else(|| sources.find_map(find_level))
}

/// The difficulty that a game tree states: DI of its root.
pub fn read_difficulty(sgf: &[u8], charset: Option<&Charset>) -> Option<String> {
    read_of_root(sgf, charset, b"DI", |value, charset| decode_text(value, charset).into_owned())
}

/// Whether a game tree states a copyright: CP of its root.
pub fn has_copyright(sgf: &[u8], charset: Option<&Charset>) -> bool {
    read_of_root(sgf, charset, b"CP", |value, _| !value.trim_ascii().is_empty()).unwrap_or(false)
}

/// Reads the value of a property of the root, if the root has the property. Most trees do not, and reading a
/// root takes longer than looking for the letters.
fn read_of_root<T>(
    sgf: &[u8],
    charset: Option<&Charset>,
    name: &[u8; 2],
    read: impl FnOnce(&[u8], sgf::Charset) -> T,
) -> Option<T> {
    if !sgf.windows(2).any(|pair| pair == name) {
        return None;
    }
    let reader = Reader::new(sgf, Charset::for_reading(charset));
    let charset = reader.charset();
    let mut nodes = 0;
    let is_of_root = |event: &Event<'_>| {
        nodes += usize::from(matches!(event, Event::Node { .. }));
        nodes < 2
    };
    let value = reader.take_while(is_of_root).find_map(|event| match event {
        Event::Property(property) if property.name() == name => Some(property.value()),
        _ => None,
    });
    Some(read(value?, charset))
}

/// Which levels of problems a search wants.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::model::LevelCondition;
///
/// assert_eq!("none".parse(), Ok(LevelCondition::Without));
/// assert!("15k..10k".parse::<LevelCondition>().is_ok());
/// assert!("easy".parse::<LevelCondition>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelCondition {
    /// A level between two, both included.
    Between(Rank, Rank),
    /// No level.
    Without,
}

impl FromStr for LevelCondition {
    type Err = &'static str;

    /// Parses a level, a range such as `15k..10k`, `1d..` and `..20k`, or `none`.
    ///
    /// # Errors
    /// If the text is none of these; the error says what to write.
    fn from_str(text: &str) -> Result<LevelCondition, &'static str> {
        if text == "none" {
            return Ok(LevelCondition::Without);
        }
        match text.parse() {
            Ok(RankCondition::Between(first, last)) => Ok(LevelCondition::Between(first, last)),
            Ok(RankCondition::Text(_)) | Err(_) => {
                Err("write a level such as 5k or 2d, a range such as 15k..10k or 1d.., or none")
            }
        }
    }
}

/// The level in the name of a source: the first one in the name of the file, else in that of its folder, and so on,
/// such as `15k` in `tesuji/15k-10k/003.sgf`. A level is a part of a name between separators, or two, as in
/// `10_kyu_11035.sgf`.
fn find_level(source: &str) -> Option<String> {
    source.rsplit('/').find_map(|part| {
        let words = || part.split([' ', '_', '-', '.', '(', ')', '[', ']', ',']);
        let of_two = |(number, unit): (&str, &str)| {
            let is_spelled = ["kyu", "dan"].iter().any(|word| unit.eq_ignore_ascii_case(word));
            read_level(&[number, unit].concat()).filter(|_| is_spelled)
        };
        let mut pairs = words().zip(words().skip(1).chain([""]));
        pairs.find_map(|two| read_level(two.0).or_else(|| of_two(two)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::GameTree;

    #[test]
    fn levels_are_read_from_difficulties_and_names() {
        for (text, level) in [
            ("5k", Some("5k")),
            ("3 dan", Some("3d")),
            ("12 kyu", Some("12k")),
            ("31k", None),
            ("k", None),
            ("10d", None),
            ("5", None),
        ] {
            assert_eq!(read_level(text).as_deref(), level, "{text}");
        }
        assert_eq!(find_level("tesuji/15k/003.sgf").as_deref(), Some("15k"));
        assert_eq!(find_level("tesuji/15k-10k/3d_7.sgf").as_deref(), Some("3d"));
        assert_eq!(find_level("tesuji/15k-10k/003.sgf").as_deref(), Some("15k"));
        assert_eq!(find_level("tesuji/1d/10k-5k.sgf").as_deref(), Some("10k"));
        assert_eq!(find_level("10_kyu/[+1]10_kyu_11035.sgf").as_deref(), Some("10k"));
        assert_eq!(find_level("tesuji 3 Dan/x.sgf").as_deref(), Some("3d"));
        assert_eq!(find_level("book/12.sgf"), None);
        assert_eq!(find_level("book 3/7 d.sgf"), None);
    }

    #[test]
    fn facts_of_the_root_are_read_and_those_of_other_nodes_are_not() {
        let difficulty = |sgf: &str| read_difficulty(sgf.as_bytes(), None);
        assert_eq!(difficulty("(;DI[5k])").as_deref(), Some("5k"));
        assert_eq!(difficulty("(;C[DI];B[aa]DI[5k])"), None);
        assert!(has_copyright(b"(;CP[2020 a person])", None));
        assert!(!has_copyright(b"(;CP[ ])", None) && !has_copyright(b"(;C[CP];CP[x])", None));
        // As a whole tree is read.
        for sgf in [
            "(;C[DI]",
            "(C[DI]DI[5k];DI[4k])",
            "((;C[a])(;DI[5k]))",
            "(;C[\\];DI[4k]]DI[5k]DI[3k]",
            "DI",
        ] {
            let tree = GameTree::read(sgf.as_bytes(), sgf::Charset::UTF_8);
            let of_tree = tree.root().and_then(|root| root.get(b"DI"));
            assert_eq!(difficulty(sgf).as_deref().map(str::as_bytes), of_tree, "{sgf}");
        }
    }
}
