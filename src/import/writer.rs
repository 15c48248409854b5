//! The third stage: from records and games to the database, whole sources at a
//! time.

use std::collections::HashSet;
use std::sync::mpsc::Receiver;

use super::report::{Report, ReportBuilder};
use super::stage::{Parsed, Stage};
use crate::model::{Game, Record, Source};
use crate::store::{ImportSession, SourceState, StoreError};

/// The number of records that are written together, sorted by key.
const RECORDS_PER_WRITE: usize = 20_000;

/// The number of games that are written together: about 2 MiB of SGF.
const GAMES_PER_WRITE: usize = 1_000;

/// The most sources in one transaction.
const SOURCES_PER_COMMIT: usize = 4_096;

/// Writes everything that the parser finds.
pub(super) fn run(
    session: ImportSession,
    groups: Receiver<Vec<Stage<Parsed>>>,
    max_listed: usize,
) -> Result<Report, StoreError> {
    let mut writer = Writer {
        session,
        records: Vec::with_capacity(RECORDS_PER_WRITE),
        games: Vec::new(),
        uncommitted_places: HashSet::new(),
        unwritten_games: HashSet::new(),
        large: LargeSource::None,
        report: ReportBuilder::new(max_listed),
    };
    for mut group in groups {
        group.iter_mut().try_for_each(|item| writer.write_item(item))?;
        drop_on_worker(group);
    }
    writer.finish()
}

/// Drops a value on a worker thread, which allocated it. Freeing memory from
/// another thread than the one that allocated it is slow in common allocators.
fn drop_on_worker(value: impl Send + 'static) {
    rayon::spawn(move || drop(value));
}

/// The large source whose pieces are coming.
enum LargeSource {
    None,
    /// It was imported before, so its pieces are ignored.
    Unchanged,
    /// It is being written.
    Open {
        id: i64,
        records: u64,
        games: u64,
    },
}

struct Writer {
    session: ImportSession,
    /// Records that are not written yet, each with the id of its source.
    records: Vec<(i64, Record)>,
    /// Games that are not written yet, each with the id of its source.
    games: Vec<(i64, Game)>,
    /// The places of the sources since the last commit.
    uncommitted_places: HashSet<[u8; 16]>,
    /// The content hashes of sources whose games are not written yet.
    unwritten_games: HashSet<[u8; 16]>,
    large: LargeSource,
    report: ReportBuilder,
}

impl Writer {
    /// Writes an item, and takes its records and games out of it.
    fn write_item(&mut self, item: &mut Stage<Parsed>) -> Result<(), StoreError> {
        match item {
            Stage::Unchanged(source) => self.note_unchanged(source)?,
            Stage::Skipped(diagnostic) => self.report.add(std::slice::from_ref(diagnostic)),
            Stage::Whole { source, content } => self.write_source(source, content)?,
            Stage::Begin(source) => self.begin_large(source)?,
            Stage::Piece(content) => self.write_piece(content)?,
            Stage::End => self.end_large()?,
            Stage::Abandon => self.abandon_large()?,
        }
        Ok(())
    }

    /// Decides whether a source is imported or is in the database already. The
    /// reader only spares the parser those sources for which the answer is
    /// certain before the imports that are still in the queue.
    fn source_state(&mut self, source: &Source) -> Result<SourceState, StoreError> {
        if self.unwritten_games.contains(&source.hash) {
            // Without its games in the database, the same content would count
            // as a source of which an early version only counted the games.
            self.write()?;
        }
        self.session.source_state(source)
    }

    fn write_source(&mut self, source: &Source, content: &mut Parsed) -> Result<(), StoreError> {
        let SourceState::New { replaced } = self.source_state(source)? else {
            return self.note_copy(source);
        };
        if self.uncommitted_places.contains(&source.place) {
            self.commit()?; // the file changed during the import
        }
        self.report.add(&content.diagnostics);
        if content.records.is_empty() && content.games.is_empty() {
            // A source without content is not stored, so that the next import
            // reports its faults again.
            return self.session.remove_outdated(source);
        }
        let (records, games) = (content.records.len() as u64, content.games.len() as u64);
        let id = self.session.insert_source(source, replaced, records, games)?;
        self.take(id, content);
        self.uncommitted_places.insert(source.place);
        if games > 0 {
            self.unwritten_games.insert(source.hash);
        }
        if self.is_full() || self.uncommitted_places.len() >= SOURCES_PER_COMMIT {
            self.commit()?;
        }
        Ok(())
    }

    /// Handles a source whose content is in the database from another place.
    fn note_copy(&mut self, source: &Source) -> Result<(), StoreError> {
        self.report.report.copies += 1;
        self.note_unchanged(source)
    }

    /// Handles a source whose content is in the database.
    fn note_unchanged(&mut self, source: &Source) -> Result<(), StoreError> {
        self.report.report.unchanged += 1;
        if self.uncommitted_places.contains(&source.place) {
            self.commit()?;
        }
        self.session.remove_outdated(source)
    }

    /// Begins a large source, which has a transaction of its own.
    fn begin_large(&mut self, source: &Source) -> Result<(), StoreError> {
        self.commit()?;
        self.large = match self.source_state(source)? {
            SourceState::Imported => {
                self.note_copy(source)?;
                LargeSource::Unchanged
            }
            SourceState::New { replaced } => {
                let id = self.session.begin_source(source, replaced)?;
                LargeSource::Open { id, records: 0, games: 0 }
            }
        };
        Ok(())
    }

    fn write_piece(&mut self, content: &mut Parsed) -> Result<(), StoreError> {
        let LargeSource::Open { id, records, games } = &mut self.large else { return Ok(()) };
        *records += content.records.len() as u64;
        *games += content.games.len() as u64;
        let id = *id;
        self.report.add(&content.diagnostics);
        self.take(id, content);
        if self.is_full() { self.write() } else { Ok(()) }
    }

