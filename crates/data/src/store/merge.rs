//! The merge of another database into this one.
//!
//! Rows are copied with their columns as they are, except for ids. A row is
//! believed only if its checksum, the key of its position and the values that
//! queries read are right; the caller checks texts and moves.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rusqlite::types::Value;
use rusqlite::{ToSql, params_from_iter};

use super::abalone::CopiedSource;
use super::checksum;
use super::decision::{DECISION_COLUMN_COUNT, DECISION_COLUMNS, Decision, decision};
use super::error::StoreError;
use super::merge_checks::{
    ALTERED, MergeChecks, column, damage_as_cause, select_columns, values, width,
};
use super::other_database::OtherDatabase;
use super::part::insert_part;
use super::query::{RECORD_COLUMN_COUNT, RECORD_COLUMNS, record};
use super::ranking::Ranking;
use super::remarks::Rights;
use super::session::ImportSession;
use super::source_list::SourceDetails;
use super::submissions::{StoredSubmission, SubmissionVerdict};
use crate::PositionKey;
use crate::model::{Charset, Placement, TreePart, Turn, TurnSource, Winner};

/// The number of rows that are written together.
const ROWS_PER_WRITE: usize = 10_000;

/// What a merge did. [`ImportSession::tally`] counts what it added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergeReport {
    /// The sources that both databases have with the same content.
    pub unchanged: u64,
    /// The sources of the other database that were left out, because this one
    /// has a newer import from the same place.
    pub older: u64,
    /// The decisions that were added, those about submissions included.
    pub decisions: u64,
    /// The tags and rights that were added.
    pub remarks: u64,
    /// Whether the merge was canceled. Finished sources are kept.
    pub is_interrupted: bool,
}

/// A row of the other database that was not copied.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergeFault {
    /// The name of the source in the other database; empty for a decision and for rights.
    pub source: String,
    /// The number of the game tree in the source; 0 for the source itself.
    pub tree: u32,
    /// Its first byte.
    pub offset: u64,
    /// What is wrong.
    pub cause: String,
    /// Whether something of the other database was not copied because of it. Rights that people set in both
    /// databases are a difference only.
    pub is_skipped: bool,
}

static RECORDS: LazyLock<String> = LazyLock::new(|| {
    let columns: Vec<String> =
        checksum::RECORD.columns.split(", ").map(|column| format!("record.{column}")).collect();
    let columns = columns.join(", ");
    format!(
        "SELECT {RECORD_COLUMNS},
             (SELECT key FROM position WHERE id = record.position),
             (SELECT text FROM position WHERE id = record.position),
             {columns}, {FUNCTION}({columns}) IS record.checksum
         FROM record JOIN source ON source.id = record.source
         WHERE record.source = ?1 ORDER BY record.tree, record.id",
        FUNCTION = checksum::FUNCTION
    )
});

static GAMES: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {},
             (SELECT lines FROM game_line WHERE game = game.id),
             (SELECT charset FROM game_tree WHERE game = game.id),
             (SELECT sgf FROM game_tree WHERE game = game.id)
         FROM game WHERE source = ?1 ORDER BY id",
        select_columns(&checksum::GAME)
    )
});

static SOURCE: LazyLock<String> = LazyLock::new(|| {
    format!("SELECT {} FROM source WHERE id = ?1", select_columns(&checksum::SOURCE))
});

static DECISIONS: LazyLock<String> = LazyLock::new(|| {
    let checksum = checksum::DECISION.expression();
    format!("SELECT {DECISION_COLUMNS}, {checksum} IS checksum FROM decision")
});

static INSERT_SOURCE: LazyLock<String> = LazyLock::new(|| checksum::SOURCE.insert(0));
static INSERT_RECORD: LazyLock<String> = LazyLock::new(|| checksum::RECORD.insert(0));
static INSERT_GAME: LazyLock<String> = LazyLock::new(|| checksum::GAME.insert(3));

