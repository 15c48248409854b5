from gtn_db import (
    KEY_SCHEME as KEY_SCHEME,
    ArrowData as ArrowData,
    Batches as Batches,
    Database as Database,
    DatabaseError as DatabaseError,
    Svg as Svg,
    __version__ as __version__,
    canonical as canonical,
    contains as contains,
    corners as corners,
    extract as extract,
    near_distance as near_distance,
    near_keys as near_keys,
    open as open,
    read as read,
    replay as replay,
    solve as solve,
    svg as svg,
    write_parquet as write_parquet,
)

def _spark_ddl(table: str) -> str: ...
