//! Problems with the first moves that are right; what is written is told by
//! [`Format::SolJson`](super::Format::SolJson).

use std::io::{self, Write};

use serde::Serialize;

use super::Exported;
use super::puzzle::Puzzle;
use crate::Color;
use crate::escape::write_json;
use crate::sgf::value::format_point;

#[derive(Serialize)]
struct Row {
    #[serde(rename = "AB")]
    black: Vec<String>,
    #[serde(rename = "AW")]
    white: Vec<String>,
    #[serde(rename = "SZ")]
    size: String,
    #[serde(rename = "C")]
    comment: String,
    /// Color, point, comment, and a text that stays empty.
    #[serde(rename = "SOL")]
    answers: Vec<[String; 4]>,
}

/// Writes the object.
pub(super) fn write(exported: &Exported<'_>, out: &mut impl Write) -> io::Result<()> {
    let puzzle = Puzzle::new(exported)?;
    let size = puzzle.board.size();
    let stones = |color| {
        let stones = puzzle.board.stones().filter(|(_, stone)| *stone == color);
        stones.map(|(point, _)| format_point(point)).collect()
    };
    let is_square = size.cols() == size.rows();
    let row = Row {
        black: stones(Color::Black),
        white: stones(Color::White),
        size: if is_square {
            size.cols().to_string()
        } else {
            format!("{}:{}", size.cols(), size.rows())
        },
        comment: comment(puzzle.turn, &puzzle.root.text),
        answers: answers(&puzzle),
    };
    write_json(out, &row)
}

/// The first moves that are right.
fn answers(puzzle: &Puzzle) -> Vec<[String; 4]> {
    let Puzzle { board, solution, said, .. } = puzzle;
    let accepted = solution.accepted(puzzle.turn).into_iter();
    let entry = |answer: crate::solution::Node| {
        let firsts = solution.nodes.iter().zip(said).filter(|(node, _)| node.parent.is_none());
        let mut same = firsts.filter(|(node, _)| node.is_same_move(&answer));
        let point = answer.at.and_then(|spot| spot.point(board.size())).map(format_point);
        let text = same.find(|(_, said)| !said.text.is_empty()).map(|(_, said)| said.text.clone());
        [
            answer.color.sgf_char().to_string(),
            point.unwrap_or_default(),
            text.unwrap_or_default(),
            String::new(),
        ]
    };
    accepted.map(entry).collect()
}

/// Who is to move, in words, and what is said beside.
fn comment(turn: Option<Color>, text: &str) -> String {
    let Some(turn) = turn else { return text.to_owned() };
    let words = |color| match color {
        Color::Black => "Black to play",
        Color::White => "White to play",
    };
    // Where the colors were exchanged, the old words would be wrong.
    let told = Color::ALL.into_iter().find_map(|color| text.strip_prefix(words(color)));
    match told {
        Some(rest) => format!("{}{rest}", words(turn)),
        None if text.is_empty() => words(turn).to_owned(),
        None => format!("{}: {text}", words(turn)),
    }
}
