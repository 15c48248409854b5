//! Counts how many positions the books of a collection share.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::model::{Book, BookOverlap, SharedPositions};
use crate::store::{StoredRecord, StoredSource};

/// A collection of at most this many files has one book a file; in a larger
/// one the books are the folders.
const MAX_FILE_BOOKS: usize = 20;

/// Counts the positions of each book and those that several books share.
#[derive(Debug)]
pub struct OverlapCounter {
    books: Vec<Book>,
    /// The place in `books` of each source, by the id of the source.
    book_of: HashMap<i64, usize>,
    /// The number of positions that are in exactly these books, in ascending order.
    shared: HashMap<Vec<usize>, u64>,
}

impl OverlapCounter {
    /// Divides sources into books.
    ///
    /// Each of up to 20 sources is a book. Of more sources, the books are the
    /// topmost folders and archives that hold a file, at any depth below the
    /// innermost folder that contains all sources, and the files in that folder.
    /// Names of books leave out that folder.
    pub fn new(sources: &[StoredSource]) -> OverlapCounter {
        let paths: Vec<Vec<&str>> =
            sources.iter().map(|source| source.name.split('/').collect()).collect();
        let depth = common_folders(&paths);
        let holders: HashSet<&[&str]> = paths.iter().map(|path| &path[..path.len() - 1]).collect();
        let mut counter =
            OverlapCounter { books: Vec::new(), book_of: HashMap::new(), shared: HashMap::new() };
        let mut places: HashMap<String, usize> = HashMap::new();
        for (source, path) in sources.iter().zip(&paths) {
            let holder = (depth + 1..path.len()).find(|&end| holders.contains(&path[..end]));
            let is_folder = sources.len() > MAX_FILE_BOOKS;
            let end = holder.filter(|_| is_folder).unwrap_or(path.len());
            let name = path[depth..end].join("/");
            let place = *places.entry(name.clone()).or_insert_with(|| {
                counter.books.push(Book { name, records: 0, positions: 0 });
                counter.books.len() - 1
            });
            counter.book_of.insert(source.id, place);
        }
        counter
    }

    /// Counts a position, given by all its records on one of its
    /// [boards](super::split_by_board). Records of a source that the counter does not know are ignored.
    pub fn add_position(&mut self, records: &[&StoredRecord]) {
        let mut holders = BTreeSet::new();
        for record in records {
            if let Some(&book) = self.book_of.get(&record.source_id) {
                self.books[book].records += 1;
                holders.insert(book);
            }
        }
        holders.iter().for_each(|&book| self.books[book].positions += 1);
        if holders.len() > 1 {
            *self.shared.entry(holders.into_iter().collect()).or_default() += 1;
        }
    }

    /// Returns the counts.
    pub fn finish(self) -> BookOverlap {
        let shared = |(books, positions)| SharedPositions { books, positions };
        let mut shared: Vec<SharedPositions> = self.shared.into_iter().map(shared).collect();
        shared.sort_unstable();
        BookOverlap { books: self.books, shared }
    }
}

/// The number of folders at the start of the paths that all paths share.
fn common_folders(paths: &[Vec<&str>]) -> usize {
    let Some(first) = paths.first() else { return 0 };
    let is_common = |depth: &usize| {
        paths.iter().all(|path| depth + 1 < path.len() && path[*depth] == first[*depth])
    };
    (0..first.len()).take_while(is_common).count()
}
