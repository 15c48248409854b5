//! A game tree that is being written, with the offsets of its parts in another text.

use super::fault_list::FaultList;
use crate::sgf::value::escape;
use crate::{Fault, Rule};

/// The text of a game tree so far.
pub(super) struct Draft<'a> {
    /// The whole text from which the tree is made.
    text: &'a str,
    sgf: String,
    /// The offset of each part in the SGF, and of its origin in the text.
    origins: Vec<(usize, usize)>,
    /// The parts of the text that were left out.
    faults: FaultList,
}

impl<'a> Draft<'a> {
    /// A tree with the first properties of its root.
    pub(super) fn new(text: &'a str) -> Draft<'a> {
        let sgf = "(;GM[1]FF[4]CA[UTF-8]".to_owned();
        Draft { text, sgf, origins: Vec::new(), faults: FaultList::default() }
    }

    /// Sets the part of the text that the next properties are made of.
    pub(super) fn set_origin(&mut self, part: &str) {
        self.set_origin_at(self.offset(part));
    }

    /// Sets the offset of what the next properties are made of.
    pub(super) fn set_origin_at(&mut self, offset: usize) {
        self.origins.push((self.sgf.len(), offset));
    }

    /// Appends structure: `;`, `(`, `)`.
    pub(super) fn push(&mut self, sgf: &str) {
        self.sgf.push_str(sgf);
    }

    /// Appends a property, unless `values` is empty.
    pub(super) fn push_property(
        &mut self,
        name: &str,
        values: impl IntoIterator<Item = impl AsRef<str>>,
    ) {
        let mut name = Some(name);
        for value in values {
            self.sgf.push_str(name.take().unwrap_or_default());
            self.sgf.push('[');
            self.sgf.push_str(&escape(value.as_ref()));
            self.sgf.push(']');
        }
    }

    /// Appends a property with a text, unless it is blank.
    pub(super) fn push_text(&mut self, name: &str, text: &str) {
        self.push_property(name, Some(text).filter(|text| !text.trim().is_empty()));
    }

    /// Reports a part that is left out.
    pub(super) fn report(&mut self, fault: Fault) {
        self.faults.report(|| fault);
    }

    /// A fault at a part of the text.
    pub(super) fn fault(&self, part: &str, rule: Rule, message: String) -> Fault {
        Fault { rule, offset: self.offset(part), message }
    }

    /// The offset of a part of the text.
    pub(super) fn offset(&self, part: &str) -> usize {
        let offset = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        offset.min(self.text.len())
    }

    /// The whole tree.
    pub(super) fn sgf(&self) -> String {
        format!("{})", self.sgf)
    }

    /// All faults, those of the tree with their offsets in the text.
    pub(super) fn into_faults(self, tree_faults: Vec<Fault>) -> Vec<Fault> {
        let mut faults = self.faults.into_vec();
        faults.extend(tree_faults.into_iter().map(|fault| {
            let after = self.origins.partition_point(|(sgf, _)| *sgf <= fault.offset);
            let origin = after.checked_sub(1).map(|last| self.origins[last].1);
            Fault { offset: origin.unwrap_or(0), ..fault }
        }));
        faults
    }
}
