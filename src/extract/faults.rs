//! A list of faults that stays short.

use crate::Fault;

/// Faults of one tree that are told one by one. A file of another sort may
/// have one in every second byte.
const TOLD: usize = 20;

/// The faults of a tree: the first ones, and how many follow.
#[derive(Default)]
pub(super) struct Faults {
    told: Vec<Fault>,
    /// The first one that is not told.
    first_untold: Option<Fault>,
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
            self.first_untold = Some(fault());
        }
        self.more += 1;
    }

    pub(super) fn into_vec(mut self) -> Vec<Fault> {
        if let Some(first) = self.first_untold {
            let message = format!("and {} more faults from here on", self.more);
            self.told.push(Fault { message, ..first });
        }
        self.told
    }
}
