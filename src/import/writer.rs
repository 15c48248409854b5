//! The third stage: records to the database, whole sources at a time.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;

use super::Report;
use super::parcel::{Harvest, Parsed};
use crate::record::{Record, Source};
use crate::store::{ImportSession, StoreError};

/// Records that go into the database together, sorted by key.
const BATCH: usize = 20_000;
/// Sources that one transaction may hold.
const SOURCES: usize = 4_096;

/// Writes what the parsers found.
pub(super) fn run(
    session: ImportSession,
    parsed: Receiver<Vec<Parsed>>,
    cancel: &AtomicBool,
) -> Result<Report, StoreError> {
    let mut writer = Writer {
        session,
        batch: Vec::with_capacity(BATCH),
        places: HashSet::new(),
        large: Large::None,
        report: Report::default(),
    };
    for group in parsed {
        for parsed in group {
            writer.take(parsed)?;
        }
    }
    writer.finish(cancel.load(Ordering::Relaxed))
}

/// The large source whose pieces are coming.
enum Large {
    None,
    /// It is in the database already: its pieces are passed over.
    Known,
    Open {
        id: i64,
        records: u64,
        games: u64,
    },
}

struct Writer {
    session: ImportSession,
    batch: Vec<(i64, Record)>,
    /// The places of the sources since the last commit.
    places: HashSet<[u8; 16]>,
    large: Large,
    report: Report,
}

impl Writer {
    fn take(&mut self, parsed: Parsed) -> Result<(), StoreError> {
        match parsed {
            Parsed::Unchanged(source) => self.unchanged(&source)?,
            Parsed::Skipped(skip) => self.report.skipped.push(skip),
            Parsed::Whole { source, harvest } => self.whole(&source, harvest)?,
            Parsed::Begin(source) => self.begin(&source)?,
            Parsed::Piece(harvest) => self.piece(harvest)?,
            Parsed::End => self.end()?,
        }
        Ok(())
    }

    fn whole(&mut self, source: &Source, mut harvest: Harvest) -> Result<(), StoreError> {
        if self.session.holds(source)? {
            return self.unchanged(source);
        }
        if self.places.contains(&source.place) {
            self.commit()?; // it changed while it was being imported
        }
        self.report.skipped.append(&mut harvest.skips);
        if harvest.records.is_empty() && harvest.games == 0 {
            // Nothing to remember it by: the next import tells of it again.
            return self.session.remove_older(source);
        }
        let id = self.session.begin_source(source)?;
        self.session.end_source(id, harvest.records.len() as u64, harvest.games)?;
        self.batch.extend(harvest.records.into_iter().map(|record| (id, record)));
        self.places.insert(source.place);
        if self.batch.len() >= BATCH || self.places.len() >= SOURCES {
            self.commit()?;
        }
        Ok(())
    }

    /// The database has it, from this place or from another one.
    fn unchanged(&mut self, source: &Source) -> Result<(), StoreError> {
        self.report.unchanged += 1;
        if self.places.contains(&source.place) {
            self.commit()?;
        }
        self.session.remove_older(source)
    }

    /// Begins a source that has a transaction of its own.
    fn begin(&mut self, source: &Source) -> Result<(), StoreError> {
        self.commit()?;
        self.large = if self.session.holds(source)? {
            self.unchanged(source)?;
            Large::Known
        } else {
            Large::Open { id: self.session.begin_source(source)?, records: 0, games: 0 }
        };
        Ok(())
    }

    fn piece(&mut self, mut harvest: Harvest) -> Result<(), StoreError> {
        let Large::Open { id, records, games } = &mut self.large else { return Ok(()) };
        *records += harvest.records.len() as u64;
        *games += harvest.games;
        self.report.skipped.append(&mut harvest.skips);
        self.batch.extend(harvest.records.into_iter().map(|record| (*id, record)));
        if self.batch.len() >= BATCH { self.write() } else { Ok(()) }
    }

    fn end(&mut self) -> Result<(), StoreError> {
        match std::mem::replace(&mut self.large, Large::None) {
            Large::Open { id, records: 0, games: 0 } => {
                self.session.drop_source(id)?;
                self.commit()
            }
            Large::Open { id, records, games } => {
                self.session.end_source(id, records, games)?;
                self.commit()
            }
            Large::Known | Large::None => Ok(()),
        }
    }

    fn write(&mut self) -> Result<(), StoreError> {
        self.session.write(&self.batch)?;
        self.batch.clear();
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.write()?;
        self.places.clear();
        self.session.commit()
    }

    fn finish(mut self, is_interrupted: bool) -> Result<Report, StoreError> {
        if matches!(self.large, Large::Open { .. }) {
            self.session.roll_back()?; // it was cut off
        } else {
            self.commit()?;
        }
        self.report.is_interrupted = is_interrupted;
        self.report.tally = self.session.finish()?;
        Ok(self.report)
    }
}
