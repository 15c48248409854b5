//! Queries for games.

use std::collections::HashMap;
use std::sync::LazyLock;

use compact_str::CompactString;
use rusqlite::{Connection, OptionalExtension, Row, Rows, ToSql};

use super::checksum;
use super::connection::Store;
use super::error::{StoreError, read_row};
use super::game_filter::{GameFilter, GameOrder, SCOPE, is_one_of};
use super::query::{altered, charset, unknown_code};
use crate::model::{Charset, GameInfo, GameOutcome, Rank, Winner};

/// All rows between the first and the last id are read if at least one in so many is wanted: that is faster
/// than to find each by its id.
const DENSE: i64 = 4;

/// A game in the database, without its moves and SGF.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredGame {
    /// The id in this database, ascending in the order of import.
    pub id: i64,
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// The number of columns of the board.
    pub cols: u8,
    /// The number of rows of the board.
    pub rows: u8,
    /// The number of moves on the main line, passes included.
    pub moves: u32,
    /// The hash of the first moves: equal for games that begin with the same
    /// moves, up to symmetry.
    pub opening: u64,
    /// The game info properties of the root.
    pub info: GameInfo,
}

pub(super) const GAME_COLUMNS: &str = "game.id, source.name, tree, cols, rows, game.moves, opening, \
     year, winner, komi, handicap, black, white, black_rank, white_rank, event, game.name, date, \
     result, rules";

const GAME_COLUMN_COUNT: usize = 20;

/// Selects the game with an id: [`GAME_COLUMNS`], and whether the game is as it was written.
static SELECT_GAME: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {GAME_COLUMNS}, {} FROM game JOIN source ON source.id = game.source WHERE game.id = ?1",
        checksum::GAME.is_intact()
    )
});

pub(super) fn game(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    read_row(row, "game", read_game)
}

fn read_game(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    let komi: Option<f64> = row.get(9)?;
    let mut info = GameInfo::default();
    info.year = row.get(7)?;
    info.winner = winner(row, 8)?;
    info.komi = komi.map(|komi| (komi * 100.0).round() as i32);
    info.handicap = row.get(10)?;
    info.black = text(row, 11)?;
    info.white = text(row, 12)?;
    info.black_rank = text(row, 13)?;
    info.white_rank = text(row, 14)?;
    info.event = text(row, 15)?;
    info.name = text(row, 16)?;
    info.date = text(row, 17)?;
    info.result = text(row, 18)?;
    info.rules = text(row, 19)?;
    Ok(StoredGame {
        id: row.get(0)?,
        source: row.get(1)?,
        tree: row.get(2)?,
        cols: row.get(3)?,
        rows: row.get(4)?,
        moves: row.get(5)?,
        opening: row.get::<_, i64>(6)? as u64,
        info,
    })
}

fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<CompactString>> {
    Ok(row.get_ref(column)?.as_str_or_null()?.map(CompactString::from))
}

/// The ranks of texts that were read before: a collection has few different ones.
#[derive(Default)]
pub(super) struct RankCache(HashMap<String, Option<Rank>>);

impl RankCache {
    /// The most texts that are kept.
    const MOST: usize = 1000;

