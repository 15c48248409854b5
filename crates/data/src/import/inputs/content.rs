//! The content of an input: in memory if it is small, otherwise in a file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Take, Write};

/// The bytes of one input.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// use std::io::Read;
/// use gtn_db::import::inputs::Content;
///
/// let mut content = Content::Memory(b"(;GM[1])".to_vec());
/// let mut text = String::new();
/// content.reader()?.read_to_string(&mut text)?;
///
/// assert_eq!(text, "(;GM[1])");
/// assert_eq!(content.len(), 8);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub enum Content {
    /// All bytes.
    Memory(Vec<u8>),
    /// A file: the one on disk, or an anonymous temporary one.
    File {
        /// Opened for reading, at any position.
        file: File,
        /// The length of the content, from the start of the file.
        len: u64,
    },
}

impl Content {
    /// The number of bytes.
    pub fn len(&self) -> u64 {
        match self {
            // A usize has at most 64 bits on everything Rust runs on.
            Content::Memory(bytes) => bytes.len() as u64,
            Content::File { len, .. } => *len,
        }
    }

    /// Whether the content has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A reader from the start of the content.
    ///
    /// # Errors
    /// If the file cannot be rewound.
    pub fn reader(&mut self) -> io::Result<ContentReader<'_>> {
        Ok(ContentReader(match self {
            Content::Memory(bytes) => Source::Memory(bytes),
            Content::File { file, len } => {
                file.seek(SeekFrom::Start(0))?;
                Source::File(file.take(*len))
            }
        }))
    }

    /// The first 16 bytes of the BLAKE3 hash of the content.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn hash(&mut self) -> io::Result<[u8; 16]> {
        let hash = match self {
            Content::Memory(bytes) => blake3::hash(bytes),
            Content::File { .. } => blake3::Hasher::new().update_reader(self.reader()?)?.finalize(),
        };
        let mut prefix = [0; 16];
        prefix.copy_from_slice(&hash.as_bytes()[..16]);
        Ok(prefix)
    }

    /// Reads all bytes.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn into_bytes(self) -> io::Result<Vec<u8>> {
        match self {
            Content::Memory(bytes) => Ok(bytes),
            Content::File { mut file, len } => {
                let mut bytes = Vec::with_capacity(len as usize);
                file.seek(SeekFrom::Start(0))?;
                file.take(len).read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }
}

/// A reader of a [`Content`].
#[derive(Debug)]
pub struct ContentReader<'a>(Source<'a>);

#[derive(Debug)]
enum Source<'a> {
    Memory(&'a [u8]),
    File(Take<&'a mut File>),
}

impl Read for ContentReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            Source::Memory(bytes) => bytes.read(buf),
            Source::File(file) => file.read(buf),
        }
    }
}

/// Collects bytes of unknown number, in memory or, when there are too many, in
/// a temporary file.
#[derive(Debug)]
pub(super) struct Collector {
    in_memory: usize,
    bytes: Vec<u8>,
    spool: Option<File>,
    len: u64,
}

impl Collector {
    pub(super) fn new(in_memory: usize) -> Self {
        Collector { in_memory, bytes: Vec::new(), spool: None, len: 0 }
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Appends bytes. Fails if the temporary file cannot be created or written.
    pub(super) fn push(&mut self, piece: &[u8]) -> io::Result<()> {
        self.len += piece.len() as u64;
        if let Some(spool) = &mut self.spool {
            return spool.write_all(piece);
        }
        self.bytes.extend_from_slice(piece);
        if self.bytes.len() > self.in_memory {
            let mut spool = tempfile::tempfile()?;
            spool.write_all(&self.bytes)?;
            self.bytes = Vec::new();
            self.spool = Some(spool);
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Content {
        match self.spool {
            Some(file) => Content::File { file, len: self.len },
            None => Content::Memory(self.bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collect(in_memory: usize, pieces: &[&[u8]]) -> Content {
        let mut collector = Collector::new(in_memory);
        for piece in pieces {
            collector.push(piece).unwrap();
        }
        collector.finish()
    }

    fn all(content: &mut Content) -> Vec<u8> {
        let mut bytes = Vec::new();
        content.reader().unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn small_content_stays_in_memory() {
        assert!(matches!(
            collect(4, &[b"ab", b"cd"]),
            Content::Memory(bytes) if bytes == b"abcd"
        ));
        assert!(collect(4, &[]).is_empty());
    }

    #[test]
    fn large_content_is_written_to_a_file() {
        let mut content = collect(4, &[b"ab", b"cde", b"", b"f"]);
        assert!(matches!(content, Content::File { len: 6, .. }));
        assert_eq!(all(&mut content), b"abcdef");
        // Every reader starts at the beginning.
        assert_eq!(all(&mut content), b"abcdef");
    }

    #[test]
    fn the_hash_does_not_depend_on_where_the_bytes_are() {
        let bytes = vec![7; 100_000];
        let expected = blake3::hash(&bytes);
        let mut spooled = collect(10, &[&bytes]);
        assert_eq!(spooled.hash().unwrap(), expected.as_bytes()[..16]);
        let mut in_memory = Content::Memory(bytes);
        assert_eq!(in_memory.hash().unwrap(), expected.as_bytes()[..16]);
    }

    #[test]
    fn a_file_is_read_up_to_its_length() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"abcdef").unwrap();
        let mut content = Content::File { file, len: 3 };
        assert_eq!(all(&mut content), b"abc");
        assert_eq!(content.into_bytes().unwrap(), b"abc");
    }
}
