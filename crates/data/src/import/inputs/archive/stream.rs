//! `.tar` and files compressed as one stream, such as `.tar.gz` and `.sgf.gz`.

use std::cell::Cell;
use std::io::{self, Cursor, Read};
use std::rc::Rc;

use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;

use super::unpacker::{ArchiveReader, Halt, MAX_MEMORY, Unpacker, damaged};
use crate::import::inputs::sniff::{Compression, FormatHint, is_tar};
use crate::import::inputs::source_name::EntryName;
use crate::sgf::guess_charset;

/// The most bytes that the headers of one entry may have. They hold the name
/// and other short texts, but the format allows any size, and they are read to
/// memory.
const MAX_HEADERS: u64 = 1 << 20;

/// The number of bytes by which a tar archive is recognized.
const FIRST_BLOCK: usize = 512;

pub(super) fn read(
    unpacker: &mut Unpacker<'_, '_>,
    source: ArchiveReader,
    compression: Compression,
    is_named_tar: bool,
    hint: FormatHint,
) -> Result<(), Halt> {
    let mut stream: Box<dyn Read> = match compression {
        Compression::None => Box::new(source),
        Compression::Gzip => Box::new(MultiGzDecoder::new(source)),
        Compression::Xz => {
            Box::new(XzReader::new_mem_limit(source, true, (MAX_MEMORY / 1024) as u32))
        }
        // The decoder refuses to use more than 128 MiB.
        Compression::Zstd => Box::new(zstd::Decoder::with_buffer(source).map_err(Halt::Read)?),
    };
    let mut first = vec![0; FIRST_BLOCK];
    let count = unpacker.fill(&mut stream, &mut first)?;
    first.truncate(count);
    let is_tar = is_named_tar || is_tar(&first);
    let mut stream = Cursor::new(first).chain(stream);
    if is_tar { read_tar(unpacker, stream) } else { unpacker.deliver_single(hint, &mut stream) }
}

fn read_tar(unpacker: &mut Unpacker<'_, '_>, stream: impl Read) -> Result<(), Halt> {
    let allowance = Rc::new(Cell::new(MAX_HEADERS));
    let mut archive =
        tar::Archive::new(LimitedReader { inner: stream, allowance: Rc::clone(&allowance) });
    // The names so far that are not UTF-8.
    let mut foreign = Vec::new();
    // The library quotes the bytes of a header that it cannot read.
    let header_error = |error: io::Error| match error.kind() {
        io::ErrorKind::Other => Halt::Read(io::Error::other("the header of an entry is invalid")),
        _ => Halt::Read(error),
    };
    for entry in archive.entries().map_err(header_error)? {
        let mut entry = entry.map_err(header_error)?;
        allowance.set(u64::MAX);
        let kind = entry.header().entry_type();
        if kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse() {
            let path = entry.path_bytes().into_owned();
            let name = decode_name(&path, &mut foreign);
            let size = entry.size();
            if let Some(hint) = unpacker.expect(&name)? {
                match unpacker.deliver_entry(&name, hint, Some(size), &mut entry) {
                    // Without the end of this entry, the next one cannot be found.
                    Err(Halt::Read(error)) => return unpacker.skip_entry(&name, damaged(&error)),
                    result => result?,
                }
            }
        }
        unpacker.drain(&mut entry)?;
        allowance.set(MAX_HEADERS);
    }
    // The checksum of a compressed stream is at its end.
    unpacker.drain(&mut archive.into_inner().inner)
}

/// The most bytes of names by which their charset is guessed.
const MAX_NAMES: usize = 1 << 16;

/// Decodes the name of an entry, in the charset that the names so far make likely.
fn decode_name<'a>(raw: &'a [u8], foreign: &mut Vec<u8>) -> EntryName<'a> {
    if std::str::from_utf8(raw).is_ok() {
        return EntryName::new(raw);
    }
    if foreign.len() < MAX_NAMES {
        foreign.extend(raw);
        foreign.push(b'\n');
    }
    match guess_charset(foreign) {
        Some(charset) => EntryName::decoded(raw, charset.decode(raw)),
        None => EntryName::new(raw),
    }
}

/// A reader that fails once more than `allowance` bytes were read.
struct LimitedReader<R> {
    inner: R,
    allowance: Rc<Cell<u64>>,
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buf)?;
        match self.allowance.get().checked_sub(count as u64) {
            Some(rest) => self.allowance.set(rest),
            None => {
                let message = "the header of an entry is too long";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        }
        Ok(count)
    }
}
