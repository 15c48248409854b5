//! Files that leave their charset open: the other files of their folder decide.
//!
//! A file of a few characters gives no evidence. It waits until the files of its folder were read,
//! and gets the charset that most of them have among those that its bytes can be in. If no other file
//! of the folder is imported, those on the disk decide.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::model::Source;
use crate::sgf::{self, Charset};

/// The most bytes that wait. With more, the files are read by what is known so far.
const MAX_HELD_BYTES: usize = 64 << 20;

/// The most bytes of files without any neighbor that are guessed together.
const MAX_JOINED: usize = 64 << 10;

/// The most files of a folder that are read on the disk, and their bytes.
const MAX_ON_DISK: usize = 200;
const MAX_BYTES_ON_DISK: u64 = 8 << 20;

/// Charsets, each with the number of files that have it.
type Votes = Vec<(Charset, usize)>;

/// The charsets of the files of each folder, and the files that wait for them.
#[derive(Default)]
pub(super) struct Neighbors {
    votes: HashMap<String, Votes>,
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
        match find_vote(bytes) {
            Vote::None => {}
            Vote::Open => return sgf::to_utf8(bytes).is_none(),
            Vote::For(charset) => {
                add_vote(self.votes.entry(folder(name).to_owned()).or_default(), charset);
            }
        }
        false
    }

    /// Keeps a file until its folder is left.
    pub(super) fn hold(&mut self, source: Source, bytes: Vec<u8>) {
        self.held_bytes += bytes.len();
        self.held.push(Held { folder: folder(&source.name).to_owned(), source, bytes });
    }

    /// The files whose folder has no more files: `next`, the name of the next file, is not below the
    /// folder. All files, if there is no next file.
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
        // Where no file of a folder is known, those on the disk decide, or else those that wait are
        // guessed together.
        let mut on_disk: HashMap<String, Votes> = HashMap::new();
        let mut joined: HashMap<String, Vec<u8>> = HashMap::new();
        for Held { folder, source, bytes } in &released {
            if !self.votes.contains_key(folder) {
                let file = || on_disk_path(source).map(|path| poll_disk(&path)).unwrap_or_default();
                let is_known = !on_disk.entry(folder.clone()).or_insert_with(file).is_empty();
                if is_known {
                    continue;
                }
                let joined = joined.entry(folder.clone()).or_default();
                if joined.len() < MAX_JOINED {
                    joined.extend(bytes);
                }
            }
        }
        let guess = |bytes: &Vec<u8>| sgf::guess_charset(bytes).map(|charset| (charset, 1));
        let guesses: HashMap<String, Votes> = joined
            .iter()
            .map(|(folder, bytes)| (folder.clone(), guess(bytes).into_iter().collect()))
            .collect();
        let decide = |Held { folder, source, bytes }| {
            let votes = self.votes.get(&folder).or_else(|| guesses.get(&folder));
            let votes = votes.or_else(|| on_disk.get(&folder));
            let charset = votes.and_then(|votes| sgf::choose_charset(&bytes, votes));
            Decided { source, bytes, charset }
        };
        released.into_iter().map(decide).collect()
    }
}

/// What a file says of the charset of its neighbors.
enum Vote {
    /// Nothing: the file is ASCII.
    None,
    /// Nothing: its charset is open itself.
    Open,
    For(Charset),
}

fn find_vote(bytes: &[u8]) -> Vote {
    if bytes.is_ascii() {
        return Vote::None;
    }
    let found = sgf::detect_charset(bytes);
    if sgf::is_open(bytes, found) { Vote::Open } else { Vote::For(found.charset) }
}

fn add_vote(votes: &mut Votes, charset: Charset) {
    match votes.iter_mut().find(|(voted, _)| *voted == charset) {
        Some((_, count)) => *count += 1,
        None => votes.push((charset, 1)),
    }
}

/// The path of a source that is a file itself, not an entry of an archive.
pub(super) fn on_disk_path(source: &Source) -> Option<PathBuf> {
    let file = source.file.as_ref().filter(|file| file.label == source.name)?;
    Some(file.path.clone())
}

/// The charsets of the other SGF files on the disk in the folder of a file: of the first ones by
/// name. What cannot be read does not count.
pub(super) fn poll_disk(file: &Path) -> Votes {
    let is_sgf = |path: &PathBuf| {
        path != file && path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf"))
    };
    let entries = file.parent().and_then(|folder| fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = paths.filter(is_sgf).collect();
    paths.sort_unstable();
    let (mut votes, mut room) = (Votes::new(), MAX_BYTES_ON_DISK);
    for path in paths.iter().take(MAX_ON_DISK) {
        let Ok(metadata) = fs::metadata(path) else { continue };
        if metadata.is_file() && metadata.len() <= room {
            room -= metadata.len();
            if let Vote::For(charset) = fs::read(path).map_or(Vote::None, |bytes| find_vote(&bytes))
            {
                add_vote(&mut votes, charset);
            }
        }
    }
    votes
}

/// The folder of a source, with the slash behind it.
fn folder(name: &str) -> &str {
    &name[..name.rfind('/').map_or(0, |at| at + 1)]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{SourceFile, TreeOptions};

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

    #[test]
    fn the_files_on_the_disk_decide_about_one_that_is_imported_alone() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            path
        };
        let open = write("b.sgf", OPEN);
        let decide = |file: &Path, name: &str| {
            let file = SourceFile { path: file.to_owned(), label: "b.sgf".to_owned() };
            let mut neighbors = Neighbors::default();
            let source = Source { file: Some(Arc::new(file)), ..source(name) };
            neighbors.hold(source, OPEN.to_vec());
            neighbors.release(None).remove(0).charset.map(Charset::name)
        };
        // Alone on the disk, too, it is guessed.
        let guessed = decide(&open, "b.sgf");
        write("a.SGF", b"(;CA[Big5]C[\xB6\xC2\xA5\xFD])");
        write("c.txt", KNOWN);
        assert_eq!(decide(&open, "b.sgf"), Some("Big5"));
        write("d.sgf", KNOWN);
        write("e.sgf", KNOWN);
        assert_eq!(decide(&open, "b.sgf"), Some("gb18030"));
        // An entry of an archive has no neighbors on the disk.
        assert_eq!(decide(&open, "b.zip/b.sgf"), guessed);
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
