//! The assets of the app WeiqiHub: `wqhub.db` and `collections.json`.
//!
//! Source: its tables `tasks` and `collection_tasks`, and `lib/train/task_db.dart` of
//! ale64bit/WeiqiHub for ranks, types and fingerprints. A variation tree is a text: each move is a point of
//! two letters, behind it its replies and `<`, or `0` for right and `1` for wrong at the end of a line.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use rusqlite::{Connection, params};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::manifest::{MANIFEST_NAME, Manifest};
use super::output::Folder;
use super::publication::Publication;
use super::published_problem::PublishedProblem;
use super::sqlite::build_database;
use crate::Color;
use crate::find::TreeMove;
use crate::go::Point;
use crate::sgf::value::format_point;
use crate::solution::Verdict;

const SCHEMA: &str = "
    CREATE TABLE tasks (rank INTEGER NOT NULL, type INTEGER NOT NULL, id INTEGER NOT NULL,
        first INTEGER NOT NULL, board_size INTEGER NOT NULL, subboard_size INTEGER NOT NULL,
        top_left_r INTEGER NOT NULL, top_left_c INTEGER NOT NULL, black_stones STRING NOT NULL,
        white_stones STRING NOT NULL, variation_tree STRING NOT NULL, fingerprint BLOB NOT NULL,
        PRIMARY KEY (rank, type, id));
    CREATE TABLE collection_tasks (id INTEGER NOT NULL, idx INTEGER NOT NULL, rank INTEGER NOT NULL,
        type INTEGER NOT NULL, task_id INTEGER NOT NULL,
        FOREIGN KEY (rank, type, task_id) REFERENCES tasks (rank, type, id), PRIMARY KEY (id, idx));";

/// The types of tasks in the order of their numbers, with the words of GE and of names that mean them.
const TYPES: [(&str, &[&str]); 10] = [
    ("life-and-death", &["life", "tsumego", "死活"]),
    ("tesuji", &["tesuji", "手筋"]),
    ("capture", &["capture stones", "capturing", "吃子"]),
    ("capture-race", &["race", "capturing race", "semeai", "对杀", "攻合"]),
    ("opening", &["opening", "fuseki", "布局", "布石"]),
    ("joseki", &["joseki", "定石", "定式"]),
    ("middlegame", &["middle", "中盘", "中盤"]),
    ("endgame", &["endgame", "end game", "yose", "官子", "ヨセ"]),
    ("theory", &["theory"]),
    ("appreciation", &["appreciation"]),
];

/// The names of the types of tasks.
pub fn weiqihub_types() -> impl Iterator<Item = &'static str> {
    TYPES.iter().map(|(name, _)| *name)
}

/// What problems get that say nothing of it; without it they are left out.
#[derive(Clone, Debug, Default)]
pub struct WeiqihubDefaults {
    /// The level, such as `10k`.
    pub level: Option<String>,
    /// The type, one of [`weiqihub_types`].
    pub kind: Option<String>,
}

/// A problem as a row of `tasks`.
struct Task<'a> {
    problem: &'a PublishedProblem,
    rank: i64,
    kind: i64,
    tree: String,
}

/// Writes the two files and a manifest. Returns why problems were left out, each a phrase behind "3 problems", with
/// their numbers.
///
/// # Errors
/// Those of the folder.
pub fn write_weiqihub(
    publication: &Publication,
    defaults: &WeiqihubDefaults,
    folder: &mut dyn Folder,
) -> io::Result<BTreeMap<&'static str, u64>> {
    let mut left_out = BTreeMap::new();
    let mut missing = BTreeSet::new();
    let mut chapters = Vec::new();
    for chapter in &publication.chapters {
        let mut tasks = Vec::new();
        for problem in &chapter.problems {
            match Task::new(problem, defaults) {
                Ok(task) => tasks.push(task),
                Err(reason) => {
                    *left_out.entry(reason).or_default() += 1;
                    missing.insert(problem.number);
                }
            }
        }
        chapters.push((chapter.title.as_deref().unwrap_or(&publication.title), tasks));
    }
    chapters.retain(|(_, tasks)| !tasks.is_empty());
    let database = build_database(|connection| fill(connection, &chapters))?;
    folder.add("wqhub.db", &database)?;
    let children: Vec<_> = (2..)
        .zip(&chapters)
        .map(|(id, (title, tasks))| {
            let ranks: i64 = tasks.iter().map(|task| task.rank).sum();
            let average = ranks / tasks.len() as i64; // no chapter is empty
            json!({ "id": id, "title": title, "taskCount": tasks.len(), "avgRank": average })
        })
        .collect();
    let count: usize = chapters.iter().map(|(_, tasks)| tasks.len()).sum();
    let collections = json!({
        "id": 1, "title": publication.title, "taskCount": count, "children": children,
    });
    let mut text = serde_json::to_vec_pretty(&collections)?;
    text.push(b'\n');
    folder.add("collections.json", &text)?;
    let mut manifest = Manifest::new(publication);
    manifest.leave_out(&missing, &left_out);
    folder.add(MANIFEST_NAME, &manifest.to_json()?)?;
    Ok(left_out)
}

