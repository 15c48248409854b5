//! Playing moves: generated games on 19x19 and, if `../shared/data` exists, real ones, each
//! replayed from the empty board. The result is the time per move, including its share of the
//! time to set up the board.

mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gtn_db::Color;
use gtn_db::go::{Point, Position, Size};
use gtn_db::sgf::{GameTree, detect_charset, split, value};

use common::random::Random;

const GAMES: u64 = 200;
const MOVES: usize = 250;

/// Whether all neighbors of a point are stones of the side to move.
fn fills_own_eye(position: &Position, point: Point) -> bool {
    let Point { row, col } = point;
    [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().all(|(across, down)| {
        let (col, row) = (col.checked_add_signed(across), row.checked_add_signed(down));
        let beside = col.zip(row).map(|(col, row)| Point::new(col, row));
        let beside = beside.filter(|&beside| position.size().contains(beside));
        beside.is_none_or(|beside| position.get(beside) == Some(position.to_move()))
    })
}

/// Generates a game. Three in four moves are at most three lines from the move before, which
/// leads to fights, long chains, captures and kos.
fn game(random: &mut Random) -> Vec<Point> {
    let side = Size::STANDARD.cols();
    let mut position = Position::new(Size::STANDARD);
    let mut moves: Vec<Point> = Vec::with_capacity(MOVES);
    for _ in 0..20 * MOVES {
        let anywhere = Point::new(random.below(19) as u8, random.below(19) as u8);
        let near = |at: u8, away: u64| (at + away as u8).saturating_sub(3).min(side - 1);
        let point = match moves.last() {
            Some(last) if random.below(4) > 0 => {
                Point::new(near(last.col, random.below(7)), near(last.row, random.below(7)))
            }
            _ => anywhere,
        };
        if !fills_own_eye(&position, point) && position.play(point).is_ok() {
            moves.push(point);
        }
        if moves.len() == MOVES {
            break;
        }
    }
    moves
}

fn replay(moves: &[Point]) -> Position {
    let mut position = Position::new(Size::STANDARD);
    for &point in moves {
        position.play(point).expect("the game was played before");
    }
    position
}

/// The moves of the main line up to the first pass or move that is not legal in an even game on
/// 19x19.
fn moves(tree: &GameTree) -> Vec<Point> {
    let mut position = Position::new(Size::STANDARD);
    let mut moves = Vec::new();
    for node in tree.main_line().skip(1) {
        let color = position.to_move();
        let value = if color == Color::Black { node.get(b"B") } else { node.get(b"W") };
        let Some(Ok(value::Move::At(point))) =
            value.map(|at| value::parse_move(at, Size::STANDARD))
        else {
            break;
        };
        if position.play(point).is_err() {
            break;
        }
        moves.push(point);
    }
    moves
}

/// The games in the folder of title matches, if it exists.
fn real_games() -> Vec<Vec<Point>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/games/title-match");
    let files = std::fs::read_dir(folder).into_iter().flatten();
    let mut games = Vec::new();
    for file in files.filter_map(|file| std::fs::read(file.ok()?.path()).ok()) {
        let charset = detect_charset(&file).charset;
        for tree in split(&file, charset, true).trees {
            games.push(moves(&GameTree::read(&file[tree.range()], charset)));
        }
    }
    games.retain(|moves| moves.len() > 50);
    games
}

fn play(c: &mut Criterion) {
    let mut random = Random::new(1);
    let made_up: Vec<Vec<Point>> = (0..GAMES).map(|_| game(&mut random)).collect();
    let real = real_games();
    let mut group = c.benchmark_group("19x19");
    for (name, games) in [("moves of made-up games", &made_up), ("moves of real games", &real)] {
        if games.is_empty() {
            continue;
        }
        let moves: usize = games.iter().map(Vec::len).sum();
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_function(format!("{name}: {moves}"), |b| {
            b.iter(|| games.iter().map(|game| replay(game).turns()).sum::<u32>())
        });
    }
    let ended: Vec<Position> = made_up.iter().map(|game| replay(game)).collect();
    group.throughput(Throughput::Elements((Size::STANDARD.area() * ended.len()) as u64));
    group.bench_function("may this point be played", |b| {
        let is_legal = |position: &Position, &point: &Point| position.check(point).is_ok();
        let count = |position| Size::STANDARD.points().filter(|at| is_legal(position, at)).count();
        b.iter(|| ended.iter().map(count).sum::<usize>())
    });
    group.finish();
}

criterion_group!(benches, play);
criterion_main!(benches);
