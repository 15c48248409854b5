"""Problems, games and faults of files."""

import io
import re
import sqlite3
import zipfile

import gtn_db
import pyarrow as pa
import pyarrow.compute as pc
import pytest

PROBLEM = "(;SZ[9]AB[aa][ba]AW[ca]PL[B];B[ab])"


def table(*arguments, **options) -> pa.Table:
    return pa.table(gtn_db.extract(*arguments, **options))


def rows_of(connection: sqlite3.Connection, sql: str) -> list[tuple]:
    return sorted(connection.execute(sql).fetchall(), key=repr)


def test_problems_are_the_rows_of_the_database(collection):
    found = table(collection.files(), key_bytes=True).to_pylist()
    assert len(found) > 30
    expected = [row | {"charset": None if row["charset"] == "UTF-8" else row["charset"]} for row in gtn_db.open(collection.database).records()]
    names = set(found[0]) & set(expected[0])
    assert {"key", "text", "turn", "canonical_turn", "turn_source", "operation", "dialect", "answers", "sgf"} < names
    order = lambda row: (row["source"], row["tree"])  # noqa: E731
    pick = lambda rows: [{name: row[name] for name in names} for row in sorted(rows, key=order)]  # noqa: E731
    assert pick(found) == pick(expected)
    with sqlite3.connect(collection.database) as connection:
        rows = connection.execute(
            """SELECT key, window_col, window_row, window_cols, window_rows, window_open, solution
            FROM record JOIN position ON position.id = position"""
        ).fetchall()
    numbers = ["key_bytes", "window_col", "window_row", "window_cols", "window_rows", "window_open", "solution"]
    assert sorted(tuple(row[name] for name in numbers) for row in found) == sorted(rows)
    assert all(re.fullmatch("[0-9a-f]{32}", row["hash"]) for row in found)


def test_games_are_the_rows_of_the_database(collection):
    found = table(collection.files(), "games")
    assert found.num_rows > 5
    with sqlite3.connect(collection.database) as connection:
        connection.text_factory = bytes
        expected = rows_of(
            connection,
            """SELECT source.name, tree, offset, cols, rows, moves, black, white, event, result,
                CASE winner WHEN 1 THEN 'black' WHEN 2 THEN 'white' WHEN 3 THEN 'draw' ELSE 'unknown' END,
                lines, sgf
            FROM game JOIN source ON source.id = game.source JOIN game_line ON game_line.game = game.id
                JOIN game_tree ON game_tree.game = game.id""",
        )
    names = "source tree offset board_cols board_rows moves black white event result winner lines sgf"
    encode = lambda value: value.encode() if isinstance(value, str) else value  # noqa: E731
    rows = [tuple(encode(row[name]) for name in names.split()) for row in found.to_pylist()]
    assert sorted(rows, key=repr) == expected


def test_faults_are_those_of_the_import(collection):
    found = table(collection.files(), "skips").to_pylist()
    expected = [
        (fault["source"], fault["tree"] or 0, fault["offset"], fault["code"], fault["cause"], fault["kept"])
        for fault in collection.report["skipped"]
    ]
    rows = [
        (row["source"], row["tree"], row["offset"], row["rule"], row["message"], row["disposition"] == "kept")
        for row in found
    ]
    assert sorted(rows) == sorted(expected)
    assert {row[1] for row in rows if row[0] == "books/damaged.sgf"} == {2, 3}


def test_null_and_strange_content():
    names = ["null.sgf", None, "empty.sgf", "noise", "x.zip"]
    content = [None, PROBLEM.encode(), b"", bytes(range(256)) * 10, b"PK\x03\x04 no archive"]
    files = pa.table({"path": names, "content": pa.array(content, pa.binary())})
    assert table(files)["source"].to_pylist() == [""]
    skips = table(files, "skips").to_pylist()
    assert {row["source"] for row in skips} >= {"null.sgf", "noise", "x.zip"}
    null = [row for row in skips if row["source"] == "null.sgf"]
    assert [(row["tree"], row["message"]) for row in null] == [(0, "the content is null")]


