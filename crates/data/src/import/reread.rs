//! The records of a database, read again from their stored game trees.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::comments::index_left_comments;
use super::cores::index_cores;
use super::segments::index_left_rows;
use crate::abalone::Setup;
use crate::extract::abalone::{extract_stored_games, replay_stored_game};
use crate::extract::{
    Extracted, TreeLocation, extract_game_info, extract_stored_record, extract_tree_as,
    has_further_setups, known_dialect, stored_charset,
};
use crate::model::{AbaloneGame, GameInfo, READING, Record, TreeKind, TreeOptions, TreeParts};
use crate::store::{Difference, GameRow, ImportSession, RecordRow, StoreError, StoredAbaloneGame};

/// The number of records that are read and committed together.
const ROWS_PER_COMMIT: usize = 4_096;

/// What [`reread_records`] found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reread {
    /// The records that were read again.
    pub records: u64,
    /// Those of them that changed: in the side to move, in how it is known, in
    /// the dialect, or in the solution.
    pub changed: u64,
    /// Those that accept other first moves than before.
    pub answers: u64,
    /// Those with another side to move than before.
    pub turns: u64,
    /// The records that were added: further problems of trees, and problems in games or in what was
    /// read as one.
    pub added: u64,
    /// The records that were read in place of others, with another position or as parts of a tree.
    pub replaced: u64,
    /// The games of Go with other facts than before, such as the winner or the komi.
    pub games: u64,
    /// The games of Abalone that changed: in the winner, the start, the moves or the variations.
    pub abalone_games: u64,
    /// The records that were left as they are, because the current rules read no
    /// problem with the same position in their game trees.
    pub refused: u64,
    /// The records and games that were left as they are, because their rows were
    /// altered or damaged.
    pub damaged: u64,
    /// Whether all records were read again. If the work was canceled, the next
    /// call reads all records.
    pub is_complete: bool,
}

/// Reads all records of a database again from their stored game trees, on all
/// threads, and updates those whose side to move, dialect, solution or answers
/// are other ones by the current rules; the facts of games of Go; and the games
/// of Abalone from their texts. The files are not needed.
///
/// Changes are committed on the way, and the
/// [reading](crate::store::Store::reading) of the database at the end, so a run
/// that was canceled or killed can be repeated. `progress` is called with the
/// number of records that were read since its last call.
///
/// # Errors
/// If the database cannot be read or written.
pub fn reread_records(
    session: &mut ImportSession,
    cancel: &AtomicBool,
    progress: &dyn Fn(u64),
) -> Result<Reread, StoreError> {
    reread_pages(session, ROWS_PER_COMMIT, cancel, progress)
}

fn reread_pages(
    session: &mut ImportSession,
    page: usize,
    cancel: &AtomicBool,
    progress: &dyn Fn(u64),
) -> Result<Reread, StoreError> {
    let mut reread = Reread::default();
    let has_current_reading = session.reading()? == READING;
    // What is added on the way is read by the current rules.
    let behind = session.next_record_id()?;
    for (source, tree) in session.trees_with_parts()? {
        if cancel.load(Ordering::Relaxed) {
            return Ok(reread);
        }
        reread.reread_parts((source, tree), session)?;
        session.commit()?;
    }
    let mut next = Some(i64::MIN);
    while let Some(first) = next {
        if cancel.load(Ordering::Relaxed) {
            return Ok(reread);
        }
        let mut rows = session.record_rows_from(first, page)?;
        rows.retain(|row| id(row) < behind);
        let read = rows.len() as u64;
        next = rows.last().and_then(|row| id(row).checked_add(1)).filter(|next| *next < behind);
        let rows = session.with_parts(rows)?;
        let outcomes: Vec<Outcome> =
            rows.into_par_iter().map(|(row, reading)| read_again(row, reading)).collect();
        for outcome in outcomes {
            reread.apply(outcome, session)?;
        }
        session.commit()?;
        progress(read);
    }
    for source in session.sources_with_abalone_games()? {
        if cancel.load(Ordering::Relaxed) {
            return Ok(reread);
        }
        reread.reread_abalone(source, has_current_reading, session)?;
    }
    let mut next = Some(i64::MIN);
    while let Some(first) = next {
        if cancel.load(Ordering::Relaxed) {
            return Ok(reread);
        }
        let rows = session.game_rows_from(first, page)?;
        next = rows.last().and_then(|row| game_id(row).checked_add(1));
        let rows = session.with_readings(rows)?;
        let outcomes: Vec<_> = rows
            .into_par_iter()
            .filter_map(|(row, reading)| read_game_again(row, reading))
            .collect();
        for outcome in outcomes {
            reread.apply_game(outcome, session)?;
        }
        session.commit()?;
    }
    session.forget_empty_sources()?;
    session.set_current_reading()?;
    session.commit()?;
    index_cores(session)?;
    index_left_rows(session)?;
    index_left_comments(session)?;
    reread.is_complete = true;
    Ok(reread)
}

