"""Go problems, games and joseki as Arrow data.

The functions take and return Arrow data: tables and columns of pyarrow, Polars, pandas, DuckDB,
Spark and every other library that knows the Arrow PyCapsule interface. They release the
interpreter lock and use one thread unless `threads` says otherwise. Data never raises: nulls stay
nulls, a text that is no position gives a null, and what is wrong in a file is a row of `skips`.
"""

from gtn_db import spark
from gtn_db._native import (
    KEY_SCHEME,
    ArrowData,
    Batches,
    Database,
    DatabaseError,
    Svg,
    __version__,
    canonical,
    contains,
    corners,
    extract,
    near_distance,
    near_keys,
    open,
    read,
    replay,
    solve,
    svg,
    write_parquet,
)

__all__ = [
    "KEY_SCHEME",
    "ArrowData",
    "Batches",
    "Database",
    "DatabaseError",
    "Svg",
    "__version__",
    "canonical",
    "contains",
    "corners",
    "extract",
    "near_distance",
    "near_keys",
    "open",
    "read",
    "replay",
    "solve",
    "spark",
    "svg",
    "write_parquet",
]
