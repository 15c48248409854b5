"""Reads a data set with Hugging Face's datasets, by its card alone."""

import json
import sys

from datasets import load_dataset

read = {}
parts = load_dataset(sys.argv[1])
for part in parts.values():
    for row in part:
        tree = row["sgf"]
        values = lambda name: tree.split(f"{name}[", 1)[1].split("]", 1)[0]  # noqa: E731

        def points(name):
            found, rest = [], tree.split(f"{name}[", 1)[1]
            while True:
                value, rest = rest.split("]", 1)
                found.append(value)
                if not rest.startswith("["):
                    return found
                rest = rest[1:]

        size = int(row["board"].split("x")[0])
        read[values("GN")] = {
            "size": size,
            "black": points("AB"),
            "white": points("AW"),
            "turn": row["turn"][0].upper(),
            "right": [at for at in row["answers"] if at != "tenuki"],
        }
print("parts:", {name: len(part) for name, part in parts.items()}, file=sys.stderr)
json.dump(read, sys.stdout)
