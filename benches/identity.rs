//! The canonical text and key of a position: once for every record imported
//! and every query typed.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use gtn_db::PositionKey;
use gtn_db::gtn::{Diagram, SubPosition};

/// A life-and-death problem in a corner.
const WINDOW: &str =
    "7x9|........._........._..OOOX..X_.O.XXX..._.XX......_........._.X......._!!!!!!!!!_";

/// A middle game on the whole board.
const WHOLE: &str = concat!(
    "19x19|",
    "...................",
    "..XX.O......X.O....",
    ".XOOXO..O..X..OXX..",
    "..O.OX.....X..OOX..",
    ".O...X...........XO",
    "..X.X..O.....X.XOO.",
    "..X......O...O.X...",
    ".XO..........OX....",
    ".O.O.....X...OX.O..",
    "...X..X..........O.",
    "..OX...........XO..",
    ".OX..O.....X..XXO..",
    "..XX..O..O.X.XOO...",
    "......X....OXOXXO..",
    "..X..O..XX.O.O.....",
    "..OX.O.XOO..O.XXX..",
    ".OOX...XXO..O.XOO..",
    "...O....XO...OOX...",
    "...................",
);

fn identity(c: &mut Criterion) {
    for (name, text) in [("window", WINDOW), ("19x19", WHOLE)] {
        let sub: SubPosition = text.parse().unwrap();
        let mut group = c.benchmark_group(name);
        group.bench_function("canonical text and key", |b| {
            b.iter(|| black_box(black_box(&sub).canonical().key()))
        });
        group.bench_function("canonical text", |b| b.iter(|| black_box(&sub).canonical()));
        group.bench_function("key of a text: BLAKE3 alone", |b| {
            let text = sub.canonical().into_text();
            b.iter(|| PositionKey::of_text(black_box(&text)))
        });
        group.bench_function("plain: the smallest of sixteen texts", |b| {
            let diagram = Diagram::from(&sub);
            b.iter(|| black_box(&diagram).unique_squared())
        });
        group.bench_function("IGTN read", |b| {
            b.iter(|| black_box(text).parse::<SubPosition>().unwrap())
        });
        group.finish();
    }
}

criterion_group!(benches, identity);
criterion_main!(benches);
