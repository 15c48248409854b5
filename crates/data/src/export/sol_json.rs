//! The format [`Format::SolJson`](super::Format::SolJson).

use std::io::{self, Write};

use serde::Serialize;

use super::oriented_problem::OrientedProblem;
use super::puzzle::Puzzle;
use crate::Color;
use crate::escape::write_json;
use crate::sgf::value::format_point;
use crate::solution::{Dialect, Loss, Losses, SolutionNode, Steering};

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
    /// Color, point, comment, and an empty text.
    #[serde(rename = "SOL")]
    answers: Vec<[String; 4]>,
}

/// Writes the object.
pub(super) fn write(oriented: &OrientedProblem<'_>, out: &mut impl Write) -> io::Result<Losses> {
    let mut puzzle = Puzzle::new(oriented, &oriented.window()?);
    let player = puzzle.choose_player();
    let accepted = puzzle.solution.accepted(None);
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
        // Without a side to move, the colors of the first moves tell it.
        comment: build_comment(puzzle.turn.and(player), &puzzle.annotation.text),
        answers: list_answers(&puzzle, &accepted),
    };
    write_json(out, &row)?;
    Ok(count_losses(puzzle, &accepted))
}

/// What the first moves alone do not say.
fn count_losses(puzzle: Puzzle, accepted: &[SolutionNode]) -> Losses {
    let Puzzle { solution, mut losses, .. } = puzzle;
    for _ in accepted.len()..solution.nodes.len() {
        losses.add(Loss::Move);
    }
    for answer in accepted {
        if solution.dialect == Dialect::None {
            losses.add(Loss::Assumed);
        }
        if answer.steering != Steering::default() {
            losses.add(Loss::Steering);
        }
    }
    losses
}

/// Lists the first moves that are right, with their comments.
fn list_answers(puzzle: &Puzzle, accepted: &[SolutionNode]) -> Vec<[String; 4]> {
    let Puzzle { board, solution, annotations, .. } = puzzle;
    let entry = |answer: &SolutionNode| {
        let text = solution
            .nodes
            .iter()
            .zip(annotations)
            .filter(|(node, _)| node.parent.is_none() && node.is_same_move(answer))
            .map(|(_, annotation)| annotation.text.clone())
            .find(|text| !text.is_empty());
        let point = answer.at.and_then(|at| at.on_board(board.size())).map(format_point);
        [
            answer.color.sgf_char().to_string(),
            point.unwrap_or_default(),
            text.unwrap_or_default(),
            String::new(),
        ]
    };
    accepted.iter().map(entry).collect()
}

/// The side to move in words, followed by the comment of the problem.
fn build_comment(turn: Option<Color>, text: &str) -> String {
    let Some(turn) = turn else { return text.to_owned() };
    let words = |color| match color {
        Color::Black => "Black to play",
        Color::White => "White to play",
    };
    // A comment that begins with the side to move gets the current one: colors
    // may have been exchanged.
    let rest = Color::ALL.into_iter().find_map(|color| text.strip_prefix(words(color)));
    match rest {
        Some(rest) => format!("{}{rest}", words(turn)),
        None if text.is_empty() => words(turn).to_owned(),
        None => format!("{}: {text}", words(turn)),
    }
}
