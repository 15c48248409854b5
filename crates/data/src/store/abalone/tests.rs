//! Tests of the tables of Abalone, and helpers for them.

use super::StoredPly;
use crate::PositionKey;
use crate::abalone::{Board, GameRecord, Position, Setup};
use crate::extract::abalone::{Extracted, extract_game, read_line};
use crate::model::{AbaloneForm, AbaloneGame, AbaloneProblem, Source, TreeOptions, Turn, Winner};
use crate::store::connection::Store;
use crate::store::error::StoreError;
use crate::store::expression::Expression;
use crate::store::game_conditions::GameConditions;
use crate::store::game_filter::GameFilter;
use crate::store::session::ImportSession;
use crate::store::source::SourceState;
use crate::store::tests::{execute, game, records, source};

/// The Belgian daisy, a line of moves and its tags.
const APGN: &str = "[Event \"Cup\"]\n[Date \"2014.03.??\"]\n[Black \"Xaver\"]\n[White \"Olive\"]\n\
    [Variant \"belgian\"]\n[Result \"1-0\"]\n[Notation \"Aba-Pro\"]\n\n\
    1. a1b2 i5h5 2. a2b3 i6h6 1-0\n";

/// Three moves of the Belgian daisy, two of them as in [`APGN`].
const LINEAR: &str = "1.a1b2 i5h5 2.c3c4 *";

/// Three moves of the standard start.
const STANDARD: &str = "1.c3d3 g5f5 2.c4d4 *";

/// The problems of lines, numbered from 1.
pub(super) fn problems(lines: &[&str]) -> Vec<AbaloneProblem> {
    (1..).zip(lines).map(|(number, line)| read_line(line, number, 0).unwrap()).collect()
}

/// The games of a text.
fn games_from(text: &str, start: Board) -> Vec<AbaloneGame> {
    let read = GameRecord::read_all(text, Position::start(start));
    let games = (1..).zip(&read).map(|(number, game)| match extract_game(text, game, number).0 {
        Extracted::Game(game) => *game,
        other => panic!("not a game: {other:?}"),
    });
    games.collect()
}

pub(super) fn games() -> Vec<AbaloneGame> {
    games_from(&[APGN, LINEAR].join("\n"), Board::BELGIAN_DAISY)
}

/// Writes a source without a commit. Returns its id.
fn write(
    session: &mut ImportSession,
    source: &Source,
    problems: Vec<AbaloneProblem>,
    games: Vec<AbaloneGame>,
) -> i64 {
    let replaced = session.source_state(source).unwrap().replaced();
    let counts = (problems.len() as u64, games.len() as u64);
    let id = session.insert_source(source, replaced, counts.0, counts.1).unwrap();
    let problems: Vec<_> = problems.into_iter().map(|problem| (id, problem)).collect();
    session.write_abalone_problems(&problems).unwrap();
    let games: Vec<_> = games.into_iter().map(|game| (id, game)).collect();
    session.write_abalone_games(&games).unwrap();
    id
}

pub(super) fn import(
    store: &Store,
    source: &Source,
    problems: Vec<AbaloneProblem>,
    games: Vec<AbaloneGame>,
) -> i64 {
    let mut session = store.begin_import().unwrap();
    let id = write(&mut session, source, problems, games);
    session.commit().unwrap();
    session.finish().unwrap();
    id
}

/// The standard start, turned and with other facts; and another position.
pub(super) fn lines() -> [String; 4] {
    let turned = Board::STANDARD.transform(crate::abalone::Symmetry::ALL[17]);
    [
        Board::STANDARD.to_string(),
        format!("{turned} X 1-0"),
        format!("{turned} O 1-0"),
        "0a1a2b1,1i8i9".to_owned(),
    ]
}

pub(super) fn start_key(board: Board) -> PositionKey {
    board.canonicalize().key()
}

