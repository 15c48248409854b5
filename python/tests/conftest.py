"""Files and a database that the command made of them."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pyarrow as pa
import pytest

PROJECT = Path(__file__).resolve().parents[2]
GTN_DB = os.environ.get("GTN_DB", str(PROJECT / "target/debug/gtn-db"))


class Collection:
    """A folder of files, and the database into which the command imported it."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.database = folder / "gtn.db"
        (self.report,) = self.answers("import", "books")

    def run(self, *arguments: str, database: Path | None = None) -> subprocess.CompletedProcess:
        command = [GTN_DB, "--db", str(database or self.database), *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, check=False)

    def answers(self, *arguments: str) -> list[dict]:
        """What the command prints with `--json`."""
        done = self.run(*arguments, "--json")
        assert done.returncode in (0, 1, 3), (done.returncode, done.stderr.decode())
        return [json.loads(line) for line in done.stdout.splitlines()]

    def files(self) -> pa.Table:
        """The files with the names that the import gave them."""
        paths = sorted(path for path in (self.folder / "books").rglob("*") if path.is_file())
        names = [str(path.relative_to(self.folder)) for path in paths]
        content = [path.read_bytes() for path in paths]
        return pa.table({"path": names, "content": pa.array(content, pa.binary())})


@pytest.fixture(scope="session")
def collection(tmp_path_factory) -> Collection:
    folder = tmp_path_factory.mktemp("collection")
    books = folder / "books"
    books.mkdir()
    for name in ["classic-shapes.sgf", "game.sgf", "openings.sgf", "problems.igtn", "teacher-notes.sgf"]:
        shutil.copy(PROJECT / "data" / name, books)
    data = PROJECT / "tests/data"
    shutil.copy(data / "databases/problems.sgf", books / "more.sgf")
    shutil.copy(data / "games.sgf", books)
    for name in ["stored.7z", "entries.tar.xz"]:
        shutil.copy(PROJECT / "crates/data/tests/data/archives" / name, books)
    # A near pair, and a damaged tree between two others.
    (books / "near.sgf").write_text(
        "(;SZ[19]AB[aa][ba]AW[ca]PL[W];W[cb])(;SZ[19]AB[aa][bb]AW[ca]PL[W];W[cb])"
    )
    (books / "damaged.sgf").write_text("(;SZ[9]AB[aa]AW[ba])(;SZ[9]AB[zz])(;SZ[9]AB[cc]AW[dd]")
    return Collection(folder)
