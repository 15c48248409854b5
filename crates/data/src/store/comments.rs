//! The index of the words in comments.
//!
//! The table `comment` has the words of the comments of every record and game whose id is below a mark. An
//! import adds to it in its own transactions; a database without a mark of this version is indexed as a whole.
//! `store` knows no game trees: its callers make the words, with [`index_words`](super::index_words).

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use rusqlite::{OptionalExtension, Row};

use super::connection::Store;
use super::error::StoreError;
use super::phrase::{Phrase, WORD_FORMAT};
use super::query::charset;
use super::session::ImportSession;
use crate::model::Charset;

/// What a comment belongs to, by its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Commented {
    /// A record of a problem.
    Record(i64),
    /// A game.
    Game(i64),
}

impl Commented {
    fn row(self) -> i64 {
        match self {
            Commented::Record(id) => 2 * id,
            Commented::Game(id) => 2 * id + 1,
        }
    }

    fn from_row(row: i64) -> Commented {
        match row & 1 {
            0 => Commented::Record(row >> 1),
            _ => Commented::Game(row >> 1),
        }
    }

    /// The table of what is commented.
    pub fn table(self) -> &'static str {
        match self {
            Commented::Record(_) => "record",
            Commented::Game(_) => "game",
        }
    }

    /// Its id there.
    pub fn id(self) -> i64 {
        let (Commented::Record(id) | Commented::Game(id)) = self;
        id
    }
}

/// A game tree whose comments are to be indexed.
#[derive(Clone, Debug)]
pub struct CommentedTree {
    /// What the tree is of.
    pub of: Commented,
    /// The tree, as it is in the source.
    pub sgf: Vec<u8>,
    /// Its charset if that is not UTF-8.
    pub charset: Option<Charset>,
}

/// The bytes of game trees after which no more are read together.
const MAX_BYTES: usize = 16 << 20;

const RECORD_TREES: &str = "SELECT id, CAST(sgf AS BLOB), charset FROM main.record";
const GAME_TREES: &str = "SELECT game, CAST(sgf AS BLOB), charset FROM game_tree";

fn read_tree(of: impl Fn(i64) -> Commented, row: &Row<'_>) -> rusqlite::Result<CommentedTree> {
    Ok(CommentedTree { of: of(row.get(0)?), sgf: row.get(1)?, charset: charset(row, 2)? })
}

/// The words of an index, as numbers: for each tree the sum of the hashes of its words and their places.
pub type CommentHashes = HashMap<Commented, u64>;

/// The hash of the words of comments, as [`index_words`](super::index_words) joins them.
#[must_use]
pub fn hash_words(words: &str) -> u64 {
    let hashes = words.split(' ').zip(0_i64..).map(|(word, place)| hash_word(word, place));
    hashes.fold(0, u64::wrapping_add)
}

fn hash_word(word: &str, place: i64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (word, place).hash(&mut hasher);
    hasher.finish()
}

impl Store {
    /// The ids of the first record and the first game that the index of comments does not have.
    fn comment_mark(&self) -> Result<(i64, i64), StoreError> {
        let sql = "SELECT record, game FROM comment_state WHERE format = ?1";
        let mark = self.run(|connection| {
            let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
            connection.prepare_cached(sql)?.query_row([WORD_FORMAT], read).optional()
        })?;
        Ok(mark.unwrap_or_default())
    }

