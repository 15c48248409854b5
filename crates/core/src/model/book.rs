//! Books: which collection a source belongs to, and the number of a problem in it.

/// The book that a problem is in, and its number there, as far as names tell them.
///
/// A source with several problems is a book. Of the sources with one problem each, a folder or archive
/// is a book; where names of files have text before their numbers, all that have one text are a book.
/// The number is the last one in the name of the file or, in a source with several problems, the only
/// one in the name of the problem (GN), else its rank.
///
/// | source | records | tree, problem | GN | book | number |
/// |---|---|---|---|---|---|
/// | `cho/001.sgf` | 1 | 1, 1 | | `cho` | 1 |
/// | `cho/vol2/Problem 17.sgf` | 1 | 1, 1 | | `cho/vol2` | 17 |
/// | `all/xxqj-0012.sgf` | 1 | 1, 1 | | `all/xxqj` | 12 |
/// | `all/cho_v2_15.sgf` | 1 | 1, 1 | | `all/cho_v2` | 15 |
/// | `cho.zip/9.sgf` | 1 | 1, 1 | | `cho.zip` | 9 |
/// | `cho.sgf` | 900 | 17, 1 | | `cho` | 17 |
/// | `cho.sgf` | 900 | 17, 1 | `Problem 301` | `cho` | 301 |
/// | `one-tree.sgf` | 120 | 1, 17 | | `one-tree` | 17 |
/// | `segoe/oki08_77-78.sgf` | 2 | 1, 2 | | `segoe/oki08` | 78 |
/// | `misc/ladder.sgf` | 1 | 1, 1 | `No. 5` | `misc` | 5 |
/// | `alone.sgf` | 1 | 1, 1 | | | |
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::model::BookPlace;
///
/// let place = BookPlace::of("all/xxqj-0012.sgf", 1, (1, 1), None);
/// assert_eq!((place.book.as_deref(), place.number), (Some("all/xxqj"), Some(12)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookPlace {
    /// The name of the book: a folder, an archive, or the beginning of the names of its sources.
    pub book: Option<String>,
    /// The number in the book.
    pub number: Option<u64>,
}

impl BookPlace {
    /// The place of a problem, from the name of its source, the number of records in the source, the
    /// number of its tree and its rank in it, and its own name.
    pub fn of(source: &str, records: u64, at: (u32, u32), name: Option<&str>) -> BookPlace {
        let SourceBook { book, numbering } = SourceBook::of(source, records);
        let rank = u64::from(if at.1 > 1 { at.1 } else { at.0 });
        let named = || name.and_then(only_number);
        let number = match numbering {
            Numbering::InFileName(number) => number,
            Numbering::InName => named(),
            Numbering::From(first) => Some(first.saturating_add(rank - 1)),
            Numbering::Ranks => named().or(Some(rank)),
        };
        BookPlace { book, number }
    }
}

/// The book of a source, and how its problems are numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceBook {
    /// The name of the book.
    pub book: Option<String>,
    /// Where the numbers are.
    pub numbering: Numbering,
}

/// Where the numbers of the problems of a source are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// The only problem has the number in the name of the file; `None` if that has too many digits.
    InFileName(Option<u64>),
    /// The only problem may have a number in its own name.
    InName,
    /// The problems have the numbers in the name of the file, from this one on.
    From(u64),
    /// Each problem has the number in its own name, else its rank.
    Ranks,
}

impl SourceBook {
    /// The book of a source, from its name and the number of records in it.
    pub fn of(source: &str, records: u64) -> SourceBook {
        let (folder, file) =
            source.rsplit_once('/').map_or(("", source), |(folder, file)| (folder, file));
        let stem = file
            .rsplit_once('.')
            .map_or(file, |(stem, _)| if stem.is_empty() { file } else { stem });
        let below = |text: &str| match (folder, text) {
            ("", "") => None,
            ("", text) => Some(text.to_owned()),
            (folder, "") => Some(folder.to_owned()),
            (folder, text) => Some(format!("{folder}/{text}")),
        };
        let last = LastNumber::of(stem);
        if records <= 1 {
            return match last {
                Some(last) => SourceBook {
                    book: below(last.before),
                    numbering: Numbering::InFileName(last.number),
                },
                None => SourceBook { book: below(""), numbering: Numbering::InName },
            };
        }
        // A name with the numbers of all problems in the source, such as `77-78`.
        if let Some((range, from, to)) = last.and_then(LastNumber::range)
            && to.checked_sub(from) == Some(records - 1)
        {
            return SourceBook { book: below(range), numbering: Numbering::From(from) };
        }
        SourceBook { book: below(stem), numbering: Numbering::Ranks }
    }

    /// What [`Numbering`] is in the database: a number for its kind, and the first number.
    pub fn numbering_code(&self) -> (i64, Option<u64>) {
        match self.numbering {
            Numbering::InFileName(number) => (0, number),
            Numbering::InName => (1, None),
            Numbering::From(first) => (2, Some(first)),
            Numbering::Ranks => (3, None),
        }
    }
}

