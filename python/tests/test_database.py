"""Databases answer as the command does."""

import sqlite3

import gtn_db
import polars as pl
import pyarrow as pa
import pytest
from conftest import Collection

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
        assert list(database.find(position)) == expected
        counts.append(len(expected))
    assert all(counts)
    position = find_arguments(collection)[0]
    assert list(database.find(position, turn="white")) == without_query(
        collection.answers("find", position, "--turn", "white")
    )
    assert database.find(position, limit=1)[:] == database.find(position)[:1]
    missed = collection.answers("find", "--nearest", "0", "Q16 D4 R5 C3")
    assert list(database.find("Q16 D4 R5 C3")) == without_query(missed) == []


def test_find_list(collection, database):
    positions = [*find_arguments(collection)[:3], "3x3|X...O...X", "3x3|X"]
    *known, missed, wrong = database.find_list(positions)
    for row, position in zip(known, positions):
        found = list(database.find(position))
        assert (row["key"], row["records"], row["first"]) == (found[0]["key"], len(found), found[0])
    assert (len(missed["key"]), missed["records"], missed["first"], missed["error"]) == (32, 0, None, None)
    assert (wrong["key"], wrong["records"], wrong["first"]) == (None, 0, None)
    assert wrong["error"] == "expected 9 characters after `|`, found 1"
    white = database.find_list(positions[:1], turn="white", key_bytes=True)[0]
    assert white["first"] == database.find(positions[0], turn="white")[0]
    assert white["key_bytes"] == bytes.fromhex(white["key"])


def test_nearest(collection, database):
    for position in find_arguments(collection):
        rows = collection.answers("find", "--nearest", "3", position)
        expected = [row for row in without_query(rows) if row.get("nearest")]
        assert list(database.nearest(position, 3)) == expected
    with pytest.raises(ValueError, match="1 to 20"):
        database.nearest("Q16", 0)


def test_cores(collection, database):
    pairs = list(database.cores())
    assert [pair["margin"] for pair in pairs] == sorted((pair["margin"] for pair in pairs), reverse=True)
    rows = collection.answers("dups", "--core")
    members = {row["key"] for row in rows}
    assert members <= {key for pair in pairs for key in pair["keys"]}
    assert list(database.cores(limit=1)) == pairs[:1]


def test_books(collection, database):
    listed = list(database.books())
    assert listed == collection.answers("dups", "--books")


def test_a_limit_of_nothing_is_refused(database):
    calls = [database.problems, database.games, database.dups, database.records, database.cores, database.books]
    calls += [lambda limit: database.find("3x3|.O.X.....", limit=limit)]
    calls += [lambda limit: database.near("3x3|.O.X.....", 2, limit=limit)]
    calls += [lambda limit: database.contains("2x2|XX_.._!!_", limit=limit)]
    for call in calls:
        with pytest.raises(ValueError, match="limit: at least 1 is listed"):
            call(limit=0)


def test_near(collection, database):
    for position in find_arguments(collection):
        for edges in ["same", "any"]:
            expected = collection.answers("find", "--near", "2", "--edges", edges, position)
            assert list(database.near(position, 2, edges=edges)) == without_query(expected)
    assert {row["kind"] for row in database.near(find_arguments(collection)[0], 2)} >= {"near"}


def test_contains(collection, database):
    for edges in ["marked", "any"]:
        expected = collection.answers("find", "--contains", "--edges", edges, "2x2|XX_.._!!_")
        assert expected
        assert list(database.contains("2x2|XX_.._!!_", edges=edges)) == without_query(expected)
        assert list(database.contains("2x2|XX_.._!!_", edges=edges, limit=3)) == without_query(expected[:3])


