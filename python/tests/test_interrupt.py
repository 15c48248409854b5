"""Ctrl-C ends every call within half a second."""

import subprocess
import sys
import textwrap

import pytest

PROLOGUE = """
import os, signal, threading, time
import gtn_db, pyarrow as pa

def interrupt_after(seconds):
    def send():
        time.sleep(seconds)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)
    sent = []
    threading.Thread(target=send, daemon=True).start()
    return sent

PROBLEM = "(;SZ[19]AB[aa][ba][ca]AW[da][ea]PL[B];B[ab];W[bb];B[cb])"
FILES = pa.table({"path": ["a.sgf"] * 40, "content": [PROBLEM * 5000] * 40})
TEXTS = pa.array(["19x19|" + "." * n + "XO" + "." * (359 - n) for n in range(359)] * 4000)
"""

ENDLESS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"

# A group that nobody kills, in a region that no search exhausts.
LARGE = "7x7|.....OX_.....OX_.....OX_.....OX_.....OX_OOOOOOX_XXXXXXX_!!!!!!!_"

CALLS = {
    "extract": "gtn_db.extract(FILES)",
    "canonical": "gtn_db.canonical(TEXTS)",
    "contains": "gtn_db.contains(TEXTS, '1x2|XX', edges='any')",
    "near_keys": "gtn_db.near_keys(TEXTS, 2)",
    "sql": f"gtn_db.open(DATABASE).sql({ENDLESS!r})",
    "to_polars": "gtn_db.read([FILE] * 4000).to_polars()",
    "solve": f"gtn_db.solve({LARGE!r}, turn='black', nodes=10**12)",
    # pyarrow's own exception has the text KeyboardInterrupt.
    "read": "pa.table(gtn_db.read([FILE] * 4000))",
    "batches": "[len(batch) for batch in gtn_db.read([FILE] * 4000)]",
    "write_parquet": "gtn_db.write_parquet(gtn_db.read([FILE] * 4000), FILE + '.parquet')",
}


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_ends_a_call(collection, tmp_path, name):
    file = tmp_path / "large.sgf"
    file.write_text("(;SZ[19]AB[aa][ba][ca]AW[da][ea]PL[B];B[ab];W[bb];B[cb])" * 5000)
    program = PROLOGUE + textwrap.dedent(f"""
        DATABASE, FILE = {str(collection.database)!r}, {str(file)!r}
        sent = interrupt_after(0.5)
        try:
            {CALLS[name]}
            print("ended")
        except (KeyboardInterrupt, pa.ArrowException):
            print("interrupted", time.monotonic() - sent[0])
        os._exit(0)
    """)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.stdout.startswith("interrupted"), done
    # On a machine with other work, the call itself waits for its turn.
    assert float(done.stdout.split()[1]) < 2, done.stdout
    assert not list(tmp_path.glob("*.parquet")) and not list(tmp_path.glob(".gtn-db-*"))