    fn end_large(&mut self) -> Result<(), StoreError> {
        match std::mem::replace(&mut self.large, LargeSource::None) {
            LargeSource::Open { id, records: 0, games: 0 } => {
                self.session.remove_empty_source(id)?;
                self.commit()
            }
            LargeSource::Open { id, records, games } => {
                self.session.end_source(id, records, games)?;
                self.commit()
            }
            LargeSource::Unchanged | LargeSource::None => Ok(()),
        }
    }

    /// Drops a large source that could not be read to its end. The database
    /// keeps what it had from the same place.
    fn abandon_large(&mut self) -> Result<(), StoreError> {
        // The buffers have nothing else, because the source began with a commit.
        self.records.clear();
        self.games.clear();
        self.large = LargeSource::None;
        self.session.roll_back()
    }

    /// Moves records and games to the buffers.
    fn take(&mut self, source: i64, content: &mut Parsed) {
        self.records.extend(content.records.drain(..).map(|record| (source, record)));
        self.games.extend(content.games.drain(..).map(|game| (source, game)));
    }

    fn is_full(&self) -> bool {
        self.records.len() >= RECORDS_PER_WRITE || self.games.len() >= GAMES_PER_WRITE
    }

    fn write(&mut self) -> Result<(), StoreError> {
        self.session.write_records(&self.records)?;
        self.records.clear();
        self.session.write_games(&self.games)?;
        drop_on_worker(std::mem::take(&mut self.games));
        self.unwritten_games.clear();
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.write()?;
        self.uncommitted_places.clear();
        self.session.commit()
    }

    fn finish(mut self) -> Result<Report, StoreError> {
        if matches!(self.large, LargeSource::Open { .. }) {
            self.abandon_large()?; // the import was canceled within the source
        } else {
            self.commit()?;
        }
        self.report.report.tally = self.session.finish()?;
        Ok(self.report.report)
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
        Source {
            name: format!("{number}.igtn"),
            file: None,
            place: [number; 16],
            hash: [number; 16],
            bytes: 1,
            tree_options: TreeOptions::default(),
        }
    }

    fn parsed(igtn: &str) -> Parsed {
        Parsed {
            records: vec![extract::extract_line(igtn, extract::TreeLocation::FIRST).unwrap()],
            ..Parsed::default()
        }
    }

    fn whole(source: Source, igtn: &str) -> Stage<Parsed> {
        Stage::Whole { source, content: parsed(igtn) }
    }

    fn write(store: &Store, items: Vec<Stage<Parsed>>) -> Report {
        let (sender, receiver) = sync_channel(1);
        sender.send(items).unwrap();
        drop(sender);
        let report = run(store.begin_import().unwrap(), receiver, 10).unwrap();
        assert!(store.check_integrity().unwrap().is_empty());
        report
    }

    /// The names of the sources in a new database, and the number of records.
    fn kept(items: Vec<Stage<Parsed>>) -> (Vec<String>, u64) {
        let store = Store::open_in_memory().unwrap();
        let report = write(&store, items);
        assert_eq!(store.counts().unwrap().records, report.tally.records);
        let sources = store.sources().unwrap();
        (sources.into_iter().map(|source| source.name).collect(), report.tally.records)
    }

    #[test]
    fn a_large_source_is_kept_if_it_was_read_to_its_end_and_only_then() {
        let pieces = || {
            [
                Stage::Begin(source(2)),
                Stage::Piece(parsed("3x3|XO.......")),
                Stage::Piece(parsed("3x3|XX.......")),
            ]
        };
        let last = || whole(source(3), "3x3|XXX......");
        let after_pieces = |end: Vec<Stage<Parsed>>| {
            let first = [whole(source(1), "3x3|X........")];
            kept(first.into_iter().chain(pieces()).chain(end).collect())
        };
        let names =
            |numbers: &[u8]| numbers.iter().map(|n| format!("{n}.igtn")).collect::<Vec<_>>();

        assert_eq!(after_pieces(vec![Stage::End, last()]), (names(&[1, 2, 3]), 4));
        assert_eq!(after_pieces(vec![Stage::Abandon, last()]), (names(&[1, 3]), 2));
        assert_eq!(after_pieces(vec![]), (names(&[1]), 1)); // canceled
        // A source without records is not stored.
        let empty = vec![Stage::Begin(source(2)), Stage::Piece(Parsed::default()), Stage::End];
        assert_eq!(kept(empty), (vec![], 0));
    }

    #[test]
    fn the_same_content_is_imported_once() {
        let store = Store::open_in_memory().unwrap();
        let copy = || Source { place: [9; 16], ..source(1) };
        let items = || {
            vec![
                whole(source(1), "3x3|X........"),
                whole(copy(), "3x3|X........"),
                whole(source(2), "3x3|X........"), // another file name
            ]
        };
        let report = write(&store, items());
        assert_eq!((report.tally.sources, report.tally.records), (2, 2));
        assert_eq!((report.unchanged, report.copies), (1, 1));
        let report = write(&store, items());
        assert_eq!((report.tally.sources, report.tally.records), (0, 0));
        assert_eq!(report.unchanged, 3);
        assert_eq!(store.counts().unwrap().records, 2);
    }

    #[test]
    fn a_file_that_changes_during_the_import_is_kept_as_it_was_last() {
        let changed = Source { hash: [9; 16], ..source(1) };
        let store = Store::open_in_memory().unwrap();
        write(&store, vec![whole(source(1), "3x3|X........"), whole(changed, "3x3|XO.......")]);
        let counts = store.counts().unwrap();
        assert_eq!((counts.sources, counts.records, counts.positions), (1, 1, 1));
    }
}
