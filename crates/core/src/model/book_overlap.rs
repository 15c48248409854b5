//! How many positions the books of a collection share.

/// A book: a file, an archive or a folder of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The name: a path without the folders that all books share.
    pub name: String,
    /// The number of problems in the book.
    pub records: u64,
    /// The number of different positions among these problems.
    pub positions: u64,
}

/// The number of positions that two books share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedPositions {
    /// The places of both books in [`BookOverlap::books`], the smaller first.
    pub books: [usize; 2],
    /// The number of different positions that are in both.
    pub positions: u64,
}

/// The books of a collection and what they share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookOverlap {
    /// The books in the order of import.
    pub books: Vec<Book>,
    /// The pairs of books that share positions, each pair once.
    pub shared: Vec<SharedPositions>,
}
