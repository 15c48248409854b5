//! Problems, games and what follows from them as tables of
//! [Arrow](https://arrow.apache.org), the format in which DuckDB, Polars, pandas and Spark take
//! data.
//!
//! | table | a row is | builder |
//! |---|---|---|
//! | `problems` | a problem as one source has it | [`ProblemBatch`] |
//! | `games` | a game as one source has it | [`GameBatch`] |
//! | `skips` | a fault of a source or a game tree | [`SkipBatch`] |
//! | `positions` | a position of the main line of a game | [`PositionBatch`] |
//! | `corners` | a move in a corner of a game | [`CornerBatch`] |
//! | `cores` | two positions whose problems have the same core | [`CoreBatch`] |
//!
//! A builder takes rows and gives [`RecordBatch`](arrow_array::RecordBatch)es. Its fields are the
//! columns, and its function `schema` gives their types: signed integers, floating-point numbers,
//! UTF-8 and bytes, with offsets of 32 bits, which every reader of Arrow knows. Keys and hashes are 32
//! hexadecimal digits, as everywhere else; [`add_key_bytes`] adds the bytes of the keys. Problems and games
//! of Abalone have no table.

mod batch;
mod cores;
mod corners;
mod error;
mod games;
mod key_bytes;
#[cfg(feature = "parquet")]
mod parquet_column;
#[cfg(feature = "parquet")]
mod parquet_file;
#[cfg(feature = "parquet")]
mod parquet_footer;
#[cfg(feature = "parquet")]
mod parquet_reader;
mod positions;
mod problems;
mod skips;

pub use cores::CoreBatch;
pub use corners::CornerBatch;
pub use error::TableError;
pub use games::GameBatch;
pub use key_bytes::add_key_bytes;
#[cfg(feature = "parquet")]
pub use parquet_file::{ParquetWriter, SCHEMA_VERSION};
#[cfg(feature = "parquet")]
pub(crate) use parquet_reader::{GroupFault, TableFault, TableKind, TableReader, TableRow};
pub use positions::PositionBatch;
pub use problems::ProblemBatch;
pub use skips::SkipBatch;

pub use arrow_array;
pub use arrow_schema;

