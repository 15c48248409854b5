//! The format [`Format::OgsJson`](super::Format::OgsJson).

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::oriented_problem::OrientedProblem;
use super::puzzle::{Annotation, Mark, Puzzle};
use crate::Color;
use crate::escape::write_json_part;
use crate::go::Board;
use crate::gtn::Mark as Sign;
use crate::model::{Occurrence, Source};
use crate::sgf::value::format_point;
use crate::solution::{Dialect, Loss, Losses, Solution, SolutionNode, Steering, Verdict};

/// The object without its move tree.
#[derive(Serialize)]
struct Head<'a> {
    mode: &'a str,
    name: &'a str,
    puzzle_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle_rank: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle_collection: Option<u64>,
    puzzle_description: &'a str,
    puzzle_player_move_mode: &'a str,
    puzzle_opponent_move_mode: &'a str,
    width: u8,
    height: u8,
    initial_player: &'a str,
    initial_state: Stones,
}

#[derive(Serialize)]
struct Stones {
    black: String,
    white: String,
}

/// The marks of a point.
#[derive(Serialize)]
struct Marked<'a> {
    x: u8,
    y: u8,
    marks: BTreeMap<&'a str, Value<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Value<'a> {
    Is(bool),
    Letter(&'a str),
}

/// Writes the puzzle.
pub(super) fn write(oriented: &OrientedProblem<'_>, out: &mut impl Write) -> io::Result<Losses> {
    let mut puzzle = Puzzle::new(oriented, &oriented.window()?);
    let kept = &oriented.problem.kept;
    let Occurrence { name, source, .. } = kept;
    let default_name = || format!("{} {}", Source::file_name(source), kept.tree_and_problem());
    let name = name.clone().unwrap_or_else(default_name);
    write_puzzle(&mut puzzle, &name, &oriented.problem.rights_texts(), None, out)?;
    Ok(puzzle.losses)
}

/// Writes a puzzle under a name, with its origins and rights at the end of its description, in the
/// collection with a number on the server.
///
/// # Errors
/// Those of `out`.
#[doc(hidden)]
pub fn write_puzzle(
    puzzle: &mut Puzzle,
    name: &str,
    origins: &[String],
    collection: Option<u64>,
    out: &mut impl Write,
) -> io::Result<()> {
    let size = puzzle.board.size();
    let player = puzzle.choose_player().unwrap_or(Color::Black);
    let description = [puzzle.annotation.text.clone(), origins.join("; ")];
    let description: Vec<&str> =
        description.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    let mut head = Vec::new();
    write_json_part(
        &mut head,
        &Head {
            mode: "puzzle",
            name,
            puzzle_type: &puzzle_type(puzzle.genre.as_deref()),
            puzzle_rank: puzzle.difficulty.as_deref().and_then(parse_rank),
            puzzle_collection: collection,
            puzzle_description: &description.join("\n\n"),
            puzzle_player_move_mode: "free",
            puzzle_opponent_move_mode: "automatic",
            width: size.cols(),
            height: size.rows(),
            initial_player: player.name(),
            initial_state: Stones {
                black: list_stones(&puzzle.board, Color::Black),
                white: list_stones(&puzzle.board, Color::White),
            },
        },
    )?;
    head.pop(); // the closing `}` follows the moves
    out.write_all(&head)?;
    out.write_all(b",\"move_tree\":{\"x\":-1,\"y\":-1")?;
    write_marks(&puzzle.annotation, out)?;
    write_moves(puzzle, player, out)?;
    out.write_all(b"}}\n")
}

/// The type of a puzzle, from GE.
fn puzzle_type(genre: Option<&str>) -> String {
    let genre = genre.map(|genre| genre.replace([' ', '-'], "_"));
    let is_name =
        |name: &String| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    genre.filter(is_name).unwrap_or_else(|| "life_and_death".to_owned())
}

/// Converts `12k` or `3d` into OGS' number, which is 30 for 1 dan.
fn parse_rank(difficulty: &str) -> Option<u8> {
    let grade =
        |grades: &str| grades.trim().parse::<u8>().ok().filter(|grade| (1..=30).contains(grade));
    match (difficulty.strip_suffix('k'), difficulty.strip_suffix('d')) {
        (Some(kyu), _) => Some(30 - grade(kyu)?),
        (_, Some(dan)) => Some(29 + grade(dan)?),
        _ => None,
    }
}

fn list_stones(board: &Board, color: Color) -> String {
    board
        .stones()
        .filter(|(_, stone)| *stone == color)
        .map(|(point, _)| format_point(point))
        .collect()
}

/// A part still to be written.
enum Part {
    /// The index of a move, and the player whose turn it is.
    Node(usize, Color),
    Text(&'static str),
}

/// Writes the move tree, without recursion, and counts what it cannot express.
fn write_moves(puzzle: &mut Puzzle, player: Color, out: &mut impl Write) -> io::Result<()> {
    let Puzzle { solution, annotations, losses, .. } = puzzle;
    let mut children = vec![Vec::new(); solution.nodes.len()];
    let mut firsts = Vec::new();
    for (node, at) in solution.nodes.iter().zip(0..) {
        match node.parent {
            Some(parent) => children[parent as usize].push(at),
            None => firsts.push(at),
        }
    }
    let is_right = find_right_ends(solution, player);
    count_losses(solution, player, losses);
    let mut parts = Vec::new();
    push_branches(&firsts, player, &mut parts);
    while let Some(part) = parts.pop() {
        let (at, player) = match part {
            Part::Node(at, player) => (at, player),
            Part::Text(text) => {
                out.write_all(text.as_bytes())?;
                continue;
            }
        };
        let node = &solution.nodes[at];
        if node.color != player {
            losses.add(Loss::InsertedPass);
            out.write_all(b"{\"x\":-1,\"y\":-1,\"branches\":[")?;
            parts.push(Part::Text("]}"));
        }
        parts.push(Part::Text("}"));
        match node.at {
            Some(at) => write!(out, "{{\"x\":{},\"y\":{}", at.col, at.row)?,
            None => out.write_all(b"{\"x\":-1,\"y\":-1")?,
        }
        if is_right[at] {
            out.write_all(b",\"correct_answer\":true")?;
        } else if node.verdict == Some(Verdict::Wrong) {
            out.write_all(b",\"wrong_answer\":true")?;
        }
        if !annotations[at].text.is_empty() {
            out.write_all(b",\"text\":")?;
            write_json_part(out, &annotations[at].text)?;
        }
        write_marks(&annotations[at], out)?;
        push_branches(&children[at], !node.color, &mut parts);
    }
    Ok(())
}

fn push_branches(branches: &[usize], player: Color, parts: &mut Vec<Part>) {
    if branches.is_empty() {
        return;
    }
    parts.push(Part::Text("]"));
    for (place, &at) in branches.iter().enumerate().rev() {
        parts.push(Part::Node(at, player));
        parts.push(Part::Text(if place == 0 { ",\"branches\":[" } else { "," }));
    }
}

/// For each move whether it ends a right line of this player without a move marked
/// `NOTTHIS`. A line in which the other player begins gets a pass as its first move, which
/// is no answer.
fn find_right_ends(solution: &Solution, player: Color) -> Vec<bool> {
    let nodes = solution.nodes.iter().zip(solution.find_refused());
    let nodes = nodes.zip(solution.find_first_colors());
    let is_right = |((node, is_refused), first): ((&SolutionNode, bool), Color)| {
        node.verdict == Some(Verdict::Right) && !is_refused && first == player
    };
    nodes.map(is_right).collect()
}

/// Counts the lines whose verdicts a puzzle cannot express, and the moves that steer replies.
fn count_losses(solution: &Solution, player: Color, losses: &mut Losses) {
    let (is_refused, first_colors) = (solution.find_refused(), solution.find_first_colors());
    let wrong = Some(Verdict::Wrong);
    for end in solution.leaves() {
        match solution.nodes[end].verdict {
            Some(Verdict::Right) if is_refused[end] => losses.add(Loss::RefusedLine { to: wrong }),
            Some(Verdict::Right) if first_colors[end] != player => losses.add(Loss::OtherPlayer),
            Some(Verdict::Right) if solution.dialect == Dialect::None => losses.add(Loss::Assumed),
            Some(Verdict::Right | Verdict::Wrong) => {}
            from => losses.add(Loss::Line { from, to: wrong }),
        }
    }
    for _ in solution.nodes.iter().filter(|node| node.steering != Steering::default()) {
        losses.add(Loss::Steering);
    }
}

fn write_marks(annotation: &Annotation, out: &mut impl Write) -> io::Result<()> {
    let mut points: BTreeMap<_, BTreeMap<&str, Value<'_>>> = BTreeMap::new();
    for (point, mark) in &annotation.marks {
        let (name, value) = match mark {
            Mark::Sign(Sign::Triangle) => ("triangle", Value::Is(true)),
            Mark::Sign(Sign::Square) => ("square", Value::Is(true)),
            Mark::Sign(Sign::Circle) => ("circle", Value::Is(true)),
            Mark::Sign(Sign::Cross) => ("cross", Value::Is(true)),
            Mark::Label(label) => ("letter", Value::Letter(label)),
        };
        points.entry(*point).or_default().insert(name, value);
    }
    if points.is_empty() {
        return Ok(());
    }
    let marked = points.into_iter().map(|(at, marks)| Marked { x: at.col, y: at.row, marks });
    out.write_all(b",\"marks\":")?;
    write_json_part(out, &marked.collect::<Vec<_>>())
}
