//! Lists of problems, as people and manifests write them.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use thiserror::Error;

use crate::extract::explain_json_error;
use crate::model::{KeyList, KeyListError, ListedProblem, ProblemId, Turn};
use crate::{KEY_SCHEME, PositionKey};

/// A problem in a list, maybe with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemName {
    /// The problem.
    pub id: ProblemId,
    /// The number in the edition that the list is of.
    pub number: Option<u64>,
}

/// A line of a list that names no problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProblemListError {
    /// A line of a list.
    #[error("line {line}: `{}` names no problem; write a key of at least four hexadecimal digits, and black or white behind it if the side to move matters", .text.escape_debug())]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// A manifest that is none.
    #[error("not a manifest of gtn-db: {0}")]
    Manifest(String),
    /// A list of keys that is damaged, or that nobody can read without its salt; or a manifest or a book
    /// with keys of another scheme.
    #[error(transparent)]
    Keys(#[from] KeyListError),
    /// A manifest or a book that ends before its end.
    #[error("it is cut off")]
    CutOff,
    /// A file with bytes that no text has.
    #[error("it is no text, so no list of problems")]
    NoText,
    /// A page or a file that names no problem at all.
    #[error("it names no problem")]
    Empty,
}

#[derive(Deserialize)]
struct Manifest {
    key_scheme: Option<String>,
    count: Option<usize>,
    problems: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    key: String,
    canonical_turn: Option<String>,
    number: Option<u64>,
}

/// As a line of a list: the digits of the key, and the side to move if it is given.
impl fmt::Display for ProblemName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProblemId { key, turn } = self.id;
        write!(f, "{key}")?;
        turn.map_or(Ok(()), |turn| write!(f, " {}", turn.name()))
    }
}

impl ProblemName {
    fn parse(key: &str, turn: Option<&str>, number: Option<u64>) -> Option<ProblemName> {
        let turn = match turn {
            None => None,
            Some(turn) => Some(Turn::from_name(turn)?),
        };
        let number = number.filter(|number| (1..=MAX_NUMBER).contains(number));
        Some(ProblemName { id: ProblemId { key: key.parse().ok()?, turn }, number })
    }

    /// Reads a list: a manifest, a book as HTML, a [`KeyList`] without a salt, or lines with a key and, if it
    /// matters, the side to move in the colors of the canonical text. Empty lines and lines that begin with `#` are passed over.
    ///
    /// ```
    /// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
    /// use gtn_db::find::ProblemName;
    ///
    /// let names = ProblemName::read_list(b"# Tuesday\nc7ad6d0112 white\n")?;
    /// assert_eq!((names.len(), names[0].id.turn), (1, Some(gtn_db::model::Turn::White)));
    /// # Ok::<(), gtn_db::find::ProblemListError>(())
    /// ```
    ///
    /// # Errors
    /// If a line or a manifest cannot be read, or no problem is named.
    pub fn read_list(bytes: &[u8]) -> Result<Vec<ProblemName>, ProblemListError> {
        if bytes.contains(&0) {
            return Err(ProblemListError::NoText);
        }
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}');
        let names = match text.trim_start().chars().next() {
            Some('{') => ProblemName::read_manifest(text)?,
            Some('<') => ProblemName::read_page(text)?,
            _ if text.starts_with(KeyList::BEGINNING) => ProblemName::read_keys(text)?,
            _ => ProblemName::read_lines(text)?,
        };
        if names.is_empty() { Err(ProblemListError::Empty) } else { Ok(names) }
    }

    fn read_manifest(text: &str) -> Result<Vec<ProblemName>, ProblemListError> {
        let manifest: Manifest =
            serde_json::from_str(text).map_err(|error| match error.is_eof() {
                true => ProblemListError::CutOff,
                false => ProblemListError::Manifest(explain_json_error(&error)),
            })?;
        check_scheme(manifest.key_scheme.as_deref())?;
        if manifest.count.is_some_and(|count| count != manifest.problems.len()) {
            let (count, found) = (manifest.count.unwrap_or_default(), manifest.problems.len());
            let message = format!("it has {found} problems, and says that they are {count}");
            return Err(ProblemListError::Manifest(message));
        }
        let name = |one: Named| {
            ProblemName::parse(&one.key, one.canonical_turn.as_deref(), one.number)
                .ok_or_else(|| ProblemListError::Manifest(format!("`{}` is no key", one.key)))
        };
        manifest.problems.into_iter().map(name).collect()
    }

    /// The ids of the problems on a page, `p12-KEY-black-IR0`; older pages have no operation.
    fn read_page(text: &str) -> Result<Vec<ProblemName>, ProblemListError> {
        let scheme = text.split_once("name=\"gtn-key-scheme\" content=\"");
        check_scheme(scheme.and_then(|(_, rest)| Some(rest.split_once('"')?.0)))?;
        if !text.contains("</html>") {
            return Err(ProblemListError::CutOff);
        }
        let ids = text.split("id=\"p").skip(1).filter_map(|rest| rest.split_once('"'));
        let name = |(id, _): (&str, &str)| {
            let mut parts = id.split('-');
            let (number, key, turn) = (parts.next()?, parts.next()?, parts.next()?);
            let is_whole = parts.nth(1).is_none() && key.len() == 32;
            let number = number.parse().ok()?;
            ProblemName::parse(key, Some(turn), Some(number)).filter(|_| is_whole)
        };
        Ok(ids.filter_map(name).collect())
    }

    fn read_keys(text: &str) -> Result<Vec<ProblemName>, ProblemListError> {
        let list: KeyList = text.parse()?;
        list.check_salt(None)?;
        let problems = list.problems().iter();
        let name = |one: &ListedProblem| {
            ProblemName::parse(&one.digits.to_string(), Some(one.turn.name()), one.number)
        };
        Ok(problems.filter_map(name).collect())
    }

    fn read_lines(text: &str) -> Result<Vec<ProblemName>, ProblemListError> {
        let mut names = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let mut words = text.split([' ', '\t', ',', '-']).filter(|word| !word.is_empty());
            let (key, turn) = (words.next().unwrap_or_default(), words.next());
            let name = ProblemName::parse(key, turn, None);
            names.push(name.ok_or_else(|| ProblemListError::Line { line, text: text.to_owned() })?);
        }
        Ok(names)
    }
}

