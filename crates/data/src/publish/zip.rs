//! Zip archives whose bytes depend on their files alone.

use std::io::{self, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::output::Folder;

/// An archive in memory.
#[derive(Debug)]
pub struct Archive {
    zip: ZipWriter<Cursor<Vec<u8>>>,
}

impl Default for Archive {
    fn default() -> Archive {
        Archive::new()
    }
}

impl Folder for Archive {
    fn add(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        self.add_file(name, content, false)
    }
}

impl Archive {
    /// An archive without files.
    pub fn new() -> Archive {
        Archive { zip: ZipWriter::new(Cursor::new(Vec::new())) }
    }

    /// Adds a file; uncompressed if readers look for it at a fixed place.
    pub(super) fn add_file(
        &mut self,
        name: &str,
        content: &[u8],
        is_stored: bool,
    ) -> io::Result<()> {
        let method =
            if is_stored { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        self.zip.start_file(name, options)?;
        self.zip.write_all(content)
    }

    /// The bytes of the archive.
    ///
    /// # Errors
    /// If the archive is too large.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        Ok(self.zip.finish()?.into_inner())
    }
}
