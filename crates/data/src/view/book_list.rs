//! The numbers under which two hands of one book differ, as a list.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::unknown_place::UnknownPlace;
use crate::answer::BookNumberJson;
use crate::find::find_hands;
use crate::store::{BookRecord, Store, StoreError};

/// A number under which two hands of one book have different positions.
#[derive(Clone, Debug)]
pub struct BookNumber {
    /// The names of the two books.
    pub books: Arc<[String; 2]>,
    /// The number.
    pub number: u64,
    /// The first record of either book under the number.
    pub records: [BookRecord; 2],
}

/// The place of a number in the list: by the names of the books, then by number. Its text is
/// `17/BOOK//OTHER`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BookNumberPlace {
    books: Arc<[String; 2]>,
    number: u64,
}

impl fmt::Display for BookNumberPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [book, other] = &*self.books;
        write!(f, "{}/{book}//{other}", self.number)
    }
}

impl FromStr for BookNumberPlace {
    type Err = UnknownPlace;

    fn from_str(text: &str) -> Result<BookNumberPlace, UnknownPlace> {
        let (number, books) = text.split_once('/').ok_or(UnknownPlace)?;
        let (book, other) = books.split_once("//").ok_or(UnknownPlace)?;
        let number = number.parse().map_err(|_| UnknownPlace)?;
        Ok(BookNumberPlace { books: Arc::new([book, other].map(str::to_owned)), number })
    }
}

impl BookNumber {
    /// Finds all numbers, in the order of their places.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(super) fn find_all(store: &Store) -> Result<Vec<BookNumber>, StoreError> {
        let mut all = Vec::new();
        for hands in find_hands(store)? {
            let books = Arc::new(hands.books);
            let numbers = hands.different.into_iter();
            all.extend(numbers.map(|(number, records)| BookNumber {
                books: Arc::clone(&books),
                number,
                records,
            }));
        }
        Ok(all)
    }

    /// The place of the number in a list.
    pub fn place(&self) -> BookNumberPlace {
        BookNumberPlace { books: Arc::clone(&self.books), number: self.number }
    }

    /// The number as the API and Python answer it; `None` if a record is gone.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn describe(&self, store: &Store) -> Result<Option<BookNumberJson>, StoreError> {
        BookNumberJson::load(store, &self.books, self.number, &self.records)
    }
}
