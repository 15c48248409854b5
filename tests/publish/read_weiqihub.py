"""Reads the tables of WeiqiHub as its app does: each line of a tree ends with 0 if it is right, else with 1."""

import json
import sqlite3
import sys


def leads(text, at):
    """Whether a right line is behind the move at a place of a tree; the place behind it."""
    if text[at] in "01":
        return text[at] == "0", at + 1
    right = False
    while text[at] != "<":
        found, at = leads(text, at + 2)
        right |= found
    return right, at + 1


read = {}
truth = json.load(open(sys.argv[2]))
by_stones = {(one["size"], tuple(one["black"]), tuple(one["white"]), one["turn"]): name for name, one in truth.items()}
for first, size, black, white, tree in sqlite3.connect(sys.argv[1]).execute(
    "SELECT first, board_size, black_stones, white_stones, variation_tree FROM tasks"
):
    stones = [sorted(text[at : at + 2] for at in range(0, len(text), 2)) for text in (black, white)]
    right, at = [], 0
    while tree[at] != "<":
        move = tree[at : at + 2]
        found, at = leads(tree, at + 2)
        if found:
            right.append(move)
    turn = "BW"[first]
    name = by_stones.get((size, *map(tuple, stones), turn))
    read[name] = {"size": size, "black": stones[0], "white": stones[1], "turn": turn, "right": right}
json.dump(read, sys.stdout)
