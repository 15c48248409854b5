"""Rebuilds tasks of the app WeiqiHub and compares every column but the id.

    weiqihub_tasks.py sgf APP.db > tasks.sgf
    weiqihub_tasks.py compare APP.db REBUILT.db
"""

import sqlite3
import sys
from collections import Counter

TYPES = "life-and-death tesuji capture-stones capture-race opening joseki middlegame endgame theory appreciation".split()
COLUMNS = "rank type first board_size subboard_size top_left_r top_left_c black_stones white_stones variation_tree fingerprint".split()


def tasks(path):
    return sqlite3.connect(path).execute(f"SELECT {', '.join(COLUMNS)} FROM tasks").fetchall()


def points(text):
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def write_moves(text, at, color):
    """The variations of a node from its text, and the place behind it."""
    lines = []
    other = "W" if color == "B" else "B"
    while text[at] != "<":
        move = text[at : at + 2]
        at += 2
        if text[at] in "01":
            mark = "TE[1]" if text[at] == "0" else "BM[1]"
            lines.append(f"(;{color}[{move}]{mark})")
            at += 1
        else:
            inner, at = write_moves(text, at, other)
            lines.append(f"(;{color}[{move}]{inner})")
    return "".join(lines), at + 1


def level(rank):
    return f"{30 - rank}k" if rank < 30 else f"{rank - 29}d"


def write_sgf(path):
    for number, row in enumerate(tasks(path)):
        task = dict(zip(COLUMNS, row))
        turn = "BW"[task["first"]]
        moves, _ = write_moves(task["variation_tree"], 0, turn)
        stones = "".join(
            f"A{color}" + "".join(f"[{at}]" for at in points(task[f"{name}_stones"]))
            for color, name in (("B", "black"), ("W", "white"))
            if task[f"{name}_stones"]
        )
        print(f"(;SZ[{task['board_size']}]GN[{number}]PL[{turn}]{stones}DI[{level(task['rank'])}]GE[{TYPES[task['type']]}]{moves})")


def compare(app, rebuilt):
    def named(path):
        found = {}
        for row in tasks(path):
            task = dict(zip(COLUMNS, row))
            task["black_stones"] = tuple(sorted(points(task["black_stones"])))
            task["white_stones"] = tuple(sorted(points(task["white_stones"])))
            found.setdefault((task["board_size"], task["first"], task["black_stones"], task["white_stones"]), []).append(task)
        return found

    wanted, got = named(app), named(rebuilt)
    count, differs, missing = 0, Counter(), 0
    for name, one in wanted.items():
        for task in one:
            count += 1
            same = [found for found in got.get(name, []) if found["variation_tree"] == task["variation_tree"]] or got.get(name)
            if not same:
                missing += 1
                continue
            differs.update(column for column in COLUMNS if same[0][column] != task[column])
    # What the app shows of the board follows from no other column.
    assert missing <= 0.005 * count and all("top_left" in name or "subboard" in name for name in differs), differs
    print(f"tasks of WeiqiHub: {count}, {missing} missing, columns that differ: {dict(differs)}")


if sys.argv[1] == "sgf":
    write_sgf(sys.argv[2])
else:
    compare(*sys.argv[2:4])
