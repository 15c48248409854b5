//! The table of problems.

use super::batch::define_batch;
use super::error::{TableError, tree_number};
use crate::PositionKey;
use crate::model::{Charset, Record, tree_hash};

define_batch! {
    /// Problems as sources have them, in the words of the view `v_record`; docs/export.md lists the
    /// columns.
    ///
    /// ```
    /// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
    /// use std::ops::ControlFlow;
    /// use gtn_db::import::{ExtractOptions, extract_bytes};
    /// use gtn_db::table::ProblemBatch;
    ///
    /// let sgf = b"(;SZ[9]AB[aa][ba]AW[ca];B[ab])".to_vec();
    /// let mut problems = ProblemBatch::default();
    /// extract_bytes("x.sgf", sgf, ExtractOptions::default(), &mut |part| {
    ///     for record in &part.records {
    ///         problems.push(&part.source, record, true).expect("it is tree 1");
    ///     }
    ///     ControlFlow::Continue(())
    /// });
    /// let batch = problems.finish();
    /// assert_eq!(batch.num_rows(), 1);
    /// assert_eq!(batch.schema(), ProblemBatch::schema());
    /// ```
    ProblemBatch {
        source: StringBuilder,
        tree: Int32Builder,
        problem: Int32Builder,
        setup: Int64Builder nullable,
        moves: Int32Builder,
        offset: Int64Builder,
        key: StringBuilder,
        text: StringBuilder,
        window_col: Int8Builder,
        window_row: Int8Builder,
        window_cols: Int8Builder,
        window_rows: Int8Builder,
        window_open: Int8Builder,
        board_cols: Int8Builder,
        board_rows: Int8Builder,
        turn: StringBuilder,
        canonical_turn: StringBuilder,
        turn_source: StringBuilder,
        operation: StringBuilder,
        dialect: StringBuilder,
        answers: StringBuilder,
        hash: StringBuilder,
        name: StringBuilder nullable,
        charset: StringBuilder nullable,
        solution: BinaryBuilder nullable,
        sgf: BinaryBuilder nullable,
    }
}

impl ProblemBatch {
    /// Adds a problem; its game tree only if `has_sgf`.
    ///
    /// # Errors
    /// If the number of the tree is beyond [`i32::MAX`]. The batch is unchanged.
    pub fn push(&mut self, source: &str, record: &Record, has_sgf: bool) -> Result<(), TableError> {
        let tree = tree_number(source, record.tree)?;
        // Sides of boards have at most 52 lines.
        let [board_cols, board_rows, col, row, cols, rows, open] =
            record.placement.to_numbers().map(|number| number as i8);
        self.source.append_value(source);
        self.tree.append_value(tree);
        let part = record.part.as_deref();
        // A tree has less than 2^31 nodes.
        self.problem.append_value(part.map_or(1, |part| part.problem as i32));
        self.setup.append_option(part.map(|part| part.setup as i64));
        self.moves.append_value(record.moves as i32); // a move has several bytes of a tree
        self.offset.append_value(record.offset as i64);
        self.key.append_value(record.key.to_string());
        self.text.append_value(&record.text);
        self.window_col.append_value(col);
        self.window_row.append_value(row);
        self.window_cols.append_value(cols);
        self.window_rows.append_value(rows);
        self.window_open.append_value(open);
        self.board_cols.append_value(board_cols);
        self.board_rows.append_value(board_rows);
        self.turn.append_value(record.turn.transform(record.symmetry).name());
        self.canonical_turn.append_value(record.turn.name());
        self.turn_source.append_value(record.turn_source.name());
        self.operation.append_value(record.symmetry.name());
        self.dialect.append_value(record.dialect.name());
        self.answers.append_value(&record.answers);
        let hash = part.map_or_else(|| tree_hash(&record.sgf), |part| part.hash);
        self.hash.append_value(PositionKey::from_bytes(hash).to_string());
        self.name.append_option(record.name.as_deref());
        self.charset.append_option(record.charset.as_ref().map(Charset::to_stored));
        self.solution.append_value(&record.solution);
        self.sgf.append_option(has_sgf.then_some(&record.sgf));
        self.rows += 1;
        Ok(())
    }
}
