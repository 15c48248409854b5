//! Files that were submitted and are not imported, and what editors decide about their problems.

use std::collections::{BTreeSet, HashMap, HashSet};

use rusqlite::{OptionalExtension, Row, ToSql};

use super::checksum;
use super::connection::Store;
use super::error::StoreError;
use super::query::unknown_code;
use super::session::ImportSession;
use crate::PositionKey;
use crate::names;

/// The hash of a submission: of the names and contents of its files.
pub type SubmissionHash = [u8; 16];

names! {
    /// What an editor decides about a submitted problem.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum EditorVerdict {
        /// The problem is to be imported.
        Accept = 1 => "accept",
        /// The problem is not to be imported.
        Reject = 2 => "reject",
        /// The problem is that of the record beside it, and is not to be imported.
        Same = 3 => "same",
        /// The problem is another one than the record beside it, and is to be imported.
        Different = 4 => "different",
    }

    /// `accept`, `reject`, `same` or `different`.
    pub fn name;
}

impl EditorVerdict {
    /// All verdicts.
    pub const ALL: [EditorVerdict; 4] = EditorVerdict::VALUES;

    /// Whether the problem is to be imported.
    pub fn is_accepted(self) -> bool {
        matches!(self, EditorVerdict::Accept | EditorVerdict::Different)
    }

    fn from_code(code: u8) -> Option<EditorVerdict> {
        EditorVerdict::ALL.into_iter().find(|&verdict| verdict as u8 == code)
    }
}

/// A submission, without the contents of its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSubmission {
    /// Identifies the submission.
    pub hash: SubmissionHash,
    /// The day on which it was received: `2026-11-26`.
    pub date: String,
    /// When it was received, in seconds since 1970.
    pub received: i64,
    /// The names of its files, each with the number of bytes.
    pub files: Vec<(String, u64)>,
}

/// A problem in a submission.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubmittedPlace {
    /// The name of the source.
    pub source: String,
    /// The number of the game tree, from 1.
    pub tree: u32,
    /// The rank of the problem in that tree, from 1.
    pub problem: u32,
}

/// A decision about a submitted problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmissionVerdict {
    /// Ascending in the order of the decisions, and unique.
    pub id: i64,
    /// The id of the first decision that was made at once with this one.
    pub batch: i64,
    /// The submission.
    pub submission: SubmissionHash,
    /// The problem.
    pub place: SubmittedPlace,
    /// The [`Store::record_hash`] of the problem.
    pub record_hash: [u8; 16],
    /// What was decided.
    pub verdict: EditorVerdict,
    /// The hash and the key of the record beside the problem.
    pub known: Option<([u8; 16], PositionKey)>,
    /// When it was decided, in seconds since 1970.
    pub decided: i64,
}

const COLUMNS: &str = "id, batch, submission, source, tree, problem, record_hash, verdict, known_hash, \
    known_key, decided";

fn read_verdict(row: &Row<'_>) -> rusqlite::Result<SubmissionVerdict> {
    let code: u8 = row.get(7)?;
    let known = row.get::<_, Option<[u8; 16]>>(8)?;
    let key = row.get::<_, Option<[u8; 16]>>(9)?.map(PositionKey::from_bytes);
    Ok(SubmissionVerdict {
        id: row.get(0)?,
        batch: row.get(1)?,
        submission: row.get(2)?,
        place: SubmittedPlace { source: row.get(3)?, tree: row.get(4)?, problem: row.get(5)? },
        record_hash: row.get(6)?,
        verdict: EditorVerdict::from_code(code).ok_or_else(|| unknown_code(7, "verdict"))?,
        known: known.zip(key),
        decided: row.get(10)?,
    })
}

