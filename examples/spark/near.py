"""Find the pairs of positions that differ in at most K points, as Parquet.

    spark-submit --properties-file gtn-db.conf near.py s3a://problems/problems 2 s3a://near

IN is a folder of problems in Parquet, as dedup.py or `gtn-db export --format parquet` writes them;
K is 1 or 2.
OUT must not exist; it gets one row for each pair, with the smaller key first:

    one, other  the keys of the positions
    distance    the number of points that differ

Near positions share a signature, so only positions with a common signature are compared, and no
pair is missed.
"""

import argparse
import sys

import gtn_db
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

WINDOW = {
    "text": "string",
    "window_cols": "tinyint",
    "window_rows": "tinyint",
    "window_open": "tinyint",
    "operation": "string",
}
COLUMNS = {"source": "string", "tree": "int", "key": "string", **WINDOW}
WINDOW_TYPE = f"STRUCT<{', '.join(f'{name} {kind}' for name, kind in WINDOW.items())}>"


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("input", metavar="IN")
    parser.add_argument("k", metavar="K", type=int, choices=(1, 2))
    parser.add_argument("out", metavar="OUT")
    return parser.parse_args()


def read_problems(spark, folder):
    problems = spark.read.parquet(folder)
    found = dict(problems.dtypes)
    for name, wanted in COLUMNS.items():
        if found.get(name) != wanted:
            sys.exit(f"{folder}: column {name}: {wanted} is needed, not {found.get(name, 'none')}")
    return problems.select(*COLUMNS)


def check_keys(batch):
    """Raises ValueError if a problem has not the key of its position in the scheme of gtn_db."""
    keys = pa.table(gtn_db.canonical(batch))["key"].combine_chunks()
    is_right = pc.fill_null(pc.equal(keys, batch["key"]), False)
    if not pc.all(is_right).as_py():
        row = is_right.index(False).as_py()
        source, tree = batch["source"][row], batch["tree"][row]
        raise ValueError(f"{source}, tree {tree}: no position with a key of {gtn_db.KEY_SCHEME}")


def main():
    arguments = parse_arguments()
    k = arguments.k

    def sign(batches):
        for batch in batches:
            check_keys(batch)
            window = pa.StructArray.from_arrays([batch[name] for name in WINDOW], list(WINDOW))
            signatures = pa.array(gtn_db.near_keys(window, k))
            columns = {"key": batch["key"], "window": window, "signatures": signatures}
            yield pa.record_batch(columns)

    def measure(batches):
        for batch in batches:
            distances = pa.array(gtn_db.near_distance(batch["a"], batch["b"], k))
            yield batch.select(["one", "other"]).append_column("distance", distances)

    spark = SparkSession.builder.appName("gtn-db near").getOrCreate()
    problems = read_problems(spark, arguments.input).dropDuplicates(["key", *WINDOW])
    signed = problems.mapInArrow(
        sign, f"key STRING, window {WINDOW_TYPE}, signatures ARRAY<BIGINT>"
    )
    # A window has the same signatures in all orientations. A position between two facing edges may
    # have windows of several sizes.
    windows = signed.dropDuplicates(["key", "signatures"])
    rows = windows.withColumn("signature", F.explode("signatures"))
    smaller = rows.select("signature", F.col("key").alias("one"), F.col("window").alias("a"))
    larger = rows.select("signature", F.col("key").alias("other"), F.col("window").alias("b"))
    candidates = smaller.join(larger, "signature").where("one < other").drop("signature")
    measured = candidates.distinct().mapInArrow(
        measure, "one STRING, other STRING, distance TINYINT"
    )
    pairs = measured.where("distance IS NOT NULL").groupBy("one", "other")
    pairs.agg(F.min("distance").alias("distance")).write.parquet(arguments.out)


if __name__ == "__main__":
    main()
