//! `.7z`
//!
//! The entries of a block are compressed as one stream, so they are read in
//! order. Blocks do not depend on each other.

use std::io::{self, Read};

use sevenz_rust2::{Archive, ArchiveEntry, Block, BlockDecoder, EncoderMethod, Error, Password};

use super::unpacker::{ArchiveReader, Halt, MAX_MEMORY, Unpacker, damaged, hint_of};
use crate::import::inputs::skip::SkipCause;
use crate::import::inputs::sniff::ExtensionHint;
use crate::import::inputs::source_name::EntryName;

pub(super) fn read(unpacker: &mut Unpacker<'_, '_>, mut source: ArchiveReader) -> Result<(), Halt> {
    let password = Password::empty();
    let archive =
        Archive::read(&mut source, &password).map_err(|error| Halt::Archive(cause_of(error)))?;
    for index in 0..archive.blocks.len() {
        read_block(unpacker, &archive, index, &mut source)?;
    }
    let blocks = &archive.stream_map.file_block_index;
    for (entry, block) in archive.files.iter().zip(blocks) {
        // Empty files are in no block.
        if block.is_none() && is_file(entry) {
            let name = name(entry);
            if let Some(hint) = unpacker.expect(&name)? {
                unpacker.deliver_entry(&name, hint, None, &mut io::empty())?;
            }
        }
    }
    Ok(())
}

fn read_block(
    unpacker: &mut Unpacker<'_, '_>,
    archive: &Archive,
    index: usize,
    source: &mut ArchiveReader,
) -> Result<(), Halt> {
    let first = archive.stream_map.block_first_file_index[index];
    let count = BlockDecoder::new(1, index, archive, &Password::empty(), source).entry_count();
    let entries = &archive.files[first..first + count];
    let files = || entries.iter().filter(|entry| is_file(entry));
    let wanted: Vec<EntryName<'_>> = files().map(name).filter(|name| is_wanted(name)).collect();
    if wanted.is_empty() {
        // There is nothing to unpack, but something to count or to report.
        for entry in files() {
            unpacker.expect(&name(entry))?;
        }
        return Ok(());
    }

    let mut block = BlockReader { unpacker, begun: 0, halt: None };
    let result = match too_much_memory(&archive.blocks[index]) {
        Some(cause) => Err(cause),
        None => BlockDecoder::new(1, index, archive, &Password::empty(), source)
            .for_each_entries(&mut |entry, data| Ok(block.read_entry(entry, data)))
            .map(|_| ())
            .map_err(cause_of),
    };
    let mut begun = block.begun;
    match (block.halt, result) {
        // The entry that could not be read was reported.
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

/// Reads the entries of a block one after the other.
struct BlockReader<'r, 'a, 'b> {
    unpacker: &'r mut Unpacker<'a, 'b>,
    /// The number of wanted entries that were begun.
    begun: usize,
    halt: Option<Halt>,
}

impl BlockReader<'_, '_, '_> {
    /// Returns whether the next entry is to be read.
    fn read_entry(&mut self, entry: &ArchiveEntry, data: &mut dyn Read) -> bool {
        if !is_file(entry) {
            return true;
        }
        let name = name(entry);
        match self.deliver(&name, entry.size, data) {
            Ok(()) => true,
            Err(Halt::Read(error)) => {
                // After a wrong checksum the stream still leads to the next entry.
                let goes_on = is_checksum(&error);
                let cause = if goes_on {
                    cause_of(Error::ChecksumVerificationFailed)
                } else {
                    damaged(&error)
                };
                if goes_on && !is_wanted(&name) {
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

    fn deliver(
        &mut self,
        name: &EntryName<'_>,
        size: u64,
        data: &mut dyn Read,
    ) -> Result<(), Halt> {
        if let Some(hint) = self.unpacker.expect(name)? {
            self.begun += 1;
            self.unpacker.deliver_entry(name, hint, Some(size), data)?;
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

/// Whether an entry is delivered, by its name.
fn is_wanted(name: &EntryName<'_>) -> bool {
    matches!(hint_of(name), ExtensionHint::Text(_))
}

fn is_file(entry: &ArchiveEntry) -> bool {
    /// The flag for a Unix mode in the upper half of the attributes.
    const UNIX: u32 = 0x8000;
    let has_mode = entry.has_windows_attributes && entry.windows_attributes & UNIX != 0;
    let kind = (entry.windows_attributes >> 16) & 0o170_000;
    // A symbolic link, for example.
    let is_special = has_mode && kind != 0 && kind != 0o100_000;
    !entry.is_directory && !entry.is_anti_item && !is_special
}

/// Whether a block asks for too much memory. The decoder itself has no limit.
fn too_much_memory(block: &Block) -> Option<SkipCause> {
    block
        .coders
        .iter()
        .map(|coder| dictionary_bytes(coder.encoder_method_id(), coder.properties()))
        .find(|&needed| needed > MAX_MEMORY)
        .map(|needed| SkipCause::TooMuchMemory { needed, limit: MAX_MEMORY })
}

/// The size of the dictionary that a compression method asks for.
fn dictionary_bytes(method: &[u8], properties: &[u8]) -> u64 {
    match (method, properties) {
        (EncoderMethod::ID_LZMA, &[_, a, b, c, d, ..]) => u32::from_le_bytes([a, b, c, d]).into(),
        // Powers of two and, between them, three halves of each.
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

fn cause_of(error: Error) -> SkipCause {
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
        Error::BadSignature(_) => "it does not begin like a 7z archive".to_owned(),
        Error::ChecksumVerificationFailed => "its checksum is wrong".to_owned(),
        Error::NextHeaderCrcMismatch => "the checksum of the list of entries is wrong".to_owned(),
        _ => "the list of entries is invalid".to_owned(),
    };
    SkipCause::Damaged { reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_the_dictionary_is_decoded() {
        let lzma2 = |size| dictionary_bytes(EncoderMethod::ID_LZMA2, &[size]);
        assert_eq!(lzma2(0), 4 << 10);
        assert_eq!(lzma2(1), 6 << 10);
        assert_eq!(lzma2(24), 16 << 20);
        assert_eq!(lzma2(39), 3 << 30);
        assert_eq!(lzma2(40), u64::from(u32::MAX));
        assert_eq!(lzma2(41), 0);
        assert_eq!(dictionary_bytes(EncoderMethod::ID_LZMA, &[0x5D, 0, 0, 0, 2]), 32 << 20);
        assert_eq!(dictionary_bytes(EncoderMethod::ID_LZMA, &[0x5D]), 0);
    }
}
