//! `.tar` and what is compressed as one stream: `.tar.gz`, `.sgf.gz` and the like.

use std::cell::Cell;
use std::io::{self, Cursor, Read};
use std::rc::Rc;

use flate2::read::MultiGzDecoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::{CONCATENATED, Stream};

use super::{Halt, MAX_MEMORY, Source, Unpacker, damaged};
use crate::import::inputs::sniff::{Expect, Packing, is_tar};
use crate::import::inputs::source_name::EntryName;

/// How long the headers of one entry may be. They hold its name and other short texts, but the
/// format lets them claim any size, and they are read to memory.
const MAX_HEADERS: u64 = 1 << 20;

/// How much shows whether a stream is a tar archive.
const FIRST_BLOCK: usize = 512;

pub(super) fn read(
    unpacker: &mut Unpacker<'_, '_>,
    source: Source,
    packing: Packing,
    tar: bool,
    expect: Expect,
) -> Result<(), Halt> {
    let mut stream: Box<dyn Read> = match packing {
        Packing::None => Box::new(source),
        Packing::Gzip => Box::new(MultiGzDecoder::new(source)),
        Packing::Xz => {
            let stream = Stream::new_stream_decoder(MAX_MEMORY, CONCATENATED);
            let stream = stream.map_err(|error| Halt::Read(error.into()))?;
            Box::new(XzDecoder::new_stream(source, stream))
        }
        // It asks for 128 MiB at most.
        Packing::Zstd => Box::new(zstd::Decoder::with_buffer(source).map_err(Halt::Read)?),
    };
    let mut first = vec![0; FIRST_BLOCK];
    let count = unpacker.fill(&mut stream, &mut first)?;
    first.truncate(count);
    let is_tar = tar || is_tar(&first);
    let mut stream = Cursor::new(first).chain(stream);
    if is_tar { read_tar(unpacker, stream) } else { unpacker.take_single(expect, &mut stream) }
}

fn read_tar(unpacker: &mut Unpacker<'_, '_>, stream: impl Read) -> Result<(), Halt> {
    let allowance = Rc::new(Cell::new(MAX_HEADERS));
    let mut archive = tar::Archive::new(Gate { inner: stream, allowance: Rc::clone(&allowance) });
    for entry in archive.entries().map_err(Halt::Read)? {
        let mut entry = entry.map_err(Halt::Read)?;
        allowance.set(u64::MAX);
        let kind = entry.header().entry_type();
        if kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse() {
            let path = entry.path_bytes().into_owned();
            let name = EntryName::new(&path);
            let size = entry.size();
            if let Some(expect) = unpacker.expect(&name)? {
                match unpacker.take(&name, expect, Some(size), &mut entry) {
                    // What follows cannot be found without it.
                    Err(Halt::Read(error)) => return unpacker.skip_entry(&name, damaged(&error)),
                    result => result?,
                }
            }
        }
        unpacker.drain(&mut entry)?;
        allowance.set(MAX_HEADERS);
    }
    // The checksum of a compressed stream is at its very end.
    unpacker.drain(&mut archive.into_inner().inner)
}

/// Lets only so many bytes through.
struct Gate<R> {
    inner: R,
    allowance: Rc<Cell<u64>>,
}

impl<R: Read> Read for Gate<R> {
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
