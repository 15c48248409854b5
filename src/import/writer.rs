//! The third stage: records to the database, whole sources at a time.

use std::collections::HashSet;
use std::sync::mpsc::Receiver;

use super::Report;
use super::report::Reporter;
use super::stage::{Harvest, Parsed};
use crate::model::{Game, Record, Source};
use crate::store::{ImportSession, SourceState, StoreError};

/// Records that go into the database together, sorted by key.
const BATCH: usize = 20_000;
/// Games that go in together: some 2 MiB of SGF. Sources that hold them are kept
/// then, so that their part of the log can be moved while the next ones come.
const GAMES: usize = 1_000;
/// Sources that one transaction may hold.
const SOURCES: usize = 4_096;

/// Writes what the parsers found.
pub(super) fn run(
    session: ImportSession,
    parsed: Receiver<Vec<Parsed>>,
    listed: usize,
) -> Result<Report, StoreError> {
    let mut writer = Writer {
        session,
        batch: Vec::with_capacity(BATCH),
        games: Vec::new(),
        places: HashSet::new(),
        unwritten: HashSet::new(),
        large: Large::None,
        reporter: Reporter::new(listed),
    };
    for mut group in parsed {
        group.iter_mut().try_for_each(|parsed| writer.take(parsed))?;
        give_back(group);
    }
    writer.finish()
}

/// Has those who made something let go of it, too: allocators mostly keep some
/// memory for each thread, and what another thread gives back has to wait.
fn give_back(made: impl Send + 'static) {
    rayon::spawn(move || drop(made));
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
    games: Vec<(i64, Game)>,
    /// The places of the sources since the last commit.
    places: HashSet<[u8; 16]>,
    /// The contents of sources with games that are not written yet. Until they
    /// are, the database cannot tell them from those of an earlier version,
    /// which only counted games.
    unwritten: HashSet<[u8; 16]>,
    large: Large,
    reporter: Reporter,
}

impl Writer {
    /// Takes what was found out of it.
    fn take(&mut self, parsed: &mut Parsed) -> Result<(), StoreError> {
        match parsed {
            Parsed::Unchanged(source) => self.unchanged(source)?,
            Parsed::Skipped(skip) => self.reporter.skip(std::slice::from_ref(skip)),
            Parsed::Whole { source, harvest } => self.whole(source, harvest)?,
            Parsed::Begin(source) => self.begin(source)?,
            Parsed::Piece(harvest) => self.piece(harvest)?,
            Parsed::End => self.end()?,
            Parsed::Abandon => self.abandon()?,
        }
        Ok(())
    }

    fn whole(&mut self, source: &Source, harvest: &mut Harvest) -> Result<(), StoreError> {
        if self.unwritten.contains(&source.hash) {
            self.write()?;
        }
        let SourceState::New { replaced } = self.session.source_state(source)? else {
            return self.unchanged(source);
        };
        if self.places.contains(&source.place) {
            self.commit()?; // it changed while it was being imported
        }
        self.reporter.skip(&harvest.skips);
        if harvest.records.is_empty() && harvest.games.is_empty() {
            // Nothing to remember it by: the next import tells of it again.
            return self.session.remove_outdated(source);
        }
        let (records, games) = (harvest.records.len() as u64, harvest.games.len() as u64);
        let id = self.session.insert_source(source, replaced, records, games)?;
        self.batch.extend(harvest.records.drain(..).map(|record| (id, record)));
        self.games.extend(harvest.games.drain(..).map(|game| (id, game)));
        self.places.insert(source.place);
        if games > 0 {
            self.unwritten.insert(source.hash);
        }
        let is_enough = self.batch.len() >= BATCH || self.games.len() >= GAMES;
        if is_enough || self.places.len() >= SOURCES { self.commit() } else { Ok(()) }
    }

    /// The database has it, from this place or from another one.
    fn unchanged(&mut self, source: &Source) -> Result<(), StoreError> {
        self.reporter.report.unchanged += 1;
        if self.places.contains(&source.place) {
            self.commit()?;
        }
        self.session.remove_outdated(source)
    }

    /// Begins a source that has a transaction of its own.
    fn begin(&mut self, source: &Source) -> Result<(), StoreError> {
        self.commit()?;
        self.large = match self.session.source_state(source)? {
            SourceState::Imported => {
                self.unchanged(source)?;
                Large::Known
            }
            SourceState::New { replaced } => {
                let id = self.session.begin_source(source, replaced)?;
                Large::Open { id, records: 0, games: 0 }
            }
        };
        Ok(())
    }

