//! Playing moves: made-up games of 19x19 that look like games, each replayed
//! from the empty board. The figure is that of one move, with its share of the
//! new board.

mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gtn_db::go::{Point, Position, Size};

use common::collection::Random;

const GAMES: u64 = 200;
const MOVES: usize = 250;

/// Whether the player to move would fill a point that only own stones touch.
fn fills_own_eye(position: &Position, point: Point) -> bool {
    let Point { row, col } = point;
    [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().all(|(across, down)| {
        let (col, row) = (col.checked_add_signed(across), row.checked_add_signed(down));
        let beside = col.zip(row).map(|(col, row)| Point::new(col, row));
        let beside = beside.filter(|&beside| position.size().contains(beside));
        beside.is_none_or(|beside| position.get(beside) == Some(position.to_move()))
    })
}

/// A game whose moves mostly answer the one before, at most three lines away,
/// and so make fights, long chains, captures and kos.
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

fn play(c: &mut Criterion) {
    let mut random = Random::new(1);
    let games: Vec<Vec<Point>> = (0..GAMES).map(|_| game(&mut random)).collect();
    let moves: usize = games.iter().map(Vec::len).sum();
    let mut group = c.benchmark_group("19x19");
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("moves of whole games", |b| {
        b.iter(|| games.iter().map(|game| replay(game).turns()).sum::<u32>())
    });
    group.throughput(Throughput::Elements(361 * GAMES));
    group.bench_function("may this point be played", |b| {
        let ended: Vec<Position> = games.iter().map(|game| replay(game)).collect();
        b.iter(|| {
            let legal = |position: &Position| {
                Size::STANDARD.points().filter(|&point| position.check(point).is_ok()).count()
            };
            ended.iter().map(legal).sum::<usize>()
        })
    });
    group.finish();
}

criterion_group!(benches, play);
criterion_main!(benches);
