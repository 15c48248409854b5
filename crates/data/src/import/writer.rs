//! The third stage: from records and games to the database, whole sources at a
//! time.

use std::collections::{BTreeMap, HashSet};
use std::sync::mpsc::Receiver;

use super::comments::index_new_comments;
use super::moves::Moves;
use super::report::{Report, ReportBuilder};
use super::segments::{index_last_games, index_new_rows};
use super::stage::{Parsed, Stage};
use crate::model::{AbaloneGame, AbaloneProblem, Game, Record, Source, SourceFile};
use crate::store::{ImportSession, SourceState, StoreError};

/// The number of records that are written together, sorted by key.
const RECORDS_PER_WRITE: usize = if cfg!(test) { 8 } else { 20_000 };

/// The number of games that are written together: about 2 MiB of SGF.
const GAMES_PER_WRITE: usize = 1_000;

/// The number of games of Abalone that are written together. Their positions are
/// sorted by key: about a million rows of the index.
const ABALONE_GAMES_PER_WRITE: usize = 10_000;

/// The most sources in one transaction.
const SOURCES_PER_COMMIT: usize = 4_096;

/// What [`run`] leaves.
pub(super) struct Written {
    pub(super) session: ImportSession,
    pub(super) report: Report,
    /// The sources of archives that have no such entry any more, by id.
    pub(super) gone: BTreeMap<i64, String>,
}

