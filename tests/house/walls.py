"""The rules of the house, read from the syntax trees: who imports whom, who writes, who may speak.

Each check takes the text of a file and its path below `src/ronde`, so that a test can try it on a text
of its own; what it returns are the faults it found, as sentences.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

SRC = Path(__file__).parents[2] / "src" / "ronde"

INNER = ("core", "scoring", "pairing", "games")
"""The rooms below the line: no file, no clock, no chance without a seed, no words."""

SPEAKING = {
    "pairing/proof.py": "what a failed proof says is for whoever repairs us, and no arbiter sees it",
    "pairing/matching.py": "the same; the draw turns it into CannotPair",
    "games/reversi.py": "words of the old wire protocol, which programs compare letter by letter",
}
"""Files of the inner rooms that hold sentences, and why."""

CLASSES = (
    "plank won-", "plank open", "nought wide-mark", "cross wide-mark", "peg unseen-peg", "peg-key none",
    "peg-key black", "peg-key white", "cloth green", "playing-card best", "ship sunk", "fire out",
    "panel ahead", "touch panel",
)  # fmt: skip
"""Classes of a drawing, two at once."""

FACES = ("cli", "tui", "web")
"""They never import each other's rooms, but the command line may start the others by their doors."""


@dataclass(frozen=True, slots=True)
class Room:
    """What a room may import: other rooms, and libraries beyond Python's own."""

    rooms: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()


ROOMS = {
    "core": Room(),
    "scoring": Room(("core",), ("numpy",)),
    "pairing": Room(("core", "scoring"), ("numpy",)),
    "games": Room(),
    "system": Room(),
    "disk": Room(("system",)),
    "storage": Room(("core", "disk", "system"), ("msgspec", "psycopg")),
    "i18n": Room(("core",)),
    "formats": Room(
        ("core", "scoring", "pairing", "games", "i18n", "disk", "system"),
        ("msgspec", "jinja2", "reportlab", "segno"),
    ),
    "engines": Room(("games", "system"), ("aiohttp",)),
    "desk": Room(("core", "scoring", "pairing", "storage")),
    "actions": Room(("core", "scoring", "pairing", "storage")),
    "simulation": Room(("core", "scoring", "pairing")),
    "library": Room(
        ("core", "scoring", "pairing", "games", "formats", "desk", "engines", "referee", "dialogue")
    ),
    "referee": Room(("core", "scoring", "pairing", "games", "engines", "desk", "system"), ("anyio", "distributed")),
    "course": Room(
        (
            "core", "disk", "system", "scoring", "pairing", "games", "engines", "referee", "formats",
            "i18n", "plugins",
        )
    ),
    "http_engines": Room(
        ("core", "disk", "scoring", "pairing", "storage", "games", "engines", "referee", "desk"),
        ("aiohttp", "yarl"),
    ),
    "dialogue": Room(
        ("core", "system", "scoring", "pairing", "storage", "formats", "i18n", "desk", "actions")
    ),
    "tui": Room(
        ("core", "system", "scoring", "formats", "i18n", "desk", "actions", "dialogue"), ("textual", "rich")
    ),
    "web": Room(
        (
            "core", "disk", "system", "scoring", "pairing", "storage", "games", "formats", "i18n", "engines",
            "referee", "desk", "actions", "dialogue", "http_engines", "plugins", "course",
        ),
        ("starlette", "uvicorn", "jinja2", "markupsafe", "msgspec", "anyio", "segno"),
    ),
    "cli": Room(
        (
            "core", "disk", "system", "scoring", "pairing", "storage", "games", "formats", "i18n", "engines",
            "referee", "desk", "actions", "simulation", "dialogue", "tui", "web", "http_engines",
            "plugins", "course",
        ),
        ("click", "msgspec", "rich"),
    ),
    "__main__": Room(("cli",)),
    "plugins": Room(("core", "scoring", "pairing", "games", "formats", "i18n")),
    "__init__": Room(("core", "library", "plugins")),
}  # fmt: skip

ENTRANCE = ["cli", "main"]
"""Where `python -m ronde` and the console script come in."""

ROOMS_WITHOUT_A_DOOR = ("core", "formats")
"""Their files are the vocabulary. A folder inside any room may have a door of its own."""


def files(folder: Path = SRC) -> list[Path]:
    """Every source file, or every Python file of another folder."""
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def room_of(path: Path) -> str:
    """The room of a file, given below `src/ronde`."""
    return path.parts[0].removesuffix(".py")


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every module a file imports, also inside functions, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            # `from ronde.pairing import inquiry` names a file, `from ronde.desk import Desk` does not.
            for name in node.names:
                inner = SRC.parent.joinpath(*module.split("."), name.name)
                is_file = inner.with_suffix(".py").is_file() or inner.is_dir()
                yield node.lineno, f"{module}.{name.name}" if is_file else module


def import_faults(source: str, path: Path) -> list[str]:
    """Imports that the table of rooms does not allow, or that do not go through a door."""
    room = room_of(path)
    if room not in ROOMS:
        return [f"{path}: the room {room} is not in the table of rooms"]
    faults = []
    for line, module in imports(ast.parse(source)):
        fault = _import_fault(room, module)
        if fault:
            faults.append(f"{path}:{line}: {room} imports {module}, {fault}")
    return list(dict.fromkeys(faults))