/// A record that is to be written.
struct RecordRow {
    key: PositionKey,
    text: String,
    turn: Turn,
    turn_source: TurnSource,
    /// The number of its tree, its charset, and what it is in its tree.
    place: (u32, Option<Charset>, Option<TreePart>),
    placement: Placement,
    /// All columns; id and position are those of the other database.
    values: Vec<Value>,
}

impl ImportSession {
    /// Copies the sources, records, games and decisions of another database.
    ///
    /// A source from a place that both databases have is copied if its content
    /// differs and its import is newer. Decisions of this database stay; one of
    /// the other database is left out, with a fault, if it contradicts them.
    /// Every transaction has whole sources. If records were read by older rules
    /// than those of this database, it has the older
    /// [reading](ImportSession::reading) from then on.
    ///
    /// # Errors
    /// If one of the databases cannot be read or this one cannot be written.
    pub fn merge(
        &mut self,
        other: &OtherDatabase,
        checks: &MergeChecks<'_>,
        on_fault: &mut dyn FnMut(MergeFault),
    ) -> Result<MergeReport, StoreError> {
        let _snapshot = other.store.snapshot()?;
        let mut merge = Merge {
            places: self.places()?,
            session: self,
            other,
            checks,
            on_fault,
            report: MergeReport::default(),
            records: Vec::new(),
            uncommitted: 0,
        };
        for source in other.store.source_details()? {
            merge.copy_source(&source)?;
            if merge.report.is_interrupted {
                return Ok(merge.report);
            }
        }
        merge.copy_decisions()?;
        merge.copy_tags()?;
        merge.copy_rights()?;
        merge.copy_verdicts()?;
        merge.copy_submissions()?;
        merge.commit()?;
        Ok(merge.report)
    }

    /// Every place with its source.
    fn places(&self) -> Result<HashMap<[u8; 16], Known>, StoreError> {
        self.store.run(|connection| {
            connection
                .prepare(
                    "SELECT place, source.id, hash, kind, variations, started
                     FROM source LEFT JOIN import ON import.id = source.import",
                )?
                .query_map([], |row| {
                    let known = Known {
                        id: row.get(1)?,
                        content: (row.get(2)?, row.get(3)?, row.get(4)?),
                        started: row.get(5)?,
                    };
                    Ok((row.get(0)?, known))
                })?
                .collect()
        })
    }
}

/// A source of this database.
struct Known {
    id: i64,
    /// The hash of the content, and how its game trees are read.
    content: ([u8; 16], i64, i64),
    started: Option<i64>,
}

struct Merge<'a> {
    session: &'a mut ImportSession,
    other: &'a OtherDatabase,
    checks: &'a MergeChecks<'a>,
    on_fault: &'a mut dyn FnMut(MergeFault),
    places: HashMap<[u8; 16], Known>,
    report: MergeReport,
    /// Records that are not written yet.
    records: Vec<RecordRow>,
    /// The number of rows that were written since the last commit.
    uncommitted: usize,
}