def zip_of(entries: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return packed.getvalue()


def test_archives_in_a_column():
    bomb = zip_of({"a.sgf": PROBLEM.encode(), "bomb.sgf": b" " * (260 << 20), "b.sgf": PROBLEM.encode()})
    assert len(bomb) < 2 << 20
    nested = zip_of({"inner.zip": zip_of({"c.sgf": PROBLEM.encode()})})
    content = [bomb, bomb[: len(bomb) // 2], nested]
    files = pa.table({"path": ["bomb.zip", "cut.zip", "nested.zip"], "content": content})
    sources = set(table(files)["source"].to_pylist())
    assert {"bomb.zip/a.sgf", "bomb.zip/b.sgf"} <= sources
    skips = table(files, "skips").to_pylist()
    by_source = {row["source"]: row["message"] for row in skips}
    assert by_source["bomb.zip/bomb.sgf"] == "is longer than 268435456 bytes"
    assert "cut.zip" in by_source
    assert any(source.startswith("nested.zip") for source in sources | set(by_source))


@pytest.mark.parametrize(
    "kind", [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()], ids=str
)
def test_every_type_of_strings_and_bytes(kind):
    names = pa.array(["a.sgf", "b.sgf", "c.sgf"], pa.string_view())
    files = pa.table({"path": names, "content": pa.array([PROBLEM, None, PROBLEM], kind)})
    assert table(files)["source"].to_pylist() == ["a.sgf", "c.sgf"]
    assert table(files.slice(1))["source"].to_pylist() == ["c.sgf"]
    assert table(files.to_batches()[0])["source"].to_pylist() == ["a.sgf", "c.sgf"]
    chunked = pa.concat_tables([files.slice(2), files])
    assert table(chunked)["source"].to_pylist() == ["c.sgf", "a.sgf", "c.sgf"]
    assert table(files.slice(0, 0)).num_rows == 0


def test_names_of_columns_and_trees():
    files = pa.table({"url": ["a.sgf"], "body": [PROBLEM], "other": [1]})
    with_tree = table(files, path="url", content="body")
    without = table(files, path="url", content="body", sgf=False)
    assert with_tree["sgf"].to_pylist() == [PROBLEM.encode()]
    assert without["sgf"].to_pylist() == [None]
    assert with_tree.drop_columns("sgf").equals(without.drop_columns("sgf"))


def test_wrong_tables_are_refused():
    files = pa.table({"path": ["a.sgf"], "content": [7]})
    for arguments, error, message in [
        ((files,), TypeError, "batch: column `content`: texts or bytes are needed, not Int64"),
        ((files.rename_columns(["path", "body"]),), ValueError, "batch: there is no column `content`, but path, body"),
        ((pa.array(["x"]),), TypeError, "batch: a table with the columns path, content is needed"),
        (("a.sgf",), TypeError, "batch: Arrow data is needed"),
        ((files.drop_columns("content"), "moves"), ValueError, "what: write `problems`, `games` or `skips`"),
    ]:
        with pytest.raises(error, match=re.escape(message)):
            gtn_db.extract(*arguments)


def test_threads_change_nothing(collection):
    files = pa.concat_tables([collection.files()] * 3)
    for what in ["problems", "games", "skips"]:
        one = table(files, what)
        assert one.num_rows > 0 and one.equals(table(files, what, threads=3))


def test_schema_has_types_that_every_engine_knows(collection):
    kinds = {pa.string(), pa.binary(), pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.float64(), pa.bool_()}
    for what in ["problems", "games", "skips"]:
        assert set(table(collection.files(), what).schema.types) <= kinds
    assert pc.all(pc.equal(pc.utf8_length(table(collection.files())["key"]), 32)).as_py()
