//! Compares sources with the files on disk that they were imported from.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::inputs::{InputEvent, Inputs, Limits};
use crate::model::SourceFile;
use crate::names;
use crate::store::SourceDetails;

names! {
    /// What became of the place of a source.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PlaceState {
        /// The place has the content that was imported.
        Present => "present",
        /// The place has another content.
        Changed => "changed",
        /// The file, or the entry of the archive, is not there anymore.
        Gone => "gone",
        /// The place is not known, as for standard input, or cannot be read.
        Unknown => "unknown",
    }

    /// The name in output: `present`, `changed`, `gone` or `unknown`.
    pub fn name;
}

/// How much a check reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckDepth {
    /// Contents, to compare them.
    Content,
    /// The directory and archives only. A changed file counts as
    /// [`PlaceState::Present`].
    Existence,
}

/// The states of the places of sources, in their order. Files are read in
/// parallel, and archives once.
///
/// `progress` is called with the number of sources that were checked since its
/// last call, by any thread. Sources without a file are not counted.
pub fn check_places(
    sources: &[SourceDetails],
    depth: CheckDepth,
    progress: &(dyn Fn(u64) + Sync),
) -> Vec<PlaceState> {
    let mut by_file: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    for (number, source) in sources.iter().enumerate() {
        if let Some(file) = &source.file {
            by_file.entry(&file.path).or_default().push(number);
        }
    }
    let mut states = vec![PlaceState::Unknown; sources.len()];
    let by_file: Vec<(&Path, Vec<usize>)> = by_file.into_iter().collect();
    let checked: Vec<Vec<PlaceState>> = by_file
        .par_iter()
        .map(|(path, numbers)| {
            let sources: Vec<&SourceDetails> =
                numbers.iter().map(|&number| &sources[number]).collect();
            let states = check_file(path, &sources, depth);
            progress(sources.len() as u64);
            states
        })
        .collect();
    for ((_, numbers), checked) in by_file.iter().zip(checked) {
        for (&number, state) in numbers.iter().zip(checked) {
            states[number] = state;
        }
    }
    states
}

/// The states of all sources of one file.
fn check_file(path: &Path, sources: &[&SourceDetails], depth: CheckDepth) -> Vec<PlaceState> {
    let all = |state| vec![state; sources.len()];
    match path.metadata() {
        Err(error) if is_missing(&error) => return all(PlaceState::Gone),
        Err(_) => return all(PlaceState::Unknown),
        Ok(metadata) if metadata.is_dir() => {
            // In a folder of tables all sources are entries.
            if sources.iter().all(|source| source.entry().is_none()) {
                return all(PlaceState::Gone);
            }
            if cfg!(not(feature = "parquet")) {
                return all(PlaceState::Unknown);
            }
        }
        Ok(_) => {}
    }
    if depth == CheckDepth::Existence && sources.iter().all(|source| source.entry().is_none()) {
        return all(PlaceState::Present);
    }
    let contents = read_file(path, sources, depth);
    let state = |source: &&SourceDetails| {
        let entry = source.entry().unwrap_or_default();
        match contents.entries.get(entry) {
            Some(hashes) if hashes.is_empty() || hashes.contains(&source.hash) => {
                PlaceState::Present
            }
            Some(_) => PlaceState::Changed,
            None if contents.is_complete => PlaceState::Gone,
            None => PlaceState::Unknown,
        }
    };
    sources.iter().map(state).collect()
}

/// What is in a file now.
struct FileContents {
    /// The hashes of the contents with a name inside the archive, empty if
    /// contents are not compared. An archive may have one name several times;
    /// a whole file has the empty name.
    entries: HashMap<String, HashSet<[u8; 16]>>,
    /// Whether everything could be read.
    is_complete: bool,
}

/// Reads a file.
fn read_file(path: &Path, sources: &[&SourceDetails], depth: CheckDepth) -> FileContents {
    // The import may have allowed longer entries than the default.
    let longest = sources.iter().map(|source| source.bytes).max().unwrap_or(0);
    let limits = Limits::default();
    let limits = Limits { max_entry: limits.max_entry.max(longest), ..limits };
    let mut contents = FileContents { entries: HashMap::new(), is_complete: true };
    let Ok(inputs) = Inputs::gather(&[path.to_owned()], limits) else {
        contents.is_complete = false; // the file went away meanwhile
        return contents;
    };
    let label = inputs.roots()[0].label.clone();
    inputs.visit(&mut |event| {
        match event {
            InputEvent::Progress(_) | InputEvent::Unpacked(_) => {}
            InputEvent::Skipped(_) => contents.is_complete = false,
            // Another file, below a folder of tables.
            InputEvent::Input(input)
                if input.file.as_ref().is_some_and(|file| file.label != label) => {}
            InputEvent::Input(mut input) => {
                let entry = entry_of(&input.name, input.file.as_ref());
                let hashes = contents.entries.entry(entry).or_default();
                if depth == CheckDepth::Content {
                    match input.content.hash() {
                        Ok(hash) => {
                            hashes.insert(hash);
                        }
                        Err(_) => contents.is_complete = false,
                    }
                }
            }
        }
        ControlFlow::Continue(())
    });
    contents
}

