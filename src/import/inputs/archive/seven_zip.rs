//! `.7z`
//!
//! The entries of a block are compressed as one stream, so they are read in order and never by
//! name. Blocks do not depend on each other.

use std::io::{self, Read};

use sevenz_rust2::{Archive, ArchiveEntry, Block, BlockDecoder, EncoderMethod, Error, Password};

use super::lzma::{self, EntryData};
use super::{Halt, MAX_MEMORY, Source, Unpacker, damaged, promise};
use crate::import::inputs::SkipCause;
use crate::import::inputs::sniff::Promise;
use crate::import::inputs::source_name::EntryName;

pub(super) fn read(unpacker: &mut Unpacker<'_, '_>, mut source: Source) -> Result<(), Halt> {
    let password = Password::empty();
    let archive =
        Archive::read(&mut source, &password).map_err(|error| Halt::Archive(cause(error)))?;
    for index in 0..archive.blocks.len() {
        read_block(unpacker, &archive, index, &mut source)?;
    }
    let blocks = &archive.stream_map.file_block_index;
    for (entry, block) in archive.files.iter().zip(blocks) {
        // Empty files belong to no block.
        if block.is_none() && is_file(entry) {
            let name = name(entry);
            if let Some(expect) = unpacker.expect(&name)? {
                unpacker.take(&name, expect, None, &mut io::empty())?;
            }
        }
    }
    Ok(())
}

fn read_block(
    unpacker: &mut Unpacker<'_, '_>,
    archive: &Archive,
    index: usize,
    source: &mut Source,
) -> Result<(), Halt> {
    let first = archive.stream_map.block_first_file_index[index];
    let count = BlockDecoder::new(1, index, archive, &Password::empty(), source).entry_count();
    let entries = &archive.files[first..first + count];
    let files = || entries.iter().filter(|entry| is_file(entry));
    let wanted: Vec<EntryName<'_>> =
        files().map(name).filter(|name| matches!(promise(name), Promise::Text(_))).collect();
    if wanted.is_empty() {
        // Nothing to unpack, but something to count or to report.
        for entry in files() {
            unpacker.expect(&name(entry))?;
        }
        return Ok(());
    }

    let mut run = Run { unpacker, begun: 0, halt: None };
    let result = match too_much_memory(&archive.blocks[index]) {
        Some(cause) => Err(cause),
        None => run.block(entries, archive, index, source).map_err(cause),
    };
    let mut begun = run.begun;
    match (run.halt, result) {
        // The entry that could not be read has been reported.
        (Some(Halt::Read(_)), _) => {}
        (Some(halt), _) => return Err(halt),
        (None, Ok(())) => return Ok(()),
        (None, Err(cause)) => match wanted.get(begun) {
            Some(name) => {
                unpacker.skip_entry(name, cause)?;
                begun += 1;
            }
            None => unpacker.skip_archive(cause)?,
        },
    }
    match wanted.len().saturating_sub(begun) {
        0 => Ok(()),
        lost => unpacker.skip_archive(SkipCause::Lost { entries: lost as u64 }),
    }
}

/// One going through the entries of a block.
struct Run<'r, 'a, 'b> {
    unpacker: &'r mut Unpacker<'a, 'b>,
    /// How many of the wanted entries have had their turn.
    begun: usize,
    halt: Option<Halt>,
}

impl Run<'_, '_, '_> {
    /// Goes through the entries of a block, up to where it ends.
    fn block(
        &mut self,
        entries: &[ArchiveEntry],
        archive: &Archive,
        index: usize,
        source: &mut Source,
    ) -> Result<(), Error> {
        let Some(mut data) = lzma::unpacked(archive, index, &mut *source)? else {
            let password = Password::empty();
            let decoder = BlockDecoder::new(1, index, archive, &password, source);
            decoder.for_each_entries(&mut |entry, data| Ok(self.entry(entry, data)))?;
            return Ok(());
        };
        let last = entries.iter().rposition(|entry| entry.has_stream);
        for (at, entry) in entries.iter().enumerate() {
            let mut data = EntryData::next(entry, &mut data);
            if !self.entry(entry, &mut data) {
                break;
            }
            if Some(at) < last {
                data.skip()?; // what is no file is not read
            }
        }
        Ok(())
    }

    /// Tells whether to go on.
    fn entry(&mut self, entry: &ArchiveEntry, data: &mut dyn Read) -> bool {
        if !is_file(entry) {
            return true;
        }
        let name = name(entry);
        match self.read(&name, entry.size, data) {
            Ok(()) => true,
            Err(Halt::Read(error)) => {
                // With a wrong checksum only this entry is lost: the stream itself goes on.
                let goes_on = is_checksum(&error);
                let cause = if goes_on {
                    cause(Error::ChecksumVerificationFailed)
                } else {
                    damaged(&error)
                };
                // Nobody misses an entry that would not have been taken, but the others.
                if goes_on && !matches!(promise(&name), Promise::Text(_)) {
                    return true;
                }
                match self.unpacker.skip_entry(&name, cause) {
                    Ok(()) if goes_on => true,
                    Ok(()) => self.stop(Halt::Read(error)),
                    Err(halt) => self.stop(halt),
                }
            }
            Err(halt) => self.stop(halt),
        }
    }

    fn read(&mut self, name: &EntryName<'_>, size: u64, data: &mut dyn Read) -> Result<(), Halt> {
        if let Some(expect) = self.unpacker.expect(name)? {
            self.begun += 1;
            self.unpacker.take(name, expect, Some(size), data)?;
        }
        self.unpacker.drain(data)
    }

    fn stop(&mut self, halt: Halt) -> bool {
        self.halt = Some(halt);
        false
    }
}

