//! The tree of joseki as SGF, for any editor.

use std::collections::HashSet;
use std::io::{self, Write};

use super::{Corner, Joseki, Move};
use crate::Color;
use crate::go::{Point, Size, Symmetry};
use crate::sgf::value::{letters, size_property};

/// A node that waits for its turn.
enum Task {
    /// A move that was played, and the corner and turn it leads to, if it is
    /// to be followed.
    Node { text: String, then: Option<(Corner, Color)>, depth: u32, is_main: bool },
    /// What ends a variation.
    Close,
}

/// Writes the moves of a corner as a tree on a 19x19 board, the corner at the
/// top right, with counts in comments; tenuki is a pass.
///
/// Moves are sorted by their number of games, tenuki last. Where tenuki is the
/// only move, the main line ends with a node that has only a comment, and the
/// tenuki is a variation beside it.
///
/// Moves in fewer than `least` games are left out, and so is what comes after
/// `depth` moves. What follows a position is written where it first comes.
///
/// # Errors
/// Those of `out`.
pub fn write_sgf(
    joseki: &Joseki,
    corner: &Corner,
    turn: Color,
    least: u64,
    depth: u32,
    out: &mut impl Write,
) -> io::Result<()> {
    let board = Size::STANDARD;
    let mirror = Symmetry::from_index(4).unwrap_or_default(); // the top left to the top right
    let at = |point: Point| letters(mirror.point(point, board));
    write!(out, "(;FF[4]GM[1]CA[UTF-8]{}", size_property(board))?;
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let stones: Vec<Point> =
            corner.board().stones().filter(|stone| stone.1 == color).map(|stone| stone.0).collect();
        if !stones.is_empty() {
            write!(out, "{name}")?;
            stones.iter().try_for_each(|&point| write!(out, "[{}]", at(point)))?;
        }
    }
    let mut seen = HashSet::new();
    let mut tasks = vec![Task::Node {
        text: format!("PL[{}]", turn.sgf_char()),
        then: Some((corner.clone(), turn)),
        depth,
        is_main: true,
    }];
    while let Some(task) = tasks.pop() {
        let Task::Node { text, then, depth, is_main } = task else {
            write!(out, ")")?;
            continue;
        };
        write!(out, "{text}")?;
        let Some((corner, turn)) = then else { continue };
        if depth == 0 || !seen.insert(corner.normal(turn).node) {
            continue;
        }
        let (games, moves) = joseki.moves(&corner, turn);
        let mut moves: Vec<&Move> =
            moves.iter().filter(|found| found.results.games >= least).collect();
        moves.sort_by_key(|found| found.point.is_none()); // stable: tenuki goes last
        let ends_here = is_main && moves.first().is_some_and(|first| first.point.is_none());
        let is_split = moves.len() > 1 || ends_here;
        for (number, found) in moves.iter().enumerate().rev() {
            let played = found.point.map(&at).unwrap_or_default();
            let comment = comment(found, games);
            let open = if is_split { "(" } else { "" };
            let text = format!("{open};{}[{played}]C[{comment}]", turn.sgf_char());
            let next = match found.point {
                Some(point) => corner.play(turn, point),
                None => Some(corner.clone()),
            };
            if is_split {
                tasks.push(Task::Close);
            }
            let then = next.map(|corner| (corner, !turn));
            let is_main = is_main && number == 0 && !ends_here;
            tasks.push(Task::Node { text, then, depth: depth - 1, is_main });
        }
        if ends_here {
            write!(out, "(;C[Only tenuki follows])")?;
        }
    }
    writeln!(out, ")")
}

/// What is known of a move, in words.
fn comment(found: &Move, games: u64) -> String {
    let results = &found.results;
    let mut text = format!("{} of {games} games", results.games);
    if results.wins + results.losses > 0 {
        text.push_str(&format!(", won {} lost {}", results.wins, results.losses));
    }
    if let Some((first, last)) = results.years {
        text.push_str(&if first == last {
            format!(", {first}")
        } else {
            format!(", {first}-{last}")
        });
    }
    text
}