    /// Whether the index of comments has all records and games.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn has_comment_index(&self) -> Result<bool, StoreError> {
        let (record, game) = self.comment_mark()?;
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM main.record WHERE id >= ?1)
                   AND NOT EXISTS (SELECT 1 FROM game_tree WHERE game >= ?2)";
        self.run(|connection| connection.query_row(sql, [record, game], |row| row.get(0)))
    }

    /// The number of records and games with comments in the index.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn comment_count(&self) -> Result<u64, StoreError> {
        self.run(|connection| {
            let count = |row: &Row<'_>| row.get::<_, i64>(0);
            connection.query_row("SELECT count(*) FROM comment", [], count)
        })
        .map(|count| count as u64)
    }

    /// The sorted ids of the records with a phrase in their comments.
    ///
    /// # Errors
    /// [`StoreError::NoCommentIndex`] if not all comments are indexed, and if the database cannot be read.
    pub fn records_with_comment(&self, phrase: &Phrase) -> Result<Vec<i64>, StoreError> {
        self.commented(phrase, 0)
    }

    /// The sorted ids of the games with a phrase in their comments.
    ///
    /// # Errors
    /// As for [`records_with_comment`](Self::records_with_comment).
    pub fn games_with_comment(&self, phrase: &Phrase) -> Result<Vec<i64>, StoreError> {
        self.commented(phrase, 1)
    }

    fn commented(&self, phrase: &Phrase, kind: i64) -> Result<Vec<i64>, StoreError> {
        if !self.has_comment_index()? {
            return Err(StoreError::NoCommentIndex { path: self.path().to_owned() });
        }
        let query = phrase.to_query();
        let sql = "SELECT rowid >> 1 FROM comment WHERE comment MATCH ?1 AND rowid & 1 = ?2
                   ORDER BY rowid";
        self.run(|connection| {
            connection.prepare_cached(sql)?.query_map((query, kind), |row| row.get(0))?.collect()
        })
    }

    /// The game tree of a record or game.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn commented_tree(&self, of: Commented) -> Result<Option<CommentedTree>, StoreError> {
        let sql = match of {
            Commented::Record(_) => format!("{RECORD_TREES} WHERE id = ?1"),
            Commented::Game(_) => format!("{GAME_TREES} WHERE game = ?1"),
        };
        self.run(|connection| {
            let read = |row: &Row<'_>| read_tree(|_| of, row);
            connection.prepare_cached(&sql)?.query_row([of.id()], read).optional()
        })
    }

    /// Calls `visit` with every record and game that the index of comments should have.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_indexed_tree(
        &self,
        mut visit: impl FnMut(CommentedTree),
    ) -> Result<(), StoreError> {
        let (record, game) = self.comment_mark()?;
        self.run(|connection| {
            let record = (
                format!("{RECORD_TREES} WHERE id < ?1"),
                record,
                Commented::Record as fn(i64) -> _,
            );
            let game =
                (format!("{GAME_TREES} WHERE game < ?1"), game, Commented::Game as fn(i64) -> _);
            for (sql, mark, of) in [record, game] {
                let mut statement = connection.prepare(&sql)?;
                let mut rows = statement.query([mark])?;
                while let Some(row) = rows.next()? {
                    visit(read_tree(of, row)?);
                }
            }
            Ok(())
        })
    }

    /// Whether the words of the index of comments were made by other rules: nothing reads it, and the next
    /// import makes it again.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn has_other_comment_index(&self) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM comment_state WHERE format <> ?1)";
        self.run(|connection| {
            connection.prepare_cached(sql)?.query_row([WORD_FORMAT], |row| row.get(0))
        })
    }

    /// The hashes of the words in the index of comments; 0 for a tree with another number of words than
    /// the index counts.
    ///
    /// # Errors
    /// If the database cannot be read, or the index is damaged.
    pub fn comment_hashes(&self) -> Result<CommentHashes, StoreError> {
        self.run(|connection| {
            connection.pragma_update(None, "query_only", false)?;
            connection.execute_batch(
                "CREATE VIRTUAL TABLE IF NOT EXISTS temp.comment_word
                 USING fts5vocab(main, comment, instance)",
            )?;
            connection.pragma_update(None, "query_only", true)?;
            let (mut hashes, mut counts) = (CommentHashes::new(), HashMap::<i64, u64>::new());
            let mut statement = connection.prepare("SELECT term, doc, offset FROM comment_word")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let hash = hash_word(row.get_ref(0)?.as_str()?, row.get(2)?);
                let sum = hashes.entry(Commented::from_row(row.get(1)?)).or_default();
                *sum = sum.wrapping_add(hash);
                *counts.entry(row.get(1)?).or_default() += 1;
            }
            let sizes = "SELECT id, ifnull(CAST(sz AS BLOB), x'') FROM comment_docsize";
            let mut statement = connection.prepare(sizes)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let (id, size) = (row.get(0)?, read_size(row.get_ref(1)?.as_blob()?));
                if counts.remove(&id) != Some(size) {
                    hashes.insert(Commented::from_row(id), 0);
                }
            }
            hashes.extend(counts.into_keys().map(|id| (Commented::from_row(id), 0)));
            Ok(hashes)
        })
    }
}

