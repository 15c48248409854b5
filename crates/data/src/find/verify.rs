//! Verification of a database: whether every row is what its game tree gives.

use rayon::prelude::*;

use super::position_source::SKETCHES;
use super::row_comparison::RowComparison;
use super::verify_abalone::{check_abalone_game, check_abalone_problem};
use crate::PositionKey;
use crate::extract::{
    Extracted, TreeLocation, extract_comments, extract_core, extract_early_record,
    extract_stored_record, extract_tree_as, stored_charset,
};
use crate::games::{COLUMNS_FORMAT, Columns, DIGEST_FORMAT, GameDecoder, digest_game};
use crate::gtn::SubPosition;
use crate::model::{Game, READING, Record, TreeKind, TreeOptions, Variations};
use crate::parallel::map_stream;
use crate::similarity::Sketch;
use crate::store::{
    AbaloneGameRow, ColumnBlock, ColumnSegment, Commented, CommentedTree, CoreRow, Difference,
    GameRow, IndexedPosition, PositionSegment, RecordRow, Segment, Store, StoreError,
    StoredAbaloneProblem, hash_words, index_words,
};

/// The number of rows that one thread checks at a time.
const BATCH: usize = 64;

/// Checks all rows of a database. Returns what differs, sorted by table and row.
///
/// Checksums, references, counts and the next ids are checked, and every text,
/// key, window, solution and game is derived again from the stored game trees;
/// for Abalone, every problem and game with its positions from its text; for the
/// index of cores, the patterns of every record in it; for the indexes of games and positions, every segment; for that of comments,
/// the words of every game tree.
/// If the records have an older [reading](Store::reading), their sides to move,
/// solutions and names, and the facts of games are compared with their checksums only.
/// `progress` is called with the number of positions, records and games that
/// were checked since its last call. Memory does not depend on the number of
/// rows, only on that of the differences.
///
/// # Errors
/// If the database cannot be read.
pub fn verify(
    store: &Store,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Difference>, StoreError> {
    let snapshot = store.snapshot()?;
    let has_current_reading = store.reading()? == READING;
    let mut found = store.check_rows()?;
    check_all(
        progress,
        &mut found,
        |(id, key, text): &(i64, PositionKey, String)| {
            differences("position", *id, check_position(*key, text))
        },
        |visit| store.for_each_position_row(visit),
    )?;
    check_all(
        progress,
        &mut found,
        |row: &RecordRow| {
            differences("record", row.record.id, check_record(row, has_current_reading))
        },
        |visit| store.for_each_record_row(visit),
    )?;
    check_all(
        &|_| (), // the records were counted above
        &mut found,
        |(row, moves): &(CoreRow, String)| differences("core", row.record, check_moves(row, moves)),
        |visit| store.for_each_indexed_core(visit),
    )?;
    check_all(
        progress,
        &mut found,
        |row: &GameRow| differences("game", row.game.id, check_game(row, has_current_reading)),
        |visit| store.for_each_game_row(visit),
    )?;
    check_all(
        progress,
        &mut found,
        |row: &StoredAbaloneProblem| {
            differences("abalone_problem", row.id, check_abalone_problem(row))
        },
        |visit| store.for_each_abalone_problem_row(visit),
    )?;
    check_all(
        progress,
        &mut found,
        |row: &AbaloneGameRow| {
            let (game, plies) = check_abalone_game(row, has_current_reading);
            let mut found = differences("abalone_game", row.game.id, game);
            found.extend(differences("abalone_ply", row.game.id, plies));
            found
        },
        |visit| store.for_each_abalone_game_row(visit),
    )?;
    found.extend(verify_segments(store)?);
    found.extend(verify_columns(store)?);
    found.extend(verify_position_segments(store)?);
    found.extend(verify_comments(store)?);
    drop(snapshot);
    found.sort_by_cached_key(|difference| {
        let Difference { table, row, what } = difference;
        (*table, row.parse::<i64>().unwrap_or(0), row.clone(), what.clone())
    });
    Ok(found)
}

/// Reads all segments of the indexes of games and of positions, and compares them with their checksums.
///
/// # Errors
/// If the database cannot be read, and [`StoreError::Damaged`] with the first altered part.
pub fn check_segments(store: &Store) -> Result<(), StoreError> {
    for segment in store.game_segments(DIGEST_FORMAT)? {
        segment.check(store)?;
    }
    for segment in store.column_segments(COLUMNS_FORMAT)? {
        ColumnSegment::open(store, segment)?.read_all()?;
    }
    for segment in &mut store.position_segments(SKETCHES)? {
        segment.check()?;
    }
    Ok(())
}

/// The segments of the index of positions that differ from what the positions give.
fn verify_position_segments(store: &Store) -> Result<Vec<Difference>, StoreError> {
    let mut found = Vec::new();
    for segment in store.segments_of_positions(SKETCHES)? {
        let texts = store.position_texts(segment.first(), segment.last());
        let Ok(texts) = texts else {
            continue; // the row of a position is damaged, and reported
        };
        let sketch = |&(id, ref text): &(i64, String)| {
            let Sketch { key, columns } = Sketch::of_text(text);
            IndexedPosition { key, id, columns }
        };
        let expected = texts.par_iter().map(sketch).collect();
        let opened = PositionSegment::open(store, SKETCHES, segment);
        let difference = opened.and_then(|mut opened| opened.find_difference(expected));
        found.extend(differences("segment", segment.id(), list_damage(&segment, difference)?));
    }
    Ok(found)
}

/// What differs in a segment, or which part is damaged.
fn list_damage(
    segment: &Segment,
    difference: Result<Option<String>, StoreError>,
) -> Result<Vec<String>, StoreError> {
    let difference = match difference {
        Err(StoreError::Damaged { what, .. }) => {
            let name = format!("segment {}, ", segment.id());
            Some(what.strip_prefix(&name).unwrap_or(&what).to_owned())
        }
        difference => difference?,
    };
    Ok(difference.into_iter().collect())
}

/// The segments of the index of games that differ from what the games give.
fn verify_segments(store: &Store) -> Result<Vec<Difference>, StoreError> {
    let mut found = Vec::new();
    for segment in store.game_segments(DIGEST_FORMAT)? {
        let Ok(mut games) = store.games_behind(segment.first() - 1, segment.rows()) else {
            continue; // the row of a game is damaged, and reported
        };
        games.retain(|game| game.id <= segment.last());
        let digests: Vec<_> = games.par_iter().map(|game| digest_game(&game.lines)).collect();
        let difference = segment.find_difference(store, &games, &digests);
        let difference = list_damage(&segment, difference)?;
        found.extend(differences("segment", segment.id(), difference));
    }
    Ok(found)
}

/// The segments of columns that differ from what the games give.
pub(super) fn verify_columns(store: &Store) -> Result<Vec<Difference>, StoreError> {
    let mut found = Vec::new();
    for segment in store.column_segments(COLUMNS_FORMAT)? {
        let Ok(games) = store.moves_between(segment.first(), segment.last(), usize::MAX) else {
            continue; // the row of a game is damaged, and reported
        };
        let difference = list_damage(&segment, find_difference(store, segment, &games))?;
        found.extend(differences("segment", segment.id(), difference));
    }
    Ok(found)
}

/// Compares the columns of a segment with its games. Rows of removed games count for nothing.
fn find_difference(
    store: &Store,
    segment: Segment,
    games: &[(i64, Vec<u8>)],
) -> Result<Option<String>, StoreError> {
    let mut opened = ColumnSegment::open(store, segment)?;
    let columns = |ColumnBlock { games, bytes }| Columns { games, bytes };
    let stored: Vec<Columns> = opened.read_all()?.into_iter().map(columns).collect();
    let mut stored = Columns::list_lines(&stored).ok_or_else(|| opened.damaged())?;
    stored.retain(|(id, _)| games.binary_search_by_key(id, |game| game.0).is_ok());
    let expected = Columns::list_lines(&Columns::lay_out(games)).ok_or_else(|| opened.damaged())?;
    if stored.len() != expected.len() {
        return Ok(Some(format!(
            "{} main lines of {} in the database",
            stored.len(),
            expected.len()
        )));
    }
    let different = stored.iter().zip(&expected).find(|(stored, expected)| stored != expected);
    Ok(different.map(|(_, (id, _))| format!("the main line of game {id}")))
}

/// The records and games whose comments have other words than the index; none if an earlier version of the
/// rules made its words.
///
/// # Errors
/// If the database cannot be read.
pub fn verify_comments(store: &Store) -> Result<Vec<Difference>, StoreError> {
    if store.has_other_comment_index()? {
        return Ok(Vec::new());
    }
    let mut indexed = match store.comment_hashes() {
        Err(StoreError::Damaged { what, .. }) => {
            return Ok(vec![Difference { table: "comment", row: "?".to_owned(), what }]);
        }
        hashes => hashes?,
    };
    let mut found = Vec::new();
    let difference = |of: Commented| Difference {
        table: "comment",
        row: format!("{} {}", of.table(), of.id()),
        what: "the words are not those of the game tree".to_owned(),
    };
    let hash = |tree: CommentedTree| {
        let charset = stored_charset(tree.charset.as_ref()).charset;
        let comments = extract_comments(&tree.sgf, charset);
        let words = index_words(comments.iter().map(|comment| &*comment.text));
        (tree.of, (!words.is_empty()).then(|| hash_words(&words)))
    };
    map_stream(
        hash,
        |(of, hash)| {
            if indexed.remove(&of) != hash {
                found.push(difference(of));
            }
        },
        |send| store.for_each_indexed_tree(send),
    )?;
    found.extend(indexed.into_keys().map(difference));
    Ok(found)
}

/// Passes each row of a table to what visits the rows of a query.
type Visit<'a, T> = &'a mut dyn FnMut(Result<T, Difference>);

/// The differences of a row of a table.
fn differences(table: &'static str, row: i64, faults: Vec<String>) -> Vec<Difference> {
    let difference = |what| Difference { table, row: row.to_string(), what };
    faults.into_iter().map(difference).collect()
}

/// Checks the rows of a table on all threads.
fn check_all<T: Send>(
    progress: &(dyn Fn(u64) + Sync),
    found: &mut Vec<Difference>,
    check: impl Fn(&T) -> Vec<Difference> + Sync,
    read: impl FnOnce(Visit<'_, T>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let check_batch = |batch: Vec<Result<T, Difference>>| {
        progress(batch.len() as u64);
        let mut found = Vec::new();
        for row in batch {
            match row {
                Ok(row) => found.extend(check(&row)),
                Err(difference) => found.push(difference),
            }
        }
        found
    };
    map_stream(
        check_batch,
        |differences| found.extend(differences),
        |send| {
            let mut batch = Vec::with_capacity(BATCH);
            read(&mut |row| {
                batch.push(row);
                if batch.len() == BATCH {
                    send(std::mem::replace(&mut batch, Vec::with_capacity(BATCH)));
                }
            })?;
            send(batch);
            Ok(())
        },
    )
}

fn check_position(key: PositionKey, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if PositionKey::of_text(text) != key {
        faults.push(format!("key: {key} is not the key of the text"));
    }
    match text.parse::<SubPosition>() {
        Ok(sub) if sub.canonicalize().text() == text => {}
        Ok(_) => faults.push("text: not canonical".to_owned()),
        Err(error) => faults.push(format!("text: {error}")),
    }
    faults
}

fn check_record(row: &RecordRow, has_current_reading: bool) -> Vec<String> {
    let stored = &row.record;
    let location = TreeLocation { tree: stored.at.tree, offset: stored.offset };
    let dialect = stored.solution.as_ref().map(|solution| solution.dialect);
    let charset = stored.charset.as_ref();
    let compare = |derived: Option<Record>| match derived {
        Some(derived) => compare_record(row, &derived, has_current_reading),
        None => vec!["sgf: no problem can be read from the game tree".to_owned()],
    };
    let found = compare(extract_stored_record(&row.sgf, charset, location, dialect));
    if found.is_empty() || has_current_reading {
        return found;
    }
    // An earlier reading set up the whole first variation.
    compare(extract_early_record(&row.sgf, charset, location, dialect))
}

fn compare_record(row: &RecordRow, derived: &Record, has_current_reading: bool) -> Vec<String> {
    let stored = &row.record;
    let mut columns = RowComparison::with("the game tree");
    columns.shown("position", &row.text, &derived.text);
    columns.shown("symmetry", stored.at.symmetry.name(), derived.symmetry.name());
    let [placement, other] = [stored.placement, derived.placement];
    columns.shown("board_cols, board_rows", placement.board, other.board);
    columns.shown("window", placement.region, other.region);
    columns.value("window_open", &placement.open, &other.open);
    columns.value("charset", &stored.charset, &derived.charset);
    if !has_current_reading {
        return columns.found;
    }
    columns.shown("moves", stored.moves, derived.moves);
    columns.value("name", &stored.at.name, &derived.name);
    columns.shown("turn", stored.turn.name(), derived.turn.name());
    columns.value("turn_source", &stored.turn_source, &derived.turn_source);
    if let Some(solution) = &stored.solution {
        columns.shown("dialect", solution.dialect.name(), derived.dialect.name());
        columns.is_same("solution", solution.encode() == derived.solution);
        columns.value("answers", &row.answers.as_deref(), &Some(derived.answers.as_str()));
    } else {
        columns.value("answers", &row.answers, &None);
    }
    columns.found
}

fn check_moves(row: &CoreRow, moves: &str) -> Vec<String> {
    let CoreRow { text, symmetry, turn, placement, solution, .. } = row;
    let problem = extract_core(text, *symmetry, placement, *turn, solution);
    let derived = problem.map_or_else(Vec::new, |problem| problem.indexed_moves());
    let shown = |(pattern, around): &(u32, i64)| format!("{pattern}:{around}");
    let derived: Vec<String> = derived.iter().map(shown).collect();
    let mut columns = RowComparison::with("the record");
    columns.is_same("first moves", moves == derived.join(" "));
    columns.found
}

fn check_game(row: &GameRow, has_current_reading: bool) -> Vec<String> {
    let location = TreeLocation { tree: row.game.tree, offset: row.offset };
    let charset = stored_charset(row.charset.as_ref());
    let derive = |variations| {
        let options = TreeOptions {
            kind: Some(TreeKind::Game),
            variations: Some(variations),
            ..TreeOptions::default()
        };
        match extract_tree_as(&row.sgf, charset, location, options, None).0 {
            Extracted::Game(derived) => compare_game(row, &derived, has_current_reading),
            _ => vec!["sgf: no game can be read from the game tree".to_owned()],
        }
    };
    match row.variations {
        Some(variations) => derive(variations),
        None => {
            let all = derive(Variations::All);
            if all.is_empty() { all } else { derive(Variations::Main) }
        }
    }
}

fn compare_game(row: &GameRow, derived: &Game, has_current_reading: bool) -> Vec<String> {
    let stored = &row.game;
    let mut columns = RowComparison::with("the game tree");
    columns.shown("cols", stored.cols, derived.size.cols());
    columns.shown("rows", stored.rows, derived.size.rows());
    columns.shown("moves", stored.moves, derived.moves);
    columns.is_same("opening", stored.opening == derived.opening);
    columns.value("charset", &row.charset, &derived.charset);
    columns.is_same("lines", have_same_lines(&row.lines, &derived.lines));
    if !has_current_reading {
        return columns.found;
    }
    let (info, other) = (&stored.info, &derived.info);
    columns.value("year", &info.year, &other.year);
    columns.value("winner", &info.winner, &other.winner);
    columns.value("komi", &info.komi, &other.komi);
    columns.value("handicap", &info.handicap, &other.handicap);
    for (column, stored, derived) in [
        ("black", &info.black, &other.black),
        ("white", &info.white, &other.white),
        ("black_rank", &info.black_rank, &other.black_rank),
        ("white_rank", &info.white_rank, &other.white_rank),
        ("event", &info.event, &other.event),
        ("name", &info.name, &other.name),
        ("date", &info.date, &other.date),
        ("result", &info.result, &other.result),
        ("rules", &info.rules, &other.rules),
    ] {
        columns.value(column, stored, derived);
    }
    columns.found
}

/// Whether encoded moves have the same meaning. Early versions encoded some
/// games in other bytes.
fn have_same_lines(one: &[u8], other: &[u8]) -> bool {
    let decode_alike = || {
        let (mut one, mut other) = (GameDecoder::new(one).ok()?, GameDecoder::new(other).ok()?);
        let is_same_board = one.size() == other.size();
        loop {
            let more = (one.next_line().ok()?, other.next_line().ok()?);
            match more {
                (false, false) => return Some(is_same_board),
                (true, true)
                    if one.steps() == other.steps() && one.changes() == other.changes() => {}
                _ => return Some(false),
            }
        }
    };
    one == other || decode_alike().unwrap_or(false)
}
