//! A list of faults with a bounded length.

use crate::sgf::{Property, find_left_out};
use crate::{Fault, Rule};

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

    /// Adds what of a node counts for nothing. A name without a capital letter is added once in a tree.
    pub(super) fn report_left_out(&mut self, node: &[Property<'_>], is_root: bool) {
        let fault =
            |at: &Property<'_>, message| Fault { rule: Rule::LeftOut, offset: at.offset, message };
        find_left_out(node, is_root, &mut |property, message| {
            self.report(|| fault(property, message));
        });
        for property in node {
            if property.ident.iter().all(u8::is_ascii_lowercase) {
                let name = String::from_utf8_lossy(property.ident);
                let message = format!("`{name}` has no capital letter: it is not read");
                if self.listed.iter().all(|other| other.message != message) {
                    self.report(|| fault(property, message));
                }
            }
        }
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
