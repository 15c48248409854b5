//! SQL functions over names and ranks.

use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use unicode_normalization::UnicodeNormalization;

use crate::model::{
    BookPlace, Charset, NamePattern, Rank, SourceBook, Winner, find_problem_level, has_copyright,
    read_difficulty,
};

/// The SQL function that makes texts alike that differ in letter case, or in how letters with
/// accents are composed.
pub(super) const FOLD: &str = "gtn_fold";

/// The SQL function that gives the number of a rank, or null.
pub(super) const RANK: &str = "gtn_rank";

/// The SQL function that gives the number of a record in its book, or null: of the name of its source,
/// the number of records there, its tree, the problem in it or null, and its name.
pub(super) const NUMBER: &str = "gtn_number";

/// The SQL function that gives the book of a source, or null: of its name and its number of records.
pub(super) const BOOK: &str = "gtn_book";

/// The SQL function that gives the number of the first problem of a source as the file name has it, or
/// null: of the same.
pub(super) const FIRST_NUMBER: &str = "gtn_first_number";

/// The SQL function that gives the code of the numbering of a source: of the same.
pub(super) const NUMBER_RULE: &str = "gtn_number_rule";

/// The SQL function that gives the number of the level of a record as a [`Rank`], or null: of the tags of
/// its problem that set a level, with line breaks between, or null, its game tree, its charset or null, and
/// the name of its source.
pub(super) const LEVEL: &str = "gtn_level";

/// The SQL function that tells whether a game tree states a copyright: of the tree, and its charset or null.
pub(super) const HAS_COPYRIGHT: &str = "gtn_has_copyright";

/// The SQL function that tells whether a pattern matches the name of a source.
pub(super) const MATCHES: &str = "gtn_matches";

/// The SQL collation of winners, in which a code is equal to its name: `1` and `black`.
const WINNER: &str = "gtn_winner";

/// Gives a connection the functions and the collation.
pub(super) fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_DIRECTONLY;
    let text = |context: &Context<'_>| context.get::<Option<String>>(0);
    connection.create_scalar_function(FOLD, 1, flags, move |context| {
        Ok(text(context)?.map(|text| fold(&text)))
    })?;
    connection.create_scalar_function(RANK, 1, flags, move |context| {
        Ok(text(context)?.and_then(|text| text.parse().ok()).map(Rank::number))
    })?;
    connection.create_scalar_function(NUMBER, 5, flags, |context| {
        let (source, name): (String, Option<String>) = (context.get(0)?, context.get(4)?);
        let problem = context.get::<Option<u32>>(3)?.unwrap_or(1);
        let records = context.get::<i64>(1)? as u64;
        let at = (context.get(2)?, problem);
        let number = BookPlace::of(&source, records, at, name.as_deref()).number;
        Ok(number.and_then(|number| i64::try_from(number).ok()))
    })?;
    let source_book = |context: &Context<'_>| -> rusqlite::Result<SourceBook> {
        let (name, records): (String, i64) = (context.get(0)?, context.get(1)?);
        Ok(SourceBook::of(&name, records as u64))
    };
    connection
        .create_scalar_function(BOOK, 2, flags, move |context| Ok(source_book(context)?.book))?;
    connection.create_scalar_function(FIRST_NUMBER, 2, flags, move |context| {
        let (_, first) = source_book(context)?.numbering_code();
        Ok(first.and_then(|number| i64::try_from(number).ok()))
    })?;
    connection.create_scalar_function(NUMBER_RULE, 2, flags, move |context| {
        Ok(source_book(context)?.numbering_code().0)
    })?;
    let charset = |context: &Context<'_>, at| -> rusqlite::Result<Option<Charset>> {
        Ok(context.get_raw(at).as_str_or_null()?.map(Charset::from_stored))
    };
    connection.create_scalar_function(LEVEL, 4, flags, move |context| {
        let tags = context.get_raw(0).as_str_or_null()?.unwrap_or_default();
        let difficulty =
            read_difficulty(context.get_raw(1).as_blob()?, charset(context, 2)?.as_ref());
        let source = context.get_raw(3).as_str()?;
        let level = find_problem_level(tags.lines(), difficulty.as_deref(), [source].into_iter());
        Ok(level.and_then(|level| level.parse().ok()).map(Rank::number))
    })?;
    connection.create_scalar_function(HAS_COPYRIGHT, 2, flags, move |context| {
        Ok(has_copyright(context.get_raw(0).as_blob()?, charset(context, 1)?.as_ref()))
    })?;
    connection.create_scalar_function(MATCHES, 2, flags, |context| {
        let Ok(pattern) = context.get_raw(0).as_str()?.parse::<NamePattern>();
        Ok(pattern.matches(context.get_raw(1).as_str()?))
    })?;
    connection.create_collation(WINNER, |one, other| winner(one).cmp(winner(other)))
}

/// A winner as a view names it, from its name or its code.
fn winner(text: &str) -> &str {
    let code = || Winner::from_code(text.parse().ok()?);
    code().map_or(text, |winner| winner.name())
}

/// A text without differences in letter case and composition: `Åsa`, `ÅSA` and `åsa` are one.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// use gtn_db::store::fold;
///
/// assert_eq!(fold("ИВАНОВ"), "иванов");
/// assert_eq!(fold("\u{c5}sa"), fold("a\u{30a}SA"));
/// ```
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for char in text.nfkd().flat_map(char::to_lowercase) {
        match char {
            'ß' => folded.push_str("ss"),
            'ς' => folded.push('σ'),
            // The lower-case letters of İ and I in Turkish.
            '\u{307}' if folded.ends_with('i') => {}
            'ı' => folded.push('i'),
            _ => folded.push(char),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letter_case_and_composition_make_no_difference() {
        for (one, other) in [
            ("Åsa Öberg", "A\u{30a}SA O\u{308}BERG"),
            ("ИВАНОВ", "иванов"),
            ("Straße", "STRASSE"),
            ("ΟΔΟΣ", "οδος"),
            ("Ｌee", "lEE"),
            ("李昌鎬", "李昌鎬"),
            ("İpek", "ipek"),
            ("IŞIK", "ışık"),
        ] {
            assert_eq!(fold(one), fold(other), "{one}");
        }
        assert_ne!(fold("e"), fold("é"));
    }
}
