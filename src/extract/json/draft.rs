//! A game tree in the making, and where in the JSON its parts come from.

use serde::Deserialize;

use super::super::faults::Faults;
use super::values::syntax;
use crate::sgf::value::escape;
use crate::{Fault, Rule};

/// The text of a game tree, as it grows.
pub(super) struct Draft<'a> {
    /// The JSON that it is made of.
    json: &'a str,
    sgf: String,
    /// Where a part of the tree begins, and where what it comes from.
    origins: Vec<(usize, usize)>,
    /// What was left out.
    faults: Faults,
}

impl<'a> Draft<'a> {
    /// A tree with nothing but what begins its root.
    pub fn new(json: &'a str) -> Draft<'a> {
        let sgf = "(;GM[1]FF[4]CA[UTF-8]".to_owned();
        Draft { json, sgf, origins: Vec::new(), faults: Faults::default() }
    }

    /// What follows comes from this part of the JSON.
    pub fn from(&mut self, part: &str) {
        self.origins.push((self.sgf.len(), self.offset(part)));
    }

    /// Appends what is no text: `;`, `(`, `)`.
    pub fn push(&mut self, sgf: &str) {
        self.sgf.push_str(sgf);
    }

    /// Appends a property, unless it has no value.
    pub fn property(&mut self, name: &str, values: impl IntoIterator<Item = impl AsRef<str>>) {
        let mut name = Some(name);
        for value in values {
            self.sgf.push_str(name.take().unwrap_or_default());
            self.sgf.push('[');
            self.sgf.push_str(&escape(value.as_ref()));
            self.sgf.push(']');
        }
    }

    /// Appends a property with a text, unless there is nothing in it.
    pub fn text(&mut self, name: &str, text: &str) {
        self.property(name, Some(text).filter(|text| !text.trim().is_empty()));
    }

    /// Tells of a part that is left out.
    pub fn tell(&mut self, fault: Fault) {
        self.faults.tell(|| fault);
    }

    /// A fault at a part of the JSON.
    pub fn fault(&self, part: &str, rule: Rule, message: String) -> Fault {
        Fault { rule, offset: self.offset(part), message }
    }

    /// Where a part of the JSON begins.
    fn offset(&self, part: &str) -> usize {
        let offset = (part.as_ptr() as usize).wrapping_sub(self.json.as_ptr() as usize);
        offset.min(self.json.len())
    }

    /// The whole tree.
    pub fn sgf(&self) -> String {
        format!("{})", self.sgf)
    }

    /// All faults, with those of the tree at the bytes of the JSON.
    pub fn faults(self, of_tree: Vec<Fault>) -> Vec<Fault> {
        let mut faults = self.faults.into_vec();
        faults.extend(of_tree.into_iter().map(|fault| {
            let behind = self.origins.partition_point(|(sgf, _)| *sgf <= fault.offset);
            let origin = behind.checked_sub(1).map(|last| self.origins[last].1);
            Fault { offset: origin.unwrap_or(0), ..fault }
        }));
        faults
    }
}

/// Reads a part of the JSON.
pub(super) fn parse<'a, T: Deserialize<'a>>(draft: &Draft<'_>, part: &'a str) -> Result<T, Fault> {
    serde_json::from_str(part).map_err(|error| {
        let fault = syntax(part, &error);
        Fault { offset: draft.offset(part) + fault.offset, ..fault }
    })
}
