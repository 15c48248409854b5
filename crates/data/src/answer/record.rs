//! A record of a position.

use serde::Serialize;

use super::point_names::PointNames;
use crate::extract::{TurnPhrase, extract_setup};
use crate::find::{build_frame, load_solution};
use crate::go::Point;
use crate::model::{BookPlace, Charset, TurnSource};
use crate::sgf::value::format_point;
use crate::solution::{Certainty, SolutionNode};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

/// A record of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecordJson {
    /// The key of the position.
    pub key: String,
    /// The canonical text of the position.
    pub text: String,
    /// Who moves, in the record's own colors.
    pub turn: &'static str,
    /// How that is known: `PL`, `first moves`, `words` or `none`.
    pub turn_source: &'static str,
    /// The phrase that names the side to move, if it is known by words.
    pub turn_words: Option<String>,
    /// Maps the record to the canonical text.
    pub operation: &'static str,
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// The rank of the problem in that tree, from 1.
    pub problem: u32,
    /// The book that it is in, if names of sources tell one.
    pub book: Option<String>,
    /// Its number there.
    pub number: Option<u64>,
    /// Bytes from the start of the source to the game tree.
    pub offset: u64,
    /// SGF's GN.
    pub name: Option<String>,
    /// The number of moves in the solution tree.
    pub moves: u32,
    /// How the record marks its answers.
    pub marks: &'static str,
    /// The first moves that the record accepts: SGF points on its board, null for tenuki.
    pub accepted: Vec<Option<String>>,
    /// How these are known: `marked`, `words` or `assumed`; null if there are none.
    pub certainty: Option<&'static str>,
    /// The points of `accepted` for people, such as `Q16 tenuki`.
    #[serde(skip)]
    pub accepted_names: String,
    /// Rows x columns.
    pub board: String,
    /// The window on that board: `{(column,row),columns,rows}`.
    pub window: String,
    /// The rectangle of `window` for people, such as `A1-K10`.
    #[serde(skip)]
    pub window_name: String,
    /// The charset of the game tree, and whether it was guessed.
    pub charset: String,
    /// The number, from 1, of the first record with the same game tree.
    pub copy_of: Option<usize>,
    /// The game tree, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sgf: Option<String>,
}

impl RecordJson {
    /// A record of `position`, without its game tree. `copy` is the index of the first record with
    /// the same game tree, as [`find_copies`](crate::find::find_copies) gives it.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn new(
        store: &Store,
        position: &StoredPosition,
        record: &StoredRecord,
        copy: Option<usize>,
    ) -> Result<RecordJson, StoreError> {
        let solution = load_solution(store, record)?;
        let turn = record.turn.color();
        let frame = build_frame(record);
        let board = record.placement.board;
        let names = PointNames::whole(board);
        let point = |node: &SolutionNode| frame.to_board(node.at?, board);
        let accepted: Vec<Option<Point>> = solution.accepted(turn).iter().map(point).collect();
        let accepted_names: Vec<String> =
            accepted.iter().map(|&point| names.name_move(point)).collect();
        let BookPlace { book, number } = record.book_place();
        Ok(RecordJson {
            key: position.key.to_string(),
            text: position.text.clone(),
            turn: record.own_turn().name(),
            turn_source: record.turn_source.name(),
            turn_words: find_turn_words(store, record)?,
            operation: record.at.symmetry.name(),
            source: record.at.source.clone(),
            tree: record.at.tree,
            problem: record.at.problem,
            book,
            number,
            offset: record.offset,
            name: record.at.name.clone(),
            moves: record.moves,
            marks: solution.dialect.name(),
            accepted: accepted.into_iter().map(|point| point.map(format_point)).collect(),
            certainty: solution.certainty(turn).map(Certainty::name),
            accepted_names: accepted_names.join(" "),
            board: board.to_string(),
            window: record.placement.region.to_string(),
            window_name: names.name_region(record.placement.region),
            charset: match &record.charset {
                None => "UTF-8".to_owned(),
                Some(charset) if charset.is_guessed => format!("{} (guessed)", charset.name),
                Some(charset) => charset.name.clone(),
            },
            copy_of: copy.map(|index| index + 1),
            sgf: None,
        })
    }

    /// Adds the game tree of the record, which must be that of [`new`](Self::new).
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn with_sgf(self, store: &Store, record: &StoredRecord) -> Result<RecordJson, StoreError> {
        let charset = Charset::for_reading(record.charset.as_ref());
        let sgf = charset.decode(&store.sgf(record.id)?).into_owned();
        Ok(RecordJson { sgf: Some(sgf), ..self })
    }
}

/// The phrase that names the side to move of a record, as its game tree has it; `None` if the side
/// to move is not known by words, or was read from other words by an older version of gtn-db.
///
/// # Errors
/// If the database cannot be read.
pub fn find_turn_words(store: &Store, record: &StoredRecord) -> Result<Option<String>, StoreError> {
    if record.turn_source != TurnSource::Words {
        return Ok(None);
    }
    let charset = Charset::for_reading(record.charset.as_ref());
    let setup = extract_setup(&store.sgf(record.id)?, charset);
    let words = setup.map(|setup| setup.turn_evidence.words).unwrap_or_default();
    let turn = record.own_turn().color();
    let color = words.color().filter(|&color| turn.is_none_or(|turn| turn == color));
    Ok(color.and_then(|color| words.phrase(color)).map(TurnPhrase::one_line))
}
