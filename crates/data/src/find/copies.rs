//! Exact copies: records whose game trees have the same bytes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::store::{Store, StoreError, StoredRecord, tree_hash};

/// For each record the index of the first record whose game tree has the same
/// bytes; `None` for that record itself and for one without a copy before it.
///
/// Reads the game trees of those records only that agree in all else that a
/// copy has in common.
///
/// # Errors
/// If the database cannot be read.
pub fn find_copies(
    store: &Store,
    records: &[&StoredRecord],
) -> Result<Vec<Option<usize>>, StoreError> {
    let mut copies = vec![None; records.len()];
    // The first record that looks like this, and whether its tree is in `trees`.
    let mut alike: HashMap<_, (usize, bool)> = HashMap::new();
    let mut trees: HashMap<[u8; 16], usize> = HashMap::new();
    let read = |index: usize| store.sgf(records[index].id).map(|sgf| tree_hash(&sgf));
    for (index, record) in records.iter().enumerate() {
        let look = (record.at.symmetry.index(), &record.at.name, record.moves, record.turn.code());
        match alike.entry(look) {
            Entry::Vacant(entry) => {
                entry.insert((index, false));
            }
            Entry::Occupied(mut entry) => {
                let (first, is_read) = entry.get_mut();
                if !std::mem::replace(is_read, true) {
                    trees.insert(read(*first)?, *first);
                }
                match trees.entry(read(index)?) {
                    // Records of one tree are no copies of each other.
                    Entry::Occupied(tree) if records[*tree.get()].is_of_tree(record) => {}
                    Entry::Occupied(tree) => copies[index] = Some(*tree.get()),
                    Entry::Vacant(tree) => {
                        tree.insert(index);
                    }
                }
            }
        }
    }
    Ok(copies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::inputs::{Inputs, Limits};
    use crate::import::{ImportOptions, import};

    #[test]
    fn copies_have_the_same_bytes() {
        let trees = [
            "(;AB[aa]AW[ba];B[bb])",
            "(;AB[aa]AW[ba];B[ca])",
            "(;AB[aa]AW[ba];B[bb])",
            "(;AB[aa]AW[ba];B[bb] )",
            "(;AB[aa]AW[ba]GN[1];B[bb])",
            "(;AB[aa]AW[ba];B[ca])",
            "(;AB[aa]AW[ba];B[bb])",
        ];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        std::fs::write(&path, trees.join("\n")).unwrap();
        let inputs = Inputs::gather(&[path], Limits::default()).unwrap();
        let store = Store::open_in_memory().unwrap();
        let cancel = std::sync::atomic::AtomicBool::new(false);
        let session = store.begin_import().unwrap();
        import(session, inputs, ImportOptions::new(&cancel), &|_| ()).unwrap();
        let id = store.positions_with_records(1).unwrap()[0];
        let records = store.records(id).unwrap();
        let records: Vec<&StoredRecord> = records.iter().collect();
        let copies = find_copies(&store, &records).unwrap();
        assert_eq!(copies, [None, None, Some(0), None, None, Some(1), Some(0)]);
    }
}
