//! Sources, and how their trees are read.

use crate::sgf;

/// What the trees of a source are to be taken for, whatever they look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeKind {
    /// Problems.
    Problem = 1,
    /// Games.
    Game = 2,
}

impl TreeKind {
    /// The number that is stored; 0 where the trees were told apart.
    pub fn code(kind: Option<TreeKind>) -> u8 {
        kind.map_or(0, |kind| kind as u8)
    }
}

/// What game trees are to be taken for. What is not said here is whatever it is
/// where a source is there already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeOptions {
    /// For this, whatever they look like; where nothing is said they are told
    /// apart.
    pub kind: Option<TreeKind>,
    /// The lines of games that are kept; all where nothing is said.
    pub variations: Option<Variations>,
}

/// A file, or an entry of an archive, that records come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// As shown and exported: relative to what was named on the command line.
    pub name: String,
    /// Where it lies, hashed: two places never share it.
    pub place: [u8; 16],
    /// The first 16 bytes of BLAKE3 over the content.
    pub hash: [u8; 16],
    /// The length of the content.
    pub bytes: u64,
    /// What its trees are to be taken for.
    pub taken: TreeOptions,
}

impl Source {
    /// The last part of a name: what a file is called wherever it lies.
    pub fn file_name(name: &str) -> &str {
        name.rsplit_once('/').map_or(name, |(_, file)| file)
    }

    /// Whether a name is the wanted one, has it as its file name, or lies in
    /// the wanted folder or archive.
    pub fn is_within(name: &str, wanted: &str) -> bool {
        let folder = wanted.trim_end_matches('/');
        let is_under = name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        name == wanted || Source::file_name(name) == wanted || is_under
    }
}

/// Which lines of a game are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variations {
    /// All.
    #[default]
    All = 1,
    /// Only the first one: what was played.
    Main = 2,
}

impl Variations {
    /// The number that is stored; 0 where it does not matter, or is not known.
    pub fn code(variations: Option<Variations>) -> u8 {
        variations.map_or(0, |variations| variations as u8)
    }
}

/// The charset of a text that is not UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charset {
    /// The name as the WHATWG Encoding Standard has it.
    pub name: String,
    /// Whether no CA and no byte order mark named it.
    pub is_guessed: bool,
}

impl Charset {
    /// The charset to read a game tree with, of which this was stored.
    pub fn to_read(stored: Option<&Charset>) -> sgf::Charset {
        let named = stored.and_then(|charset| sgf::Charset::for_label(charset.name.as_bytes()));
        named.unwrap_or(sgf::Charset::UTF_8)
    }
}
