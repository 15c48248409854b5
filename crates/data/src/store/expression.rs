//! Conditions that users write in SQL.

use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode};

use super::connection::Store;
use super::error::{StoreError, message};

/// A condition in SQL over the columns of a view of the database, such as
/// `stones < 10 AND name LIKE '%ladder%'`.
///
/// The condition can read the documented columns of its view and call the
/// functions in [`FUNCTIONS`](Self::FUNCTIONS), but not contain a `SELECT`. So
/// it cannot write, and always gives the same answer for the same row.
///
/// The limits of an evaluation are those of SQLite for the connection: an
/// expression has at most 4096 bytes and a text at most 1 MiB, so all texts of
/// an evaluation together have less than 1 GiB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The condition.
    pub sql: String,
    /// The longest time that a search with the condition may take.
    pub timeout: Duration,
}

impl Expression {
    /// The functions that a condition can call: all depend on their arguments
    /// alone, and none makes a text much longer than its arguments.
    pub const FUNCTIONS: [&'static str; 21] = [
        "abs",
        "char",
        "coalesce",
        "glob",
        "ifnull",
        "iif",
        "instr",
        "length",
        "like",
        "lower",
        "max",
        "min",
        "nullif",
        "octet_length",
        "round",
        "sign",
        "substr",
        "substring",
        "typeof",
        "unicode",
        "upper",
    ];

    /// The time after which a search stops, if nothing else is set.
    pub const TIMEOUT: Duration = Duration::from_secs(10);
}

impl From<&str> for Expression {
    fn from(sql: &str) -> Expression {
        Expression { sql: sql.to_owned(), timeout: Expression::TIMEOUT }
    }
}

/// The most bytes of an expression, of a text in its evaluation, and of a
/// pattern of `LIKE` or `GLOB`.
const MAX_SQL_BYTES: usize = 4096;
const MAX_TEXT_BYTES: i32 = 1 << 20;
const MAX_PATTERN_BYTES: i32 = 1000;

/// The number of instructions of SQLite between two looks at the clock.
const INSTRUCTIONS: i32 = 100;

/// What an expression is about.
#[derive(Debug)]
pub(super) struct Scope {
    /// The things that the condition selects, for messages.
    pub(super) what: &'static str,
    /// The names of the columns; the first one is the id of a row.
    pub(super) columns: &'static [&'static str],
    /// The SQL query that has these columns.
    pub(super) query: &'static str,
}

impl Expression {
    /// The SQL condition that the id `id` is that of a row for which the
    /// expression is true. Only for expressions that
    /// [`Store::run_limited`] has checked.
    pub(super) fn condition(&self, id: &str, scope: &Scope) -> String {
        let Scope { columns, query, .. } = scope;
        // On a line of its own, so that a comment in the expression ends there.
        format!("{id} IN (SELECT {} FROM ({query}) WHERE (\n{}\n))", columns[0], self.sql)
    }

    /// Checks that the text is one expression over the columns of the scope,
    /// without a query in it, and calls allowed functions only.
    ///
    /// The check compiles the expression for an empty database with one table,
    /// and once without parentheses around it, so the expression cannot close
    /// parentheses that it has not opened.
    fn check(&self, scope: &Scope) -> Result<(), String> {
        if self.sql.len() > MAX_SQL_BYTES {
            return Err(format!("it has more than {MAX_SQL_BYTES} bytes"));
        }
        let check = || -> rusqlite::Result<usize> {
            let connection = Connection::open_in_memory()?;
            connection
                .execute_batch(&format!("CREATE TABLE row ({})", scope.columns.join(", ")))?;
            // "x" is the column x, and an error if there is none.
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
            let columns = scope.columns;
            let mut is_first_select = true;
            let authorize = move |context: AuthContext<'_>| {
                let is_allowed = match context.action {
                    AuthAction::Select => std::mem::take(&mut is_first_select),
                    AuthAction::Read { table_name: "row", column_name } => {
                        column_name.is_empty() || columns.contains(&column_name)
                    }
                    AuthAction::Function { function_name } => {
                        Expression::FUNCTIONS.contains(&function_name)
                    }
                    _ => false,
                };
                if is_allowed { Authorization::Allow } else { Authorization::Deny }
            };
            let sql = &self.sql;
            connection.authorizer(Some(authorize))?;
            let parameters =
                connection.prepare(&format!("SELECT\n{sql}\nFROM row"))?.parameter_count();
            connection.authorizer(Some(authorize))?;
            connection.prepare(&format!("SELECT 1 FROM row WHERE (\n{sql}\n)"))?;
            Ok(parameters)
        };
        match check() {
            Ok(0) => Ok(()),
            Ok(_) => Err("it has a parameter".to_owned()),
            Err(rusqlite::Error::SqlInputError { offset, .. })
                if usize::try_from(offset)
                    .is_ok_and(|at| at >= "SELECT\n".len() + self.sql.len()) =>
            {
                Err("it is not one whole expression".to_owned())
            }
            Err(error) => Err(match message(error) {
                message if message == "not authorized" => "it contains a query".to_owned(),
                // The text ends a statement before what stands behind it in ours.
                message if message.starts_with("near \"FROM\"") => {
                    "it is not one whole expression".to_owned()
                }
                message if message.ends_with("\nFROM row\"") => {
                    "a quotation mark is not closed".to_owned()
                }
                message => message,
            }),
        }
    }
}