def test_lists(collection, database):
    lists = [
        (database.problems(), ["problems", "--family", "go"]),
        (database.problems(where="stones < 9", limit=4), ["problems", "--family", "go", "--where", "stones < 9", "--limit", "4"]),
        (database.games(), ["games", "--family", "go"]),
        (database.games(where="moves > 5", limit=2), ["games", "--family", "go", "--where", "moves > 5", "--limit", "2"]),
        (database.dups(), ["dups", "--family", "go"]),
        (database.dups(by="position", limit=1), ["dups", "--family", "go", "--by", "position", "--limit", "1"]),
        (database.dups(where="stones < 9"), ["dups", "--family", "go", "--where", "stones < 9"]),
        (database.problems(comment="white to play"), ["problems", "--family", "go", "--comment", "white to play"]),
        (database.problems(stones="5-12", turn="white"), ["problems", "--family", "go", "--stones", "5-12", "--turn", "white"]),
        (database.facets(stones="5-12"), ["problems", "--facets", "--stones", "5-12"]),
        (database.problems(level="none", rights="unknown"), ["problems", "--family", "go", "--level", "none", "--rights", "unknown"]),
        (database.problems(answered=False, board=19, name=None), ["problems", "--family", "go", "--unanswered", "--board", "19"]),
        (database.games(year=2011), ["games", "--family", "go", "--year", "2011"]),
        (database.dups(region="corner"), ["dups", "--family", "go", "--region", "corner"]),
        (database.sources(), ["sources"]),
    ]
    for found, arguments in lists:
        assert found and list(found) == collection.answers(*arguments), arguments


def test_rows_are_sequences_and_tables(collection, database):
    position = find_arguments(collection)[0]
    asked = [
        lambda: database.find(position),
        lambda: database.near(position, 2, edges="any"),
        lambda: database.contains("2x2|XX_.._!!_"),
        database.dups,
        database.sources,
        database.records,
        database.problems,
        database.games,
    ]
    for question in asked:
        rows, table = question(), pa.table(question())
        assert len(rows) > 0 and table.to_pylist() == list(rows) == list(rows)
        assert table.column_names == list(rows[0])
        assert rows[-1] == rows[len(rows) - 1] and rows[::-2] == list(rows)[::-2]
        assert rows.to_polars().equals(pl.DataFrame(rows)) and len(rows.to_pandas()) == len(rows)
        with pytest.raises(IndexError):
            rows[len(rows)]
    nothing = pa.table(database.problems(where="stones > 400"))
    assert nothing.num_rows == 0 and nothing.schema == pa.table(database.problems()).schema
    nothing = pa.table(database.records(where="stones > 400"))
    assert nothing.num_rows == 0 and nothing.schema == pa.table(database.records()).schema


def test_continuations_are_those_of_the_command(collection, database):
    for found, arguments in [
        (database.next(), ["next"]),
        (database.next("Q16", by="year", versus=2016), ["next", "Q16", "--by", "year", "--versus", "2016"]),
        (database.next(year="2011-2014", min_games=2), ["next", "--year", "2011-2014", "--min-games", "2"]),
        (database.next("D4", before_move=0), ["next", "D4", "--before-move", "0"]),
        (database.joseki(by="rank", versus="pro"), ["joseki", "--by", "rank", "--versus", "pro"]),
        (database.like(8, year="2012-"), ["games", "--like", "8", "--year", "2012-"]),
        (database.profile("aki", depth=3), ["next", "--profile", "aki", "--depth", "3"]),
        (database.profile("A", "Q16", unique=True), ["next", "--profile", "A", "Q16", "--unique"]),
        (database.next(examples="newest"), ["next", "--examples", "newest"]),
        (database.joseki(even=True, unique=True, limit=3), ["joseki", "--even", "--unique", "--limit", "3"]),
    ]:
        rows = pa.table(found).to_pylist()
        answers = collection.answers(*arguments)
        if arguments[0] == "joseki":
            answers = answers[0]["moves"]
        assert rows == [{name: answer.get(name) for name in row} for row, answer in zip(rows, answers, strict=True)], arguments
    assert pa.table(database.next()).num_rows > 0 and pa.table(database.joseki()).num_rows > 0
    with pytest.raises(ValueError, match="whole board"):
        database.next("3x3|X.._..._..._!!!_")


