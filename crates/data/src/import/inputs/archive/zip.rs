//! `.zip`, whose entries can be read independently of each other.

use std::io;

use zip::ZipArchive;
use zip::result::ZipError;

use super::unpacker::{ArchiveReader, Halt, Unpacker, damaged};
use crate::import::inputs::skip::SkipCause;
use crate::import::inputs::source_name::EntryName;
use crate::sgf::{Charset, guess_charset};

pub(super) fn read(unpacker: &mut Unpacker<'_, '_>, source: ArchiveReader) -> Result<(), Halt> {
    let mut zip = ZipArchive::new(source).map_err(|error| Halt::Archive(cause_of(error)))?;
    if zip.has_duplicate_names() {
        unpacker.skip_archive(SkipCause::RepeatedNames)?;
    }
    let charset = detect_name_charset(&zip);
    for index in 0..zip.len() {
        let (name, encrypted) = {
            let entry = match zip.by_index_data(index) {
                Ok(entry) => entry,
                Err(error) => {
                    unpacker.skip_archive(cause_of(error))?;
                    continue;
                }
            };
            if !entry.is_file() {
                continue;
            }
            let raw = entry.name_raw();
            let name = match (std::str::from_utf8(raw), charset, entry.name()) {
                (Err(_), Some(charset), _) => EntryName::decoded(raw, charset.decode(raw)),
                // Decoded from code page 437, as the zip format has it.
                (Err(_), None, Ok(name)) => EntryName::decoded(raw, name),
                _ => EntryName::new(raw),
            };
            (name.into_owned(), entry.encrypted())
        };
        let Some(hint) = unpacker.expect(&name)? else {
            continue;
        };
        if encrypted {
            unpacker.skip_entry(&name, SkipCause::Encrypted)?;
            continue;
        }
        let mut data = match zip.by_index(index) {
            Ok(data) => data,
            Err(error) => {
                unpacker.skip_entry(&name, cause_of(error))?;
                continue;
            }
        };
        match unpacker.deliver_entry(&name, hint, None, &mut data) {
            Err(Halt::Read(error)) => unpacker.skip_entry(&name, read_cause(error))?,
            result => result?,
        }
    }
    Ok(())
}

/// Detects the charset of entry names. Zip archives made on East Asian systems often have names in
/// the charset of the system and do not say so. All names together give better evidence than one
/// alone.
fn detect_name_charset(zip: &ZipArchive<ArchiveReader>) -> Option<Charset> {
    let names = zip.file_names_raw().filter(|raw| std::str::from_utf8(raw).is_err());
    let charset = guess_charset(&names.collect::<Vec<_>>().join(&b'\n'))?;
    (charset != Charset::UTF_8).then_some(charset)
}

/// The cause for an entry that could not be read. Some faults of the directory
/// show only then.
fn read_cause(error: io::Error) -> SkipCause {
    match error.downcast::<ZipError>() {
        Ok(error) => cause_of(error),
        Err(error) => damaged(&error),
    }
}

fn cause_of(error: ZipError) -> SkipCause {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            SkipCause::Encrypted
        }
        ZipError::CompressionMethodNotSupported(number) => {
            SkipCause::UnsupportedMethod { method: method(number) }
        }
        ZipError::UnsupportedArchive(method) => {
            SkipCause::UnsupportedMethod { method: method.to_owned() }
        }
        ZipError::Io(error) => damaged(&error),
        ZipError::InvalidArchive(reason) => SkipCause::Damaged { reason: explain(&reason) },
        other => SkipCause::Damaged { reason: other.to_string() },
    }
}

/// A reason of the zip library in words for users.
fn explain(reason: &str) -> String {
    match reason {
        // EOCD: end of central directory record
        "Could not find EOCD" => "the list of entries at its end is missing".to_owned(),
        _ => reason.to_owned(),
    }
}

/// The name of a compression method, by its number in the zip specification.
fn method(number: u16) -> String {
    match number {
        9 => "Deflate64".to_owned(),
        12 => "bzip2".to_owned(),
        14 => "LZMA".to_owned(),
        93 => "Zstandard".to_owned(),
        95 => "XZ".to_owned(),
        98 => "PPMd".to_owned(),
        _ => format!("zip method {number}"),
    }
}
