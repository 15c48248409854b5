"""Canonical forms, containment and near positions of texts."""

import itertools

import gtn_db
import pyarrow as pa
import pytest
from conftest import PROJECT

CORNER = "3x4|XO.._XO.._O..._!!!!_"
TYPES = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.binary_view(),
]


def canonical(texts) -> list[dict]:
    return pa.table(gtn_db.canonical(texts)).to_pylist()


def test_keys_are_those_that_releases_stored():
    lines = (PROJECT / "tests/data/keys.txt").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    assert len(rows) > 5
    found = canonical(pa.array([window for _, window, _ in rows]))
    assert [row["key"] for row in found] == [key for key, _, _ in rows]
    assert [row["text"] for row in found] == [text for _, _, text in rows]


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_every_type_of_strings_and_bytes(kind):
    texts = [CORNER, None, "3x3|.O.X.....", "junk", ""]
    expected = canonical(pa.array(texts))
    assert [row["key"] is None for row in expected] == [False, True, False, True, True]
    array = pa.array(texts, kind)
    assert canonical(array) == expected
    assert canonical(pa.chunked_array([array[:2], array[2:2], array[2:]])) == expected
    assert canonical(array[1:4]) == expected[1:4]
    assert canonical(pa.table({"texts": array})) == expected
    contains = pa.array(gtn_db.contains(array, "2x2|OX_?X_!!_"))
    assert contains.to_pylist() == [True, None, False, None, None]
    keys = pa.array(gtn_db.near_keys(array, 1)).to_pylist()
    assert [key is None for key in keys] == [False, True, False, True, True]
    same = pa.array(gtn_db.near_distance(array, array, 1)).to_pylist()
    assert same == [0, None, 0, None, None]


def test_fixed_size_binary_and_nulls():
    texts = pa.array([b"1x1|X", None, b"1x1|O"], pa.binary(5))
    assert [row["text"] for row in canonical(texts)] == ["1x1|O", None, "1x1|O"]
    assert canonical(pa.nulls(2)) == [{"key": None, "text": None, "operation": None}] * 2
    assert canonical(pa.array([], pa.string())) == []


def test_junk_is_null():
    junk = [b"\xff\xfe", b"19x19|", b"3x3|XXXXXXXXX?", b"3x3|.........", b"99x99|X", b"(;SZ[0]AB[aa])"]
    junk += [b"(" * 100_000, b"\0", "3x3|．O.X.....".encode()]
    array = pa.array(junk, pa.binary())
    assert all(row == {"key": None, "text": None, "operation": None} for row in canonical(array))
    assert pa.array(gtn_db.contains(array, "1x1|X", edges="any")).null_count == len(junk)


def test_diagrams_and_sgf_are_the_same_position():
    texts = [CORNER, "XO..\nXO..\nO...\n".replace("\n", "_\n") + "!!!!_", "(;SZ[19]AB[aa][ab]AW[ba][bb][ac])"]
    keys = {row["key"] for row in canonical(pa.array(texts))}
    assert len(keys) == 1 and None not in keys


def test_pattern_errors_name_the_fault():
    texts = pa.array([CORNER])
    for pattern, message in [("nothing", "pattern"), ("1x1|?", "alone"), ("1x1|.", "stone")]:
        with pytest.raises(ValueError, match=message):
            gtn_db.contains(texts, pattern)
    with pytest.raises(ValueError, match="edges"):
        gtn_db.contains(texts, "1x1|X", edges="some")


@pytest.mark.parametrize("wrong", [[CORNER], CORNER, None, 7], ids=repr)
def test_other_objects_are_refused(wrong):
    with pytest.raises(TypeError, match="texts: Arrow data is needed"):
        gtn_db.canonical(wrong)


