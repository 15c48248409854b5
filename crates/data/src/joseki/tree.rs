//! Export of joseki as an SGF tree.

use std::collections::HashMap;
use std::io::{self, Write};

use super::{Corner, CornerMoves, Dictionary, Joseki, Move};
use crate::Color;
use crate::go::{Point, Size, Symmetry};
use crate::sgf::value::{escape, format_list, format_point, format_size_property};

/// The most moves without games that a tree has.
const MAX_WRITTEN: usize = 100_000;

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
/// The moves of a dictionary are written, too, behind those of games, and its comments behind the counts. It
/// changes no count: a move that only the dictionary has is one without games. A tree has 100,000 of these
/// at most; returns how many are left out.
///
/// # Errors
/// Those of `out`.
pub fn write_sgf(
    joseki: &Joseki,
    dictionary: Option<&Dictionary>,
    (corner, turn): (&Corner, Color),
    least: u64,
    depth: u32,
    out: &mut impl Write,
) -> io::Result<usize> {
    let mut written = 0;
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
        let CornerMoves { occurrences, mut moves, .. } = joseki.moves(&corner, turn);
        let mut others = dictionary.map_or(Vec::new(), |others| others.moves(&corner, turn));
        moves.retain(|found| found.results.games >= least || others.contains(&found.point));
        others.retain(|&point| moves.iter().all(|found| found.point != point));
        moves.extend(others.into_iter().map(|point| Move { point, ..Move::default() }));
        moves.retain(|found| {
            let is_written = found.results.games == 0;
            let is_kept = !(is_pass && found.point.is_none());
            written += usize::from(is_kept && is_written);
            is_kept && (!is_written || written <= MAX_WRITTEN)
        });
        moves.sort_by_key(|found| found.point.is_none()); // stable: tenuki goes last
        let points = moves.iter().filter_map(|found| found.point);
        let labels = points.zip(move_letters());
        let labels = labels.map(|(point, letter)| format!("{}:{letter}", at(point)));
        write!(out, "{}", format_list("LB", labels))?;
        let ends_here = is_main && moves.first().is_some_and(|first| first.point.is_none());
        let is_split = moves.len() > 1 || ends_here;
        for (number, found) in moves.iter().enumerate().rev() {
            let played = found.point.map(&at).unwrap_or_default();
            let texts = dictionary.map_or(&[][..], |all| all.comments(&corner, turn, found.point));
            let comment = comment(found, occurrences, least, texts);
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
    writeln!(out, ")")?;
    Ok(written.saturating_sub(MAX_WRITTEN))
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

/// Describes the results of a move, with the comments of a dictionary. Games that are fewer than `least` may
/// not have been counted.
fn comment(found: &Move, all: u64, least: u64, texts: &[String]) -> String {
    let results = &found.results;
    let plural = if results.games == 1 { "" } else { "s" };
    let mut text = match results.games {
        0 if least > 1 => format!("fewer than {least} games"),
        0 => "no games".to_owned(),
        games => format!("{} of {all} in {games} game{plural}", found.occurrences),
    };
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
    for written in texts {
        text.push_str("\n\n");
        text.push_str(&escape(written));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameEncoder;
    use crate::joseki::{CornerOptions, Kept};
    use crate::model::{GameOutcome, Winner};
    use crate::sgf::{Charset, GameTree};

    fn encode(moves: &[(u8, u8)], others: &[(u8, u8)]) -> Vec<u8> {
        let mut encoder = GameEncoder::new(Size::STANDARD, &[]);
        for moves in [moves, others] {
            for (&(col, row), number) in moves.iter().zip(0..) {
                encoder.play(Color::ALL[number % 2], Point::new(col, row), &[]);
            }
            encoder.go_back(1);
        }
        encoder.finish()
    }

    fn joseki(games: &[&[u8]]) -> Joseki {
        let outcome = |id| GameOutcome { id, winner: Winner::Black, year: None, ranks: [None; 2] };
        let games: Vec<_> = games.iter().zip(1..).map(|(game, id)| (outcome(id), *game)).collect();
        Joseki::new(&games, CornerOptions::default(), Kept::All).unwrap()
    }

    fn tree(joseki: &Joseki, dictionary: Option<&Dictionary>, least: u64) -> String {
        let (corner, mut out) = (Corner::empty(10).unwrap(), Vec::new());
        let from = (&corner, Color::Black);
        assert_eq!(write_sgf(joseki, dictionary, from, least, 30, &mut out).unwrap(), 0);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_dictionary_changes_no_count() {
        let game = encode(&[(15, 3), (16, 5)], &[]);
        let played = joseki(&[&game, &game]);
        let written = encode(&[(15, 3), (16, 5), (13, 2)], &[(15, 3), (16, 3)]);
        let mut dictionary = Dictionary::new(joseki(&[&written]));
        let comments = "(;(;B[pd]C[star];W[qf];B[nc]C[back\\] here])(;B[pd];W[qd]C[high]))";
        let comments = GameTree::read(comments.as_bytes(), Charset::UTF_8);
        dictionary.add_comments(&comments, Size::STANDARD);
        let without = tree(&played, None, 1);
        let with = tree(&played, Some(&dictionary), 1);
        assert!(!without.contains("no games"), "{without}");
        // What games have is as without the dictionary, in the same order.
        let counts = |tree: &str| {
            let texts =
                tree.split("C[").skip(1).map(|text| text.split([']', '\n']).next().unwrap());
            let texts = texts.filter(|text| *text != "no games");
            texts.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(counts(&with), counts(&without));
        assert!(with.contains("2 games, won 2 lost 0\n\nstar]"), "{with}");
        assert!(with.contains(";B[qf]C[no games\n\nback\\] here]"), "{with}");
        assert!(tree(&played, Some(&dictionary), 2).contains("C[fewer than 2 games\n\nback"));
        // A line that ends is no tenuki.
        let alone = tree(&joseki(&[]), Some(&dictionary), 1);
        assert!(!alone.contains("[]"), "{alone}");
        assert!(alone.contains("C[no games\n\nhigh]"), "{alone}");
    }

    #[test]
    fn tenuki_of_a_dictionary_leads_to_its_next_move() {
        let mut encoder = GameEncoder::new(Size::STANDARD, &[]);
        encoder.play(Color::Black, Point::new(15, 3), &[]);
        encoder.pass(Color::White);
        encoder.play(Color::Black, Point::new(16, 5), &[]);
        let dictionary = Dictionary::new(joseki(&[&encoder.finish()]));
        let tree = tree(&joseki(&[]), Some(&dictionary), 1);
        assert!(tree.contains(";W[]C[no games]LB[qf:a];B[qf]C[no games]"), "{tree}");
    }
}
