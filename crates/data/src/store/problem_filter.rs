//! Conditions on records, and stores that show only the records that fulfill them.

use std::collections::HashSet;

use rusqlite::{Row, ToSql};

use super::connection::Store;
use super::error::{StoreError, read_row};
use super::expression::{Expression, Scope};
use super::problem_conditions::{IS_TAG_OF_RECORD, ProblemConditions, has_rights_sql, level_sql};
use super::query::{SIZE_COLUMNS, unknown_code};
use crate::model::{NamePattern, Rank, SourcePattern, Turn};

/// Conditions on records, those of this computer's own user among them. A record has to fulfill all that are
/// set.
#[derive(Clone, Debug, Default)]
pub struct ProblemFilter {
    /// Patterns. At least one of them matches the source or the path of its file, unless there are none.
    pub sources: Vec<SourcePattern>,
    /// The conditions that may also come from elsewhere.
    pub conditions: ProblemConditions,
    /// A condition over the columns of the view `v_record`.
    pub sql: Option<Expression>,
}

/// The columns for [`ProblemFilter::sql`].
const SCOPE: Scope = Scope {
    what: "problems",
    columns: &[
        "id",
        "key",
        "turn",
        "canonical_turn",
        "turn_source",
        "source",
        "source_id",
        "tree",
        "offset",
        "name",
        "board",
        "board_cols",
        "board_rows",
        "window",
        "edges",
        "region",
        "stones",
        "operation",
        "moves",
        "dialect",
        "answers",
        "records",
        "charset",
        "text",
        "sgf",
        "problem",
        "setup",
        "own_sgf",
        "book",
        "number",
    ],
    query: "SELECT * FROM v_record",
};

impl ProblemFilter {
    /// Whether no condition is set.
    pub fn is_empty(&self) -> bool {
        let ProblemFilter { sources, conditions, sql } = self;
        sources.is_empty() && *conditions == ProblemConditions::default() && sql.is_none()
    }
}

impl From<ProblemConditions> for ProblemFilter {
    fn from(conditions: ProblemConditions) -> ProblemFilter {
        ProblemFilter { conditions, ..ProblemFilter::default() }
    }
}

/// A record that fulfills a filter, and where it belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectedRecord {
    /// The id of the record.
    pub id: i64,
    /// The id of its position.
    pub position: i64,
    /// The id of its source.
    pub source: i64,
    /// The side to move, in the colors of the canonical text.
    pub turn: Turn,
    /// The size of the window, in the orientation of the canonical text: columns and rows.
    pub size: [u8; 2],
}

/// A selected record with what conditions by level, tag and rights ask of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedRecord {
    /// The record.
    pub record: SelectedRecord,
    /// The level.
    pub level: Option<Rank>,
    /// Whether its rights are known.
    pub has_rights: bool,
    /// The tags of its problem, sorted.
    pub tags: Vec<String>,
}

impl Store {
    /// Shows only the records that fulfill the filter from now on, with their
    /// positions and sources, as if the database had no other ones. Games stay.
    /// A filter without conditions changes nothing.
    ///
    /// The selection reads every record once.
    ///
    /// # Errors
    /// If the database cannot be read, and [`StoreError::Expression`] if
    /// [`ProblemFilter::sql`] is not an expression or does something that it
    /// may not; [`StoreError::NoSource`] if a pattern matches no source.
    pub fn select_records(&self, filter: &ProblemFilter) -> Result<(), StoreError> {
        if filter.is_empty() {
            return Ok(());
        }
        let selected = self.find_records(filter)?;
        self.run(|connection| {
            connection.pragma_update(None, "temp_store", "MEMORY")?;
            connection.pragma_update(None, "query_only", false)?;
            connection.execute_batch(SELECTION)?;
            let mut insert = [
                connection.prepare("INSERT INTO temp.selected_record VALUES (?1)")?,
                connection.prepare("INSERT OR IGNORE INTO temp.selected_position VALUES (?1)")?,
                connection.prepare(
                    "INSERT INTO temp.selected_source VALUES (?1, 1)
                     ON CONFLICT DO UPDATE SET records = records + 1",
                )?,
            ];
            let transaction = connection.unchecked_transaction()?;
            for SelectedRecord { id, position, source, .. } in selected {
                for (insert, id) in insert.iter_mut().zip([id, position, source]) {
                    insert.execute([id])?;
                }
            }
            transaction.commit()?;
            connection.pragma_update(None, "query_only", true)
        })
    }

