//! Why problems are not in a set.

/// Why problems are not in a set, with their numbers, in the order in which the reasons are applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut(Vec<(&'static str, u64)>);

pub(super) const OVER_LIMIT: &str = "over the limit";
pub(super) const NOT_DRAWN: &str = "not in the sample";

impl LeftOut {
    pub(super) fn add(&mut self, reason: &'static str, count: usize) {
        if count > 0 {
            self.0.push((reason, count as u64));
        }
    }

    /// The reasons that whoever asked may not expect: all but the limit and the size of the sample.
    pub fn unexpected(&self) -> impl Iterator<Item = &(&'static str, u64)> {
        self.0.iter().filter(|(reason, _)| ![OVER_LIMIT, NOT_DRAWN].contains(reason))
    }

    /// The reasons, each a phrase behind "3 problems", with the numbers of problems.
    pub fn reasons(&self) -> &[(&'static str, u64)] {
        &self.0
    }
}