/// The id of a row.
fn id(row: &Result<RecordRow, Difference>) -> i64 {
    match row {
        Ok(row) => row.record.id,
        Err(difference) => difference.row.parse().expect("the id of a record is a number"),
    }
}

/// The id of a row with a game.
fn game_id(row: &Result<GameRow, Difference>) -> i64 {
    match row {
        Ok(row) => row.game.id,
        Err(difference) => difference.row.parse().expect("the id of a game is a number"),
    }
}

/// What the current rules read in the tree of a game.
struct GameOutcome {
    id: i64,
    source: i64,
    /// The facts, if they are other ones than before.
    info: Option<GameInfo>,
    /// The problems in the game, unless the database has them.
    problems: Vec<Record>,
    /// Whether the tree is still a game.
    is_game: bool,
}

fn read_game_again(
    row: Result<GameRow, Difference>,
    (source, options, has_problems): (i64, TreeOptions, bool),
) -> Option<GameOutcome> {
    let row = row.ok()?;
    let charset = stored_charset(row.charset.as_ref());
    let info = extract_game_info(&row.sgf, charset.charset);
    let location = TreeLocation { tree: row.game.tree, offset: row.offset };
    let mut outcome = GameOutcome {
        id: row.game.id,
        source,
        info: (info != row.game.info).then_some(info),
        problems: Vec::new(),
        is_game: true,
    };
    if !has_problems {
        match extract_tree_as(&row.sgf, charset, location, options, None).0 {
            Extracted::Several(problems, game) => {
                (outcome.problems, outcome.is_game) = (problems, game.is_some());
            }
            Extracted::Problem(problem) => {
                (outcome.problems, outcome.is_game) = (vec![*problem], false);
            }
            _ => {}
        }
    }
    (outcome.info.is_some() || !outcome.problems.is_empty()).then_some(outcome)
}

/// A record that was read again.
enum Outcome {
    Same,
    Damaged,
    /// The row is sound, but the rules have changed.
    Refused,
    Changed {
        id: i64,
        derived: Box<Record>,
        has_new_answers: bool,
        has_new_turn: bool,
    },
    /// The tree gives other records.
    Replaced {
        id: i64,
        source: i64,
        derived: Vec<Record>,
    },
}

