//! Questions to the index of games against the same questions without it.

use proptest::prelude::*;

use super::super::verify::verify_columns;
use super::*;
use crate::Color;
use crate::extract::{Extracted, TreeLocation, extract_tree};
use crate::games::{
    Anchor, COLUMNS_FORMAT, Columns, CountMatches, ListMatches, MatchFilter, MoveRange, digest_game,
};
use crate::go::{Board, Point, Size};
use crate::gtn::Pattern;
use crate::joseki::Corner;
use crate::model::{Game, Source, TreeOptions};
use crate::sgf::{Charset, CharsetSource, Detected};
use crate::store::{ColumnBlock, ImportSession};

/// Number of games in a segment.
const ROWS: usize = 8;

fn read_game(sgf: &str) -> Option<Game> {
    let charset = Detected { charset: Charset::UTF_8, source: CharsetSource::Utf8 };
    let tree = sgf.as_bytes();
    match extract_tree(tree, charset, TreeLocation::FIRST, TreeOptions::default()).0 {
        Extracted::Game(game) => Some(*game),
        _ => None,
    }
}

/// A game that the numbers describe: its board, its start, and moves, where some open variations,
/// set stones up or pass.
fn write_game(numbers: &[u32]) -> String {
    let seed = numbers[0];
    let (cols, rows) =
        [(19, 19), (19, 19), (19, 19), (9, 9), (13, 13), (19, 11)][seed as usize % 6];
    let size = if cols == rows { format!("{cols}") } else { format!("{cols}:{rows}") };
    let at = |number: u32| {
        let letter = |at: u32| char::from(b'a' + at as u8);
        // Most moves are near a corner.
        let near = |number: u32, side: u32| match number % 8 {
            0 => number / 8 % side,
            1..5 => 2 + number / 8 % 3,
            _ => side - 3 - number / 8 % 3,
        };
        format!("{}{}", letter(near(number, cols)), letter(near(number >> 16, rows)))
    };
    let year = 1990 + seed / 6 % 4;
    let rank = ["3d", "9p", "5k", "?"][seed as usize / 24 % 4];
    let winner = ["B+R", "W+2.5", "Void", "0"][seed as usize / 96 % 4];
    let mut text = format!("(;SZ[{size}]DT[{year}]BR[{rank}]WR[1d]RE[{winner}]");
    let name = |seed: u32| ["[Cho]", "[Ryu Shikun]", "[趙治勲]", "[]"][seed as usize % 4];
    text.push_str(&format!("PB{}PW{}", name(seed / 384), name(seed / 1536)));
    if seed & 1 << 20 != 0 {
        text.push_str(&format!("AB[{}][{}]", at(seed.rotate_left(5)), at(seed.rotate_left(11))));
    }
    if seed & 1 << 21 != 0 {
        text.push_str(&format!(";AB[{}]", at(seed.rotate_left(17)))); // behind the root
    }
    let (mut color, mut open) = (if seed & 1 << 24 == 0 { 'B' } else { 'W' }, 0);
    for &number in &numbers[1..] {
        let is_wild = seed & 3 << 22 == 0;
        match number >> 8 & 31 {
            0 if is_wild => {
                text.push('(');
                open += 1;
            }
            1 if is_wild && open > 0 => {
                text.push(')');
                open -= 1;
                if number & 1 == 0 {
                    break;
                }
                text.push('(');
                open += 1;
            }
            2 => text.push_str(&format!(";{color}[]")),
            3 if is_wild => text.push_str(&format!(";AW[{}]", at(number))),
            _ => text.push_str(&format!(";{color}[{}]", at(number))),
        }
        if number >> 13 & 31 > 0 {
            color = if color == 'B' { 'W' } else { 'B' };
        }
    }
    text.push_str(&")".repeat(open + 1));
    text
}

fn source(number: u8) -> Source {
    Source {
        name: format!("{number}.sgf"),
        file: None,
        place: [number; 16],
        hash: [number; 16],
        bytes: 100,
        tree_options: TreeOptions::default(),
    }
}

