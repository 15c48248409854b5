//! Lists of problems without their texts.
//!
//! ```text
//! # gtn-db keys: scheme gtn1, 2 problems            the scheme of the keys and the number of lines;
//! 7d1c0a5be60f12 b 17                               in a list with a salt, `, salted ` and the check
//! c7ad6d2656a580 w 4                                of the salt behind them
//! ```
//!
//! A line has the first 14 digits of a key, the side to move in the colors of the canonical text by the
//! [letter](Turn::letter) of its name, and, if the list has numbers, the number of the problem in its book.
//! 100,000 problems are 1.7 MB, and 2.3 MB with numbers. Lines that begin with `#` behind the first are comments.

use std::fmt;

use thiserror::Error;

use super::turn::Turn;
use crate::{KEY_SCHEME, PositionKey};

/// The number of hexadecimal digits of a key in a list: 56 bits. Of 10^11 pairs of different positions, one
/// in a million is taken for equal.
const DIGITS: usize = 14;

const BEGINNING: &str = "# gtn-db keys: ";

/// The first digits of a key, or of the hash of a key with a salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ListDigits(u64);

impl ListDigits {
    /// The digits of a position in a list without a salt.
    pub fn of(key: PositionKey) -> ListDigits {
        ListDigits::of_bytes(key.as_bytes())
    }

    /// The digits of a problem in a list with a salt: of BLAKE3 over the key and the side to move, keyed by
    /// the BLAKE3 of the salt. Only who knows the salt can tell which problems a list names.
    pub fn salted(key: PositionKey, turn: Turn, salt: &str) -> ListDigits {
        let mut hasher = blake3::Hasher::new_keyed(blake3::hash(salt.as_bytes()).as_bytes());
        hasher.update(key.as_bytes()).update(&[turn.code()]);
        ListDigits::of_bytes(hasher.finalize().as_bytes())
    }

    fn of_bytes(bytes: &[u8]) -> ListDigits {
        let (digits, _) = bytes.split_first_chunk::<8>().expect("a key has 16 bytes, a hash 32");
        ListDigits(u64::from_be_bytes(*digits) >> (64 - 4 * DIGITS))
    }

    fn read(text: &str) -> Option<ListDigits> {
        let is_hex = text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let digits = is_hex.then(|| u64::from_str_radix(text, 16))?;
        Some(ListDigits(digits.expect("14 hexadecimal digits fit into 64 bits")))
    }
}

impl fmt::Display for ListDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$x}", self.0, width = DIGITS)
    }
}

/// A line of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ListedProblem {
    /// The position.
    pub digits: ListDigits,
    /// The side to move in the colors of the canonical text.
    pub turn: Turn,
    /// The number of the problem in its book, if the list has numbers.
    pub number: Option<u64>,
}

impl fmt::Display for ListedProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.digits, self.turn.letter())?;
        self.number.map_or(Ok(()), |number| write!(f, " {number}"))
    }
}

impl ListedProblem {
    fn read(line: &str) -> Option<ListedProblem> {
        let mut words = line.split_ascii_whitespace();
        let digits = ListDigits::read(words.next()?)?;
        let letter = words.next()?;
        let turn = Turn::VALUES.into_iter().find(|&turn| turn.letter() == letter)?;
        let number = words.next().map(|number| number.parse().ok());
        let problem = ListedProblem { digits, turn, number: number.flatten() };
        (words.next().is_none() && number != Some(None)).then_some(problem)
    }
}

/// A list of problems without their texts, for [`find`](Self::find).
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::PositionKey;
/// use gtn_db::model::{KeyList, ListDigits, ListedProblem, Turn};
///
/// let key = PositionKey::of_text("3x3|.....O.X.");
/// let problem = ListedProblem { digits: ListDigits::of(key), turn: Turn::Black, number: Some(3) };
/// let list = KeyList::new(vec![problem], None);
/// assert_eq!(list.to_string(), "# gtn-db keys: scheme gtn1, 1 problems\nc7ad6d2656a580 b 3\n");
///
/// let list: KeyList = list.to_string().parse()?;
/// assert_eq!(list.find(key, Turn::Black, None)?, [&problem]);
/// # Ok::<(), gtn_db::model::KeyListError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyList {
    problems: Vec<ListedProblem>,
    /// What the salt must give, if there is one: [`salt_check`].
    salt_check: Option<ListDigits>,
}

