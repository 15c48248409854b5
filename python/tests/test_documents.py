"""The examples in docstrings, README.md and examples/python run."""

import doctest
import json
import re
import runpy
import shutil

import gtn_db
import pytest
from conftest import PROJECT


@pytest.fixture
def folder(collection, tmp_path, monkeypatch):
    """A working folder with the collection and its database."""
    shutil.copytree(collection.folder / "books", tmp_path / "books")
    shutil.copy(collection.database, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


WITH_EXAMPLES = [
    "ArrowData",
    "Batches",
    "canonical",
    "contains",
    "corners",
    "extract",
    "near_distance",
    "near_keys",
    "open",
    "read",
    "replay",
    "solve",
    "svg",
    "write_parquet",
]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_docstrings(name, folder):
    text = getattr(gtn_db, name).__doc__
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert test.examples
    report: list[str] = []
    result = doctest.DocTestRunner().run(test, out=report.append)
    assert result.failed == 0, "".join(report)


def test_readme_finds_duplicates(folder, collection, capsys):
    readme = (PROJECT / "python/README.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert len([line for line in code.splitlines() if line]) <= 10
    names: dict = {}
    exec(code, names)
    found = {(row["key"], row["records"]) for row in names["duplicates"].iter_rows(named=True)}
    listed = collection.answers("dups", "--family", "go", "--by", "position")
    assert found and found == {(dup["key"], len(dup["records"])) for dup in listed}
    assert "records" in capsys.readouterr().out


def test_explore(folder):
    shown = runpy.run_path(str(PROJECT / "examples/python/explore.py"))
    assert shown["board"]._repr_svg_().startswith("<svg xmlns=")


def test_three_jobs(folder, monkeypatch):
    """The notebook of the teacher, the editor and the player."""
    submissions = folder / "submissions"
    submissions.mkdir()
    known = (folder / "books/near.sgf").read_text().split(")(")[0] + ")"
    turned = "(;SZ[13]AW[mm][lm]AB[km]PL[B];B[kl])"  # the same from the opposite corner, colors exchanged
    new = "(;SZ[19]AB[aa][ca][ac][cc][bd]AW[ba][ab]PL[B];B[bb])"
    (submissions / "one.sgf").write_text(known + turned + new + "(;SZ[19]AB[zz])")
    notebook = json.loads((PROJECT / "examples/python/three_jobs.ipynb").read_text())
    names: dict = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
            exec("".join(cell["source"]), names)
    assert names["queue"]["verdict"].to_list() == ["same problem", "same problem", "new"]
    assert names["queue"]["repeated"].to_list() == [False, True, False]
    assert len(names["skipped"]) > 0
    sheet = (folder / "tuesday.html").read_text()
    assert sheet.count("<svg") == len(names["sheet"]) > 3
    assert names["first"]["games"][0] > 0 and names["line"][0] == names["first"]["move"][0]
