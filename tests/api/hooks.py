"""What the requests of Schemathesis need and the document cannot say in a schema.

Formats of the document name texts whose grammar is no regular expression, and things in a
database. Some parameters exclude each other, as their descriptions say, and the server refuses
them together. Only requests that follow the schema are changed.
"""

import schemathesis
from hypothesis import strategies as st
from samples import ABALONE, EMPTY, FORMATS

for name, texts in FORMATS.items():
    schemathesis.openapi.format(name, st.sampled_from(texts))

# The conditions on problems that those of Abalone do not have.
GO_ONLY = (
    "ids", "book", "number", "region", "stones", "board", "answered", "marks", "tag", "level", "rights",
    "comment",
)


@schemathesis.hook
def map_case(context, case):
    if not case.meta.generation.mode.is_positive:
        replace_blank(case.query)
        return case
    path = case.operation.path
    if path == "/api/v1/positions/{key}/verdict" and "nodes" in (case.query or {}):
        case.query["nodes"] = min(int(case.query["nodes"]), 1_000)  # the most take minutes
    if path.startswith("/api/v1/decisions"):
        name_records(case.body)
    elif path == "/api/v1/import" and case.media_type == "application/octet-stream":
        case.query = {"name": "book.sgf", **(case.query or {})}
    fields = case.body if case.operation.method == "post" else case.query
    if isinstance(fields, dict) and path in RULES:
        RULES[path](fields)
    if isinstance(fields, dict) and not (fields.get("player") or "").strip():
        fields.pop("opponent", None)
    return case


def replace_blank(fields):
    """A form sends all its fields, so what is blank counts as not given: no fault, whatever the schema says."""
    for name, value in (fields if isinstance(fields, dict) else {}).items():
        if isinstance(value, str) and not value.strip():
            fields[name] = "?"


def name_records(body):
    """A record has hash and key, or is one of the database. A decision is about two of them."""
    names = ("first", "second", "record") if isinstance(body, dict) else ()
    for number, record in enumerate([body[name] for name in names if name in body], 1):
        if record.get("hash") and record.get("key"):
            record["hash"] = str(number) * 32
        else:
            drop(record, "hash", "key")
            record.update(source="data/classic-shapes.sgf", tree=number, problem=1)


def drop(fields, *names):
    for name in names:
        fields.pop(name, None)


def is_abalone(fields):
    return fields.get("family") == "abalone" or fields.get("position") == ABALONE


def find(fields):
    likenesses = ("near", "contains", "within")
    asked = [
        name for name in likenesses if fields.get(name) is not None and fields[name] is not False
    ]
    drop(fields, *asked[1:])
    question = asked[0] if asked else None
    if is_abalone(fields) or question:
        drop(fields, "nearest")
    edges = {None: (), "near": ("same", "any")}.get(question, ("marked", "any"))
    if is_abalone(fields) or fields.get("edges") not in edges:
        drop(fields, "edges")
    if not is_abalone(fields) or question == "within":
        drop(fields, "in")


def window_of_moves(fields):
    if "after_move" in fields:
        drop(fields, "before_move")  # which is not to be less


def games(fields):
    if fields.get("sort", "id") != "id":
        drop(fields, "after")  # a game of the list
    if is_abalone(fields):
        drop(fields, "shape", "comment")
    if "shape" not in fields:
        drop(fields, "turn", "after_move", "before_move")
    if "turn" in fields:
        fields["shape"] = "R16 P17"
    window_of_moves(fields)


def problems(fields):
    if is_abalone(fields):
        drop(fields, *GO_ONLY)


def export(fields):
    if fields.get("format") in ("pdf", "dataset-parquet"):
        fields["format"] = "dataset"  # not every server makes these
    if fields.get("format") in ("apgn", "iatn", "kaawa"):
        drop(fields, "orient", "mark_as", "one_per", "solutions", *GO_ONLY)
    if fields.get("format") != "csv":
        drop(fields, "escape_formulas")


def next_moves(fields):
    if is_abalone(fields):
        drop(fields, "moves", "by", "versus", "examples", "after_move", "before_move", "comment")
    if "position" in fields or "moves" in fields:
        drop(fields, "board")
    window_of_moves(fields)


def joseki(fields):
    if "position" in fields:
        drop(fields, "board", "window")
    window_of_moves(fields)


def joseki_tree(fields):
    if "from" in fields:
        drop(fields, "window")
    window_of_moves(fields)


def shapes(fields):
    if "sequence" in fields:
        fields["position"] = EMPTY
        drop(fields, "region", "next")
    window_of_moves(fields)


RULES = {
    "/api/v1/export": export,
    "/api/v1/find": find,
    "/api/v1/games": games,
    "/api/v1/problems": problems,
    "/api/v1/games/next": next_moves,
    "/api/v1/joseki": joseki,
    "/api/v1/joseki.sgf": joseki_tree,
    "/api/v1/shapes": shapes,
}
