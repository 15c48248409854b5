//! Division of a large source into pieces that end where a tree or a line ends.

use std::io::{self, Read};
use std::path::PathBuf;

use super::neighbors::poll_disk;
use super::stage::{Piece, PieceContent};
use crate::sgf::{self, Detected};

/// The approximate length of a piece. A shorter source is not divided.
pub(super) const PIECE_BYTES: usize = 1 << 20;

/// The most bytes of a game tree. A longer one is cut off.
const MAX_TREE_BYTES: usize = 16 << 20;

/// The number of bytes that can be necessary to recognize the start of a tree.
const TREE_START_BYTES: usize = 64;

/// Reads a source in pieces.
pub(super) struct PieceReader<R> {
    reader: R,
    /// Bytes that were read and are in no piece yet.
    rest: Vec<u8>,
    is_at_end: bool,
    /// Whether `rest` belongs to a tree that was cut off.
    is_in_long_tree: bool,
    /// The first byte of `rest` in the source.
    offset: u64,
    splitter: Splitter,
}

impl<R: Read> PieceReader<R> {
    /// A reader of a source with game trees, or else with lines.
    pub(super) fn new(reader: R, has_trees: bool) -> PieceReader<R> {
        PieceReader {
            reader,
            rest: Vec::new(),
            is_at_end: false,
            is_in_long_tree: false,
            offset: 0,
            splitter: Splitter { before: 0, has_trees, charset: None, file: None },
        }
    }

    /// With the path of the source, whose neighbors decide about a charset that the source leaves open.
    pub(super) fn beside(mut self, file: Option<PathBuf>) -> PieceReader<R> {
        self.splitter.file = file;
        self
    }

    /// The number of trees or lines so far.
    pub(super) fn count(&self) -> u32 {
        self.splitter.before
    }

    /// Reads the next piece; `None` at the end of the source.
    pub(super) fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        loop {
            let room = MAX_TREE_BYTES.saturating_sub(self.rest.len());
            let more = PIECE_BYTES.max(self.rest.len().min(room)) as u64;
            let read = (&mut self.reader).take(more).read_to_end(&mut self.rest)?;
            self.is_at_end |= (read as u64) < more;
            if self.is_in_long_tree {
                self.skip_long_tree();
            }
            if self.rest.is_empty() {
                return Ok(None);
            }
            if self.is_in_long_tree {
                continue;
            }
            let mut split = self.splitter.split(&self.rest, self.is_at_end);
            if split.bytes == 0 && !self.is_at_end {
                if self.rest.len() < MAX_TREE_BYTES {
                    continue; // the tree is longer than what was read
                }
                split = self.splitter.split(&self.rest, true);
                self.is_in_long_tree = split.cut_long_tree(&self.rest);
            }
            let after = self.rest.split_off(split.bytes);
            let bytes = std::mem::replace(&mut self.rest, after);
            let before = self.splitter.before;
            let piece = Piece { offset: self.offset, before, content: split.content, bytes };
            self.offset += piece.bytes.len() as u64;
            self.splitter.before += split.count;
            return Ok(Some(piece));
        }
    }

    /// Drops the rest of a tree that was cut off.
    fn skip_long_tree(&mut self) {
        let next = sgf::find_tree(&self.rest);
        self.is_in_long_tree = next.is_none();
        // The start of the next tree may be incomplete at the end.
        let kept = if self.is_at_end { 0 } else { self.rest.len().min(TREE_START_BYTES) };
        let end = next.unwrap_or(self.rest.len() - kept);
        self.rest.drain(..end);
        self.offset += end as u64;
    }
}

/// Finds the trees or lines in the bytes of a source.
struct Splitter {
    /// The number of trees or lines before these bytes.
    before: u32,
    has_trees: bool,
    /// The charset of the first piece that is not UTF-8.
    charset: Option<Detected>,
    /// The path of the source, if that is a file.
    file: Option<PathBuf>,
}

/// What was found at the start of the bytes.
struct Split {
    content: PieceContent,
    /// The number of bytes.
    bytes: usize,
    /// The number of trees or lines.
    count: u32,
}

