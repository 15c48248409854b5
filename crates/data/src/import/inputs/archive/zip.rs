//! `.zip`, whose entries can be read independently of each other.

use std::io;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS};
use zip::ZipArchive;
use zip::result::ZipError;

use super::unpacker::{ArchiveReader, Halt, Unpacker, damaged};
use crate::import::inputs::skip::SkipCause;
use crate::import::inputs::source_name::EntryName;

pub(super) fn read(unpacker: &mut Unpacker<'_, '_>, source: ArchiveReader) -> Result<(), Halt> {
    let mut zip = ZipArchive::new(source).map_err(|error| Halt::Archive(cause_of(error)))?;
    let encoding = detect_name_encoding(&zip);
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
            let name = match (std::str::from_utf8(raw), encoding, entry.name()) {
                (Err(_), Some(encoding), _) => EntryName::decoded(raw, encoding.decode(raw).0),
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

/// Detects the encoding of entry names. Zip archives made on East Asian systems
/// often have names in the encoding of the system and do not say so. All names
/// together give better evidence than one alone.
fn detect_name_encoding(zip: &ZipArchive<ArchiveReader>) -> Option<&'static Encoding> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for raw in zip.file_names_raw() {
        if std::str::from_utf8(raw).is_err() {
            detector.feed(raw, false);
            detector.feed(b"\n", false);
        }
    }
    let guess = detector.guess(None, Utf8Detection::Deny);
    [SHIFT_JIS, GBK, BIG5, EUC_KR, EUC_JP].into_iter().find(|&encoding| encoding == guess)
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
