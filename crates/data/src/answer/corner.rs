//! A position in a corner with the moves that were played next.

use serde::Serialize;

use super::asked_corner::AskedCorner;
use super::fashion::Aspects;
use super::point_names::{PointNames, letter};
use super::results::ResultsJson;
use crate::Color;
use crate::go::Point;
use crate::joseki::{Corner, CornerMoves, Move};

/// A position of a corner.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CornerJson {
    /// The moves that lead to the position, such as `X(7,4)` or `tenuki`, if a tree was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// The key of the whole window: the canonical text of all its columns and rows.
    pub key: String,
    /// Who is to move, in the colors of the query.
    pub turn: &'static str,
    /// Games in which that player was to move in this position.
    pub games: u64,
    /// The corners of lines in which that player was to move in this position.
    pub occurrences: u64,
    /// The moves, the most frequent first.
    pub moves: Vec<CornerMoveJson>,
    /// The moves of `line` for people, such as `R17 tenuki`.
    #[serde(skip)]
    pub line_names: String,
}

/// A move in a corner.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CornerMoveJson {
    /// The point in the window of the query.
    #[serde(skip)]
    pub at: Option<Point>,
    /// The letter of the move on a drawn board.
    #[serde(skip)]
    pub letter: Option<char>,
    /// The point in the window, as (column,row); null for tenuki.
    pub point: Option<String>,
    /// The point as on a board, such as `R17`; null for tenuki.
    pub point_name: Option<String>,
    /// Games in which the move was played.
    pub games: u64,
    /// Occurrences in which the move was played.
    pub occurrences: u64,
    /// Their share of all occurrences of the position, 0 to 1.
    pub share: f64,
    /// The results of these games; wins and losses are those of occurrences.
    #[serde(flatten)]
    pub results: ResultsJson,
}

impl CornerJson {
    /// The position `corner` with `turn` to move, with all or some of its moves as
    /// [`Joseki::moves`](crate::joseki::Joseki::moves) gives them. The position is in the
    /// orientation of `asked`.
    pub fn new(
        asked: &AskedCorner,
        corner: &Corner,
        turn: Color,
        counted: &CornerMoves,
        aspects: Aspects,
    ) -> CornerJson {
        let names = PointNames::new(asked.place());
        let mut letters = (0..).map_while(letter);
        let describe = |found: &Move| {
            let point = found.point.map(|point| asked.point(point));
            CornerMoveJson {
                at: point,
                letter: point.and_then(|_| letters.next()),
                point: point.map(|point| point.to_string()),
                point_name: point.map(|point| names.name(point)),
                games: found.results.games,
                occurrences: found.occurrences,
                share: found.occurrences as f64 / counted.occurrences as f64,
                results: ResultsJson::new(&found.results, &counted.breakdown, aspects),
            }
        };
        CornerJson {
            line: None,
            key: asked.diagram(corner).sub_position().canonicalize().key().to_string(),
            turn: turn.name(),
            games: counted.games,
            occurrences: counted.occurrences,
            moves: counted.moves.iter().map(describe).collect(),
            line_names: String::new(),
        }
    }

    /// Adds the moves that lead to the position, with their points in the window of the query.
    pub fn with_line(self, asked: &AskedCorner, line: &[(Color, Option<Point>)]) -> CornerJson {
        let names = PointNames::new(asked.place());
        let describe = |&(color, point): &(Color, Option<Point>)| {
            point.map_or("tenuki".to_owned(), |point| format!("{}{point}", color.gtn_char()))
        };
        let line_names: Vec<String> =
            line.iter().map(|&(_, point)| names.name_move(point)).collect();
        CornerJson {
            line: Some(line.iter().map(describe).collect()),
            line_names: line_names.join(" "),
            ..self
        }
    }
}
