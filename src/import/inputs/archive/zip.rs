//! `.zip`

use std::io;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS};
use zip::ZipArchive;
use zip::result::ZipError;

use super::{Halt, Source, Unpacker, damaged};
use crate::import::inputs::SkipCause;
use crate::import::inputs::source_name::EntryName;

/// Entries can be read one by one: one that cannot be read does not touch the others.
pub(super) fn read(unpacker: &mut Unpacker<'_, '_>, source: Source) -> Result<(), Halt> {
    let mut zip = ZipArchive::new(source).map_err(|error| Halt::Archive(cause(error)))?;
    let encoding = encoding(&zip);
    for index in 0..zip.len() {
        let (name, encrypted) = {
            let entry = match zip.by_index_data(index) {
                Ok(entry) => entry,
                Err(error) => {
                    unpacker.skip_archive(cause(error))?;
                    continue;
                }
            };
            if !entry.is_file() {
                continue;
            }
            let raw = entry.name_raw();
            let name = match (std::str::from_utf8(raw), encoding, entry.name()) {
                (Err(_), Some(encoding), _) => EntryName::decoded(raw, encoding.decode(raw).0),
                // In the code page of the first zip programs.
                (Err(_), None, Ok(name)) => EntryName::decoded(raw, name),
                _ => EntryName::new(raw),
            };
            (name.into_owned(), entry.encrypted())
        };
        let Some(expect) = unpacker.expect(&name)? else {
            continue;
        };
        if encrypted {
            unpacker.skip_entry(&name, SkipCause::Encrypted)?;
            continue;
        }
        let mut data = match zip.by_index(index) {
            Ok(data) => data,
            Err(error) => {
                unpacker.skip_entry(&name, cause(error))?;
                continue;
            }
        };
        match unpacker.take(&name, expect, None, &mut data) {
            Err(Halt::Read(error)) => unpacker.skip_entry(&name, read_cause(error))?,
            result => result?,
        }
    }
    Ok(())
}

/// Zip archives made on East Asian systems give their names in the system's encoding and do not
/// say so. All names together show it better than each alone.
fn encoding(zip: &ZipArchive<Source>) -> Option<&'static Encoding> {
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

/// Some of what the directory says turns out to be wrong only when the entry is read.
fn read_cause(error: io::Error) -> SkipCause {
    match error.downcast::<ZipError>() {
        Ok(error) => cause(error),
        Err(error) => damaged(&error),
    }
}

fn cause(error: ZipError) -> SkipCause {
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
        ZipError::InvalidArchive(reason) => SkipCause::Damaged { reason: reason.into_owned() },
        other => SkipCause::Damaged { reason: other.to_string() },
    }
}

/// The methods that are met, by the numbers of the zip specification.
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