    /// The records that fulfill the filter, in the order of import. Reads every record once, and
    /// changes nothing for later queries.
    ///
    /// # Errors
    /// As for [`select_records`](Self::select_records).
    pub fn find_records(&self, filter: &ProblemFilter) -> Result<Vec<SelectedRecord>, StoreError> {
        self.find_with(filter, "", |record, _| Ok(record))
    }

    /// The same with what conditions by level, tag and rights ask of each. Looks into every game tree.
    ///
    /// # Errors
    /// As for [`select_records`](Self::select_records).
    pub fn find_described_records(
        &self,
        filter: &ProblemFilter,
    ) -> Result<Vec<DescribedRecord>, StoreError> {
        let columns = format!(
            ", {}, {}, (SELECT group_concat(tag, char(10) ORDER BY tag) FROM tag
                 WHERE {IS_TAG_OF_RECORD})",
            level_sql(),
            has_rights_sql()
        );
        self.find_with(filter, &columns, |record, row| {
            let level: Option<u16> = row.get(6)?;
            let tags: Option<String> = row.get(8)?;
            let mut tags: Vec<String> =
                tags.iter().flat_map(|tags| tags.lines()).map(str::to_owned).collect();
            tags.dedup(); // of two sides to move, once
            Ok(DescribedRecord {
                record,
                level: level.and_then(Rank::from_number),
                has_rights: row.get(7)?,
                tags,
            })
        })
    }

    /// What `read` makes of the records that fulfill the filter, with further columns from number 6 on.
    fn find_with<T>(
        &self,
        filter: &ProblemFilter,
        columns: &str,
        read: impl Fn(SelectedRecord, &Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let sources = self.find_sources(&filter.sources)?;
        let named = self.sources_named(filter.conditions.source.as_ref())?;
        let of_books = self.sources_of_books(filter.conditions.book.as_ref())?;
        let comment = filter.conditions.comment.as_ref();
        let commented = comment.map(|phrase| self.records_with_comment(phrase)).transpose()?;
        let is_selected = |record: &SelectedRecord| {
            let is_in = |ids: &Option<HashSet<i64>>| {
                ids.as_ref().is_none_or(|ids| ids.contains(&record.source))
            };
            is_in(&sources)
                && is_in(&named)
                && is_in(&of_books)
                && commented.as_ref().is_none_or(|ids| ids.binary_search(&record.id).is_ok())
        };
        let (conditions, params) = filter.conditions.to_sql();
        let params: Vec<&dyn ToSql> = params.iter().map(|param| &**param).collect();
        let expressed =
            filter.sql.as_ref().map_or("1".to_owned(), |sql| sql.condition("record.id", &SCOPE));
        let sql = format!(
            "SELECT record.id, position, source, turn, {SIZE_COLUMNS}{columns} FROM record
                 JOIN position ON position.id = record.position
             WHERE {conditions} AND {expressed} ORDER BY record.id"
        );
        let find = |connection: &rusqlite::Connection| -> rusqlite::Result<Vec<T>> {
            let mut statement = connection.prepare(&sql)?;
            let mut rows = statement.query(&*params)?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                found.extend(read_row(row, "record", |row| {
                    let turn =
                        Turn::from_code(row.get(3)?).ok_or_else(|| unknown_code(3, "turn"))?;
                    let (id, position, source) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    let size = [row.get(4)?, row.get(5)?];
                    let record = SelectedRecord { id, position, source, turn, size };
                    is_selected(&record).then(|| read(record, row)).transpose()
                })?);
            }
            Ok(found)
        };
        match &filter.sql {
            Some(expression) => self.run_limited(expression, &SCOPE, find),
            None => self.run(find),
        }
    }

    /// The ids of the sources whose names the pattern matches; `None` without a pattern.
    ///
    /// # Errors
    /// [`StoreError::NoSource`] if there are none, and if the database cannot be read.
    pub fn sources_named(
        &self,
        pattern: Option<&NamePattern>,
    ) -> Result<Option<HashSet<i64>>, StoreError> {
        let Some(pattern) = pattern else { return Ok(None) };
        let mut sources = self.sources()?;
        sources.retain(|source| pattern.matches(&source.name));
        if sources.is_empty() {
            return Err(StoreError::NoSource { pattern: pattern.as_str().to_owned() });
        }
        Ok(Some(sources.iter().map(|source| source.id).collect()))
    }

    /// The ids of the sources of the books whose names the pattern matches, of none maybe; `None`
    /// without a pattern.
    fn sources_of_books(
        &self,
        pattern: Option<&NamePattern>,
    ) -> Result<Option<HashSet<i64>>, StoreError> {
        let Some(pattern) = pattern else { return Ok(None) };
        let mut books = self.books()?;
        books.retain(|_, book| pattern.matches(book));
        Ok(Some(books.into_keys().collect()))
    }

    /// The ids of the sources that one of the patterns matches; `None` without
    /// patterns. A pattern that matches no source is an error.
    fn find_sources(&self, patterns: &[SourcePattern]) -> Result<Option<HashSet<i64>>, StoreError> {
        if patterns.is_empty() {
            return Ok(None);
        }
        let mut has_match = vec![false; patterns.len()];
        let mut found = HashSet::new();
        for source in self.source_details()? {
            for (pattern, has_match) in patterns.iter().zip(&mut has_match) {
                if source.is_selected(pattern) {
                    *has_match = true;
                    found.insert(source.id);
                }
            }
        }
        match patterns.iter().zip(has_match).find(|(_, has_match)| !has_match) {
            Some((pattern, _)) => {
                Err(StoreError::NoSource { pattern: pattern.as_str().to_owned() })
            }
            None => Ok(Some(found)),
        }
    }
}