/// `is_part` tells whether the record is a part of its tree; then it is read from its own text.
fn read_again(
    row: Result<RecordRow, Difference>,
    (parts, is_part): (Option<TreeParts>, bool),
) -> Outcome {
    let Ok(row) = row else { return Outcome::Damaged };
    let stored = &row.record;
    let dialect = stored.solution.as_ref().map(|solution| solution.dialect);
    let location = TreeLocation { tree: stored.at.tree, offset: stored.offset };
    let charset = stored.charset.as_ref();
    let derived = if is_part {
        extract_stored_record(&row.sgf, charset, location, dialect).into_iter().collect()
    } else {
        let kind = Some(TreeKind::Problem);
        let options = TreeOptions { kind, parts, ..TreeOptions::default() };
        let (charset, dialect) = (stored_charset(charset), known_dialect(dialect));
        let (mut derived, mut games) = (Vec::new(), Vec::new());
        let extracted = extract_tree_as(&row.sgf, charset, location, options, dialect).0;
        extracted.append_to(&mut derived, &mut games);
        derived
    };
    // The solution is on the canonical board, which no reading changes.
    let has_same_board = |derived: &Record| {
        (&derived.text, derived.symmetry, derived.placement)
            == (&row.text, stored.at.symmetry, stored.placement)
    };
    let derived = match <[Record; 1]>::try_from(derived) {
        Ok([derived]) if has_same_board(&derived) && derived.part.is_none() => derived,
        // Before reading 4, further set-ups changed the position.
        Ok([derived]) if has_further_setups(&row.sgf, charset) => {
            let (id, source) = (stored.id, stored.source_id);
            return Outcome::Replaced { id, source, derived: vec![derived] };
        }
        Ok(_) => return Outcome::Refused,
        Err(derived) if derived.is_empty() => return Outcome::Refused,
        Err(derived) => {
            return Outcome::Replaced { id: stored.id, source: stored.source_id, derived };
        }
    };
    let has_new_answers = row.answers.as_deref().unwrap_or_default() != derived.answers;
    let has_new_turn = stored.turn != derived.turn;
    let is_same = !has_new_turn
        && stored.turn_source == derived.turn_source
        && stored.at.name == derived.name
        && stored.moves == derived.moves
        && row.answers.as_ref() == Some(&derived.answers)
        && stored.solution.as_ref().is_some_and(|solution| {
            solution.dialect == derived.dialect && solution.encode() == derived.solution
        });
    if is_same {
        return Outcome::Same;
    }
    let derived = Box::new(derived);
    Outcome::Changed { id: stored.id, derived, has_new_answers, has_new_turn }
}

impl Reread {
    /// Counts a record, and writes what changed.
    fn apply(&mut self, outcome: Outcome, session: &mut ImportSession) -> Result<(), StoreError> {
        match outcome {
            Outcome::Same => self.records += 1,
            Outcome::Refused => {
                self.records += 1;
                self.refused += 1;
            }
            Outcome::Changed { id, derived, has_new_answers, has_new_turn }
                if session.update_reading(id, &derived)? =>
            {
                self.records += 1;
                self.changed += 1;
                self.answers += u64::from(has_new_answers);
                self.turns += u64::from(has_new_turn);
            }
            Outcome::Replaced { id, source, derived }
                if session.replace_record(id, source, &derived)? =>
            {
                self.records += 1;
                self.replaced += 1;
                self.added += derived.len() as u64 - 1;
            }
            Outcome::Replaced { .. } | Outcome::Changed { .. } | Outcome::Damaged => {
                self.damaged += 1;
            }
        }
        Ok(())
    }

    /// Divides a tree again among its problems, and writes them if their texts are other ones. The
    /// records of a tree that stays are left to be read from their own texts.
    fn reread_parts(
        &mut self,
        at: (i64, u32),
        session: &mut ImportSession,
    ) -> Result<(), StoreError> {
        let (rows, options) = session.record_rows_of_tree(at.0, at.1)?;
        let Ok(mut rows) = rows.into_iter().collect::<Result<Vec<RecordRow>, _>>() else {
            return Ok(()); // counted where each row is read
        };
        let Some(whole) = session.whole_tree(at.0, at.1)? else { return Ok(()) };
        let Some(RecordRow { record: first, .. }) = rows.first() else { return Ok(()) };
        let dialect = first.solution.as_ref().map(|solution| solution.dialect);
        let location = TreeLocation { tree: first.at.tree, offset: first.offset };
        let charset = stored_charset(first.charset.as_ref());
        let (mut derived, mut games) = (Vec::new(), Vec::new());
        extract_tree_as(&whole, charset, location, options, known_dialect(dialect))
            .0
            .append_to(&mut derived, &mut games);
        rows.sort_by_key(|row| row.record.at.problem);
        let texts = rows.iter().map(|row| (row.record.at.problem, &row.sgf));
        if derived.is_empty() || texts.eq(derived.iter().map(|one| (one.problem(), &one.sgf))) {
            return Ok(());
        }
        if session.replace_tree(at, &derived)? {
            self.records += rows.len() as u64;
            self.replaced += rows.len() as u64;
            self.added += derived.len().saturating_sub(rows.len()) as u64;
        }
        Ok(())
    }

