"""Spark: a data source for files, and functions and schemas for `DataFrame.mapInArrow`.

Files that all machines see under the same path, without holding one in memory:

    spark.dataSource.register(gtn_db.spark.DataSource)
    problems = spark.read.format("gtn").option("table", "problems").load("/data/books")

Files in any storage that Spark reads, each of which is held in memory:

    files = spark.read.format("binaryFile").load("s3://books")
    problems = files.mapInArrow(gtn_db.spark.problems, gtn_db.spark.PROBLEMS)

The columns `path` and `content` are those of Spark's format `binaryFile`. The functions need
pyarrow; the data source needs PySpark 4 or newer.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from gtn_db import _native

if TYPE_CHECKING:
    import pyarrow

    from gtn_db._data_source import DataSource

__all__ = [
    "CORNERS",
    "DataSource",
    "GAMES",
    "POSITIONS",
    "PROBLEMS",
    "SKIPS",
    "corners",
    "games",
    "positions",
    "problems",
    "skips",
]

PROBLEMS: str = _native._spark_ddl("problems")
"""The schema of `problems`, as DDL."""
GAMES: str = _native._spark_ddl("games")
"""The schema of `games`, as DDL."""
SKIPS: str = _native._spark_ddl("skips")
"""The schema of `skips`, as DDL."""
CORNERS: str = _native._spark_ddl("corners")
"""The schema of `corners`, as DDL."""
POSITIONS: str = _native._spark_ddl("positions")
"""The schema of `positions`, as DDL."""


def problems(batches: "Iterable[pyarrow.RecordBatch]") -> "Iterator[pyarrow.RecordBatch]":
    """The problems in files, from batches with the columns `path` and `content`."""
    return _map(lambda batch: _native.extract(batch, "problems"), batches)


def games(batches: "Iterable[pyarrow.RecordBatch]") -> "Iterator[pyarrow.RecordBatch]":
    """The games in files, from batches with the columns `path` and `content`."""
    return _map(lambda batch: _native.extract(batch, "games"), batches)


def skips(batches: "Iterable[pyarrow.RecordBatch]") -> "Iterator[pyarrow.RecordBatch]":
    """What is wrong in files, from batches with the columns `path` and `content`."""
    return _map(lambda batch: _native.extract(batch, "skips"), batches)


def corners(batches: "Iterable[pyarrow.RecordBatch]") -> "Iterator[pyarrow.RecordBatch]":
    """The moves in the corners of games, from batches that `games` returned."""
    return _map(_native.corners, batches)


def positions(batches: "Iterable[pyarrow.RecordBatch]") -> "Iterator[pyarrow.RecordBatch]":
    """The positions of games, from batches that `games` returned."""
    return _map(_native.replay, batches)


def __getattr__(name: str) -> Any:
    if name == "DataSource":
        from gtn_db._data_source import DataSource  # PySpark takes a second to import

        return DataSource
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _map(
    function: "Callable[[pyarrow.RecordBatch], Any]", batches: "Iterable[pyarrow.RecordBatch]"
) -> "Iterator[pyarrow.RecordBatch]":
    import pyarrow

    for batch in batches:
        yield from pyarrow.table(function(batch)).to_batches()