/// Why a text is no list of keys, or a list cannot answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyListError {
    /// The first line is another one.
    #[error(
        "not a list of keys: the first line is not `{BEGINNING}scheme {KEY_SCHEME}, …`; `gtn-db export --format keys` writes such lists"
    )]
    NoList,
    /// The keys are of a scheme that this program does not know.
    #[error("the keys have the scheme `{}`; only `{KEY_SCHEME}` can be compared", .0.escape_debug())]
    Scheme(String),
    /// The list ends before its end.
    #[error("the list is cut off: it has {found} whole lines of {expected}")]
    CutOff {
        /// The number of problems that the first line names.
        expected: usize,
        /// The number of whole lines.
        found: usize,
    },
    /// The list goes on behind its end.
    #[error("the list has more lines than the {0} that its first line names")]
    TooLong(usize),
    /// A line is none of a list.
    #[error("line {number}: `{}` is no line of a list of keys", text.escape_debug())]
    Line {
        /// The number of the line, from 1.
        number: usize,
        /// The beginning of the line.
        text: String,
    },
    /// The list has a salt, and none was given.
    #[error("the list is salted: only those who know its salt can compare it")]
    Salted,
    /// The list has another salt.
    #[error("the list has another salt")]
    OtherSalt,
    /// A salt was given for a list without one.
    #[error("the list has no salt")]
    NotSalted,
}

/// The digits by which a list recognizes its salt: of a key that no position has.
fn salt_check(salt: &str) -> ListDigits {
    ListDigits::salted(PositionKey::from_bytes([0; 16]), Turn::Unknown, salt)
}

impl KeyList {
    /// How the first line of a list begins.
    pub const BEGINNING: &str = BEGINNING;

    /// A list of problems, sorted, so that its order says nothing about their book. With a salt, the digits are those of
    /// [`ListDigits::salted`].
    pub fn new(mut problems: Vec<ListedProblem>, salt: Option<&str>) -> KeyList {
        problems.sort_unstable();
        KeyList { problems, salt_check: salt.map(salt_check) }
    }

    /// The problems in the order of the list.
    pub fn problems(&self) -> &[ListedProblem] {
        &self.problems
    }

    /// Whether a salt is needed.
    pub fn is_salted(&self) -> bool {
        self.salt_check.is_some()
    }

    /// Whether the list can be compared with this salt, or with none.
    ///
    /// # Errors
    /// If the list is salted and the salt is missing or another one, or if the list is not salted.
    pub fn check_salt(&self, salt: Option<&str>) -> Result<(), KeyListError> {
        match (self.salt_check, salt) {
            (None, None) => Ok(()),
            (None, Some(_)) => Err(KeyListError::NotSalted),
            (Some(_), None) => Err(KeyListError::Salted),
            (Some(check), Some(salt)) if salt_check(salt) == check => Ok(()),
            (Some(_), Some(_)) => Err(KeyListError::OtherSalt),
        }
    }

    /// The problems of a position: those with the side to move, then those with another one. `turn` is in
    /// the colors of the canonical text.
    ///
    /// Linear in the length of the list: a tenth of a millisecond for 100,000 problems.
    ///
    /// # Errors
    /// Those of [`check_salt`](Self::check_salt).
    pub fn find(
        &self,
        key: PositionKey,
        turn: Turn,
        salt: Option<&str>,
    ) -> Result<Vec<&ListedProblem>, KeyListError> {
        self.check_salt(salt)?;
        let others = Turn::VALUES.into_iter().filter(|&other| other != turn);
        let find = |turn| {
            let digits = match salt {
                Some(salt) => ListDigits::salted(key, turn, salt),
                None => ListDigits::of(key),
            };
            self.problems.iter().filter(move |one| (one.digits, one.turn) == (digits, turn))
        };
        Ok([turn].into_iter().chain(others).flat_map(find).collect())
    }
}

