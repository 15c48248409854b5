//! Writes the sample data of Abalone: games, positions and puzzles.
//!
//!     cargo run --example abalone_samples -- data/abalone
//!
//! Every run writes the same bytes. `data/abalone/README.md` describes the files, and
//! `tests/it/abalone_samples.rs` compares them with this program.

#[path = "abalone/games.rs"]
#[allow(dead_code, reason = "the archive is for benchmarks")]
mod abalone_games;
#[path = "abalone/engine.rs"]
mod engine;
#[path = "abalone/random.rs"]
#[allow(dead_code, reason = "shared with benchmarks")]
mod random;

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;

use gtn_db::Color;
use gtn_db::abalone::{
    Board, Cell, CodedComment, CommentHead, CommentItem, CommentPart, CommentSign, CommentTarget,
    GameRecord, Lost, Move, Notation, Position, Setup, Symmetry,
};
use serde_json::json;

use abalone_games::{Header, play, random_move, record};
use engine::Engine;
pub use engine::winning_moves;
use random::Random;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: abalone_samples FOLDER");
        return ExitCode::from(2);
    };
    for (name, text) in files() {
        let path = folder.join(name);
        if let Err(error) = std::fs::write(&path, text) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The files, by name.
pub fn files() -> Vec<(&'static str, String)> {
    let games = games();
    let apgn = games.iter().zip(notations()).map(|(game, notation)| game.to_apgn(notation));
    let [iatn, kaawa, ao] = position_lists(&games);
    vec![
        ("games.apgn", apgn.collect::<Vec<String>>().join("\n")),
        ("linear.txt", format!("belgian\n{}\n", games[LINEAR].to_linear(Notation::AbaPro))),
        ("positions.txt", iatn),
        ("kaawa.txt", kaawa),
        ("ao.txt", ao),
        ("puzzles.json", puzzles()),
    ]
}

/// Who plays.
#[derive(Clone, Copy)]
enum Player {
    /// Plays the best of so many moves drawn at random.
    Draws(u64),
    /// The engine, which looks so many moves ahead.
    Looks(u32),
}

use Player::{Draws, Looks};

impl Player {
    fn name(self) -> String {
        match self {
            Draws(1) => "Random player".to_owned(),
            Draws(count) => format!("Random player, best of {count}"),
            Looks(depth) => format!("Engine, depth {depth}"),
        }
    }
}

/// The players of each game, Black first, and the most moves. Games with even indices begin with
/// the standard start, the others with the Belgian daisy.
const PAIRINGS: [(Player, Player, usize); 18] = [
    (Looks(2), Draws(4), 60),
    (Draws(4), Looks(2), 60),
    (Looks(1), Draws(2), 80),
    (Looks(1), Draws(4), 80),
    (Draws(2), Looks(1), 80),
    (Draws(4), Looks(1), 80),
    (Looks(1), Looks(1), 50),
    (Looks(1), Looks(1), 50),
    (Draws(4), Draws(4), 120),
    (Draws(4), Draws(4), 120),
    (Draws(4), Draws(1), 120),
    (Draws(4), Draws(1), 120),
    (Draws(2), Draws(3), 70),
    (Draws(2), Draws(3), 70),
    (Draws(1), Draws(1), 40),
    (Draws(1), Draws(1), 40),
    (Draws(3), Draws(3), 30),
    (Draws(3), Draws(3), 30),
];

/// The games that stand twice, by index, and the operation. None swaps the colors, because Black
/// begins. The first one leaves the standard start as it is.
const COPIES: [(usize, &str); 2] = [(8, "SR0"), (9, "IR1")];

/// The games whose pushes have comments in saabacode.
const COMMENTED: [usize; 2] = [0, 1];

/// The game that is also written as a linear text.
const LINEAR: usize = 11;

/// The notation of each game. Copies have another one than their originals.
fn notations() -> impl Iterator<Item = Notation> {
    Notation::ALL.into_iter().cycle()
}

fn games() -> Vec<GameRecord> {
    let engine = Engine::new();
    let mut random = Random::new(61);
    let mut games = Vec::new();
    for (index, (&(black, white, most), notation)) in PAIRINGS.iter().zip(notations()).enumerate() {
        let (board, variant) = match index % 2 {
            0 => (Board::STANDARD, "standard"),
            _ => (Board::BELGIAN_DAISY, "belgian"),
        };
        let start = Position::start(board);
        let moves = play(start, most, |position| {
            let player = if position.turn == Color::Black { black } else { white };
            match player {
                Draws(count) => random_move(position, count, &mut random),
                Looks(depth) => {
                    let best = engine.best_moves(position, depth);
                    (!best.is_empty()).then(|| random.pick(&best))
                }
            }
        });
        let header = Header {
            event: format!("Sample game {}", index + 1),
            date: format!("2026.01.{:02}", index + 1),
            round: 1 + index / 2,
            white: white.name(),
            black: black.name(),
            variant,
            notation,
        };
        games.push(record(header, start, moves));
    }
    for ((original, operation), notation) in COPIES.into_iter().zip(notations().skip(games.len())) {
        games.push(turned(&games[original], original, symmetry(operation), notation));
    }
    COMMENTED.into_iter().for_each(|index| add_comments(&mut games[index]));
    games
}

fn symmetry(name: &str) -> Symmetry {
    name.parse().expect("the name of an operation")
}

/// The same game on a turned board, with another name and in another notation.
fn turned(game: &GameRecord, index: usize, symmetry: Symmetry, notation: Notation) -> GameRecord {
    let mut turned = game.clone();
    turned.start =
        game.start.map(|start| Position { board: start.board.transform(symmetry), ..start });
    for recorded in &mut turned.moves {
        recorded.step = recorded.step.transform(symmetry);
    }
    for (name, value) in &mut turned.tags {
        match &**name {
            "Event" => *value = format!("Sample game {}, {}", index + 1, symmetry.name()),
            "Notation" => *value = notation.name().to_owned(),
            _ => {}
        }
    }
    turned
}

/// Comments pushes in saabacode: the move, the marbles that the side could push off next, and own
/// ones that the other side can push off.
fn add_comments(game: &mut GameRecord) {
    let mut position = game.start.expect("a sample has a start");
    for (ply, recorded) in game.moves.iter_mut().enumerate() {
        let (side, step, push) = (position.turn, recorded.step, recorded.push);
        position.play(step).expect("the move was played");
        if push.pushed == 0 {
            continue;
        }
        let written = step.to_extended_nacre(push, None);
        let cells = [0, 2].map(|at| written[at..at + 2].parse().expect("a cell"));
        let [black, white] = Color::ALL.map(|color| position.lost.of(!color));
        let head = CommentHead {
            number: 1 + ply as u32 / 2,
            side,
            cells: cells.into(),
            is_lowercase: false,
            push: true,
            points: push.is_ejection.then_some((black, white)),
            win: None,
        };
        let mut parts = vec![CommentPart::Head(head)];
        for (sign, turn) in [(CommentSign::Threat, side), (CommentSign::Sacrifice, !side)] {
            for cell in marbles_in_danger(&Position { turn, ..position }) {
                let target = CommentTarget::Marble(cell);
                let item = CommentItem { sign, is_double: false, target };
                parts.extend([CommentPart::Text(" ".to_owned()), CommentPart::Item(item)]);
            }
        }
        recorded.comments.push(CodedComment { parts }.to_string());
    }
}

/// The marbles that the side to move can push off the board, each once.
fn marbles_in_danger(position: &Position) -> Vec<Cell> {
    let ejected = |step: Move| {
        let push = position.check(step).ok().filter(|push| push.is_ejection)?;
        let next = |cell: &Cell| cell.neighbor(step.direction());
        let count = usize::from(step.count() + push.pushed);
        std::iter::successors(Some(step.rear()), next).nth(count - 1)
    };
    let mut cells: Vec<Cell> = position.legal_moves().filter_map(ejected).collect();
    cells.sort();
    cells.dedup();
    cells
}

/// The position of a game after so many moves.
fn position_after(game: &GameRecord, moves: usize) -> Position {
    let first = GameRecord { moves: game.moves[..moves].to_vec(), ..game.clone() };
    first.last_position().expect("the moves were played")
}

fn setup_of(position: Position) -> Setup {
    Setup { board: position.board, turn: Some(position.turn), lost: Some(position.lost) }
}

/// IATN, KAAWA and AO lines. A line with a name, after `#`, stands before each position.
fn position_lists(games: &[GameRecord]) -> [String; 3] {
    let at = |game: usize, moves: usize| setup_of(position_after(&games[game - 1], moves));
    let mut iatn: Vec<(String, Setup)> = vec![
        ("Standard start".to_owned(), Setup::from(Board::STANDARD)),
        (
            "Belgian daisy".to_owned(),
            Setup { turn: Some(Color::Black), ..Setup::from(Board::BELGIAN_DAISY) },
        ),
    ];
    for (game, moves) in [(1, 30), (2, 31), (9, 60), (10, 75), (11, 90)] {
        iatn.push((format!("Game {game} after {moves} moves"), at(game, moves)));
    }
    let last = iatn[6].1;
    let other = Setup { turn: last.turn.map(|color| !color), lost: None, ..last };
    iatn.push(("Game 11 after 90 moves, but White to move".to_owned(), other));

    let copies = |name: &str, list: &[(usize, &str)], new: Setup| -> Vec<(String, Setup)> {
        let copies = list.iter().map(|&(index, name)| iatn[index].1.transform(symmetry(name)));
        (1..).zip(copies.chain([new])).map(|(n, setup)| (format!("{name} {n}"), setup)).collect()
    };
    let kaawa = copies(
        "KAAWA",
        &[(0, "IR1"), (2, "IR2"), (3, "SR4"), (4, "N_IR1"), (5, "N_SR3")],
        at(12, 50),
    );
    let ao = copies("AO", &[(1, "N_IR2"), (2, "N_IR0"), (6, "SR0")], at(13, 20));
    let write = |list: &[(String, Setup)], line: fn(&Setup) -> String| -> String {
        list.iter().map(|(name, setup)| format!("# {name}\n{}\n", line(setup))).collect()
    };
    [write(&iatn, iatn_line), write(&kaawa, Setup::to_kaawa), write(&ao, Setup::to_ao)]
}

/// An IATN with the side to move and the lost marbles, as far as they are known.
fn iatn_line(setup: &Setup) -> String {
    let turn = setup.turn.map(|color| format!(" {}", color.gtn_char()));
    let lost = setup.lost.map(|lost| format!(" {lost}"));
    [Some(setup.board.to_string()), turn, lost].into_iter().flatten().collect()
}

/// The numbers of puzzles in which Black wins in one and in two moves.
const PUZZLES: [(u32, usize); 2] = [(1, 4), (2, 4)];

/// Puzzles with Black to move, in which one first move alone wins in time.
fn puzzles() -> String {
    let mut content = Vec::new();
    for (turns, count) in PUZZLES {
        let mut seen = HashSet::new();
        let found = last_phases().flatten().step_by(7).filter_map(|position| {
            let position = with_black_to_move(position);
            let only = only_winning_move(&position, turns)?;
            seen.insert(position.board.canonicalize().key()).then_some((position, only))
        });
        for (number, (position, step)) in (1..).zip(found.take(count)) {
            content.push(json!({
                "PZL_name": format!("xtr{turns}x {number}"),
                "pos": setup_of(position).to_kaawa(),
                "sol_starts": solution(&position, step, turns),
            }));
        }
    }
    let text = serde_json::to_string_pretty(&json!({ "content": content }));
    text.expect("text and lists are JSON") + "\n"
}

/// Positions of games without end in which a side has lost five marbles: the engine leads, then
/// both sides move at random.
fn last_phases() -> impl Iterator<Item = Vec<Position>> {
    let engine = Engine::new();
    let mut random = Random::new(5);
    std::iter::repeat_with(move || {
        let start = Position::start(Board::BELGIAN_DAISY);
        let mut positions = Vec::new();
        play(start, 120, |position| {
            let is_last = Color::ALL.iter().any(|&color| position.lost.of(color) + 1 == Lost::MAX);
            if is_last {
                positions.push(*position);
            } else if position.turn == Color::Black {
                return engine.best_moves(position, 1).first().copied();
            }
            random_move(position, 1, &mut random)
        });
        positions
    })
}

/// The same position, recolored if White is to move.
fn with_black_to_move(position: Position) -> Position {
    match position.turn {
        Color::Black => position,
        Color::White => Position {
            board: position.board.negative(),
            turn: Color::Black,
            lost: position.lost.negative(),
        },
    }
}

/// The move that wins in so many turns, if there is one only and no quicker win. One turn wins one
/// marble at most.
fn only_winning_move(position: &Position, turns: u32) -> Option<Move> {
    let missing = Lost::MAX - position.lost.of(!position.turn);
    if u32::from(missing) > turns
        || (turns > 1 && winning_moves(position, turns - 1).next().is_some())
    {
        return None;
    }
    let mut winning = winning_moves(position, turns);
    winning.next().filter(|_| winning.next().is_none())
}

/// The solution in Nacre: numbered moves, and a branch for each answer of White that needs another
/// last move.
fn solution(position: &Position, step: Move, turns: u32) -> String {
    let mut next = *position;
    next.play(step).expect("the move is legal");
    if turns == 1 {
        return format!("1.{}", step.to_nacre());
    }
    let mut lasts = HashSet::new();
    let mut branches = Vec::new();
    for reply in next.legal_moves() {
        let mut after = next;
        after.play(reply).expect("the move is legal");
        let last = winning_moves(&after, turns - 1).next().expect("every answer loses");
        if lasts.insert(last) {
            let [step, reply, last] = [step, reply, last].map(Move::to_nacre);
            branches.push(format!("1.{step} {reply} 2.{last}"));
        }
    }
    branches.join(" | ")
}
