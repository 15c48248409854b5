//! The table of games.

use super::batch::define_batch;
use super::error::{TableError, tree_number};
use crate::PositionKey;
use crate::games::hash_game;
use crate::model::{Charset, Game, GameInfo};

define_batch! {
    /// Games as sources have them. The key is [`hash_game`] in hexadecimal digits; `lines` has the
    /// moves of all lines as the module [`games`](crate::games) encodes them.
    GameBatch {
        source: StringBuilder,
        tree: Int32Builder,
        moves: Int32Builder,
        offset: Int64Builder,
        key: StringBuilder,
        board_cols: Int8Builder,
        board_rows: Int8Builder,
        opening: Int64Builder,
        winner: StringBuilder,
        year: Int32Builder nullable,
        komi: Float64Builder nullable,
        handicap: Int64Builder nullable,
        black: StringBuilder nullable,
        white: StringBuilder nullable,
        black_rank: StringBuilder nullable,
        white_rank: StringBuilder nullable,
        event: StringBuilder nullable,
        name: StringBuilder nullable,
        date: StringBuilder nullable,
        result: StringBuilder nullable,
        rules: StringBuilder nullable,
        lines: BinaryBuilder,
        charset: StringBuilder nullable,
        sgf: BinaryBuilder nullable,
    }
}

impl GameBatch {
    /// Adds a game; its game tree only if `has_sgf`.
    ///
    /// # Errors
    /// If the number of the tree is beyond [`i32::MAX`], or the moves cannot be decoded. The batch
    /// is unchanged.
    pub fn push(&mut self, source: &str, game: &Game, has_sgf: bool) -> Result<(), TableError> {
        let tree = tree_number(source, game.tree)?;
        let key = hash_game(&game.lines).map_err(|error| TableError::Moves {
            source_name: source.to_owned(),
            tree: game.tree,
            error,
        })?;
        let GameInfo {
            black,
            white,
            black_rank,
            white_rank,
            event,
            name,
            date,
            year,
            result,
            winner,
            komi,
            rules,
            handicap,
            ..
        } = &game.info;
        self.source.append_value(source);
        self.tree.append_value(tree);
        self.moves.append_value(game.moves as i32); // a line has at most `MAX_LINE_STEPS`
        self.offset.append_value(game.offset as i64);
        self.key.append_value(PositionKey::from_bytes(key).to_string());
        self.board_cols.append_value(game.size.cols() as i8);
        self.board_rows.append_value(game.size.rows() as i8);
        self.opening.append_value(game.opening as i64);
        self.winner.append_value(winner.name());
        self.year.append_option(year.map(i32::from));
        self.komi.append_option(komi.map(|komi| f64::from(komi) / 100.0));
        self.handicap.append_option(handicap.map(i64::from));
        self.black.append_option(black.as_deref());
        self.white.append_option(white.as_deref());
        self.black_rank.append_option(black_rank.as_deref());
        self.white_rank.append_option(white_rank.as_deref());
        self.event.append_option(event.as_deref());
        self.name.append_option(name.as_deref());
        self.date.append_option(date.as_deref());
        self.result.append_option(result.as_deref());
        self.rules.append_option(rules.as_deref());
        self.lines.append_value(&game.lines);
        self.charset.append_option(game.charset.as_ref().map(Charset::to_stored));
        self.sgf.append_option(has_sgf.then_some(&game.sgf));
        self.rows += 1;
        Ok(())
    }
}
