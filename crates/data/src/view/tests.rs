//! Questions to many games and positions, which a view does not hold in memory, against the same
//! questions to all of them.

use super::*;
use crate::extract::{Extracted, TreeLocation, extract_line, extract_tree};
use crate::find::{PositionQuery, find_all_near_pairs, max_partners};
use crate::games::{CountMatches, MoveRange};
use crate::gtn::SubPosition;
use crate::import::{index_games, index_positions};
use crate::model::{Game, Source, TreeOptions};
use crate::sgf::{Charset, CharsetSource, Detected};
use crate::similarity::Edges;
use crate::store::ImportSession;

/// A game with the sides and the corners of four moves by a number, every third one with a variation.
fn game(number: u8) -> Game {
    let at = |by: u8| char::from(b'c' + number / by % 3);
    let moves = format!("B[{}{}];W[q{}];B[c{}];W[pq]", at(1), at(3), at(9), at(27));
    let end = if number.is_multiple_of(3) { "(;B[jj])(;B[dd])" } else { ";B[dd]" };
    let (year, rank) = (1990 + u16::from(number), 1 + number % 9);
    let sgf = format!("(;SZ[19]DT[{year}]BR[{rank}d]RE[B+1];{moves}{end})");
    let charset = Detected { charset: Charset::UTF_8, source: CharsetSource::Utf8 };
    let tree = sgf.as_bytes();
    match extract_tree(tree, charset, TreeLocation::FIRST, TreeOptions::default()).0 {
        Extracted::Game(game) => *game,
        other => panic!("{other:?}"),
    }
}

fn source() -> Source {
    Source {
        name: "many.sgf".to_owned(),
        file: None,
        place: [1; 16],
        hash: [1; 16],
        bytes: 100,
        tree_options: TreeOptions::default(),
    }
}

#[test]
fn many_games_have_the_answers_of_all_their_moves() {
    let store = Store::open_in_memory().unwrap();
    let mut session = store.begin_import().unwrap();
    let games: Vec<Game> = (0..81).map(game).cycle().take(20_001).collect();
    let id = session.insert_source(&source(), None, 0, games.len() as u64).unwrap();
    let games: Vec<(i64, Game)> = games.into_iter().map(|game| (id, game)).collect();
    session.write_games(&games[..19_600]).unwrap();
    index_games(&mut session, |_| ()).unwrap();
    session.write_games(&games[19_600..]).unwrap();
    session.commit().unwrap();
    assert_eq!(store.index_state().unwrap().games, 19_600);
    let search = Search::new("4x4|...._...._...._...X_!!!!_".parse().unwrap());
    let (empty, turn) = (Corner::empty(10).unwrap(), Color::Black);
    let window = format!("10x10|{}{}_", ".........._".repeat(10), "!".repeat(10));
    let window = Search::new(window.parse().unwrap());
    let compare = |view: &View<'_>| {
        assert!(!view.has_few_games()?);
        let ids: Vec<i64> = (1..20_000).filter(|id| id % 3 == 0).collect();
        let all = GameSource::new(view.store, &GameFilter::default(), false)?;
        let mut some = GameSource::new(view.store, &GameFilter::default(), false)?;
        some.restrict_to(Some(ids.clone()));
        for (ids, source) in [(None, &all), (Some(ids), &some)] {
            let found = view.search_and_count(ids.clone(), &search, &CountMatches)?;
            assert_eq!(found, source.search_and_count(&search, &CountMatches)?);
            let played = view.played_next(ids.clone(), &search)?;
            assert!(played.games > 1_000);
            assert_eq!(played, source.played_next(&search)?);
            for after in [MoveRange::default(), MoveRange::new(Some(1), None)] {
                let options = CornerOptions { after, ..CornerOptions::default() };
                let moves = view.corner_moves(ids.clone(), &empty, turn, options)?;
                assert_eq!(moves, source.corner_moves(&empty, turn, options)?);
                if ids.is_none() {
                    let games = view.corner_games(&window, (&empty, turn), options)?;
                    assert_eq!(games.len() as u64, moves.games);
                }
            }
        }
        Ok::<(), LoadGamesError>(())
    };
    drop(session);
    IndexCache::default().with_view(&store, compare).unwrap();
}

/// A corner with two fixed stones and twelve points, whose stones are the digits of `number` in base 3. Many
/// such corners differ in one point.
fn corner(number: u32) -> String {
    let cell = |at: u32| ['.', 'X', 'O'][(number / 3_u32.pow(at) % 3) as usize];
    let row = |at: u32| (0..4).map(|col| cell(at * 4 + col)).collect::<String>();
    format!("3x5|X{}_O{}_.{}_!!!!!_", row(0), row(1), row(2))
}

fn write_corners(
    session: &mut ImportSession,
    numbers: impl Iterator<Item = u32>,
    uses_index: bool,
) {
    let id = session.insert_source(&source(), None, numbers.size_hint().0 as u64, 0).unwrap();
    let record = |number| extract_line(&corner(number), TreeLocation::FIRST).unwrap();
    let records: Vec<_> = numbers.map(|number| (id, record(number))).collect();
    session.set_segment_rows(8);
    session.write_records(&records).unwrap();
    if uses_index {
        index_positions(session, |_| ()).unwrap();
    }
    session.commit().unwrap();
}

/// What a view answers: the positions near one, and the pairs of near positions as the API lists them.
fn list_near(view: &View<'_>) -> Result<(Vec<String>, Vec<String>), StoreError> {
    let window: SubPosition = corner(40).parse().unwrap();
    let query = PositionQuery::new(&window, None).unwrap();
    let near = view.position_source()?.find_near(&query, 2, Edges::Marked)?;
    let near = near.iter().map(|near| format!("{} {:?}", near.position.key, near.distance));
    let list = view.near(2, |all| find_all_near_pairs(all, 2, |_| true).unwrap())?;
    let describe = |&pair| {
        let described = list.answers().describe_pair(pair);
        format!("{} {:?} {}", list.place(pair), described.keys, described.distance)
    };
    Ok((near.collect(), list.pairs().iter().map(describe).collect()))
}

#[test]
fn many_positions_have_the_answers_of_all_in_memory_and_leave_it() {
    let ask = |uses_index: bool| {
        let store = Store::open_in_memory().unwrap();
        let mut session = store.begin_import().unwrap();
        write_corners(&mut session, (0..60).map(|number| number * 7), uses_index);
        drop(session);
        let ask = |view: &View<'_>| {
            assert_eq!(view.position_source()?.has_index(), uses_index);
            let positions = view.positions()?;
            assert!(view.has_positions(&positions) && positions.len() > 50);
            let weak = Arc::downgrade(&positions);
            assert!(Arc::ptr_eq(&positions, &view.positions()?));
            drop(positions);
            assert_eq!(weak.upgrade().is_some(), !uses_index);
            let limit = max_partners(&*view.positions()?);
            assert_eq!(view.near(1, |_| (Vec::new(), true))?.max_partners, Some(limit));
            list_near(view)
        };
        IndexCache::default().with_view(&store, ask).unwrap()
    };
    let (near, pairs) = ask(true);
    assert!(near.len() > 3 && pairs.len() > 20, "{near:?} {pairs:?}");
    assert_eq!((near, pairs), ask(false));
}
