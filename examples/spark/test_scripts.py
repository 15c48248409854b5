"""The scripts against the command gtn-db, on executors of which one is killed."""

import json
import os
import random
import re
import secrets
import shutil
import signal
import string
import subprocess
import sys
from pathlib import Path

import gtn_db
import pyarrow as pa
import pyarrow.parquet as pq
import pyspark
import pytest
from pyspark.sql import SparkSession

import joseki
import near

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SPARK_HOME = Path(pyspark.__file__).parent
FILES, TREES = 24, 500
DIGITS = "0123456789abcdef"


def draw_problem(draw, size):
    """Stones near a corner, as a list of (color, column, row)."""
    cols, rows = size
    reach = min(7, cols), min(7, rows)
    points = [(col, row) for col in range(reach[0]) for row in range(reach[1])]
    chosen = draw.sample(points, draw.randint(3, min(20, len(points) - 1)))
    return [(draw.choice("BW"), col, row) for col, row in chosen]


def write_problem(draw, stones, size):
    """A game tree with the stones in a random orientation and color."""
    cols, rows = size
    turned, mirrored, swapped = (draw.random() < 0.5 for _ in range(3))
    setup = {"B": "", "W": ""}
    for color, col, row in stones:
        col, row = (cols - 1 - col if turned else col), (rows - 1 - row if mirrored else row)
        letters = string.ascii_lowercase
        setup["BW"["WB".index(color) if swapped else "BW".index(color)]] += (
            f"[{letters[col]}{letters[row]}]"
        )
    black, white = (name + points if points else "" for name, points in
                    (("AB", setup["B"]), ("AW", setup["W"])))
    turn = draw.choice(["", "PL[B]", "PL[W]"])
    return f"(;SZ[{cols}:{rows}]{black}{white}{turn}GN[n {draw.randint(1, 999)}]C[Ø])"


@pytest.fixture(scope="session")
def work(tmp_path_factory):
    """A folder with files in src/ and the database of their import, gtn.db."""
    work = tmp_path_factory.mktemp("work")
    draw = random.Random(20261123)
    sizes = [(19, 19)] * 8 + [(7, 9), (9, 6)]
    known = [(size, draw_problem(draw, size)) for size in draw.choices(sizes, k=3000)]
    source = work / "src"
    (source / "deep").mkdir(parents=True)
    for number in range(FILES):
        trees = []
        for _ in range(TREES):
            size, stones = draw.choice(known)
            # Some are equal, some near one another.
            stones = stones[draw.randint(0, 2):]
            trees.append(write_problem(draw, stones, size))
        folder = source / "deep" if number % 2 else source
        charset = "utf-8" if number % 3 else "latin-1"
        (folder / f"{number}.sgf").write_text("\n".join(trees), encoding=charset)
    for name in ("data/openings.sgf", "crates/data/tests/data/archives/entries.tar.xz"):
        shutil.copy(ROOT / name, source)
    (source / "cut.sgf").write_text("(;SZ[19]AB[aa][bb]AW[cc](;B[dd]")
    run_command(work, "import", "src")
    return work


def run_command(work, *arguments):
    """The objects that gtn-db prints."""
    run = subprocess.run(
        [os.environ["GTN_DB_COMMAND"], *arguments, "--json"],
        cwd=work,
        env={**os.environ, "GTN_DB": str(work / "gtn.db")},
        stdout=subprocess.PIPE,
        check=False,
    )
    assert run.returncode in (0, 3), arguments  # 3: something was skipped
    return [json.loads(line) for line in run.stdout.splitlines()]


def list_executors(root):
    """The processes of executors among the descendants of a process."""
    lines = subprocess.run(
        ["ps", "-ewwo", "pid=,ppid=,args="], stdout=subprocess.PIPE, text=True, check=True
    ).stdout.splitlines()
    processes = {int(pid): (int(parent), rest) for pid, parent, *rest in map(str.split, lines)}

    def is_descendant(pid):
        while pid in processes and pid != root:
            pid = processes[pid][0]
        return pid == root

    executors = [
        pid
        for pid, (_, command) in processes.items()
        if any(word.endswith("CoarseGrainedExecutorBackend") for word in command)
    ]
    return [pid for pid in executors if is_descendant(pid)]


