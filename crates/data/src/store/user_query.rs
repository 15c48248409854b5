//! Queries that users write in SQL.

use rusqlite::Connection;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
pub use rusqlite::types::ValueRef as QueryValue;

use super::connection::Store;
use super::error::{StoreError, message};

/// The number of instructions of SQLite between two looks at the cancellation.
const INSTRUCTIONS: i32 = 1000;

impl Store {
    /// Runs a query in SQL, which reads the views and tables of the database and cannot write,
    /// attach another file or change a setting. `columns` gets the names of the columns, then `row`
    /// the values of each row; an error of it ends the query. The query also ends when
    /// `is_cancelled`.
    ///
    /// # Errors
    /// [`StoreError::Query`] if the text is not one query that reads, or SQLite cannot answer it;
    /// those of `row`.
    pub fn query<E: From<StoreError>>(
        &self,
        sql: &str,
        is_cancelled: impl FnMut() -> bool + Send + 'static,
        columns: impl FnOnce(&[&str]),
        mut row: impl FnMut(&[QueryValue<'_>]) -> Result<(), E>,
    ) -> Result<(), E> {
        let fail = |error| StoreError::Query { cause: message(error) };
        let _limits = Limits::set(&self.connection, is_cancelled).map_err(fail)?;
        let mut statement = self.connection.prepare(sql).map_err(fail)?;
        let count = statement.column_count();
        if count == 0 {
            return Err(E::from(StoreError::Query { cause: "it is empty".to_owned() }));
        }
        columns(&statement.column_names());
        let mut rows = statement.query([]).map_err(fail)?;
        while let Some(found) = rows.next().map_err(fail)? {
            let values: rusqlite::Result<Vec<_>> = (0..count).map(|at| found.get_ref(at)).collect();
            row(&values.map_err(fail)?)?;
        }
        Ok(())
    }
}

/// What a query may do; ends when it is dropped.
struct Limits<'a>(&'a Connection);

impl Limits<'_> {
    fn set(
        connection: &Connection,
        is_cancelled: impl FnMut() -> bool + Send + 'static,
    ) -> rusqlite::Result<Limits<'_>> {
        let authorize = |context: AuthContext<'_>| match context.action {
            AuthAction::Select
            | AuthAction::Read { .. }
            | AuthAction::Recursive
            | AuthAction::Function { .. } => Authorization::Allow,
            _ => Authorization::Deny,
        };
        connection.progress_handler(INSTRUCTIONS, Some(is_cancelled))?;
        connection.authorizer(Some(authorize))?;
        Ok(Limits(connection))
    }
}

impl Drop for Limits<'_> {
    fn drop(&mut self) {
        // Removing what was set cannot fail.
        let _ = self.0.progress_handler(INSTRUCTIONS, None::<fn() -> bool>);
        let _ = self.0.authorizer(None::<fn(AuthContext<'_>) -> Authorization>);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::{import, records, source};

    fn store() -> Store {
        let store = Store::open_in_memory().unwrap();
        import(&store, &source(1), records(&["3x3|X........", "3x3|XO......."]), vec![]);
        store
    }

    fn query(store: &Store, sql: &str) -> Result<Vec<String>, String> {
        let mut found = Vec::new();
        let rows = |row: &[QueryValue<'_>]| -> Result<(), StoreError> {
            found.push(format!("{row:?}"));
            Ok(())
        };
        let result = store.query(sql, || false, |names| assert!(!names.is_empty()), rows);
        result.map(|()| found).map_err(|error| error.to_string())
    }

    #[test]
    fn a_query_reads_views_and_gives_values() {
        let store = store();
        let rows = query(&store, "SELECT stones, NULL, 0.5, x'00' FROM v_record ORDER BY id");
        assert_eq!(
            rows.unwrap(),
            [
                "[Integer(1), Null, Real(0.5), Blob([0])]",
                "[Integer(2), Null, Real(0.5), Blob([0])]"
            ]
        );
        let sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3) \
            SELECT count(*) FROM n";
        assert_eq!(query(&store, sql).unwrap(), ["[Integer(3)]"]);
    }

    #[test]
    fn a_query_cannot_write_or_change_anything() {
        let store = store();
        for sql in [
            "DELETE FROM record",
            "UPDATE record SET name = 'x' RETURNING id",
            "CREATE TEMP TABLE t (x)",
            "PRAGMA query_only = 0",
            "PRAGMA journal_mode = DELETE",
            "ATTACH ':memory:' AS other",
            "BEGIN",
            "VACUUM INTO '/tmp/x'",
            "SELECT 1; SELECT 2",
            "SELECT load_extension('x')",
            "",
            "nonsense",
        ] {
            assert!(query(&store, sql).is_err(), "{sql}");
        }
        // Other questions to the store are as free as before.
        assert!(store.run(|c| c.execute_batch("BEGIN; END")).is_ok());
    }

    #[test]
    fn a_query_ends_when_it_is_cancelled() {
        let sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
            SELECT max(i) FROM n";
        let result = store().query(sql, || true, |_| {}, |_| Ok::<_, StoreError>(()));
        assert_eq!(result.unwrap_err().to_string(), "the query was not answered: interrupted");
    }
}
