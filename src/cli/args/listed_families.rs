//! The families that a list of problems shows: Go, Abalone or both.

use gtn_db::find::abalone::PositionRecords;
use gtn_db::store::Store;

use super::family::{FamilyArg, FamilyArgs};
use super::problem_filter::RecordArgs;
use crate::cli::error::CommandError;
use crate::cli::report;

/// The families that a list of problems shows.
pub struct ListedFamilies {
    /// Whether the list has problems of Go.
    pub has_go: bool,
    /// The selected positions of Abalone; `None` if the list is of Go only.
    pub abalone: Option<Vec<PositionRecords>>,
}

impl ListedFamilies {
    /// Whether the list has problems of both.
    pub fn are_both(&self) -> bool {
        self.has_go && self.abalone.is_some()
    }

    /// Leaves Abalone out of a list of both families, with a message: a table of CSV has the fields
    /// of one.
    pub fn keep_one_for_csv(&mut self) {
        if self.are_both() {
            self.abalone = None;
            report("CSV has the fields of one family, here Go; see --family abalone");
        }
    }
}

impl RecordArgs {
    /// Finds the families to list. Must be called before [`apply`](Self::apply), which hides the
    /// sources of Abalone.
    ///
    /// # Errors
    /// If only Abalone is to be listed and an option selects by a property that it does not have.
    pub fn list_families(
        &self,
        store: &Store,
        family: FamilyArgs,
    ) -> anyhow::Result<ListedFamilies> {
        let go_option = self.go_option();
        let is_alone = family.family() == Some(FamilyArg::Abalone);
        if let Some(option) = go_option.filter(|_| is_alone) {
            let message = format!("{option} selects problems of Go, not of Abalone");
            return Err(CommandError::new(message).into());
        }
        let counts = store.family_counts()?;
        let is_listed = family.includes(FamilyArg::Abalone) && go_option.is_none();
        if !is_listed || (counts.abalone.records == 0 && !is_alone) {
            return Ok(ListedFamilies { has_go: true, abalone: None });
        }
        let has_go = !is_alone && counts.go.records > 0;
        Ok(ListedFamilies { has_go, abalone: Some(self.load_abalone(store)?) })
    }
}