/// The largest number of a problem in an edition.
const MAX_NUMBER: u64 = u32::MAX as u64;

/// Refuses keys of another scheme; what names no scheme is from before there was another one.
fn check_scheme(scheme: Option<&str>) -> Result<(), KeyListError> {
    match scheme {
        Some(scheme) if scheme != KEY_SCHEME => Err(KeyListError::Scheme(scheme.to_owned())),
        _ => Ok(()),
    }
}

/// A set of problems. Whether it contains a problem is found in constant time.
#[derive(Clone, Debug, Default)]
pub struct ProblemNames {
    names: Vec<ProblemName>,
    /// For each number of digits that keys have in the list, the places of the names by those digits.
    by_digits: HashMap<usize, HashMap<[u8; 16], Vec<usize>>>,
}

impl ProblemNames {
    /// Whether the list names no problem.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names in the list.
    pub fn names(&self) -> &[ProblemName] {
        &self.names
    }

    /// The largest number of a problem in the list; 0 if there are no numbers.
    pub fn largest_number(&self) -> u64 {
        self.names.iter().filter_map(|name| name.number).max().unwrap_or(0)
    }

    /// The first name of a problem in the list, with its place.
    pub fn find(&self, key: PositionKey, turn: Turn) -> Option<(usize, &ProblemName)> {
        let place = self.places(key, turn).min()?;
        Some((place, &self.names[place]))
    }

    /// The places of all names of a problem in the list.
    pub fn places(&self, key: PositionKey, turn: Turn) -> impl Iterator<Item = usize> {
        let by_digits = self.by_digits.iter();
        let places = by_digits.filter_map(move |(&digits, places)| places.get(&cut(key, digits)));
        places.flatten().copied().filter(move |&place| self.names[place].id.names(key, turn))
    }
}

impl FromIterator<ProblemName> for ProblemNames {
    fn from_iter<I: IntoIterator<Item = ProblemName>>(names: I) -> ProblemNames {
        let mut list = ProblemNames { names: names.into_iter().collect(), ..Self::default() };
        for (place, name) in list.names.iter().enumerate() {
            let digits = name.id.key.count_digits();
            let places = list.by_digits.entry(digits).or_default();
            places.entry(cut(name.id.key.first, digits)).or_default().push(place);
        }
        list
    }
}