impl Splitter {
    /// Finds all complete trees or lines; with `is_last` also an incomplete one
    /// at the end.
    fn split(&mut self, bytes: &[u8], is_last: bool) -> Split {
        if !self.has_trees {
            let end = memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1);
            let end = if is_last { bytes.len() } else { end };
            let count = memchr::memchr_iter(b'\n', &bytes[..end]).count() as u32;
            return Split { content: PieceContent::Lines, bytes: end, count };
        }
        let charset = self.detect_charset(bytes, is_last);
        let split = if self.before == 0 { sgf::split } else { sgf::split_next };
        let split = split(bytes, charset.charset, is_last);
        let count = split.trees.len() as u32;
        let content = PieceContent::Trees { spans: split.trees, faults: split.faults, charset };
        Split { content, bytes: split.consumed, count }
    }

    /// The charset of a piece. All pieces have the first charset that was
    /// guessed, because one piece gives less evidence than those before it.
    fn detect_charset(&mut self, bytes: &[u8], is_last: bool) -> Detected {
        // A character may be incomplete at the end.
        let whole = if is_last { bytes.len() } else { memchr::memrchr(b')', bytes).unwrap_or(0) };
        let found = sgf::detect_charset(&bytes[..whole]);
        if found.charset == sgf::Charset::UTF_8 {
            return found;
        }
        *self.charset.get_or_insert_with(|| {
            let file = self.file.as_ref().filter(|_| sgf::is_open(&bytes[..whole], found));
            let chosen =
                file.and_then(|file| sgf::choose_charset(&bytes[..whole], &poll_disk(file)));
            chosen.map_or(found, |charset| Detected { charset, ..found })
        })
    }
}

impl Split {
    /// Handles `bytes` in which no tree ends, because the first tree is too long
    /// or is never closed. If the incomplete tree at the end is the first one,
    /// reports it as too long and returns true. Otherwise leaves that tree to
    /// the next piece.
    fn cut_long_tree(&mut self, bytes: &[u8]) -> bool {
        let PieceContent::Trees { spans, .. } = &mut self.content else { return false };
        let Some(last) = spans.last_mut().filter(|last| last.end == bytes.len()) else {
            return false;
        };
        if bytes[..last.start].trim_ascii().is_empty() {
            let kind = sgf::SyntaxFaultKind::TooLong { limit: MAX_TREE_BYTES };
            last.faults = vec![sgf::SyntaxFault { offset: last.end, kind }];
            return true;
        }
        self.bytes = last.start;
        self.count -= 1;
        spans.pop();
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of a source: offset, number of trees or lines before, length.
    fn pieces(text: &[u8], has_trees: bool) -> Vec<(u64, u32, usize)> {
        let mut reader = PieceReader::new(text, has_trees);
        let mut pieces = Vec::new();
        while let Some(piece) = reader.next_piece().unwrap() {
            pieces.push((piece.offset, piece.before, piece.bytes.len()));
        }
        pieces
    }

    #[test]
    fn pieces_end_where_a_tree_or_a_line_ends() {
        let tree = format!("(;AB[aa]C[{}])\n", "x".repeat(300_000));
        let text = tree.repeat(10);
        let found = pieces(text.as_bytes(), true);
        assert!(found.len() > 2);
        assert_eq!(found.iter().map(|piece| piece.2).sum::<usize>(), text.len());
        for (offset, before, _) in found {
            assert_eq!(offset.div_ceil(tree.len() as u64), u64::from(before));
        }
        let line = "3x3|X........\n";
        let text = line.repeat(200_000);
        for (offset, before, len) in pieces(text.as_bytes(), false) {
            assert_eq!(offset, u64::from(before) * line.len() as u64);
            assert_eq!(len % line.len(), 0);
        }
    }

    #[test]
    fn the_rest_of_a_tree_that_is_too_long_is_skipped() {
        let long = format!("(;AB[aa]{}", ";B[bb]".repeat((MAX_TREE_BYTES + (2 << 20)) / 6));
        let text = format!("{long})\n(;GM[1]AB[cc])\n");
        let found = pieces(text.as_bytes(), true);
        let [(0, 0, cut), (offset, 1, _)] = found[..] else { panic!("{found:?}") };
        assert!(cut >= MAX_TREE_BYTES && cut < long.len());
        assert!(text[offset as usize..].trim_start().starts_with("(;GM[1]"), "{offset}");
    }
}