def _import_fault(room: str, module: str) -> str | None:
    top, *inside = module.split(".")
    if module.startswith("."):
        return "and imports are absolute"
    if top == "tests":
        return "which is for tests only"
    if top != "ronde":
        known = top in sys.stdlib_module_names or top in ROOMS[room].libraries
        return None if known else "a library that is not for this room"
    if not inside or inside[0] == room:
        return None
    if inside[0] not in ROOMS[room].rooms:
        return "which is not for this room"
    return None if _through_a_door(inside) else "and not through its door"


def _through_a_door(inside: list[str]) -> bool:
    room = SRC / inside[0]
    if not room.is_dir():
        return True
    if inside[0] in ROOMS_WITHOUT_A_DOOR:
        is_open = len(inside) < 2 or not (room / inside[1] / "door.py").is_file()
        return is_open or inside[2:] == ["door"]
    own_door = len(inside) == 3 and inside[2] == "door"
    return inside[1:] in (["door"], []) or own_door or inside == ENTRANCE


def writing_faults(source: str, path: Path) -> list[str]:
    """Calls that append to a journal, which only `desk.py` may do; the archive itself apart."""
    if path == Path("desk.py") or room_of(path) == "storage":
        return []
    return [
        f"{path}:{node.lineno}: only desk.py appends to a journal"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (
            node.func.attr == "append_actions"
            or (node.func.attr == "append" and {"after", "actor"} & {word.arg for word in node.keywords})
        )
    ]


_OUTSIDE = (
    "os", "sys", "io", "pathlib", "shutil", "tempfile", "glob", "socket", "ssl", "http", "urllib", "signal",
    "subprocess", "multiprocessing", "threading", "asyncio", "selectors", "select", "time", "datetime",
    "zoneinfo", "calendar", "secrets", "uuid", "logging", "locale", "gettext", "getpass", "platform",
    "sqlite3", "webbrowser",
)  # fmt: skip
_CALLS = ("print", "open", "input", "eval", "exec", "__import__", "breakpoint")


def outside_faults(source: str, path: Path) -> list[str]:
    """In the inner rooms: files, clocks, the network, the environment, and chance without a seed."""
    if room_of(path) not in INNER:
        return []
    tree = ast.parse(source)
    faults = [
        f"{path}:{line}: {module} is of the world outside"
        for line, module in imports(tree)
        if module.split(".")[0] in _OUTSIDE
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (reason := _call_fault(node)):
            faults.append(f"{path}:{node.lineno}: {reason}")
    return faults


def _call_fault(call: ast.Call) -> str | None:
    if isinstance(call.func, ast.Name) and call.func.id in _CALLS:
        return f"{call.func.id} is not for an inner room"
    name = ast.unparse(call.func)
    if name in ("Random", "random.Random", "np.random.default_rng", "np.random.PCG64"):
        return None if call.args else "chance needs a seed"
    if re.fullmatch(r"(random|np\.random)\.\w+", name):
        return "chance comes from a seeded Random"
    return None


def word_faults(source: str, path: Path) -> list[str]:
    """In the inner rooms: texts of two words or more, which only people could be meant to read."""
    if room_of(path) not in INNER or str(path) in SPEAKING:
        return []
    tree = ast.parse(source)
    silent = {id(node) for part in _silent_parts(tree) for node in ast.walk(part)}
    return [
        f"{path}:{node.lineno}: {node.value!r} is human language"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in silent
        and _is_language(node.value)
    ]


def _is_language(text: str) -> bool:
    """Two words with a blank between them; markup, patterns and lists of codes are no sentences."""
    if re.search(r"[<>=\\{}|]", text):
        return False
    return re.search(r"[^\W\d_]{2,}[,;:]? [^\W\d_]{2,}", text) is not None and text not in CLASSES


def _silent_parts(tree: ast.Module) -> Iterator[ast.AST]:
    """What nobody is shown: docstrings, annotations, and the words of errors that mean a bug of ours."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.Assert) and node.msg is not None:
            yield node.msg
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = ast.unparse(node.exc.func).split(".")[-1]
            if name in ("AssertionError", "ValueError", "TypeError", "KeyError", "NotImplementedError"):
                yield node.exc
        elif isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            yield node.annotation


def generator_faults(source: str, path: Path) -> list[str]:
    """Uses of the generator that all threads of a process share, so that one changes what another gets."""
    return [
        f"{path}:{node.lineno}: the generator of the random module is everybody's"
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Call) and re.fullmatch(r"random\.[a-z]\w*", ast.unparse(node.func)))
        or (isinstance(node, ast.ImportFrom) and node.module == "random" and _functions(node))
    ]


def _functions(imported: ast.ImportFrom) -> list[str]:
    return [name.name for name in imported.names if name.name[0].islower()]


CHECKS: tuple[Callable[[str, Path], list[str]], ...] = (
    import_faults,
    writing_faults,
    outside_faults,
    word_faults,
    generator_faults,
)


def all_faults(check: Callable[[str, Path], list[str]]) -> list[str]:
    """What one check finds in the whole house."""
    return [
        fault for path in files() for fault in check(path.read_text(encoding="utf-8"), path.relative_to(SRC))
    ]
