"""Compares what a program read with what is known: at least 99.5 % of stones, sides and first moves are right.

    check.py TRUTH PROGRAM READ [LEFT_OUT]

READ is JSON: for each name size, black, white, turn, right. LEFT_OUT names kinds of problems that the format
cannot say, such as `pass`; they are counted, not compared.
"""

import json
import sys

truth = json.load(open(sys.argv[1]))
read = json.load(open(sys.argv[3]))
left_out = sys.argv[4].split(",") if len(sys.argv) > 4 else []
expected = {name: one for name, one in truth.items() if not any(one.get(kind) for kind in left_out)}
unmarked_ok = "unmarked" in left_out
faults = {"missing": 0, "stones": 0, "turn": 0, "right": 0}
examples = []
for name, known in expected.items():
    got = read.get(name)
    if got is None:
        faults["missing"] += 1
        examples.append((name, "missing"))
        continue
    for kind, same in (
        ("stones", sorted(got["black"]) == known["black"] and sorted(got["white"]) == known["white"] and got["size"] == known["size"]),
        ("turn", got["turn"] == known["turn"]),
        ("right", (unmarked_ok and not known["marked"]) or sorted(set(got["right"])) == known["right"]),
    ):
        if not same:
            faults[kind] += 1
            examples.append((name, kind, known, got))
wrong = len({example[0] for example in examples})
share = 100 - 100 * wrong / len(expected)
print(f"{sys.argv[2]}: {len(expected)} of {len(truth)} problems, {share:.1f} % as they were; {faults}")
for example in examples[:3]:
    print("  ", *example)
sys.exit(share < 99.5)