def test_games_with_a_shape_and_their_sgf_are_those_of_the_command(collection, database):
    for options in [{"shape": "R16"}, {"shape": "Q16", "before_move": 1, "sort": "date", "year": "2011-"}]:
        flags = [part for name, value in options.items() for part in (f"--{name.replace('_', '-')}", str(value))]
        found, answers = pa.table(database.games(**options)).to_pylist(), collection.answers("games", *flags)
        assert found == [{name: answer.get(name) for name in row} for row, answer in zip(found, answers, strict=True)]
    with pytest.raises(ValueError):
        database.games(shape="Q16", after_move=2, before_move=1)
    for orient in [False, True]:
        flags = ["--orient"] if orient else []
        written = collection.run("games", "8", "--sgf", *flags).stdout
        assert database.game_sgf(8, orient=orient).encode() + b"\n" == written
    with pytest.raises(LookupError):
        database.game_sgf(999)


def test_shapes_are_those_of_the_command(collection, database):
    for arguments, options in [
        (["R16"], {}),
        (["2x2|X?_.._!!_"], {}),
        (["Q16"], {"region": "P17-R15", "next": "white", "anchor": True}),
        (["R16"], {"after_move": 1, "before_move": 9, "year": "2000-"}),
        (["Q16"], {"region": "K10-T19", "sequence": "W R14"}),
    ]:
        flags = []
        for name, value in options.items():
            flags += [f"--{name.replace('_', '-')}"] + ([] if value is True else [str(value)])
        (position,) = arguments
        found = pa.table(database.shapes(position, **options)).to_pylist()
        answers = collection.answers("find", "--in", "games", position, *flags)
        assert found == [{name: answer.get(name) for name in row} for row, answer in zip(found, answers, strict=True)]
        moves = pa.table(database.shapes(position, "moves", **options)).to_pylist()
        (counted,) = collection.answers("find", "--in", "games", position, "--count", *flags)
        assert moves == counted["continuations"]
    assert pa.table(database.shapes("R16", limit=1)).num_rows == 1
    for wrong, message in [
        ({"what": "games"}, "what: write `hits` or `moves`"),
        ({"next": "red"}, "next: write `black` or `white`"),
        ({"sequence": "hello"}, "sequence: `hello` is not a move"),
        ({"region": "K10"}, "region: write two opposite corners"),
        ({"after_move": 2, "before_move": 1}, "after_move is larger"),
    ]:
        with pytest.raises(ValueError, match=message):
            database.shapes("R16", **wrong)


def test_games_are_sorted_as_the_command_sorts_them(collection, database):
    for sort in ["date", "black", "rank"]:
        found = pa.table(database.games(sort=sort, reverse=True))["game"].to_pylist()
        answers = collection.answers("games", "--family", "go", "--sort", sort, "--reverse")
        assert found == [answer["game"] for answer in answers]
    with pytest.raises(ValueError, match="sort: write `id` or `date`"):
        database.games(sort="name")


def test_the_tree_of_joseki_is_that_of_the_command(collection, database):
    for options, flags in [
        ({"min_games": 1}, ["--min-games", "1"]),
        ({"min_games": 1, "window": 8, "even": True}, ["--min-games", "1", "--window", "8", "--even"]),
        ({"min_games": 1, "before_move": 5}, ["--min-games", "1", "--before-move", "5"]),
        ({"position": "Q16", "min_games": 1, "dictionaries": [2, 1]}, ["--from", "Q16", "--min-games", "1", "--dictionary", "1,2"]),
    ]:
        written = collection.run("export", "--joseki", *flags)
        assert database.joseki_sgf(**options).encode() == written.stdout, (flags, written.stderr)
    with pytest.raises(LookupError, match="no game 999"):
        database.joseki_sgf(dictionaries=[999])
    with pytest.raises(LookupError, match="no move in the corner occurs in 9999 games"):
        database.joseki_sgf(min_games=9999)
    with pytest.raises(ValueError, match="window: 1 to 26"):
        database.joseki(window=27)


