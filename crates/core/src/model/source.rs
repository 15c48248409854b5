//! Sources, and how their game trees are read.

use std::path::PathBuf;
use std::sync::Arc;

use crate::abalone::Setup;
use crate::sgf;

/// What to read every game tree of a source as, whatever it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeKind {
    /// Problems.
    Problem = 1,
    /// Games.
    Game = 2,
}

impl TreeKind {
    /// The code that is stored; 0 where each tree decides for itself.
    pub fn code(kind: Option<TreeKind>) -> u8 {
        kind.map_or(0, |kind| kind as u8)
    }
}

/// How a game tree is divided into problems, whatever it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeParts {
    /// A tree is one problem.
    One = 1,
    /// Each position that is set up is a problem.
    Each = 2,
}

impl TreeParts {
    /// The code that is stored; 0 where each tree decides for itself.
    pub fn code(parts: Option<TreeParts>) -> u8 {
        parts.map_or(0, |parts| parts as u8)
    }

    /// The parts with a code that is stored.
    pub fn from_code(code: u8) -> Option<TreeParts> {
        [TreeParts::One, TreeParts::Each].into_iter().find(|&parts| parts as u8 == code)
    }
}

/// How the game trees of a source are read.
///
/// A source that is in the database counts as unchanged only if it was imported
/// with these options. An option that is not set matches any earlier choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeOptions {
    /// What to read every tree as. If not set, each tree is a problem or a game
    /// according to its content.
    pub kind: Option<TreeKind>,
    /// How a tree is divided into problems. If not set, by its set-ups.
    pub parts: Option<TreeParts>,
    /// Which lines of games to keep. If not set, all.
    pub variations: Option<Variations>,
    /// The position before the first move of Abalone games that name none. If
    /// not set, the Belgian daisy.
    pub abalone_start: Option<Setup>,
}

impl TreeOptions {
    /// The code that is stored of kind and parts.
    pub fn kind_code(&self) -> u8 {
        TreeKind::code(self.kind) + 3 * TreeParts::code(self.parts)
    }

    /// The options of a source in a database: the code of kind and parts, and that of the variations.
    pub fn from_codes(kind_and_parts: u8, variations: u8) -> TreeOptions {
        let is_kind = |kind: &TreeKind| TreeKind::code(Some(*kind)) == kind_and_parts % 3;
        let is_kept = |kept: &Variations| Variations::code(Some(*kept)) == variations;
        TreeOptions {
            kind: [TreeKind::Problem, TreeKind::Game].into_iter().find(is_kind),
            parts: TreeParts::from_code(kind_and_parts / 3),
            variations: [Variations::All, Variations::Main].into_iter().find(is_kept),
            abalone_start: None,
        }
    }

    /// These options, and those of an earlier import for what they leave open. Kind and parts are one
    /// choice.
    #[must_use]
    pub fn or(self, earlier: TreeOptions) -> TreeOptions {
        let is_open = self.kind.is_none() && self.parts.is_none();
        let (kind, parts) =
            if is_open { (earlier.kind, earlier.parts) } else { (self.kind, self.parts) };
        TreeOptions { kind, parts, variations: self.variations.or(earlier.variations), ..self }
    }
}

/// A file or an archive entry that records and games come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name that is shown and exported. It begins with the name of the file
    /// or folder that the user named.
    pub name: String,
    /// The file on disk; `None` for standard input and other streams.
    pub file: Option<Arc<SourceFile>>,
    /// The first 16 bytes of the BLAKE3 hash of the full path, which differ for
    /// any two places.
    pub place: [u8; 16],
    /// The first 16 bytes of the BLAKE3 hash of the content.
    pub hash: [u8; 16],
    /// The length of the content in bytes.
    pub bytes: u64,
    /// How the game trees are read.
    pub tree_options: TreeOptions,
}

/// A file on disk that sources come from: one source, or one for each entry of
/// an archive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceFile {
    /// The absolute path.
    pub path: PathBuf,
    /// The end of the path that is shown. The name of each source of the file
    /// begins with the label.
    pub label: String,
}

impl SourceFile {
    /// Whether the label is not the end of the path: a link led to the file, or the label was
    /// changed on request.
    pub fn has_own_name(&self) -> bool {
        let path = self.path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        let before = path.strip_suffix(&*self.label);
        !before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
    }
}

impl Source {
    /// The last part of a name: the name of the file without its folders.
    pub fn file_name(name: &str) -> &str {
        name.rsplit_once('/').map_or(name, |(_, file)| file)
    }

    /// Whether `wanted` is the name of a source, its file name, or the name of
    /// a folder or archive that it is in.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::model::Source;
    ///
    /// let name = "books/1a.zip/001.sgf";
    /// assert!(Source::is_within(name, "books/1a.zip/"));
    /// assert!(Source::is_within(name, "001.sgf"));
    /// assert!(!Source::is_within(name, "1a.zip"));
    /// ```
    pub fn is_within(name: &str, wanted: &str) -> bool {
        let folder = wanted.trim_end_matches('/');
        let is_under = name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        name == wanted || Source::file_name(name) == wanted || is_under
    }
}

/// Which lines of a game are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variations {
    /// All lines.
    #[default]
    All = 1,
    /// Only the main line: what was played.
    Main = 2,
}

impl Variations {
    /// The code that is stored; 0 for any choice.
    pub fn code(variations: Option<Variations>) -> u8 {
        variations.map_or(0, |variations| variations as u8)
    }
}

/// The charset of a text that is not UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charset {
    /// The name in the WHATWG Encoding Standard.
    pub name: String,
    /// Whether the charset was guessed, as neither CA nor a byte order mark
    /// names one.
    pub is_guessed: bool,
}

impl Charset {
    /// The text that is stored: the name, with `?` after it if the charset was guessed.
    pub fn to_stored(&self) -> String {
        format!("{}{}", self.name, if self.is_guessed { "?" } else { "" })
    }

    /// The charset with a stored text.
    pub fn from_stored(text: &str) -> Charset {
        let name = text.strip_suffix('?');
        Charset { name: name.unwrap_or(text).to_owned(), is_guessed: name.is_some() }
    }

    /// The charset in which to read a stored game tree: the stored one, or
    /// UTF-8 where none is stored.
    pub fn for_reading(stored: Option<&Charset>) -> sgf::Charset {
        let named = stored.and_then(|charset| sgf::Charset::for_label(charset.name.as_bytes()));
        named.unwrap_or(sgf::Charset::UTF_8)
    }
}
