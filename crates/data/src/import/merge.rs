//! The import of another gtn-db database.

use std::cell::RefCell;
use std::sync::atomic::Ordering;

use super::comments::index_left_comments;
use super::cores::index_cores;
use super::options::ImportOptions;
use super::report::{Report, ReportBuilder};
use super::segments::index_left_rows;
use crate::abalone::Board;
use crate::extract::abalone::replay_stored_game;
use crate::games::GameDecoder;
use crate::gtn::SubPosition;
use crate::store::{ImportSession, MergeChecks, OtherDatabase, StoreError};
use crate::{Diagnostic, Disposition, Item, Location, Rule};

/// Copies the sources and decisions of another database, as
/// [`ImportSession::merge`] describes. A damaged row is skipped and becomes a
/// diagnostic in the report. What was added is in [`ImportSession::tally`].
///
/// `progress` is called with the number of records and games that were read
/// since its last call.
///
/// # Errors
/// If one of the databases cannot be read or this one cannot be written.
pub fn merge_database(
    session: &mut ImportSession,
    other: &OtherDatabase,
    options: ImportOptions<'_>,
    progress: &dyn Fn(u64),
) -> Result<Report, StoreError> {
    if let Some(started) = options.started {
        session.set_started(started);
    }
    let builder = RefCell::new(ReportBuilder::new(options.max_listed));
    let database = other.path().display();
    let merged = session.merge(
        other,
        &MergeChecks {
            is_canonical: &|text| {
                text.parse::<SubPosition>().is_ok_and(|sub| sub.canonicalize().text() == text)
            },
            is_game: &is_game,
            is_abalone_canonical: &|text| {
                text.parse::<Board>().is_ok_and(|board| board.canonicalize().text() == text)
            },
            replay_abalone: &replay_stored_game,
            progress: &|rows| {
                progress(rows);
                !options.cancel.load(Ordering::Relaxed)
            },
        },
        &mut |fault| {
            let source = match fault.source.as_str() {
                "" => database.to_string(),
                source => format!("{database}: {source}"),
            };
            let (rule, disposition) = match fault.is_skipped {
                true => (Rule::Unreadable, Disposition::Skipped),
                false => (Rule::LeftOut, Disposition::Kept),
            };
            builder.borrow_mut().add(&[Diagnostic {
                location: Location {
                    source,
                    tree: fault.tree,
                    offset: fault.offset,
                    item: Item::Tree,
                },
                rule,
                message: fault.cause,
                disposition,
            }]);
        },
    )?;
    if !merged.is_interrupted {
        index_cores(session)?;
        index_left_rows(session)?;
        index_left_comments(session)?;
    }
    let mut report = builder.into_inner().report;
    report.unchanged = merged.unchanged;
    report.older = merged.older;
    report.decisions = merged.decisions;
    report.remarks = merged.remarks;
    report.is_interrupted = merged.is_interrupted;
    Ok(report)
}

