"""Write the problems of many files as Parquet, and the duplicates among them.

    spark-submit --properties-file gtn-db.conf dedup.py s3a://books s3a://problems

SRC is a folder of SGF files and archives, at any depth. OUT gets three folders:

    problems/part=a/    every problem, as docs/export.md describes it; one folder for each first
                        digit of the key
    duplicates/         one row for each position with a side to move that occurs more than once:
                        key, canonical_turn and the number of its problems
    skips/              one row for each fault in a file

OUT must not exist. Files are read twice, the second time for skips.
"""

import argparse

import gtn_db
from pyspark.sql import SparkSession
from pyspark.sql import functions as F


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("src", metavar="SRC")
    parser.add_argument("out", metavar="OUT")
    parser.add_argument(
        "--digits",
        type=int,
        choices=(1, 2),
        default=1,
        help="the digits of a key that name its part: 2 beyond 100 million problems [default: 1]",
    )
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    spark = SparkSession.builder.appName("gtn-db dedup").getOrCreate()
    files = spark.read.format("binaryFile").option("recursiveFileLookup", True).load(arguments.src)

    problems = files.mapInArrow(gtn_db.spark.problems, gtn_db.spark.PROBLEMS)
    part = F.col("key").substr(1, arguments.digits)
    (
        problems.withColumn("part", part)
        .repartition("part")
        .sortWithinPartitions("part", "key", "source", "tree", "problem")
        .write.partitionBy("part")
        .option("compression", "zstd")
        .parquet(f"{arguments.out}/problems")
    )
    skips = files.mapInArrow(gtn_db.spark.skips, gtn_db.spark.SKIPS)
    skips.write.parquet(f"{arguments.out}/skips")

    written = spark.read.parquet(f"{arguments.out}/problems")
    duplicates = written.groupBy("key", "canonical_turn").count().where("count > 1")
    duplicates.write.parquet(f"{arguments.out}/duplicates")


if __name__ == "__main__":
    main()
