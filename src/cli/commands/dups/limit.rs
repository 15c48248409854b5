//! `--limit` of `dups`.

/// The number of items to list at most.
#[derive(Clone, Copy, Debug)]
pub struct Limit(pub Option<u64>);

impl Limit {
    pub fn max(self) -> usize {
        self.0.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
    }

    /// Whether the item with this number, from 1, is listed.
    pub fn allows(self, number: u64) -> bool {
        self.0.is_none_or(|limit| number <= limit)
    }

    /// A note for a summary when not all items are listed.
    pub fn note(self, all: u64) -> String {
        match self.0 {
            Some(limit) if limit < all => format!(" (the first {limit} are listed)"),
            _ => String::new(),
        }
    }
}
