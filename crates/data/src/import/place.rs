//! The places of sources: their hashes, and the names under which they are shown.

use std::path::Path;

use super::error::ImportError;
use super::inputs::{Inputs, Root, choose_labels, path_identity, shown_below, stdin_identity};
use crate::store::{ImportSession, StoreError, StoredFile};

/// The stored form of a place: the first 16 bytes of the BLAKE3 hash.
pub(super) fn hash_place(identity: &str) -> [u8; 16] {
    let mut place = [0; 16];
    place.copy_from_slice(&blake3::hash(identity.as_bytes()).as_bytes()[..16]);
    place
}

/// Gives the inputs names that nothing else in the database has; a known place
/// keeps its name. Returns the ids of the files that the database has below the
/// folders of the inputs and that do not exist any more.
pub(super) fn name_inputs(
    inputs: &mut Inputs,
    session: &ImportSession,
) -> Result<Vec<i64>, ImportError> {
    for name in inputs.names_of_places() {
        if is_taken(session, name, &stdin_identity(name))? {
            return Err(ImportError::NameTaken { name: name.to_owned() });
        }
    }
    let (mut known, mut files, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    for (root, found) in inputs.roots().iter().zip(inputs.found_below_roots()) {
        if !root.is_folder {
            known.push(session.file_label(&root.full)?);
            continue;
        }
        let below = session.files_below(&root.full)?;
        // A folder of tables is in the database as a file.
        let label = session.file_label(&root.full)?;
        known.push(label.or_else(|| below.iter().find_map(|file| label_of_folder(root, file))));
        for file in &below {
            let is_found = found.contains(below_root(root, file));
            if !is_found && file.path.try_exists().is_ok_and(|exists| !exists) {
                missing.push(file.id);
            }
        }
        files.push((known.len() - 1, below));
    }
    let mut is_taken =
        |label: &str, root: &Root| is_taken(session, label, &path_identity(&root.full));
    let labels = choose_labels(inputs.roots(), &known, &mut is_taken)?;
    // Files that were first imported in another way than through this folder.
    let mut others = Vec::new();
    for (at, below) in files {
        let root = &inputs.roots()[at];
        for file in below {
            if label_of_folder(root, &file).as_ref() != Some(&labels[at]) {
                others.push((file.path, file.label));
            }
        }
    }
    inputs.set_labels(labels);
    for (path, label) in others {
        inputs.set_file_label(path, label);
    }
    missing.sort_unstable();
    missing.dedup();
    Ok(missing)
}

/// The path of a file below a folder.
fn below_root<'a>(root: &Root, file: &'a StoredFile) -> &'a Path {
    file.path.strip_prefix(&root.full).unwrap_or(&file.path)
}

/// The label of the folder through which a file was imported, if it was
/// through this one.
fn label_of_folder(root: &Root, file: &StoredFile) -> Option<String> {
    let label = file.label.strip_suffix(&shown_below(below_root(root, file)))?.strip_suffix('/')?;
    Some(label.to_owned())
}

/// Whether something in the database has a label, or a name that continues the
/// label after a slash, and does not lie at or below a place. Files that have a
/// row in the table `file` are known not to.
fn is_taken(session: &ImportSession, label: &str, identity: &str) -> Result<bool, StoreError> {
    let place_of = |rest: &str| hash_place(&[identity, rest].concat());
    Ok(session.has_label(label)? || session.is_name_of_others(label, &place_of)?)
}
