//! Game trees that wait in a temporary file until all of their source are known.

use std::io;
use std::ops::ControlFlow;

use rusqlite::Connection;

/// The memory for pages and for sorting, in KiB.
const CACHE_KIB: i64 = 16 * 1024;

/// A game tree in a [`TreeSpool`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpooledTree {
    /// The name of the source.
    pub(crate) source: String,
    /// The number of the tree in the source.
    pub(crate) tree: u32,
    /// The rank of a problem in a tree of several, from 1; else 0.
    pub(crate) problem: u32,
    /// Where the tree was found: three numbers for the caller.
    pub(crate) found: [i64; 3],
    /// The tree, as the caller encodes it.
    pub(crate) bytes: Vec<u8>,
}

/// Sorts game trees by their sources, in a temporary file that the system removes. The file takes
/// twice as much room as the trees; memory does not depend on their number.
#[derive(Debug)]
pub(crate) struct TreeSpool(Connection);

impl TreeSpool {
    /// Makes the temporary file.
    pub(crate) fn new() -> io::Result<TreeSpool> {
        // An empty path stands for a temporary database.
        let connection = Connection::open("").map_err(io::Error::other)?;
        let begin = format!(
            "PRAGMA journal_mode = OFF;
             PRAGMA synchronous = OFF;
             PRAGMA cache_size = -{CACHE_KIB};
             CREATE TABLE spool (id INTEGER PRIMARY KEY, source TEXT NOT NULL, tree INTEGER NOT NULL,
                 problem INTEGER NOT NULL,
                 file INTEGER NOT NULL, place INTEGER NOT NULL, row INTEGER NOT NULL,
                 bytes BLOB NOT NULL) STRICT;
             BEGIN;"
        );
        connection.execute_batch(&begin).map_err(io::Error::other)?;
        Ok(TreeSpool(connection))
    }

    /// Adds a tree.
    pub(crate) fn push(&self, tree: &SpooledTree) -> io::Result<()> {
        let SpooledTree { source, tree, problem, found: [file, place, row], bytes } = tree;
        let sql = "INSERT INTO spool (source, tree, problem, file, place, row, bytes)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let mut insert = self.0.prepare_cached(sql).map_err(io::Error::other)?;
        insert
            .execute((source, tree, problem, file, place, row, bytes))
            .map_err(io::Error::other)?;
        Ok(())
    }

    /// Passes all trees to `visit`, by the bytes of the names of their sources, then by their
    /// numbers and ranks, then as they were added, until it breaks.
    pub(crate) fn for_each(
        &self,
        visit: &mut dyn FnMut(SpooledTree) -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<()>> {
        // Without an index, SQLite merges sorted runs, and reads and writes in sequence.
        let sql = "SELECT source, tree, problem, file, place, row, bytes FROM spool
                   ORDER BY source, tree, problem, id";
        let mut run = || -> rusqlite::Result<ControlFlow<()>> {
            let mut select = self.0.prepare(sql)?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                let tree = SpooledTree {
                    source: row.get(0)?,
                    tree: row.get(1)?,
                    problem: row.get(2)?,
                    found: [row.get(3)?, row.get(4)?, row.get(5)?],
                    bytes: row.get(6)?,
                };
                if visit(tree).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        };
        run().map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_come_sorted_by_source_and_number() {
        let spool = TreeSpool::new().unwrap();
        let tree = |source: &str, tree, row| SpooledTree {
            source: source.to_owned(),
            tree,
            problem: 0,
            found: [1, 2, row],
            bytes: vec![0xFF; 3],
        };
        for (source, number, row) in
            [("b", 2, 0), ("b\0c", 1, 1), ("b", 10, 2), ("B", 7, 3), ("b", 2, 4), ("é", 1, 5)]
        {
            spool.push(&tree(source, number, row)).unwrap();
        }
        let mut found = Vec::new();
        let end = spool.for_each(&mut |tree| {
            found.push(tree);
            ControlFlow::Continue(())
        });
        assert_eq!(end.unwrap(), ControlFlow::Continue(()));
        assert_eq!(
            found,
            [
                tree("B", 7, 3),
                tree("b", 2, 0),
                tree("b", 2, 4),
                tree("b", 10, 2),
                tree("b\0c", 1, 1),
                tree("é", 1, 5),
            ]
        );
        let mut count = 0;
        let end = spool.for_each(&mut |_| {
            count += 1;
            ControlFlow::Break(())
        });
        assert_eq!((end.unwrap(), count), (ControlFlow::Break(()), 1));
    }
}