#[cfg(test)]
mod tests {
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Int8Type, Int32Type, Int64Type};
    use arrow_array::{Array, RecordBatch};
    use arrow_schema::{DataType, SchemaRef};

    use super::*;
    use crate::extract::{Extracted, TreeLocation, extract_tree};
    use crate::joseki::CornerOptions;
    use crate::model::{Game, Record, TreeOptions};
    use crate::sgf::{Charset, CharsetSource, Detected};
    use crate::{Diagnostic, PositionKey, Rule};

    fn extract(sgf: &str) -> Extracted {
        let charset = Detected { charset: Charset::UTF_8, source: CharsetSource::Utf8 };
        let location = TreeLocation { tree: 7, offset: 70 };
        extract_tree(sgf.as_bytes(), charset, location, TreeOptions::default()).0
    }

    fn problem(sgf: &str) -> Record {
        let Extracted::Problem(record) = extract(sgf) else { panic!("{sgf} is no problem") };
        *record
    }

    fn game(sgf: &str) -> Game {
        let Extracted::Game(game) = extract(sgf) else { panic!("{sgf} is no game") };
        *game
    }

    fn texts<'a>(batch: &'a RecordBatch, column: &str) -> Vec<Option<&'a str>> {
        batch[column].as_string::<i32>().iter().collect()
    }

    fn int8(batch: &RecordBatch, column: &str) -> Vec<Option<i8>> {
        batch[column].as_primitive::<Int8Type>().iter().collect()
    }

    fn int32(batch: &RecordBatch, column: &str) -> Vec<Option<i32>> {
        batch[column].as_primitive::<Int32Type>().iter().collect()
    }

    /// The columns of a table, those that may be null with `?`.
    fn columns(schema: &SchemaRef) -> String {
        let column = |field: &arrow_schema::FieldRef| {
            let mark = if field.is_nullable() { "?" } else { "" };
            format!("{}{mark} {}", field.name(), field.data_type())
        };
        schema.fields().iter().map(column).collect::<Vec<_>>().join(", ")
    }

    /// Files are written with these columns: another list is another [`SCHEMA_VERSION`].
    #[test]
    fn the_columns_are_pinned() {
        assert_eq!(
            columns(&ProblemBatch::schema()),
            "source Utf8, tree Int32, problem Int32, setup? Int64, moves Int32, offset Int64, \
             key Utf8, text Utf8, window_col Int8, window_row Int8, window_cols Int8, window_rows Int8, \
             window_open Int8, board_cols Int8, board_rows Int8, turn Utf8, canonical_turn Utf8, \
             turn_source Utf8, operation Utf8, dialect Utf8, answers Utf8, hash Utf8, name? Utf8, \
             charset? Utf8, solution? Binary, sgf? Binary"
        );
        assert_eq!(
            columns(&GameBatch::schema()),
            "source Utf8, tree Int32, moves Int32, offset Int64, key Utf8, board_cols Int8, \
             board_rows Int8, opening Int64, winner Utf8, year? Int32, komi? Float64, \
             handicap? Int64, black? Utf8, white? Utf8, black_rank? Utf8, white_rank? Utf8, \
             event? Utf8, name? Utf8, date? Utf8, result? Utf8, rules? Utf8, lines Binary, \
             charset? Utf8, sgf? Binary"
        );
        let signed = [DataType::Int8, DataType::Int32, DataType::Int64, DataType::Float64];
        let schemas = [
            SkipBatch::schema(),
            PositionBatch::schema(),
            CornerBatch::schema(),
            CoreBatch::schema(),
        ];
        for field in schemas.iter().flat_map(|schema| schema.fields()) {
            let kind = field.data_type();
            let is_known =
                signed.contains(kind) || [DataType::Utf8, DataType::Binary].contains(kind);
            assert!(is_known, "{field}");
        }
    }

    #[test]
    fn a_problem_is_a_row() {
        let record = problem("(;SZ[9]GN[one]AB[aa][ba]AW[ca]PL[W];W[cb])");
        let mut batch = ProblemBatch::default();
        batch.push("a.sgf", &record, true).unwrap();
        batch.push("b.sgf", &record, false).unwrap();
        assert!(!batch.is_full() && !batch.is_empty());
        let rows = batch.finish();
        assert_eq!((rows.num_rows(), batch.len()), (2, 0));
        assert_eq!(rows["source"].as_string::<i32>().value(1), "b.sgf");
        assert_eq!(int32(&rows, "tree"), [Some(7); 2]);
        assert_eq!(rows["offset"].as_primitive::<Int64Type>().value(0), 70);
        assert_eq!(rows["text"].as_string::<i32>().value(0), record.text);
        assert_eq!(texts(&rows, "key"), [Some(&*record.key.to_string()); 2]);
        assert_eq!(texts(&rows, "turn"), [Some("white"); 2]);
        assert_eq!(texts(&rows, "canonical_turn"), [Some(record.turn.name()); 2]);
        assert_eq!(texts(&rows, "turn_source"), [Some("PL"); 2]);
        assert_eq!(texts(&rows, "operation"), [Some(record.symmetry.name()); 2]);
        assert_eq!(texts(&rows, "dialect"), [Some("none"); 2]);
        assert_eq!(texts(&rows, "answers"), [Some(&*record.answers); 2]);
        let hash = PositionKey::from_bytes(crate::model::tree_hash(&record.sgf));
        assert_eq!(texts(&rows, "hash"), [Some(&*hash.to_string()); 2]);
        assert_eq!(int8(&rows, "board_cols"), [Some(9); 2]);
        assert_eq!(rows["name"].as_string::<i32>().value(0), "one");
        assert!(rows["charset"].is_null(0));
        assert_eq!(rows["sgf"].as_binary::<i32>().value(0), record.sgf);
        assert!(rows["sgf"].is_null(1));
        let with_bytes = add_key_bytes(rows.clone());
        assert_eq!(with_bytes["key_bytes"].as_binary::<i32>().value(1), record.key.as_bytes());
        assert_eq!(with_bytes.num_columns(), rows.num_columns() + 1);
    }

    #[test]
    fn a_game_is_a_row_with_the_key_of_its_moves() {
        let mut batch = GameBatch::default();
        let sgf = "(;SZ[9]PB[A]KM[6.5]DT[1999];B[cc];W[gg];B[cg])";
        for sgf in [sgf, "(;SZ[9];B[gg];W[cc];B[gc])", "(;SZ[9];B[gg];W[cc];B[gd])"] {
            batch.push("a.sgf", &game(sgf), true).unwrap();
        }
        let rows = batch.finish();
        let keys = texts(&rows, "key");
        assert_eq!(keys[0], keys[1]);
        assert_ne!(keys[0], keys[2]);
        // Files have these keys, so they never change.
        assert_eq!(keys[0], Some("01a4a9fdded5f37a27aad7b303d5f668"));
        assert_eq!(texts(&rows, "winner"), [Some("unknown"); 3]);
        assert_eq!(rows["komi"].as_primitive::<arrow_array::types::Float64Type>().value(0), 6.5);
        assert_eq!(int32(&rows, "year"), [Some(1999), None, None]);
    }

    #[test]
    fn a_fault_is_a_row_and_great_numbers_are_refused() {
        let mut batch = SkipBatch::default();
        let mut fault = Diagnostic::of_source("a.zip", Rule::Unreadable, "is encrypted");
        batch.push(&fault).unwrap();
        fault.location.tree = u32::MAX;
        let error = batch.push(&fault).unwrap_err().to_string();
        assert_eq!(
            error,
            "a.zip: tree 4294967295 is beyond the 2147483647 that a table can number"
        );
        let rows = batch.finish();
        assert_eq!(rows.num_rows(), 1);
        assert_eq!(rows["rule"].as_string::<i32>().value(0), "unreadable");
        assert_eq!(rows["disposition"].as_string::<i32>().value(0), "skipped");
    }

    #[test]
    fn positions_are_those_before_and_after_each_move() {
        let game = game("(;SZ[9]AB[gg][cc]HA[2];W[gc];B[])");
        let mut batch = PositionBatch::default();
        batch.push("a.sgf", 7, &game.lines).unwrap();
        assert!(batch.push("a.sgf", 8, b"junk").is_err());
        let rows = batch.finish();
        assert_eq!(int32(&rows, "number"), [Some(0), Some(1), Some(2)]);
        assert_eq!(texts(&rows, "color"), [None, Some("white"), Some("black")]);
        assert_eq!(int8(&rows, "col"), [None, Some(6), None]);
        assert_eq!(int8(&rows, "row"), [None, Some(2), None]);
        let keys = texts(&rows, "key");
        let goban = problem("(;SZ[9]AB[ga][ca]AW[gi])"); // not the window: the whole board
        assert_ne!(keys[0], Some(&*goban.key.to_string()));
        assert_eq!(keys[1], keys[2]);
        assert_ne!(keys[0], keys[1]);
    }

    #[test]
    fn moves_in_corners_are_rows() {
        let game = game("(;SZ[19]RE[B+R];B[pd];W[dd])");
        let mut batch = CornerBatch::default();
        let options = CornerOptions::default();
        batch.push("a.sgf", 7, game.info.winner, &game.lines, options).unwrap();
        let rows = batch.finish();
        let (moves, points) = (texts(&rows, "move"), texts(&rows, "point"));
        let inside: Vec<usize> = (0..moves.len()).filter(|&row| points[row].is_some()).collect();
        assert_eq!(inside.len(), 2);
        assert!(inside.iter().all(|&row| (moves[row], points[row]) == (Some("4-4"), Some("dd"))));
        assert_eq!(moves.iter().filter(|text| **text == Some("tenuki")).count(), moves.len() - 2);
        assert_eq!(texts(&rows, "winner"), vec![Some("black"); rows.num_rows()]);
        let node = rows["node"].as_primitive::<Int64Type>();
        assert_eq!(node.value(inside[0]), node.value(inside[1]));
        assert_ne!(texts(&rows, "turn")[inside[0]], texts(&rows, "turn")[inside[1]]);
    }
}
