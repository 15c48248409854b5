//! The canonical text and key of a position, computed once per imported record and per query.

mod common;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use gtn_db::PositionKey;
use gtn_db::abalone::{Board, Symmetry};
use gtn_db::gtn::{Diagram, SubPosition};

use common::samples::{WHOLE, WINDOW};

fn identity(c: &mut Criterion) {
    for (name, text) in [("window", WINDOW), ("19x19", WHOLE)] {
        let sub: SubPosition = text.parse().unwrap();
        let mut group = c.benchmark_group(name);
        group.bench_function("canonical text and key", |b| {
            b.iter(|| black_box(black_box(&sub).canonicalize().key()))
        });
        group.bench_function("canonical text", |b| b.iter(|| black_box(&sub).canonicalize()));
        group.bench_function("key of a text: BLAKE3 alone", |b| {
            let text = sub.canonicalize().into_text();
            b.iter(|| PositionKey::of_text(black_box(&text)))
        });
        group.bench_function("reference: the smallest of sixteen texts", |b| {
            let diagram = Diagram::from(&sub);
            b.iter(|| black_box(&diagram).to_u_igtn_r())
        });
        group.bench_function("parse IGTN", |b| {
            b.iter(|| black_box(text).parse::<SubPosition>().unwrap())
        });
        group.finish();
    }
}

/// The standard start, which three operations map onto itself, and a position without any.
fn abalone(c: &mut Criterion) {
    let position = "aba5|.OXX.X.O.XOO.X....X...O.X.O.O...XO..XOO.....X.XO.X..X.OO.....";
    let position: Board = position.parse().unwrap();
    for (name, board) in [("Abalone: start", Board::STANDARD), ("Abalone: position", position)] {
        let mut group = c.benchmark_group(name);
        group.bench_function("canonical text and key", |b| {
            b.iter(|| black_box(black_box(board).canonicalize().key()))
        });
        group.bench_function("canonical form", |b| b.iter(|| black_box(board).canonicalize()));
        group.bench_function("reference: the smallest of 24 texts", |b| {
            b.iter(|| {
                let board = black_box(board);
                Symmetry::ALL
                    .map(|symmetry| board.transform(symmetry).to_string())
                    .into_iter()
                    .min()
            })
        });
        group.finish();
    }
}

criterion_group!(benches, identity, abalone);
criterion_main!(benches);
