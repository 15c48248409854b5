//! Archives and compressed files.
//!
//! Each format has a file with a function `read`, which passes the entries to
//! an [`Unpacker`] in the order in which they are stored.

mod seven_zip;
mod stream;
mod unpacker;
mod zip;

use std::io::{self, BufReader, Cursor, Seek, SeekFrom};
use std::ops::ControlFlow;

use super::content::Content;
use super::input::Limits;
use super::sink::Sink;
use super::skip::SkipCause;
use super::sniff::{Container, FormatHint};
use super::source_name::SourceName;
use unpacker::{CountingReader, ReadSeek, Unpacker};

/// Unpacks a container of `size` bytes on disk and delivers what is in it.
/// `hint` is about its text, if it compresses just one.
pub(super) fn unpack(
    sink: &mut Sink<'_>,
    limits: Limits,
    name: &SourceName,
    container: Container,
    hint: FormatHint,
    content: Content,
    size: u64,
) -> ControlFlow<()> {
    let mut unpacker = Unpacker::new(sink, limits, name, size);
    let result = match open(content) {
        Ok(file) => unpacker.catch_panic(|unpacker| {
            let source = BufReader::new(CountingReader::new(file, unpacker.bytes_read()));
            match container {
                Container::Zip => zip::read(unpacker, source),
                Container::SevenZip => seven_zip::read(unpacker, source),
                Container::Stream { compression, is_tar } => {
                    stream::read(unpacker, source, compression, is_tar, hint)
                }
            }
        }),
        Err(error) => unpacker.skip_archive(SkipCause::Unreadable(error)),
    };
    unpacker.finish(result)
}

fn open(content: Content) -> io::Result<Box<dyn ReadSeek>> {
    Ok(match content {
        Content::Memory(bytes) => Box::new(Cursor::new(bytes)),
        Content::File { mut file, .. } => {
            file.seek(SeekFrom::Start(0))?;
            Box::new(file)
        }
    })
}