pub(super) fn count(store: &Store, sql: &str) -> i64 {
    store.connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn problems_are_read_as_they_were_written() {
    let store = Store::open_in_memory().unwrap();
    let lines = lines();
    let written = problems(&lines.each_ref().map(String::as_str));
    let id = import(&store, &source(1), written.clone(), vec![]);
    let read = store.abalone_problems().unwrap();
    assert_eq!(read.len(), 4);
    for (stored, problem) in read.iter().zip(&written) {
        assert_eq!((stored.source_id, &*stored.source), (id, "folder/1.sgf"));
        assert_eq!((stored.number, stored.offset), (problem.number, problem.offset));
        assert_eq!((stored.form, &stored.name), (problem.form, &problem.name));
        assert_eq!((stored.key, &stored.text), (problem.key, &problem.text));
        assert_eq!((stored.symmetry, stored.turn), (problem.symmetry, problem.turn));
        assert_eq!((stored.lost, &stored.source_text), (problem.lost, &problem.source_text));
        assert_eq!(stored.identity(), problem.identity());
    }
    let found = store.abalone_problems_with(start_key(Board::STANDARD)).unwrap();
    assert_eq!(found, read[..3]);
    assert_eq!(store.abalone_problems_with(start_key(Board::BELGIAN_DAISY)).unwrap(), []);
}

#[test]
fn games_are_read_as_they_were_written() {
    let store = Store::open_in_memory().unwrap();
    let written = games();
    import(&store, &source(1), vec![], written.clone());
    for (id, game) in (1..).zip(&written) {
        let stored = store.abalone_game(id).unwrap().unwrap();
        assert_eq!((stored.number, stored.offset), (game.number, game.offset));
        assert_eq!((stored.form, &stored.start), (game.form, &game.start.to_iatn()));
        assert_eq!((&stored.moves, &stored.info), (&game.moves, &game.info));
        assert_eq!(store.abalone_game_text(id).unwrap(), game.source_text);
    }
    assert_eq!(written[0].info.winner, Winner::Black);
    assert_eq!(written[1].form, AbaloneForm::Linear);
    assert_eq!(store.abalone_game(3).unwrap(), None);
    assert!(store.abalone_game_text(3).is_err());
    let plies = |key| -> Vec<(i64, u32)> {
        let plies = store.abalone_plies(key).unwrap();
        plies.into_iter().map(|StoredPly { game, ply }| (game, ply)).collect()
    };
    for (ply, &key) in (0..).zip(&written[0].keys[..3]) {
        assert_eq!(plies(key), [(1, ply), (2, ply)]);
    }
    assert_eq!(plies(written[0].keys[4]), [(1, 4)]);
    assert_eq!(plies(start_key(Board::STANDARD)), []);
}

#[test]
fn what_is_unknown_is_a_problem_of_its_own_only_where_nothing_more_is_known() {
    let store = Store::open_in_memory().unwrap();
    let lines = lines();
    let mut session = store.begin_import().unwrap();
    let first = problems(&lines.each_ref().map(String::as_str));
    write(&mut session, &source(1), first, games());
    session.commit().unwrap();
    let tally = session.finish().unwrap();
    let counts = store.abalone_counts().unwrap();
    // The standard start is its own negative: White to move is the same problem with the other
    // side's loss. The first line states no loss and agrees with both.
    assert_eq!((counts.records, counts.problems, counts.positions), (4, 3, 2));
    assert_eq!((counts.games, counts.moves, counts.game_positions), (2, 7, 6));
    assert_eq!((tally.records, tally.problems(), tally.positions()), (4, 3, 2));
    assert_eq!((tally.abalone_records, tally.abalone_games, tally.games), (4, 2, 2));
    assert_eq!(tally.new_positions, 2);
    let all = store.counts().unwrap();
    assert_eq!([all.records, all.problems, all.positions, all.games, all.sources], [4, 3, 2, 2, 1]);
}

#[test]
fn both_families_are_counted_and_no_query_for_go_sees_abalone() {
    let store = Store::open_in_memory().unwrap();
    let mut session = store.begin_import().unwrap();
    let id = session.begin_source(&source(1), None).unwrap();
    let both: Vec<_> = records(&["3x3|X........"]).into_iter().map(|record| (id, record)).collect();
    session.write_records(&both).unwrap();
    session.write_games(&[(id, game("(;SZ[9];B[aa];W[bb])"))]).unwrap();
    let abalone: Vec<_> = problems(&["0a1_0"]).into_iter().map(|problem| (id, problem)).collect();
    session.write_abalone_problems(&abalone).unwrap();
    let abalone: Vec<_> = games().into_iter().map(|game| (id, game)).collect();
    session.write_abalone_games(&abalone).unwrap();
    session.end_source(id, 2, 3).unwrap();
    session.commit().unwrap();
    session.finish().unwrap();
    let all = store.counts().unwrap();
    assert_eq!([all.records, all.problems, all.positions, all.games], [2, 2, 2, 3]);
    assert_eq!(store.check_rows().unwrap(), []);
    assert!(store.position(start_key(Board::BELGIAN_DAISY)).unwrap().is_none());
}

#[test]
fn removed_games_leave_the_index_at_the_commit() {
    let store = Store::open_in_memory().unwrap();
    let first = import(&store, &source(1), problems(&["0a1_0"]), games());
    import(&store, &source(2), vec![], games());
    let plies = || count(&store, "SELECT count(*) FROM abalone_ply");
    assert_eq!(plies(), 18);
    let mut session = store.begin_import().unwrap();
    session.remove_sources([first]).unwrap();
    session.commit().unwrap();
    session.finish().unwrap();
    assert_eq!(plies(), 9);
    assert_eq!(count(&store, "SELECT count(*) FROM abalone_ply WHERE game IN (3, 4)"), 9);
    assert_eq!(store.abalone_problems().unwrap(), []);
    assert_eq!(store.check_rows().unwrap(), []);
    // Ids are not used again.
    import(&store, &source(3), problems(&["0a1_0"]), games());
    assert_eq!(store.abalone_problems().unwrap()[0].id, 2);
    let mut ids = Vec::new();
    store.for_each_abalone_game(&GameFilter::default(), |game| ids.push(game.id)).unwrap();
    assert_eq!(ids, [3, 4, 5, 6]);
    // Not even those of rows that were the last ones.
    let last = import(&store, &source(4), problems(&["0a1_0"]), games());
    let mut session = store.begin_import().unwrap();
    session.remove_sources([last]).unwrap();
    write(&mut session, &source(5), problems(&["0a1_0"]), games());
    session.commit().unwrap();
    session.finish().unwrap();
    assert!(store.abalone_game(7).unwrap().is_none() && store.abalone_game(9).unwrap().is_some());
    assert_eq!(count(&store, "SELECT max(id) FROM abalone_problem"), 4);
}

#[test]
fn a_changed_source_replaces_its_rows() {
    let store = Store::open_in_memory().unwrap();
    let first = import(&store, &source(1), problems(&["0a1_0"]), games());
    let changed = Source { hash: [9; 16], ..source(1) };
    let state = store.source_state(&changed).unwrap();
    assert_eq!(state.replaced(), Some(first));
    import(&store, &changed, problems(&["0a1_0a2"]), games_from(STANDARD, Board::STANDARD));
    let counts = store.abalone_counts().unwrap();
    assert_eq!((counts.records, counts.games, counts.moves), (1, 1, 3));
    assert_eq!(counts.game_positions, 4);
    assert_eq!(store.abalone_plies(start_key(Board::BELGIAN_DAISY)).unwrap(), []);
}

#[test]
fn a_roll_back_leaves_nothing() {
    let store = Store::open_in_memory().unwrap();
    let first = import(&store, &source(1), problems(&["0a1_0"]), games());
    let before = store.abalone_counts().unwrap();
    let mut session = store.begin_import().unwrap();
    write(&mut session, &source(2), problems(&["0a1_0a2"]), games());
    session.remove_sources([first]).unwrap();
    session.roll_back().unwrap();
    assert_eq!((session.tally().abalone_records, session.tally().abalone_games), (0, 0));
    session.commit().unwrap();
    session.finish().unwrap();
    assert_eq!(store.abalone_counts().unwrap(), before);
    assert_eq!(count(&store, "SELECT count(*) FROM abalone_ply"), 9);
    assert_eq!(store.check_rows().unwrap(), []);
}

#[test]
fn a_source_is_unchanged_if_its_games_had_the_wanted_start() {
    let with = |start: Option<Board>| Source {
        tree_options: TreeOptions { abalone_start: start.map(Setup::from), ..Default::default() },
        ..source(1)
    };
    let [any, belgian, standard] =
        [None, Some(Board::BELGIAN_DAISY), Some(Board::STANDARD)].map(with);
    let store = Store::open_in_memory().unwrap();
    let is_unchanged = |source: &Source| {
        matches!(store.source_state(source).unwrap(), SourceState::Unchanged { .. })
    };
    // Problems, and games in APGN that name their start, do not depend on it.
    import(&store, &any, problems(&["0a1_0"]), games().into_iter().take(1).collect());
    assert!([&any, &belgian, &standard].into_iter().all(is_unchanged));
    import(&store, &Source { hash: [9; 16], ..any.clone() }, vec![], games());
    import(&store, &any, vec![], games());
    assert!(is_unchanged(&any) && !is_unchanged(&standard));
    assert!(is_unchanged(&belgian), "it was the assumed start");
    import(&store, &standard, vec![], games_from(STANDARD, Board::STANDARD));
    assert!(is_unchanged(&any) && is_unchanged(&standard) && !is_unchanged(&belgian));
}

#[test]
fn a_stored_code_that_nothing_has_is_damage() {
    let store = Store::open_in_memory().unwrap();
    import(&store, &source(1), problems(&[&lines()[1]]), games());
    let damage = |error: StoreError, what: &str| {
        assert!(matches!(&error, StoreError::Damaged { .. }), "{error:?}");
        let message = error.to_string();
        assert!(message.contains(what), "{message}");
    };
    for (column, value, what) in [
        ("form", "7", "abalone_problem 1: form: "),
        ("symmetry", "24", "abalone_problem 1: symmetry: "),
        ("turn", "4", "abalone_problem 1: turn: "),
        ("lost_x", "7", "abalone_problem 1: lost_x: "),
        ("key", "x'00'", "abalone_problem 1: key: "),
        ("number", "-1", "abalone_problem 1: number: "),
    ] {
        let old: rusqlite::types::Value = store
            .connection
            .query_row(&format!("SELECT {column} FROM abalone_problem"), [], |row| row.get(0))
            .unwrap();
        execute(&store, &format!("UPDATE abalone_problem SET {column} = {value}"));
        damage(store.abalone_problems().unwrap_err(), what);
        if ["turn", "lost_x", "key"].contains(&column) {
            damage(store.abalone_counts().unwrap_err(), what);
        }
        let session = store.begin_import().unwrap();
        let sql = format!("UPDATE abalone_problem SET {column} = ?1");
        session.store.connection.execute(&sql, [old]).unwrap();
    }
    assert_eq!(store.abalone_problems().unwrap().len(), 1);
    for (column, what) in [("form", "form"), ("winner", "winner")] {
        execute(&store, &format!("UPDATE abalone_game SET {column} = {column} + 100"));
        damage(store.abalone_game(1).unwrap_err(), &format!("abalone_game 1: {what}: "));
        let visit = store.for_each_abalone_game(&GameFilter::default(), |_| ());
        damage(visit.unwrap_err(), "abalone_game 1: ");
        execute(&store, &format!("UPDATE abalone_game SET {column} = {column} - 100"));
    }
    assert!(store.abalone_game(1).unwrap().is_some());
}

#[test]
fn games_are_filtered_by_players_event_and_years() {
    let store = Store::open_in_memory().unwrap();
    import(&store, &source(1), vec![], games());
    let selected = |filter: GameFilter| {
        let mut ids = Vec::new();
        store.for_each_abalone_game(&filter, |game| ids.push(game.id)).unwrap();
        ids
    };
    let text = |text: &str| Some(text.to_owned());
    let players =
        |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<String>>();
    let (all, none) = (GameFilter::default(), GameConditions::default());
    assert_eq!(selected(all.clone()), [1, 2]);
    for (filter, is_found) in [
        (GameFilter { ids: Some(vec![1, 7]), ..all.clone() }, true),
        (GameConditions { players: players(&["xav"]), ..none.clone() }.into(), true),
        (GameConditions { players: players(&["olive", "XAVER"]), ..none.clone() }.into(), true),
        (GameConditions { players: players(&["olive", "olive"]), ..none.clone() }.into(), false),
        (GameConditions { players: players(&["%"]), ..none.clone() }.into(), false),
        (GameConditions { black: text("Xaver"), ..none.clone() }.into(), true),
        (GameConditions { black: text("Olive"), ..none.clone() }.into(), false),
        (GameConditions { white: text("oli"), ..none.clone() }.into(), true),
        (GameConditions { event: text("cup"), ..none.clone() }.into(), true),
        (GameConditions { event: text("Cups"), ..none.clone() }.into(), false),
        (GameConditions { years: Some((2014, 2014)), ..none.clone() }.into(), true),
        (GameConditions { years: Some((2015, 2020)), ..none.clone() }.into(), false),
        (GameConditions { rank: Some("1d".parse().unwrap()), ..none.clone() }.into(), false),
    ] {
        let expected: &[i64] = if is_found { &[1] } else { &[] };
        assert_eq!(selected(filter.clone()), expected, "{filter:?}");
    }
    let sql = Some(Expression::from("moves > 0"));
    assert_eq!(selected(GameFilter { sql, ..all }), [] as [i64; 0]);
}

#[test]
fn turns_are_those_of_the_canonical_text() {
    let one =
        &problems(&["aba5|X............................................................ X"])[0];
    assert_eq!((one.turn, one.symmetry.is_negative()), (Turn::White, true));
}
