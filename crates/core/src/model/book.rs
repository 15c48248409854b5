//! Books: which collection a source belongs to, and the number of a problem in it.

use super::name_additions::{is_hash, trim_additions};
use super::name_numbers::{NameNumber, find_numbers, trim_end};

/// The book that a problem is in, and its number there, as far as names tell them.
///
/// A source with several problems is a book. Of the sources with one problem each, a folder or archive
/// is a book; where names of files have text before their numbers, all that have one text are a book.
/// Words such as "Problem" and 问题 belong to the number, which may be full-width or, as in 第七题, in
/// numerals; sizes of boards, levels, versions and counts of copies are no numbers. Text that repeats the
/// name of the folder begins no book, nor do the votes of a site, the words of a copy, and hashes.
/// The number is the last one in the name of the file or, in a source with several problems, the only
/// one in the name of the problem (GN), else its rank.
///
/// | source | records | tree, problem | GN | book | number |
/// |---|---|---|---|---|---|
/// | `cho/001.sgf` | 1 | 1, 1 | | `cho` | 1 |
/// | `cho/vol2/Problem 17.sgf` | 1 | 1, 1 | | `cho/vol2` | 17 |
/// | `cho/问题9.sgf`, `cho/Aufgabe 9.sgf`, `cho/第九题.sgf` | 1 | 1, 1 | | `cho` | 9 |
/// | `cho/012_19x19.sgf`, `cho/012 (1).sgf` | 1 | 1, 1 | | `cho` | 12 |
/// | `cho/012_v2.sgf`, `cho/012 - Copy.sgf`, `cho/cho 012.sgf` | 1 | 1, 1 | | `cho` | 12 |
/// | `10_kyu/[+3]10_kyu_9306.sgf` | 1 | 1, 1 | | `10_kyu` | 9306 |
/// | `cho/d41d8cd98f00b204e9800998ecf8427e.sgf` | 1 | 1, 1 | `No. 5` | `cho` | 5 |
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
        let original = trim_additions(stem);
        let last = LastNumber::of(original).filter(|_| !is_hash(original));
        if records <= 1 {
            return match last {
                Some(last) => {
                    let is_folder = folder.rsplit('/').next() == Some(last.before);
                    SourceBook {
                        book: below(if is_folder { "" } else { last.before }),
                        numbering: Numbering::InFileName(last.number),
                    }
                }
                None => SourceBook { book: below(""), numbering: Numbering::InName },
            };
        }
        // A name with the numbers of all problems in the source, such as `77-78`.
        if let Some((range, from, to)) = last.and_then(|last| last.range)
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
struct LastNumber<'a> {
    /// The text before, without what separates the two.
    before: &'a str,
    /// `None` if it has too many digits.
    number: Option<u64>,
    /// Of two numbers with a hyphen between them, the text before and both numbers.
    range: Option<(&'a str, u64, u64)>,
}