/// The last number in a name.
#[derive(Clone, Copy)]
struct LastNumber<'a> {
    /// The text before, without what separates the two.
    before: &'a str,
    /// The text before with its end.
    head: &'a str,
    /// `None` if it has too many digits.
    number: Option<u64>,
}

impl<'a> LastNumber<'a> {
    fn of(text: &'a str) -> Option<LastNumber<'a>> {
        let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
        let head = text[..end].trim_end_matches(|c: char| c.is_ascii_digit());
        let number = parse_number(&text[head.len()..end]);
        Some(LastNumber { before: trim_end(head), head, number })
    }

    /// The text before two numbers with a hyphen between them, and the numbers.
    fn range(self) -> Option<(&'a str, u64, u64)> {
        let first = self.head.strip_suffix('-').and_then(LastNumber::of)?;
        let is_adjacent = self.head.len() > first.head.len()
            && self.head[first.head.len()..self.head.len() - 1].bytes().all(|b| b.is_ascii_digit());
        is_adjacent.then_some((first.before, first.number?, self.number?))
    }
}

/// A text without what only leads to a number: separators, and words such as "Problem".
fn trim_end(text: &str) -> &str {
    const SEPARATORS: [char; 10] = [' ', '-', '_', '.', '#', '(', '[', '第', '、', ','];
    const WORDS: [&str; 8] = ["problem", "prob", "number", "no", "nr", "p", "題", "题"];
    let text = text.trim_end_matches(SEPARATORS);
    let word = WORDS.into_iter().find_map(|word| {
        let at = text.len().checked_sub(word.len())?;
        let (rest, end) = (text.get(..at)?, text.get(at..)?);
        let is_word = !rest.ends_with(|c: char| c.is_ascii_alphabetic());
        (end.eq_ignore_ascii_case(word) && is_word).then_some(rest)
    });
    word.map_or(text, |rest| rest.trim_end_matches(SEPARATORS))
}

/// The number in a text that has only one.
fn only_number(text: &str) -> Option<u64> {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let number = numbers.next()?;
    numbers.next().is_none().then(|| parse_number(number)).flatten()
}

/// A number of at most 18 digits, zeros at its beginning left out: SQL and Arrow have numbers of 64 bits
/// with a sign.
fn parse_number(digits: &str) -> Option<u64> {
    let digits = digits.trim_start_matches('0');
    match digits.len() {
        0 => Some(0),
        1..=18 => digits.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_books_and_numbers() {
        for (source, records, at, name, book, number) in [
            ("cho/001.sgf", 1, (1, 1), None, Some("cho"), Some(1)),
            ("cho/1.sgf", 1, (1, 1), Some("Nr. 7"), Some("cho"), Some(1)),
            ("cho/vol2/Problem 17.sgf", 1, (1, 1), None, Some("cho/vol2"), Some(17)),
            ("cho/p0017.sgf", 1, (1, 1), None, Some("cho"), Some(17)),
            ("all/xxqj-0012.sgf", 1, (1, 1), None, Some("all/xxqj"), Some(12)),
            ("all/cho_v2_15.sgf", 1, (1, 1), None, Some("all/cho_v2"), Some(15)),
            ("all/step3.sgf", 1, (1, 1), None, Some("all/step"), Some(3)),
            ("all/第012题.sgf", 1, (1, 1), None, Some("all"), Some(12)),
            ("cho/12a.sgf", 1, (1, 1), None, Some("cho"), Some(12)),
            ("cho.zip/9.sgf", 1, (1, 1), None, Some("cho.zip"), Some(9)),
            ("cho.sgf", 900, (17, 1), None, Some("cho"), Some(17)),
            ("cho.sgf", 900, (17, 1), Some("Problem 301"), Some("cho"), Some(301)),
            ("cho.sgf", 900, (17, 1), Some("5-12"), Some("cho"), Some(17)),
            ("b/one-tree.sgf", 120, (1, 17), None, Some("b/one-tree"), Some(17)),
            ("segoe/oki08_77-78.sgf", 2, (1, 2), None, Some("segoe/oki08"), Some(78)),
            ("segoe/oki08_77-79.sgf", 2, (1, 2), None, Some("segoe/oki08_77-79"), Some(2)),
            ("misc/ladder.sgf", 1, (1, 1), Some("No. 5"), Some("misc"), Some(5)),
            ("alone.sgf", 1, (1, 1), None, None, None),
            ("17.sgf", 1, (1, 1), None, None, Some(17)),
            ("", 1, (1, 1), None, None, None),
            (".sgf", 2, (1, 1), None, Some(".sgf"), Some(1)),
        ] {
            let expected = BookPlace { book: book.map(str::to_owned), number };
            assert_eq!(BookPlace::of(source, records, at, name), expected, "{source} {name:?}");
        }
        let digits = "9".repeat(40);
        let long = BookPlace::of(&format!("a/{digits}.sgf"), 1, (1, 1), Some(&digits));
        assert_eq!(long, BookPlace { book: Some("a".to_owned()), number: None });
        let range = BookPlace::of(&format!("a/1-{}.sgf", u64::MAX), 2, (1, 1), None);
        assert_eq!(range.number, Some(1));
    }
}
