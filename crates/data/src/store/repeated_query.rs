//! The query for the positions with several records, by which they are counted and checked.

use rusqlite::Connection;

use crate::model::Turn;

/// The condition of the index `record_window`: neither top nor bottom is open, or neither right nor left.
pub(super) const IS_BETWEEN_EDGES: &str = "window_open & 5 = 0 OR window_open & 10 = 0";

/// A query for the rows of `repeated` as the records that fulfill a condition give them.
///
/// A record without a side to move is one of each problem of its position.
pub(super) fn derive(condition: &str) -> String {
    let size = "iif(symmetry & 1, 32 * window_rows + window_cols, 32 * window_cols + window_rows)";
    let count = |turn: Turn| {
        let code = turn.code();
        format!(
            "(SELECT count(*) FROM record AS same
              WHERE same.position = record.position AND turn = {code})"
        )
    };
    let [unknown, black, white, either] =
        [Turn::Unknown, Turn::Black, Turn::White, Turn::Either].map(count);
    format!(
        "SELECT first, position, records,
             CASE
                 WHEN (SELECT min({size}) <> max({size}) FROM record
                       WHERE position = one.position AND ({IS_BETWEEN_EDGES})) THEN NULL
                 WHEN EXISTS (SELECT 1 FROM record CROSS JOIN part ON part.record = record.id
                       WHERE position = one.position) -- rarely, so that few are sorted
                     AND EXISTS (SELECT 1 FROM record CROSS JOIN part ON part.record = record.id
                       WHERE position = one.position GROUP BY source, tree
                       HAVING count(*) > count(DISTINCT turn) OR count(*) > 1 AND min(turn) = 0) THEN NULL
                 WHEN unknown > 0 AND turns > 0 AND EXISTS (SELECT 1 FROM record
                       WHERE position = one.position AND turn = 0 AND answers <> '') THEN NULL
                 WHEN turns = 0 THEN 1
                 WHEN unknown > 0 THEN turns
                 ELSE (black > 1) + (white > 1) + (either > 1)
             END AS problems,
             iif(turns = 0, records - 1, records - unknown + turns * (unknown - 1)) AS redundant
         FROM (
             SELECT *, (black > 0) + (white > 0) + (either > 0) AS turns FROM (
                 SELECT min(id) AS first, position, count(*) AS records, {unknown} AS unknown,
                     {black} AS black, {white} AS white, {either} AS either
                 FROM record WHERE {condition} GROUP BY position HAVING count(*) > 1
             )
         ) AS one"
    )
}

/// A query for the sums over the rows of a table.
pub(super) fn sum(table: &str) -> String {
    format!(
        "SELECT 1 AS id, count(*) AS positions, ifnull(sum(records), 0) AS records,
             ifnull(sum(problems), 0) AS problems, ifnull(sum(redundant), 0) AS redundant
         FROM {table} WHERE problems IS NOT NULL"
    )
}

/// Counts all positions.
pub(super) fn fill(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute(&format!("INSERT INTO repeated {}", derive("1")), [])?;
    connection.execute(&format!("INSERT INTO repeated_total {}", sum("repeated")), []).map(drop)
}
