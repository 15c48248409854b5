//! Extraction of problems and games from bytes and files, without a database.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::inputs::{Inputs, Limits, PassedOver};
use super::options::ImportOptions;
use super::stage::{Parsed, Stage};
use super::{parser, reader};
use crate::Diagnostic;
use crate::model::{AbaloneGame, AbaloneProblem, Game, Record, TreeOptions};

/// Options of [`extract_bytes`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ExtractOptions {
    /// How game trees are read.
    pub tree_options: TreeOptions,
    /// The limits for the entries of archives.
    pub limits: Limits,
    /// Whether the bytes are read as a file that the user named: then the
    /// content decides about the format, and everything that is neither a
    /// problem nor a game is a fault. If not, they are read as a file in a
    /// folder: files and texts of unknown kind are passed over.
    pub is_named: bool,
}

impl Default for ExtractOptions {
    /// As for an import of a named file.
    fn default() -> ExtractOptions {
        ExtractOptions {
            tree_options: TreeOptions::default(),
            limits: Limits::default(),
            is_named: true,
        }
    }
}

/// The problems, games and faults of a source, or of a piece of a large source.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ExtractedPart {
    /// The name of the source: that of the bytes, followed by that of the entry
    /// in an archive.
    pub source: String,
    /// The problems of Go.
    pub records: Vec<Record>,
    /// The games of Go.
    pub games: Vec<Game>,
    /// The problems of Abalone.
    pub abalone_problems: Vec<AbaloneProblem>,
    /// The games of Abalone.
    pub abalone_games: Vec<AbaloneGame>,
    /// What was skipped or repaired.
    pub diagnostics: Vec<Diagnostic>,
}

impl ExtractedPart {
    fn new(source: String, parsed: Parsed) -> ExtractedPart {
        let Parsed { records, games, abalone_problems, abalone_games, diagnostics } = parsed;
        ExtractedPart { source, records, games, abalone_problems, abalone_games, diagnostics }
    }
}

/// Extracts the problems and games in the bytes of a file or an archive: the same
/// records and diagnostics as an import of this file, without a database.
///
/// Calls `visit` for each source in order, once or, if the source is larger than
/// 1 MiB, once for each piece, until it breaks. A fault of an archive or of an
/// entry is a part with the diagnostic alone. Returns the numbers of the files
/// and entries that are passed over because of their kind.
///
/// Besides the bytes, memory holds a few pieces and, up to
/// [`Limits::in_memory`], one entry of an archive; larger entries are written to
/// a temporary file. Trees are parsed on the rayon pool in which the caller runs.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use std::ops::ControlFlow;
/// use gtn_db::import::{ExtractOptions, extract_bytes};
///
/// let bytes = b"(;SZ[9]AB[aa][ba]AW[ca];B[ab]) (;AB[zz])".to_vec();
/// let (mut keys, mut faults) = (Vec::new(), Vec::new());
/// extract_bytes("x.sgf", bytes, ExtractOptions::default(), &mut |part| {
///     keys.extend(part.records.iter().map(|record| record.key));
///     faults.extend(part.diagnostics.iter().map(|fault| fault.location.to_string()));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(keys.len(), 1);
/// assert_eq!(faults, ["x.sgf, tree 2, byte 33"]);
/// ```
pub fn extract_bytes(
    name: &str,
    bytes: Vec<u8>,
    options: ExtractOptions,
    visit: &mut dyn FnMut(ExtractedPart) -> ControlFlow<()>,
) -> PassedOver {
    let ExtractOptions { tree_options, limits, is_named } = options;
    extract_inputs(Inputs::of_bytes(name.to_owned(), bytes, is_named, limits), tree_options, visit)
}

