"""The functions for mapInArrow, without Spark."""

import gtn_db
import pyarrow as pa

TYPES = {
    "STRING": pa.string(),
    "BINARY": pa.binary(),
    "TINYINT": pa.int8(),
    "INT": pa.int32(),
    "BIGINT": pa.int64(),
    "DOUBLE": pa.float64(),
}


def check(function, ddl: str, table: pa.Table, expected: pa.Table):
    """The batches have the columns of the DDL, and the rows of the function without Spark."""
    found = list(function(iter(table.to_batches(max_chunksize=3))))
    assert all(isinstance(batch, pa.RecordBatch) for batch in found)
    columns = [column.split(" ") for column in ddl.split(", ")]
    assert [(name.strip("`"), TYPES[kind]) for name, kind in columns] == [
        (field.name, field.type) for field in expected.schema
    ]
    assert expected.num_rows > 0 and pa.Table.from_batches(found).equals(expected)


def test_functions_of_files(collection):
    files = collection.files()
    for what in ["problems", "games", "skips"]:
        ddl = getattr(gtn_db.spark, what.upper())
        check(getattr(gtn_db.spark, what), ddl, files, pa.table(gtn_db.extract(files, what)))


def test_functions_of_games(collection):
    games = pa.table(gtn_db.extract(collection.files(), "games"))
    check(gtn_db.spark.positions, gtn_db.spark.POSITIONS, games, pa.table(gtn_db.replay(games)))
    check(gtn_db.spark.corners, gtn_db.spark.CORNERS, games, pa.table(gtn_db.corners(games)))