/// Adds a source with games.
fn add(session: &mut ImportSession, number: u8, games: &[Vec<u32>]) -> i64 {
    let games: Vec<Game> =
        games.iter().filter_map(|numbers| read_game(&write_game(numbers))).collect();
    let id = session.insert_source(&source(number), None, 0, games.len() as u64).unwrap();
    let games: Vec<_> = games.into_iter().map(|game| (id, game)).collect();
    session.write_games(&games).unwrap();
    id
}

/// Adds all segments that are full, and perhaps the one of an import's last games.
fn index(session: &mut ImportSession, is_last: bool) {
    loop {
        let games = session.games_to_index(DIGEST_FORMAT, is_last).unwrap();
        let digests: Vec<_> = games.iter().map(|game| digest_game(&game.lines)).collect();
        session.write_segment(&games, DIGEST_FORMAT, &digests).unwrap();
        if games.is_empty() {
            break;
        }
    }
    loop {
        let games = session.games_without_columns(COLUMNS_FORMAT).unwrap();
        let (Some(first), Some(last)) = (games.first(), games.last()) else { return };
        let blocks = Columns::lay_out(&games).into_iter();
        let blocks = blocks.map(|Columns { games, bytes }| ColumnBlock { games, bytes }).collect();
        session.write_columns(COLUMNS_FORMAT, (first.0, last.0), blocks).unwrap();
    }
}

fn filters(seed: u32) -> Vec<GameFilter> {
    let mut by_year = GameFilter::default();
    by_year.conditions.years = Some((1990, 1990 + seed as u16 % 3));
    let mut by_rank = by_year.clone();
    by_rank.conditions.rank = Some("1d..9p".parse().unwrap());
    let mut by_text = GameFilter::default();
    by_text.conditions.rank = Some("?".parse().unwrap());
    let by_id =
        GameFilter { ids: Some((1..90).filter(|id| id % 3 != 0).collect()), ..by_rank.clone() };
    let by_sql = GameFilter { sql: Some("moves > 5".into()), ..GameFilter::default() };
    let mut by_player = GameFilter::default();
    let players = [&["CHO"][..], &["cho", "u"], &[""], &["a", "b", "c"]][seed as usize % 4];
    by_player.conditions.players = players.iter().map(|&name| name.to_owned()).collect();
    let mut by_color = by_year.clone();
    by_color.conditions.black = Some("治".to_owned());
    by_color.conditions.white = seed.is_multiple_of(3).then(|| "o".to_owned());
    let all = GameFilter::default();
    vec![all, by_year, by_rank, by_text, by_id, by_sql, by_player, by_color]
}

/// The positions of a game, at some of its moves, as patterns and corners.
fn asked(numbers: &[u32]) -> (Vec<Pattern>, Vec<Corner>) {
    let Some(game) = read_game(&write_game(numbers)) else { return Default::default() };
    let mut decoder = crate::games::GameDecoder::new(&game.lines).unwrap();
    decoder.next_line().unwrap();
    let (mut patterns, mut corners) = (Vec::new(), Vec::new());
    for moves in [0, 1, 2, 3, 5, 8, 11] {
        let board = crate::games::replay_line(&decoder, moves).board;
        let goban = crate::gtn::SubPosition::goban(board.clone());
        patterns.extend(Pattern::try_from(&goban));
        let side = 10.min(board.size().cols().div_ceil(2)).min(board.size().rows().div_ceil(2));
        let size = Size::new(side, side).unwrap();
        let region = crate::go::Region { origin: Point::new(0, 0), size };
        let corner: Board = board.cut(region);
        let open = crate::go::Sides::RIGHT | crate::go::Sides::BOTTOM;
        patterns
            .extend(Pattern::try_from(&crate::gtn::SubPosition { board: corner.clone(), open }));
        for (cols, rows) in [(7, 7), (4, 6), (5, 5)] {
            let size = Size::new(side.min(cols), side.min(rows)).unwrap();
            let board = board.cut(crate::go::Region { origin: Point::new(0, 0), size });
            patterns.extend(Pattern::try_from(&crate::gtn::SubPosition { board, open }));
        }
        corners.push(Corner::new(corner));
        patterns.extend(elsewhere(&board, moves));
    }
    (patterns, corners)
}

