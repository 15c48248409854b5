"""The libraries that hand over and take Arrow data."""

import duckdb
import gtn_db
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

PROBLEM = "(;SZ[9]AB[aa][ba]AW[ca]PL[B])"
FILES = {"path": ["a.sgf", "b.sgf", "c.sgf"], "content": [PROBLEM.encode(), None, b"(;SZ[9]AB[zz])"]}
TEXTS = ["3x3|.O.X.....", None, "junk"]
CANONICAL = ["3x3|.....O.X.", None, None]


def producers():
    connection = duckdb.connect()
    frame = pa.table(FILES)
    texts = pa.table({"text": TEXTS})
    return {
        "pyarrow table": (frame, pa.array(TEXTS)),
        "pyarrow batch": (frame.to_batches()[0], texts),
        "pyarrow reader": (frame.to_reader(), texts.to_reader()),
        "Polars": (pl.DataFrame(FILES), pl.Series(TEXTS)),
        "Polars frame": (pl.DataFrame(FILES), pl.DataFrame({"text": TEXTS})),
        "pandas": (pd.DataFrame(FILES), pd.DataFrame({"text": TEXTS})),
        "DuckDB": (connection.from_arrow(frame), connection.sql("SELECT * FROM texts")),
        "gtn_db": (gtn_db.ArrowData, None),
    }


@pytest.mark.parametrize("name", [name for name in producers() if name != "gtn_db"])
def test_producers(name):
    files, texts = producers()[name]
    assert pa.table(gtn_db.extract(files))["source"].to_pylist() == ["a.sgf"]
    assert pa.table(gtn_db.canonical(texts))["text"].to_pylist() == CANONICAL


def test_results_go_on_to_every_library():
    found = gtn_db.extract(pa.table(FILES))
    assert len(found) == 1
    assert repr(found).startswith("<gtn_db.ArrowData: 1 row of source, tree, problem, setup, moves, ")
    assert pa.record_batch(found).num_rows == pa.table(found).num_rows == 1
    assert pl.DataFrame(found).height == 1
    assert pl.Series(gtn_db.contains(pa.array(TEXTS), "1x1|X", edges="any")).to_list() == [True, None, None]
    assert duckdb.sql("SELECT source FROM found").fetchall() == [("a.sgf",)]
    assert pa.table(found).to_pandas()["source"].tolist() == ["a.sgf"]
    assert found.to_pandas()["source"].tolist() == found.to_polars()["source"].to_list() == ["a.sgf"]
    column = gtn_db.contains(pa.array(TEXTS), "1x1|X", edges="any")
    assert list(column) == column.to_polars().to_list() == [True, None, None]
    assert column.to_pandas().tolist() == [True, None, None]
    # And back into this package.
    assert pa.table(gtn_db.canonical(pa.table(found).select(["text"]))).num_rows == 1
    texts = gtn_db.canonical(pa.array(TEXTS))
    assert pa.schema(texts) == pa.table(texts).schema


def test_a_producer_that_fails():
    def batches():
        yield pa.record_batch(FILES)
        raise RuntimeError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.table(FILES).schema, batches())
    with pytest.raises(ValueError, match="batch: .*the disk is gone"):
        gtn_db.extract(reader)
