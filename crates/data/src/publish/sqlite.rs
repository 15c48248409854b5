//! Databases of other programs.

use std::io;

use rusqlite::Connection;

/// Builds a database in memory. Returns the bytes of its file.
pub(super) fn build_database(
    fill: impl FnOnce(&Connection) -> rusqlite::Result<()>,
) -> io::Result<Vec<u8>> {
    let build = || {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch("BEGIN")?;
        fill(&connection)?;
        connection.execute_batch("COMMIT")?;
        Ok(connection.serialize("main")?.to_vec())
    };
    build().map_err(|error: rusqlite::Error| io::Error::other(error))
}