def test_records_and_sql_have_the_rows_of_the_views(collection, database):
    with sqlite3.connect(f"file:{collection.database}?mode=ro", uri=True) as connection:
        connection.row_factory = sqlite3.Row
        expected = [dict(row) for row in connection.execute("SELECT * FROM v_record ORDER BY id")]
    texts = [row["sgf"] for row in expected]
    for row in expected:
        for name in ["sgf", "own_sgf"]:
            row[name] = row[name].encode() if isinstance(row[name], str) else row[name]
    assert list(database.records()) == expected and any(row["answers"] for row in expected)
    few = database.records(where="stones < 9", turn="black", limit=2, sgf=False)
    assert len(few) == 2 and "sgf" not in few[0]
    assert all(row["stones"] < 9 and row["turn"] != "white" for row in few)
    found = database.sql("SELECT id, sgf, NULL AS missing, 1.5 AS half FROM v_record ORDER BY id")
    kind = pa.binary() if any(isinstance(text, bytes) for text in texts) else pa.string()
    assert pa.table(found).schema.types == [pa.int64(), kind, pa.string(), pa.float64()]
    mixed = "SELECT 1 AS x UNION ALL SELECT 0.5 UNION ALL SELECT 'a' UNION ALL SELECT x'00'"
    assert [row["x"] for row in database.sql(mixed)] == [b"1", b"0.5", b"a", b"\0"]
    assert len(database.sql("SELECT 1 AS one WHERE 0")) == 0
    twice = database.sql("SELECT 1 AS one, 2 AS one, 3 AS 'one:1', 4 AS one")
    assert list(twice) == [{"one": 1, "one:1": 2, "one:1:1": 3, "one:2": 4}]
    many = database.sql(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 40000)"
        " SELECT iif(i < 30000, i, i + 0.5) AS i FROM n"
    )
    assert [row["i"] for row in many[-2:]] == [39999.5, 40000.5] and many[0]["i"] == 1.0
    for query in ["DELETE FROM record", "ATTACH ':memory:' AS x", "PRAGMA query_only = 0", "SELECT 1; SELECT 2", "nonsense", ""]:
        with pytest.raises(ValueError, match="the query was not answered"):
            database.sql(query)


def test_one_vocabulary(collection, database):
    """Database, files and views agree in names, types and words, so that they can be joined."""
    files = pl.DataFrame(gtn_db.read(collection.folder / "books"))
    records = database.records().to_polars()
    problems = database.problems().to_polars()
    shared = ["key", "turn", "canonical_turn", "turn_source", "operation", "source", "tree", "dialect", "answers", "sgf"]
    joined = files.join(records, on=shared, nulls_equal=True)
    assert joined.height == files.height == records.height > 0
    on = ["key", "canonical_turn"]
    known = files.filter(pl.col("canonical_turn") != "unknown")
    assert known.join(problems, on=on).height == known.height > 0
    assert set(problems["key"]) == set(files["key"]) == set(database.sql("SELECT key FROM v_problem").to_polars()["key"])
    games = pl.DataFrame(gtn_db.read(collection.folder / "books", "games"))
    on = ["source", "tree", "winner", "year", "black"]
    for other in [database.games().to_polars(), database.sql("SELECT * FROM v_game").to_polars()]:
        other = other.with_columns(pl.col("tree", "year").cast(pl.Int32))
        assert games.join(other, on=on, nulls_equal=True).height == games.height > 0
    assert len(database.games(where="winner = 1")) == len(database.games(where="winner = 'black'")) > 0
    assert len(database.games(where="winner IN (1, 'white')")) == len(database.games(where="winner IN (2, 'black')"))


