//! The books of sources and records, from their names.

use std::collections::HashMap;

use super::connection::Store;
use super::error::StoreError;
use crate::model::BookPlace;

/// A record with its place in a book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookRecord {
    /// The book and the number there.
    pub place: BookPlace,
    /// The id of the position.
    pub position: i64,
    /// The id of the source, the number of the tree there, and the rank of the problem in that: what
    /// [`Store::record_at`] takes.
    pub at: (i64, u32, u32),
}

impl Store {
    /// The name of the book of each source that is of one.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn books(&self) -> Result<HashMap<i64, String>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT id, book FROM main.source WHERE book IS NOT NULL")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    /// When each import began, by its id, in seconds since 1970.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn import_times(&self) -> Result<HashMap<i64, i64>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT id, started FROM main.import")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    /// Calls `visit` with every record, in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_book_record(
        &self,
        mut visit: impl FnMut(BookRecord),
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let mut statement = connection.prepare(
                "SELECT record.source, tree, ifnull(problem, 1), position, source.name, source.records,
                     record.name
                 FROM record JOIN main.source AS source ON source.id = record.source
                     LEFT JOIN part ON part.record = record.id ORDER BY record.id",
            )?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let at: (i64, u32, u32) = (row.get(0)?, row.get(1)?, row.get(2)?);
                let (source, name): (String, Option<String>) = (row.get(4)?, row.get(6)?);
                let records = row.get::<_, i64>(5)? as u64;
                let place = BookPlace::of(&source, records, (at.1, at.2), name.as_deref());
                visit(BookRecord { place, position: row.get(3)?, at });
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::Source;
    use crate::store::tests::{execute, import, problem, source};

    type Place = (Option<String>, Option<i64>);

    /// The books and numbers of the records of a source, in the view and by the rules.
    fn places(file: &str, names: &[Option<String>]) -> [Vec<Place>; 2] {
        let store = Store::open_in_memory().unwrap();
        let record = |(tree, name): (u32, &Option<String>)| {
            let mut record = problem("(;SZ[9]AB[aa][ba]AW[ab])");
            (record.tree, record.name) = (tree, name.clone());
            record
        };
        let records = (1..).zip(names).map(record).collect();
        import(&store, &Source { name: file.to_owned(), ..source(1) }, records, vec![]);
        assert_eq!(store.check_rows().unwrap(), []);
        let in_view = store.run(|connection| {
            connection
                .prepare("SELECT book, number FROM v_record ORDER BY id")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        });
        let by_rules = (1..).zip(names).map(|(tree, name)| {
            let place = BookPlace::of(file, names.len() as u64, (tree, 1), name.as_deref());
            (place.book, place.number.map(|number| number as i64))
        });
        [in_view.unwrap(), by_rules.collect()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn views_have_the_books_and_numbers_of_the_rules(
            file in "([a1/.]{0,6}/)?(p|No|x)?[-_ .]?[0-9]{0,3}(-[0-9]{1,3})?(\\.sgf)?",
            names in prop::collection::vec(
                prop::option::of("[a題]{0,2}[0-9]{0,2}[ b-]?([0-9]{1,20})?"), 1..4,
            ),
        ) {
            prop_assume!(!file.is_empty());
            let [in_view, by_rules] = places(&file, &names);
            prop_assert_eq!(in_view, by_rules);
        }
    }

    #[test]
    fn the_book_of_a_source_follows_its_name() {
        let store = Store::open_in_memory().unwrap();
        let named = |name: &str| Source { name: name.to_owned(), ..source(1) };
        import(&store, &named("a/77-78.sgf"), vec![problem("(;SZ[9]AB[aa][ba]AW[ab])")], vec![]);
        let books = || store.books().unwrap().into_values().collect::<Vec<_>>();
        assert_eq!(books(), ["a/77"]);
        execute(&store, "UPDATE source SET book = 'b'");
        let faults = store.check_rows().unwrap();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!(faults[0].what, "book is not what the other values give");
    }
}
