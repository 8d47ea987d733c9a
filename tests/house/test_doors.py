"""A door exports what other rooms, tests and tools use, and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import pytest
from tests.house.walls import SRC, files

ROOT = SRC.parents[1]

Sources = Mapping[str, str]
"""The text of every file by its path below `src/ronde`."""


def sources() -> dict[str, str]:
    """The files of the package, and those of the tests and tools that use it."""
    texts = {str(path.relative_to(SRC)): path.read_text(encoding="utf-8") for path in files()}
    for folder in ("tests", "bench", "docs"):
        for path in (ROOT / folder).rglob("*.py"):
            texts[str(path.relative_to(ROOT))] = path.read_text(encoding="utf-8")
    return texts


def exported(source: str) -> set[str]:
    """The names of our own that a door imports or defines, without those that it uses itself."""
    tree = ast.parse(source)
    found = {name for names in waiting(tree).values() for name in names}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ronde"):
            found |= {name.asname or name.name for name in node.names}
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            found |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and _is_bound(one)}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not _is_bound(node)}
    return {name for name in found - used if not name.startswith("_")}


def waiting(tree: ast.Module) -> dict[str, set[str]]:
    """The names that a door promises to the type checker, by the module they come from."""
    found: dict[str, set[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for one in node.body:
                if isinstance(one, ast.ImportFrom) and one.module:
                    found.setdefault(one.module, set()).update(name.name for name in one.names)
    return found


def imported_later(tree: ast.Module) -> dict[str, set[str]]:
    """The names that a door imports when they are asked for, by the module they come from."""
    found: dict[str, set[str]] = {}
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "later":
            package, files = map(ast.literal_eval, call.args)
            found |= {f"{package}.{file}": set(names) for file, names in files.items()}
    return found


def _is_bound(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def taken(source: str, module: str) -> set[str]:
    """The names that a file takes from a module, by import or by attribute."""
    tree = ast.parse(source)
    parent, _, last = module.rpartition(".")
    names: set[str] = set()
    aliases: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == module:
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == parent:
            aliases |= {name.asname or name.name for name in node.names if name.name == last}
        elif isinstance(node, ast.Import):
            aliases |= {name.asname for name in node.names if name.name == module and name.asname}
    names |= {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases
    }
    return names


def idle_exports(texts: Sources) -> list[str]:
    """Names on a door that no file outside its folder takes, as `scoring/door.py: name`."""
    faults = []
    for path, text in texts.items():
        folder = str(Path(path).parent)
        if Path(path).name != "door.py":
            continue
        module = "ronde." + folder.replace("/", ".") + ".door"
        outside = [other for name, other in texts.items() if not name.startswith(f"{folder}/")]
        ways = (module, f"from {module.rpartition('.')[0]} import")
        readers = [other for other in outside if any(way in other for way in ways)]
        used = set[str]().union(*(taken(other, module) for other in readers))
        faults += [f"{path}: {name}" for name in sorted(exported(text) - used)]
    return faults


@pytest.mark.slow
def test_every_door_exports_only_what_other_rooms_use() -> None:
    assert idle_exports(sources()) == []


@pytest.mark.parametrize("room", ["scoring", "storage"])
def test_what_a_door_imports_later_is_what_it_promises_to_the_type_checker(room: str) -> None:
    tree = ast.parse((SRC / room / "door.py").read_text(encoding="utf-8"))

    assert imported_later(tree) == waiting(tree) != {}
    door = import_module(f"ronde.{room}.door")
    assert [
        name for names in waiting(tree).values() for name in names if getattr(door, name, None) is None
    ] == []


def test_a_name_that_nobody_outside_takes_is_found() -> None:
    house = {
        "kitchen/door.py": "from ronde.kitchen.stove import SIZE, cook\n\ndef wash():\n    ...\n",
        "kitchen/stove.py": "from ronde.kitchen.door import SIZE\n",
        "cli/main.py": "from ronde.kitchen.door import cook\n",
        "cli/other.py": "from ronde.kitchen import door as kitchen\nkitchen.wash()\n",
    }

    assert idle_exports(house) == ["kitchen/door.py: SIZE"]


def test_a_name_that_is_imported_for_the_door_itself_is_no_export() -> None:
    assert exported("from ronde.core.names import plain\ncook = plain\n_rest = 3\n") == {"cook"}
    assert exported("from collections.abc import Sequence\n") == set()
