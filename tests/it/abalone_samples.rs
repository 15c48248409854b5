//! The sample data of Abalone in `data/abalone`, which `examples/abalone_samples.rs` writes.

#[path = "../../examples/abalone_samples.rs"]
#[allow(dead_code, reason = "its main, which writes the files")]
mod samples;

use std::fs;
use std::path::{Path, PathBuf};

use gtn_db::Color;
use gtn_db::abalone::{Board, GameRecord, Lost, Position, Setup, Symmetry};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/abalone")
}

fn read(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

fn games() -> Vec<GameRecord> {
    let games = GameRecord::read_all(&read("games.apgn"), Position::start(Board::EMPTY));
    let record = |game: gtn_db::abalone::ReadGame| {
        assert_eq!(game.faults, [], "line {}", game.line);
        game.record
    };
    games.into_iter().map(record).collect()
}

/// The names and positions of a list.
fn positions(name: &str) -> Vec<(String, Setup)> {
    let text = read(name);
    let lines: Vec<&str> = text.lines().collect();
    let (pairs, rest) = lines.as_chunks::<2>();
    assert_eq!(rest, [""; 0]);
    let setup = |[name, line]: &[&str; 2]| {
        (name.strip_prefix("# ").unwrap().to_owned(), line.parse().unwrap())
    };
    pairs.iter().map(setup).collect()
}

#[test]
fn the_files_are_written_again_byte_for_byte() {
    let mut names = vec!["README.md"];
    let mut bytes = 0;
    for (name, text) in samples::files() {
        assert!(read(name) == text, "{name} is not what the example writes");
        names.push(name);
        bytes += text.len();
    }
    assert!(bytes < 150_000, "{bytes} bytes");
    let mut found: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    names.sort();
    assert_eq!(found, names);
}

#[test]
fn all_games_replay_without_fault() {
    let games = games();
    assert_eq!(games.len(), 20);
    for game in &games {
        assert_eq!(game.rest, "");
        let last = game.last_position().unwrap();
        let [black, white] = Color::ALL.map(|color| last.lost.of(color));
        let result = ["0-1", "1/2-1/2", "1-0"][(white.cmp(&black) as i8 + 1) as usize];
        assert_eq!(game.result.as_deref(), Some(result));
    }
    let linear = GameRecord::read_all(&read("linear.txt"), None);
    assert_eq!((linear.len(), &*linear[0].faults), (1, &[][..]));
    assert_eq!(linear[0].record.moves, games[11].moves);
}

/// The README's table of games and positions that are the same, row by row.
#[test]
fn the_readme_names_what_is_the_same() {
    let readme = read("README.md");
    let games = games();
    let lists: Vec<(String, Setup)> =
        ["positions.txt", "kaawa.txt", "ao.txt"].into_iter().flat_map(positions).collect();
    let position = |name: &str| {
        lists.iter().find(|(other, _)| other == name).unwrap_or_else(|| panic!("{name}")).1
    };
    let game = |name: &str| {
        games
            .iter()
            .find(|game| game.tag("Event") == Some(name))
            .unwrap_or_else(|| panic!("{name}"))
    };
    let (_, table) = readme.split_once("| one | other | operations |\n|---|---|---|\n").unwrap();
    let mut copies = 0;
    for row in table.lines().take_while(|row| !row.is_empty()) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let &[one, other, operations] = &*cells else { panic!("{row}") };
        copies += 1;
        let operations: Vec<Symmetry> =
            operations.split(", ").map(|name| name.parse().unwrap()).collect();
        if one.starts_with("Sample game") {
            let [one, other] = [one, other].map(|name| {
                game(name).moves.iter().map(|recorded| recorded.step).collect::<Vec<_>>()
            });
            for symmetry in operations {
                assert!(one.iter().map(|step| step.transform(symmetry)).eq(other.clone()), "{row}");
            }
            continue;
        }
        let (one, other) = (position(one), position(other));
        let is_named = |symmetry: &Symmetry| one.board.transform(*symmetry) == other.board;
        let images: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(is_named).collect();
        assert_eq!(operations, images, "{row}");
        let lost = one.transform(images[0]).lost.unwrap_or_default();
        assert_eq!(Some(lost), other.lost, "{row}");
    }
    assert_eq!(copies, 10);
    let mut keys: Vec<_> =
        lists.iter().map(|(_, setup)| setup.board.canonicalize().key()).collect();
    keys.sort();
    keys.dedup();
    assert_eq!((lists.len(), keys.len()), (18, 9));
}

/// Each first move wins in time and no other one does; each line of a solution is legal and ends
/// with the sixth marble.
#[test]
fn puzzles_are_solved_by_their_solutions() {
    let puzzles: serde_json::Value = serde_json::from_str(&read("puzzles.json")).unwrap();
    let puzzles = puzzles["content"].as_array().unwrap();
    assert_eq!(puzzles.len(), 8);
    for puzzle in puzzles {
        let [name, pos, solution] =
            ["PZL_name", "pos", "sol_starts"].map(|field| puzzle[field].as_str().unwrap());
        let turns: u32 = name[3..4].parse().unwrap();
        let setup: Setup = pos.parse().unwrap();
        let start = Position { board: setup.board, turn: Color::Black, lost: setup.lost.unwrap() };
        assert_eq!(start.lost.of(Color::White) + 1, Lost::MAX);
        let winning = |turns| samples::winning_moves(&start, turns).collect::<Vec<_>>();
        let only = winning(turns);
        assert_eq!(only.len(), 1, "{name}");
        assert!(turns == 1 || winning(1).is_empty(), "{name}");
        for line in solution.split(" | ") {
            let mut games = GameRecord::read_all(line, start);
            assert_eq!((games.len(), &*games[0].faults), (1, &[][..]), "{name}");
            let record = games.remove(0).record;
            assert_eq!(record.moves.len() as u32, 2 * turns - 1, "{name}");
            assert_eq!(record.moves[0].step, only[0], "{name}");
            assert_eq!(record.last_position().unwrap().winner(), Some(Color::Black), "{name}");
        }
    }
}