/// Whether bytes are the encoded lines of a game.
fn is_game(bytes: &[u8]) -> bool {
    let Ok(mut decoder) = GameDecoder::new(bytes) else { return false };
    loop {
        match decoder.next_line() {
            Ok(true) => {}
            Ok(false) => return true,
            Err(_) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::import::import;
    use crate::import::inputs::{Inputs, Limits};
    use crate::store::{Store, StoreError};

    const PROBLEM: &str = "(;SZ[9]AB[aa][ba]AW[ca];B[ab]TE[1])";
    const GAME: &str = "(;SZ[9];B[aa];W[bb](;B[cc])(;B[dd]))";

    fn import_at(database: &Path, file: &Path, started: i64) {
        let inputs = Inputs::gather(&[file.to_owned()], Limits::default()).unwrap();
        let cancel = AtomicBool::new(false);
        let mut options = ImportOptions::new(&cancel);
        options.started = Some(started);
        import(ImportSession::open(database).unwrap(), inputs, options, &|_| ()).unwrap();
    }

    fn merge(database: &Path, other: &Path) -> Result<(Report, [u64; 2]), StoreError> {
        let other = OtherDatabase::open(other, database)?;
        let mut session = ImportSession::open(database)?;
        let cancel = AtomicBool::new(false);
        let report = merge_database(&mut session, &other, ImportOptions::new(&cancel), &|_| ())?;
        let tally = session.finish()?;
        Ok((report, [tally.records, tally.games]))
    }

    /// Two databases with the problem `a.sgf`, whose rights are `ours` and `theirs` for these patterns.
    fn with_rights(folder: &Path, patterns: [&str; 2]) -> [PathBuf; 2] {
        let file = folder.join("a.sgf");
        std::fs::write(&file, PROBLEM).unwrap();
        let [ours, theirs] = patterns;
        [("ours", ours), ("theirs", theirs)].map(|(text, pattern)| {
            let database = folder.join(format!("{text}.db"));
            import_at(&database, &file, 1);
            let mut session = ImportSession::open(&database).unwrap();
            let Ok(pattern) = pattern.parse();
            session.set_rights(&pattern, Some(text), None).unwrap();
            session.commit().unwrap();
            session.finish().unwrap();
            database
        })
    }

    #[test]
    fn rights_that_differ_stay_and_nothing_counts_as_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let [ours, theirs] = with_rights(folder.path(), ["a*", "a*"]);
        let report = merge(&ours, &theirs).unwrap().0;
        assert_eq!((report.skipped_items, report.has_damage), (0, false));
        let [difference] = &report.diagnostics[..] else { panic!("{:?}", report.diagnostics) };
        assert_eq!(difference.location.source, theirs.display().to_string());
        assert_eq!(
            difference.message,
            "the rights of a* stay `ours`; in the other database they are `theirs`"
        );
        assert_eq!(Store::open(&ours).unwrap().rights().unwrap()[0].text, "ours");
    }

    #[test]
    fn the_rights_of_a_source_stay_whatever_pattern_the_other_database_has() {
        let folder = tempfile::tempdir().unwrap();
        let [ours, theirs] = with_rights(folder.path(), ["*.sgf", "a*"]);
        let report = merge(&ours, &theirs).unwrap().0;
        let [difference] = &report.diagnostics[..] else { panic!("{:?}", report.diagnostics) };
        let message = &difference.message;
        assert!(
            message.ends_with("a.sgf stay `ours`; in the other database they are `theirs`"),
            "{message}"
        );
        let store = Store::open(&ours).unwrap();
        let rights = store.rights_list().unwrap();
        assert_eq!(rights.find(&names(&ours)[0]).unwrap().text, "ours");
        assert_eq!(rights.find("a.zip/b").unwrap().text, "theirs");
    }

    fn names(database: &Path) -> Vec<String> {
        let sources = Store::open(database).unwrap().source_details().unwrap();
        sources.into_iter().map(|source| source.name).collect()
    }

    #[test]
    fn a_merge_equals_an_import_of_the_same_files() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("1.sgf"), [PROBLEM, GAME].concat()).unwrap();
        std::fs::write(at("2.sgf"), GAME).unwrap();
        import_at(&at("one.db"), &at("1.sgf"), 1);
        import_at(&at("other.db"), &at("1.sgf"), 2);
        import_at(&at("other.db"), &at("2.sgf"), 2);
        let (report, added) = merge(&at("one.db"), &at("other.db")).unwrap();
        assert_eq!((report.unchanged, added, report.diagnostics.len()), (1, [0, 1], 0));
        let (report, added) = merge(&at("new.db"), &at("one.db")).unwrap();
        assert_eq!((report.unchanged, added), (0, [1, 2]));
        assert_eq!(names(&at("new.db")), ["1.sgf", "2.sgf"]);
        let [new, other] = ["new.db", "other.db"].map(|name| Store::open(&at(name)).unwrap());
        let record = |store: &Store| {
            let mut record = store.record_at(1, 1, 1).unwrap().unwrap();
            record.1.import = None; // a merge is none
            record
        };
        assert_eq!(record(&new), record(&other));
        for game in [1, 2] {
            assert_eq!(new.game(game).unwrap(), other.game(game).unwrap());
            assert_eq!(new.game_tree(game).unwrap(), other.game_tree(game).unwrap());
        }
        assert_eq!(merge(&at("new.db"), &at("other.db")).unwrap().0.unchanged, 2);
    }

    #[test]
    fn the_newer_import_of_a_place_wins() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("1.sgf"), PROBLEM).unwrap();
        import_at(&at("old.db"), &at("1.sgf"), 1);
        std::fs::write(at("1.sgf"), [PROBLEM, PROBLEM].concat()).unwrap();
        import_at(&at("new.db"), &at("1.sgf"), 2);
        std::fs::copy(at("old.db"), at("copy.db")).unwrap();
        let (report, added) = merge(&at("new.db"), &at("old.db")).unwrap();
        assert_eq!((report.older, added), (1, [0, 0]));
        let (report, added) = merge(&at("copy.db"), &at("new.db")).unwrap();
        assert_eq!((report.older, added), (0, [2, 0]));
        assert_eq!(Store::open(&at("copy.db")).unwrap().counts().unwrap().records, 2);
    }

    #[test]
    fn names_stay_distinct() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for (book, database) in [("a", "one.db"), ("b", "other.db")] {
            std::fs::create_dir(at(book)).unwrap();
            std::fs::write(at(book).join("1.sgf"), [PROBLEM, book].concat()).unwrap();
            import_at(&at(database), &at(book).join("1.sgf"), 1);
        }
        merge(&at("one.db"), &at("other.db")).unwrap();
        assert_eq!(names(&at("one.db")), ["1.sgf", "b/1.sgf"]);
    }

    #[test]
    fn a_database_is_not_merged_into_itself() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("1.sgf"), PROBLEM).unwrap();
        import_at(&at("one.db"), &at("1.sgf"), 1);
        std::fs::hard_link(at("one.db"), at("link.db")).unwrap();
        let error = merge(&at("one.db"), &at("link.db")).unwrap_err();
        assert!(matches!(error, StoreError::Itself { .. }));
    }
}
