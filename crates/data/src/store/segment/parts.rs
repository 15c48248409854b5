//! Reading of the parts of a segment, each checked.

use std::fmt;

use rusqlite::blob::Blob;
use rusqlite::{MAIN_DB, OptionalExtension};

use super::layout::{Segment, name, part};
use super::planes::{checksum, read_directory};
use crate::store::connection::Store;
use crate::store::error::StoreError;

/// The parts of a segment behind its directory, numbered from 0.
pub(super) struct Parts<'a> {
    pub(super) store: &'a Store,
    pub(super) segment: Segment,
    checksums: Vec<[u8; 4]>,
    /// The part that was read last.
    blob: Option<Blob<'a>>,
}

impl fmt::Debug for Parts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts").field("segment", &self.segment).finish_non_exhaustive()
    }
}

impl<'a> Parts<'a> {
    /// Reads the directory of a segment.
    ///
    /// # Errors
    /// If the database cannot be read, and [`StoreError::Damaged`] if the directory is missing or altered.
    pub(super) fn open(store: &'a Store, segment: Segment) -> Result<Parts<'a>, StoreError> {
        let directory = store.run(|connection| {
            connection
                .prepare_cached("SELECT data FROM segment_part WHERE id = ?1")?
                .query_row([part(segment.id(), 0)], |row| row.get(0))
                .optional()
        })?;
        let directory: Vec<u8> =
            directory.ok_or_else(|| segment.damaged(store, 0, "it is missing"))?;
        let name = name(segment.first(), segment.last(), segment.rows());
        let checksums = read_directory(&directory, &name);
        let checksums = checksums.ok_or_else(|| segment.damaged(store, 0, "it was altered"))?;
        Ok(Parts { store, segment, checksums, blob: None })
    }

    /// The parts of a segment whose planes are in memory: none is read.
    pub(super) fn none(store: &'a Store, segment: Segment) -> Parts<'a> {
        Parts { store, segment, checksums: Vec::new(), blob: None }
    }

    /// The number of parts.
    pub(super) fn count(&self) -> usize {
        self.checksums.len()
    }

    /// The error for a damaged part.
    pub(super) fn damaged(&self, number: usize, what: &str) -> StoreError {
        self.segment.damaged(self.store, number + 1, what)
    }

    /// Reads a part into a buffer, and compares it with its checksum. It has so many bytes, if that is known.
    ///
    /// # Errors
    /// If the database cannot be read, and [`StoreError::Damaged`] if the part is missing or altered.
    pub(super) fn read(
        &mut self,
        number: usize,
        bytes: Option<usize>,
        mut data: Vec<u8>,
    ) -> Result<Vec<u8>, StoreError> {
        let part = part(self.segment.id(), number + 1);
        // To open a handle again takes a tenth of the time of opening another one.
        let (blob, connection) = (&mut self.blob, &self.store.connection);
        let read = self.store.run(|_| {
            let opened = match blob.take() {
                None => connection.blob_open(MAIN_DB, "segment_part", "data", part, true),
                Some(mut blob) => blob.reopen(part).map(|()| blob),
            };
            let blob = match opened {
                Ok(opened) => blob.insert(opened),
                Err(rusqlite::Error::SqliteFailure(_, Some(message)))
                    if message.contains("no such rowid") =>
                {
                    return Ok(Err("it is missing".to_owned()));
                }
                Err(error) => return Err(error),
            };
            if let Some(bytes) = bytes.filter(|&bytes| bytes != blob.len()) {
                return Ok(Err(format!("it has {} bytes instead of {bytes}", blob.len())));
            }
            data.resize(blob.len(), 0);
            blob.read_at_exact(&mut data, 0)?;
            Ok(Ok(()))
        })?;
        let checked = read.and_then(|()| match self.checksums.get(number) {
            Some(&sum) if sum == checksum(&data) => Ok(data),
            _ => Err("its bytes were altered".to_owned()),
        });
        checked.map_err(|what| self.damaged(number, &what))
    }
}