def test_keys_are_found_by_every_library(collection, database):
    """A key is a text, so that no library drops its last bytes."""
    keys = list(database.sql("SELECT DISTINCT key FROM v_record").to_pandas()["key"])
    frame = gtn_db.read(collection.folder / "books", key_bytes=True).to_pandas()
    assert frame["key"].isin(keys).all()
    assert (frame["key_bytes"].map(bytes.hex) == frame["key"]).all()
    for answer in [
        database.problems(key_bytes=True),
        database.records(key_bytes=True, sgf=False),
        database.dups(key_bytes=True),
        database.find(keys[0], key_bytes=True),
        database.near(keys[0], 1, key_bytes=True),
        database.nearest(keys[0], key_bytes=True),
        database.contains("2x2|XX_.._!!_", key_bytes=True),
    ]:
        assert all(row["key_bytes"].hex() == row["key"] for row in answer)
    assert "key_bytes" not in database.problems()[0]


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
        (lambda: database.problems(stones="x"), "stones=x: write a number"),
        (lambda: database.dups(turn="green"), "turn=green: write black or white"),
        (lambda: database.problems(source="nothing*"), "no source matches"),
        # The path of a source is not its name.
        (lambda: database.problems(source=str(collection.folder)), "no source matches"),
        (lambda: database.games(opponent="b"), "opponent=b: needs player"),
    ]:
        with pytest.raises(ValueError, match=message):
            question()
    for question, message in [
        (lambda: database.problems(pattern="1"), "`pattern` is no condition on problems; there are ids, name, source"),
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


# A bulky five, whose vital point is B19.
FIVE = (
    "(;SZ[19]PL[B]AW[da][cb][db][ac][bc][cc]AB[ea][eb][dc][ec][ad][bd][cd];B[ba]C[RIGHT])"
    "(;SZ[19]AB[aa]AW[qq]PL[W])"
)


def test_verdict(tmp_path):
    (tmp_path / "books").mkdir()
    (tmp_path / "books/five.sgf").write_text(FIVE)
    solved = Collection(tmp_path)
    five, open_ = (row["key"] for row in solved.answers("problems"))
    database = gtn_db.open(solved.database)
    assert list(database.verdict(five)) == []
    done = solved.run("check", "--solve")
    assert done.returncode in (0, 3), done.stderr
    (found,) = database.verdict(five)
    (expected,) = without_query(solved.answers("solve", five))
    proof, budget = found.pop("sgf"), found.pop("budget")
    # What is said of frames whose proofs are not needed is not stored.
    assert {**found, "frames": expected["frames"]} == expected
    assert budget == 250_000 and found["book"] == [{"move": "ba", "verdict": "confirmed"}]
    assert proof.startswith("(;FF[4]") and "computed, frame ring" in proof
    (unknown,) = database.verdict(open_[:12])
    assert (unknown["unknown"], unknown["sgf"]) == ("open", None)
    with pytest.raises(LookupError):
        database.verdict("0" * 32)
    with pytest.raises(ValueError, match="key"):
        database.verdict("no key")


def test_solve(collection):
    for position in ["4x5|...OX_..OOX_OOOXX_XXXX._!!!!!_", FIVE.split(")(")[0] + ")", "Q16 D4", "1x2|X."]:
        expected = without_query(collection.answers("solve", "--nodes", "50000", position))
        found = list(gtn_db.solve(position, nodes=50_000))
        proofs = [row.pop("sgf") for row in found]
        assert found == expected
        assert all(row["outcome"] for row, proof in zip(found, proofs, strict=True) if proof)
    (white,) = gtn_db.solve("4x5|...OX_..OOX_OOOXX_XXXX._!!!!!_", turn="white")
    assert (white["turn"], white["outcome"]) == ("white", "lives")
    (none,) = gtn_db.solve("4x5|...OX_..OOX_OOOXX_XXXX._!!!!!_", turn="white", nodes=0)
    assert none["unknown"] == "budget"
    with pytest.raises(ValueError, match="position"):
        gtn_db.solve("junk")
    with pytest.raises(ValueError, match="turn"):
        gtn_db.solve("Q16", turn="either")
