"""Measures rows per CPU second on one thread: `python bench.py FOLDER`, a folder of SGF files."""

import sys
import time
from pathlib import Path

import gtn_db
import pyarrow as pa

SECONDS = 3.0


def measure(name: str, rows: str, function, *arguments, **options) -> pa.Table:
    """Calls a function for some seconds, and prints the rows that it returns per CPU second."""
    count, start = 0, time.process_time()
    while (seconds := time.process_time() - start) < SECONDS:
        found = pa.table(function(*arguments, **options))
        count += found.num_rows
    print(f"{name:<28} {count / seconds:>12,.0f} {rows} per CPU second")
    return found


paths = [path for path in Path(sys.argv[1]).rglob("*.sgf") if path.is_file()]
files = pa.table({"path": list(map(str, paths)), "content": [path.read_bytes() for path in paths]})
print(f"{len(paths):,} files, {sum(path.stat().st_size for path in paths):,} bytes")
problems = measure("extract problems", "records", gtn_db.extract, files)
measure("read problems", "records", gtn_db.read, sys.argv[1])
games = measure("extract games", "games", gtn_db.extract, files, "games")
if problems.num_rows:
    measure("canonical", "texts", gtn_db.canonical, problems["text"])
if games.num_rows:
    measure("replay", "positions", gtn_db.replay, games)
    measure("corners", "moves", gtn_db.corners, games)
