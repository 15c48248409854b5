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

/// The number of positions that are in some books and in no other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SharedPositions {
    /// The places of the books in [`BookOverlap::books`] in ascending order, at least two.
    pub books: Vec<usize>,
    /// The number of different positions that are in exactly these books.
    pub positions: u64,
}

/// The books of a collection and what they share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookOverlap {
    /// The books in the order of import.
    pub books: Vec<Book>,
    /// The sets of books that share positions, each set once. Linear in the records, while the
    /// [`pairs`](Self::pairs) of n books with one position are n² / 2.
    pub shared: Vec<SharedPositions>,
}

impl BookOverlap {
    /// Each pair of books that share positions with the number of these positions: the places of
    /// both books, the smaller first, in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = ([usize; 2], u64)> {
        let mut sets_of: Vec<Vec<&SharedPositions>> = vec![Vec::new(); self.books.len()];
        for shared in &self.shared {
            shared.books.iter().for_each(|&book| sets_of[book].push(shared));
        }
        let mut counts = vec![0; self.books.len()];
        sets_of.into_iter().enumerate().flat_map(move |(one, sets)| {
            let mut others: Vec<usize> = Vec::new();
            for SharedPositions { books, positions } in sets {
                for &other in &books[books.partition_point(|&book| book <= one)..] {
                    if counts[other] == 0 {
                        others.push(other);
                    }
                    counts[other] += positions;
                }
            }
            others.sort_unstable();
            let pair = |other: usize| ([one, other], std::mem::take(&mut counts[other]));
            others.into_iter().map(pair).collect::<Vec<_>>()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_has_the_positions_of_every_set_with_both_books() {
        let book = Book { name: String::new(), records: 1, positions: 1 };
        let set = |books: &[usize], positions| SharedPositions { books: books.into(), positions };
        let shared = vec![set(&[0, 1, 3], 2), set(&[0, 3], 5), set(&[1, 2], 1)];
        let overlap = BookOverlap { books: vec![book; 5], shared };
        let pairs = [([0, 1], 2), ([0, 3], 7), ([1, 2], 1), ([1, 3], 2)];
        assert!(overlap.pairs().eq(pairs));
    }
}