impl fmt::Display for KeyList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{BEGINNING}scheme {KEY_SCHEME}, {} problems", self.problems.len())?;
        if let Some(check) = self.salt_check {
            write!(f, ", salted {check}")?;
        }
        writeln!(f)?;
        self.problems.iter().try_for_each(|problem| writeln!(f, "{problem}"))
    }
}

/// The first line of a list.
struct Beginning {
    problems: usize,
    salt_check: Option<ListDigits>,
}

impl Beginning {
    fn read(line: &str) -> Result<Beginning, KeyListError> {
        let mut parts =
            line.strip_prefix(BEGINNING).ok_or(KeyListError::NoList)?.trim().split(", ");
        let scheme = parts.next().and_then(|part| part.strip_prefix("scheme "));
        let scheme = scheme.ok_or(KeyListError::NoList)?;
        if scheme != KEY_SCHEME {
            return Err(KeyListError::Scheme(scheme.chars().take(40).collect()));
        }
        let problems = parts.next().and_then(|part| part.strip_suffix(" problems")?.parse().ok());
        let problems = problems.ok_or(KeyListError::NoList)?;
        let salt_check = match parts.next() {
            None => None,
            Some(part) => {
                let check = part.strip_prefix("salted ").and_then(ListDigits::read);
                Some(check.ok_or(KeyListError::NoList)?)
            }
        };
        Ok(Beginning { problems, salt_check })
    }
}

impl std::str::FromStr for KeyList {
    type Err = KeyListError;

    /// Reads a list.
    ///
    /// # Errors
    /// If the text is no list, has keys of another scheme, or has fewer or more lines than its first line
    /// names.
    fn from_str(text: &str) -> Result<KeyList, KeyListError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.split_inclusive('\n').zip(1..);
        let (first, _) = lines.next().ok_or(KeyListError::NoList)?;
        let Beginning { problems: expected, salt_check } = Beginning::read(first)?;
        let mut problems = Vec::with_capacity(expected.min(text.len() / DIGITS));
        for (line, number) in lines {
            let content = line.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            if problems.len() == expected {
                return Err(KeyListError::TooLong(expected));
            }
            match ListedProblem::read(content) {
                Some(problem) if line.ends_with('\n') => problems.push(problem),
                _ if !line.ends_with('\n') => break, // the line may be longer
                _ => {
                    let text = content.chars().take(40).collect();
                    return Err(KeyListError::Line { number, text });
                }
            }
        }
        if problems.len() < expected {
            return Err(KeyListError::CutOff { expected, found: problems.len() });
        }
        Ok(KeyList { problems, salt_check })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key(number: u8) -> PositionKey {
        PositionKey::of_text(&format!("1x1|{number}"))
    }

    fn listed(number: u8, turn: Turn, salt: Option<&str>) -> ListedProblem {
        let digits = match salt {
            Some(salt) => ListDigits::salted(key(number), turn, salt),
            None => ListDigits::of(key(number)),
        };
        ListedProblem { digits, turn, number: Some(number.into()) }
    }

    fn list(salt: Option<&str>) -> KeyList {
        let problems = [(1, Turn::Black), (2, Turn::White), (2, Turn::Unknown), (3, Turn::Either)];
        KeyList::new(problems.map(|(number, turn)| listed(number, turn, salt)).into(), salt)
    }

    fn error(text: &str) -> KeyListError {
        text.parse::<KeyList>().unwrap_err()
    }