/// The first hexadecimal digits of a key, the others as zeros.
fn cut(key: PositionKey, digits: usize) -> [u8; 16] {
    let mut bytes = *key.as_bytes();
    for (at, byte) in bytes.iter_mut().enumerate() {
        match digits.saturating_sub(2 * at) {
            0 => *byte = 0,
            1 => *byte &= 0xf0,
            _ => {}
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "c7ad6d0112c7ad6d0112c7ad6d011234";

    #[test]
    fn lists_manifests_and_pages_name_problems() {
        let lines = format!("\u{feff}# a list\r\n\r\n{KEY} white\r\nc7ad\nabcd-black\n");
        let names = ProblemName::read_list(lines.as_bytes()).unwrap();
        let turns: Vec<_> = names.iter().map(|name| name.id.turn).collect();
        assert_eq!(turns, [Some(Turn::White), None, Some(Turn::Black)]);

        let manifest = format!(
            "{{\"problems\": [{{\"key\": \"{KEY}\", \"canonical_turn\": \"black\", \"number\": 7}}]}}"
        );
        let page = format!(
            "<!DOCTYPE html><section id=\"p7-{KEY}-black\"></section><p id=\"part\"></html>"
        );
        for text in [manifest, page] {
            let names = ProblemName::read_list(text.as_bytes()).unwrap();
            assert_eq!(names.len(), 1, "{text}");
            assert_eq!((names[0].id.turn, names[0].number), (Some(Turn::Black), Some(7)));
            let names: ProblemNames = names.into_iter().collect();
            assert_eq!(names.find(KEY.parse().unwrap(), Turn::Black).unwrap().1.number, Some(7));
            assert!(names.find(KEY.parse().unwrap(), Turn::White).is_none());
        }
    }

    #[test]
    fn a_list_of_keys_has_numbers_and_is_written_as_it_is_read() {
        let list = b"# gtn-db keys: scheme gtn1, 1 problems\nc7ad6d2656a580 w 4\n";
        let names = ProblemName::read_list(list).unwrap();
        assert_eq!((names[0].id.turn, names[0].number), (Some(Turn::White), Some(4)));
        assert_eq!(names[0].to_string(), "c7ad6d2656a580 white");
        let names: ProblemNames =
            ProblemName::read_list(b"c7ad\nc7ad6 white\n").unwrap().into_iter().collect();
        let places = |turn| names.places(KEY.parse().unwrap(), turn).collect::<Vec<_>>().len();
        assert_eq!((places(Turn::White), places(Turn::Black)), (2, 1));
    }

    #[test]
    fn the_first_name_of_a_problem_counts() {
        let list =
            ProblemName::read_list(b"c7ae\nc7ad6d0112c7ad white\nc7ad6 white\nc7ad\n").unwrap();
        let names: ProblemNames = list.into_iter().collect();
        let place = |turn| names.find(KEY.parse().unwrap(), turn).map(|(place, _)| place);
        assert_eq!((place(Turn::White), place(Turn::Black)), (Some(1), Some(3)));
        assert!(names.find("d".repeat(32).parse().unwrap(), Turn::Black).is_none());
    }

    #[test]
    fn what_names_no_problem_is_refused_with_its_place() {
        for (text, message) in [
            ("c7ad\nxyz\n", "line 2: `xyz` names no problem"),
            ("c7ad6d01 green\n", "line 1: `c7ad6d01 green`"),
            ("abc", "line 1"),
            ("", "it names no problem"),
            ("SQLite format 3\0", "it is no text, so no list of problems"),
            ("# nothing", "it names no problem"),
            ("{\"files\": []}", "not a manifest of gtn-db"),
            ("{\"problems\": [{\"key\": \"x\"}]}", "`x` is no key"),
            ("<html></html>", "it names no problem"),
            (
                "# gtn-db keys: scheme gtn1, 1 problems, salted c7ad6d2656a580\nc7ad6d2656a580 w\n",
                "only those who know its salt",
            ),
            ("# gtn-db keys: scheme gtn1, 2 problems\nc7ad6d2656a580 w\n", "is cut off: it has 1"),
            ("# gtn-db keys: scheme gtn9, 1 problems\nc7ad6d2656a580 w\n", "the scheme `gtn9`"),
            ("{\"key_scheme\": \"gtn9\", \"problems\": []}", "the scheme `gtn9`"),
            ("{\"key_scheme\": \"gtn1\", \"problems\": [", "it is cut off"),
            ("{\"count\": 2, \"problems\": []}", "it has 0 problems, and says that they are 2"),
            ("<html><meta name=\"gtn-key-scheme\" content=\"gtn9\"></html>", "the scheme `gtn9`"),
            ("<html><article id=\"p7-KEY-black\">", "it is cut off"),
        ] {
            let error = ProblemName::read_list(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