impl Store {
    /// Checks the expression, and runs a statement that contains its
    /// [`condition`](Expression::condition) within the limits.
    pub(super) fn run_limited<T>(
        &self,
        expression: &Expression,
        scope: &Scope,
        run: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let fail = |cause| StoreError::Expression {
            expression: expression.sql.clone(),
            what: scope.what,
            cause,
        };
        expression.check(scope).map_err(fail)?;
        let is_over = {
            let start = Instant::now();
            let timeout = expression.timeout;
            move || start.elapsed() >= timeout
        };
        let limits = [
            (Limit::SQLITE_LIMIT_LENGTH, MAX_TEXT_BYTES),
            (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, MAX_PATTERN_BYTES),
        ];
        let connection = &self.connection;
        let limited = || -> rusqlite::Result<_> {
            connection.progress_handler(INSTRUCTIONS, Some(is_over))?;
            let mut former = [0; 2];
            for (former, (limit, value)) in former.iter_mut().zip(limits) {
                *former = connection.set_limit(limit, value)?;
            }
            let result = run(connection);
            for (former, (limit, _)) in former.into_iter().zip(limits) {
                connection.set_limit(limit, former)?;
            }
            connection.progress_handler(INSTRUCTIONS, None::<fn() -> bool>)?;
            Ok(result)
        };
        let result = limited().map_err(|error| StoreError::from_sqlite(self.path(), error))?;
        result.map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => {
                fail(format!("it took longer than {} s", expression.timeout.as_secs_f64()))
            }
            Some(ErrorCode::TooBig) => {
                fail(format!("it needs a text of more than {MAX_TEXT_BYTES} bytes"))
            }
            Some(ErrorCode::Unknown) | None => fail(message(error)),
            Some(_) => StoreError::from_sqlite(self.path(), error),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::{import, records, source};

    const SCOPE: Scope = Scope {
        what: "tests",
        columns: &["id", "name", "komi"],
        query: "SELECT id, name, records AS komi FROM source",
    };

    /// The ids for which the expression is true, of a database with the sources
    /// 1 and 2.
    fn select(sql: &str) -> Result<Vec<i64>, String> {
        let store = Store::open_in_memory().unwrap();
        import(&store, &source(1), records(&["3x3|X........"]), vec![]);
        import(&store, &source(2), records(&["3x3|XO.......", "3x3|XOX......"]), vec![]);
        select_in(&store, &Expression::from(sql))
    }

    fn select_in(store: &Store, expression: &Expression) -> Result<Vec<i64>, String> {
        let condition = expression.condition("id", &SCOPE);
        let sql = format!("SELECT id FROM source WHERE {condition} ORDER BY id");
        let found = store.run_limited(expression, &SCOPE, |connection| {
            connection.prepare(&sql)?.query_map([], |row| row.get(0))?.collect()
        });
        // The limits hold for the expression only.
        assert!(store.run(|c| c.query_row("SELECT zeroblob(2000000)", [], |_| Ok(()))).is_ok());
        found.map_err(|error| match error {
            StoreError::Expression { cause, what: "tests", .. } => cause,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn conditions_read_the_columns() {
        for (sql, ids) in [
            ("1", vec![1, 2]),
            ("0", vec![]),
            ("komi > 1", vec![2]),
            ("name LIKE '%1.SGF'", vec![1]),
            ("name GLOB '*2.sgf' OR id = 1", vec![1, 2]),
            ("komi IN (1, 3)", vec![1]),
            ("\"komi\" = 1", vec![1]),
            ("CASE komi WHEN 1 THEN NULL ELSE 'x' END IS NOT NULL", vec![2]),
            ("max(komi, 2) = 2 AND instr(name, '2') > 0", vec![2]),
            ("CAST(name AS INTEGER) = 0 -- a comment", vec![1, 2]),
            ("komi = 1 /* ) OR (1 */", vec![1]),
            ("name = ') OR (1'", vec![]),
        ] {
            assert_eq!(select(sql).as_ref(), Ok(&ids), "{sql}");
        }
    }

    #[test]
    fn a_condition_is_one_expression_over_the_columns() {
        for sql in [
            "",
            "nonsense",
            "1) OR (1",
            "1) OR (1 /*",
            "0)) OR ((1",
            "1 /*",
            "1; DELETE FROM source",
            "1; --",
            "1; drop table record",
            "1, 2",
            "1 AS x",
            "1 FROM row",
            "1 ORDER BY 1",
            "komi = \"1\"",
            "?1",
            ":name = 1",
            "rowid = 1",
            "row.rowid = 1",
            "checksum = 1",
            "source.id = 1",
            "EXISTS (SELECT 1 FROM source)",
            "(SELECT 1)",
            "(VALUES (1))",
            "id IN source",
            "id IN pragma_user_version",
            "id IN (SELECT id FROM row)",
            "(WITH RECURSIVE r AS (SELECT 1 UNION ALL SELECT 1 FROM r) SELECT count(*) FROM r)",
            "max(komi)",
            "count(*)",
            "sum(komi) OVER ()",
            "random() > 0",
            "randomblob(9) IS NULL",
            "zeroblob(1000000000)",
            "printf('%1000000d', 1)",
            "hex(name)",
            "replace(name, '', 'x')",
            "date('now') > ''",
            "CURRENT_TIMESTAMP > ''",
            "json_extract('{}', '$')",
            "'{}' -> 'a'",
            "load_extension('x') IS NULL",
            "gtn_checksum(1) = 1",
            "sqlite_version() = ''",
            "last_insert_rowid()",
            "name MATCH 'x'",
            "name REGEXP 'x'",
            "RAISE(ABORT, 'x')",
        ] {
            let cause = select(sql).unwrap_err();
            assert!(!cause.contains("SELECT"), "{sql}: {cause}");
        }
        assert_eq!(select("(SELECT 1)").unwrap_err(), "it contains a query");
        assert_eq!(select("random()").unwrap_err(), "not authorized to use function: random");
    }

    #[test]
    fn an_evaluation_has_limits() {
        let long = format!("name = '{}'", "x".repeat(MAX_SQL_BYTES));
        assert_eq!(select(&long).unwrap_err(), "it has more than 4096 bytes");
        assert!(select(&"(".repeat(4000)).is_err());
        assert!(select(&format!("1{}", "+1".repeat(2000))).is_err(), "too deep");

        let store = Store::open_in_memory().unwrap();
        let name = "x".repeat(700_000);
        let large = crate::model::Source { name, ..source(1) };
        import(&store, &large, records(&["3x3|X........"]), vec![]);
        let select = |sql| select_in(&store, &Expression::from(sql));
        assert_eq!(select("length(name) > 9"), Ok(vec![1]));
        let cause = select("length(name || name) > 9").unwrap_err();
        assert_eq!(cause, "it needs a text of more than 1048576 bytes");
        assert!(select("'x' LIKE name").unwrap_err().contains("pattern too complex"));
    }

    #[test]
    fn a_search_stops_in_time() {
        let store = Store::open_in_memory().unwrap();
        for number in 0..100 {
            import(&store, &source(number), records(&["3x3|X........"]), vec![]);
        }
        let none = Expression { timeout: Duration::ZERO, ..Expression::from("komi > 1") };
        assert_eq!(select_in(&store, &none).unwrap_err(), "it took longer than 0 s");
        assert_eq!(select_in(&store, &Expression::from("komi > 1")), Ok(vec![]));
    }
}
