//! The names of inputs: one to show, and one that differs for any two places.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::model::SourceFile;

/// The names of the place of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourceName {
    /// The name to show.
    pub(super) shown: String,
    /// The name that differs for any two places.
    pub(super) identity: String,
    /// The file on disk; `None` for a stream.
    pub(super) file: Option<Arc<SourceFile>>,
}

impl SourceName {
    /// Standard input. With a name, it is a place whose content can change.
    pub(super) fn stdin(name: Option<&str>) -> SourceName {
        match name {
            Some(name) => {
                SourceName { shown: name.to_owned(), identity: stdin_identity(name), file: None }
            }
            None => SourceName { shown: "-".to_owned(), identity: "-".to_owned(), file: None },
        }
    }

    /// The file at an absolute path.
    pub(super) fn on_disk(label: String, path: PathBuf) -> SourceName {
        SourceName {
            shown: label.clone(),
            identity: path_identity(&path),
            file: Some(Arc::new(SourceFile { path, label })),
        }
    }

    /// An entry of the archive `self`.
    #[cfg(feature = "archives")]
    pub(super) fn entry(&self, entry: &EntryName<'_>) -> SourceName {
        SourceName {
            shown: [&self.shown, "/", entry.shown.trim_start_matches('/')].concat(),
            identity: [&self.identity, "/", &*entry.exact].concat(),
            file: self.file.clone(),
        }
    }
}

/// The name of an archive entry. It serves as a label, and nothing is ever
/// written to a path made of it.
#[cfg(feature = "archives")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntryName<'a> {
    pub(super) shown: Cow<'a, str>,
    exact: Cow<'a, str>,
}

#[cfg(feature = "archives")]
impl<'a> EntryName<'a> {
    /// A name in UTF-8 or in an unknown encoding.
    pub(super) fn new(raw: &'a [u8]) -> EntryName<'a> {
        EntryName::decoded(raw, String::from_utf8_lossy(raw))
    }

    /// A name whose encoding is known: `shown` is `raw`, decoded.
    pub(super) fn decoded(raw: &'a [u8], shown: Cow<'a, str>) -> EntryName<'a> {
        EntryName { shown, exact: exact(raw) }
    }

    /// The same name without a borrow.
    pub(super) fn into_owned(self) -> EntryName<'static> {
        EntryName { shown: self.shown.into_owned().into(), exact: self.exact.into_owned().into() }
    }

    /// The last part of the name, without folders.
    pub(super) fn file_name(&self) -> &str {
        self.shown.rsplit(SEPARATORS).next().unwrap_or_default()
    }

    /// Whether the entry or one of its folders is hidden, or was added by macOS.
    pub(super) fn is_hidden(&self) -> bool {
        self.shown
            .split(SEPARATORS)
            .any(|part| part != "." && part != ".." && is_hidden(part.as_bytes()))
    }
}

/// The separators of archives; those made on Windows may have either.
#[cfg(feature = "archives")]
const SEPARATORS: [char; 2] = ['/', '\\'];

/// Whether files and folders with this name are ignored.
pub(super) fn is_hidden(name: &[u8]) -> bool {
    name.starts_with(b".") || name == b"__MACOSX"
}

/// The name of a place below something that is shown as `label`.
pub(super) fn name_below(label: &str, relative: &Path) -> String {
    let below = shown_below(relative);
    match (label, &*below) {
        (_, "") => label.to_owned(),
        ("", _) => below,
        _ => [label, "/", &below].concat(),
    }
}

/// The path below a folder, with slashes between the names.
pub(in crate::import) fn shown_below(relative: &Path) -> String {
    names(relative).join("/")
}

/// The names in a path.
pub(super) fn names(path: &Path) -> Vec<String> {
    let name = |part: Component<'_>| match part {
        Component::Normal(name) => Some(lossy(name)),
        _ => None,
    };
    path.components().filter_map(name).collect()
}

/// The identity of the file at an absolute path.
pub(in crate::import) fn path_identity(path: &Path) -> String {
    exact(path.as_os_str().as_encoded_bytes()).into_owned()
}

/// The identity of standard input under a name of its own.
pub(in crate::import) fn stdin_identity(name: &str) -> String {
    ["stdin:", name].concat()
}

/// The full path, which is the same for all paths to a place.
pub(super) fn full_path(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

pub(super) fn lossy(name: &OsStr) -> String {
    name.to_string_lossy().into_owned()
}

/// A text for bytes that differs for any two byte strings: the bytes as UTF-8
/// or, if they are not UTF-8, a lossy text followed by the percent-escaped
/// bytes.
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
        assert_eq!(name_below("problems", Path::new("1a/x.sgf")), "problems/1a/x.sgf");
        assert_eq!(name_below("", Path::new("x.sgf")), "x.sgf");
        assert_eq!(name_below("x.sgf", Path::new("")), "x.sgf");
    }

    #[test]
    fn names_that_are_not_utf_8_stay_distinct() {
        assert_eq!(exact("é%".as_bytes()), "é%");
        assert_eq!(exact(b"a\xFF"), "a\u{FFFD} a%FF");
        assert_eq!(exact(b"a\xFE"), "a\u{FFFD} a%FE");
    }

    #[cfg(feature = "archives")]
    #[test]
    fn entry_names_are_labels() {
        let archive =
            SourceName { shown: "a.zip".to_owned(), identity: "/tmp/a.zip".to_owned(), file: None };
        for (raw, name) in [
            ("../x.sgf", "a.zip/../x.sgf"),
            ("/x.sgf", "a.zip/x.sgf"),
            ("//x.sgf", "a.zip/x.sgf"),
            ("C:\\x.sgf", "a.zip/C:\\x.sgf"),
            ("a\nb.sgf", "a.zip/a\nb.sgf"),
        ] {
            let entry = EntryName::new(raw.as_bytes());
            assert!(!entry.is_hidden(), "{raw}");
            assert_eq!(archive.entry(&entry).shown, name);
        }
        // Only the shown name loses the slash.
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
