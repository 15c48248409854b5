"""Writes 1,000 problems as SGF, and what is known of them as JSON.

    make_problems.py FOLDER

FOLDER/problems.sgf is one collection; FOLDER/truth.json has for each name (GN) the size, the stones, the side to
move and the right first moves. 300 problems have no marks, 100 have several right moves, in 100 White is to move,
100 are whole boards, 50 are on 9x9 or 13x13, 20 have a pass. The problems are made, not taken from a book: walls
around a corner with stones drawn at random, always the same ones.
"""

import json
import random
import sys
from pathlib import Path


def point(at):
    return "abcdefghijklmnopqrs"[at[0]] + "abcdefghijklmnopqrs"[at[1]]


def make(number, draw):
    size = 9 if number % 40 == 7 else 13 if number % 40 == 27 else 19
    is_whole = number % 10 == 3 and size == 19
    turn = "W" if number % 10 == 5 else "B"
    wall, inside = ("W", "B") if turn == "B" else ("B", "W")
    reach = draw.randint(4, 5 if size == 9 else 6)
    stones = {(reach, row): wall for row in range(reach)} | {(col, reach): wall for col in range(reach + 1)}
    for col in range(1, reach):
        stones[(col, reach - 1)] = inside
        if col > 1:
            stones[(reach - 1, col - 1)] = inside
    free = [(col, row) for col in range(reach) for row in range(reach) if (col, row) not in stones]
    for at in draw.sample(free, 2):
        stones[at] = draw.choice("BW")
    free = [at for at in free if at not in stones]
    # A chain without a liberty is no problem: it is drawn again.
    beyond = [(col, row) for col in range(reach + 1, size) for row in range(size)]
    if not is_whole:
        beyond = [at for at in beyond if max(at) <= reach + 3]
    for at in draw.sample(beyond, 60 if is_whole else 7):
        stones[at] = draw.choice("BW")
    if not all(has_liberty(stones, at, size) for at in stones):
        return make(number, draw)
    moves = draw.sample(free, min(len(free), 4))
    legal = [at for at in moves if is_quiet(stones, at, turn, size)]
    if len(legal) < 3:
        return make(number, draw)
    has_marks = number % 10 not in (0, 4, 8)
    is_several = has_marks and number % 10 == 1
    has_pass = has_marks and number % 50 == 6
    right = legal[:2] if is_several else legal[:1]
    other = "W" if turn == "B" else "B"
    mark, miss = ("TE[1]", "BM[1]") if has_marks else ("", "")
    lines = [f";{turn}[{point(at)}]{mark}" for at in right]
    if has_pass:
        lines[0] = f";{turn}[{point(right[0])}];{other}[];{turn}[{point(legal[2])}]{mark}"
    elif has_marks:
        lines.append(f";{turn}[{point(legal[2])}]{miss}")
    body = lines[0] if len(lines) == 1 else "".join(f"({line})" for line in lines)
    name = f"N{number:04}"
    of = {color: "".join(f"[{point(at)}]" for at in sorted(stones) if stones[at] == color) for color in "BW"}
    sgf = f"(;FF[4]GM[1]SZ[{size}]GN[{name}]PL[{turn}]AB{of['B']}AW{of['W']}DI[10k]GE[tesuji]{body})"
    truth = {
        "size": size,
        "black": sorted(point(at) for at in stones if stones[at] == "B"),
        "white": sorted(point(at) for at in stones if stones[at] == "W"),
        "turn": turn,
        "right": sorted(point(at) for at in right),
        "marked": has_marks,
        "pass": has_pass,
    }
    return name, sgf, truth


def neighbors(at, size):
    col, row = at
    around = [(col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1)]
    return [(c, r) for c, r in around if 0 <= c < size and 0 <= r < size]


def has_liberty(stones, at, size):
    chain, todo = {at}, [at]
    while todo:
        for near in neighbors(todo.pop(), size):
            if near not in stones:
                return True
            if stones[near] == stones[at] and near not in chain:
                chain.add(near)
                todo.append(near)
    return False


def is_quiet(stones, at, color, size):
    """Whether a move is legal and captures nothing."""
    after = dict(stones) | {at: color}
    return all(has_liberty(after, one, size) for one in after)


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    draw = random.Random(20261125)
    trees, truth, seen = [], {}, set()
    number = 0
    while len(trees) < 1000:
        name, sgf, known = make(number, draw)
        key = (known["size"], tuple(known["black"]), tuple(known["white"]), known["turn"])
        if key in seen:
            continue
        seen.add(key)
        trees.append(sgf)
        truth[name] = known
        number += 1
    (folder / "problems.sgf").write_text("\n".join(trees) + "\n")
    (folder / "truth.json").write_text(json.dumps(truth))


main()
