//! Problems as puzzles of online-go.com; what they hold is told by
//! [`Format::OgsJson`](super::Format::OgsJson).

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::Exported;
use super::puzzle::{Mark, Puzzle, Said};
use crate::Color;
use crate::escape::write_json_part;
use crate::go::Board;
use crate::model::{Occurrence, Source};
use crate::sgf::value::format_point;
use crate::solution::{Solution, Verdict};

/// All but the moves.
#[derive(Serialize)]
struct Head<'a> {
    mode: &'a str,
    name: &'a str,
    puzzle_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle_rank: Option<u8>,
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
pub(super) fn write(exported: &Exported<'_>, out: &mut impl Write) -> io::Result<()> {
    let puzzle = Puzzle::new(exported)?;
    let Occurrence { name, source, tree, .. } = &exported.problem.kept;
    let called = || format!("{} {tree}", Source::file_name(source));
    let name = name.clone().unwrap_or_else(called);
    let size = puzzle.board.size();
    let first_move = puzzle.solution.nodes.first().map(|node| node.color);
    let player = puzzle.turn.or(first_move).unwrap_or(Color::Black);
    let mut head = Vec::new();
    write_json_part(
        &mut head,
        &Head {
            mode: "puzzle",
            name: &name,
            puzzle_type: &genre(puzzle.genre.as_deref()),
            puzzle_rank: puzzle.difficulty.as_deref().and_then(rank),
            puzzle_description: &puzzle.root.text,
            puzzle_player_move_mode: "free",
            puzzle_opponent_move_mode: "automatic",
            width: size.cols(),
            height: size.rows(),
            initial_player: player.name(),
            initial_state: Stones {
                black: stones(&puzzle.board, Color::Black),
                white: stones(&puzzle.board, Color::White),
            },
        },
    )?;
    head.pop(); // its `}` comes behind the moves
    out.write_all(&head)?;
    out.write_all(b",\"move_tree\":{\"x\":-1,\"y\":-1")?;
    write_marks(&puzzle.root, out)?;
    write_moves(&puzzle, player, out)?;
    out.write_all(b"}}\n")
}

/// A kind of problem, by OGS' names.
fn genre(genre: Option<&str>) -> String {
    let genre = genre.map(|genre| genre.replace([' ', '-'], "_"));
    let is_name =
        |name: &String| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    genre.filter(is_name).unwrap_or_else(|| "life_and_death".to_owned())
}

/// The number of `12k` or `3d`; 30 is the first dan.
fn rank(difficulty: &str) -> Option<u8> {
    let grade =
        |grades: &str| grades.trim().parse::<u8>().ok().filter(|grade| (1..=30).contains(grade));
    match (difficulty.strip_suffix('k'), difficulty.strip_suffix('d')) {
        (Some(kyu), _) => Some(30 - grade(kyu)?),
        (_, Some(dan)) => Some(29 + grade(dan)?),
        _ => None,
    }
}

fn stones(board: &Board, color: Color) -> String {
    board
        .stones()
        .filter(|(_, stone)| *stone == color)
        .map(|(point, _)| format_point(point))
        .collect()
}

/// What is still to be written.
enum Step {
    /// A move, and who would play it if both took turns.
    Node(usize, Color),
    Text(&'static str),
}

/// Writes the moves behind the root.
fn write_moves(puzzle: &Puzzle, player: Color, out: &mut impl Write) -> io::Result<()> {
    let Puzzle { solution, said, .. } = puzzle;
    let mut children = vec![Vec::new(); solution.nodes.len()];
    let mut firsts = Vec::new();
    for (node, at) in solution.nodes.iter().zip(0..) {
        match node.parent {
            Some(parent) => children[parent as usize].push(at),
            None => firsts.push(at),
        }
    }
    let is_right = right(solution);
    let mut steps = Vec::new();
    push_branches(&firsts, player, &mut steps);
    while let Some(step) = steps.pop() {
        let (at, player) = match step {
            Step::Node(at, player) => (at, player),
            Step::Text(text) => {
                out.write_all(text.as_bytes())?;
                continue;
            }
        };
        let node = &solution.nodes[at];
        if node.color != player {
            out.write_all(b"{\"x\":-1,\"y\":-1,\"branches\":[")?;
            steps.push(Step::Text("]}"));
        }
        steps.push(Step::Text("}"));
        match node.at {
            Some(spot) => write!(out, "{{\"x\":{},\"y\":{}", spot.col, spot.row)?,
            None => out.write_all(b"{\"x\":-1,\"y\":-1")?,
        }
        if is_right[at] {
            out.write_all(b",\"correct_answer\":true")?;
        } else if node.verdict == Some(Verdict::Wrong) {
            out.write_all(b",\"wrong_answer\":true")?;
        }
        if !said[at].text.is_empty() {
            out.write_all(b",\"text\":")?;
            write_json_part(out, &said[at].text)?;
        }
        write_marks(&said[at], out)?;
        push_branches(&children[at], !node.color, &mut steps);
    }
    Ok(())
}

fn push_branches(branches: &[usize], player: Color, steps: &mut Vec<Step>) {
    if branches.is_empty() {
        return;
    }
    steps.push(Step::Text("]"));
    for (place, &at) in branches.iter().enumerate().rev() {
        steps.push(Step::Node(at, player));
        steps.push(Step::Text(if place == 0 { ",\"branches\":[" } else { "," }));
    }
}

/// Which moves end a line that is right, and what is asked for.
fn right(solution: &Solution) -> Vec<bool> {
    let mut is_refused: Vec<bool> = Vec::with_capacity(solution.nodes.len());
    for node in &solution.nodes {
        let before = node.parent.is_some_and(|parent| is_refused[parent as usize]);
        is_refused.push(before || node.steering.not_this);
    }
    let nodes = solution.nodes.iter().zip(is_refused);
    nodes.map(|(node, refused)| node.verdict == Some(Verdict::Right) && !refused).collect()
}

fn write_marks(said: &Said, out: &mut impl Write) -> io::Result<()> {
    let mut points: BTreeMap<_, BTreeMap<&str, Value<'_>>> = BTreeMap::new();
    for (point, mark) in &said.marks {
        let (name, value) = match mark {
            Mark::Triangle => ("triangle", Value::Is(true)),
            Mark::Square => ("square", Value::Is(true)),
            Mark::Circle => ("circle", Value::Is(true)),
            Mark::Cross => ("cross", Value::Is(true)),
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
