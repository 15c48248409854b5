//! A list of faults that stays short.

use super::Fault;

/// Faults of one tree that are told one by one. A file of another sort may
/// have one in every second byte.
const TOLD: usize = 20;

/// The faults of a tree: the first ones, and how many follow.
#[derive(Default)]
pub(super) struct Faults {
    told: Vec<Fault>,
    /// Where the first one stands that is not told.
    more_from: usize,
    more: usize,
}

impl Faults {
    /// Adds a fault, which is only made if it is to be told.
    pub(super) fn tell(&mut self, fault: impl FnOnce() -> Fault) {
        if self.told.len() < TOLD {
            self.told.push(fault());
            return;
        }
        if self.more == 0 {
            self.more_from = fault().offset;
        }
        self.more += 1;
    }

    pub(super) fn into_vec(mut self) -> Vec<Fault> {
        if self.more > 0 {
            let cause = format!("and {} more faults from here on", self.more);
            self.told.push(Fault { offset: self.more_from, cause });
        }
        self.told
    }
}
