//! Questions to the index of positions against the same questions without it.

use proptest::prelude::*;

use super::super::cores::CoreIndex;
use super::super::{
    ContainmentMatch, Known, Submissions, Submitted, assess_record, find_nearest, find_similar,
    find_similar_with_any_edges, verify,
};
use super::*;
use crate::Color;
use crate::extract::{TreeLocation, extract_line};
use crate::go::{Board, Point, Sides, Size};
use crate::gtn::{Pattern, SubPosition};
use crate::import::index_positions;
use crate::model::{Source, TreeOptions};
use crate::similarity::{Containing, Within};
use crate::store::ImportSession;

/// Number of positions in a segment.
const ROWS: usize = 8;

/// A window that a number describes. Many are near each other, or contain each other.
fn window(number: u32) -> SubPosition {
    let (cols, rows) = [(5, 5), (6, 4), (4, 4), (7, 3)][number as usize % 4];
    let mut board = Board::new(Size::new(cols, rows).unwrap());
    let base = [0x1357_9bdf_2468_u64, 0x0f1e_2d3c_4b5a, 0x1111_8844_2200][number as usize / 4 % 3];
    for (at, place) in board.size().points().zip(0..) {
        // Two bits of the base, and a change at one of the points.
        let bits = base >> (2 * (place % 24)) & 3;
        let change = u64::from(number >> 8 & 31 == place);
        board.set(
            at,
            [None, Some(Color::Black), Some(Color::White), None][(bits + change) as usize % 4],
        );
    }
    if number >> 20 & 1 == 1 {
        board.set(Point::new(0, 0), None);
    }
    let open = [
        Sides::RIGHT | Sides::BOTTOM,
        Sides::RIGHT | Sides::BOTTOM | Sides::TOP,
        Sides::ALL,
        Sides::BOTTOM,
        Sides::NONE,
        Sides::RIGHT | Sides::BOTTOM,
    ][number as usize / 12 % 6];
    let symmetry = crate::go::Symmetry::ALL[number as usize >> 16 & 15];
    SubPosition { board, open }.transform(symmetry)
}

fn source(number: u8) -> Source {
    Source {
        name: format!("{number}.igtn"),
        file: None,
        place: [number; 16],
        hash: [number; 16],
        bytes: 100,
        tree_options: TreeOptions::default(),
    }
}

/// Adds a source with the windows of some numbers.
fn add(session: &mut ImportSession, number: u8, windows: &[u32]) -> i64 {
    let record = |&number: &u32| {
        let text = window(number).to_string();
        extract_line(&text, TreeLocation::FIRST).ok()
    };
    let records: Vec<_> = windows.iter().filter_map(record).collect();
    let id = session.insert_source(&source(number), None, records.len() as u64, 0).unwrap();
    let records: Vec<_> = records.into_iter().map(|record| (id, record)).collect();
    session.write_records(&records).unwrap();
    id
}

fn list_contained(
    store: &Store,
    search: &ContainmentQuery,
    uses_index: bool,
) -> Vec<ContainmentMatch> {
    let mut source = PositionSource::new(store, uses_index).unwrap();
    let positions = source.containment(search).unwrap();
    let load = |hit| search.load_records(store, positions, &hit, None).unwrap();
    search.find(positions).into_iter().flat_map(load).collect()
}

