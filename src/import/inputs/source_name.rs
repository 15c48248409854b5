//! What inputs are called: a name to show and an identity to tell places apart.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// How one place is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// For people.
    pub(super) name: String,
    /// For telling places apart.
    pub(super) identity: String,
}

impl Label {
    /// Standard input.
    pub(super) fn stdin() -> Label {
        Label { name: "-".to_owned(), identity: "-".to_owned() }
    }

    /// The file or folder an argument names.
    pub(super) fn argument(path: &Path) -> Label {
        let full = full_path(path);
        // `.` and `..` have no name of their own, `/` has none at all.
        let name = path.file_name().or_else(|| full.file_name());
        Label {
            name: name.map(lossy).unwrap_or_default(),
            identity: exact(full.as_os_str().as_encoded_bytes()).into_owned(),
        }
    }

    /// An argument that leads nowhere is called what the user wrote.
    pub(super) fn as_written(path: &Path) -> Label {
        Label {
            name: lossy(path.as_os_str()),
            identity: exact(path.as_os_str().as_encoded_bytes()).into_owned(),
        }
    }

    /// A file found at `relative` below the folder `root`, whose own name is `root_name`.
    pub(super) fn below(root_name: &str, root: &Path, relative: &Path) -> Label {
        let mut name = root_name.to_owned();
        for component in relative.components() {
            if let Component::Normal(part) = component {
                if !name.is_empty() {
                    name.push('/');
                }
                name.push_str(&lossy(part));
            }
        }
        let full = root.join(relative);
        Label { name, identity: exact(full.as_os_str().as_encoded_bytes()).into_owned() }
    }

    /// An entry of the archive `self`.
    #[cfg(feature = "archives")]
    pub(super) fn entry(&self, entry: &EntryName<'_>) -> Label {
        Label {
            name: [&self.name, "/", entry.shown.trim_start_matches('/')].concat(),
            identity: [&self.identity, "/", &*entry.exact].concat(),
        }
    }
}

/// What an archive calls an entry. It is a label only: nothing is ever written there.
#[cfg(feature = "archives")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntryName<'a> {
    pub(super) shown: Cow<'a, str>,
    exact: Cow<'a, str>,
}

#[cfg(feature = "archives")]
impl<'a> EntryName<'a> {
    /// A name in UTF-8 or in something unknown.
    pub(super) fn new(raw: &'a [u8]) -> EntryName<'a> {
        EntryName::decoded(raw, String::from_utf8_lossy(raw))
    }

    /// A name whose encoding was found out.
    pub(super) fn decoded(raw: &'a [u8], shown: Cow<'a, str>) -> EntryName<'a> {
        EntryName { shown, exact: exact(raw) }
    }

    /// The same, apart from the archive that it was read from.
    pub(super) fn into_owned(self) -> EntryName<'static> {
        EntryName { shown: self.shown.into_owned().into(), exact: self.exact.into_owned().into() }
    }

    /// The name without the folders it is in.
    pub(super) fn file_name(&self) -> &str {
        self.shown.rsplit(SEPARATORS).next().unwrap_or_default()
    }

    /// Whether it or a folder it is in is hidden, or is what macOS adds to its archives.
    pub(super) fn is_hidden(&self) -> bool {
        self.shown
            .split(SEPARATORS)
            .any(|part| part != "." && part != ".." && is_hidden(part.as_bytes()))
    }
}

/// Archives made on Windows may use either.
#[cfg(feature = "archives")]
const SEPARATORS: [char; 2] = ['/', '\\'];

/// Whether a file or folder of this name is passed over.
pub(super) fn is_hidden(name: &[u8]) -> bool {
    name.starts_with(b".") || name == b"__MACOSX"
}

/// The same place has the same full path, whatever way was taken to it.
pub(super) fn full_path(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

fn lossy(name: &OsStr) -> String {
    name.to_string_lossy().into_owned()
}

/// Text for bytes that are mostly text, never the same for two different ones: what is not UTF-8
/// is repeated behind it, percent-escaped.
fn exact(bytes: &[u8]) -> Cow<'_, str> {
    let mut text = match String::from_utf8_lossy(bytes) {
        Cow::Owned(text) => text,
        text => return text,
    };
    text.push(' ');
    for &byte in bytes {
        if byte.is_ascii_graphic() && byte != b'%' {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_below_a_folder_use_slashes() {
        let label = Label::below("problems", Path::new("/a/problems"), Path::new("1a/x.sgf"));
        assert_eq!(label.name, "problems/1a/x.sgf");
        let label = Label::below("", Path::new("/"), Path::new("x.sgf"));
        assert_eq!(label.name, "x.sgf");
    }

    #[test]
    fn a_dot_is_called_by_its_folder() {
        let here = std::env::current_dir().unwrap();
        let here = here.canonicalize().unwrap();
        let label = Label::argument(Path::new("."));
        assert_eq!(label.name, here.file_name().unwrap().to_string_lossy().into_owned());
        assert_eq!(label.identity, here.to_string_lossy().into_owned());
        assert_eq!(Label::argument(Path::new("/")).name, "");
    }

    #[test]
    fn bytes_that_are_not_utf_8_stay_apart() {
        assert_eq!(exact("é%".as_bytes()), "é%");
        assert_eq!(exact(b"a\xFF"), "a\u{FFFD} a%FF");
        assert_eq!(exact(b"a\xFE"), "a\u{FFFD} a%FE");
    }

    #[cfg(feature = "archives")]
    #[test]
    fn entry_names_are_labels() {
        let archive = Label { name: "a.zip".to_owned(), identity: "/tmp/a.zip".to_owned() };
        for (raw, name) in [
            ("../x.sgf", "a.zip/../x.sgf"),
            ("/x.sgf", "a.zip/x.sgf"),
            ("//x.sgf", "a.zip/x.sgf"),
            ("C:\\x.sgf", "a.zip/C:\\x.sgf"),
            ("a\nb.sgf", "a.zip/a\nb.sgf"),
        ] {
            let entry = EntryName::new(raw.as_bytes());
            assert!(!entry.is_hidden(), "{raw}");
            assert_eq!(archive.entry(&entry).name, name);
        }
        // Only the name loses the slash.
        let identity = |raw| archive.entry(&EntryName::new(raw)).identity;
        assert_ne!(identity(b"/x.sgf"), identity(b"x.sgf"));
        assert_ne!(identity(b"\xFE.sgf"), identity(b"\xFF.sgf"));
    }

    #[cfg(feature = "archives")]
    #[test]
    fn hidden_entries() {
        for hidden in [".x.sgf", "a/.b/x.sgf", "__MACOSX/x.sgf", "a\\.x.sgf"] {
            assert!(EntryName::new(hidden.as_bytes()).is_hidden(), "{hidden}");
        }
        for shown in ["x.sgf", "./x.sgf", "a/../x.sgf", "a.b/x.sgf", ""] {
            assert!(!EntryName::new(shown.as_bytes()).is_hidden(), "{shown}");
        }
    }
}
