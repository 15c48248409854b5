//! Distinct names for the files and streams of another database.

use std::collections::{HashMap, HashSet};
use std::path::{Component, PathBuf};
use std::sync::Arc;

use super::error::StoreError;
use super::session::ImportSession;
use crate::model::SourceFile;

/// The names of files that are taken.
pub(super) struct Labels {
    by_path: HashMap<PathBuf, Arc<SourceFile>>,
    taken: HashSet<String>,
    /// The next number for a name that is taken.
    numbers: HashMap<String, u64>,
}

impl Labels {
    pub(super) fn load(session: &ImportSession) -> Result<Labels, StoreError> {
        let (mut by_path, mut taken) = (HashMap::new(), HashSet::new());
        for source in session.store.source_details()? {
            match source.file {
                Some(file) => {
                    taken.insert(file.label.clone());
                    by_path.insert(file.path.clone(), file);
                }
                None => {
                    taken.insert(source.name);
                }
            }
        }
        Ok(Labels { by_path, taken, numbers: HashMap::new() })
    }

    /// The file with a label that no other one has: as much of the path as it
    /// takes. A known file keeps its label.
    pub(super) fn file(&mut self, file: &Arc<SourceFile>) -> Arc<SourceFile> {
        if let Some(known) = self.by_path.get(&file.path) {
            return Arc::clone(known);
        }
        let label = match self.taken.contains(&file.label) {
            false => file.label.clone(),
            true => {
                let longer = longer_labels(file).find(|label| !self.taken.contains(label));
                longer.unwrap_or_else(|| self.number(&file.label))
            }
        };
        self.taken.insert(label.clone());
        let file = Arc::new(SourceFile { path: file.path.clone(), label });
        self.by_path.insert(file.path.clone(), Arc::clone(&file));
        file
    }

    /// A name for a source without a file that no other one has.
    pub(super) fn stream(&mut self, name: &str) -> String {
        let free = match self.taken.contains(name) {
            false => name.to_owned(),
            true => self.number(name),
        };
        self.taken.insert(free.clone());
        free
    }

    fn number(&mut self, name: &str) -> String {
        let next = self.numbers.entry(name.to_owned()).or_insert(2);
        loop {
            let numbered = format!("{name} ({next})");
            *next += 1;
            if !self.taken.contains(&numbered) {
                return numbered;
            }
        }
    }
}

/// The ends of the path that are longer than the label, the shortest first.
fn longer_labels(file: &SourceFile) -> impl Iterator<Item = String> {
    let parts: Vec<String> = file
        .path
        .components()
        .filter_map(|component| match component {
            Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    let shortest = file.label.split('/').count() + 1;
    (shortest..=parts.len()).map(move |count| parts[parts.len() - count..].join("/"))
}
