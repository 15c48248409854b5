"""The data source of Spark; the only module that needs PySpark."""

import json
import os
import stat
from collections.abc import Collection, Iterator
from typing import Any

import pyarrow as pa
from gtn_db import _native
from pyspark.sql import datasource

SCHEMAS = {table: _native._spark_ddl(table) for table in ("problems", "games", "skips")}
PARTITION_BYTES = 8 << 20
# What opening a file counts, so that a task has at most 128 empty files.
FILE_BYTES = 64 << 10


class DataSource(datasource.DataSource):
    """Problems, games or skips in the files of a folder, as the format `gtn` of Spark.

        spark.dataSource.register(gtn_db.spark.DataSource)
        problems = spark.read.format("gtn").option("table", "problems").load("/data/books")

    Unlike `binaryFile`, no file is held in memory: a task reads archives entry by entry, and files
    of any size in pieces. All machines must see the files under the same path.

    The path is that of a file or of a folder, whose files are read at any depth; `load` also takes
    a list of paths. Names that begin with `.` or `_` are passed over, as by `binaryFile`. The rows
    are those of `spark.problems`, `spark.games` or `spark.skips` for the same files in
    `binaryFile`: `source` is `file:`, the absolute path and the name of the entry in an archive.

    Options:

    table              `problems`, `games` or `skips`; `problems` unless given
    sgf                `false` leaves out the game trees: the column `sgf` is null
    maxPartitionBytes  bytes of files that a task reads, 8388608 unless given; a larger file is a
                       task of its own

    Reading raises FileNotFoundError if there is no such path, and ValueError if a path is a URL
    of other storage than files, or an option is wrong.
    """

    @classmethod
    def name(cls) -> str:
        return "gtn"

    def schema(self) -> str:
        return SCHEMAS[self._table()]

    def reader(self, schema: object) -> "Reader":
        return Reader(self._paths(), self._table(), self._sgf(), self._partition_bytes())

    def _table(self) -> Any:  # a name of a table
        return self._option("table", "problems", SCHEMAS)

    def _sgf(self) -> bool:
        return self._option("sgf", "true", ("true", "false")) == "true"

    def _partition_bytes(self) -> int:
        text = self.options.get("maxPartitionBytes", str(PARTITION_BYTES))
        if not (text.isascii() and text.isdigit() and int(text) > 0):
            raise ValueError(f"option maxPartitionBytes: a number of bytes is needed, not {text}")
        return int(text)

    def _paths(self) -> list[str]:
        if "paths" in self.options:
            return list(map(local_path, json.loads(self.options["paths"])))
        if "path" in self.options:
            return [local_path(self.options["path"])]
        raise ValueError("a path is needed: load(PATH)")

    def _option(self, name: str, default: str, values: Collection[str]) -> str:
        value: str = self.options.get(name, default).lower()
        if value not in values:
            raise ValueError(f"option {name}: write {' or '.join(values)}, not {value}")
        return value


class Reader(datasource.DataSourceReader):
    """A task reads the paths in the value of its partition."""

    def __init__(self, paths: list[str], table: Any, sgf: bool, partition_bytes: int):
        self.paths = paths
        self.table = table
        self.sgf = sgf
        self.partition_bytes = partition_bytes

    def partitions(self) -> list[datasource.InputPartition]:
        files = (file for path in self.paths for file in list_files(path))
        groups = group_files(files, self.partition_bytes)
        return list(map(datasource.InputPartition, groups))

    def read(self, partition: datasource.InputPartition) -> Iterator[pa.RecordBatch]:
        paths = partition.value
        names = [f"file:{os.fsencode(path).decode(errors='replace')}" for path in paths]
        for batch in _native.read(paths, self.table, names=names, sgf=self.sgf):
            batch = pa.record_batch(batch)
            # Spark compares types, and all its columns may be null.
            schema = pa.schema([field.with_nullable(True) for field in batch.schema])
            yield pa.RecordBatch.from_arrays(batch.columns, schema=schema)


def local_path(path: str) -> str:
    """The absolute path of a path or a `file:` URL, whose characters stand for themselves."""
    scheme, colon, rest = path.partition(":")
    if colon and scheme == "file":
        path = "/" + rest.lstrip("/")
    elif colon and scheme.isalnum() and len(scheme) > 1:
        raise ValueError(
            f"{path}: format gtn reads files that all machines see under one path;"
            " for other storage, use binaryFile with mapInArrow"
        )
    return os.path.abspath(path)


def list_files(path: str, above: tuple[tuple[int, int], ...] = ()) -> Iterator[tuple[str, int]]:
    """The path and the bytes of a file, or of the files in a folder, in order.

    Links are followed, but not into a folder in which they are. Pipes and devices are passed over.
    """
    status = os.stat(path)
    if stat.S_ISREG(status.st_mode):
        yield path, status.st_size
    elif stat.S_ISDIR(status.st_mode):
        identity = status.st_dev, status.st_ino
        if identity not in above:
            for name in sorted(os.listdir(path)):
                if not name.startswith((".", "_")):
                    yield from list_files(os.path.join(path, name), (*above, identity))


def group_files(files: Iterator[tuple[str, int]], partition_bytes: int) -> list[list[str]]:
    """Neighbors in groups of at most this many bytes; at least one group, which may be empty."""
    groups: list[list[str]] = [[]]
    bytes_in_group = 0
    for path, size in files:
        size = max(size, FILE_BYTES)
        if groups[-1] and bytes_in_group + size > partition_bytes:
            groups.append([])
            bytes_in_group = 0
        groups[-1].append(path)
        bytes_in_group += size
    return groups
