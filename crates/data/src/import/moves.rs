//! Sources whose file has moved, or that an earlier version imported under the path of a link.

use std::collections::{BTreeMap, HashMap};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::model::Source;
use crate::store::{ImportSession, StoreError};

/// Finds the sources that the database has from a place that does not exist any
/// more.
#[derive(Debug)]
pub(super) struct Moves {
    /// The first id that belongs to no earlier import.
    first_new: i64,
    /// Whether paths are places of files. Most often they are a few archives.
    exists: HashMap<PathBuf, bool>,
    /// The candidates for each content hash that several sources have: their
    /// ids by file name.
    shared: HashMap<[u8; 16], BTreeMap<String, Vec<i64>>>,
}

impl Moves {
    pub(super) fn new(session: &ImportSession) -> Result<Moves, StoreError> {
        Ok(Moves {
            first_new: session.next_source_id()?,
            exists: HashMap::new(),
            shared: HashMap::new(),
        })
    }

    /// The first id that belongs to no earlier import.
    pub(super) fn first_new(&self) -> i64 {
        self.first_new
    }

    /// The id of a source with the content of `source` whose file is gone: one
    /// with the same file name, else any. Returns each id once.
    ///
    /// For all sources of an import together the time is linear, even if many
    /// have the same content.
    pub(super) fn find(
        &mut self,
        session: &ImportSession,
        source: &Source,
    ) -> Result<Option<i64>, StoreError> {
        if self.first_new == 1 {
            return Ok(None); // the database had no source
        }
        if let Some(candidates) = self.shared.get_mut(&source.hash) {
            return Ok(take(candidates, Source::file_name(&source.name)));
        }
        let found = session.sources_with_content(source, self.first_new)?;
        let is_shared = found.len() > 1;
        let mut candidates: BTreeMap<String, Vec<i64>> = BTreeMap::new();
        // Reversed, because ids are taken from the end.
        for (id, name, path) in found.into_iter().rev() {
            let exists = self.exists.entry(path);
            let path = exists.key().clone();
            if !*exists.or_insert_with(|| is_place(&path)) {
                candidates.entry(Source::file_name(&name).to_owned()).or_default().push(id);
            }
        }
        let taken = take(&mut candidates, Source::file_name(&source.name));
        if is_shared {
            self.shared.insert(source.hash, candidates);
        }
        Ok(taken)
    }
}

/// Whether a path is the place of a file: a link is the place of its target. Where nobody can tell,
/// the path counts as one.
fn is_place(path: &Path) -> bool {
    match path.canonicalize() {
        Ok(full) => full == path,
        Err(error) => error.kind() != ErrorKind::NotFound,
    }
}

/// Takes the first id under a name, else under any.
fn take(candidates: &mut BTreeMap<String, Vec<i64>>, name: &str) -> Option<i64> {
    let name = match candidates.get(name) {
        Some(_) => name.to_owned(),
        None => candidates.first_key_value()?.0.clone(),
    };
    let ids = candidates.get_mut(&name)?;
    let id = ids.pop();
    if ids.is_empty() {
        candidates.remove(&name);
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_file_name_is_preferred_and_each_id_is_taken_once() {
        let mut candidates =
            BTreeMap::from([("a".to_owned(), vec![4, 1]), ("b".to_owned(), vec![3])]);
        let taken: Vec<_> =
            ["b", "b", "c", "a"].map(|name| take(&mut candidates, name)).into_iter().collect();
        assert_eq!(taken, [Some(3), Some(1), Some(4), None]);
    }
}
