//! Exact find inside a process, in a database of 20,000 positions.

mod common;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use gtn_db::find::{self, PositionQuery};
use gtn_db::gtn::SubPosition;
use gtn_db::store::Store;

use common::collection::Collection;

/// Enough records for 20,000 positions: one in four repeats an earlier one.
const RECORDS: u64 = 26_667;

fn exact(c: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let collection = Collection { seed: 1 };
    let files = folder.path().join("files");
    collection.write(&files, 0..RECORDS, 1_000).unwrap();
    let database = folder.path().join("gtn.db");
    common::import(&database, &[files]);
    let store = Store::open(&database).unwrap();

    let mut group = c.benchmark_group("20,000 positions");
    for (name, range) in [("a position that is there", 0..RECORDS), ("a new one", RECORDS..40_000)]
    {
        // Steps that meet all parts of the range in an order of their own.
        let queries: Vec<SubPosition> = (0..1_000)
            .map(|i| range.start + i * 7_919 % (range.end - range.start))
            .map(|index| SubPosition::goban(collection.board(index)))
            .collect();
        let mut next = queries.iter().cycle();
        group.bench_function(name, |b| {
            b.iter(|| {
                let query = PositionQuery::new(next.next().unwrap(), None).unwrap();
                black_box(find::find_exact(&store, &query).unwrap())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, exact);
criterion_main!(benches);
