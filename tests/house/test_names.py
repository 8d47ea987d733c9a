"""What was told or found has the name of what it is: a player, a match, a sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from tests.house.walls import SRC

EMPTY = {"told", "found", "_told", "_found"}
"""Names that say how something was come by, and not what it is."""


def bound(node: ast.AST) -> str | None:
    """The name that a part of a program gives to something, if it gives any."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            return name
        case ast.arg(arg=name) | ast.alias(asname=name) | ast.ExceptHandler(name=name):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.MatchAs(name=name) | ast.MatchStar(name=name) | ast.MatchMapping(rest=name):
            return name
    return None


def empty_names(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if bound(node) in EMPTY:
            yield f"{getattr(node, 'lineno', 0)}: {bound(node)}"


def test_nothing_is_called_told_or_found() -> None:
    files = {path.relative_to(SRC): path.read_text() for path in sorted(SRC.rglob("*.py"))}

    assert len(files) > 500
    assert [f"{path}:{line}" for path, text in files.items() for line in empty_names(text)] == []


@pytest.mark.parametrize(
    "source",
    [
        "found = 1",
        "found: int = 1",
        "for told, _ in (): ...",
        "[found for found in ()]",
        "if told := 1: ...",
        "def work(told): ...",
        "def work(*, told=1): ...",
        "def _found(): ...",
        "async def told(): ...",
        "work = lambda told: 1",
        "self._told = 1",
        "class Card:\n    told: str = ''",
        "try: ...\nexcept OSError as found: ...",
        "match 1:\n    case int() as told: ...",
        "from words import sentence as told",
    ],
)
def test_such_a_name_is_noticed_wherever_it_is_given(source: str) -> None:
    assert len(list(empty_names(source))) == 1


def test_the_words_themselves_may_be_used() -> None:
    source = '"""What was told."""\nsay("found", told=1, **{"found": 2})\nfound_league(told_by_disk)\n'

    assert list(empty_names(source)) == []
