"""Databases answer as the command does."""

import sqlite3

import gtn_db
import pyarrow as pa
import pytest

POSITION = "3x3|XXO_..._..._!!!_"
PATTERN = "1x2|XX_"


@pytest.fixture
def database(collection) -> gtn_db.Database:
    return gtn_db.open(collection.database)


def without_query(rows: list[dict]) -> list[dict]:
    return [{name: value for name, value in row.items() if name != "query"} for row in rows]


def find_arguments(collection) -> list[str]:
    key = collection.answers("problems", "--family", "go", "--limit", "1")[0]["key"]
    return ["3x3|OOX_..._..._!!!_", "OOX_\n..._\n..._\n!!!_", "(;SZ[9]AB[aa][ba]AW[ca]PL[W])", key, key[:12]]


def test_find(collection, database):
    counts = []
    for position in find_arguments(collection):
        expected = without_query(collection.answers("find", position))
        assert database.find(position) == expected
        counts.append(len(expected))
    assert all(counts)
    position = find_arguments(collection)[0]
    assert database.find(position, turn="white") == without_query(
        collection.answers("find", position, "--turn", "white")
    )
    assert database.find(position, limit=1) == database.find(position)[:1]
    assert database.find("Q16 D4 R5 C3") == without_query(collection.answers("find", "Q16 D4 R5 C3")) == []


def test_near(collection, database):
    for position in find_arguments(collection):
        for edges in ["same", "any"]:
            expected = collection.answers("find", "--near", "2", "--edges", edges, position)
            assert database.near(position, 2, edges=edges) == without_query(expected)
    assert {row["kind"] for row in database.near(find_arguments(collection)[0], 2)} >= {"near"}


def test_contains(collection, database):
    for edges in ["marked", "any"]:
        expected = collection.answers("find", "--contains", "--edges", edges, "2x2|XX_.._!!_")
        assert expected
        assert database.contains("2x2|XX_.._!!_", edges=edges) == without_query(expected)
        assert database.contains("2x2|XX_.._!!_", edges=edges, limit=3) == without_query(expected[:3])


def test_lists(collection, database):
    lists = [
        (database.problems(), ["problems", "--family", "go"]),
        (database.problems(where="stones < 9", limit=4), ["problems", "--family", "go", "--where", "stones < 9", "--limit", "4"]),
        (database.games(), ["games", "--family", "go"]),
        (database.games(where="moves > 5", limit=2), ["games", "--family", "go", "--where", "moves > 5", "--limit", "2"]),
        (database.dups(), ["dups", "--family", "go"]),
        (database.dups(by="position", limit=1), ["dups", "--family", "go", "--by", "position", "--limit", "1"]),
        (database.dups(where="stones < 9"), ["dups", "--family", "go", "--where", "stones < 9"]),
        (database.problems(stones="5-12", turn="white"), ["problems", "--family", "go", "--stones", "5-12", "--turn", "white"]),
        (database.problems(answered=False, board=19, name=None), ["problems", "--family", "go", "--unanswered", "--board", "19"]),
        (database.games(year=2011), ["games", "--family", "go", "--year", "2011"]),
        (database.dups(region="corner"), ["dups", "--family", "go", "--region", "corner"]),
        (database.sources(), ["sources"]),
    ]
    for found, arguments in lists:
        assert found and found == collection.answers(*arguments), arguments


def test_rows_as_arrow_are_the_same(collection, database):
    position = find_arguments(collection)[0]
    asked = [
        lambda **options: database.find(position, **options),
        lambda **options: database.near(position, 2, edges="any", **options),
        lambda **options: database.contains("2x2|XX_.._!!_", **options),
        database.dups,
        database.sources,
        database.problems,
        database.games,
    ]
    for question in asked:
        rows, arrow = question(), pa.table(question(arrow=True))
        assert rows and arrow.to_pylist() == rows
        assert arrow.column_names == list(rows[0])
    nothing = pa.table(database.problems(where="stones > 400", arrow=True))
    assert nothing.num_rows == 0 and nothing.schema == pa.table(database.problems(arrow=True)).schema


def test_what_cannot_be_answered(collection, database, tmp_path):
    assert database.path == collection.database
    with pytest.raises(FileNotFoundError, match="no database at .*missing.db"):
        gtn_db.open(tmp_path / "missing.db")
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE game (id)")
    with pytest.raises(gtn_db.DatabaseError, match="other.db is not a gtn-db database"):
        gtn_db.open(other)
    for position in ["junk here", "3x3|XX", "3x3|........."]:
        with pytest.raises(ValueError, match="position: "):
            database.find(position)
    with pytest.raises(LookupError, match="no stored key begins with 00000000"):
        database.find("00000000")
    for question, message in [
        (lambda: database.near(POSITION, 6), "k: 1 to 5"),
        (lambda: database.near(POSITION, 1, edges="none"), "edges: "),
        (lambda: database.find(POSITION, turn="green"), "turn: "),
        (lambda: database.contains("1x1|?"), "pattern: "),
        (lambda: database.dups(by="tree"), "by: "),
        (lambda: database.problems(where="stones <"), "is not a condition"),
        (lambda: database.problems(where="1) OR (SELECT 1"), "is not a condition"),
        (lambda: database.games(where="stones < 3"), "is not a condition"),
        (lambda: database.problems(stones="x"), "stones: write a number"),
        (lambda: database.dups(turn="green"), "turn: write black or white"),
        (lambda: database.problems(source="nothing*"), "no source matches"),
        # The path of a source is not its name.
        (lambda: database.problems(source=str(collection.folder)), "no source matches"),
        (lambda: database.games(opponent="b"), "opponent: needs player"),
    ]:
        with pytest.raises(ValueError, match=message):
            question()
    for question, message in [
        (lambda: database.problems(sql="1"), "`sql` is no condition on problems; there are name, source"),
        (lambda: database.games(stones=3), "`stones` is no condition on games"),
        (lambda: database.problems(stones=[5]), "stones: give a str, an int or a bool"),
    ]:
        with pytest.raises(TypeError, match=message):
            question()


def test_the_index_follows_the_database(collection, tmp_path):
    path = tmp_path / "small.db"
    book = tmp_path / "book"
    book.mkdir()
    (book / "1.sgf").write_text("(;SZ[19]AB[aa][ba]AW[ca])")
    collection.run("import", str(book), database=path)
    database = gtn_db.open(path)
    assert len(database.contains(PATTERN, edges="any")) == 1
    (book / "2.sgf").write_text("(;SZ[19]AB[aa][ba][da]AW[ca])")
    collection.run("import", str(book), database=path)
    assert len(database.contains(PATTERN, edges="any")) == 2
