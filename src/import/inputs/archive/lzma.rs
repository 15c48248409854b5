//! The data of a block in a `.7z` that is one stream of LZMA or LZMA2, as in almost every archive.
//!
//! `liblzma` unpacks it in three quarters of the time that `sevenz_rust2` takes.

use std::io::{self, BufRead, Read, Seek, SeekFrom, Take};

use flate2::Crc;
use liblzma::bufread::XzDecoder;
use liblzma::stream::{Filters, Stream};
use sevenz_rust2::{Archive, ArchiveEntry, EncoderMethod, Error};

/// How long the header in front of all data is.
const START: u64 = 32;

/// The data of a block, if it is of this kind.
pub(super) fn unpacked<R: BufRead + Seek>(
    archive: &Archive,
    index: usize,
    mut source: R,
) -> io::Result<Option<XzDecoder<Take<R>>>> {
    let block = &archive.blocks[index];
    // The checksum of a whole block stands beside those of its entries only where it has one entry.
    let ([coder], false) = (&*block.coders, block.has_crc) else { return Ok(None) };
    let mut filters = Filters::new();
    let is_known = match coder.encoder_method_id() {
        EncoderMethod::ID_LZMA => filters.lzma1_properties(coder.properties()).is_ok(),
        EncoderMethod::ID_LZMA2 => filters.lzma2_properties(coder.properties()).is_ok(),
        _ => false,
    };
    if !is_known {
        return Ok(None); // LZMA may also have properties that only `sevenz_rust2` knows
    }
    let stream = archive.stream_map.block_first_pack_stream_index()[index];
    let offset = archive.stream_map.pack_stream_offsets()[stream];
    let Some(start) = archive.pack_pos().checked_add(START).and_then(|at| at.checked_add(offset))
    else {
        return Ok(None);
    };
    source.seek(SeekFrom::Start(start))?;
    let packed = source.take(archive.pack_sizes()[stream]);
    Ok(Some(XzDecoder::new_stream(packed, Stream::new_raw_decoder(&filters)?)))
}

/// The data of one entry, with its checksum.
pub(super) struct EntryData<'e, R> {
    data: Take<R>,
    crc: Crc,
    entry: &'e ArchiveEntry,
}

impl<'e, R: Read> EntryData<'e, R> {
    /// The next entry of a block, of whose data all before has been read.
    pub(super) fn next(entry: &'e ArchiveEntry, block: R) -> EntryData<'e, R> {
        let size = if entry.has_stream { entry.size } else { 0 };
        EntryData { data: block.take(size), crc: Crc::new(), entry }
    }

    /// Reads what is left of it.
    pub(super) fn skip(&mut self) -> io::Result<()> {
        if self.data.limit() > 0 {
            io::copy(self, &mut io::sink())?;
        }
        Ok(())
    }
}

impl<R: Read> Read for EntryData<'_, R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.data.limit() == 0 {
            return Ok(0);
        }
        let count = self.data.read(buf)?;
        self.crc.update(&buf[..count]);
        let is_read = self.data.limit() == 0;
        if is_read && self.entry.has_crc && u64::from(self.crc.sum()) != self.entry.crc {
            return Err(io::Error::other(Error::ChecksumVerificationFailed));
        }
        Ok(count)
    }
}