def test_other_types_are_refused():
    with pytest.raises(TypeError, match="texts: texts or bytes are needed, not Int64"):
        gtn_db.canonical(pa.array([1]))
    with pytest.raises(TypeError, match="one column of texts is needed, not a table of 2: a, b"):
        gtn_db.contains(pa.table({"a": ["x"], "b": ["y"]}), "1x1|X")
    with pytest.raises(ValueError, match="k: 0 to 2 points, not 3"):
        gtn_db.near_keys(pa.array([CORNER]), 3)
    with pytest.raises(ValueError, match="1 and 2 texts"):
        gtn_db.near_distance(pa.array([CORNER]), pa.array([CORNER, None]), 1)
    with pytest.raises(ValueError, match="threads: at least 1"):
        gtn_db.canonical(pa.array([CORNER]), threads=0)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_joined_signatures_find_all_near_pairs(collection, k):
    problems = pa.table(gtn_db.extract(collection.files()))
    numbers = list(range(problems.num_rows))
    pairs = list(itertools.combinations(numbers, 2))
    one, other = (problems.take([pair[side] for pair in pairs]) for side in (0, 1))
    distances = pa.array(gtn_db.near_distance(one, other, k)).to_pylist()
    near = {pair: distance for pair, distance in zip(pairs, distances) if distance is not None}
    holders: dict[int, list[int]] = {}
    for number, of_text in enumerate(pa.array(gtn_db.near_keys(problems, k)).to_pylist()):
        for key in of_text:
            holders.setdefault(key, []).append(number)
    joined = {pair for numbers in holders.values() for pair in itertools.combinations(numbers, 2)}
    assert near and set(near) <= joined
    if k > 0:
        keys = problems["key"].to_pylist()
        found = {(frozenset((keys[a], keys[b])), distance) for (a, b), distance in near.items() if keys[a] != keys[b]}
        listed = collection.answers("dups", "--family", "go", "--near", str(k), "--pairs")
        assert found and found == {(frozenset(pair["keys"]), pair["distance"]) for pair in listed}


def test_a_board_between_two_edges_keeps_its_size():
    # Boards of two lines and of one line, whose canonical texts are equal squares.
    boards = ["(;SZ[9:2]AB[aa]AW[da])", "(;SZ[9:1]AB[aa]AW[da])"]
    files = pa.table({"path": ["2", "1"], "content": boards})
    problems = pa.table(gtn_db.extract(files))
    one, other = problems.slice(0, 1), problems.slice(1)
    assert one["text"].to_pylist() == other["text"].to_pylist()
    assert pa.array(gtn_db.near_distance(one["text"], other["text"], 1)).to_pylist() == [0]
    assert pa.array(gtn_db.near_distance(one, other, 1)).to_pylist() == [None]
    assert pa.table(gtn_db.canonical(problems))["key"].to_pylist() == problems["key"].to_pylist()
    junk = problems.set_column(problems.column_names.index("operation"), "operation", pa.array([None, "IR9"]))
    assert pa.array(gtn_db.near_keys(junk, 1)).to_pylist() == [None, None]
    with pytest.raises(TypeError, match="texts: column `operation`: texts or bytes are needed, not Int64"):
        gtn_db.near_keys(problems.set_column(problems.column_names.index("operation"), "operation", pa.array([0, 0])), 1)
    with pytest.raises(ValueError, match="texts: there is no column `text`"):
        gtn_db.near_keys(problems.select(["key", "operation"]), 1)


def test_threads_change_nothing():
    boards = [f"9x9|{'.' * n}X{'.' * (80 - n)}" for n in range(81)]
    texts = pa.chunked_array([boards * 203, boards])  # more than a thread takes at a time
    assert canonical(texts) == pa.table(gtn_db.canonical(texts, threads=3)).to_pylist()
    pattern = "1x2|.X"
    one = pa.array(gtn_db.contains(texts, pattern, edges="any"))
    assert one.equals(pa.array(gtn_db.contains(texts, pattern, edges="any", threads=3)))
    assert one.true_count == len(one)


def test_a_game_tree_that_ends_too_early_is_not_drawn():
    assert str(gtn_db.svg("(;SZ[9]AB[aa])")).startswith("<svg")
    for text in ["(;", "(;SZ[9]AB[aa]", "(;SZ[9]AB[aa", "("]:
        with pytest.raises(ValueError, match="text: "):
            gtn_db.svg(text)
