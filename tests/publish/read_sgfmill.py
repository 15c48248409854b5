"""Reads SGF with sgfmill: right first moves are those with TE, of a tree without marks the first one."""

import json
import sys

from sgfmill import sgf


def text(at, size):
    row, col = at
    return chr(97 + col) + chr(97 + size - 1 - row)


read = {}
data = open(sys.argv[1], "rb").read()
for tree in data.splitlines():
    game = sgf.Sgf_game.from_bytes(tree)
    root, size = game.get_root(), game.get_size()
    black, white, _ = root.get_setup_stones()

    def leads(node):
        return node.has_property("TE") or any(leads(child) for child in node)

    firsts = [(node, node.get_move()) for node in root]
    marked = [move for node, move in firsts if leads(node)]
    right = marked or [move for _, move in firsts[:1]]
    read[root.get("GN")] = {
        "size": size,
        "black": [text(at, size) for at in black],
        "white": [text(at, size) for at in white],
        "turn": root.get("PL").upper(),
        "right": [text(at, size) for _, at in right if at],
    }
json.dump(read, sys.stdout)
