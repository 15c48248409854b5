//! The table of proof and disproof numbers: fixed memory, four entries a bucket.

/// What is known about a state.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entry {
    pub(crate) hash: u64,
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    /// The number of nodes searched below.
    pub(crate) work: u32,
    /// The best move, by which the side to move wins if it does.
    pub(crate) best: u8,
}

const WAYS: usize = 4;

/// The largest number of entries: 96 MiB.
const MAX_ENTRIES: u64 = 1 << 22;

/// States by their hashes. A full bucket drops the entry with the least work.
pub(crate) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// A table with room for at least `entries` states, but at most [`MAX_ENTRIES`].
    pub(crate) fn new(entries: u64) -> Table {
        let entries = entries.clamp(WAYS as u64, MAX_ENTRIES).next_power_of_two();
        Table { entries: vec![Entry::default(); entries as usize] }
    }

    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.entries.len() - 1) & !(WAYS - 1)
    }

    /// The entry of a state.
    pub(crate) fn get(&self, hash: u64) -> Option<Entry> {
        let first = self.bucket(hash);
        let bucket = &self.entries[first..first + WAYS];
        bucket.iter().find(|entry| entry.hash == hash && !entry.is_vacant()).copied()
    }

    /// Stores what is known about a state.
    pub(crate) fn put(&mut self, new: Entry) {
        let first = self.bucket(new.hash);
        let bucket = &mut self.entries[first..first + WAYS];
        let rank = |entry: &&mut Entry| match entry.hash == new.hash {
            true => (0, 0),
            false if entry.is_vacant() => (1, 0),
            false => (2, entry.work),
        };
        let slot = bucket.iter_mut().min_by_key(rank).expect("a bucket has entries");
        *slot = new;
    }
}

impl Entry {
    /// Whether nothing is stored: no state has both numbers 0.
    fn is_vacant(&self) -> bool {
        self.proof == 0 && self.disproof == 0
    }
}
