"""What the source says about its sentences: which keys it asks for, and which facts its errors carry."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

from tests.support.root import ROOT

SRC = ROOT / "src" / "ronde"


PACKAGES = sorted(path.name for path in SRC.iterdir() if path.is_dir() and path.name != "__pycache__")
TOP = ""
"""The files beside the packages."""


def files(package: str) -> list[Path]:
    """The source files of a package, without the sentences themselves."""
    found = sorted((SRC / package).rglob("*.py") if package else SRC.glob("*.py"))
    return [path for path in found if "words" not in path.relative_to(SRC).parts]


@cache
def whole_source() -> str:
    """All source files, one after the other."""
    return "\n".join(path.read_text("utf-8") for package in (TOP, *PACKAGES) for path in files(package))


@cache
def calls(path: Path) -> tuple[tuple[str, ast.Call], ...]:
    """Every call in a file, with the last name of what is called."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = [(_name(node.func), node) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return tuple((name, node) for name, node in called if name)


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def texts(path: Path) -> Iterator[str]:
    """Every literal text in a file, f-strings with `{}` for what is filled in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield literal(node) or ""
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.value


def literal(node: ast.expr) -> str | None:
    """A literal text, with `{}` for the parts of an f-string that are filled in; None for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


@dataclass(frozen=True, slots=True)
class Saying:
    """A call that asks for a sentence."""

    where: str
    key: str
    facts: frozenset[str]
    open: bool
    """Whether further facts are handed on by `**`."""


def sayings(package: str) -> Iterator[Saying]:
    """Every call of `say` or `translate` in a package whose key is written out."""
    for path in files(package):
        for name, call in calls(path):
            if name in ("say", "translate") and call.args and "." in (key := literal(call.args[0]) or ""):
                facts = frozenset(word.arg for word in call.keywords if word.arg)
                is_open = any(word.arg is None for word in call.keywords)
                yield Saying(f"{path.name}:{call.lineno}", key, facts, is_open)


def placeholders(sentence: str | tuple[str, ...]) -> set[str]:
    """The names in braces."""
    forms = sentence if isinstance(sentence, tuple) else (sentence,)
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}
