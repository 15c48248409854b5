"""Positions and corners of games."""

import re

import gtn_db
import pyarrow as pa
import pytest


def games_of(*trees: str) -> pa.Table:
    names = [f"{number}.sgf" for number in range(len(trees))]
    return pa.table(gtn_db.extract(pa.table({"path": names, "content": list(trees)}), "games"))


def test_positions_are_those_of_the_boards():
    games = games_of("(;SZ[9];B[cc];W[];B[gg](;W[cg])(;W[gc]))", "(;SZ[9]HA[2]AB[cc][gg];W[cg])")
    found = pa.table(gtn_db.replay(games)).to_pylist()
    boards = ["", "AB[cc]", "AB[cc]", "AB[cc][gg]", "AB[cc][gg]AW[cg]", "AB[cc][gg]", "AB[cc][gg]AW[cg]"]
    assert [row["number"] for row in found] == [0, 1, 2, 3, 4, 0, 1]
    assert [row["color"] for row in found] == [None, "black", "white", "black", "white", None, "white"]
    assert [(row["col"], row["row"]) for row in found][:5] == [(None, None), (2, 2), (None, None), (6, 6), (2, 6)]
    # Equal boards have equal keys, and different boards different ones.
    keys = [row["key"] for row in found]
    assert len(keys[0]) == 32
    assert all((keys[a] == keys[b]) == (boards[a] == boards[b]) for a in range(7) for b in range(7))


def test_turned_and_recolored_games_have_the_same_keys_and_nodes():
    one = games_of("(;SZ[19];B[pd];W[dp];B[qf])")
    other = games_of("(;SZ[19];W[pp];B[dd];W[nq])")
    keys = [pa.table(gtn_db.replay(games))["key"].to_pylist() for games in (one, other)]
    assert keys[0] == keys[1] and len(set(keys[0])) == 4

    def played(games):
        moves = pa.table(gtn_db.corners(games)).to_pylist()
        return sorted((move["number"], move["node"], move["move"]) for move in moves if move["point"])

    assert played(one) == played(other) and len(played(one)) == 3


def test_moves_in_corners_can_be_read():
    moves = pa.table(gtn_db.corners(games_of("(;SZ[19]RE[B+R];B[qd];W[dc])"))).to_pylist()
    read = {(move["number"], move["turn"], move["move"], move["point"], move["winner"]) for move in moves}
    assert (1, "black", "3-4", "cd", "black") in read or (1, "black", "4-3", "dc", "black") in read
    assert (1, "black", "tenuki", None, "black") in read


def test_corners_are_those_that_the_command_counts(collection):
    games = pa.table(gtn_db.extract(collection.files(), "games"))
    moves = pa.table(gtn_db.corners(games)).to_pylist()
    sizes = {(row["source"], row["tree"]): row["board_cols"] for row in games.to_pylist()}
    large = [move for move in moves if sizes[move["source"], move["tree"]] == 19]
    # Every game begins with empty corners, and Black to move in all of them.
    (start,) = {move["node"] for move in large if move["number"] == 1 and move["turn"] == "black"}
    played: dict = {}
    for move in large:
        if move["node"] == start:
            games_of_move, lines = played.setdefault(move["move"], (set(), []))
            games_of_move.add((move["source"], move["tree"]))
            lines.append(move["lines"])
    (listed,) = collection.answers("joseki", "--turn", "black")
    expected = sorted((move["games"], move["occurrences"]) for move in listed["moves"])
    assert expected and sorted((len(games), sum(lines)) for games, lines in played.values()) == expected


def test_nulls_and_damage_have_no_rows():
    games = games_of("(;SZ[9];B[cc])", "(;SZ[9];B[cc])", "(;SZ[9];B[cc])")
    lines = games["lines"].to_pylist()
    for damaged in [None, b"", b"\xff" * 9]:
        column = pa.array([lines[0], damaged, lines[2]], pa.binary())
        table = games.set_column(games.column_names.index("lines"), "lines", column)
        for function in [gtn_db.replay, gtn_db.corners]:
            sources = pa.table(function(table))["source"].to_pylist()
            assert set(sources) == {"0.sgf", "2.sgf"}


def test_wrong_tables_are_refused():
    games = games_of("(;SZ[9];B[cc])")
    long_trees = games.set_column(1, "tree", games["tree"].cast(pa.int64()))
    for function, table, error, message in [
        (gtn_db.replay, long_trees, TypeError, "games: column `tree`: Int32 is needed, not Int64"),
        (gtn_db.replay, games.drop_columns("lines"), ValueError, "games: there is no column `lines`, but source"),
        (gtn_db.corners, games.drop_columns("winner"), ValueError, "games: there is no column `winner`, but source"),
        (gtn_db.replay, games["sgf"], TypeError, "games: a table with the columns source, tree, lines is needed"),
    ]:
        with pytest.raises(error, match=re.escape(message)):
            function(table)
    with pytest.raises(ValueError, match="window: at least 1 is needed"):
        gtn_db.corners(games, window=0)


def test_threads_change_nothing(collection):
    games = pa.concat_tables([pa.table(gtn_db.extract(collection.files(), "games"))] * 20)
    for function in [gtn_db.replay, gtn_db.corners]:
        assert pa.table(function(games)).equals(pa.table(function(games, threads=3)))