def submit_and_kill(script, *arguments):
    """Runs a script and kills an executor between two of its tasks."""
    settings = {
        "spark.master": "local-cluster[2,1,2048]",
        "spark.authenticate.secret": secrets.token_hex(32),
        "spark.executor.memory": "1g",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.files.maxPartitionBytes": "32k",  # a file is a task
        "spark.sql.shuffle.partitions": "8",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "true",
    }
    options = [text for item in settings.items() for text in ("--conf", "=".join(item))]
    process = subprocess.Popen(
        [SPARK_HOME / "bin" / "spark-submit", "--properties-file", HERE / "gtn-db.conf", *options,
         HERE / script, *arguments],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    printed, killed = "", None
    try:
        while chunk := os.read(process.stderr.fileno(), 1 << 16):
            printed += chunk.decode(errors="replace")
            bars = re.findall(r"Stage \d+:[^\]]*\((\d+) \+ (\d+)\) / (\d+)", printed)
            done, running, tasks = map(int, bars[-1]) if bars else (0, 0, 0)
            if killed is None and tasks >= FILES and done >= 2 and running >= 1:
                killed = list_executors(process.pid)[0]
                os.kill(killed, signal.SIGKILL)
    finally:
        process.kill()
        status = process.wait()
        shutil.rmtree(SPARK_HOME / "work", ignore_errors=True)  # folders of executors
    assert killed is not None, f"no executor was killed:\n{printed}"
    assert status == 0, printed
    assert "Lost executor" in printed


def environment():
    """Loopback alone; one Python for driver and executors."""
    return {
        **os.environ,
        "SPARK_HOME": str(SPARK_HOME),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
    }


@pytest.fixture(scope="session")
def deduplicated(work):
    """What dedup.py writes while one of two executors is killed."""
    submit_and_kill("dedup.py", work / "src", work / "out")
    return work / "out"


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    os.environ.update(environment(), PYTHONPATH=str(HERE))  # workers import the scripts
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "8")
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .getOrCreate()
    )
    yield session
    session.stop()


def run_script(module, monkeypatch, *arguments):
    """Runs a script in the session of this process."""
    monkeypatch.setattr(sys, "argv", [module.__name__, *map(str, arguments)])
    module.main()


def query(work, sql):
    return [tuple(row.values()) for row in gtn_db.open(work / "gtn.db").sql(sql)]


def test_rows_are_those_of_the_command_though_an_executor_was_killed(work, deduplicated):
    rows = pq.read_table(deduplicated / "problems", partitioning=None)
    prefix = f"file:{work}/"
    found = []
    for row in rows.to_pylist():
        assert row["source"].startswith(prefix)
        found.append({**row, "source": row["source"].removeprefix(prefix)})
    database = gtn_db.open(work / "gtn.db")
    columns = [name for name in rows.schema.names if name in database.records(limit=1)[0]]
    expected = [{name: row[name] for name in columns} for row in database.records()]
    for row in expected:
        row["charset"] = None if row["charset"] == "UTF-8" else row["charset"]
    assert {"key", "turn", "canonical_turn", "operation", "answers", "sgf"} < set(columns)
    found = [{name: row[name] for name in columns} for row in found]
    def order(row):
        return row["source"], row["tree"]
    found.sort(key=order)
    expected.sort(key=order)
    assert len(found) > FILES * TREES / 2
    assert found == expected


def test_parts_are_digits_of_the_keys_and_sorted(deduplicated):
    folders = sorted((deduplicated / "problems").glob("part=*"))
    assert [folder.name for folder in folders] == [f"part={digit}" for digit in DIGITS]
    for folder in folders:
        for file in folder.glob("*.parquet"):
            keys = pq.read_table(file, columns=["key"], partitioning=None)["key"].to_pylist()
            assert keys == sorted(keys)
            assert {key[0] for key in keys} == {folder.name[-1]}


def test_duplicates_and_skips_are_counted(work, deduplicated):
    rows = pq.read_table(deduplicated / "duplicates").to_pylist()
    expected = query(work, "SELECT key, canonical_turn, count(*) FROM v_record "
                           "GROUP BY key, canonical_turn HAVING count(*) > 1")
    assert sorted(tuple(row.values()) for row in rows) == sorted(expected)
    skips = pq.read_table(deduplicated / "skips").to_pylist()
    assert any(skip["source"].endswith("/cut.sgf") for skip in skips)


@pytest.mark.parametrize("k", [1, 2])
def test_near_pairs_are_those_of_the_command(work, deduplicated, spark, monkeypatch, k):
    run_script(near, monkeypatch, deduplicated / "problems", k, work / f"near{k}")
    rows = pq.read_table(work / f"near{k}").to_pylist()
    expected = run_command(work, "dups", "--near", str(k), "--pairs")
    assert len(expected) > 100
    assert sorted((row["one"], row["other"], row["distance"]) for row in rows) == sorted(
        (*sorted(pair["keys"]), pair["distance"]) for pair in expected
    )


def test_joseki_are_those_of_the_command(work, spark, monkeypatch):
    run_script(joseki, monkeypatch, work / "src", work / "joseki", "--min-games", "1")
    moves = pq.read_table(work / "joseki").to_pylist()
    (corner,) = run_command(work, "joseki", "--limit", "1000")
    fields = ["games", "occurrences", "wins", "losses"]
    expected = sorted(tuple(move[field] for field in fields) for move in corner["moves"])
    assert len(expected) >= 2  # tenuki and a point
    nodes = {}
    for move in moves:
        counts = tuple(move[field] for field in fields)
        nodes.setdefault(move["node"], []).append(counts)
    # The empty corner, of all positions, is reached by the most games.
    assert sorted(max(nodes.values(), key=max)) == expected


READ_FILES = """
import sys, gtn_db
from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
spark.dataSource.register(gtn_db.spark.DataSource)
files = spark.read.format("gtn").option("maxPartitionBytes", 1 << 15)
for table in ["problems", "skips"]:
    files.option("table", table).load(sys.argv[1]).write.parquet(f"{sys.argv[2]}/{table}")
"""