    /// The rank in a column; `None` if the text is no rank.
    pub(super) fn read(&mut self, row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Rank>> {
        let Some(text) = row.get_ref(column)?.as_str_or_null()? else { return Ok(None) };
        if let Some(&known) = self.0.get(text) {
            return Ok(known);
        }
        let rank = text.parse().ok();
        if self.0.len() < RankCache::MOST {
            self.0.insert(text.to_owned(), rank);
        }
        Ok(rank)
    }
}

pub(super) fn winner(row: &Row<'_>, column: usize) -> rusqlite::Result<Winner> {
    Winner::from_code(row.get(column)?).ok_or_else(|| unknown_code(column, "winner"))
}

impl Store {
    /// Calls `visit` with the id and the encoded moves of games in the order of
    /// import: of all games, or of those with the given ids. Other games are not read.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_game(
        &self,
        ids: Option<&[i64]>,
        mut visit: impl FnMut(i64, &[u8]),
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let visit_all = |rows: &mut Rows<'_>, visit: &mut dyn FnMut(i64, &[u8])| {
                while let Some(row) = rows.next()? {
                    visit(row.get(0)?, row.get_ref(1)?.as_blob()?);
                }
                Ok(())
            };
            if let Some(ids) = ids {
                let (first, last) = (ids.first(), ids.last());
                if let (Some(first), Some(last)) = (first, last)
                    && last - first < DENSE * ids.len() as i64
                {
                    let sql = "SELECT game, lines FROM game_line WHERE game BETWEEN ?1 AND ?2
                         ORDER BY game";
                    let mut ids = ids.iter().peekable();
                    let mut statement = connection.prepare_cached(sql)?;
                    return visit_all(&mut statement.query([first, last])?, &mut |game, moves| {
                        while ids.next_if(|&&id| id < game).is_some() {}
                        if ids.peek() == Some(&&game) {
                            visit(game, moves);
                        }
                    });
                }
                let mut statement =
                    connection.prepare_cached("SELECT lines FROM game_line WHERE game = ?1")?;
                for &id in ids {
                    let mut rows = statement.query([id])?;
                    if let Some(row) = rows.next()? {
                        visit(id, row.get_ref(0)?.as_blob()?);
                    }
                }
                return Ok(());
            }
            let mut statement =
                connection.prepare_cached("SELECT game, lines FROM game_line ORDER BY game")?;
            visit_all(&mut statement.query([])?, &mut visit)
        })
    }

    /// Whether there are more games than this number.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn has_more_games(&self, than: u64) -> Result<bool, StoreError> {
        self.has_row("SELECT EXISTS (SELECT 1 FROM game ORDER BY id LIMIT 1 OFFSET ?1)", than)
    }

    /// The encoded moves of the game with an id.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn game_lines(&self, game: i64) -> Result<Option<Vec<u8>>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT lines, {}
                     FROM game_line JOIN game ON game.id = game_line.game WHERE game.id = ?1",
                    checksum::GAME.is_intact()
                ))?
                .query_row([game], |row| match row.get(1)? {
                    true => row.get(0),
                    false => Err(altered("game", game)),
                })
                .optional()
        })
    }

    /// The game tree of the game with an id, as it is in the source, and its
    /// charset if that is not UTF-8.
    ///
    /// # Errors
    /// If the database cannot be read or has no game with the id.
    pub fn game_tree(&self, game: i64) -> Result<(Vec<u8>, Option<Charset>), StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT CAST(sgf AS BLOB), charset, {}
                     FROM game_tree JOIN game ON game.id = game_tree.game WHERE game.id = ?1",
                    checksum::GAME.is_intact()
                ))?
                .query_row([game], |row| match row.get(2)? {
                    true => Ok((row.get(0)?, charset(row, 1)?)),
                    false => Err(altered("game", game)),
                })
        })
    }

    /// The game with an id.
    ///
    /// # Errors
    /// If the database cannot be read, or a value of the game was altered, its moves and its tree included.
    pub fn game(&self, id: i64) -> Result<Option<StoredGame>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&SELECT_GAME)?
                .query_row([id], |row| {
                    let stored = game(row)?; // names the column of an impossible value
                    match row.get(GAME_COLUMN_COUNT)? {
                        true => Ok(stored),
                        false => Err(altered("game", id)),
                    }
                })
                .optional()
        })
    }

    /// Winner, year and ranks of games in the order of import: of all games, or of those
    /// with the given ids. Other games are not read.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn game_outcomes(&self, ids: Option<&[i64]>) -> Result<Vec<GameOutcome>, StoreError> {
        const COLUMNS: &str = "SELECT id, winner, year, black_rank, white_rank FROM game";
        let mut ranks = RankCache::default();
        let mut read = |row: &Row<'_>| {
            let (id, winner, year) = (row.get(0)?, winner(row, 1)?, row.get(2)?);
            let ranks = [ranks.read(row, 3)?, ranks.read(row, 4)?];
            Ok(GameOutcome { id, winner, year, ranks })
        };
        self.run(|connection| {
            if let Some(ids) = ids {
                let mut statement =
                    connection.prepare_cached(&format!("{COLUMNS} WHERE id = ?1"))?;
                let mut outcomes = Vec::with_capacity(ids.len());
                for &id in ids {
                    outcomes.extend(statement.query_row([id], &mut read).optional()?);
                }
                return Ok(outcomes);
            }
            connection
                .prepare_cached(&format!("{COLUMNS} ORDER BY id"))?
                .query_map([], |row| read_row(row, "game", &mut read))?
                .collect()
        })
    }

    /// The ids of the games that fulfill the filter, in the order of import.
    ///
    /// # Errors
    /// As for [`list_games`](Self::list_games).
    pub fn find_games(&self, filter: &GameFilter) -> Result<Vec<i64>, StoreError> {
        self.list_games(filter, GameOrder::default(), usize::MAX)
    }

    /// The ids of the games behind the one with an id that fulfill the filter, in the order of import.
    ///
    /// # Errors
    /// As for [`list_games`](Self::list_games).
    pub fn find_games_behind(
        &self,
        last: i64,
        filter: &GameFilter,
    ) -> Result<Vec<i64>, StoreError> {
        self.select_games(&format!("id > {last}"), filter, GameOrder::default(), usize::MAX)
    }

    /// The ids of the games that fulfill the filter, in the given order, at most `limit`.
    ///
    /// # Errors
    /// If the database cannot be read, and [`StoreError::Expression`] if
    /// [`GameFilter::sql`] is not an expression or does something that it may
    /// not.
    pub fn list_games(
        &self,
        filter: &GameFilter,
        order: GameOrder,
        limit: usize,
    ) -> Result<Vec<i64>, StoreError> {
        self.select_games("1", filter, order, limit)
    }

    /// As [`list_games`](Self::list_games), of the games that fulfill a condition in SQL.
    fn select_games(
        &self,
        condition: &str,
        filter: &GameFilter,
        order: GameOrder,
        limit: usize,
    ) -> Result<Vec<i64>, StoreError> {
        let (mut conditions, params) = filter.conditions();
        if let Some(phrase) = &filter.conditions.comment {
            conditions.push_str(&is_one_of(&self.games_with_comment(phrase)?));
        }
        let order = order.to_sql();
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let params: Vec<&dyn ToSql> = params.iter().map(|param| &**param).collect();
        let ids = |connection: &Connection, sql: &str| -> rusqlite::Result<Vec<i64>> {
            connection.prepare(sql)?.query_map(&*params, |row| row.get(0))?.collect()
        };
        match &filter.sql {
            None => {
                let sql = format!(
                    "SELECT id FROM game WHERE {condition} AND {conditions}
                     ORDER BY {order} LIMIT {limit}"
                );
                self.run(|connection| ids(connection, &sql))
            }
            Some(expression) => {
                let expressed = expression.condition("id", &SCOPE);
                let sql = format!(
                    "SELECT id FROM game WHERE {condition} AND {conditions} AND {expressed}
                     ORDER BY {order} LIMIT {limit}"
                );
                self.run_limited(expression, &SCOPE, |connection| ids(connection, &sql))
            }
        }
    }

    /// The ids of the games with a handicap of two stones or more, as HA states it, in the order
    /// of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn games_with_handicap(&self) -> Result<Vec<i64>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT id FROM game WHERE handicap >= 2 ORDER BY id")?
                .query_map([], |row| row.get(0))?
                .collect()
        })
    }

    /// The opening hash and the id of every game that shares its opening hash
    /// with another game, sorted by hash and id.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn games_with_shared_opening(&self) -> Result<Vec<(u64, i64)>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT opening, id FROM game WHERE opening IN
                         (SELECT opening FROM game GROUP BY opening HAVING count(*) > 1)
                     ORDER BY opening, id",
                )?
                .query_map([], |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?)))?
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::game_filter::GameOrderKey;
    use crate::store::tests::{execute, game, import, source};

    const FIRST: &str = "(;SZ[9]PB[Honinbo Shusaku]PW[Inoue]BR[4d]WR[8d]EV[Castle game]\
        DT[1846-09-11]RE[B+2]KM[6.5]RU[Japanese]HA[0];B[cc];W[gg];B[cg])";
    const SECOND: &str = "(;SZ[9]PB[A_B]PW[100%]WR[4d]GN[castle]DT[1999]RE[W+R];B[ee])";
    /// The first game, turned by 180 degrees.
    const TURNED: &str = "(;SZ[9]DT[1850];B[gg];W[cc];B[gc])";

    fn store() -> Store {
        let store = Store::open_in_memory().unwrap();
        import(&store, &source(1), vec![], [FIRST, SECOND, TURNED].map(game).into());
        store
    }

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let store = store();
        let written = game(FIRST);
        let read = store.game(1).unwrap().unwrap();
        assert_eq!(read.info, written.info);
        assert_eq!((&*read.source, read.tree), ("folder/1.sgf", 1));
        assert_eq!((read.cols, read.rows, read.moves), (9, 9, 3));
        assert_eq!(read.opening, written.opening);
        assert_eq!(store.game_lines(1).unwrap(), Some(written.lines));
        assert_eq!(store.game_tree(1).unwrap(), (FIRST.as_bytes().to_vec(), None));
        assert_eq!(store.game(4).unwrap(), None);
        assert_eq!(store.game_lines(4).unwrap(), None);
        assert!(store.game_tree(4).is_err());
        execute(&store, "UPDATE game SET white = 'Nobody' WHERE id = 1");
        let errors = [
            store.game(1).unwrap_err(),
            store.game_tree(1).unwrap_err(),
            store.game_lines(1).unwrap_err(),
        ];
        for error in errors {
            let error = error.to_string();
            assert!(
                error.ends_with("game 1: a value was altered after gtn-db wrote it"),
                "{error}"
            );
        }
    }

    #[test]
    fn every_game_is_visited_in_the_order_of_import() {
        let store = store();
        let mut ids = Vec::new();
        store.for_each_game(None, |id, lines| ids.push((id, lines.is_empty()))).unwrap();
        assert_eq!(ids, [(1, false), (2, false), (3, false)]);
        ids.clear();
        store.for_each_game(Some(&[2, 9]), |id, lines| ids.push((id, lines.is_empty()))).unwrap();
        assert_eq!(ids, [(2, false)]);
        let outcomes = store.game_outcomes(None).unwrap();
        assert_eq!(store.game_outcomes(Some(&[2, 9])).unwrap(), outcomes[1..2]);
        let outcomes: Vec<_> = outcomes.iter().map(|game| (game.winner, game.year)).collect();
        assert_eq!(
            outcomes,
            [
                (Winner::Black, Some(1846)),
                (Winner::White, Some(1999)),
                (Winner::Unknown, Some(1850))
            ]
        );
    }

    #[test]
    fn filters_find_what_they_name_and_nothing_else() {
        let store = store();
        let find = |change: &dyn Fn(&mut GameFilter)| -> Vec<i64> {
            let mut filter = GameFilter::default();
            assert!(filter.is_empty());
            change(&mut filter);
            store.find_games(&filter).unwrap()
        };
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(find(&|_| ()), [1, 2, 3]);
        assert_eq!(find(&|filter| filter.conditions.players = vec!["shusaku".to_owned()]), [1]);
        assert_eq!(find(&|filter| filter.conditions.players = vec!["INOUE".to_owned()]), [1]);
        // `_` and `%` are characters and not wildcards.
        assert_eq!(find(&|filter| filter.conditions.players = vec!["_".to_owned()]), [2]);
        assert_eq!(find(&|filter| filter.conditions.players = vec!["%".to_owned()]), [2]);
        assert_eq!(
            find(&|filter| filter.conditions.players = vec!["' OR 1 --".to_owned()]),
            [0_i64; 0]
        );
        let both = |one: &str, other: &str| {
            find(&|filter| filter.conditions.players = vec![one.to_owned(), other.to_owned()])
        };
        assert_eq!((both("shusaku", "inoue"), both("inoue", "shusaku")), (vec![1], vec![1]));
        assert_eq!((both("honinbo", "shusaku"), both("inoue", "100")), (vec![], vec![]));
        assert_eq!(find(&|filter| filter.conditions.players = vec![String::new(); 3]), [0_i64; 0]);
        assert_eq!(find(&|filter| filter.conditions.black = text("shusaku")), [1]);
        assert_eq!(find(&|filter| filter.conditions.white = text("shusaku")), [0_i64; 0]);
        assert_eq!(
            find(&|filter| {
                filter.conditions.white = text("100%");
                filter.conditions.players = vec!["a_b".to_owned(), "100".to_owned()];
            }),
            [2]
        );
        assert_eq!(find(&|filter| filter.ids = Some(vec![3, 1, 9])), [1, 3]);
        assert_eq!(find(&|filter| filter.ids = Some(vec![])), [0_i64; 0]);
        assert_eq!(find(&|filter| filter.conditions.years = Some((1850, u16::MAX))), [2, 3]);
        let rank = |text: &str| Some(text.parse().unwrap());
        assert_eq!(find(&|filter| filter.conditions.rank = rank("4d")), [1, 2]);
        assert_eq!(find(&|filter| filter.conditions.rank = rank("3d..9d")), [1, 2]);
        assert_eq!(find(&|filter| filter.conditions.rank = rank("四段..")), [1, 2]);
        assert_eq!(find(&|filter| filter.conditions.rank = rank("..3d")), [0_i64; 0]);
        assert_eq!(find(&|filter| filter.conditions.rank = rank("4")), [0_i64; 0]);
        assert_eq!(find(&|filter| filter.conditions.event = text("Castle")), [1, 2]);
        assert_eq!(find(&|filter| filter.conditions.years = Some((1846, 1850))), [1, 3]);
        assert_eq!(find(&|filter| filter.conditions.years = Some((1851, 1998))), [0_i64; 0]);
        assert_eq!(
            find(&|filter| {
                filter.conditions.rank = rank("4d");
                filter.conditions.years = Some((1900, 2000));
            }),
            [2]
        );
        assert_eq!(find(&|filter| filter.sql = Some("komi = 6.5 OR moves < 2".into())), [1, 2]);
        let by_name = "winner = 1 AND winner_name = 'black' AND source_name = 'folder/1.sgf' \
            AND source = source_name AND winner = winner_name";
        assert_eq!(find(&|filter| filter.sql = Some(by_name.into())), [1]);
        assert_eq!(
            find(&|filter| {
                filter.sql = Some("year > 1846 OR 1".into());
                filter.conditions.years = Some((1999, 1999));
            }),
            [2]
        );
    }

    #[test]
    fn games_are_listed_in_the_order_asked_for() {
        let store = store();
        let list = |key, is_descending, limit| {
            let order = GameOrder { key, is_descending };
            store.list_games(&GameFilter::default(), order, limit).unwrap()
        };
        assert_eq!(list(GameOrderKey::Id, false, 2), [1, 2]);
        assert_eq!(list(GameOrderKey::Id, true, usize::MAX), [3, 2, 1]);
        assert_eq!(list(GameOrderKey::Date, false, 9), [1, 3, 2]);
        // The last game has no players.
        assert_eq!(list(GameOrderKey::Black, false, 9), [2, 1, 3]);
        assert_eq!(list(GameOrderKey::Black, true, 9), [1, 2, 3]);
        assert_eq!(list(GameOrderKey::Moves, false, 1), [2]);
        assert_eq!(list(GameOrderKey::Moves, true, 9), [1, 3, 2]);
        // 4d against 8d, 4d alone, none.
        assert_eq!(list(GameOrderKey::Rank, true, 9), [1, 2, 3]);
        assert_eq!(list(GameOrderKey::Rank, false, 9), [2, 1, 3]);
    }

    #[test]
    fn an_expression_reads_the_documented_columns_of_games_only() {
        let store = store();
        let find = |sql: &str| {
            store.find_games(&GameFilter { sql: Some(sql.into()), ..GameFilter::default() })
        };
        for column in SCOPE.columns {
            assert!(find(&format!("{column} IS NULL OR 1")).unwrap() == [1, 2, 3], "{column}");
        }
        for sql in ["opening = 1", "checksum IS NULL", "1) OR (1"] {
            let error = find(sql).unwrap_err();
            assert!(matches!(error, StoreError::Expression { what: "games", .. }), "{sql}");
        }
    }

    #[test]
    fn games_with_the_same_first_moves_share_their_opening() {
        let store = store();
        let opening = game(FIRST).opening;
        let shared = store.games_with_shared_opening().unwrap();
        assert_eq!(shared, [(opening, 1), (opening, 3)]);
        execute(
            &store,
            "DELETE FROM game_line; DELETE FROM game_tree; DELETE FROM game WHERE id = 3",
        );
        assert!(store.games_with_shared_opening().unwrap().is_empty());
    }
}