/// A number as FTS5 stores the sizes of its rows: in groups of seven bits, the highest ones first.
fn read_size(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |size, byte| size << 7 | u64::from(byte & 0x7f))
}

impl ImportSession {
    /// The first records, or else the first games, that the index of comments does not have: at most
    /// `limit`, and no more once they have 16 MiB of text. Includes those of this transaction.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn trees_to_index(&self, limit: usize) -> Result<Vec<CommentedTree>, StoreError> {
        let (record, game) = self.store.comment_mark()?;
        self.store.run(|connection| {
            let list = |sql: &str,
                        mark: i64,
                        of: fn(i64) -> Commented|
             -> rusqlite::Result<Vec<CommentedTree>> {
                let mut statement = connection.prepare_cached(sql)?;
                let mut rows = statement.query((mark, limit as i64))?;
                let (mut trees, mut bytes) = (Vec::new(), 0);
                while bytes < MAX_BYTES
                    && let Some(row) = rows.next()?
                {
                    let tree = read_tree(of, row)?;
                    bytes += tree.sgf.len();
                    trees.push(tree);
                }
                Ok(trees)
            };
            let sql = format!("{RECORD_TREES} WHERE id >= ?1 ORDER BY id LIMIT ?2");
            let records = list(&sql, record, Commented::Record)?;
            if !records.is_empty() {
                return Ok(records);
            }
            let sql = format!("{GAME_TREES} WHERE game >= ?1 ORDER BY game LIMIT ?2");
            list(&sql, game, Commented::Game)
        })
    }

    /// Adds the words of trees to the index of comments, as [`trees_to_index`](Self::trees_to_index) gave the
    /// trees. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn index_comments(&mut self, trees: &[(Commented, String)]) -> Result<(), StoreError> {
        for (of, words) in trees.iter().filter(|(_, words)| !words.is_empty()) {
            let sql = "INSERT INTO comment (rowid, words) VALUES (?1, ?2)";
            self.execute(sql, &[&of.row(), words])?;
        }
        let (mut record, mut game) = self.store.comment_mark()?;
        match trees.last() {
            Some((Commented::Record(id), _)) => record = id + 1,
            Some((Commented::Game(id), _)) => game = id + 1,
            None => return Ok(()),
        }
        let sql = "INSERT OR REPLACE INTO comment_state (id, format, record, game) VALUES (1, ?1, ?2, ?3)";
        self.execute(sql, &[&WORD_FORMAT, &record, &game]).map(drop)
    }

    /// Removes the comments of the records and games of a source from the index, before they are removed.
    pub(super) fn forget_comments_of(&mut self, source: i64) -> Result<(), StoreError> {
        for rows in [
            "SELECT 2 * id FROM record WHERE source = ?1",
            "SELECT 2 * id + 1 FROM game WHERE source = ?1",
        ] {
            self.execute(&format!("DELETE FROM comment WHERE rowid IN ({rows})"), &[&source])?;
        }
        Ok(())
    }

    /// Removes the comments of a record or game from the index.
    pub(super) fn forget_comments(&mut self, of: Commented) -> Result<(), StoreError> {
        self.execute("DELETE FROM comment WHERE rowid = ?1", &[&of.row()]).map(drop)
    }

    /// Empties the index of comments. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn clear_comment_index(&mut self) -> Result<(), StoreError> {
        self.execute("INSERT INTO comment (comment) VALUES ('delete-all')", &[])?;
        self.execute("DELETE FROM comment_state", &[]).map(drop)
    }

    /// Empties the index of comments if its words were made by other rules. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub fn clear_other_comment_index(&mut self) -> Result<(), StoreError> {
        match self.store.has_other_comment_index()? {
            true => self.clear_comment_index(),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::phrase::index_words;
    use crate::store::tests::{execute, game, import, index_comments, problem, source};
    use crate::store::{GameConditions, GameFilter};

    fn store() -> Store {
        let store = Store::open_in_memory().unwrap();
        let problems = [
            "(;SZ[9]C[定石の問題]AB[aa][ba]AW[ab];W[ca]C[RIGHT])",
            "(;SZ[9]AB[ga][gb]AW[ha];B[hb])",
        ];
        let games = [
            "(;SZ[9];B[aa]C[A ladder. And\nKo];W[bb](;B[cc]N[劫])(;B[dd]C[石 定]))",
            "(;SZ[9]GC[Two ladders];B[aa])",
        ];
        import(&store, &source(1), problems.map(problem).into(), games.map(game).into());
        index_comments(&store);
        store
    }

    fn found(store: &Store, phrase: &str) -> [Vec<i64>; 2] {
        let phrase = phrase.parse().unwrap();
        [store.records_with_comment(&phrase).unwrap(), store.games_with_comment(&phrase).unwrap()]
    }

    #[test]
    fn phrases_are_found_within_one_comment() {
        let store = store();
        for (phrase, records, games) in [
            ("定石", &[1][..], &[][..]),
            ("石", &[1], &[1]),
            ("問題 right", &[], &[]), // two comments
            ("劫", &[], &[1]),
            ("劫 石", &[], &[]),
            ("LADDER", &[], &[1]),
            ("ladder*", &[], &[1, 2]),
            ("and ko", &[], &[1]),
            ("ladder ko", &[], &[]),
            ("\" OR ladder", &[], &[]),
            ("words", &[], &[]),
        ] {
            assert_eq!(found(&store, phrase), [records, games], "{phrase}");
        }
        assert_eq!(store.comment_count().unwrap(), 3);
        let conditions = GameConditions {
            comment: Some("ladder*".parse().unwrap()),
            years: Some((1, 2)),
            ..GameConditions::default()
        };
        let mut filter = GameFilter::from(conditions);
        assert!(store.find_games(&filter).unwrap().is_empty());
        filter.conditions.years = None;
        filter.sql = Some("moves < 2".into());
        assert_eq!(store.find_games(&filter).unwrap(), [2]);
    }

    #[test]
    fn what_is_not_indexed_is_no_answer() {
        let store = store();
        import(&store, &source(2), vec![], vec![game("(;SZ[9]C[ladder];B[aa])")]);
        let error = store.games_with_comment(&"ladder".parse().unwrap()).unwrap_err();
        assert!(matches!(error, StoreError::NoCommentIndex { .. }), "{error}");
        index_comments(&store);
        assert_eq!(found(&store, "ladder")[1], [1, 3]);
        // Words of other rules are forgotten.
        execute(&store, "UPDATE comment_state SET format = 0");
        assert!(!store.has_comment_index().unwrap());
        let mut session = store.begin_import().unwrap();
        session.clear_other_comment_index().unwrap();
        session.commit().unwrap();
        assert_eq!(store.comment_count().unwrap(), 0);
        index_comments(&store);
        assert_eq!(found(&store, "ladder")[1], [1, 3]);
    }

    #[test]
    fn comments_of_removed_sources_are_not_found() {
        let store = store();
        let mut session = store.begin_import().unwrap();
        session.remove_sources([1]).unwrap();
        session.commit().unwrap();
        assert_eq!(found(&store, "石"), [[0; 0], [0; 0]]);
        assert_eq!((store.comment_count().unwrap(), store.has_comment_index().unwrap()), (0, true));
        assert!(store.comment_hashes().unwrap().is_empty());
    }

    #[test]
    fn hashes_are_those_of_the_words() {
        let store = store();
        let hashes = store.comment_hashes().unwrap();
        let words = index_words(["定石の問題", "RIGHT"]);
        assert_eq!(hashes.get(&Commented::Record(1)), Some(&hash_words(&words)));
        assert_eq!(hashes.get(&Commented::Record(2)), None);
        assert_ne!(hash_words("a b"), hash_words("b a"));
        assert!(store.check_integrity().unwrap().is_empty());
    }
}