    fn piece(&mut self, harvest: &mut Harvest) -> Result<(), StoreError> {
        let Large::Open { id, records, games } = &mut self.large else { return Ok(()) };
        *records += harvest.records.len() as u64;
        *games += harvest.games.len() as u64;
        self.reporter.skip(&harvest.skips);
        self.batch.extend(harvest.records.drain(..).map(|record| (*id, record)));
        self.games.extend(harvest.games.drain(..).map(|game| (*id, game)));
        let is_enough = self.batch.len() >= BATCH || self.games.len() >= GAMES;
        if is_enough { self.write() } else { Ok(()) }
    }

    fn end(&mut self) -> Result<(), StoreError> {
        match std::mem::replace(&mut self.large, Large::None) {
            Large::Open { id, records: 0, games: 0 } => {
                self.session.remove_empty_source(id)?;
                self.commit()
            }
            Large::Open { id, records, games } => {
                self.session.end_source(id, records, games)?;
                self.commit()
            }
            Large::Known | Large::None => Ok(()),
        }
    }

    /// Drops a large source that turned out not to be readable to its end; what
    /// the database had from its place stays.
    fn abandon(&mut self) -> Result<(), StoreError> {
        self.batch.clear(); // nothing else is in it
        self.games.clear();
        self.large = Large::None;
        self.session.roll_back()
    }

    fn write(&mut self) -> Result<(), StoreError> {
        self.session.write_records(&self.batch)?;
        self.batch.clear();
        self.session.write_games(&self.games)?;
        give_back(std::mem::take(&mut self.games));
        self.unwritten.clear();
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.write()?;
        self.places.clear();
        self.session.commit()
    }

    fn finish(mut self) -> Result<Report, StoreError> {
        if matches!(self.large, Large::Open { .. }) {
            self.abandon()?; // it was cut off
        } else {
            self.commit()?;
        }
        self.reporter.report.tally = self.session.finish()?;
        Ok(self.reporter.report)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;
    use crate::extract;
    use crate::model::TreeOptions;
    use crate::store::Store;

    fn source(number: u8) -> Source {
        let name = format!("{number}.igtn");
        Source {
            name,
            place: [number; 16],
            hash: [number; 16],
            bytes: 1,
            tree_options: TreeOptions::default(),
        }
    }

    fn harvest(igtn: &str) -> Harvest {
        Harvest { records: vec![extract::line(igtn, 1, 0).unwrap()], ..Harvest::default() }
    }

    /// The names of the sources that are kept, and the number of records.
    fn kept(parsed: Vec<Parsed>) -> (Vec<String>, u64) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("go.db");
        let (sender, receiver) = sync_channel(1);
        sender.send(parsed).unwrap();
        drop(sender);
        let report = run(ImportSession::open(&path).unwrap(), receiver, 10).unwrap();
        let store = Store::open(&path).unwrap();
        assert!(store.check_integrity().unwrap().is_empty());
        assert_eq!(store.counts().unwrap().records, report.tally.records);
        let sources = store.sources().unwrap();
        (sources.into_iter().map(|source| source.name).collect(), report.tally.records)
    }

    #[test]
    fn a_large_source_is_kept_when_it_ended_and_only_then() {
        let one = || Parsed::Whole { source: source(1), harvest: harvest("3x3|X........") };
        let pieces = || {
            [
                Parsed::Begin(source(2)),
                Parsed::Piece(harvest("3x3|XO.......")),
                Parsed::Piece(harvest("3x3|XX.......")),
            ]
        };
        let last = || Parsed::Whole { source: source(3), harvest: harvest("3x3|XXX......") };
        let after_pieces =
            |end: Vec<Parsed>| kept([one()].into_iter().chain(pieces()).chain(end).collect());
        let names =
            |numbers: &[u8]| numbers.iter().map(|n| format!("{n}.igtn")).collect::<Vec<_>>();

        assert_eq!(after_pieces(vec![Parsed::End, last()]), (names(&[1, 2, 3]), 4));
        assert_eq!(after_pieces(vec![Parsed::Abandon, last()]), (names(&[1, 3]), 2));
        assert_eq!(after_pieces(vec![]), (names(&[1]), 1)); // cut off
    }
}