fn fill(connection: &Connection, chapters: &[(&str, Vec<Task<'_>>)]) -> rusqlite::Result<()> {
    connection.execute_batch(SCHEMA)?;
    let mut task = connection
        .prepare("INSERT INTO tasks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")?;
    let mut place =
        connection.prepare("INSERT INTO collection_tasks VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (collection, (_, tasks)) in (2..).zip(chapters) {
        for (index, Task { problem, rank, kind, tree }) in (0..).zip(tasks) {
            let board = &problem.tree.board;
            let stones = |color: Color| -> String {
                let of = board.stones().filter(|(_, stone)| *stone == color);
                of.map(|(at, _)| format_point(at)).collect()
            };
            let (size, row, col) = sub_board(problem);
            task.execute(params![
                rank,
                kind,
                problem.number as i64,
                i64::from(problem.tree.player == Color::White),
                board.size().cols(),
                size,
                row,
                col,
                stones(Color::Black),
                stones(Color::White),
                tree,
                fingerprint(problem),
            ])?;
            place.execute(params![collection, index, rank, kind, problem.number as i64])?;
        }
    }
    Ok(())
}

impl<'a> Task<'a> {
    fn new(
        problem: &'a PublishedProblem,
        defaults: &WeiqihubDefaults,
    ) -> Result<Task<'a>, &'static str> {
        let size = problem.tree.board.size();
        if size.cols() != size.rows() {
            return Err("on boards that are not square");
        }
        if size.cols() > 26 {
            return Err("on boards of more than 26 lines");
        }
        if problem.answers().is_empty() {
            return Err("without an answer");
        }
        let level = problem.level.as_ref().or(defaults.level.as_ref());
        let rank = level.and_then(|level| rank_number(level)).ok_or("without a level")?;
        let kind = find_kind(problem);
        let kind = kind.or_else(|| {
            let wanted = defaults.kind.as_deref()?;
            TYPES.iter().position(|(name, _)| *name == wanted)
        });
        let kind = kind.ok_or("without a type")? as i64;
        Ok(Task { problem, rank, kind, tree: write_tree(problem)? })
    }
}

/// The number of a level: 0 for 30k, 30 for 1d.
fn rank_number(level: &str) -> Option<i64> {
    let number: i64 = level[..level.len().checked_sub(1)?].parse().ok()?;
    match level.as_bytes().last()? {
        b'k' if (1..=30).contains(&number) => Some(30 - number),
        b'd' if (1..=10).contains(&number) => Some(29 + number),
        _ => None,
    }
}

/// The type that the first of GE, the tags, the name of the file and those of its folders names.
fn find_kind(problem: &PublishedProblem) -> Option<usize> {
    let kept = problem.sources.first().into_iter().flat_map(|one| one.source.rsplit('/'));
    let texts = problem.genre.iter().chain(&problem.tags).map(String::as_str);
    texts.chain(kept).find_map(read_kind)
}

/// The type whose word in a text is the longest: of `capturing-race` that of races.
fn read_kind(text: &str) -> Option<usize> {
    let text = text.to_lowercase().replace(['-', '_'], " ");
    let words = TYPES.iter().enumerate();
    let words = words.flat_map(|(kind, (_, words))| words.iter().map(move |word| (kind, word)));
    let found = words.filter(|(_, word)| text.contains(**word));
    found.max_by_key(|(_, word)| word.len()).map(|(kind, _)| kind)
}

/// A step of the way through a tree.
enum Step {
    Move(u32),
    Text(char),
}

/// The variation tree, without recursion.
fn write_tree(problem: &PublishedProblem) -> Result<String, &'static str> {
    let moves = &problem.tree.moves;
    let mut out = String::new();
    let mut steps = vec![Step::Text('<')];
    let push = |steps: &mut Vec<Step>, moves: &[u32]| {
        steps.extend(moves.iter().rev().map(|&node| Step::Move(node)));
    };
    push(&mut steps, &problem.tree.first);
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::Text(char) => {
                out.push(char);
                continue;
            }
            Step::Move(node) => node,
        };
        let TreeMove { at, color, verdict, parent, children, .. } = &moves[node as usize];
        let before = parent.map_or(!problem.tree.player, |one| moves[one as usize].color);
        if before == *color {
            return Err("in which a color moves twice");
        }
        out.push_str(&format_point(at.ok_or("with a pass")?));
        // A right line that goes on ends here for the app, which asks no more of anyone.
        let is_right = *verdict == Some(Verdict::Right);
        if children.is_empty() || is_right {
            out.push(if is_right { '0' } else { '1' });
        } else {
            steps.push(Step::Text('<'));
            push(&mut steps, children);
        }
    }
    Ok(out)
}

