//! Problems as data for the script that plays them in a browser or on a card.

use serde::Serialize;

use super::diagram::Diagram;
use super::published_problem::PublishedProblem;
use crate::Color;
use crate::escape::Escaped;
use crate::extract::{names_color, names_place};
use crate::go::Point;
use crate::gtn::Mark;
use crate::sgf::value::format_point;
use crate::solution::Verdict;

/// The script: draws a board of this data, takes moves, and answers them.
pub(super) const SCRIPT: &str = include_str!("quiz.js");

/// A problem for the script.
#[derive(Debug, Serialize)]
pub(super) struct Quiz {
    key: String,
    /// Columns and rows of the board.
    size: [u8; 2],
    /// The part of the board that is shown: column, row, columns, rows.
    view: [u8; 4],
    /// The points of the stones, two letters each.
    black: String,
    white: String,
    /// `B` or `W`.
    turn: char,
    /// The marks of the question.
    #[serde(rename = "k", skip_serializing_if = "Vec::is_empty")]
    marks: Vec<MarkedPoint>,
    /// What the labels stand for that are too long for a board.
    #[serde(rename = "l", skip_serializing_if = "Vec::is_empty")]
    long_labels: Vec<String>,
    /// The number of symmetries, and of colors, in which the words of the problem stay right.
    forms: [u8; 2],
    moves: Vec<Move>,
    /// Whether there are answers, and the rules forbid all of them on this board.
    #[serde(rename = "u", skip_serializing_if = "is_false")]
    is_unplayable: bool,
}

/// A mark of the question.
#[derive(Debug, Serialize)]
struct MarkedPoint {
    #[serde(rename = "m")]
    at: String,
    /// `TR`, `SQ`, `CR` or `MA`, as in SGF; none for a label.
    #[serde(rename = "k", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

/// A move of the solution.
#[derive(Debug, Serialize)]
struct Move {
    /// The number of the move before; -1 for a first move.
    #[serde(rename = "p")]
    parent: i64,
    #[serde(rename = "c")]
    color: char,
    /// The point; empty for tenuki.
    #[serde(rename = "m")]
    at: String,
    /// The points that are captured.
    #[serde(rename = "x", skip_serializing_if = "String::is_empty")]
    captured: String,
    /// Whether a right line goes through the move.
    #[serde(rename = "r", skip_serializing_if = "is_false")]
    leads_right: bool,
    /// Whether a right line ends here.
    #[serde(rename = "e", skip_serializing_if = "is_false")]
    is_solved: bool,
    /// Whether this reply is played even if others come first.
    #[serde(rename = "f", skip_serializing_if = "is_false")]
    is_forced: bool,
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

/// The forms that a card may take: 0 to 7 are symmetries, 8 to 15 the same with other colors.
fn count_forms(problem: &PublishedProblem) -> [u8; 2] {
    let texts = problem.tree.moves.iter().filter_map(|one| one.comment.as_deref());
    let texts: Vec<&str> = texts.chain(problem.tree.comment.as_deref()).collect();
    let symmetries = if texts.iter().any(|text| names_place(text)) { 1 } else { 8 };
    let colors = if texts.iter().any(|text| names_color(text)) { 1 } else { 2 };
    [symmetries, colors]
}

fn is_false(value: &bool) -> bool {
    !value
}

/// The lines of a text, with its control characters as visible escapes.
fn shown(text: &str) -> String {
    text.lines().map(|line| Escaped(line).to_string()).collect::<Vec<_>>().join("\n")
}

fn points(points: impl IntoIterator<Item = Point>) -> String {
    points.into_iter().map(format_point).collect()
}

/// The marks of a question, with what its long labels stand for.
fn list_marks(problem: &PublishedProblem) -> (Vec<MarkedPoint>, Vec<String>) {
    let Diagram { picture, captions, .. } = problem.question();
    let origin = picture.place.expect("a diagram of a problem has its place").origin;
    let on_board = |at: Point| format_point(Point::new(at.col + origin.col, at.row + origin.row));
    let labels = picture.labels.iter().map(|(at, label)| MarkedPoint {
        at: on_board(*at),
        kind: None,
        label: Some(shown(label)),
    });
    let cells = picture.diagram.size().points().zip(picture.diagram.cells());
    let marks = cells.filter_map(|(at, cell)| {
        let kind = match cell.mark? {
            Mark::Triangle => "TR",
            Mark::Square => "SQ",
            Mark::Circle => "CR",
            Mark::Cross => "MA",
        };
        Some(MarkedPoint { at: on_board(at), kind: Some(kind), label: None })
    });
    (marks.chain(labels).collect(), captions.iter().map(|caption| shown(caption)).collect())
}

impl Quiz {
    pub(super) fn new(problem: &PublishedProblem) -> Quiz {
        let tree = &problem.tree;
        let size = tree.board.size();
        let view = problem.view_with_margin();
        let of = |color: Color| {
            points(tree.board.stones().filter(|(_, stone)| *stone == color).map(|(at, _)| at))
        };
        // Moves that the rules forbid, and those behind them, are no part of the game.
        let mut numbers = vec![None; tree.moves.len()];
        let mut moves: Vec<Move> = Vec::with_capacity(tree.moves.len());
        for (number, one) in tree.moves.iter().enumerate() {
            let parent = match one.parent {
                None => Some(-1),
                Some(parent) => numbers[parent as usize],
            };
            let (Some(parent), Some(removed)) = (parent, &one.removed) else { continue };
            numbers[number] = Some(moves.len() as i64);
            moves.push(Move {
                parent,
                color: one.color.sgf_char(),
                at: one.at.map(format_point).unwrap_or_default(),
                captured: points(removed.iter().copied()),
                leads_right: one.leads_right,
                is_solved: one.verdict == Some(Verdict::Right) && !one.is_refused,
                is_forced: one.is_forced,
                comment: one.comment.as_deref().map(shown),
            });
        }
        let player = tree.player.sgf_char();
        let (marks, long_labels) = list_marks(problem);
        let is_answer = |one: &Move| one.parent == -1 && one.leads_right && one.color == player;
        Quiz {
            key: format!("{}{}", problem.key, problem.canonical_turn.name()),
            size: [size.cols(), size.rows()],
            view,
            black: of(Color::Black),
            white: of(Color::White),
            turn: player,
            marks,
            long_labels,
            forms: count_forms(problem),
            is_unplayable: !problem.answers().is_empty() && !moves.iter().any(is_answer),
            moves,
        }
    }

    /// The data as JSON that can stand in an element `script` of HTML, and in a field of a card.
    pub(super) fn to_json(&self) -> String {
        let json = serde_json::to_string(self).expect("a quiz has only texts and numbers");
        let mut out = String::with_capacity(json.len());
        let (mut is_text, mut is_escaped) = (false, false);
        for char in json.chars() {
            is_text ^= char == '"' && !is_escaped;
            is_escaped = char == '\\' && !is_escaped;
            match char {
                // What means something to Anki in a text.
                '[' | ']' | '{' | '}' | '(' | ')' if is_text => {
                    out.push_str(&format!("\\u{:04x}", u32::from(char)));
                }
                // Nothing in it ends the element or begins markup.
                '<'
                | '>'
                | '&'
                | '\u{7f}'..='\u{9f}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}' => {
                    out.push_str(&format!("\\u{:04x}", u32::from(char)));
                }
                char => out.push(char),
            }
        }
        out
    }
}
