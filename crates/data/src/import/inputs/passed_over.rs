//! The files that are passed over because of their kind.

use std::collections::BTreeMap;

/// The most characters of an extension. A longer one counts as none.
const MAX_EXTENSION: usize = 10;

/// The number of files and archive entries of unknown kind, by their extension
/// in lower case, without the dot. Those without an extension are under `""`.
/// Hidden files are not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassedOver {
    /// The numbers, which are not 0.
    pub by_extension: BTreeMap<String, u64>,
}

impl PassedOver {
    /// Counts a file of this name.
    pub(super) fn count(&mut self, name: &str) {
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let is_extension = |text: &&str| {
            (1..=MAX_EXTENSION).contains(&text.len())
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        let extension = match name.rsplit_once('.') {
            Some((_, extension)) => Some(extension).filter(is_extension).unwrap_or_default(),
            None => "",
        };
        *self.by_extension.entry(extension.to_ascii_lowercase()).or_default() += 1;
    }

    /// The number of all files.
    pub fn total(&self) -> u64 {
        self.by_extension.values().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_counted_by_extension() {
        let mut passed_over = PassedOver::default();
        for name in ["a.tex", "b/c.TEX", "d.tar.gib", "e", "f.", "g.not an ending", "h.i\\j"] {
            passed_over.count(name);
        }
        let expected = [("", 4), ("gib", 1), ("tex", 2)].map(|(key, n)| (key.to_owned(), n));
        assert_eq!(passed_over.by_extension, expected.into());
        assert_eq!(passed_over.total(), 7);
    }
}
