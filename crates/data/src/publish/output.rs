//! Where a publication of several files is written.

use std::collections::BTreeMap;
use std::io;

/// A folder that gets files.
pub trait Folder {
    /// Adds a file. The name may have folders, separated by slashes.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn add(&mut self, name: &str, content: &[u8]) -> io::Result<()>;
}

/// Files in memory.
impl Folder for BTreeMap<String, Vec<u8>> {
    fn add(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        self.insert(name.to_owned(), content.to_vec());
        Ok(())
    }
}
