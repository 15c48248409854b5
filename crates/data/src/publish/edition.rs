//! The problems of an earlier edition, whatever its format.

use std::io::{Cursor, Read};

use flate2::read::ZlibDecoder;
use memchr::memmem;
use zip::ZipArchive;

use super::manifest::MANIFEST_NAME;
use crate::find::{ProblemListError, ProblemName};

/// The most bytes of a manifest.
const MAX_MANIFEST: u64 = 1 << 30;

/// Reads the problems that a file names: a book as PDF, an e-book, a deck for Anki, or what
/// [`ProblemName::read_list`] reads: a manifest, a book as HTML, or a list.
///
/// # Errors
/// If a line or a manifest cannot be read, or no problem is named.
pub fn read_edition(bytes: &[u8]) -> Result<Vec<ProblemName>, ProblemListError> {
    let manifest = match bytes {
        [b'P', b'K', 3, 4, ..] => read_archive(bytes),
        [b'%', b'P', b'D', b'F', ..] => read_pdf(bytes),
        _ => return ProblemName::read_list(bytes),
    };
    ProblemName::read_list(&manifest.ok_or(ProblemListError::Empty)?)
}

/// The manifest in a zip archive: in its root, or in a folder of an e-book.
fn read_archive(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let is_manifest = |name: &str| name.rsplit('/').next() == Some(MANIFEST_NAME);
    let name = {
        let mut names = archive.file_names().filter_map(Result::ok);
        names.find(|name| is_manifest(name))?.into_owned()
    };
    read_all(archive.by_name(&name).ok()?)
}

/// The manifest among the files that are attached to a PDF: its stream, deflated or not.
fn read_pdf(bytes: &[u8]) -> Option<Vec<u8>> {
    /// The most bytes of a dictionary, which is before its stream.
    const MAX_DICTIONARY: usize = 1024;
    let streams = memmem::find_iter(bytes, b"/EmbeddedFile").filter_map(|at| {
        let rest = &bytes[at..];
        let begin = memmem::find(&rest[..rest.len().min(MAX_DICTIONARY)], b"stream")?;
        let stream = rest[begin..].strip_prefix(b"stream")?;
        Some(stream.strip_prefix(b"\r").unwrap_or(stream).strip_prefix(b"\n").unwrap_or(stream))
    });
    let mut manifests = streams.filter_map(|stream| match stream.first() {
        Some(b'{') => Some(stream[..memmem::find(stream, b"endstream")?].to_vec()),
        _ => read_all(ZlibDecoder::new(stream)),
    });
    manifests.find(|text| text.starts_with(b"{"))
}

/// All bytes; nothing if they are damaged or too many.
fn read_all(reader: impl Read) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_MANIFEST + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= MAX_MANIFEST).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::publish::zip::Archive;

    const MANIFEST: &[u8] = br#"{"problems":[{"number":3,"key":"c7ad6d0112c7ad6d0112c7ad6d0112aa","canonical_turn":"white"}]}"#;

    #[test]
    fn a_manifest_is_found_in_archives_and_pdf() {
        let mut archive = Archive::new();
        archive.add_file("mimetype", b"application/epub+zip", true).unwrap();
        archive.add_file("OEBPS/manifest.json", MANIFEST, false).unwrap();
        let mut deflated = flate2::write::ZlibEncoder::new(Vec::new(), Default::default());
        deflated.write_all(MANIFEST).unwrap();
        let pdf = |stream: &[u8]| {
            let head = b"%PDF-1.7\n1 0 obj <</Type/EmbeddedFile/Filter/FlateDecode>>\nstream\n";
            [head, stream, b"\nendstream endobj".as_slice()].concat()
        };
        for bytes in [
            archive.finish().unwrap(),
            pdf(&deflated.finish().unwrap()),
            pdf(MANIFEST),
            MANIFEST.to_vec(),
        ] {
            let names = read_edition(&bytes).unwrap();
            assert_eq!(names.len(), 1);
            assert_eq!(names[0].number, Some(3));
        }
        for bytes in
            [&b"PK\x03\x04"[..], b"%PDF-1.7\n/EmbeddedFile", b"%PDF-1.7\n/EmbeddedFile stream"]
        {
            assert!(read_edition(bytes).is_err());
        }
    }
}