    /// Writes what changed of a game, and the problems in it.
    fn apply_game(
        &mut self,
        outcome: GameOutcome,
        session: &mut ImportSession,
    ) -> Result<(), StoreError> {
        let GameOutcome { id, source, info, problems, is_game } = outcome;
        if let Some(info) = info.filter(|_| is_game) {
            self.games += u64::from(session.update_game_info(id, &info)?);
        }
        if problems.is_empty() {
            return Ok(());
        }
        self.added += problems.len() as u64;
        session.add_problems_of_game(id, source, &problems, is_game)
    }

    /// Reads the games of Abalone of a source again, all together, and writes what changed.
    fn reread_abalone(
        &mut self,
        source: i64,
        has_current_reading: bool,
        session: &mut ImportSession,
    ) -> Result<(), StoreError> {
        let rows = session.abalone_games_of(source)?;
        let row_count = rows.len() as u64;
        let sound = rows.into_iter().flatten().filter_map(|(game, text)| {
            let keys = replay_stored_game(&game.start, &game.moves, &text)?;
            let start: Setup = game.start.parse().ok()?;
            Some((game, text, keys, start))
        });
        let games: Vec<_> = sound.collect();
        let texts: Vec<(&str, Setup)> =
            games.iter().map(|(_, text, _, start)| (&**text, *start)).collect();
        self.damaged += row_count - games.len() as u64;
        for ((game, _, keys, _), derived) in games.iter().zip(extract_stored_games(&texts)) {
            match derived {
                // Before reading 5, variations were not in the index of positions.
                Some(derived)
                    if is_same_game(game, &derived)
                        && (has_current_reading
                            || derived.keys.len() == 1 + game.moves.len() / 2) => {}
                Some(derived) if session.update_abalone_game(game.id, keys, &derived)? => {
                    self.abalone_games += 1;
                }
                _ => self.damaged += 1,
            }
        }
        session.commit()
    }
}

