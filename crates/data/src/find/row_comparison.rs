//! The comparison of a row with the values that are derived again.

use std::fmt::{Debug, Display};

/// The columns of a row that differ.
pub(super) struct RowComparison {
    /// What the other values are derived from.
    origin: &'static str,
    /// What differs, one sentence for each column.
    pub(super) found: Vec<String>,
}

impl RowComparison {
    /// A comparison with values that `origin` gives, such as `the game tree`.
    pub(super) fn with(origin: &'static str) -> RowComparison {
        RowComparison { origin, found: Vec::new() }
    }

    /// Compares a column, and shows both values.
    pub(super) fn shown<T: PartialEq + Display>(&mut self, column: &str, stored: T, derived: T) {
        if stored != derived {
            let origin = self.origin;
            self.found.push(format!("{column}: {stored}, but {origin} gives {derived}"));
        }
    }

    /// Compares a column whose values are shown as in Rust.
    pub(super) fn value<T: PartialEq + Debug>(&mut self, column: &str, stored: &T, derived: &T) {
        if stored != derived {
            let origin = self.origin;
            self.found.push(format!("{column}: {stored:?}, but {origin} gives {derived:?}"));
        }
    }

    /// Compares a column with values that say nothing to people.
    pub(super) fn is_same(&mut self, column: &str, is_same: bool) {
        if !is_same {
            self.found.push(format!("{column}: not as {} gives", self.origin));
        }
    }
}
