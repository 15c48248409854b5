//! Hands of one book: two books that have the same problems under most numbers that are in both.

use std::collections::{BTreeMap, HashMap};

use crate::store::{BookRecord, Store, StoreError};

/// Two hands of one book have at least so many numbers in common.
const LEAST_NUMBERS: usize = 15;

/// If more books have one position under one number, only neighbors of the list are compared.
const MOST_BOOKS: usize = 100;

/// Two hands of one book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hands {
    /// The names of the two books, in the order of their bytes.
    pub books: [String; 2],
    /// How many numbers are in both.
    pub common: usize,
    /// Under how many of them both have one position.
    pub equal: usize,
    /// The other numbers, each with the first record of either book.
    pub different: Vec<(u64, [BookRecord; 2])>,
}

/// The records of a book by their numbers.
type Numbers = BTreeMap<u64, Vec<BookRecord>>;

/// Finds the hands of one book: at least 15 numbers are in both books, and under half of these or more
/// both have one position. Sorted by the names of the books.
///
/// # Errors
/// If the database cannot be read.
pub fn find_hands(store: &Store) -> Result<Vec<Hands>, StoreError> {
    let mut books: BTreeMap<String, Numbers> = BTreeMap::new();
    store.for_each_book_record(|record| {
        if let (Some(book), Some(number)) = (&record.place.book, record.place.number) {
            let numbers = match books.get_mut(book) {
                Some(numbers) => numbers,
                None => books.entry(book.clone()).or_default(),
            };
            numbers.entry(number).or_default().push(record);
        }
    })?;
    books.retain(|_, numbers| numbers.len() >= LEAST_NUMBERS);
    let books: Vec<(String, Numbers)> = books.into_iter().collect();
    let mut hands: Vec<Hands> = count_equal(&books)
        .into_iter()
        .filter(|(_, equal)| equal * 2 >= LEAST_NUMBERS)
        .filter_map(|((one, other), _)| compare(&books[one], &books[other]))
        .collect();
    hands.sort_unstable_by(|one, other| one.books.cmp(&other.books));
    Ok(hands)
}

/// How often two books have one position under one number.
fn count_equal(books: &[(String, Numbers)]) -> HashMap<(usize, usize), usize> {
    let mut holders: HashMap<(u64, i64), Vec<usize>> = HashMap::new();
    for (book, (_, numbers)) in books.iter().enumerate() {
        for (&number, records) in numbers {
            for record in records {
                let holders = holders.entry((number, record.position)).or_default();
                if holders.last() != Some(&book) {
                    holders.push(book);
                }
            }
        }
    }
    let mut equal = HashMap::new();
    for holders in holders.values() {
        for (at, &one) in holders.iter().enumerate() {
            let others = if holders.len() > MOST_BOOKS { at + 2 } else { holders.len() };
            for &other in &holders[at + 1..others.min(holders.len())] {
                *equal.entry((one, other)).or_default() += 1;
            }
        }
    }
    equal
}

fn compare(
    (book, numbers): &(String, Numbers),
    (other, others): &(String, Numbers),
) -> Option<Hands> {
    let mut hands =
        Hands { books: [book.clone(), other.clone()], common: 0, equal: 0, different: Vec::new() };
    for (&number, records) in numbers {
        let Some(others) = others.get(&number) else { continue };
        hands.common += 1;
        let has = |position| others.iter().any(|other| other.position == position);
        if records.iter().any(|record| has(record.position)) {
            hands.equal += 1;
        } else {
            hands.different.push((number, [records[0].clone(), others[0].clone()]));
        }
    }
    (hands.common >= LEAST_NUMBERS && hands.equal * 2 >= hands.common).then_some(hands)
}
