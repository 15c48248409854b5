"""Calls every GET of the document with the client that openapi-python-client made of it, and
compares each answer with the bytes that the server sends.

    compare_client.py URL DOCUMENT      # the package `client` is on the path
"""

import enum
import importlib
import json
import pkgutil
import sys
import time
import typing
import urllib.error
import urllib.parse
import urllib.request

import client
from client.api import default
from samples import ABALONE, CORNER, EMPTY, FORMATS

KEY, ABALONE_KEY, _ = FORMATS["key"]
# The parameters of the calls of each operation; of those that are not here, one without any.
CALLS = {
    "find_by_query": [
        {"position": CORNER},
        {"position": CORNER, "near": 2, "edges": "any", "turn": "white"},
        {"position": CORNER, "contains": True},
        {"position": CORNER, "within": True, "limit": 1},
        {"position": ABALONE},
        {"position": ABALONE, "near": 2},
        {"position": ABALONE, "contains": True},
        {"position": ABALONE, "in": "games"},
        {"position": "3x3|nothing"},
    ],
    "problems": [
        {},
        {"family": "abalone"},
        {"turn": "black", "region": "corner", "limit": 2},
        {"limit": 201},
    ],
    "near": [{"k": 3}],
    "duplicates": [{"limit": 1}, {}],
    "games": [
        {},
        {"family": "abalone", "sort": "moves", "reverse": True},
        {"shape": "R16"},
        {"year": "2014-"},
    ],
    "game": [{"id": "1"}, {"id": "a1"}, {"id": "99"}],
    "game_sgf": [{"id": 1}, {"id": 99}],
    "game_apgn": [{"id": 1}],
    "next": [{}, {"moves": "Q16 D4"}, {"position": ABALONE}],
    "like": [{"game": 1}, {"game": 2, "limit": 3, "year": "2000-"}, {"game": 99}],
    "profile": [{"name": "a"}, {"name": "Aki", "depth": 3, "positions": 2}],
    "joseki": [{}, {"position": "R16", "min_games": 2}],
    "shapes": [{"position": "R16 P17"}, {"position": EMPTY, "sequence": "B C3", "limit": 1}],
    "position": [{"key": KEY}, {"key": ABALONE_KEY}, {"key": "0000"}],
    "tree": [{"key": KEY}, {"key": KEY, "record": 1}, {"key": ABALONE_KEY}],
    "verdict": [{"key": KEY}, {"key": ABALONE_KEY}, {"key": "0000"}],
    "draw": [{"key": KEY}, {"key": ABALONE_KEY}],
    "write_sgf": [{"key": KEY}],
    "write_igtn": [{"key": KEY}],
    "write_iatn": [{"key": ABALONE_KEY}],
    "export": [
        {},
        {"format": "csv", "prefer": ["openings.sgf", "problems.igtn"]},
        {"format": "json", "limit": 3, "progress": "ab12"},
    ],
    "progress": [{"name": "ab12"}, {"name": "0"}],
}


def send(url: str, body: bytes | None = None, kind: str = "") -> tuple[int, bytes]:
    try:
        request = urllib.request.Request(url, body, {"content-type": kind} if kind else {})
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def address(path: str, operation: dict, values: dict) -> str:
    query = []
    for parameter in operation.get("parameters", []):
        name = parameter["name"]
        if name not in values:
            continue
        if parameter["in"] == "path":
            path = path.replace(f"{{{name}}}", urllib.parse.quote(str(values[name]), safe=""))
        else:
            value = values[name]
            query.append((name, str(value).lower() if isinstance(value, bool) else value))
    return path + "?" + urllib.parse.urlencode(query, doseq=True)


def call(operation_id: str, own: client.Client, values: dict):
    # The generator adds `_` to names that Python has.
    operations = {module.name for module in pkgutil.iter_modules(default.__path__)}
    name = operation_id if operation_id in operations else operation_id + "_"
    function = importlib.import_module(f"{default.__name__}.{name}").sync_detailed
    hints = typing.get_type_hints(function)
    arguments = {}
    for name, value in values.items():
        name = name if name in hints else name + "_"
        kinds = [kind for kind in typing.get_args(hints[name]) if isinstance(kind, enum.EnumMeta)]
        arguments[name] = kinds[0](value) if kinds else value
    return function(client=own, **arguments)


def prepare(url: str) -> str:
    """Makes a decision, and an import that ends. Returns the number of its job."""
    first, second = ({"source": "classic-shapes.sgf", "tree": tree} for tree in (1, 2))
    decision = json.dumps({"decision": "different", "first": first, "second": second}).encode()
    status, body = send(f"{url}/api/v1/decisions", decision, "application/json")
    assert status == 204, body
    game = b"(;SZ[9]AB[aa][bb]AW[ca]PL[B];B[ba]C[RIGHT])"
    status, body = send(f"{url}/api/v1/import?name=one.sgf", game, "application/x-go-sgf")
    assert status == 202, body
    job = json.loads(body)["id"]
    while json.loads(send(f"{url}/api/v1/jobs/{job}")[1])["state"] == "running":
        time.sleep(0.1)
    return job


def main(url: str, document: str) -> None:
    url = url.rstrip("/")
    own = client.Client(base_url=url)
    calls = {**CALLS, "job": [{"id": prepare(url)}, {"id": "0"}]}
    count = 0
    with open(document) as file:
        paths = json.load(file)["paths"]
    for path, methods in paths.items():
        if "get" not in methods:
            continue
        operation_id = methods["get"]["operationId"]
        for values in calls.pop(operation_id, [{}]):
            status, body = send(url + address(path, methods["get"], values))
            answer = call(operation_id, own, values)
            assert answer.status_code == status, (path, values, status, answer)
            parsed = answer.parsed
            same = (
                parsed == body.decode()
                if isinstance(parsed, str)
                else parsed.to_dict() == json.loads(body)
            )
            assert same, (path, values, parsed, body)
            count += 1
    assert not calls, f"no such operations: {', '.join(calls)}"
    print(f"{count} answers are those of the client")


main(*sys.argv[1:])
