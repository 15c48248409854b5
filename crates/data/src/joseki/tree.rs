//! Export of joseki as an SGF tree.

use std::collections::HashMap;
use std::io::{self, Write};

use super::{Corner, CornerMoves, Joseki, Move};
use crate::Color;
use crate::go::{Point, Size, Symmetry};
use crate::sgf::value::{format_list, format_point, format_size_property};

/// Pending output.
enum Task {
    /// A node: its text, and the corner and player to move after it, if the node is
    /// followed.
    Node { text: String, then: Option<(Corner, Color)>, depth: u32, is_main: bool, is_pass: bool },
    /// The end of a variation.
    Close,
}

/// Writes the moves of a corner as a tree on a 19x19 board, the corner at the upper right,
/// with counts in comments. Tenuki is a pass; a second one in a row is left out. The board of each node has
/// letters on the moves that follow: `a` on the most frequent one, no `i`, at most 25.
///
/// Moves are sorted by their number of occurrences, tenuki last. Where tenuki is the
/// only move, the main line ends with a node that has only a comment, and the
/// tenuki is a variation beside it.
///
/// Omits moves in fewer than `least` games, and moves beyond `depth`. The continuations of
/// a position reached in several ways are written once, at its first occurrence.
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
    // From the upper left to the upper right.
    let mirror = Symmetry::from_index(4).expect("there are sixteen symmetries");
    let at = |point: Point| format_point(mirror.point(point, board));
    write!(out, "(;FF[4]GM[1]CA[UTF-8]{}", format_size_property(board))?;
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let stones = corner.board().stones().filter(|stone| stone.1 == color);
        write!(out, "{}", format_list(name, stones.map(|stone| at(stone.0))))?;
    }
    let mut seen = HashMap::new();
    let mut tasks = vec![Task::Node {
        text: format!("PL[{}]", turn.sgf_char()),
        then: Some((corner.clone(), turn)),
        depth,
        is_main: true,
        is_pass: false,
    }];
    while let Some(task) = tasks.pop() {
        let Task::Node { text, then, depth, is_main, is_pass } = task else {
            write!(out, ")")?;
            continue;
        };
        write!(out, "{text}")?;
        let Some((corner, turn)) = then else { continue };
        // A node that was reached by tenuki first lacks its tenuki, so it is followed once more.
        let node = corner.normalize(turn).node;
        let is_followed = seen.get(&node).is_some_and(|&after_pass: &bool| is_pass || !after_pass);
        if depth == 0 || is_followed {
            continue;
        }
        seen.insert(node, is_pass);
        let CornerMoves { occurrences, moves, .. } = joseki.moves(&corner, turn);
        let mut moves: Vec<&Move> =
            moves.iter().filter(|found| found.results.games >= least).collect();
        if is_pass {
            moves.retain(|found| found.point.is_some());
        }
        moves.sort_by_key(|found| found.point.is_none()); // stable: tenuki goes last
        let points = moves.iter().filter_map(|found| found.point);
        let labels = points.zip(move_letters());
        let labels = labels.map(|(point, letter)| format!("{}:{letter}", at(point)));
        write!(out, "{}", format_list("LB", labels))?;
        let ends_here = is_main && moves.first().is_some_and(|first| first.point.is_none());
        let is_split = moves.len() > 1 || ends_here;
        for (number, found) in moves.iter().enumerate().rev() {
            let played = found.point.map(&at).unwrap_or_default();
            let comment = comment(found, occurrences);
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
            let is_pass = found.point.is_none();
            tasks.push(Task::Node { text, then, depth: depth - 1, is_main, is_pass });
        }
        if ends_here {
            write!(out, "(;C[Only tenuki follows])")?;
        }
    }
    writeln!(out, ")")
}

/// The letters of the moves that follow, on the board: lower case, so that they are not taken for columns, and
/// without `i`, which is easily read as `j` or `l`. There are 25.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// let letters: String = gtn_db::joseki::move_letters().collect();
/// assert_eq!(letters, "abcdefghjklmnopqrstuvwxyz");
/// ```
pub fn move_letters() -> impl Iterator<Item = char> {
    ('a'..='z').filter(|&letter| letter != 'i')
}

/// Describes the results of a move.
fn comment(found: &Move, all: u64) -> String {
    let results = &found.results;
    let plural = if results.games == 1 { "" } else { "s" };
    let mut text = format!("{} of {all} in {} game{plural}", found.occurrences, results.games);
    if results.wins + results.losses > 0 {
        text.push_str(&format!(", won {} lost {}", results.wins, results.losses));
    }
    if let Some((first, last)) = results.breakdown.years.span() {
        text.push_str(&if first == last {
            format!(", {first}")
        } else {
            format!(", {first}-{last}")
        });
    }
    text
}