/// Patterns in a position that no digest answers: on a side, in the center and with wildcards.
fn elsewhere(board: &Board, moves: u32) -> Vec<Pattern> {
    let all = [crate::go::Sides::LEFT, crate::go::Sides::RIGHT, crate::go::Sides::TOP];
    let open = all.into_iter().fold(crate::go::Sides::BOTTOM, |open, side| open | side);
    let left = crate::go::Sides::RIGHT | crate::go::Sides::TOP | crate::go::Sides::BOTTOM;
    let mut patterns = Vec::new();
    for (origin, open) in [(Point::new(0, 2), left), (Point::new(3, 2), open)] {
        let size = Size::new(3, 3 + moves as u8 % 2).unwrap();
        let board = board.cut(crate::go::Region { origin, size });
        let pattern = Pattern::try_from(&crate::gtn::SubPosition { board, open });
        let Ok(pattern) = pattern else { continue };
        let text = pattern.to_string();
        // The first empty point may have any state.
        patterns.extend(text.replacen('.', "?", 1).parse::<Pattern>());
        patterns.push(pattern);
    }
    patterns
}

/// The place of a pattern in the upper left corner of a board.
fn anchor_of(pattern: &Pattern) -> Anchor {
    let board = if pattern.open().is_empty() { pattern.size() } else { Size::STANDARD };
    Anchor { origin: Point::new(0, 0), board }
}

