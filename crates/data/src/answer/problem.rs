//! A problem of a collection.

use std::collections::BTreeSet;

use serde::Serialize;

use super::columns::{Column, Kind};
use super::point_names::PointNames;
use crate::find::{Cluster, build_frame, find_comment, load_solution};
use crate::go::Point;
use crate::model::{find_problem_level, read_difficulty};
use crate::sgf::value::format_point;
use crate::solution::{Certainty, Solution};
use crate::store::{
    BoardRegion, Commented, Phrase, Store, StoreError, StoredPosition, StoredRecord,
};

/// A problem, as in its first record with an answer, or else in its first record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProblemJson {
    /// The key of the position.
    pub key: String,
    /// Who moves, in the colors of the record shown.
    pub turn: &'static str,
    /// Who moves, in the colors of the canonical text.
    pub canonical_turn: &'static str,
    /// The number of stones.
    pub stones: usize,
    /// `corner`, `side`, `center` or `board`.
    pub region: &'static str,
    /// Rows x columns.
    pub board: String,
    /// The number of selected records.
    pub records: usize,
    /// The number of sources of these records.
    pub sources: usize,
    /// The first moves that the record shown accepts: SGF points on its board, null for tenuki.
    pub answers: Vec<Option<String>>,
    /// How these are known: `marked`, `words` or `assumed`; null if there are none.
    pub certainty: Option<&'static str>,
    /// The points of `answers` for people, such as `Q16 tenuki`.
    #[serde(skip)]
    pub answer_names: String,
    /// The name of the source of the record shown.
    pub source: String,
    /// The number of its game tree in the source, from 1.
    pub tree: u32,
    /// The rank of the problem in that tree, from 1.
    pub problem: u32,
    /// The book that it is in, if names of sources tell one.
    pub book: Option<String>,
    /// Its number there.
    pub number: Option<u64>,
    /// SGF's GN.
    pub name: Option<String>,
    /// Its tags, sorted.
    pub tags: Vec<String>,
    /// Its [level](publish.md#the-set), such as `5k`.
    pub level: Option<String>,
    /// The first comment of that record with the words of the condition `comment`: the words and what is
    /// around them.
    pub comment: Option<String>,
    /// The number of moves before that comment, that of its own node included.
    pub comment_move: Option<u32>,
    /// The id of the record shown.
    #[serde(skip)]
    pub record_id: i64,
}

impl ProblemJson {
    /// The columns, in the order of the fields.
    pub const COLUMNS: &'static [Column] = &[
        Column::new("key", Kind::Text),
        Column::new("turn", Kind::Text),
        Column::out_of_table("canonical_turn", Kind::Text),
        Column::new("stones", Kind::Int32),
        Column::new("region", Kind::Text),
        Column::new("board", Kind::Text),
        Column::new("records", Kind::Int64),
        Column::new("sources", Kind::Int64),
        Column::new("answers", Kind::Texts),
        Column::out_of_table("certainty", Kind::Text),
        Column::new("source", Kind::Text),
        Column::new("tree", Kind::Int32),
        Column::out_of_table("problem", Kind::Int32),
        Column::out_of_table("book", Kind::Text),
        Column::out_of_table("number", Kind::Int64),
        Column::new("name", Kind::Text),
        Column::out_of_table("tags", Kind::Texts),
        Column::out_of_table("level", Kind::Text),
        Column::new("comment", Kind::Text),
        Column::out_of_table("comment_move", Kind::Int32),
    ];

    /// A problem with its selected records.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn new(
        store: &Store,
        position: &StoredPosition,
        cluster: &Cluster<'_>,
    ) -> Result<ProblemJson, StoreError> {
        let (mut shown, mut answers, mut certainty) = (cluster.first(), Vec::new(), None);
        for &record in &cluster.records {
            let solution = load_solution(store, record)?;
            let accepted = accepted_moves(&solution, record);
            if !accepted.is_empty() {
                (shown, answers, certainty) =
                    (record, accepted, solution.certainty(record.turn.color()));
                break;
            }
        }
        let mut sources: Vec<i64> = cluster.records.iter().map(|record| record.source_id).collect();
        sources.sort_unstable();
        sources.dedup();
        let place = shown.book_place();
        let tags = store.tags_of(position.key, cluster.turn)?.into_iter().map(|tag| tag.tag);
        let tags: BTreeSet<String> = tags.collect(); // of two sides to move, once
        let others = cluster.records.iter().filter(|record| record.id != shown.id);
        let level = find_problem_level(
            tags.iter().map(String::as_str),
            read_difficulty(&store.sgf(shown.id)?, shown.charset.as_ref()).as_deref(),
            std::iter::once(shown).chain(others.copied()).map(|record| &*record.at.source),
        );
        let board = shown.placement.board;
        let names = PointNames::whole(board);
        let answer_names: Vec<String> =
            answers.iter().map(|&point| names.name_move(point)).collect();
        Ok(ProblemJson {
            key: position.key.to_string(),
            turn: cluster.turn.transform(shown.at.symmetry).name(),
            canonical_turn: cluster.turn.name(),
            stones: position.text.bytes().filter(|byte| b"XO".contains(byte)).count(),
            region: BoardRegion::of_open_sides(shown.placement.open).name(),
            board: board.to_string(),
            records: cluster.records.len(),
            sources: sources.len(),
            answers: answers.into_iter().map(|point| point.map(format_point)).collect(),
            certainty: certainty.map(Certainty::name),
            answer_names: answer_names.join(" "),
            source: shown.at.source.clone(),
            tree: shown.at.tree,
            problem: shown.at.problem,
            book: place.book,
            number: place.number,
            name: shown.at.name.clone(),
            tags: tags.into_iter().collect(),
            level,
            comment: None,
            comment_move: None,
            record_id: shown.id,
        })
    }

    /// The problem with the first comment of its record that has a phrase.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn with_comment(
        self,
        store: &Store,
        phrase: Option<&Phrase>,
    ) -> Result<ProblemJson, StoreError> {
        let Some(phrase) = phrase else { return Ok(self) };
        let found = find_comment(store, Commented::Record(self.record_id), phrase)?;
        let (comment_move, comment) = found.map(|found| (found.moves, found.excerpt)).unzip();
        Ok(ProblemJson { comment, comment_move, ..self })
    }
}

/// The first moves that a record accepts, on its board; `None` is a tenuki, or a move beyond the
/// board.
pub fn accepted_moves(solution: &Solution, record: &StoredRecord) -> Vec<Option<Point>> {
    let frame = build_frame(record);
    let point = |at| frame.to_board(at, record.placement.board);
    let accepted = solution.accepted(record.turn.color());
    accepted.iter().map(|node| node.at.and_then(point)).collect()
}
