//! The table of faults.

use super::batch::define_batch;
use super::error::{TableError, tree_number};
use crate::{Diagnostic, Disposition};

define_batch! {
    /// Faults of sources and game trees. `tree` is 0 for a whole source; `disposition` is `kept`
    /// or `skipped`, and tells whether the tree is in the other tables.
    SkipBatch {
        source: StringBuilder,
        tree: Int32Builder,
        offset: Int64Builder,
        rule: StringBuilder,
        message: StringBuilder,
        disposition: StringBuilder,
    }
}

impl SkipBatch {
    /// Adds a fault.
    ///
    /// # Errors
    /// If the number of the tree is beyond [`i32::MAX`]. The batch is unchanged.
    pub fn push(&mut self, diagnostic: &Diagnostic) -> Result<(), TableError> {
        let location = &diagnostic.location;
        let tree = tree_number(&location.source, location.tree)?;
        self.source.append_value(&location.source);
        self.tree.append_value(tree);
        self.offset.append_value(location.offset as i64);
        self.rule.append_value(diagnostic.rule.name());
        self.message.append_value(&diagnostic.message);
        self.disposition.append_value(match diagnostic.disposition {
            Disposition::Kept => "kept",
            Disposition::Skipped => "skipped",
        });
        self.rows += 1;
        Ok(())
    }
}
