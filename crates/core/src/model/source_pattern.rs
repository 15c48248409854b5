//! Patterns that select sources.

use std::convert::Infallible;
use std::path::Path;
use std::str::FromStr;

use wildmatch::WildMatch;

use super::source::{Source, SourceFile};

/// A pattern for sources, in which `*` stands for any text, even one with
/// slashes, and `?` for one character.
///
/// A source matches if the pattern matches its name, the last part of its
/// name, the path of its file on disk, or a folder or archive that it is in.
/// Letter case matters.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::model::SourcePattern;
///
/// let matches = |pattern: &str| {
///     let pattern: SourcePattern = pattern.parse().unwrap();
///     pattern.matches("books/1a.zip/001.sgf", None)
/// };
/// assert!(matches("books/"));
/// assert!(matches("books/?a.zip"));
/// assert!(matches("001.sgf"));
/// assert!(matches("*1a*"));
/// assert!(!matches("1a.zip"));
/// ```
#[derive(Clone, Debug)]
pub struct SourcePattern {
    text: String,
    /// The pattern of the source itself.
    itself: WildMatch,
    /// The pattern of everything in the folder or archive.
    below: WildMatch,
}

impl SourcePattern {
    /// Whether a source matches, given by its name and its file on disk.
    pub fn matches(&self, name: &str, file: Option<&SourceFile>) -> bool {
        self.matches_place(name)
            || self.itself.matches(Source::file_name(name))
            || file.is_some_and(|file| {
                let path = portable(&file.path);
                let entry = name.strip_prefix(&*file.label).unwrap_or_default();
                self.matches_place(&[&path, entry].concat())
            })
    }

    /// The pattern as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    fn matches_place(&self, place: &str) -> bool {
        self.itself.matches(place) || self.below.matches(place)
    }
}

impl FromStr for SourcePattern {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<SourcePattern, Infallible> {
        let portable = portable(Path::new(text));
        let place = match portable.trim_end_matches('/') {
            "" => &portable, // the root folder
            place => place,
        };
        // An empty pattern, perhaps of an unset variable in a script, must not
        // stand for everything.
        let below = match place {
            "" => WildMatch::new(""),
            _ => WildMatch::new(&format!("{}/*", place.trim_end_matches('/'))),
        };
        Ok(SourcePattern { text: text.to_owned(), itself: WildMatch::new(place), below })
    }
}

/// A path with slashes as separators on every system.
fn portable(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn matches(pattern: &str, name: &str, file: Option<(&str, &str)>) -> bool {
        let file = file
            .map(|(path, label)| SourceFile { path: PathBuf::from(path), label: label.to_owned() });
        pattern.parse::<SourcePattern>().unwrap().matches(name, file.as_ref())
    }

    #[test]
    fn a_pattern_without_wildcards_is_a_name_a_file_a_folder_or_an_archive() {
        let name = "books/1a.zip/001.sgf";
        for pattern in [name, "001.sgf", "books", "books/", "books/1a.zip", "books/1a.zip//"] {
            assert!(matches(pattern, name, None), "{pattern}");
            assert!(Source::is_within(name, pattern), "{pattern}");
        }
        for pattern in ["", "/", "book", "1a.zip", "01.sgf", "books/1a", "BOOKS", "sgf"] {
            assert!(!matches(pattern, name, None), "{pattern}");
            assert!(!Source::is_within(name, pattern), "{pattern}");
        }
    }

    #[test]
    fn wildcards_stand_for_characters() {
        for (pattern, name, is_match) in [
            ("*", "", true),
            ("*", "-", true),
            ("**", "a/b.sgf", true),
            ("*.sgf", "a/b.sgf", true),
            ("a/*/c.sgf", "a/b/b/c.sgf", true),
            ("a*", "a/b.sgf", true),
            ("?", "a/b.sgf", true), // the folder
            ("??", "a/b.sgf", false),
            ("b.???", "a/b.sgf", true),
            ("b.????", "a/b.sgf", false),
            ("詰?", "詰碁/1.sgf", true),
            ("[ab]", "a", false),
            ("[ab]*", "[ab] c.sgf", true),
            ("\\*", "*", false),
        ] {
            assert_eq!(matches(pattern, name, None), is_match, "{pattern} {name}");
        }
    }

    #[test]
    fn a_pattern_may_name_the_place() {
        let file = Some(("/home/me/books/1a.zip", "1a.zip"));
        let name = "1a.zip/easy/001.sgf";
        for pattern in [
            "/",
            "/home",
            "/home/me/books/1a.zip",
            "/home/*/1a.zip/easy/",
            "*/easy/001.sgf",
            "*me*",
        ] {
            assert!(matches(pattern, name, file), "{pattern}");
        }
        for pattern in ["", "home", "/home/me/books/1a.zi", "/home/me/books/1a.zip/hard", "books"] {
            assert!(!matches(pattern, name, file), "{pattern}");
        }
    }

    /// A pattern of many wildcards costs no exponential time.
    #[test]
    fn many_wildcards_are_matched_in_time() {
        assert!(!matches(&"*a".repeat(60), &"a".repeat(59), None));
        assert!(!matches(&("*a".repeat(60) + "b"), &"a".repeat(4000), None));
    }
}
