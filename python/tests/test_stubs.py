"""The stubs have the names and parameters of the module."""

import ast
import importlib.metadata
import inspect
import subprocess
import sys
from pathlib import Path

import gtn_db
from conftest import PROJECT

STUBS = ast.parse(Path(gtn_db.__file__).with_suffix(".pyi").read_text())


def stub_parameters(function: ast.FunctionDef) -> list[tuple[str, object]]:
    """The parameters with their kinds and defaults; `...` where there is none."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + arguments.defaults
    pairs = [("positional", *pair) for pair in zip(positional, defaults)]
    pairs += [("keyword", *pair) for pair in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    if arguments.kwarg:
        pairs.append(("keywords", arguments.kwarg, None))
    value = lambda default: ... if default is None else ast.literal_eval(default)  # noqa: E731
    return [(kind, argument.arg, value(default)) for kind, argument, default in pairs]


def own_parameters(function) -> list[tuple[str, object]]:
    def describe(parameter: inspect.Parameter):
        kinds = {inspect.Parameter.KEYWORD_ONLY: "keyword", inspect.Parameter.VAR_KEYWORD: "keywords"}
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        return (kinds.get(parameter.kind, "positional"), parameter.name, default)

    return [describe(parameter) for parameter in inspect.signature(function).parameters.values()]


def of_kind(body: list[ast.stmt], kind: type) -> dict[str, ast.stmt]:
    # Of overloads the first one has all defaults.
    nodes = [node for node in body if isinstance(node, kind)]
    return {node.name: node for node in reversed(nodes)}


def test_all_names_have_stubs():
    functions = of_kind(STUBS.body, ast.FunctionDef)
    classes = {name for name in of_kind(STUBS.body, ast.ClassDef) if not name.startswith("_")}
    values = {node.target.id for node in STUBS.body if isinstance(node, ast.AnnAssign)}
    assert set(functions) | classes | values | {"spark"} == set(gtn_db.__all__)


def test_functions_have_the_parameters_of_the_stubs():
    for name, stub in of_kind(STUBS.body, ast.FunctionDef).items():
        assert stub_parameters(stub) == own_parameters(getattr(gtn_db, name)), name


def test_classes_have_the_members_of_the_stubs():
    for name, stub in of_kind(STUBS.body, ast.ClassDef).items():
        if name.startswith("_"):
            continue
        own = getattr(gtn_db, name)
        members = of_kind(stub.body, ast.FunctionDef)
        public = {member for member in vars(own) if not member.startswith("_")}
        assert public == {member for member in members if not member.startswith("_")}
        for member, of_stub in members.items():
            if callable(getattr(own, member)) and not member.startswith("__"):
                assert stub_parameters(of_stub) == own_parameters(getattr(own, member)), member


def test_everything_public_is_documented():
    for name in set(gtn_db.__all__) - {"KEY_SCHEME", "__version__"}:
        assert getattr(gtn_db, name).__doc__, name
    for name, member in vars(gtn_db.Database).items():
        assert name.startswith("_") or member.__doc__, name


def test_mypy_accepts_the_package_and_a_program(collection):
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "gtn_db", "tests/typed.py"]
    done = subprocess.run(command, cwd=PROJECT / "python", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    program = PROJECT / "python/tests/typed.py"
    done = subprocess.run([sys.executable, program], cwd=collection.folder, capture_output=True, text=True)
    assert done.returncode == 0 and "'stones': " in done.stdout, done.stderr


def test_the_package_is_imported_in_a_checkout(tmp_path):
    for folder in [PROJECT / "python", tmp_path]:
        command = [sys.executable, "-c", "import gtn_db; print(gtn_db.KEY_SCHEME)"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.stdout == gtn_db.KEY_SCHEME + "\n", done.stderr


def test_the_metadata_names_license_and_addresses():
    metadata = importlib.metadata.metadata("gtn-db")
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"
    assert metadata.get_all("License-File") == ["LICENSE-MIT", "LICENSE-APACHE"]
    assert len(metadata.get_all("Project-URL")) == 2