/// Compares all answers with and without the index.
fn compare(store: &Store, number: u32) -> Result<(), TestCaseError> {
    let asked = window(number);
    let Ok(query) = PositionQuery::new(&asked, Some(Color::Black)) else { return Ok(()) };
    let source = |uses_index| PositionSource::new(store, uses_index).unwrap();
    for k in [0, 1, 3] {
        let find = |uses_index, edges| {
            let mut source = source(uses_index);
            let positions = source.near(&query, k, edges).unwrap();
            match edges {
                Edges::Marked => find_similar(store, positions, &query, k).unwrap(),
                Edges::Any => find_similar_with_any_edges(store, positions, &query, k).unwrap(),
            }
        };
        for edges in [Edges::Marked, Edges::Any] {
            prop_assert_eq!(find(true, edges), find(false, edges));
        }
    }
    let nearest = |uses_index| {
        let mut source = source(uses_index);
        find_nearest(store, source.nearest(&query).unwrap(), &query, 9).unwrap()
    };
    prop_assert_eq!(nearest(true), nearest(false));
    for edges in [Edges::Marked, Edges::Any] {
        let within = Within::new(&asked, edges);
        let containing = Containing::new(&Pattern::try_from(&asked).unwrap(), edges).unwrap();
        let searches = [ContainmentQuery::Within(within), ContainmentQuery::Containing(containing)];
        for search in &searches {
            prop_assert_eq!(
                list_contained(store, search, true),
                list_contained(store, search, false)
            );
        }
    }
    let submissions = Store::open_in_memory().unwrap();
    let mut session = submissions.begin_import().unwrap();
    add(&mut session, 1, &[number]);
    session.commit().unwrap();
    for (near, contained) in [(None, false), (Some(2), true)] {
        let assess = |uses_index| {
            let mut source = source(uses_index);
            let asked = Submissions::all(&submissions);
            let known = Known {
                store,
                cores: &CoreIndex::load_like(store, &asked, near.or(Some(0))).unwrap(),
                positions: source.like(&asked, near, contained).unwrap(),
                near,
                contained,
                nearest: false,
                all: true,
                without: &[],
            };
            let walked = walk_positions(&submissions, 1).unwrap().next();
            let (position, records) = walked.unwrap().unwrap();
            let submitted =
                Submitted { store: &submissions, position: &position, record: &records[0] };
            assess_record(&known, submitted).unwrap()
        };
        prop_assert_eq!(assess(true), assess(false));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn answers_are_the_same_with_and_without_the_index(
        sources in prop::collection::vec(prop::collection::vec(any::<u32>(), 1..40), 1..7),
        removed in prop::collection::vec(any::<u8>(), 0..5),
    ) {
        let store = Store::open_in_memory().unwrap();
        let mut session = store.begin_import().unwrap();
        session.set_segment_rows(ROWS);
        let mut ids = Vec::new();
        for (number, windows) in sources.iter().enumerate() {
            ids.push(add(&mut session, number as u8, windows));
            index_positions(&mut session, |_| ()).unwrap();
            if let Some(&at) = removed.get(number) {
                let id = ids.remove(usize::from(at) % ids.len());
                session.remove_sources([id]).unwrap();
                session.commit().unwrap();
                if at % 2 == 0 {
                    ids.push(add(&mut session, 100 + number as u8, windows));
                    session.commit().unwrap();
                }
            }
            compare(&store, windows[windows.len() - 1])?;
        }
        index_positions(&mut session, |_| ()).unwrap();
        prop_assert_eq!(verify(&store, &|_| ()).unwrap(), []);
        compare(&store, sources[0][0] ^ 1 << 8)?;
        session.drop_index(false).unwrap();
        session.commit().unwrap();
        prop_assert_eq!(store.index_state().unwrap().positions, 0);
        compare(&store, sources[0][0])?;
    }
}

/// 70 positions: 64 in 8 segments, which are merged into one, and 6 behind it.
fn seventy(session: &mut ImportSession) -> i64 {
    session.set_segment_rows(ROWS);
    let text = |number: u8| {
        let mut board = Board::new(Size::new(7, 5).unwrap());
        for point in 0..10 {
            let at = Point::new((point * 3 + number / 7) % 7, point % 5);
            board.set(at, Some(if point % 2 == 0 { Color::Black } else { Color::White }));
        }
        board.set(Point::new(number % 7, number / 7 % 5), None);
        board.set(Point::new(6, 4), Some(if number < 35 { Color::Black } else { Color::White }));
        let sub = SubPosition { board, open: Sides::RIGHT | Sides::BOTTOM };
        extract_line(&sub.to_string(), TreeLocation::FIRST).unwrap()
    };
    let mut records = Vec::new();
    let mut keys = std::collections::HashSet::new();
    for record in (0..=u8::MAX).map(text) {
        if keys.len() < 70 && keys.insert(record.key) {
            records.push(record);
        }
    }
    assert_eq!(records.len(), 70);
    let id = session.insert_source(&source(9), None, 70, 0).unwrap();
    let records: Vec<_> = records.into_iter().map(|record| (id, record)).collect();
    session.write_records(&records).unwrap();
    index_positions(session, |_| ()).unwrap();
    id
}

/// The query that the first of seventy positions makes.
fn first_query(store: &Store) -> PositionQuery {
    let (position, records) = walk_positions(store, 1).unwrap().next().unwrap().unwrap();
    let window = RecordView::new(&position, &records[0]).unwrap().window;
    PositionQuery::new(&window, None).unwrap()
}

#[test]
fn most_positions_are_not_compared() {
    let store = Store::open_in_memory().unwrap();
    let mut session = store.begin_import().unwrap();
    seventy(&mut session);
    let state = store.index_state().unwrap();
    assert_eq!((state.segments, state.positions), (1, 64));
    let query = first_query(&store);
    let mut source = PositionSource::new(&store, true).unwrap();
    let positions = source.near(&query, 1, Edges::Marked).unwrap();
    let found = find_similar(&store, positions, &query, 1).unwrap();
    assert!(found.iter().any(|found| found.distance == Some(1)), "{found:?}");
    assert!(source.work().positions < 40, "{:?}", source.work());
    assert!(source.work().bytes > 0);
    // After many questions all positions are loaded, once.
    for _ in 0..MAX_QUESTIONS + 1 {
        source.near(&query, 1, Edges::Marked).unwrap();
    }
    assert_eq!(source.work(), PositionWork { positions: 70, ..PositionWork::default() });
}

#[test]
fn an_altered_part_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let mut session = ImportSession::open(&path).unwrap();
    seventy(&mut session);
    session.finish().unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    let count = |sql| connection.query_row::<i64, _, _>(sql, [], |row| row.get(0)).unwrap();
    let parts = count("SELECT count(*) FROM segment_part");
    assert_eq!(parts, 8, "a directory, the keys, and six columns of a block");
    let ask = || -> Result<usize, StoreError> {
        let store = Store::open(&path)?;
        let query = first_query(&store);
        let mut source = PositionSource::new(&store, true)?;
        let nearest = find_nearest(&store, source.nearest(&query)?, &query, 99)?;
        Ok(nearest.len())
    };
    let (sound, mut errors) = (ask().unwrap(), 0);
    for part in 0..parts {
        let (id, data): (i64, Vec<u8>) = connection
            .query_row("SELECT id, data FROM segment_part WHERE id & 65535 = ?1", [part], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .unwrap();
        let write = |data: &[u8]| {
            let sql = "UPDATE segment_part SET data = ?2 WHERE id = ?1";
            connection.execute(sql, rusqlite::params![id, data]).unwrap();
        };
        let mut altered = data.clone();
        altered[3] ^= 64;
        for damaged in [&altered[..], &data[1..]] {
            write(damaged);
            match ask() {
                // The question does not read the part.
                Ok(found) => assert_eq!(found, sound),
                Err(error) => {
                    errors += 1;
                    let error = format!("{error}: {:?}", std::error::Error::source(&error));
                    assert!(error.contains(&format!("part {part}")), "{error}");
                }
            }
            let store = Store::open(&path).unwrap();
            let differences = verify(&store, &|_| ()).unwrap();
            assert_eq!(differences.len(), 1, "part {part}: {differences:?}");
        }
        write(&data);
        assert_eq!(ask().unwrap(), sound);
    }
    assert!(errors >= 10, "{errors}");
}

#[test]
fn a_snapshot_has_the_index_of_its_state() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let mut session = ImportSession::open(&path).unwrap();
    let id = seventy(&mut session);
    let store = Store::open(&path).unwrap();
    let snapshot = store.snapshot().unwrap();
    let query = first_query(&store);
    let find = || {
        let mut source = PositionSource::new(&store, true).unwrap();
        let positions = source.near(&query, 2, Edges::Marked).unwrap();
        find_similar(&store, positions, &query, 2).unwrap()
    };
    let before = find();
    add(&mut session, 1, &(0..40).map(|seed| seed * 977).collect::<Vec<_>>());
    index_positions(&mut session, |_| ()).unwrap();
    session.remove_sources([id]).unwrap();
    session.commit().unwrap();
    assert_eq!(find(), before);
    drop(snapshot);
    assert_ne!(find(), before);
}
