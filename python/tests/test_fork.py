"""A process may be forked between calls, and calls may run at the same time."""

import multiprocessing
from concurrent.futures import ThreadPoolExecutor

import gtn_db
import pyarrow as pa
import pytest

FILES = pa.table({"path": ["a.sgf"], "content": ["(;SZ[9]AB[aa][ba]AW[ca])"]})


def work(path: str, database: gtn_db.Database) -> tuple:
    found = pa.table(gtn_db.extract(FILES, threads=2))
    contained = pa.array(gtn_db.contains(found["text"], "1x2|XX", edges="any", threads=2))
    asked = gtn_db.open(path).near("3x3|XXO_..._..._!!!_", 1)
    return found.num_rows, contained.to_pylist(), len(asked), len(database.contains("1x2|XX", edges="any"))


def answer(connection, *arguments):
    connection.send(work(*arguments))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
def test_a_forked_process_works(collection):
    path = str(collection.database)
    database = gtn_db.open(path, threads=2)
    expected = work(path, database)
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    child = context.Process(target=answer, args=(there, path, database))
    child.start()
    try:
        assert here.poll(20), "the forked process hangs"
        assert here.recv() == expected
    finally:
        child.kill()
        child.join()
    assert work(path, database) == expected


def test_threads_share_a_database(collection):
    path = str(collection.database)
    database = gtn_db.open(path)
    expected = work(path, database)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda _: work(path, database), range(8))) == [expected] * 8


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
def test_a_forked_process_does_not_wait_for_the_batches_of_its_parent(collection):
    batches = gtn_db.read(collection.folder / "books")

    def take(connection):
        try:
            next(batches)
        except RuntimeError as error:
            connection.send(str(error))

    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    child = context.Process(target=take, args=(there,))
    child.start()
    try:
        assert here.poll(20), "the forked process hangs"
        assert here.recv() == "the files are read in the process that called gtn_db.read"
    finally:
        child.kill()
        child.join()
    assert next(batches) is not None