impl Store {
    /// All submissions, the last one first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn submissions(&self) -> Result<Vec<StoredSubmission>, StoreError> {
        self.select_submissions("ORDER BY received DESC, hash", &[])
    }

    /// A submission; `None` if there is none with this hash.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn submission(&self, hash: SubmissionHash) -> Result<Option<StoredSubmission>, StoreError> {
        Ok(self.select_submissions("WHERE hash = ?1", &[&hash])?.pop())
    }

    fn select_submissions(
        &self,
        rest: &str,
        params: &[&dyn ToSql],
    ) -> Result<Vec<StoredSubmission>, StoreError> {
        let mut all: Vec<StoredSubmission> = self.run(|connection| {
            connection
                .prepare_cached(&format!("SELECT hash, date, received FROM submission {rest}"))?
                .query_map(params, |row| {
                    let (hash, date, received) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    Ok(StoredSubmission { hash, date, received, files: Vec::new() })
                })?
                .collect()
        })?;
        for one in &mut all {
            one.files = self.run(|connection| {
                connection
                    .prepare_cached(
                        "SELECT name, length(content) FROM submission_file WHERE submission = ?1
                         ORDER BY id",
                    )?
                    .query_map([one.hash], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?
                    .collect()
            })?;
        }
        Ok(all)
    }

    /// The names and contents of the files of a submission.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn submitted_files(
        &self,
        hash: SubmissionHash,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT name, content FROM submission_file WHERE submission = ?1 ORDER BY id",
                )?
                .query_map([hash], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    /// The decisions about a submission, the oldest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn verdicts_on(
        &self,
        submission: SubmissionHash,
    ) -> Result<Vec<SubmissionVerdict>, StoreError> {
        self.select_verdicts("WHERE submission = ?1 ORDER BY id", &[&submission])
    }

    /// The decisions about a problem in all submissions, the oldest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn verdicts_on_record(
        &self,
        record_hash: [u8; 16],
    ) -> Result<Vec<SubmissionVerdict>, StoreError> {
        self.select_verdicts("WHERE record_hash = ?1 ORDER BY id", &[&record_hash])
    }

    /// All decisions about submissions, the oldest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn submission_verdicts(&self) -> Result<Vec<SubmissionVerdict>, StoreError> {
        self.select_verdicts("ORDER BY id", &[])
    }

    fn select_verdicts(
        &self,
        rest: &str,
        params: &[&dyn ToSql],
    ) -> Result<Vec<SubmissionVerdict>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM submission_verdict {rest}"))?
                .query_map(params, read_verdict)?
                .collect()
        })
    }

    /// Changes when a source is added, replaced or removed: the last id that a source had, and the
    /// number of sources.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn source_stamp(&self) -> Result<(i64, i64), StoreError> {
        self.run(|connection| {
            let sql = "SELECT (SELECT next_source FROM database), (SELECT count(*) FROM source)";
            connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }

    /// The sources whose names begin with a text, with their ids.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn sources_with_prefix(&self, prefix: &str) -> Result<Vec<(i64, String)>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT id, name FROM source WHERE substr(name, 1, length(?1)) = ?1 ORDER BY id",
                )?
                .query_map([prefix], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    /// The ids of the positions with a record of a source whose name contains a text, whatever the case
    /// of its letters.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn positions_with_source(&self, text: &str) -> Result<HashSet<i64>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT DISTINCT position FROM record
                     WHERE source IN (SELECT id FROM source WHERE instr(lower(name), lower(?1)) > 0)",
                )?
                .query_map([text], |row| row.get(0))?
                .collect()
        })
    }

    /// The number of records of each position with several.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn repeated_positions(&self) -> Result<HashMap<i64, u32>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT position, count(*) FROM record GROUP BY position HAVING count(*) > 1",
                )?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    /// The ids of the positions of some sources, in the order of their first import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn positions_of_sources(&self, sources: &[i64]) -> Result<Vec<i64>, StoreError> {
        let mut positions = BTreeSet::new();
        for source in sources {
            let found: Vec<i64> = self.run(|connection| {
                connection
                    .prepare_cached("SELECT DISTINCT position FROM record WHERE source = ?1")?
                    .query_map([source], |row| row.get(0))?
                    .collect()
            })?;
            positions.extend(found);
        }
        Ok(positions.into_iter().collect())
    }

    /// The day in the name of a source of an upload with this hash: `upload/2026-11-26-HASH/…`.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn upload_date(&self, hash: &str) -> Result<Option<String>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT substr(name, 8, 10) FROM source
                     WHERE name GLOB 'upload/????-??-??-' || ?1 || '/*' LIMIT 1",
                )?
                .query_row([hash], |row| row.get(0))
                .optional()
        })
    }
}

