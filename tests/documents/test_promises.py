"""Every promise of the manuals names a test that exists, or says why we differ."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest
from tests.support.root import ROOT

PAGE = ROOT / "docs" / "spec" / "promises.md"
ROW = re.compile(r"^\| (?P<place>[^|]+) \| (?P<promise>[^|]+) \| (?P<held>[^|]+) \|$")
TEST = re.compile(r"`([\w/]+\.py)::(\w+)`")


def rows() -> list[tuple[str, str, str]]:
    found = map(ROW.match, PAGE.read_text("utf-8").splitlines())
    cells = [(row["place"], row["promise"], row["held"]) for row in found if row]
    return [row for row in cells if row[2].strip() not in ("test", "---")]


@cache
def names_of(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / "tests" / path).read_text("utf-8"))
    defined = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, defined))


@pytest.mark.parametrize(("place", "promise", "held"), rows())
def test_a_promise_is_held_by_a_test_or_its_difference_has_a_reason(
    place: str, promise: str, held: str
) -> None:
    tests = TEST.findall(held)

    assert tests or held.startswith("differs: "), (place, promise)
    assert [name for path, name in tests if name not in names_of(path)] == []


def test_every_line_of_a_table_is_a_row() -> None:
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("|")]

    assert len(lines) == len(rows()) + 2 * sum(line.startswith("| --- ") for line in lines)
