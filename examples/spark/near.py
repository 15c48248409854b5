"""Find the pairs of positions that differ in at most K points, as Parquet.

    spark-submit near.py s3a://problems/problems 2 s3a://near

IN is a folder of problems in Parquet, as dedup.py or `gtn-db export --format parquet` writes them.
OUT must not exist; it gets one row for each pair, with the smaller key first:

    one, other  the keys of the positions
    distance    the number of points that differ

Positions with a common signature are compared: no pair is missed.
"""

import argparse
import sys

import gtn_db
import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

COLUMNS = {
    "key": "binary",
    "text": "string",
    "operation": "tinyint",
    "window_cols": "tinyint",
    "window_rows": "tinyint",
    "window_open": "tinyint",
}


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("input", metavar="IN", help="the folder of problems to read")
    parser.add_argument("k", metavar="K", type=int, choices=(1, 2), help="the points, 1 or 2")
    parser.add_argument("out", metavar="OUT", help="the folder to write")
    return parser.parse_args()


def read_problems(spark, folder):
    """The columns of problems; exits if the folder has other ones."""
    problems = spark.read.parquet(folder)
    types = dict(problems.dtypes)
    for name, expected in COLUMNS.items():
        if types.get(name) != expected:
            found = types.get(name, "missing")
            sys.exit(f"{folder}: column {name} is {found}, but problems have {expected}")
    return problems.select(*COLUMNS)


def read_windows(batches):
    """The keys and the windows of problems.

    Raises ValueError for a row without a position, or with a key of another scheme."""
    for batch in batches:
        keys = pa.table(gtn_db.canonical(batch["text"]))["key"].combine_chunks()
        wrong = [row for row in range(len(keys)) if keys[row] != batch["key"][row] ... ]
        yield pa.record_batch({"key": batch["key"], "window": pa.array(gtn_db.windows(batch))})
