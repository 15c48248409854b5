//! What inputs are delivered as.

use std::sync::Arc;

use super::content::Content;
use super::skip::SkippedInput;
use crate::extract::GameFormat;
use crate::model::{SourceFile, TreeKind, TreeOptions};

/// Limits on the size of contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes that standard input or one archive entry may have when
    /// unpacked. A whole archive may unpack to 64 times as many.
    pub max_entry: u64,
    /// The most bytes of a content that are kept in memory. Larger contents
    /// stay in their file or are written to a temporary one.
    pub in_memory: usize,
}

impl Default for Limits {
    /// 256 MiB per entry and 8 MiB in memory.
    fn default() -> Self {
        Limits { max_entry: 256 << 20, in_memory: 8 << 20 }
    }
}

/// What [`Inputs::visit`](super::Inputs::visit) passes to its callback.
#[derive(Debug)]
pub enum InputEvent {
    /// Something to import.
    Input(Input),
    /// Something that could not be read.
    Skipped(SkippedInput),
    /// All inputs of an archive on disk were passed; none was skipped.
    Unpacked(Arc<SourceFile>),
    /// The number of bytes on disk that were processed since the last event of
    /// this kind. These numbers add up to
    /// [`Inputs::total_bytes`](super::Inputs::total_bytes). Zero is a heartbeat
    /// during a long unpacking.
    Progress(u64),
}

/// Something to import.
#[derive(Debug)]
pub struct Input {
    /// The name to show: `x.sgf`, `folder/1a/x.sgf`, `archive.7z/1a/x.sgf`, or
    /// `-` for standard input. It begins with the label of its file, and may
    /// contain control characters.
    pub name: String,
    /// The file on disk; `None` for a stream.
    pub file: Option<Arc<SourceFile>>,
    /// The full path on disk, followed by the name of the archive entry. It
    /// differs for any two places.
    pub identity: String,
    /// How to read the content.
    pub format: InputFormat,
    /// The bytes.
    pub content: Content,
    /// Whether the content is all that the place has. Something of it may be missing if a file
    /// with tables is damaged.
    pub is_whole: bool,
}

/// The format of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFormat {
    /// Smart Game Format.
    Sgf,
    /// A game of a dump as SGF: a game, whatever its first stones look like.
    ServerGame,
    /// Positions, one per line: of Go in GobanTN, of Abalone in any of its forms.
    Lines,
    /// Problems as JSON objects: one object, a list, or a sequence.
    Json,
    /// Games of Abalone: APGN, or numbered moves without tags.
    AbaloneGames,
    /// One game of Go in the format of a server.
    Game(GameFormat),
    /// Game trees out of tables, each with its number, offset and charset.
    #[cfg(feature = "parquet")]
    StoredTrees,
    /// A picture, a document, or another file of a kind that this text names: nothing is read of it.
    Foreign(&'static str),
}

impl InputFormat {
    /// How to read the trees, where the user gave these options.
    pub(in crate::import) fn tree_options(self, given: TreeOptions) -> TreeOptions {
        match self {
            InputFormat::ServerGame => {
                TreeOptions { kind: given.kind.or(Some(TreeKind::Game)), ..given }
            }
            _ => given,
        }
    }
}