/// Writes everything that the parser finds.
pub(super) fn run(
    session: ImportSession,
    groups: Receiver<Vec<Stage<Parsed>>>,
    max_listed: usize,
) -> Result<Written, StoreError> {
    let mut writer = Writer {
        moves: Moves::new(&session)?,
        session,
        records: Vec::with_capacity(RECORDS_PER_WRITE),
        games: Vec::new(),
        abalone_problems: Vec::new(),
        abalone_games: Vec::new(),
        uncommitted_places: HashSet::new(),
        large: LargeSource::None,
        gone: BTreeMap::new(),
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
        is_changed: bool,
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
    abalone_problems: Vec<(i64, AbaloneProblem)>,
    abalone_games: Vec<(i64, AbaloneGame)>,
    /// The places of the sources since the last commit.
    uncommitted_places: HashSet<[u8; 16]>,
    large: LargeSource,
    moves: Moves,
    /// The sources of archives that have no such entry any more, by id.
    gone: BTreeMap<i64, String>,
    report: ReportBuilder,
}

impl Writer {
    /// Writes an item, and takes its records and games out of it.
    fn write_item(&mut self, item: &mut Stage<Parsed>) -> Result<(), StoreError> {
        match item {
            Stage::Unchanged { source, without_file } => {
                self.note_unchanged(source, *without_file)?;
            }
            Stage::Unpacked { archive, places } => self.find_gone_entries(archive, places)?,
            Stage::Skipped(diagnostic) => self.report.add(std::slice::from_ref(diagnostic)),
            Stage::Whole { source, content } => self.write_source(source, content)?,
            Stage::Begin(source) => self.begin_large(source)?,
            Stage::Piece(content) => self.write_piece(content)?,
            Stage::End => self.end_large()?,
            Stage::Abandon => self.abandon_large()?,
        }
        Ok(())
    }

    /// Decides whether a source is imported. Returns what the database has at
    /// its place; `None` if the database has its content: from this place, or
    /// from one that does not exist any more.
    fn begin(&mut self, source: &Source) -> Result<Option<SourceState>, StoreError> {
        if self.uncommitted_places.contains(&source.place) {
            // The import comes to the place again. Without its games in the
            // database, it would look like one from an early version.
            self.commit()?;
        }
        let state = self.session.source_state(source)?;
        if let SourceState::Unchanged { id, has_file } = state {
            let without_file = (!has_file && source.file.is_some()).then_some(id);
            self.note_unchanged(source, without_file)?;
            return Ok(None);
        }
        if source.file.is_some()
            && let Some(id) = self.moves.find(&self.session, source)?
        {
            self.session.remove_sources(state.replaced())?;
            if self.session.move_source(id, source)? {
                self.report.report.moved += 1;
                return Ok(None);
            }
            return Ok(Some(SourceState::New));
        }
        Ok(Some(state))
    }

    fn write_source(&mut self, source: &Source, content: &mut Parsed) -> Result<(), StoreError> {
        let Some(state) = self.begin(source)? else { return Ok(()) };
        self.report.add(&content.diagnostics);
        let (records, games) = (content.record_count(), content.game_count());
        let replaced = state.replaced();
        let id = self.session.insert_source(source, replaced, records, games)?;
        let is_changed = replaced.is_some() && !content.is_without_content();
        self.report.report.changed += u64::from(is_changed);
        self.take(id, content);
        self.uncommitted_places.insert(source.place);
        if self.is_full() || self.uncommitted_places.len() >= SOURCES_PER_COMMIT {
            self.commit()?;
        }
        Ok(())
    }

    /// Handles a source that the database has from the same place; with its id
    /// if the database does not know its file.
    fn note_unchanged(
        &mut self,
        source: &Source,
        without_file: Option<i64>,
    ) -> Result<(), StoreError> {
        self.report.report.unchanged += 1;
        match without_file {
            Some(id) => self.session.set_file(id, source),
            None => Ok(()),
        }
    }

    /// Finds the entries that the database has of an archive and that are not
    /// among its `places`.
    fn find_gone_entries(
        &mut self,
        archive: &SourceFile,
        places: &[[u8; 16]],
    ) -> Result<(), StoreError> {
        let Some(file) = self.session.file_id(&archive.path)? else { return Ok(()) };
        let known = self.session.sources_of_file(file, self.moves.first_new())?;
        if known.is_empty() {
            return Ok(());
        }
        let places: HashSet<&[u8; 16]> = places.iter().collect();
        let gone = known.into_iter().filter(|source| !places.contains(&source.place));
        self.gone.extend(gone.map(|source| (source.id, source.name)));
        Ok(())
    }

    /// Begins a large source, which has a transaction of its own.
    fn begin_large(&mut self, source: &Source) -> Result<(), StoreError> {
        self.commit()?;
        self.large = match self.begin(source)? {
            None => LargeSource::Unchanged,
            Some(state) => {
                let id = self.session.begin_source(source, state.replaced())?;
                let is_changed = state.replaced().is_some();
                LargeSource::Open { id, is_changed, records: 0, games: 0 }
            }
        };
        Ok(())
    }

    fn write_piece(&mut self, content: &mut Parsed) -> Result<(), StoreError> {
        let LargeSource::Open { id, records, games, .. } = &mut self.large else { return Ok(()) };
        *records += content.record_count();
        *games += content.game_count();
        let id = *id;
        self.report.add(&content.diagnostics);
        self.take(id, content);
        if self.is_full() { self.write() } else { Ok(()) }
    }

    fn end_large(&mut self) -> Result<(), StoreError> {
        match std::mem::replace(&mut self.large, LargeSource::None) {
            LargeSource::Open { id, is_changed, records, games } => {
                self.report.report.changed += u64::from(is_changed && records + games > 0);
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
        self.abalone_problems.clear();
        self.abalone_games.clear();
        self.large = LargeSource::None;
        self.session.roll_back()
    }

    /// Moves records and games to the buffers.
    fn take(&mut self, source: i64, content: &mut Parsed) {
        self.records.extend(content.records.drain(..).map(|record| (source, record)));
        self.games.extend(content.games.drain(..).map(|game| (source, game)));
        let problems = content.abalone_problems.drain(..);
        self.abalone_problems.extend(problems.map(|problem| (source, problem)));
        self.abalone_games.extend(content.abalone_games.drain(..).map(|game| (source, game)));
    }

    fn is_full(&self) -> bool {
        self.records.len() >= RECORDS_PER_WRITE
            || self.games.len() >= GAMES_PER_WRITE
            || self.abalone_problems.len() >= RECORDS_PER_WRITE
            || self.abalone_games.len() >= ABALONE_GAMES_PER_WRITE
    }

    fn write(&mut self) -> Result<(), StoreError> {
        self.session.write_records(&self.records)?;
        self.records.clear();
        self.session.write_games(&self.games)?;
        drop_on_worker(std::mem::take(&mut self.games));
        self.session.write_abalone_problems(&self.abalone_problems)?;
        self.abalone_problems.clear();
        self.session.write_abalone_games(&self.abalone_games)?;
        drop_on_worker(std::mem::take(&mut self.abalone_games));
        // Not at the commit alone: a large source adds more rows than one call indexes.
        index_new_rows(&mut self.session)
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.write()?;
        self.uncommitted_places.clear();
        index_new_comments(&mut self.session)?;
        self.session.commit()
    }

    fn finish(mut self) -> Result<Written, StoreError> {
        if matches!(self.large, LargeSource::Open { .. }) {
            self.abandon_large()?; // the import was canceled within the source
        } else {
            self.write()?;
            index_last_games(&mut self.session)?;
            self.commit()?;
        }
        let Writer { session, report, gone, .. } = self;
        Ok(Written { session, report: report.report, gone })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;
    use crate::extract;
    use crate::model::TreeOptions;
    use crate::store::Store;
    use crate::{Diagnostic, Rule};

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
        let written = run(store.begin_import().unwrap(), receiver, 10).unwrap();
        let mut report = written.report;
        report.tally = written.session.finish().unwrap();
        assert!(store.check_integrity().unwrap().is_empty());
        report
    }

    #[test]
    fn a_large_source_is_indexed_while_it_is_written() {
        let store = Store::open_in_memory().unwrap();
        let mut session = store.begin_import().unwrap();
        session.set_segment_rows(2);
        let windows = (0..60).map(|number| {
            let row = (0..6).map(|bit| if number >> bit & 1 == 1 { 'X' } else { 'O' });
            Stage::Piece(parsed(&format!("2x8|{}..XXXOOO..", row.collect::<String>())))
        });
        let items = [Stage::Begin(source(1))].into_iter().chain(windows).chain([Stage::End]);
        let (sender, receiver) = sync_channel(1);
        sender.send(items.collect()).unwrap();
        drop(sender);
        run(session, receiver, 10).unwrap().session.finish().unwrap();
        let positions = store.counts().unwrap().positions;
        let indexed = store.index_state().unwrap().positions;
        assert!(positions > 40 && positions - indexed < 2, "{indexed} of {positions}");
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
        // A source without records is remembered, so that it is not read again.
        let empty = vec![Stage::Begin(source(2)), Stage::Piece(Parsed::default()), Stage::End];
        assert_eq!(kept(empty), (names(&[2]), 0));
    }

    #[test]
    fn a_source_without_content_is_remembered_and_counts_as_unchanged() {
        let store = Store::open_in_memory().unwrap();
        let fault = || Diagnostic::of_source("1.igtn", Rule::Syntax, "the file is empty");
        let items =
            || vec![Stage::Whole { source: source(1), content: Parsed::of_diagnostic(fault()) }];
        let report = write(&store, items());
        assert_eq!((report.new_sources(), report.has_damage, report.skipped_items), (0, true, 1));
        let report = write(&store, items());
        assert_eq!((report.unchanged, report.has_damage, report.diagnostics.len()), (1, false, 0));
        // Other content at the place is read.
        let report =
            write(&store, vec![whole(Source { hash: [9; 16], ..source(1) }, "3x3|X........")]);
        assert_eq!((report.tally.records, report.changed), (1, 1));
    }

    #[test]
    fn each_place_is_imported_once() {
        let store = Store::open_in_memory().unwrap();
        let copy = || Source { place: [9; 16], ..source(1) };
        let items = || {
            vec![
                whole(source(1), "3x3|X........"),
                whole(copy(), "3x3|X........"),
                whole(source(1), "3x3|X........"), // the same place again
                whole(source(2), "3x3|X........"),
            ]
        };
        let report = write(&store, items());
        assert_eq!((report.tally.sources, report.tally.records), (3, 3));
        assert_eq!((report.new_sources(), report.unchanged), (3, 1));
        let report = write(&store, items());
        assert_eq!((report.tally.sources, report.tally.records, report.unchanged), (0, 0, 4));
        assert_eq!(store.counts().unwrap().records, 3);
        let report =
            write(&store, vec![whole(Source { hash: [9; 16], ..source(2) }, "3x3|X........")]);
        assert_eq!((report.new_sources(), report.changed), (0, 1));
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
