//! A game of the database.

use compact_str::CompactString;
use serde::Serialize;

use super::columns::{Column, Kind};
use crate::find::{CommentMatch, LikeGame, find_comment};
use crate::store::{Commented, Phrase, Store, StoreError, StoredGame};

/// A game of the database.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameJson {
    /// The number of the game in this database.
    pub game: i64,
    /// PB.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub black: Option<CompactString>,
    /// PW.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub white: Option<CompactString>,
    /// BR.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub black_rank: Option<CompactString>,
    /// WR.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub white_rank: Option<CompactString>,
    /// EV.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub event: Option<CompactString>,
    /// GN.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub name: Option<CompactString>,
    /// DT.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub date: Option<CompactString>,
    /// The first year in DT.
    pub year: Option<u16>,
    /// RE.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub result: Option<CompactString>,
    /// `black`, `white`, `draw` or `unknown`.
    pub winner: &'static str,
    /// KM.
    pub komi: Option<f64>,
    /// RU.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub rules: Option<CompactString>,
    /// HA.
    pub handicap: Option<u32>,
    /// Rows x columns.
    pub board: String,
    /// The number of moves in the main line, including passes.
    pub moves: u32,
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// The first comment with the words of the condition `comment`: the words and what is around them.
    pub comment: Option<String>,
    /// The number of moves before that comment, that of its own node included.
    pub comment_move: Option<u32>,
    /// The number of the first line with that comment, 1 for the main line; null where the database has no such line.
    pub comment_line: Option<u32>,
    /// The number of the first game that is the same game, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<i64>,
    /// The numbers of all games that are the same, each standing for its copies, if that was asked:
    /// several if this game was cut short and begins them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_games: Option<Vec<i64>>,
    /// The numbers of the games that differ in one point, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near_games: Option<Vec<i64>>,
    /// If games like another one were asked for: the most moves of that one after which its whole board occurs in this
    /// game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub common_moves: Option<u32>,
    /// Likewise the most moves in each corner of that game, upper left, upper right, lower right, lower left, after which
    /// the corner occurs in a corner of this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub common_corners: Option<[u32; 4]>,
}

impl GameJson {
    /// The columns, in the order of the fields, without [`same_as`](Self::same_as).
    pub const COLUMNS: &'static [Column] = &[
        Column::new("game", Kind::Int64),
        Column::new("black", Kind::Text),
        Column::new("white", Kind::Text),
        Column::new("black_rank", Kind::Text),
        Column::new("white_rank", Kind::Text),
        Column::new("event", Kind::Text),
        Column::new("name", Kind::Text),
        Column::new("date", Kind::Text),
        Column::new("year", Kind::Int32),
        Column::new("result", Kind::Text),
        Column::new("winner", Kind::Text),
        Column::new("komi", Kind::Float),
        Column::new("rules", Kind::Text),
        Column::new("handicap", Kind::Int32),
        Column::new("board", Kind::Text),
        Column::new("moves", Kind::Int32),
        Column::new("source", Kind::Text),
        Column::new("tree", Kind::Int32),
        Column::new("comment", Kind::Text),
        Column::new("comment_move", Kind::Int32),
        Column::new("comment_line", Kind::Int32),
    ];

    /// A game, with the number of the first game that is the same game.
    pub fn new(game: StoredGame, same_as: Option<i64>) -> GameJson {
        let facts = game.info;
        GameJson {
            game: game.id,
            winner: facts.winner.name(),
            black: facts.black,
            white: facts.white,
            black_rank: facts.black_rank,
            white_rank: facts.white_rank,
            event: facts.event,
            name: facts.name,
            date: facts.date,
            year: facts.year,
            result: facts.result,
            komi: facts.komi.map(|komi| f64::from(komi) / 100.0),
            rules: facts.rules,
            handicap: facts.handicap,
            board: format!("{}x{}", game.rows, game.cols),
            moves: game.moves,
            source: game.source,
            tree: game.tree,
            comment: None,
            comment_move: None,
            comment_line: None,
            same_as,
            same_games: None,
            near_games: None,
            common_moves: None,
            common_corners: None,
        }
    }

    /// The game with what it has in common with another one.
    pub fn with_likeness(self, like: &LikeGame) -> GameJson {
        let (common_moves, common_corners) = (Some(like.moves), Some(like.corners));
        GameJson { common_moves, common_corners, ..self }
    }

    /// The game with its first comment that has a phrase.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn with_comment(
        self,
        store: &Store,
        phrase: Option<&Phrase>,
    ) -> Result<GameJson, StoreError> {
        let Some(phrase) = phrase else { return Ok(self) };
        let found = find_comment(store, Commented::Game(self.game), phrase)?;
        let Some(CommentMatch { moves, line, excerpt }) = found else { return Ok(self) };
        let (comment, comment_move) = (Some(excerpt), Some(moves));
        Ok(GameJson { comment, comment_move, comment_line: line, ..self })
    }
}
