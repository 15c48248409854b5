//! Where a database is: in a file, or in the memory of this process.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::{Connection, OpenFlags};

/// The place of a database, to which several connections can be opened.
#[derive(Clone, Debug)]
pub(super) enum Location {
    /// A file.
    File(PathBuf),
    /// A database that every connection of this process with the same URI
    /// shares. SQLite frees the memory when the last connection is closed.
    Memory { uri: String },
}

impl Location {
    /// A new, empty database in memory.
    pub(super) fn new_in_memory() -> Location {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // Databases of this virtual file system whose names begin with a slash
        // are shared between connections.
        Location::Memory { uri: format!("file:/gtn-db-{number}?vfs=memdb") }
    }

    /// The path of the file; `:memory:` for a database in memory.
    pub(super) fn path(&self) -> &Path {
        match self {
            Location::File(path) => path,
            Location::Memory { .. } => Path::new(":memory:"),
        }
    }

    /// Opens a connection. Besides `flags`, the connection has no mutex of its
    /// own, because one thread at a time uses it.
    pub(super) fn connect(&self, flags: OpenFlags) -> rusqlite::Result<Connection> {
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        match self {
            Location::File(path) => Connection::open_with_flags(path, flags),
            Location::Memory { uri } => {
                Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)
            }
        }
    }
}

/// Opens a file that no process can change while the connection is open.
/// SQLite then neither locks the file nor writes beside it.
pub(super) fn connect_immutable(path: &Path) -> rusqlite::Result<Connection> {
    let uri = immutable_uri(path.as_os_str().as_encoded_bytes(), cfg!(windows));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(uri, flags)
}

/// The URI with which SQLite opens a file as immutable.
///
/// SQLite wants an absolute path behind `file://`, with slashes as separators
/// and, on Windows, with a slash before the drive letter.
fn immutable_uri(path: &[u8], is_windows: bool) -> String {
    let is_separator = |byte: u8| byte == b'/' || is_windows && byte == b'\\';
    let mut uri = String::from("file:");
    match path {
        [first, ..] if is_separator(*first) => uri.push_str("//"),
        [drive, b':', separator, ..]
            if is_windows && drive.is_ascii_alphabetic() && is_separator(*separator) =>
        {
            uri.push_str("///");
        }
        _ => {}
    }
    for &byte in path {
        match byte {
            _ if is_separator(byte) => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b':' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02x}")),
        }
    }
    uri.push_str("?immutable=1");
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn immutable_uris_of_unix_paths() {
        for (path, uri) in [
            ("/a/b.db", "file:///a/b.db?immutable=1"),
            ("a/b.db", "file:a/b.db?immutable=1"),
            ("./b.db", "file:./b.db?immutable=1"),
            ("/a b/50%?#.db", "file:///a%20b/50%25%3f%23.db?immutable=1"),
            ("/é.db", "file:///%c3%a9.db?immutable=1"),
            // Here a backslash is part of a name and a colon nothing special.
            (r"/a\b.db", "file:///a%5cb.db?immutable=1"),
            (r"C:\b.db", "file:C:%5cb.db?immutable=1"),
        ] {
            assert_eq!(immutable_uri(path.as_bytes(), false), uri);
        }
    }

    #[test]
    fn immutable_uris_of_windows_paths() {
        for (path, uri) in [
            (r"C:\Go\my games.db", "file:///C:/Go/my%20games.db?immutable=1"),
            ("c:/go/b.db", "file:///c:/go/b.db?immutable=1"),
            (r"go\b.db", "file:go/b.db?immutable=1"),
            (r"\go\b.db", "file:///go/b.db?immutable=1"),
            (r"\\server\share\b.db", "file:////server/share/b.db?immutable=1"),
            (r"\\?\C:\b.db", "file:////%3f/C:/b.db?immutable=1"),
        ] {
            assert_eq!(immutable_uri(path.as_bytes(), true), uri);
        }
    }

    #[test]
    fn databases_in_memory_are_shared_by_location_only() {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let (one, other) = (Location::new_in_memory(), Location::new_in_memory());
        let first = one.connect(flags).unwrap();
        first.execute_batch("CREATE TABLE t (x)").unwrap();
        assert!(one.connect(flags).unwrap().table_exists(None, "t").unwrap());
        assert!(!other.connect(flags).unwrap().table_exists(None, "t").unwrap());
    }

    #[test]
    fn a_file_is_opened_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("50% of #1, new?.db");
        Connection::open_with_flags(&path, OpenFlags::default() - OpenFlags::SQLITE_OPEN_URI)
            .unwrap()
            .execute_batch("CREATE TABLE t (x)")
            .unwrap();
        assert!(connect_immutable(&path).unwrap().table_exists(None, "t").unwrap());
    }
}