impl<'a> LastNumber<'a> {
    fn of(text: &'a str) -> Option<LastNumber<'a>> {
        let numbers = find_numbers(text);
        let last = numbers.last()?;
        let before = |number: &NameNumber| trim_end(&text[..number.range.start]);
        let range = numbers.iter().rev().nth(1).and_then(|first| {
            let is_range = &text[first.range.end..last.range.start] == "-";
            is_range.then_some((before(first), first.value?, last.value?))
        });
        Some(LastNumber { before: before(last), number: last.value, range })
    }
}

/// The number in a text that has only one.
fn only_number(text: &str) -> Option<u64> {
    match &find_numbers(text)[..] {
        [number] => number.value,
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
            ("cho/001 of 300.sgf", 1, (1, 1), None, Some("cho"), Some(1)),
            ("Art of 13 problems/2.sgf", 1, (1, 1), None, Some("Art of 13 problems"), Some(2)),
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
            ("cho/問題9.sgf", 1, (1, 1), None, Some("cho"), Some(9)),
            ("cho/问题9（黑先）.sgf", 1, (1, 1), None, Some("cho"), Some(9)),
            ("cho/第九题.sgf", 1, (1, 1), None, Some("cho"), Some(9)),
            ("cho/Problème ９.sgf", 1, (1, 1), None, Some("cho"), Some(9)),
            ("cho/№9.sgf", 1, (1, 1), None, Some("cho"), Some(9)),
            ("cho/Q8-9路.sgf", 1, (1, 1), None, Some("cho"), Some(8)),
            ("cho/012_19x19.sgf", 1, (1, 1), None, Some("cho"), Some(12)),
            ("cho/19x19.sgf", 1, (1, 1), Some("第七题"), Some("cho"), Some(7)),
            ("cho/10k-11.sgf", 1, (1, 1), None, Some("cho/10k"), Some(11)),
            ("cho/cho-12.sgf", 1, (1, 1), None, Some("cho"), Some(12)),
            ("all/cho/cho 12.sgf", 1, (1, 1), None, Some("all/cho"), Some(12)),
            ("all/cho/chou 12.sgf", 1, (1, 1), None, Some("all/cho/chou"), Some(12)),
            ("cho/cho.sgf", 2, (2, 1), None, Some("cho/cho"), Some(2)),
            ("x/10_kyu/[+10]10_kyu_9306.sgf", 1, (1, 1), None, Some("x/10_kyu"), Some(9306)),
            ("x/10_kyu/10_kyu_1702.sgf", 1, (1, 1), None, Some("x/10_kyu"), Some(1702)),
            ("x/[+1]10_kyu_9306 (2).sgf", 1, (1, 1), None, Some("x/10_kyu"), Some(9306)),
            ("x/[12] hane.sgf", 1, (1, 1), None, Some("x"), Some(12)),
            ("cho/012_v2.sgf", 1, (1, 1), None, Some("cho"), Some(12)),
            ("cho/Problem 12 (ver 2).sgf", 1, (1, 1), None, Some("cho"), Some(12)),
            ("all/xxqj-12 v1.1.sgf", 1, (1, 1), None, Some("all/xxqj"), Some(12)),
            ("all/cho_v2.sgf", 1, (1, 1), None, Some("all/cho_v"), Some(2)),
            ("cho/copia de 012.sgf", 1, (1, 1), None, Some("cho"), Some(12)),
            ("cho/Copy (2) of 012.sgf", 1, (1, 1), None, Some("cho"), Some(12)),
            ("cho/12 - 副本 (3).sgf", 1, (1, 1), None, Some("cho"), Some(12)),
            ("cho/12のコピー2.sgf", 1, (1, 1), None, Some("cho"), Some(12)),
            ("cho/hane - Copy (2).sgf", 1, (1, 1), Some("No. 5"), Some("cho"), Some(5)),
            ("cho/0a1b2c3d4e5f60718293a4b5c6d7e8f9.sgf", 1, (1, 1), None, Some("cho"), None),
            (
                "cho/0A1B2C3D-4e5f-6071-8293-a4b5c6d7e8f9.sgf",
                1,
                (1, 1),
                Some("7"),
                Some("cho"),
                Some(7),
            ),
            ("cho/ab12.sgf", 1, (1, 1), None, Some("cho/ab"), Some(12)),
            ("cho/001 (1).sgf", 1, (1, 1), None, Some("cho"), Some(1)),
            ("cho/001 - Copy (2).sgf", 1, (1, 1), None, Some("cho"), Some(1)),
            ("cho/Copy of 002.sgf", 1, (1, 1), None, Some("cho"), Some(2)),
            ("all/xxqj-0012 (1).sgf", 1, (1, 1), None, Some("all/xxqj"), Some(12)),
            ("all/cho (17).sgf", 1, (1, 1), None, Some("all/cho"), Some(17)),
            ("all/vol2 (15).sgf", 1, (1, 1), None, Some("all/vol2"), Some(15)),
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