fn is_same_game(stored: &StoredAbaloneGame, derived: &AbaloneGame) -> bool {
    (stored.form, &stored.start, &stored.moves, &stored.info)
        == (derived.form, &derived.start.to_iatn(), &derived.moves, &derived.info)
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::extract::{Extracted, extract_tree};
    use crate::find::verify;
    use crate::import::inputs::{Inputs, Limits};
    use crate::import::{ImportOptions, import};
    use crate::model::{TreeOptions, Winner};
    use crate::sgf::detect_charset;
    use crate::store::{GameFilter, Store};

    /// The same position with another answer and another side to move.
    const TREE: &str = "(;SZ[9]AB[aa][ba]AW[ca];B[ab]TE[1])";
    const AS_READ_BEFORE: &str = "(;SZ[9]AB[aa][ba]AW[ca]PL[W];W[bb]TE[1])";

    #[test]
    fn a_canceled_run_is_repeated() {
        let folder = tempfile::tempdir().unwrap();
        let [path, file] = ["x.db", "1.sgf"].map(|name| folder.path().join(name));
        let game = "(;SZ[9]PB[a]KM[650];B[aa])";
        std::fs::write(&file, [&TREE.repeat(3), game].concat()).unwrap();
        let inputs = Inputs::gather(&[file], Limits::default()).unwrap();
        let cancel = AtomicBool::new(false);
        let options = ImportOptions::new(&cancel);
        import(ImportSession::open(&path).unwrap(), inputs, options, &|_| ()).unwrap();

        let tree = AS_READ_BEFORE.as_bytes();
        let charset = detect_charset(tree);
        let before = extract_tree(tree, charset, TreeLocation::FIRST, TreeOptions::default()).0;
        let Extracted::Problem(before) = before else { panic!() };
        let mut session = ImportSession::open(&path).unwrap();
        for id in 1..=3 {
            assert!(session.update_reading(id, &before).unwrap());
        }
        assert!(session.update_game_info(1, &GameInfo::default()).unwrap());
        session.commit().unwrap();
        let connection = Connection::open(&path).unwrap();
        connection.execute("UPDATE database SET reading = 1", []).unwrap();
        connection.execute("UPDATE source SET book = 'of earlier rules'", []).unwrap();
        let store = Store::open(&path).unwrap();
        let answers = || {
            let mut answers = Vec::new();
            let add = |row: Result<RecordRow, _>| answers.extend(row.unwrap().answers);
            store.for_each_record_row(add).unwrap();
            answers.join(" ")
        };
        assert_eq!(answers(), "bb bb bb");

        let stop = |_| cancel.store(true, Ordering::Relaxed);
        let first = reread_pages(&mut session, 1, &cancel, &stop).unwrap();
        assert_eq!((first.changed, first.is_complete), (1, false));
        assert_eq!((answers().as_str(), store.reading().unwrap()), ("ab bb bb", 1));
        cancel.store(false, Ordering::Relaxed);
        let second = reread_pages(&mut session, 2, &cancel, &|_| ()).unwrap();
        let expected = Reread {
            records: 3,
            changed: 2,
            answers: 2,
            turns: 2,
            games: 1,
            is_complete: true,
            ..Reread::default()
        };
        assert_eq!(second, expected);
        assert_eq!((answers().as_str(), store.reading().unwrap()), ("ab ab ab", READING));
        assert_eq!(store.books().unwrap()[&1], "1");
        assert_eq!(store.game(1).unwrap().unwrap().info.komi, Some(650));
        assert_eq!(store.check_rows().unwrap(), []);
    }

    /// An earlier version read the first point of a list that breaks off at a comma.
    #[test]
    fn a_tree_that_is_no_problem_any_more_is_not_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let [path, file] = ["x.db", "1.sgf"].map(|name| folder.path().join(name));
        std::fs::write(&file, TREE).unwrap();
        let inputs = Inputs::gather(&[file], Limits::default()).unwrap();
        let cancel = AtomicBool::new(false);
        let options = ImportOptions::new(&cancel);
        import(ImportSession::open(&path).unwrap(), inputs, options, &|_| ()).unwrap();
        let tree = TREE.as_bytes();
        let charset = detect_charset(tree);
        let stored = extract_tree(tree, charset, TreeLocation::FIRST, TreeOptions::default()).0;
        let Extracted::Problem(mut stored) = stored else { panic!() };
        stored.sgf = b"(;SZ[9]AB[aa],[ba]AW[ca];B[ab])".to_vec();
        let mut session = ImportSession::open(&path).unwrap();
        session.write_records(&[(1, *stored)]).unwrap();
        session.commit().unwrap();
        let reread = reread_records(&mut session, &cancel, &|_| ()).unwrap();
        assert_eq!((reread.records, reread.refused, reread.damaged), (2, 1, 0));
    }

    /// Before reading 6, the opponent's tenuki began a problem, and no problem had the texts of its title
    /// page.
    #[test]
    fn trees_are_divided_again() {
        const BOARD: &str =
            "AB[aa][bb][cb][qq][rr][rs]AW[da][db][dc][pp][pq][pr]PL[B];B[ab]C[RIGHT]";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.db");
        let book = "(;SZ[19]CP[me]GN[Book](;AB[aa]AW[bb]PL[B];B[ab])(;AB[cc]AW[dd]PL[B];B[cd]))";
        // As they were read: with the same bytes in the place of what is read otherwise now.
        let before = [
            (format!("(;SZ[19]{BOARD};B[sr]C[RIGHT])"), ";B[sr]", ";W[sr]"),
            (book.replace("CP[", "XX[").replace("GN[", "XY["), "XX[me]XY[", "CP[me]GN["),
        ];
        let file = folder.path().join("1.sgf");
        std::fs::write(&file, TREE).unwrap();
        let inputs = Inputs::gather(&[file], Limits::default()).unwrap();
        let cancel = AtomicBool::new(false);
        let options = ImportOptions::new(&cancel);
        import(ImportSession::open(&path).unwrap(), inputs, options, &|_| ()).unwrap();
        let mut session = ImportSession::open(&path).unwrap();
        for (tree, (text, from, to)) in (2..).zip(&before) {
            let location = TreeLocation { tree, offset: 0 };
            let charset = detect_charset(text.as_bytes());
            let options = TreeOptions::default();
            let Extracted::Several(mut records, None) =
                extract_tree(text.as_bytes(), charset, location, options).0
            else {
                panic!("{text}");
            };
            assert_eq!(records.len(), 2);
            let replace =
                |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(from, to).into_bytes();
            for record in &mut records {
                let part = record.part.take().map(|mut part| {
                    part.pieces.iter_mut().for_each(|piece| piece.before = replace(&piece.before));
                    part
                });
                let sgf = replace(&record.sgf);
                let mut read = extract_stored_record(&sgf, None, location, None).unwrap();
                read.part = part;
                *record = read;
            }
            let records: Vec<(i64, Record)> =
                records.into_iter().map(|record| (1, record)).collect();
            session.write_records(&records).unwrap();
        }
        session.commit().unwrap();
        let connection = Connection::open(&path).unwrap();
        connection.execute("UPDATE database SET reading = 5", []).unwrap();
        let store = Store::open(&path).unwrap();
        let mut found = verify(&store, &|_| ()).unwrap();
        found.retain(|difference| !["database", "source"].contains(&difference.table));
        assert_eq!(found, []);
        // A new session, which has no transaction, and more than a page of records.
        drop(session);
        let mut session = ImportSession::open(&path).unwrap();
        let reread = reread_pages(&mut session, 2, &cancel, &|_| ()).unwrap();
        assert_eq!((reread.records, reread.replaced, reread.added), (5, 4, 0));
        assert_eq!(reread.damaged + reread.refused, 0);
        let texts = || {
            let mut texts = Vec::new();
            let add = |row: Result<RecordRow, _>| {
                let row = row.unwrap();
                texts.push((row.record.at.tree, row.answers.unwrap(), row.sgf));
            };
            store.for_each_record_row(add).unwrap();
            texts.sort();
            texts
        };
        let read = texts();
        let answers: Vec<(u32, &str)> =
            read.iter().map(|(tree, answers, _)| (*tree, &**answers)).collect();
        assert_eq!(answers, [(1, "ab"), (2, "ab"), (3, "ab"), (3, "cd")]);
        assert!(read[3].2.starts_with(b"(;SZ[19]CP[me]GC[Book]AB[cc]"));
        assert_eq!(store.whole_tree(1, 3).unwrap().unwrap(), book.as_bytes());
        assert_eq!(verify(&store, &|_| ()).unwrap(), []);
        drop(session);
        let mut session = ImportSession::open(&path).unwrap();
        let again = reread_pages(&mut session, 2, &cancel, &|_| ()).unwrap();
        assert_eq!((again.records, again.replaced), (4, 0));
        assert_eq!(texts(), read);
    }

    /// Earlier versions read 1-0 as a game that White won, knew two starts, and no variations.
    #[test]
    fn games_of_abalone_are_read_again() {
        const APGN: &str =
            "[Event \"E\"]\n[Variant \"german_daisy\"]\n\n1.b1c2 ( 1.b2c3 ) 1... h5g5 1-0\n";
        const PGN: &str =
            "[Event \"E\"]\n[Site \"?\"]\n[Round \"1\"]\n[Variant \"belgian\"]\n\n1.a1b2 1-0\n";
        const DECIDED: &str = "[Event \"E\"]\n[Site \"?\"]\n[Round \"1\"]\n\
            [Position \"5/6/7/8/wbb6/8/7/6/5-0b5w b\"]\n\n1.e3e2 0-1\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.db");
        let files = ["1.apgn", "2.apgn"].map(|name| folder.path().join(name));
        std::fs::write(&files[0], APGN).unwrap();
        std::fs::write(&files[1], [PGN, DECIDED].join("\n")).unwrap();
        let inputs = Inputs::gather(&files, Limits::default()).unwrap();
        let cancel = AtomicBool::new(false);
        let options = ImportOptions::new(&cancel);
        import(ImportSession::open(&path).unwrap(), inputs, options, &|_| ()).unwrap();
        let store = Store::open(&path).unwrap();
        let games = || {
            let mut games = Vec::new();
            let add = |game: StoredAbaloneGame| {
                games.push((game.info.winner, game.info.result, game.start, game.moves.len() / 2));
            };
            store.for_each_abalone_game(&GameFilter::default(), add).unwrap();
            games
        };
        let imported = games();
        let winners: Vec<Winner> = imported.iter().map(|game| game.0).collect();
        assert_eq!(winners, [Winner::Black, Winner::White, Winner::Black]);

        let mut session = ImportSession::open(&path).unwrap();
        for source in session.sources_with_abalone_games().unwrap() {
            for row in session.abalone_games_of(source).unwrap() {
                let (game, text) = row.unwrap();
                let keys = replay_stored_game(&game.start, &game.moves, &text).unwrap();
                let start: Setup = Setup {
                    turn: Some(crate::Color::Black),
                    ..crate::abalone::Board::BELGIAN_DAISY.into()
                };
                let before = &[(&*text, start)];
                let mut as_before = extract_stored_games(before).remove(0).unwrap();
                if text == APGN.trim_end() {
                    (as_before.start, as_before.moves) = (start, Vec::new());
                    as_before.keys = replay_stored_game(&start.to_iatn(), &[], "").unwrap();
                }
                let result = text.rsplit(' ').next().unwrap();
                as_before.info.result = Some(result.to_owned());
                as_before.info.winner = if result == "1-0" { Winner::White } else { Winner::Black };
                assert!(session.update_abalone_game(game.id, &keys, &as_before).unwrap());
            }
        }
        session.commit().unwrap();
        assert_ne!(games(), imported);
        let reread = reread_records(&mut session, &cancel, &|_| ()).unwrap();
        assert_eq!((reread.abalone_games, reread.damaged, reread.is_complete), (3, 0, true));
        assert_eq!(games(), imported);
        assert_eq!(store.check_rows().unwrap(), []);
        // The positions of the games are those of their moves.
        let mut plies = 0;
        store
            .for_each_abalone_game_row(|row| {
                let row = row.unwrap();
                let (game, text) = (&row.game, &row.source_text);
                let keys = replay_stored_game(&game.start, &game.moves, text).unwrap();
                let keys: Vec<_> =
                    (0..).zip(keys.iter().map(|key| key.as_bytes().to_vec())).collect();
                assert_eq!(row.plies, keys);
                plies += keys.len();
            })
            .unwrap();
        assert_eq!(plies, 5 + 2 + 2);
        let again = reread_records(&mut session, &cancel, &|_| ()).unwrap();
        assert_eq!(again.abalone_games, 0, "the sense of a source stays");

        // Before reading 5, the index had main lines only.
        drop(session);
        let connection = Connection::open(&path).unwrap();
        let earlier =
            "DELETE FROM abalone_ply WHERE game = 1 AND ply > 2; UPDATE database SET reading = 4";
        connection.execute_batch(earlier).unwrap();
        let mut session = ImportSession::open(&path).unwrap();
        let mut found = verify(&store, &|_| ()).unwrap();
        found.retain(|difference| difference.table != "database"); // its checksum
        assert_eq!(found, []);
        let again = reread_records(&mut session, &cancel, &|_| ()).unwrap();
        assert_eq!((again.abalone_games, again.damaged), (1, 0));
        assert_eq!(verify(&store, &|_| ()).unwrap(), []);
        let count = |connection: &Connection| {
            connection.query_row("SELECT count(*) FROM abalone_ply", [], |row| row.get::<_, i64>(0))
        };
        assert_eq!(count(&connection).unwrap(), plies as i64);
    }
}
