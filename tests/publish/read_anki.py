"""Imports decks into a collection of Anki: the second one updates the notes of the first and keeps schedules."""

import json
import os
import sys
import tempfile

from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest


def import_deck(collection, path):
    options = ImportAnkiPackageOptions(merge_notetypes=True)
    request = ImportAnkiPackageRequest(package_path=os.path.abspath(path), options=options)
    log = collection.import_anki_package(request).log
    return len(log.new), len(log.updated)


collection = Collection(os.path.join(tempfile.mkdtemp(), "collection.anki2"))
new, _ = import_deck(collection, sys.argv[1])
names = collection.find_notes("")
assert new == len(names), (new, len(names))
read = {}
for note in map(collection.get_note, names):
    data = json.loads(note["Data"])
    firsts = [move for move in data["moves"] if move["p"] == -1]
    stones = {name: [data[name][at : at + 2] for at in range(0, len(data[name]), 2)] for name in ("black", "white")}
    read[note["Name"]] = {
        "size": data["size"][0],
        **stones,
        "turn": data["turn"],
        "right": [move["m"] for move in firsts if move.get("r")],
    }
if len(sys.argv) > 2:
    card = collection.get_card(collection.find_cards("Name:N0001")[0])
    card.type, card.queue, card.ivl, card.due = 2, 2, 33, 99
    collection.update_card(card)
    new, updated = import_deck(collection, sys.argv[2])
    card = collection.get_card(card.id)
    assert (new, card.ivl) == (0, 33), (new, card.ivl)
    assert updated >= 1, "the changed answer has not arrived"
    print(f"Anki: {updated} notes updated, 0 added, the interval of 33 days kept", file=sys.stderr)
json.dump(read, sys.stdout)
