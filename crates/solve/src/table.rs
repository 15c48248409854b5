//! The table of proof and disproof numbers: fixed memory, four entries a bucket.

use std::cell::RefCell;
use std::rc::Rc;

use crate::board::Points;
use crate::life::Fate;

/// A table for several searches.
pub(crate) type SharedTable = Rc<RefCell<Table>>;

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
    /// Whether a settled state has the same winner with any number of ko threats.
    pub(crate) is_certain: bool,
}

const WAYS: usize = 4;

/// The size of a new table, and the largest size: 96 MiB.
const MIN_ENTRIES: usize = 1 << 10;
const MAX_ENTRIES: usize = 1 << 22;

/// The most fates and lists of moves that are kept: 2.3 MiB.
const MAX_KEPT: usize = 1 << 15;

/// States by their hashes. Grows while it is half full; at its largest size, a full bucket drops the
/// entry with the least work.
pub(crate) struct Table {
    entries: Vec<Entry>,
    filled: usize,
    /// What is derived from stones alone, by their hash.
    pub(crate) fates: Recent<Fate>,
    /// What is derived from states alone, by their hash.
    pub(crate) answers: Recent<Answers>,
}

/// Values by their hashes, of which each place keeps the last one.
pub(crate) struct Recent<T>(Vec<Option<(u64, T)>>);

impl<T: Copy> Recent<T> {
    /// Keeps nothing yet. `places` is a power of two.
    fn new(places: usize) -> Recent<T> {
        Recent(vec![None; places])
    }

    fn place(&self, hash: u64) -> usize {
        hash as usize & (self.0.len() - 1)
    }

    /// The value of a hash, if it is kept.
    pub(crate) fn get(&self, hash: u64) -> Option<T> {
        self.0[self.place(hash)].filter(|kept| kept.0 == hash).map(|kept| kept.1)
    }

    /// Keeps the value of a hash.
    pub(crate) fn put(&mut self, hash: u64, value: T) {
        let place = self.place(hash);
        self.0[place] = Some((hash, value));
    }
}

/// The moves of a state that may win.
#[derive(Clone, Copy, Default)]
pub(crate) struct Answers {
    pub(crate) plays: Points,
    pub(crate) has_pass: bool,
}

impl Default for Table {
    fn default() -> Table {
        Table {
            entries: vec![Entry::default(); MIN_ENTRIES],
            filled: 0,
            fates: Recent::new(MIN_ENTRIES),
            answers: Recent::new(MIN_ENTRIES),
        }
    }
}

impl Table {
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
        self.filled += usize::from(slot.is_vacant());
        *slot = new;
        if self.filled > self.entries.len() / 2 && self.entries.len() < MAX_ENTRIES {
            let kept = (2 * self.entries.len()).min(MAX_KEPT);
            if kept > self.fates.0.len() {
                self.fates = Recent::new(kept);
                self.answers = Recent::new(kept);
            }
            let larger = vec![Entry::default(); 2 * self.entries.len()];
            self.filled = 0;
            for entry in std::mem::replace(&mut self.entries, larger) {
                if !entry.is_vacant() {
                    self.put(entry);
                }
            }
        }
    }
}

impl Entry {
    /// Whether the state is decided.
    pub(crate) fn is_settled(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether nothing is stored: no state has both numbers 0.
    fn is_vacant(&self) -> bool {
        self.proof == 0 && self.disproof == 0
    }
}