/// Extracts the problems and games in files, folders and archives: the same records and
/// diagnostics, under the same names, as an import of these inputs into a new database.
///
/// Calls `visit` for each source in order, as [`extract_bytes`] does, and returns the same.
///
/// No file is held whole: memory has a few pieces, and up to [`Limits::in_memory`] of one file or
/// entry of an archive. If the end of a source cannot be read, the pieces before are passed, and a
/// diagnostic follows.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use std::ops::ControlFlow;
/// use gtn_db::import::extract_inputs;
/// use gtn_db::import::inputs::{Inputs, Limits};
/// use gtn_db::model::TreeOptions;
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("1.sgf");
/// std::fs::write(&file, "(;SZ[9]AB[aa][ba]AW[ca];B[ab])")?;
///
/// let mut sources = Vec::new();
/// let inputs = Inputs::gather(&[file], Limits::default())?;
/// extract_inputs(inputs, TreeOptions::default(), &mut |part| {
///     sources.push((part.source, part.records.len()));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(sources, [("1.sgf".to_owned(), 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extract_inputs(
    inputs: Inputs,
    tree_options: TreeOptions,
    visit: &mut dyn FnMut(ExtractedPart) -> ControlFlow<()>,
) -> PassedOver {
    let cancel = AtomicBool::new(false);
    let import_options = ImportOptions { tree_options, ..ImportOptions::new(&cancel) };
    // The name of the source whose pieces are coming.
    let mut large = String::new();
    let end = reader::run(inputs, None, import_options, &|_| {}, &mut |group| {
        for stage in parser::parse_group(group) {
            let part = match stage {
                Stage::Whole { source, content } => ExtractedPart::new(source.name, content),
                Stage::Begin(source) => {
                    large = source.name;
                    continue;
                }
                Stage::Piece(content) => ExtractedPart::new(large.clone(), content),
                Stage::Skipped(diagnostic) => {
                    let source = diagnostic.location.source.clone();
                    ExtractedPart::new(source, Parsed::of_diagnostic(diagnostic))
                }
                // A diagnostic follows that tells why the rest was not read.
                Stage::End | Stage::Abandon => continue,
                Stage::Unchanged { .. } | Stage::Unpacked { .. } => continue,
            };
            visit(part)?;
        }
        ControlFlow::Continue(())
    });
    end.expect("only a database could fail, and there is none").passed_over
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROBLEM: &str = "(;SZ[9]AB[aa][ba]AW[ca];B[ab])";

    fn extract(name: &str, bytes: &[u8], is_named: bool) -> (Vec<ExtractedPart>, PassedOver) {
        let mut parts = Vec::new();
        let options = ExtractOptions { is_named, ..ExtractOptions::default() };
        let passed_over = extract_bytes(name, bytes.to_vec(), options, &mut |part| {
            parts.push(part);
            ControlFlow::Continue(())
        });
        (parts, passed_over)
    }

    #[test]
    fn a_large_source_comes_in_pieces_with_its_own_numbers() {
        let text = format!("{PROBLEM}{}\n", " ".repeat(1000)).repeat(3000);
        let (parts, _) = extract("dir/x.sgf", text.as_bytes(), true);
        assert!(parts.len() > 2, "{}", parts.len());
        assert!(parts.iter().all(|part| part.source == "dir/x.sgf"));
        let trees: Vec<u32> =
            parts.iter().flat_map(|part| part.records.iter().map(|record| record.tree)).collect();
        assert_eq!(trees, (1..=3000).collect::<Vec<u32>>());
    }

    #[test]
    fn a_break_ends_the_extraction() {
        let text = format!("{PROBLEM}{}\n", " ".repeat(1000)).repeat(3000);
        let mut parts = 0;
        extract_bytes("x.sgf", text.into_bytes(), ExtractOptions::default(), &mut |_| {
            parts += 1;
            ControlFlow::Break(())
        });
        assert_eq!(parts, 1);
    }

    #[test]
    fn files_in_folders_are_passed_over_by_their_kind() {
        let (parts, passed_over) = extract("README.md", b"# Problems", false);
        assert_eq!((parts.len(), passed_over.total()), (0, 1));
        let (parts, passed_over) = extract("notes.txt", b"words", false);
        assert_eq!((parts.len(), passed_over.total()), (0, 1));
        let (parts, passed_over) = extract("notes.txt", b"words", true);
        assert_eq!((parts.len(), passed_over.total()), (1, 0));
        assert_eq!(parts[0].diagnostics[0].message, "the file has no game tree");
        let (parts, _) = extract("notes.txt", PROBLEM.as_bytes(), true);
        assert_eq!(parts[0].records.len(), 1);
    }

    #[test]
    fn a_file_under_another_name_gives_what_its_bytes_give() {
        let folder = tempfile::tempdir().unwrap();
        let large = format!("{PROBLEM}{}\n(;AB[zz])", " ".repeat(1000)).repeat(3000);
        for (name, text) in
            [("s3://x/large.sgf", &*large), ("lines", "3x3|.O.X.....\nwords"), ("words", "words")]
        {
            let path = folder.path().join("file");
            std::fs::write(&path, text).unwrap();
            let inputs = Inputs::rename(vec![(name.to_owned(), path)], Limits::default()).unwrap();
            let mut parts = Vec::new();
            extract_inputs(inputs, TreeOptions::default(), &mut |part| {
                parts.push(part);
                ControlFlow::Continue(())
            });
            let (of_bytes, _) = extract(name, text.as_bytes(), true);
            assert!(!parts.is_empty());
            assert_eq!(format!("{parts:?}"), format!("{of_bytes:?}"));
        }
        let missing = folder.path().join("missing.sgf");
        let error = Inputs::rename(vec![("x".to_owned(), missing.clone())], Limits::default());
        let expected = format!("{}: there is no such file or folder", missing.display());
        assert_eq!(error.unwrap_err().to_string(), expected);
    }

    #[cfg(feature = "archives")]
    #[test]
    fn entries_of_archives_are_sources_and_damage_is_data() {
        use std::io::{Cursor, Write};
        use zip::write::SimpleFileOptions;

        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for name in ["1.sgf", "a/2.sgf"] {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            zip.write_all(PROBLEM.as_bytes()).unwrap();
        }
        let bytes = zip.finish().unwrap().into_inner();
        let (parts, _) = extract("s3://books/x.zip", &bytes, false);
        let names: Vec<&str> = parts.iter().map(|part| &*part.source).collect();
        assert_eq!(names, ["s3://books/x.zip/1.sgf", "s3://books/x.zip/a/2.sgf"]);
        assert!(parts.iter().all(|part| part.records.len() == 1));
        let (parts, _) = extract("x.zip", &bytes[..bytes.len() / 2], false);
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].source, "x.zip");
        assert_eq!(parts[0].diagnostics[0].rule, crate::Rule::Unreadable);
    }
}
