"""Problems, games and faults of files on disk, batch by batch."""

import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import gtn_db
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

PROBLEM = "(;SZ[9]AB[aa][ba]AW[ca]PL[B];B[ab])"


@pytest.mark.parametrize("what", ["problems", "games", "skips"])
def test_a_folder_has_the_rows_and_names_of_an_import(collection, what):
    expected = pa.table(gtn_db.extract(collection.files(), what))
    for threads in [1, 3]:
        found = pa.table(gtn_db.read(collection.folder / "books", what, threads=threads))
        assert found.num_rows > 0 and found.equals(expected)


def test_named_files_have_the_rows_of_their_bytes(collection, tmp_path):
    (tmp_path / "words").write_text("words")
    (tmp_path / "cut.zip").write_bytes(b"PK\x03\x04 no archive")
    (tmp_path / "large.sgf").write_text((PROBLEM + " " * 1000 + "\n(;SZ[9]AB[zz])\n") * 1500)
    paths = sorted([*(collection.folder / "books").iterdir(), *tmp_path.iterdir()])
    names = [f"s3://{path.name}" for path in paths]
    content = pa.array([path.read_bytes() for path in paths], pa.binary())
    files = pa.table({"path": names, "content": content})
    for what in ["problems", "games", "skips"]:
        found = pa.table(gtn_db.read(list(map(str, paths)), what, names=names, sgf=False))
        assert found.equals(pa.table(gtn_db.extract(files, what, sgf=False)))
    assert {"s3://words", "s3://cut.zip", "s3://large.sgf"} <= set(found["source"].to_pylist())


def test_files_of_unknown_kind_in_folders_are_passed_over(tmp_path):
    for name in ["a.sgf", "b.md", ".c.sgf"]:
        (tmp_path / name).write_text(PROBLEM)
    found = pa.table(gtn_db.read(tmp_path))
    assert found["source"].to_pylist() == [f"{tmp_path.name}/a.sgf"]
    assert pa.table(gtn_db.read(tmp_path, "skips")).num_rows == 0
    assert pa.table(gtn_db.read(tmp_path / "b.md"))["source"].to_pylist() == ["b.md"]


def test_batches_are_taken_one_by_one_or_as_a_stream(collection):
    expected = pa.table(gtn_db.extract(collection.files()))
    batches = gtn_db.read(collection.folder / "books")
    assert pa.schema(batches) == expected.schema
    found = [pa.record_batch(batch) for batch in batches]
    assert pa.Table.from_batches(found).equals(expected)
    assert next(batches, None) is None
    for again in [pa.table, list, gtn_db.Batches.to_polars]:
        with pytest.raises(ValueError, match="the batches were read already"):
            again(batches)
    batches = gtn_db.read(collection.folder / "books")
    assert repr(batches).startswith("<gtn_db.Batches: to be read once, of source, tree, problem, setup, moves, ")
    assert pa.RecordBatchReader.from_stream(batches).read_all().equals(expected)
    assert repr(batches).startswith("<gtn_db.Batches: read already, of source, ")
    for again in [pa.table, list, next]:
        with pytest.raises(ValueError, match="the batches were handed over already"):
            again(batches)
    assert gtn_db.read(collection.folder / "books").to_polars().height == expected.num_rows
    assert len(gtn_db.read(collection.folder / "books").to_pandas()) == expected.num_rows
    assert pa.table(gtn_db.read([])).schema == expected.schema


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="counts threads on Linux")
def test_threads_end_when_nobody_wants_the_rest(tmp_path):
    (tmp_path / "a.sgf").write_text(PROBLEM * 20_000)
    before = set(os.listdir("/proc/self/task"))
    batches = gtn_db.read([tmp_path / "a.sgf"] * 50, threads=2)
    own = set(os.listdir("/proc/self/task")) - before
    assert len(own) == min(2, len(os.sched_getaffinity(0)))
    del batches
    deadline = time.monotonic() + 20
    while own & set(os.listdir("/proc/self/task")) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not own & set(os.listdir("/proc/self/task"))


def test_wrong_arguments_are_refused(tmp_path):
    missing = tmp_path / "missing.zip"
    for arguments, names, error, message in [
        ((missing,), None, FileNotFoundError, f"{missing}: there is no such file or folder"),
        (([tmp_path, missing],), None, FileNotFoundError, f"{missing}: there is no such file or folder"),
        (([missing],), ["a"], FileNotFoundError, f"{missing}: there is no such file or folder"),
        (([tmp_path],), ["a", "b"], ValueError, "names: 2 names of 1 paths"),
        (("",), None, ValueError, "a path is empty"),
        ((7,), None, TypeError, "paths: a path or a list of paths is needed"),
        ((tmp_path, "moves"), None, ValueError, "what: write `problems`, `games` or `skips`"),
    ]:
        with pytest.raises(error, match=re.escape(message)):
            gtn_db.read(*arguments, names=names)
    with pytest.raises(ValueError, match="threads: at least 1 is needed"):
        gtn_db.read(tmp_path, threads=0)


def test_threads_are_bounded(tmp_path):
    (tmp_path / "a.sgf").write_text(PROBLEM)
    assert pa.table(gtn_db.read(tmp_path, threads=1_000_000)).num_rows == 1


def test_tables_are_written_and_read(collection, tmp_path):
    for what in ["problems", "games"]:
        expected = pa.table(gtn_db.read(collection.folder / "books", what))
        path = tmp_path / f"{what}.parquet"
        assert gtn_db.write_parquet(gtn_db.read(collection.folder / "books", what), path) == expected.num_rows
        found = pq.read_table(path)
        assert found.cast(expected.schema).equals(expected)
        assert pq.ParquetFile(path).metadata.metadata[b"gtn_db.schema"] == b"2"
        again = pa.table(gtn_db.read(path, what)).to_pylist()
        rows = [row | {"source": f"{what}.parquet/{row['source']}"} for row in expected.to_pylist()]
        assert sorted(again, key=repr) == sorted(rows, key=repr)
    assert {path.name for path in tmp_path.iterdir()} == {"problems.parquet", "games.parquet"}
    with pytest.raises(TypeError, match="table: a table is needed"):
        gtn_db.write_parquet(pa.array(["x"]), tmp_path / "x.parquet")
    with pytest.raises(OSError):
        gtn_db.write_parquet(pa.table({"x": [1]}), tmp_path / "missing" / "x.parquet")


def test_several_threads_write_tables_to_one_folder(tmp_path):
    table = pa.table({"x": range(100_000)})
    paths = [tmp_path / f"{number}.parquet" for number in range(8)]
    with ThreadPoolExecutor(len(paths)) as pool:
        assert list(pool.map(lambda path: gtn_db.write_parquet(table, path), paths)) == [100_000] * 8
    assert sorted(tmp_path.iterdir()) == paths
    assert all(pq.read_table(path) == table for path in paths)
