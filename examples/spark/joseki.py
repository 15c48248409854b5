"""Count the moves played in the corners of games, as Parquet.

    spark-submit --properties-file gtn-db.conf joseki.py s3a://games s3a://joseki

SRC is a folder of SGF files and archives, at any depth. OUT must not exist; it gets one row for
each continuation of each position of a corner:

    node    identifies the position of the corner and the player to move, equally in all
            orientations and colors
    move    the move in the normal form of the corner, such as 4-3: the lines from its two sides;
            tenuki for a move elsewhere
    games   the number of games with the move; a game counts once
    occurrences
            the number of corners of lines with the move, variations included
    wins    the number of these in games that the player of the move won
    losses  the number of these in games that the player of the move lost
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
        "--min-games",
        type=int,
        metavar="N",
        default=2,
        help="leave out moves of fewer games: most moves occur in one only [default: 2]",
    )
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    spark = SparkSession.builder.appName("gtn-db joseki").getOrCreate()
    files = spark.read.format("binaryFile").option("recursiveFileLookup", True).load(arguments.src)
    games = files.mapInArrow(gtn_db.spark.games, gtn_db.spark.GAMES)
    moves = games.mapInArrow(gtn_db.spark.corners, gtn_db.spark.CORNERS)
    # A game counts once, even if several of its corners, or both players, have the move.
    has_winner = F.col("winner").isin("black", "white")
    lines_if = lambda condition: F.sum(F.when(condition, F.col("lines")).otherwise(0))
    of_game = moves.groupBy("source", "tree", "node", "move").agg(
        F.sum("lines").alias("occurrences"),
        lines_if(has_winner & (F.col("winner") == F.col("turn"))).alias("wins"),
        lines_if(has_winner & (F.col("winner") != F.col("turn"))).alias("losses"),
    )
    counts = of_game.groupBy("node", "move").agg(
        F.count("*").alias("games"),
        F.sum("occurrences").alias("occurrences"),
        F.sum("wins").alias("wins"),
        F.sum("losses").alias("losses"),
    )
    counts.where(F.col("games") >= arguments.min_games).write.parquet(arguments.out)


if __name__ == "__main__":
    main()