def test_the_data_source_has_the_rows_of_dedup_though_an_executor_was_killed(work, deduplicated):
    script = work / "read_files.py"
    script.write_text(READ_FILES)
    submit_and_kill(script, work / "src", work / "read")
    for table in ["problems", "skips"]:
        found = pq.read_table(work / "read" / table).to_pylist()
        expected = pq.read_table(deduplicated / table, partitioning=None).to_pylist()
        assert len(found) > 2
        assert sorted(found, key=repr) == sorted(expected, key=repr)


def read_source(spark, paths, **options):
    spark.dataSource.register(gtn_db.spark.DataSource)
    return spark.read.format("gtn").options(**options).load(paths)


def test_the_data_source_reads_the_files_that_spark_reads(spark, work, tmp_path):
    folder = tmp_path / "a b%20#é"
    (folder / "deep" / "_temporary").mkdir(parents=True)
    for name in ["1?.sgf", "_hidden.sgf", ".hidden.sgf", "words", "deep/x.y", "deep/_temporary/a.sgf"]:
        shutil.copy(ROOT / "data/teacher-notes.sgf", folder / name)
    (folder / "words").write_text("words")
    (folder / "deep" / "loop").symlink_to(folder)
    shutil.copy(ROOT / "data/openings.sgf", folder)
    shutil.copy(ROOT / "crates/data/tests/data/archives/entries.tar.xz", folder)
    for table in ["problems", "games", "skips"]:
        found = read_source(spark, str(folder), table=table).collect()
        (folder / "deep" / "loop").unlink(missing_ok=True)  # binaryFile would follow it
        files = spark.read.format("binaryFile").option("recursiveFileLookup", True)
        function, schema = getattr(gtn_db.spark, table), getattr(gtn_db.spark, table.upper())
        expected = files.load(str(folder)).mapInArrow(function, schema).collect()
        assert len(found) > 0 and sorted(found, key=repr) == sorted(expected, key=repr)
    paths = [f"file://{folder}/openings.sgf", str(folder / "entries.tar.xz")]
    games = read_source(spark, paths, table="GAMES", sgf="false", maxPartitionBytes="1")
    assert games.rdd.getNumPartitions() == 2
    assert games.where("sgf IS NOT NULL").isEmpty() and not games.isEmpty()


@pytest.mark.parametrize(
    "path, options, message",
    [
        ("/nowhere", {}, "No such file or directory: '/nowhere'"),
        ("s3a://books", {}, "s3a://books: format gtn reads files that all machines see"),
        ("/", {"table": "moves"}, "option table: write problems or games or skips, not moves"),
        ("/", {"sgf": "no"}, "option sgf: write true or false, not no"),
        ("/", {"maxPartitionBytes": "8m"}, "a number of bytes is needed, not 8m"),
    ],
)
def test_the_data_source_refuses_what_it_cannot_read(spark, path, options, message):
    with pytest.raises(Exception, match=re.escape(message)):
        read_source(spark, path, **options).count()


@pytest.fixture
def problems(work, deduplicated):
    """A few rows of problems, to be damaged."""
    file = next((deduplicated / "problems" / "part=0").glob("*.parquet"))
    return pq.read_table(file, partitioning=None).slice(0, 5)


def refuse(rows, folder, monkeypatch):
    """What near.py says of a table that it refuses."""
    (folder / "in").mkdir()
    # Without metadata, in which Spark keeps the columns that it wrote.
    pq.write_table(rows.replace_schema_metadata(None), folder / "in" / "rows.parquet")
    with pytest.raises((Exception, SystemExit)) as error:
        run_script(near, monkeypatch, folder / "in", 1, folder / "out")
    assert not (folder / "out" / "_SUCCESS").exists()
    return str(error.value)


@pytest.mark.parametrize("column, value", [("key", "0" * 32), ("key", None), ("text", None)])
def test_a_row_with_another_key_is_refused(
    spark, problems, tmp_path, monkeypatch, column, value
):
    place = problems.schema.get_field_index(column)
    values = problems[column].to_pylist()
    values[3] = value
    damaged = problems.set_column(place, column, pa.array(values, problems.schema.types[place]))
    row = problems.slice(3, 1).to_pylist()[0]
    said = refuse(damaged, tmp_path, monkeypatch)
    assert f"{row['source']}, tree {row['tree']}: no position with a key of gtn1" in said


def test_other_columns_are_refused(spark, problems, tmp_path, monkeypatch):
    said = refuse(problems.drop_columns(["window_open"]), tmp_path, monkeypatch)
    assert said == f"{tmp_path / 'in'}: column window_open: tinyint is needed, not none"


def test_a_damaged_file_is_named(spark, problems, tmp_path, monkeypatch):
    (tmp_path / "in").mkdir()
    file = tmp_path / "in" / "cut.parquet"
    pq.write_table(problems, file)
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(Exception, match="cut.parquet"):
        run_script(near, monkeypatch, tmp_path / "in", 1, tmp_path / "out")
    assert not (tmp_path / "out" / "_SUCCESS").exists()