impl Merge<'_> {
    fn copy_source(&mut self, source: &SourceDetails) -> Result<(), StoreError> {
        let count = width(&checksum::SOURCE);
        let (mut row, is_sound): (Vec<Value>, bool) = self.other.store.run(|connection| {
            connection
                .prepare_cached(&SOURCE)?
                .query_row([source.id], |row| Ok((values(row, 0, count)?, row.get(count)?)))
        })?;
        if !is_sound {
            self.fault(source, 0, 0, ALTERED);
            return Ok(());
        }
        let at = |name| column(&checksum::SOURCE, name);
        let (Value::Blob(place), Value::Integer(kind), Value::Integer(variations)) =
            (&row[at("place")], &row[at("kind")], &row[at("variations")])
        else {
            self.fault(source, 0, 0, "the row in the database is damaged");
            return Ok(());
        };
        let Ok(place) = <[u8; 16]>::try_from(&**place) else {
            self.fault(source, 0, 0, "the row in the database is damaged");
            return Ok(());
        };
        if let Some(known) = self.places.get(&place) {
            if known.content == (source.hash, *kind, *variations) {
                self.report.unchanged += 1;
                return Ok(());
            }
            if source.import.map(|import| import.started) <= known.started {
                self.report.older += 1;
                return Ok(());
            }
            let id = known.id;
            self.session.remove_sources([id])?;
        }
        self.session.begin_transaction()?;
        let (file, name) = self.session.file_and_name(source.file.as_ref(), &source.name)?;
        let id = self.session.ids.source;
        self.session.ids.source += 1;
        row[at("id")] = id.into();
        row[at("name")] = name.into();
        row[at("file")] = file.into();
        row[at("import")] = self.session.import_id()?.into();
        self.session.store.run(|connection| {
            connection.prepare_cached(&INSERT_SOURCE)?.execute(params_from_iter(row))
        })?;
        let of_records = (id, &**RECORDS, [3, 4]);
        let copied = self.copy_rows(source, of_records, Self::read_record, Self::push_record)?;
        let Some([mut records, mut record_faults]) = copied else {
            return self.cancel();
        };
        let places = ["tree", "offset"].map(|name| column(&checksum::GAME, name));
        let of_games = (id, &**GAMES, places);
        let copied = self.copy_rows(source, of_games, Self::read_game, Self::write_game)?;
        let Some([mut games, mut game_faults]) = copied else {
            return self.cancel();
        };
        let from =
            CopiedSource { other: &self.other.store, id: source.id, copy: id, checks: self.checks };
        let copied = self.session.copy_abalone(&from, &mut |tree, offset, cause| {
            let (source, cause) = (source.name.clone(), cause.to_owned());
            (self.on_fault)(MergeFault { source, tree, offset, cause, is_skipped: true });
        })?;
        let Some(abalone) = copied else {
            return self.cancel();
        };
        self.uncommitted += (abalone.problems + abalone.games) as usize;
        records += abalone.problems;
        games += abalone.games;
        record_faults += abalone.problem_faults;
        game_faults += abalone.game_faults;
        // Schema 1 only counted games.
        let games = if games + game_faults > 0 { games } else { source.games };
        let changed: &[&dyn ToSql] = &[&id, &(records as i64), &(games as i64)];
        self.session
            .execute("UPDATE source SET records = ?2, games = ?3 WHERE id = ?1", changed)?;
        if record_faults + game_faults > 0 {
            // The content counts as changed, so that the next import reads the
            // file again.
            self.session.execute("UPDATE source SET hash = zeroblob(16) WHERE id = ?1", &[&id])?;
        }
        self.session.execute(&checksum::SOURCE.update("id = ?1"), &[&id])?;
        self.session.pending.sources += 1;
        self.session.pending.games += games;
        if self.uncommitted + self.records.len() >= ROWS_PER_WRITE {
            self.commit()?;
        }
        Ok(())
    }

    fn fault(&mut self, source: &SourceDetails, tree: u32, offset: u64, cause: &str) {
        let (source, cause) = (source.name.clone(), cause.to_owned());
        (self.on_fault)(MergeFault { source, tree, offset, cause, is_skipped: true });
    }

    /// Copies the rows of a source that `sql` selects to the source `id`: `read` gives a row or what
    /// is wrong with it, and `places` are the columns of its tree and offset. Returns the numbers of
    /// rows that were copied and that were not; `None` if canceled.
    fn copy_rows<T>(
        &mut self,
        source: &SourceDetails,
        (id, sql, places): (i64, &str, [usize; 2]),
        read: fn(&Self, &rusqlite::Row<'_>, i64) -> rusqlite::Result<Result<T, String>>,
        write: fn(&mut Self, T) -> Result<(), StoreError>,
    ) -> Result<Option<[u64; 2]>, StoreError> {
        let other = self.other;
        let fail = |error| StoreError::from_sqlite(other.store.path(), error);
        let mut statement = other.store.connection.prepare_cached(sql).map_err(fail)?;
        let mut rows = statement.query([source.id]).map_err(fail)?;
        let mut counts = [0; 2];
        while let Some(row) = rows.next().map_err(fail)? {
            if !(self.checks.progress)(1) {
                return Ok(None);
            }
            match damage_as_cause(read(self, row, id)).map_err(fail)? {
                Ok(read) => {
                    counts[0] += 1;
                    write(self, read)?;
                }
                Err(cause) => {
                    counts[1] += 1;
                    self.row_fault(source, row, places, &cause);
                }
            }
        }
        Ok(Some(counts))
    }

    /// Reads a record of the other database for the source `id` of this one, or
    /// what is wrong with the record.
    fn read_record(
        &self,
        row: &rusqlite::Row<'_>,
        id: i64,
    ) -> rusqlite::Result<Result<RecordRow, String>> {
        let stored = record(row)?;
        let key = PositionKey::from_bytes(row.get(RECORD_COLUMN_COUNT)?);
        let text: String = row.get(RECORD_COLUMN_COUNT + 1)?;
        let (first, count) = (RECORD_COLUMN_COUNT + 2, width(&checksum::RECORD));
        let mut values = values(row, first, count)?;
        if !row.get::<_, bool>(first + count)? {
            return Ok(Err(ALTERED.to_owned()));
        }
        if PositionKey::of_text(&text) != key {
            return Ok(Err(format!("the key of its position is not {key}")));
        }
        if !(self.checks.is_canonical)(&text) {
            return Ok(Err(format!("the text of its position {key} is not canonical")));
        }
        values[column(&checksum::RECORD, "source")] = id.into();
        let part = match self.other.store.part(stored.id) {
            Ok(part) => part,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let place = (stored.at.tree, stored.charset, part);
        let super::StoredRecord { turn, turn_source, placement, .. } = stored;
        Ok(Ok(RecordRow { key, text, turn, turn_source, place, placement, values }))
    }

    /// Reads the columns of a game, its moves, charset and SGF.
    fn read_game(
        &self,
        row: &rusqlite::Row<'_>,
        id: i64,
    ) -> rusqlite::Result<Result<Vec<Value>, String>> {
        let count = width(&checksum::GAME);
        let is_sound: bool = row.get(count)?;
        if !is_sound {
            return Ok(Err(ALTERED.to_owned()));
        }
        let winner = row.get(column(&checksum::GAME, "winner"))?;
        if Winner::from_code(winner).is_none()
            || !(self.checks.is_game)(row.get_ref(count + 1)?.as_blob()?)
        {
            return Ok(Err("its moves or facts are damaged".to_owned()));
        }
        let mut game = values(row, 0, count)?;
        game[column(&checksum::GAME, "source")] = id.into();
        game.extend(values(row, count + 1, 3)?);
        Ok(Ok(game))
    }

    fn row_fault(
        &mut self,
        source: &SourceDetails,
        row: &rusqlite::Row<'_>,
        [tree, offset]: [usize; 2],
        cause: &str,
    ) {
        let tree = row.get(tree).unwrap_or(0);
        let offset = row.get::<_, i64>(offset).unwrap_or(0);
        self.fault(source, tree, u64::try_from(offset).unwrap_or(0), cause);
    }

    /// Copies a record, together with others.
    fn push_record(&mut self, record: RecordRow) -> Result<(), StoreError> {
        self.records.push(record);
        if self.records.len() >= ROWS_PER_WRITE { self.write_records() } else { Ok(()) }
    }

    /// Writes the records that were read.
    fn write_records(&mut self) -> Result<(), StoreError> {
        let records = std::mem::take(&mut self.records);
        if records.is_empty() {
            return Ok(());
        }
        self.uncommitted += records.len();
        let session = &mut *self.session;
        session.enlarge_cache()?;
        // In the same transaction as the records.
        session.lower_reading(self.other.store.reading()?)?;
        let keys: Vec<(PositionKey, &str)> =
            records.iter().map(|record| (record.key, &*record.text)).collect();
        let positions = session.insert_positions(&keys)?;
        let at @ [_, _, source_at] =
            ["id", "position", "source"].map(|name| column(&checksum::RECORD, name));
        for (&position, record) in positions.iter().zip(&records) {
            let (tree, _, part) = &record.place;
            let source = match record.values[source_at] {
                Value::Integer(source) if part.is_some() => Some(source),
                _ => None,
            };
            let tree = source.map(|source| (source, *tree));
            session.pending.count_record(position, record.turn, &record.placement, tree);
            session.pending.count_turn_source(record.turn_source, None);
        }
        let first = session.ids.record;
        session.ids.record += records.len() as i64;
        session.store.run(|connection| {
            let mut insert = connection.prepare_cached(&INSERT_RECORD)?;
            for ((id, mut record), position) in (first..).zip(records).zip(positions) {
                record.values[at[0]] = id.into();
                record.values[at[1]] = position.into();
                let source = record.values[at[2]].clone();
                insert.execute(params_from_iter(record.values))?;
                if let ((tree, charset, Some(part)), Value::Integer(source)) =
                    (record.place, source)
                {
                    insert_part(connection, id, (source, tree), charset.as_ref(), &part)?;
                }
            }
            Ok(())
        })
    }

    /// Writes the columns of a game, its moves, charset and SGF.
    fn write_game(&mut self, mut game: Vec<Value>) -> Result<(), StoreError> {
        self.uncommitted += 1;
        let session = &mut *self.session;
        session.begin_transaction()?;
        let id = session.ids.game;
        session.ids.game += 1;
        game[column(&checksum::GAME, "id")] = id.into();
        session.store.run(|connection| {
            connection.prepare_cached(&INSERT_GAME)?.execute(params_from_iter(&game))?;
            let [.., lines, charset, sgf] = &*game else { unreachable!("a game has columns") };
            connection
                .prepare_cached("INSERT INTO game_line (game, lines) VALUES (?1, ?2)")?
                .execute((id, lines))?;
            connection
                .prepare_cached("INSERT INTO game_tree (game, charset, sgf) VALUES (?1, ?2, ?3)")?
                .execute((id, charset, sgf))?;
            Ok(())
        })
    }

    /// Copies the decisions about pairs of records that this database has none
    /// about, unless the decisions that it has by then say the opposite.
    fn copy_decisions(&mut self) -> Result<(), StoreError> {
        let own = self.session.store.decisions()?;
        let mut ranking: Ranking = own.iter().collect();
        let pair = |decision: &Decision| [decision.first.hash, decision.second.hash];
        let known: HashSet<[[u8; 16]; 2]> = own.iter().map(pair).collect();
        let decisions: Vec<Result<Decision, String>> = self.other.store.run(|connection| {
            let read = |row: &rusqlite::Row<'_>| {
                let is_sound: bool = row.get(DECISION_COLUMN_COUNT)?;
                Ok(if is_sound { Ok(decision(row)?) } else { Err(ALTERED.to_owned()) })
            };
            connection
                .prepare(&DECISIONS)?
                .query_map([], |row| damage_as_cause(read(row)))?
                .collect()
        })?;
        for decision in decisions {
            let cause = match decision {
                Err(_) => "a decision in the database was altered".to_owned(),
                Ok(decision) if known.contains(&pair(&decision)) => continue,
                Ok(decision) => match ranking.find_opposite(&decision) {
                    None => {
                        self.session.decide(&decision)?;
                        ranking.insert(&decision);
                        self.report.decisions += 1;
                        continue;
                    }
                    Some(chain) => {
                        format!("a decision was left out, because others say the opposite: {chain}")
                    }
                },
            };
            (self.on_fault)(MergeFault {
                source: String::new(),
                tree: 0,
                offset: 0,
                cause,
                is_skipped: true,
            });
        }
        Ok(())
    }

    fn copy_tags(&mut self) -> Result<(), StoreError> {
        for tag in self.other.store.tags()? {
            self.report.remarks += u64::from(self.session.add_tag(&tag)?);
        }
        Ok(())
    }

    /// Copies rights of patterns for which this database has none. The rights of its own sources stay,
    /// and differences are faults.
    fn copy_rights(&mut self) -> Result<(), StoreError> {
        let others = self.other.store.rights()?;
        if others.is_empty() {
            return Ok(());
        }
        let (own, own_list) = (self.session.store.rights()?, self.session.store.rights_list()?);
        for theirs in others {
            match own.iter().find(|ours| ours.pattern == theirs.pattern) {
                Some(ours) if ours.text == theirs.text => {}
                Some(ours) => self.report_rights(&theirs.pattern, &ours.text, &theirs.text),
                None => {
                    let Ok(pattern) = theirs.pattern.parse();
                    self.session.set_rights(&pattern, Some(&theirs.text), theirs.changed)?;
                    self.report.remarks += 1;
                }
            }
        }
        // Of several patterns the one that was set last counts, which stays one of this database.
        for Rights { pattern, text, changed } in &own {
            let Ok(pattern) = pattern.parse();
            self.session.set_rights(&pattern, Some(text), *changed)?;
        }
        let other_list = self.other.store.rights_list()?;
        let mut reported = HashSet::new();
        for source in self.session.store.sources()? {
            let (ours, theirs) = (own_list.find(&source.name), other_list.find(&source.name));
            let Some((ours, theirs)) = ours.zip(theirs) else { continue };
            let differ = ours.pattern != theirs.pattern && ours.text != theirs.text;
            if differ && reported.insert((&ours.pattern, &theirs.pattern)) {
                self.report_rights(&source.name, &ours.text, &theirs.text);
            }
        }
        Ok(())
    }

    /// Reports rights of a source or pattern that differ.
    fn report_rights(&mut self, of: &str, ours: &str, theirs: &str) {
        let cause =
            format!("the rights of {of} stay `{ours}`; in the other database they are `{theirs}`");
        let (tree, offset, is_skipped) = (0, 0, false);
        (self.on_fault)(MergeFault { source: String::new(), tree, offset, cause, is_skipped });
    }

    /// Copies verdicts of the solver. What they claim is proved again whenever they are read.
    fn copy_verdicts(&mut self) -> Result<(), StoreError> {
        let session = &mut *self.session;
        self.other.store.for_each_verdict(|theirs| {
            let ours = session.store.verdict(&theirs.about, theirs.solver)?;
            match ours {
                Some(ours) if ours.budget >= theirs.budget => Ok(()),
                _ => session.put_verdict(&theirs),
            }
        })
    }

    /// Copies submissions that this database does not have, and the decisions about problems about which
    /// this one has none.
    fn copy_submissions(&mut self) -> Result<(), StoreError> {
        for StoredSubmission { hash, date, received, .. } in self.other.store.submissions()? {
            let files = self.other.store.submitted_files(hash)?;
            self.session.add_submission((hash, &date, received), files)?;
        }
        let place = |verdict: &SubmissionVerdict| (verdict.submission, verdict.place.clone());
        let own = self.session.store.submission_verdicts()?;
        let decided: HashSet<_> = own.iter().map(place).collect();
        let mut ids: HashSet<i64> = own.iter().map(|verdict| verdict.id).collect();
        for mut verdict in self.other.store.submission_verdicts()? {
            if decided.contains(&place(&verdict)) {
                continue;
            }
            while !ids.insert(verdict.id) {
                verdict.id += 1;
            }
            self.session.insert_submission_verdict(&verdict)?;
            self.report.decisions += 1;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.write_records()?;
        self.uncommitted = 0;
        self.session.commit()
    }

    /// Drops the source that is being copied, and what was not committed.
    fn cancel(&mut self) -> Result<(), StoreError> {
        self.report.is_interrupted = true;
        self.records.clear();
        self.session.roll_back()
    }
}
