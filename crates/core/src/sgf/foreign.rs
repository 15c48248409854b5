//! Files of other kinds, which have the name of an SGF file by mistake.

/// What a file of a known other kind is, by its first bytes, in words that follow "the file is".
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::name_foreign_file;
///
/// assert_eq!(name_foreign_file(b"%PDF-1.7"), Some("a PDF document"));
/// assert_eq!(name_foreign_file(b"(;GM[1])"), None);
/// ```
pub fn name_foreign_file(head: &[u8]) -> Option<&'static str> {
    if let Some((_, what)) = STARTS.iter().find(|(start, _)| head.starts_with(start)) {
        return Some(what);
    }
    if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") {
        return Some("a picture (WebP)");
    }
    // The name of the first entry of a ZIP archive.
    let first = head.starts_with(b"PK\x03\x04").then(|| head.get(30..)).flatten()?;
    let office = [&b"[Content_Types].xml"[..], b"_rels/", b"docProps/", b"xl/", b"word/", b"ppt/"];
    let is_office = office.iter().any(|name| first.starts_with(name))
        || first.starts_with(b"mimetypeapplication/vnd.oasis.opendocument");
    is_office.then_some("a spreadsheet or document of an office program")
}

const STARTS: [(&[u8], &str); 9] = [
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF87a", "a picture (GIF)"),
    (b"GIF89a", "a picture (GIF)"),
    (b"II*\0", "a picture (TIFF)"),
    (b"MM\0*", "a picture (TIFF)"),
    (b"%PDF-", "a PDF document"),
    (b"SQLite format 3\0", "an SQLite database (name it alone to import it)"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a spreadsheet or document of an office program"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_not_documents() {
        let zip = |name: &str| [b"PK\x03\x04", &[0; 26][..], name.as_bytes()].concat();
        assert!(name_foreign_file(&zip("[Content_Types].xml<")).is_some());
        assert!(
            name_foreign_file(&zip("mimetypeapplication/vnd.oasis.opendocument.text")).is_some()
        );
        assert_eq!(name_foreign_file(&zip("books/1.sgf")), None);
        assert_eq!(name_foreign_file(b"PK\x03\x04"), None);
        assert_eq!(name_foreign_file(b""), None);
    }
}