/// Tables of the selected rows, and views that stand in for the tables of the
/// database: in this connection, a name without `main.` means the view.
///
/// The `+` keeps SQLite from reading the rows in the order of the selection
/// where an index finds fewer.
const SELECTION: &str = "
    CREATE TEMP TABLE selected_record (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE selected_position (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE selected_source (id INTEGER PRIMARY KEY, records INTEGER NOT NULL);
    CREATE TEMP VIEW record AS
        SELECT * FROM main.record WHERE +id IN (SELECT id FROM temp.selected_record);
    CREATE TEMP VIEW position AS
        SELECT * FROM main.position WHERE +id IN (SELECT id FROM temp.selected_position);
    CREATE TEMP VIEW source AS
        SELECT source.id, place, hash, bytes, name, kind, selected_source.records, games,
            variations, file, import, checksum
        FROM main.source JOIN temp.selected_source ON selected_source.id = source.id;
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use crate::go::Size;
    use crate::model::Source;
    use crate::solution::Dialect;
    use crate::store::BoardRegion;
    use crate::store::tests::{import, problem, records, source};

    /// Two books: two problems of the first are in the second, too.
    fn store() -> Store {
        let store = Store::open_in_memory().unwrap();
        let first = [
            "(;SZ[9]GN[Ladder 1]AB[aa][ba]AW[ab][bb]PL[W];W[ca]C[RIGHT])",
            "(;SZ[13:9]GN[100%]AB[ga][gb]AW[ha];B[hb]C[Correct])",
            "(;SZ[19]GN[center]AB[jj][jk]AW[kj])",
        ];
        let second = [
            "(;SZ[9]GN[ladder]AW[ia][ha]AB[ib][hb]PL[B];B[ga]C[RIGHT];W[ii])",
            "(;SZ[9]GN[board]AB[aa][ai][ia]AW[ii];B[ee])",
        ];
        let numbered = |trees: &[&str]| {
            let number = |(tree, sgf): (u32, &&str)| {
                let mut record = problem(sgf);
                record.tree = tree;
                record
            };
            (1..).zip(trees).map(number).collect()
        };
        import(
            &store,
            &Source { name: "a/1.sgf".to_owned(), ..source(1) },
            numbered(&first),
            vec![],
        );
        import(
            &store,
            &Source { name: "b/2.sgf".to_owned(), ..source(2) },
            numbered(&second),
            vec![],
        );
        store
    }

    #[test]
    fn a_pattern_without_a_source_is_an_error() {
        let store = store();
        let sources = ["b", "*.SGF"].map(|pattern| pattern.parse().unwrap()).to_vec();
        let filter = ProblemFilter { sources, ..ProblemFilter::default() };
        let error = store.select_records(&filter).unwrap_err();
        assert_eq!(error.to_string(), "no source matches `*.SGF`");
    }

    /// The ids of the records that a store shows after a selection.
    fn select(change: &dyn Fn(&mut ProblemFilter)) -> Vec<i64> {
        let store = store();
        let mut filter = ProblemFilter::default();
        assert!(filter.is_empty());
        change(&mut filter);
        store.select_records(&filter).unwrap();
        let mut ids = Vec::new();
        store.for_each_record(|record, _| ids.push(record.id)).unwrap();
        ids
    }

    #[test]
    fn filters_select_what_they_name_and_nothing_else() {
        assert_eq!(select(&|_| ()), [1, 2, 3, 4, 5]);
        assert_eq!(select(&|filter| filter.sources = vec!["b/".parse().unwrap()]), [4, 5]);
        let both = ["1.sgf", "b"].map(|pattern| pattern.parse().unwrap()).to_vec();
        assert_eq!(select(&|filter| filter.sources = both.clone()), [1, 2, 3, 4, 5]);
        assert_eq!(select(&|filter| filter.conditions.source = Some("b".parse().unwrap())), [4, 5]);
        assert_eq!(
            select(&|filter| filter.conditions.board = Some(Size::new(13, 9).unwrap())),
            [2]
        );
        assert_eq!(select(&|filter| filter.conditions.stones = Some((4, 4))), [1, 4, 5]);
        assert_eq!(select(&|filter| filter.conditions.stones = Some((0, 3))), [2, 3]);
        for (region, ids) in
            BoardRegion::ALL.into_iter().zip([vec![1, 4], vec![2], vec![3], vec![5]])
        {
            assert_eq!(
                select(&|filter| filter.conditions.region = Some(region)),
                ids,
                "{region:?}"
            );
            let sql = format!("region = '{}'", region.name());
            assert_eq!(select(&|filter| filter.sql = Some((&*sql).into())), ids);
        }
        assert_eq!(select(&|filter| filter.conditions.turn = Some(Color::White)), [1]);
        assert_eq!(select(&|filter| filter.conditions.turn = Some(Color::Black)), [2, 4, 5]);
        assert_eq!(select(&|filter| filter.conditions.is_answered = Some(true)), [1, 2, 4, 5]);
        assert_eq!(select(&|filter| filter.conditions.is_answered = Some(false)), [3]);
        assert_eq!(select(&|filter| filter.conditions.dialect = Some(Dialect::Words)), [2]);
        assert_eq!(select(&|filter| filter.conditions.name = Some("LADDER".to_owned())), [1, 4]);
        assert_eq!(select(&|filter| filter.conditions.name = Some("%".to_owned())), [2]);
        assert_eq!(select(&|filter| filter.sql = Some("records > 1 AND moves = 2".into())), [4]);
        let combined = select(&|filter| {
            filter.sql = Some("moves < 2 OR 1".into());
            filter.conditions.name = Some("ladder".to_owned());
            filter.sources = vec!["a".parse().unwrap()];
        });
        assert_eq!(combined, [1]);
    }

    #[test]
    fn a_store_shows_only_what_was_selected() {
        let store = store();
        let all = store.positions_with_records(1).unwrap();
        let name = Some("1".to_owned());
        let filter = ProblemConditions { name, ..ProblemConditions::default() }.into();
        store.select_records(&filter).unwrap();
        assert_eq!(store.positions_with_records(1).unwrap(), all[..2]);
        assert!(store.positions_with_records(2).unwrap().is_empty());
        let counts = store.counts().unwrap();
        assert_eq!(
            [counts.records, counts.problems, counts.positions, counts.sources],
            [2, 2, 2, 1]
        );
        let sources = store.sources().unwrap();
        assert_eq!((sources.len(), &*sources[0].name, sources[0].records), (1, "a/1.sgf", 2));
        let mut positions = Vec::new();
        store.for_each_position(|id, _, _| positions.push(id)).unwrap();
        assert_eq!(positions, all[..2]);
        assert_eq!(store.records(all[0]).unwrap().len(), 1);
        assert!(store.position_by_id(all[2]).unwrap().is_none());
        // The store still cannot write.
        assert!(store.run(|c| c.execute("DELETE FROM main.record", [])).is_err());
    }

    #[test]
    fn every_column_may_be_used_and_no_other() {
        let store = Store::open_in_memory().unwrap();
        import(&store, &source(1), records(&["3x3|X........"]), vec![]);
        let find = |sql: &str| {
            let filter = ProblemFilter { sql: Some(sql.into()), ..ProblemFilter::default() };
            store.find_records(&filter).map(|found| found.len())
        };
        for column in SCOPE.columns {
            assert_eq!(find(&format!("{column} IS NULL OR 1")).unwrap(), 1, "{column}");
        }
        for sql in ["symmetry = 1", "checksum IS NULL", "1) OR (1"] {
            let error = find(sql).unwrap_err();
            assert!(matches!(error, StoreError::Expression { what: "problems", .. }), "{sql}");
        }
    }
}