fn name(entry: &ArchiveEntry) -> EntryName<'_> {
    EntryName::new(entry.name.as_bytes())
}

fn is_file(entry: &ArchiveEntry) -> bool {
    /// Says that the upper half of the attributes is a Unix mode.
    const UNIX: u32 = 0x8000;
    let has_mode = entry.has_windows_attributes && entry.windows_attributes & UNIX != 0;
    let kind = (entry.windows_attributes >> 16) & 0o170_000;
    // Symbolic links, for example.
    let special = has_mode && kind != 0 && kind != 0o100_000;
    !entry.is_directory && !entry.is_anti_item && !special
}

/// The memory for a block is set by its maker and not bounded by the decoder.
fn too_much_memory(block: &Block) -> Option<SkipCause> {
    block
        .coders
        .iter()
        .map(|coder| dictionary(coder.encoder_method_id(), coder.properties()))
        .find(|&needed| needed > MAX_MEMORY)
        .map(|needed| SkipCause::TooMuchMemory { needed, limit: MAX_MEMORY })
}

fn dictionary(method: &[u8], properties: &[u8]) -> u64 {
    match (method, properties) {
        (EncoderMethod::ID_LZMA, &[_, a, b, c, d, ..]) => u32::from_le_bytes([a, b, c, d]).into(),
        // Every other size lies halfway between two powers of two.
        (EncoderMethod::ID_LZMA2, &[size @ 0..40, ..]) => {
            u64::from(2 | (size & 1)) << (size / 2 + 11)
        }
        (EncoderMethod::ID_LZMA2, &[40, ..]) => u32::MAX.into(),
        _ => 0,
    }
}

fn is_checksum(error: &io::Error) -> bool {
    error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<Error>())
        .is_some_and(|inner| matches!(inner, Error::ChecksumVerificationFailed))
}

fn cause(error: Error) -> SkipCause {
    let reason = match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => return SkipCause::Encrypted,
        Error::UnsupportedCompressionMethod(method) if method.starts_with("AES") => {
            return SkipCause::Encrypted;
        }
        Error::UnsupportedCompressionMethod(method) => {
            return SkipCause::UnsupportedMethod { method };
        }
        Error::Unsupported(method) => {
            let method = method.into_owned();
            return SkipCause::UnsupportedMethod { method };
        }
        Error::ExternalUnsupported => {
            let method = "a header in a stream of its own".to_owned();
            return SkipCause::UnsupportedMethod { method };
        }
        Error::UnsupportedVersion { major, minor } => {
            let method = format!("7z version {major}.{minor}");
            return SkipCause::UnsupportedMethod { method };
        }
        Error::Io(error, _) | Error::FileOpen(error, _) => return damaged(&error),
        Error::Other(reason) => reason.into_owned(),
        Error::BadSignature(_) => "it does not begin as a 7z archive does".to_owned(),
        Error::ChecksumVerificationFailed => "its checksum is wrong".to_owned(),
        Error::NextHeaderCrcMismatch => "the checksum of the list of entries is wrong".to_owned(),
        _ => "the list of entries makes no sense".to_owned(),
    };
    SkipCause::Damaged { reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dictionary_sizes() {
        let lzma2 = |size| dictionary(EncoderMethod::ID_LZMA2, &[size]);
        assert_eq!(lzma2(0), 4 << 10);
        assert_eq!(lzma2(1), 6 << 10);
        assert_eq!(lzma2(24), 16 << 20);
        assert_eq!(lzma2(39), 3 << 30);
        assert_eq!(lzma2(40), u64::from(u32::MAX));
        assert_eq!(lzma2(41), 0);
        assert_eq!(dictionary(EncoderMethod::ID_LZMA, &[0x5D, 0, 0, 0, 2]), 32 << 20);
        assert_eq!(dictionary(EncoderMethod::ID_LZMA, &[0x5D]), 0);
    }
}