    #[test]
    fn a_list_names_the_first_digits_of_keys() {
        let one = KeyList::new(vec![listed(1, Turn::White, None)], None).to_string();
        let digits = &key(1).to_string()[..14];
        assert_eq!(one, format!("# gtn-db keys: scheme gtn1, 1 problems\n{digits} w 1\n"));
        assert_eq!(
            KeyList::new(Vec::new(), None).to_string().parse(),
            Ok(KeyList::new(vec![], None))
        );
    }

    #[test]
    fn the_side_to_move_that_was_asked_for_comes_first() {
        for salt in [None, Some("pepper")] {
            let list: KeyList = list(salt).to_string().parse().unwrap();
            let find = |number, turn| {
                let found = list.find(key(number), turn, salt).unwrap();
                found.into_iter().map(|one| one.turn).collect::<Vec<_>>()
            };
            assert_eq!(find(1, Turn::Black), [Turn::Black]);
            assert_eq!(find(1, Turn::White), [Turn::Black]);
            assert_eq!(find(2, Turn::White), [Turn::White, Turn::Unknown]);
            assert_eq!(find(3, Turn::Either), [Turn::Either]);
            assert_eq!(find(4, Turn::Black), []);
        }
    }

    #[test]
    fn a_salt_is_needed_and_recognized() {
        let (open, salted) = (list(None), list(Some("pepper")));
        assert_eq!(salted.find(key(1), Turn::Black, None), Err(KeyListError::Salted));
        assert_eq!(salted.check_salt(Some("salt")), Err(KeyListError::OtherSalt));
        assert_eq!(salted.check_salt(Some("pepper")), Ok(()));
        assert_eq!(open.check_salt(Some("pepper")), Err(KeyListError::NotSalted));
        let digits: Vec<_> = open.problems().iter().map(|one| one.digits).collect();
        assert!(salted.problems().iter().all(|one| !digits.contains(&one.digits)));
    }

    #[test]
    fn a_list_that_is_cut_off_anywhere_is_none() {
        for salt in [None, Some("pepper")] {
            let text = list(salt).to_string();
            let first = text.find('\n').unwrap();
            for end in 0..text.len() {
                match error(&text[..end]) {
                    KeyListError::NoList => assert!(end <= first),
                    KeyListError::CutOff { expected: 4, found } => assert!(found < 4),
                    // a scheme or a number that was cut off
                    KeyListError::Scheme(_) => assert!(end < first),
                    other => panic!("{end}: {other}"),
                }
            }
        }
    }

    #[test]
    fn other_texts_are_named() {
        assert_eq!(error("{}"), KeyListError::NoList);
        assert_eq!(error("c7ad6d2656a580 b\n"), KeyListError::NoList);
        let beginning = "# gtn-db keys: scheme gtn1, 1 problems";
        let line = KeyListError::Line { number: 3, text: "c7ad6d2656a580 black".to_owned() };
        assert_eq!(error(&format!("{beginning}\n# x\nc7ad6d2656a580 black\n")), line);
        let other = error("# gtn-db keys: scheme gtn2, 1 problems\nc7ad6d2656a580 b\n");
        assert_eq!(other, KeyListError::Scheme("gtn2".to_owned()));
        let twice = format!("{beginning}\nc7ad6d2656a580 b\nc7ad6d2656a580 b\n");
        assert_eq!(error(&twice), KeyListError::TooLong(1));
        for bad in ["c7ad6d2656a58 b", "c7ad6d2656a580 x", "c7ad6d2656a580 b x", "c7ad6d2656a580"] {
            let text = format!("{beginning}\n{bad}\n");
            assert!(matches!(error(&text), KeyListError::Line { number: 2, .. }), "{bad}");
        }
        let windows = format!("\u{feff}{beginning}\r\nC7AD6D2656A580 b 7\r\n");
        assert_eq!(windows.parse::<KeyList>().unwrap().problems()[0].number, Some(7));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in "(# gtn-db keys: scheme gtn1, [0-9]{1,22} problems\n)?.{0,60}") {
            let _ = text.parse::<KeyList>();
        }
    }
}
