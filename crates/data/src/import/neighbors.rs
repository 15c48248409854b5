//! Files that leave their charset open: the other files of their folder decide.
//!
//! A file of a few characters gives no evidence. It waits until the files of its folder were read,
//! and gets the charset that most of them have among those that its bytes can be in.

use std::collections::HashMap;

use crate::model::Source;
use crate::sgf::{self, Charset};

/// The most bytes that wait. With more, the files are read by what is known so far.
const MAX_HELD_BYTES: usize = 64 << 20;

/// The most bytes of files without any neighbor that are guessed together.
const MAX_JOINED: usize = 64 << 10;

/// The charsets of the files of each folder, and the files that wait for them.
#[derive(Default)]
pub(super) struct Neighbors {
    votes: HashMap<String, Vec<(Charset, usize)>>,
    held: Vec<Held>,
    held_bytes: usize,
}

/// A file that waits.
struct Held {
    folder: String,
    source: Source,
    bytes: Vec<u8>,
}

/// A file whose charset was decided by others; `None` if they have none for it.
pub(super) struct Decided {
    pub(super) source: Source,
    pub(super) bytes: Vec<u8>,
    pub(super) charset: Option<Charset>,
}

impl Neighbors {
    /// Notes the charset of a file. Returns whether the file leaves it open.
    pub(super) fn note(&mut self, name: &str, bytes: &[u8]) -> bool {
        if bytes.is_ascii() {
            return false;
        }
        let found = sgf::detect_charset(bytes);
        if sgf::is_open(bytes, found) {
            return sgf::to_utf8(bytes).is_none();
        }
        let votes = self.votes.entry(folder(name).to_owned()).or_default();
        match votes.iter_mut().find(|(charset, _)| *charset == found.charset) {
            Some((_, count)) => *count += 1,
            None => votes.push((found.charset, 1)),
        }
        false
    }

    /// Keeps a file until its folder is left.
    pub(super) fn hold(&mut self, source: Source, bytes: Vec<u8>) {
        self.held_bytes += bytes.len();
        self.held.push(Held { folder: folder(&source.name).to_owned(), source, bytes });
    }

    /// The files whose folder has no more files: of which `next`, the name of the next file, is not
    /// below. All, if there is none.
    pub(super) fn release(&mut self, next: Option<&str>) -> Vec<Decided> {
        let is_below = |held: &Held| next.is_some_and(|next| next.starts_with(&held.folder));
        if self.held_bytes < MAX_HELD_BYTES && self.held.last().is_none_or(is_below) {
            return Vec::new();
        }
        let held = std::mem::take(&mut self.held);
        let is_full = std::mem::take(&mut self.held_bytes) >= MAX_HELD_BYTES;
        let (kept, released) = held.into_iter().partition(|held| !is_full && is_below(held));
        self.held = kept;
        self.held_bytes = self.held.iter().map(|held| held.bytes.len()).sum();
        self.decide(released)
    }

    fn decide(&self, released: Vec<Held>) -> Vec<Decided> {
        // Where no file of a folder is known, those that wait are guessed together.
        let mut joined: HashMap<String, Vec<u8>> = HashMap::new();
        for Held { folder, bytes, .. } in &released {
            if !self.votes.contains_key(folder) {
                let joined = joined.entry(folder.clone()).or_default();
                if joined.len() < MAX_JOINED {
                    joined.extend(bytes);
                }
            }
        }
        let guess = |bytes: &Vec<u8>| sgf::guess_charset(bytes).map(|charset| (charset, 1));
        let guesses: HashMap<String, Vec<(Charset, usize)>> = joined
            .iter()
            .map(|(folder, bytes)| (folder.clone(), guess(bytes).into_iter().collect()))
            .collect();
        let decide = |Held { folder, source, bytes }| {
            let votes = self.votes.get(&folder).or_else(|| guesses.get(&folder));
            let charset = votes.and_then(|votes| sgf::choose_charset(&bytes, votes));
            Decided { source, bytes, charset }
        };
        released.into_iter().map(decide).collect()
    }
}

/// The folder of a source, with the slash behind it.
fn folder(name: &str) -> &str {
    &name[..name.rfind('/').map_or(0, |at| at + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::TreeOptions;

    fn source(name: &str) -> Source {
        let tree_options = TreeOptions::default();
        let (place, hash) = ([0; 16], [0; 16]);
        Source { name: name.to_owned(), file: None, place, hash, bytes: 0, tree_options }
    }

    /// The charsets of the files, by name, in the order in which they are released.
    fn decided(files: &[(&str, &[u8])]) -> Vec<(String, Option<&'static str>)> {
        let mut neighbors = Neighbors::default();
        let mut decided = Vec::new();
        for (name, bytes) in files {
            decided.extend(neighbors.release(Some(name)));
            if neighbors.note(name, bytes) {
                neighbors.hold(source(name), bytes.to_vec());
            }
        }
        decided.extend(neighbors.release(None));
        assert!(neighbors.held.is_empty() && neighbors.held_bytes == 0);
        let charset = |decided: Decided| (decided.source.name, decided.charset.map(Charset::name));
        decided.into_iter().map(charset).collect()
    }

    const OPEN: &[u8] = b"(;C[\xBA\xDA\xCB\xC0])"; // 黑死 in GB18030
    /// 黑先.
    const KNOWN: &[u8] = b"(;C[\xBA\xDA\xCF\xC8])";

    #[test]
    fn the_files_of_a_folder_decide() {
        let name = |name: &str, charset| (name.to_owned(), charset);
        assert_eq!(
            decided(&[
                ("a/1.sgf", OPEN),
                ("a/b/2.sgf", OPEN),
                ("a/b/3.sgf", KNOWN),
                ("a/4.sgf", KNOWN)
            ]),
            [name("a/b/2.sgf", Some("gb18030")), name("a/1.sgf", Some("gb18030"))]
        );
        // What a neighbor declares counts, too, but not against the bytes.
        let declared = b"(;CA[Shift_JIS]C[\x95\x5C])";
        assert_eq!(
            decided(&[("1.sgf", OPEN), ("2.sgf", declared)]),
            [name("1.sgf", Some("Shift_JIS"))]
        );
        let cut = b"(;C[\xBA\xDA\xFD])";
        assert_eq!(decided(&[("1.sgf", cut), ("2.sgf", declared)]), [name("1.sgf", None)]);
    }
}