/// The name inside the archive; empty for a whole file.
fn entry_of(name: &str, file: Option<&Arc<SourceFile>>) -> String {
    let label = file.map_or("", |file| &file.label);
    name.strip_prefix(label).unwrap_or(name).trim_start_matches('/').to_owned()
}

/// Whether an error says that there is no file at a path.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    use super::*;
    use crate::import::{ImportOptions, import};
    use crate::store::Store;

    const ONE: &str = "(;SZ[9]AB[aa][ba]AW[ca];B[ab])";
    const TWO: &str = "(;SZ[9]AB[aa][ba]AW[cb];B[ab])";

    #[test]
    fn the_state_of_a_place_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["gone", "kept", "touched", "turned"] {
            fs::write(at(&format!("{name}.sgf")), format!("{ONE}{name}")).unwrap();
        }
        let store = Store::open_in_memory().unwrap();
        let inputs = Inputs::gather(&[folder.path().to_owned()], Limits::default()).unwrap();
        let cancel = AtomicBool::new(false);
        let options = ImportOptions::new(&cancel);
        import(store.begin_import().unwrap(), inputs, options, &|_| ()).unwrap();
        fs::remove_file(at("gone.sgf")).unwrap();
        fs::write(at("touched.sgf"), TWO).unwrap();
        fs::remove_file(at("turned.sgf")).unwrap();
        fs::create_dir(at("turned.sgf")).unwrap();

        let mut sources = store.source_details().unwrap();
        let mut stream = sources[0].clone();
        stream.file = None;
        sources.push(stream);
        let checked = AtomicU64::new(0);
        let check = |depth| {
            check_places(&sources, depth, &|count| {
                checked.fetch_add(count, Ordering::Relaxed);
            })
        };
        use PlaceState::{Changed, Gone, Present, Unknown};
        assert_eq!(check(CheckDepth::Existence), [Gone, Present, Present, Gone, Unknown]);
        assert_eq!(checked.load(Ordering::Relaxed), 4);
        assert_eq!(check(CheckDepth::Content), [Gone, Present, Changed, Gone, Unknown]);
    }

    #[cfg(feature = "archives")]
    #[test]
    fn the_entries_of_an_archive_are_compared_one_by_one() {
        use std::io::Write;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.zip");
        let pack = |entries: &[(&str, &str)]| {
            let mut zip = zip::ZipWriter::new(fs::File::create(&path).unwrap());
            for (name, text) in entries {
                let options = zip::write::SimpleFileOptions::default();
                zip.start_file(*name, options).unwrap();
                zip.write_all(text.as_bytes()).unwrap();
            }
            zip.finish().unwrap();
        };
        pack(&[("x/1.sgf", ONE), ("2.sgf", TWO), ("3.sgf", TWO)]);
        let store = Store::open_in_memory().unwrap();
        let cancel = AtomicBool::new(false);
        let inputs = Inputs::gather(std::slice::from_ref(&path), Limits::default()).unwrap();
        let options = ImportOptions::new(&cancel);
        import(store.begin_import().unwrap(), inputs, options, &|_| ()).unwrap();
        let sources = store.source_details().unwrap();
        let check = |depth| check_places(&sources, depth, &|_| ());

        use PlaceState::{Changed, Gone, Present, Unknown};
        assert_eq!(check(CheckDepth::Content), vec![Present; sources.len()]);
        pack(&[("x/1.sgf", ONE), ("2.sgf", ONE)]);
        assert_eq!(check(CheckDepth::Content)[..2], [Present, Changed]);
        assert_eq!(check(CheckDepth::Existence)[..2], [Present, Present]);
        assert!(check(CheckDepth::Existence)[2..].iter().all(|&state| state == Gone));
        fs::write(&path, &fs::read(&path).unwrap()[..60]).unwrap();
        assert!(check(CheckDepth::Content).contains(&Unknown));
    }
}