/// The size of the square that the app shows, and its row and column: the corner or side with the stones
/// and all moves, and two lines more; the whole board if that is nearly all.
fn sub_board(problem: &PublishedProblem) -> (u8, u8, u8) {
    let size = problem.tree.board.size().cols();
    let moves = problem.tree.moves.iter().filter_map(|one| one.at);
    let stones = problem.tree.board.stones().map(|(at, _)| at);
    let points: Vec<Point> = stones.chain(moves).collect();
    let span = |values: &dyn Fn(&Point) -> u8| {
        let (mut first, mut last) = (size - 1, 0);
        for value in points.iter().map(values) {
            (first, last) = (first.min(value), last.max(value));
        }
        (first, last)
    };
    let (cols, rows) = (span(&|at| at.col), span(&|at| at.row));
    // Towards the nearer edge; at the top and the right if both are as near.
    let is_right = size - 1 - cols.1 <= cols.0;
    let is_top = rows.0 <= size - 1 - rows.1;
    let width = if is_right { size - cols.0 } else { cols.1 + 1 };
    let height = if is_top { rows.1 + 1 } else { size - rows.0 };
    let part = width.max(height) + 2;
    if part + 2 > size {
        return (size, 0, 0);
    }
    (part, if is_top { 0 } else { size - part }, if is_right { size - part } else { 0 })
}

/// A set of hashes of pairs of stones, as 256 bits: of the two distances, the smaller first, and whether
/// the colors are equal. Bit 0 is in the last byte.
fn fingerprint(problem: &PublishedProblem) -> [u8; 32] {
    let mut bits = [0; 32];
    let stones: Vec<(Point, Color)> = problem.tree.board.stones().collect();
    let mut seen = std::collections::BTreeSet::new();
    for (number, (at, color)) in stones.iter().enumerate() {
        for (other, other_color) in &stones[number + 1..] {
            let (cols, rows) = (at.col.abs_diff(other.col), at.row.abs_diff(other.row));
            seen.insert((cols.min(rows), cols.max(rows), u8::from(color == other_color)));
        }
    }
    for (near, far, same) in seen {
        let bit = Sha256::digest(format!("{near}.{far}.{same}"))[0];
        bits[31 - usize::from(bit >> 3)] |= 1 << (bit & 7);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_from_words() {
        for (text, kind) in [
            ("life and death", Some("life-and-death")),
            ("6-1-capturing-race.sgf", Some("capture-race")),
            ("capturing.sgf", Some("capture")),
            ("5-3-End-Game.sgf", Some("endgame")),
            ("tesuji", Some("tesuji")),
            ("手筋集", Some("tesuji")),
            ("book", None),
        ] {
            assert_eq!(read_kind(text).map(|kind| TYPES[kind].0), kind, "{text}");
        }
    }
}
