//! Questions to many games, which a view does not hold in memory, against the same questions to all
//! moves.

use super::*;
use crate::extract::{Extracted, TreeLocation, extract_tree};
use crate::games::CountMatches;
use crate::import::index_games;
use crate::model::{Game, Source, TreeOptions};
use crate::sgf::{Charset, CharsetSource, Detected};

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

#[test]
fn many_games_have_the_answers_of_all_their_moves() {
    let store = Store::open_in_memory().unwrap();
    let mut session = store.begin_import().unwrap();
    let source = Source {
        name: "many.sgf".to_owned(),
        file: None,
        place: [1; 16],
        hash: [1; 16],
        bytes: 100,
        tree_options: TreeOptions::default(),
    };
    let games: Vec<Game> = (0..81).map(game).cycle().take(20_001).collect();
    let id = session.insert_source(&source, None, 0, games.len() as u64).unwrap();
    let games: Vec<(i64, Game)> = games.into_iter().map(|game| (id, game)).collect();
    session.write_games(&games[..19_600]).unwrap();
    index_games(&mut session, |_| ()).unwrap();
    session.write_games(&games[19_600..]).unwrap();
    session.commit().unwrap();
    assert_eq!(store.index_state().unwrap().games, 19_600);
    let search = Search::new("4x4|...._...._...._...X_!!!!_".parse().unwrap());
    let (empty, turn) = (Corner::empty(10).unwrap(), Color::Black);
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
                let moves = view.corner_moves(ids.clone(), &empty, turn, after)?;
                assert_eq!(moves, source.corner_moves(&empty, turn, options)?);
            }
        }
        Ok::<(), LoadGamesError>(())
    };
    drop(session);
    IndexCache::default().with_view(&store, compare).unwrap();
}
