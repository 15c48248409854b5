//! A list of faults with a bounded length.

use crate::Fault;

/// The most faults of one tree that are listed one by one. A file that is not
/// SGF at all may have a fault in every second byte.
const MAX_LISTED: usize = 20;

/// The faults of a tree: the first [`MAX_LISTED`], and how many follow.
#[derive(Default)]
pub(super) struct FaultList {
    listed: Vec<Fault>,
    first_unlisted: Option<Fault>,
    unlisted: usize,
}

impl FaultList {
    /// Adds a fault. `fault` is called only if its result is needed.
    pub(super) fn report(&mut self, fault: impl FnOnce() -> Fault) {
        if self.listed.len() < MAX_LISTED {
            self.listed.push(fault());
            return;
        }
        if self.unlisted == 0 {
            self.first_unlisted = Some(fault());
        }
        self.unlisted += 1;
    }

    /// The listed faults, and one that counts the others.
    pub(super) fn into_vec(mut self) -> Vec<Fault> {
        if let Some(first) = self.first_unlisted {
            let message = format!("and {} more faults from here on", self.unlisted);
            self.listed.push(Fault { message, ..first });
        }
        self.listed
    }
}