/// Compares answers with and without the index: every question with a quarter of the filters.
fn compare(store: &Store, numbers: &[u32], seed: u32) -> Result<(), TestCaseError> {
    let (patterns, corners) = asked(numbers);
    for (number, filter) in filters(seed).into_iter().enumerate() {
        let with = GameSource::new(store, &filter, true).unwrap();
        let without = GameSource::new(store, &filter, false).unwrap();
        let first = (number + seed as usize / 8) % 4;
        for pattern in patterns.iter().skip(first).step_by(4) {
            let next = [None, Some(Color::Black)][seed as usize % 2];
            let moves = MoveRange::new(
                seed.is_multiple_of(5).then_some(2),
                seed.is_multiple_of(3).then_some(9),
            );
            let anchor = (seed % 7 < 2).then(|| anchor_of(pattern));
            let filter = MatchFilter { next, moves, anchor, ..MatchFilter::default() };
            let search = Search::new(pattern.clone()).filter(filter);
            let collectors = (CountMatches, ListMatches::limit(1 + seed as usize % 9));
            let search_and_count =
                |source: &GameSource<'_>| source.search_and_count(&search, &collectors).unwrap();
            let found = search_and_count(&with);
            prop_assert_eq!(&found, &search_and_count(&without), "{:?}", pattern);
            prop_assert_eq!(with.search(&search, &collectors).unwrap(), found.0);
            let played = with.played_next(&search).unwrap();
            prop_assert_eq!(played, without.played_next(&search).unwrap(), "{:?}", pattern);
        }
        let after = MoveRange::new(seed.is_multiple_of(4).then_some(3), None);
        let options = CornerOptions { after, ..CornerOptions::default() };
        for corner in corners.iter().skip(first).step_by(4) {
            let turn = if seed & 2 == 0 { Color::Black } else { Color::White };
            let moves =
                |source: &GameSource<'_>| source.corner_moves(corner, turn, options).unwrap();
            prop_assert_eq!(moves(&with), moves(&without), "{:?}", corner.board());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    #[test]
    fn answers_are_the_same_with_and_without_the_index(
        sources in prop::collection::vec(
            prop::collection::vec(prop::collection::vec(any::<u32>(), 1..40), 1..14), 1..7),
        removed in prop::collection::vec(any::<u8>(), 0..5),
        seed in any::<u32>(),
    ) {
        let store = Store::open_in_memory().unwrap();
        let mut session = store.begin_import().unwrap();
        session.set_segment_rows(ROWS);
        let mut ids = Vec::new();
        for (number, games) in sources.iter().enumerate() {
            ids.push(add(&mut session, number as u8, games));
            index(&mut session, seed >> number & 3 == 3);
            if let Some(&at) = removed.get(number) {
                let id = ids.remove(usize::from(at) % ids.len());
                session.remove_sources([id]).unwrap();
            }
            session.commit().unwrap();
        }
        compare(&store, &sources[0][0], seed)?;
        index(&mut session, false);
        session.commit().unwrap();
        compare(&store, &sources[sources.len() - 1][0], seed)?;
        prop_assert_eq!(verify_columns(&store).unwrap(), vec![]);
        let games = store.counts().unwrap().games;
        session.drop_index(false).unwrap();
        session.commit().unwrap();
        prop_assert_eq!(store.index_state().unwrap().games, 0);
        prop_assert_eq!(store.counts().unwrap().games, games);
    }
}

/// 70 quiet games: 64 in 8 segments, which are merged into one, and 6 behind it.
fn quiet_games(session: &mut ImportSession) {
    session.set_segment_rows(ROWS);
    let games: Vec<String> = (0..70_u8)
        .map(|number| {
            let last = char::from(b'g' + number % 8);
            format!(
                "(;SZ[19]DT[20{:02}]RE[B+R];B[dd];W[pd];B[dp];W[pp];B[fc];W[c{last}])",
                number % 30
            )
        })
        .collect();
    let id = session.insert_source(&source(9), None, 0, 70).unwrap();
    let games: Vec<_> = games.iter().map(|sgf| (id, read_game(sgf).unwrap())).collect();
    session.write_games(&games).unwrap();
    index(session, false);
    session.commit().unwrap();
}

#[test]
fn quiet_games_are_answered_from_digests() {
    let store = Store::open_in_memory().unwrap();
    let mut session = store.begin_import().unwrap();
    quiet_games(&mut session);
    let state = store.index_state().unwrap();
    assert_eq!((state.segments, state.games), (1, 64));
    let source = GameSource::new(&store, &GameFilter::default(), true).unwrap();
    let pattern = "7x7|......._......._.....X._...X..._......._......._......._!!!!!!!_";
    let search = Search::new(pattern.parse().unwrap());
    let counts = source.search(&search, &CountMatches).unwrap();
    assert_eq!((counts.games, counts.matches), (70, 70));
    assert_eq!(source.work(), GameWork { rows: 64, columns: 0, decoded: 6 });
    let side = Search::new("4x3|_...__...__.X.__...__!!!_".parse().unwrap());
    let counts = source.search(&side, &CountMatches).unwrap();
    let all = GameSource::new(&store, &GameFilter::default(), false).unwrap();
    assert_eq!(counts, all.search(&side, &CountMatches).unwrap());
    assert_eq!(source.work(), GameWork { rows: 128, columns: 64, decoded: 12 });
    let empty = Corner::empty(10).unwrap();
    let moves = source.corner_moves(&empty, Color::Black, CornerOptions::default()).unwrap();
    assert_eq!(moves.games, 70);
    assert_eq!(source.work(), GameWork { rows: 198, columns: 64, decoded: 12 });
}

#[test]
fn the_last_games_of_an_import_make_a_segment_if_they_are_an_eighth() {
    let store = Store::open_in_memory().unwrap();
    let mut session = store.begin_import().unwrap();
    session.set_segment_rows(80);
    let numbers: Vec<Vec<u32>> = (0..9).map(|seed| vec![seed * 977, 31, 63]).collect();
    add(&mut session, 1, &numbers);
    assert!(session.games_to_index(DIGEST_FORMAT, true).unwrap().is_empty());
    add(&mut session, 2, &numbers);
    assert!(session.games_to_index(DIGEST_FORMAT, false).unwrap().is_empty());
    index(&mut session, true);
    session.commit().unwrap();
    let state = store.index_state().unwrap();
    assert_eq!((state.segments, state.games), (1, 18));
}

#[test]
fn an_altered_part_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let mut session = ImportSession::open(&path).unwrap();
    quiet_games(&mut session);
    session.finish().unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    let corner = "7x7|......._......._.....X._...X..._......._......._......._!!!!!!!_";
    let side = "4x3|_...__...__.X.__...__!!!_";
    let count = |pattern: &str| {
        let search = Search::new(pattern.parse().unwrap());
        let store = Store::open(&path).unwrap();
        let source = GameSource::new(&store, &GameFilter::default(), true).unwrap();
        source.search(&search, &CountMatches).map(|counts| counts.matches)
    };
    let sound = [corner, side].map(|pattern| count(pattern).unwrap());
    let mut parts = connection.prepare("SELECT id, data FROM segment_part").unwrap();
    let parts = parts.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let parts: Vec<(i64, Vec<u8>)> = parts.collect::<Result<_, _>>().unwrap();
    let mut errors = [0; 2];
    for (id, data) in parts {
        let part = id & 65535;
        let mut altered = data.clone();
        altered[3] ^= 64;
        let write = |data: &[u8]| {
            let sql = "UPDATE segment_part SET data = ?2 WHERE id = ?1";
            connection.execute(sql, rusqlite::params![id, data]).unwrap();
        };
        write(&altered);
        for (question, pattern) in [corner, side].into_iter().enumerate() {
            match count(pattern) {
                Ok(matches) => assert_eq!(matches, sound[question], "part {part}"),
                Err(error) => {
                    errors[question] += 1;
                    let error = std::error::Error::source(&error)
                        .map_or(error.to_string(), |source| format!("{error}: {source}"));
                    assert!(error.contains(&format!("part {part}")), "{error}");
                }
            }
        }
        write(&data);
    }
    // The facts, and the directory, the contents and the block of the columns.
    assert!(errors[0] > 20 && errors[1] > 5, "{errors:?}");
    assert_eq!([corner, side].map(|pattern| count(pattern).unwrap()), sound);
    let sql = "UPDATE game_line SET lines = (SELECT lines FROM game_line WHERE game = 2)
         WHERE game = 1";
    connection.execute(sql, []).unwrap();
    let differences = verify_columns(&Store::open(&path).unwrap()).unwrap();
    assert_eq!(differences.len(), 1);
    assert_eq!(differences[0].what, "the main line of game 1");
    connection.execute("UPDATE segment SET last = last + 1", []).unwrap();
    assert!(count(corner).is_err());
}

#[test]
fn a_snapshot_has_the_index_of_its_state() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let mut session = ImportSession::open(&path).unwrap();
    quiet_games(&mut session);
    let store = Store::open(&path).unwrap();
    let search = Search::new("4x4|...._...._...._...X_!!!!_".parse().unwrap());
    let before = GameSource::new(&store, &GameFilter::default(), true).unwrap();
    let counts = before.search(&search, &CountMatches).unwrap();
    let more: Vec<Vec<u32>> = (0..40).map(|seed| vec![seed, seed * 977, seed * 3331]).collect();
    let id = add(&mut session, 1, &more);
    index(&mut session, false);
    session.commit().unwrap();
    assert_eq!(before.search(&search, &CountMatches).unwrap(), counts);
    session.remove_sources([id - 1]).unwrap();
    session.commit().unwrap();
    assert_eq!(before.search(&search, &CountMatches).unwrap(), counts);
    drop(before);
    let after = GameSource::new(&store, &GameFilter::default(), true).unwrap();
    let without = GameSource::new(&store, &GameFilter::default(), false);
    let found = after.search(&search, &CountMatches).unwrap();
    assert_ne!(found, counts);
    assert_eq!(found, without.unwrap().search(&search, &CountMatches).unwrap());
}
