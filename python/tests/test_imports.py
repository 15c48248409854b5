"""No modules of the package import each other, directly or in a circle."""

import ast
import graphlib
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "gtn_db"


def list_imports(package: Path) -> dict[str, set[str]]:
    """The modules that each module imports, also where only a function or a type checker does."""
    modules = {path.stem for path in package.glob("*.py")}
    imports = {}
    for module in modules:
        names = set()
        for node in ast.walk(ast.parse((package / f"{module}.py").read_text())):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                start = package.name if node.level else None
                parent = ".".join(filter(None, (start, node.module)))
                names.update(f"{parent}.{alias.name}" for alias in node.names)
        inner = [name.split(".") for name in names if name.split(".")[0] == package.name]
        # `from gtn_db import extract` imports the package itself; of `from gtn_db import spark`,
        # only the module counts.
        parts = {(*parts, "__init__")[1] for parts in inner}
        imports[module] = {part if part in modules else "__init__" for part in parts - {"_native"}}
    return imports


def test_no_imports_go_in_a_circle():
    imports = list_imports(PACKAGE)
    assert "_data_source" in imports["spark"] and "spark" in imports["__init__"]
    graphlib.TopologicalSorter(imports).prepare()


@pytest.mark.parametrize(
    "back",
    ["from gtn_db import one", "from .one import x", "import gtn_db.one", "from . import one",
     "def f():\n    from gtn_db.one import x", "from gtn_db import x"],
)
def test_a_circle_is_found(tmp_path, back):
    package = tmp_path / "gtn_db"
    package.mkdir()
    package.joinpath("__init__.py").write_text("from gtn_db import _native, one\n")
    package.joinpath("one.py").write_text("from gtn_db.two import y\n")
    package.joinpath("two.py").write_text(back)
    with pytest.raises(graphlib.CycleError):
        graphlib.TopologicalSorter(list_imports(package)).prepare()