impl ImportSession {
    /// Keeps files that were submitted. Returns whether they were not there yet.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn add_submission(
        &mut self,
        (hash, date, received): (SubmissionHash, &str, i64),
        files: impl IntoIterator<Item = (String, Vec<u8>)>,
    ) -> Result<bool, StoreError> {
        if self.store.submission(hash)?.is_some() {
            return Ok(false);
        }
        self.execute(&checksum::SUBMISSION.insert_next(), &[&hash, &date, &received])?;
        for (name, content) in files {
            self.execute(&checksum::SUBMISSION_FILE.insert_next(), &[&hash, &name, &content])?;
        }
        Ok(true)
    }

    /// Removes a submission. The decisions about its problems stay. Returns whether there was one.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn remove_submission(&mut self, hash: SubmissionHash) -> Result<bool, StoreError> {
        self.execute("DELETE FROM submission_file WHERE submission = ?1", &[&hash])?;
        Ok(self.execute("DELETE FROM submission WHERE hash = ?1", &[&hash])? > 0)
    }

    /// Writes decisions that are made at once, with new ids and a new batch, which it returns.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn decide_submission(
        &mut self,
        verdicts: &[SubmissionVerdict],
        now_micros: i64,
    ) -> Result<i64, StoreError> {
        let last: Option<i64> = self.store.run(|connection| {
            connection.query_row("SELECT max(id) FROM submission_verdict", [], |row| row.get(0))
        })?;
        // An id that was taken back is not used again, as the time goes on.
        let batch = now_micros.max(last.unwrap_or(0) + 1);
        for (id, verdict) in (batch..).zip(verdicts) {
            self.insert_submission_verdict(&SubmissionVerdict { id, batch, ..verdict.clone() })?;
        }
        Ok(batch)
    }

    pub(super) fn insert_submission_verdict(
        &mut self,
        verdict: &SubmissionVerdict,
    ) -> Result<(), StoreError> {
        let SubmissionVerdict {
            id,
            batch,
            submission,
            place,
            record_hash,
            verdict,
            known,
            decided,
        } = verdict;
        let (hash, key) = (known.map(|known| known.0), known.map(|known| *known.1.as_bytes()));
        self.execute(
            &checksum::SUBMISSION_VERDICT.insert(0),
            &[
                id as &dyn ToSql,
                batch,
                submission,
                &place.source,
                &place.tree,
                &place.problem,
                record_hash,
                &(*verdict as u8),
                &hash,
                &key,
                decided,
            ],
        )?;
        Ok(())
    }

    /// Takes the decisions of a batch back; those before count again. Returns their number.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn undo_verdicts(
        &mut self,
        submission: SubmissionHash,
        batch: i64,
    ) -> Result<usize, StoreError> {
        self.execute(
            "DELETE FROM submission_verdict WHERE submission = ?1 AND batch = ?2",
            &[&submission, &batch],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(tree: u32, verdict: EditorVerdict) -> SubmissionVerdict {
        let place = SubmittedPlace { source: "upload/a.sgf".to_owned(), tree, problem: 1 };
        let (submission, record_hash) = ([1; 16], [tree as u8; 16]);
        let known =
            (verdict == EditorVerdict::Same).then(|| ([9; 16], PositionKey::of_text("3x3|")));
        SubmissionVerdict {
            id: 0,
            batch: 0,
            submission,
            place,
            record_hash,
            verdict,
            known,
            decided: 7,
        }
    }

    #[test]
    fn files_are_kept_once_and_decisions_are_undone_by_batch() {
        let store = Store::open_in_memory().unwrap();
        let mut session = store.begin_import().unwrap();
        let files = || [("a.sgf".to_owned(), b"(;)".to_vec())];
        assert!(session.add_submission(([1; 16], "2026-11-26", 5), files()).unwrap());
        assert!(!session.add_submission(([1; 16], "2026-11-27", 6), files()).unwrap());
        let first = [verdict(1, EditorVerdict::Accept), verdict(2, EditorVerdict::Same)];
        let one = session.decide_submission(&first, 100).unwrap();
        let other = session.decide_submission(&[verdict(1, EditorVerdict::Reject)], 100).unwrap();
        assert_eq!((one, other), (100, 102));
        session.commit().unwrap();
        let all = store.submissions().unwrap();
        assert_eq!(
            (all.len(), &*all[0].date, &all[0].files[..]),
            (1, "2026-11-26", &[("a.sgf".to_owned(), 3)][..])
        );
        assert_eq!(store.submitted_files([1; 16]).unwrap(), files());
        let names = |store: &Store| {
            let verdicts = store.verdicts_on([1; 16]).unwrap();
            verdicts.iter().map(|one| (one.place.tree, one.verdict.name())).collect::<Vec<_>>()
        };
        assert_eq!(names(&store), [(1, "accept"), (2, "same"), (1, "reject")]);
        assert_eq!(store.verdicts_on_record([2; 16]).unwrap()[0].known.unwrap().0, [9; 16]);
        assert_eq!(session.undo_verdicts([1; 16], other).unwrap(), 1);
        // The id of what was undone is not used again.
        assert_eq!(session.decide_submission(&first[..1], 200).unwrap(), 200);
        assert_eq!(session.undo_verdicts([1; 16], one).unwrap(), 2);
        assert!(session.remove_submission([1; 16]).unwrap());
        session.commit().unwrap();
        assert_eq!((names(&store), store.submissions().unwrap().len()), (vec![(1, "accept")], 0));
    }
}
