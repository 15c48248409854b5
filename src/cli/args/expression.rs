//! Options for a condition in SQL.

use std::time::Duration;

use clap::Args;
use gtn_db::store::Expression;

/// A condition in SQL and the time that it may take.
#[derive(Debug, Args)]
pub struct ExpressionArgs {
    /// Only those for which this SQL expression over their columns is true, such as "komi > 6 AND
    /// winner = 'black'" for games or "stones < 10 AND moves > 0" for problems; `gtn-db games --help` and
    /// `gtn-db problems --help` list the columns
    #[arg(long = "where", value_name = "SQL", help_heading = "Selecting with SQL")]
    sql: Option<String>,
    /// Give up --where after this many seconds [default: 10]
    #[arg(long, value_name = "SECONDS", requires = "sql", help_heading = "Selecting with SQL")]
    timeout: Option<u64>,
}

impl ExpressionArgs {
    /// The condition for the store, if there is one.
    pub fn to_expression(&self) -> Option<Expression> {
        let sql = self.sql.clone()?;
        Some(Expression {
            sql,
            timeout: self.timeout.map_or(Expression::TIMEOUT, Duration::from_secs),
        })
    }

    /// `--where` if it was given, for messages.
    pub fn given_option(&self) -> Option<&'static str> {
        self.sql.is_some().then_some("--where")
    }
}
